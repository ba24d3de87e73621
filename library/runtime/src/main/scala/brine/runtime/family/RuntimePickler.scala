package brine.runtime.family

import scala.collection.mutable.Growable
import scala.util.control.NonFatal
import brine.{Failures, Migrations, PickleBuilder, Pickler, PickleReader}
import brine.binary.{BinaryBuilder, BinaryReader}
import brine.emitted.Emitted
import brine.model.Rules
import brine.plan.{Access, MemberHandles, Plan}
import brine.run.{Elements, FieldCalls}
import brine.run.structures.Link
import brine.runtime.classes.{ClassLayout, RuntimeNames, RuntimeType}
import brine.runtime.code.{BinaryCode, Default, ObjectCode, ReflectedCode}

/** A pickler for a family of classes that was read at run time: the same plan as the macro's, interpreted. After a
  * few uses, code is compiled: for the binary format by definition ([[CompileBinary]]), for any other for the fields
  * of each class ([[CompileCode]]).
  */
private[brine] final class RuntimePickler[A](types: FamilyTypes, planned: Rules.Result.Planned, compileAfter: Int)
    extends Emitted[A]:
  private val classes: Array[Class[?]] = planned.keys.toArray.map(types.runtimeClass)
  private val slots: Array[Pickler[?]] = planned.slots.toArray.map(types.picklerOf)

  private val members: Array[Members] =
    planned.family.definitions.toArray.zip(planned.keys).map { (definition, key) =>
      definition.fold[Members](
        fields = _ => new Members.ClassMembers(this, types.layoutOf(key), compileAfter),
        leaves = all => new Members.FamilyMembers(leavesOf(all)),
        content = _ => Members.None,
        elements = _ => Members.None,
        entries = (_, _) => Members.None,
        numbers = _ => Members.None,
        alone = new Members.ObjectMembers(objectOf(types.typeOf(key)))
      )
    }

  private lazy val plans: Array[Plan] = Link(planned.family, this, this)

  def plan: Plan = plans(0)
  def planOf(definition: Int): Plan = plans(definition)
  def slot(index: Int): Pickler[?] = slots(index)

  val codes = new FamilyCode(this, types, planned)

  // ---- the binary format

  private var rootCode: BinaryCode | Null = null
  private var uses = 0

  /** The code for one more value, null if none is compiled yet. (Threads may count at once, which does no harm.) */
  private def code: BinaryCode | Null =
    val known = rootCode
    if known != null then known else countUse()

  def hasCode: Boolean = rootCode != null && rootCode.nn.writes && rootCode.nn.reads

  private def countUse(): BinaryCode | Null =
    if uses < compileAfter then
      uses += 1
      if uses == compileAfter then rootCode = codes.of(0)
    rootCode

  override def writeBinary(value: Any, builder: BinaryBuilder): Unit =
    val known = code
    if known == null then super.writeBinary(value, builder)
    else known.write(value.asInstanceOf[AnyRef], builder, builder.sink, builder.levels)

  override def readBinary(reader: BinaryReader, id: Int): Any =
    val known = code
    if known == null then super.readBinary(reader, id) else known.read(reader, reader.source, reader.levels, id)

  override def writeElements(values: Iterator[A], from: Int, until: Int, builder: BinaryBuilder): Unit =
    val known = code
    if known == null then super.writeElements(values, from, until, builder)
    else
      val (sink, left) = (builder.sink, builder.levels)
      var index = from
      try
        while index < until do
          val value = values.next()
          if value == null then builder.putNull() else known.write(value.asInstanceOf[AnyRef], builder, sink, left)
          index += 1
      catch case NonFatal(e) => throw Failures.writing(e).prepend(s"[$index]")

  override def readElements(reader: BinaryReader, from: Int, until: Int, into: Growable[A]): Unit =
    val known = code
    if known == null then super.readElements(reader, from, until, into)
    else
      val (source, left) = (reader.source, reader.levels)
      var index = from
      try
        while index < until do
          val value = known.read(reader, source, left, -1)
          if value == null then Elements.refuseUnbuilt(this, reader)
          into.addOne(value.asInstanceOf[A])
          index += 1
      catch case NonFatal(e) => throw Failures.reading(e).prepend(s"[$index]")

  // ---- the classes of the family

  private def objectOf(t: RuntimeType): AnyRef = t match
    case RuntimeType.Constant(value) => value
    case RuntimeType.Of(c, _)        => RuntimeNames.objectOf(c)

  private def leavesOf(leaves: Vector[brine.model.LeafPlan]): Vector[RuntimeType] =
    leaves.map(_.use).map {
      case brine.model.Use.Local(index) => types.typeOf(planned.keys(index))
      case brine.model.Use.Given(slot)  => types.typeOf(planned.slots(slot))
      case other                        => throw new IllegalStateException(other.toString)
    }

  def putFields(fields: FieldCalls, value: AnyRef, builder: PickleBuilder): Unit = builder match
    case binary: BinaryBuilder =>
      val made = binaryCode(fields.plan)
      if made != null && made.writes then made.write(value, binary, binary.sink, binary.levels)
      else members(fields.index).code(fields.plan).putFields(fields, value, builder)
    case _ => members(fields.index).code(fields.plan).putFields(fields, value, builder)

  def getFields(fields: FieldCalls, reader: PickleReader, id: Int): AnyRef | Null = reader match
    case binary: BinaryReader =>
      val made = binaryCode(fields.plan)
      if made != null && made.reads then made.read(binary, binary.source, binary.levels, id)
      else members(fields.index).code(fields.plan).getFields(fields, reader, id)
    case _ => members(fields.index).code(fields.plan).getFields(fields, reader, id)

  /** The code of a class; null if there is none yet, or for a plan that reads another shape. */
  private def binaryCode(plan: Plan.Product): BinaryCode | Null =
    if plans(plan.index) eq plan then members(plan.index).binaryCode(plan.index) else null

  private[brine] override def keeps(definition: Int, value: AnyRef, field: Int, part: AnyRef): Boolean =
    fieldOf(definition, value, field).asInstanceOf[AnyRef] eq part

  def fieldOf(definition: Int, value: AnyRef, field: Int): Any = members(definition).latestCode.field(value, field)

  private[brine] override def handlesOf(definition: Int): MemberHandles | Null = members(definition).handles

  def make(definition: Int, fields: Array[AnyRef]): AnyRef = members(definition) match
    case o: Members.ObjectMembers => o.value
    case other                    => other.latestCode.make(fields)

  override def defaultOf(definition: Int, field: Int, earlier: Array[AnyRef]): Any =
    members(definition).defaultOf(field, earlier)

  /** Reflection has given them. */
  private[brine] override def knowsComponents: Boolean = true

  override def migrationsOf(definition: Int): Migrations[?] | Null = types.migrationsOf(planned.keys(definition))

  def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit =
    members(definition).latestCode.assign(target, field, value)

  def leafOf(definition: Int, value: AnyRef): Int = members(definition).leafOf(value)

  def leafByClass(definition: Int, value: AnyRef): Int = leafOf(definition, value)

  /** Its code reads fields. Tuples alone are read by methods. */
  private[brine] override def takesVariants(definition: Int): Boolean = RuntimeNames.isStructural(classes(definition))

  /** As the macro: of an array and of an enum's collections, the class of the elements or keys. */
  def classOf(definition: Int): Class[?] = types.typeOf(planned.keys(definition)) match
    case RuntimeType.Of(c, RuntimeType.Of(element, _) +: _) if c.isArray || RuntimeNames.ofEnums(c) => element
    case _ => classes(definition)

  /** Null: the natural order, which Java's collections have without a comparator. */
  def orderOf(definition: Int): java.util.Comparator[?] | Null = null

