package brine.evolve

import brine.{Extras, Limits, PickleException, PickleOptions, Pickler, ReadBudget, Sharing, Unpickler}
import brine.binary.{BinaryBuilder, BinaryReader, ShapeTable}
import brine.plan.{AbsentFields, Plan, PlanRef}
import brine.shape.{Fingerprint, Shape}
import brine.wire.{ByteSink, ByteSource}

/** Fields that a class does not have, as [[Extras]], and back.
  *
  * @param picklerOf makes a pickler of a plan
  */
private[brine] final class ExtrasFields(picklerOf: Plan => Pickler[AnyRef]):
  import ExtrasFields.*

  /** Reads and writes the values that `content` does, in an option: a null at a field's place is one, and as a root it
    * could not be.
    */
  private def optionally(content: Plan): Pickler[AnyRef] =
    picklerOf(new Plan.Optional(new Shape.Optional(() => content.shape), PlanRef(content)))

  /** Keeps the values that a field of another class had, by the field's shape. */
  final class Keeper(shape: Shape):
    private lazy val writer = optionally(plan)
    private lazy val table = ShapeTable.write(shape)

    /** The plan that reads the values as records. */
    val plan: Plan = RecordPlans.of(shape)

    def apply(value: AnyRef | Null): Extras.Entry =
      val sink = ByteSink.growing(64)
      writer.pickle(Option(value), new BinaryBuilder(sink, Options))
      new Extras.Shaped(table, sink.toByteArray)

  /** Returns the reader of a kept field, for values of `plan`. */
  def reader(entry: Extras.Shaped, plan: Plan): Unpickler[AnyRef] =
    val shape = ShapeTable.read(entry.table, if entry.budget != null then entry.budget else budget)
    optionally(plan).ofShape(new Shape.Optional(() => shape))

  /** Returns the record of a kept field, for formats that show it, and the pickler that writes it. */
  def record(entry: Extras.Shaped): (Option[AnyRef], Pickler[AnyRef]) =
    val plan = RecordPlans.of(ShapeTable.read(entry.table, budget))
    (Option(value(entry, optionally(plan), null)), picklerOf(plan))

private[brine] object ExtrasFields:
  /** Shared objects stay shared, so that the bytes do not grow. */
  private val Options = PickleOptions(sharing = Sharing.All)

  /** A budget for one field. A pickle can have a table for each object that keeps fields, and each is read in a time
    * that little more than its own bytes bound.
    */
  private def budget: ReadBudget = new ReadBudget(Limits(maxElementsWithoutBytes = 1 << 14))

  /** Returns true if a field of this shape can be kept. It must contain neither an object with an identity nor a value
    * of a handwritten pickler.
    */
  def canKeep(shape: Shape): Boolean =
    val met = new java.util.IdentityHashMap[Shape, Shape]
    val left = scala.collection.mutable.Queue(shape)
    var can = true
    while can && left.nonEmpty do
      val next = left.dequeue()
      if met.put(next, next) == null then
        can = next match
          case p: Shape.Product  => !p.isTracked
          case s: Shape.Sum      => !s.isTracked && s.leafShapes.forall(isClassOrObject)
          case s: Shape.Sequence => !s.isTracked
          case m: Shape.Mapping  => !m.isTracked
          case _: Shape.Open     => false
          case _: Shape.CodeName => false
          case c: Shape.Custom   => StandardValues.planOf(c).nonEmpty
          case _                 => true
        left ++= Fingerprint.childrenOf(next)
    can

  private def isClassOrObject(leaf: Shape): Boolean =
    leaf.isInstanceOf[Shape.Product] || leaf.isInstanceOf[Shape.Singleton]

  /** The value of a kept field. */
  def value(entry: Extras.Shaped, unpickler: Unpickler[AnyRef], budget: ReadBudget | Null): AnyRef | Null =
    val source = ByteSource.of(entry.bytes)
    val reader = new BinaryReader(source, Options)
    if budget != null then reader.budget = budget
    val found = unpickler.unpickle(reader)
    if source.remaining > 0 then throw new PickleException.TrailingBytes(source.remaining)
    found match
      case option: Option[?] => option.orNull.asInstanceOf[AnyRef | Null]
      case _                 => null

/** Objects of a class that keeps fields it does not have, or whose older self did.
  *
  * @param own     the class
  * @param from    for each of its fields the writer's, -1 for none
  * @param kept    for each of the writer's fields its keeper, null for the class's own fields
  * @param written the writer's own extras, -1 if it has none
  * @param replaced the unknown leaf that the class replaces, null if it replaces none
  */
private[evolve] final class KeepingProduct(
    own: Plan.Product,
    from: Array[Int],
    names: Array[String],
    kept: Array[ExtrasFields#Keeper | Null],
    written: Int,
    replaced: Extras.Leaf | Null
)(using keptFields: ExtrasFields) extends ReadOnly:
  private val field = own.shape.extras

  def make(definition: Int, fields: Array[AnyRef]): AnyRef =
    val extras = new Extras.Builder(own.shape.name)
    extras.leaf = replaced
    if written >= 0 && fields(written) != null then extras.addAll(fields(written).asInstanceOf[Extras])
    val parts = new Array[AnyRef](from.length)
    for i <- parts.indices if i != field do
      if from(i) >= 0 then parts(i) = fields(from(i))
      else
        val name = nameIn(extras, i)
        if name == null then parts(i) = AbsentFields.read(own, i, parts).asInstanceOf[AnyRef]
        else
          parts(i) =
            try value(extras.get(name).nn, name, i).asInstanceOf[AnyRef]
            catch case e: PickleException => throw e.prepend(s".$name")
          extras.remove(name)
    if field >= 0 then
      for i <- kept.indices do
        val keeper = kept(i)
        if keeper != null then extras.add(names(i), keeper(fields(i)))
      parts(field) = extras.result()
    own.access.make(own.index, parts)

  private def value(entry: Extras.Entry, name: String, i: Int): AnyRef | Null = entry match
    case e: Extras.Shaped => ExtrasFields.value(e, readerOf(e, i), e.budget)
    case _: Extras.Json   => throw new PickleException.ExtrasOfJson(name)

  // The cached readers: most objects have equal fields of equal shapes.
  @volatile private var readers: List[KeepingProduct.Reader] = Nil

  private def readerOf(e: Extras.Shaped, i: Int): Unpickler[AnyRef] =
    readers.find(r => r.field == i && java.util.Arrays.equals(r.table, e.table)) match
      case Some(known) => known.unpickler
      case None =>
        val made = new KeepingProduct.Reader(i, e.table, keptFields.reader(e, own.fields(i).get))
        readers = made :: readers.take(KeepingProduct.MostReaders - 1)
        made.unpickler

  /** The extra that is field `i` of the class: by its name, else by an alias. */
  private def nameIn(extras: Extras.Builder, i: Int): String | Null =
    if extras.get(own.shape.fieldNames(i)) != null then own.shape.fieldNames(i)
    else own.shape.aliases.collectFirst { case (alias, `i`) if extras.get(alias) != null => alias }.orNull

  override def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit =
    val at = from.indexOf(field)
    if at >= 0 then own.access.assign(own.index, target, at, value)

  override def classOf(definition: Int): Class[?] = own.objectClass

private object KeepingProduct:
  final val MostReaders = 32

  final class Reader(val field: Int, val table: Array[Byte], val unpickler: Unpickler[AnyRef])
