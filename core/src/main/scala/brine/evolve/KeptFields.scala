package brine.evolve

import brine.{Extras, PickleException, PickleOptions}
import brine.binary.{BinaryBuilder, BinaryReader}
import brine.plan.{AbsentFields, Plan, PlannedPickler}
import brine.shape.{Fingerprint, Shape}
import brine.wire.{ByteSink, ByteSource}

/** Fields that a class does not have, as [[Extras]], and back. */
private[brine] object KeptFields:
  /** Reads and writes records of a shape. */
  final class OfRecords(shapeOfRecord: Shape) extends PlannedPickler[AnyRef]:
    val plan: Plan = RecordPlans.of(shapeOfRecord)

  private final class OfPlan(val plan: Plan) extends PlannedPickler[AnyRef]

  /** What a field of another class's was, from a record. */
  final class Keeper(shape: Shape):
    private val pickler = new OfRecords(shape)
    private lazy val table = ShapeTable.write(shape)

    def plan: Plan = pickler.plan

    def apply(value: AnyRef | Null): Extras.Entry =
      val sink = ByteSink.growing(64)
      // A null at the place is one here: as a root it could not be.
      new Optionally(pickler.plan).pickle(Option(value), new BinaryBuilder(sink, PickleOptions.Default))
      new Extras.Shaped(table, sink.toByteArray)

  /** Whether a field of this shape can be kept: if there is nothing in it that has an identity, nor by a pickler of which only its
    * own class knows.
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
          case s: Shape.Sum      => !s.isTracked
          case s: Shape.Sequence => !s.isTracked
          case m: Shape.Mapping  => !m.isTracked
          case _: Shape.Open     => false
          case c: Shape.Custom   => StandardValues.planOf(c).nonEmpty
          case _                 => true
        left ++= Fingerprint.childrenOf(next)
    can

  /** The value of a kept field, as what `plan` reads. */
  def value(entry: Extras.Entry, name: String, plan: Plan): AnyRef | Null = entry match
    case e: Extras.Shaped =>
      val writer = new Shape.Optional(() => ShapeTable.read(e.table))
      val source = ByteSource.of(e.bytes)
      val resolved = new ResolvedUnpickler[Option[AnyRef]](writer, new Optionally(plan))
      val found = resolved.unpickle(new BinaryReader(source, PickleOptions.Default))
      if source.remaining > 0 then throw new PickleException.TrailingBytes(source.remaining)
      found.orNull
    case _: Extras.Json => throw new PickleException.ExtrasOfJson(name)

  /** The record that a kept field is, for formats that show it, and what writes it. */
  def record(entry: Extras.Shaped): (Option[AnyRef], PlannedPickler[AnyRef]) =
    val pickler = new OfRecords(ShapeTable.read(entry.table))
    val source = ByteSource.of(entry.bytes)
    val value = new Optionally(pickler.plan).unpickle(new BinaryReader(source, PickleOptions.Default))
    if source.remaining > 0 then throw new PickleException.TrailingBytes(source.remaining)
    (value, pickler)

  private final class Optionally(content: Plan) extends PlannedPickler[Option[AnyRef]]:
    val plan: Plan =
      val ref = new brine.plan.PlanRef(() => content)
      new Plan.Optional(new Shape.Optional(() => content.shape), ref)

/** Objects of a class that keeps fields it does not have, or whose older self did.
  *
  * @param own     the class
  * @param from    for each of its fields the writer's, -1 for none
  * @param kept    for each of the writer's fields what keeps it, null for those that are the class's
  * @param written the writer's own extras, -1 if it has none
  */
private[evolve] final class KeepingProduct(
    own: Plan.Product, from: Array[Int], names: Array[String], kept: Array[KeptFields.Keeper | Null], written: Int
) extends ReadOnly:
  private val field = own.shape.extras

  def make(definition: Int, fields: Array[AnyRef]): AnyRef =
    var extras = if written >= 0 && fields(written) != null then fields(written).asInstanceOf[Extras] else Extras.none
    val parts = new Array[AnyRef](from.length)
    for i <- parts.indices if i != field do
      if from(i) >= 0 then parts(i) = fields(from(i))
      else
        val name = nameIn(extras, i)
        if name == null then parts(i) = AbsentFields.read(own, i).asInstanceOf[AnyRef]
        else
          parts(i) = KeptFields.value(extras.entries(name), name, own.fields(i).get).asInstanceOf[AnyRef]
          extras = extras.without(name)
    if field >= 0 then
      for i <- kept.indices do
        val keeper = kept(i)
        if keeper != null then extras = extras.updated(names(i), keeper(fields(i)))
      parts(field) = extras
    own.access.make(own.index, parts)

  /** The extra that is field `i` of the class: by its name, else by an alias. */
  private def nameIn(extras: Extras, i: Int): String | Null =
    if extras.isEmpty then null
    else if extras.entries.contains(own.shape.fieldNames(i)) then own.shape.fieldNames(i)
    else own.shape.aliases.collectFirst { case (alias, `i`) if extras.entries.contains(alias) => alias }.orNull

  override def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit =
    val at = from.indexOf(field)
    if at >= 0 then own.access.assign(own.index, target, at, value)

  override def classOf(definition: Int): Class[?] = own.objectClass