/** The parts of a definition's objects. */
private abstract class Members:
  /** For one more object. */
  def code(plan: Plan.Product): ObjectCode = latestCode
  def latestCode: ObjectCode = throw new IllegalStateException("no class with fields")

  /** As [[Access.handlesOf]]. */
  def handles: MemberHandles | Null = null

  /** The code of a class for the binary format, null if there is none yet. */
  def binaryCode(definition: Int): BinaryCode | Null = null
  def leafOf(value: AnyRef): Int = throw new IllegalStateException("no family")

  /** As [[Access.defaultOf]]. */
  def defaultOf(field: Int, earlier: Array[AnyRef] | Null): Any = Access.NoDefault

private object Members:
  object None extends Members

  final class ObjectMembers(val value: AnyRef) extends Members

  final class FamilyMembers(leaves: Vector[RuntimeType]) extends Members:
    private val byOrdinal: Array[Int] =
      val constants = leaves.collect { case RuntimeType.Constant(value: java.lang.Enum[?]) => value }
      val numbers = new Array[Int](constants.length)
      for (constant, number) <- constants.zipWithIndex do numbers(constant.ordinal) = number
      numbers

    override def leafOf(value: AnyRef): Int = value match
      case constant: java.lang.Enum[?] if byOrdinal.nonEmpty => byOrdinal(constant.ordinal)
      case _ =>
        leaves.indexWhere {
          case RuntimeType.Constant(constant) => constant eq value
          case RuntimeType.Of(c, _)           => c.isInstance(value)
        }

  /** (Threads may count at once and compile twice, which does no harm.) */
  final class ClassMembers(pickler: RuntimePickler[?], layout: ClassLayout, compileAfter: Int) extends Members:
    @volatile private var current: ObjectCode = new ReflectedCode(layout)
    private var uses = 0

    override def latestCode: ObjectCode = current
    override def handles: MemberHandles | Null = new ReflectedCode(layout).handles

    private val absent: Array[AnyRef | Null] = layout.fields.toArray.map(_.ifAbsent.flatMap(_.toOption).orNull)

    private lazy val hasUnknownDefaults = RuntimeNames.hasKotlinDefaults(layout.objectClass)

    /** Of each field its default argument, if it has one. */
    private lazy val defaults: Array[Default | Null] = layout.fields.indices.toArray.map(Default.ofField(layout, _))

    override def defaultOf(field: Int, earlier: Array[AnyRef] | Null): Any =
      val told = absent(field)
      if told != null then told
      else if !layout.parameters.contains(field) then Access.MustBeThere
      else
        val default = defaults(field)
        if default == null then if hasUnknownDefaults then Access.MustBeThere else Access.NoDefault
        else if default.needs > 0 && earlier == null then Access.FromEarlier
        else
          val arguments = new Array[AnyRef](default.needs)
          for i <- arguments.indices do
            val field = layout.parameters(i)
            arguments(i) = if field < 0 then Default.of(layout, i).value(arguments) else earlier.nn(field)
          default.value(arguments)

    override def code(plan: Plan.Product): ObjectCode =
      if uses < compileAfter then
        uses += 1
        if uses == compileAfter then current = CompileCode(pickler, layout, plan, current)
      current

    private var binary: BinaryCode | Null = null
    private var binaryUses = 0

    override def binaryCode(definition: Int): BinaryCode | Null =
      if binary == null && binaryUses < compileAfter then
        binaryUses += 1
        if binaryUses == compileAfter then binary = pickler.codes.of(definition)
      binary
