package brine.plan

import brine.{PickleBuilder, PickleException, PickleReader, Pickler, Subtype}
import brine.binary.{BinaryBuilder, BinaryReader}
import brine.shape.Shape

/** A type whose subclasses are not known where it is pickled: each object goes by the pickler of its own class, whose name
  * goes before it. See [[brine.Pickler.open]].
  */
private[brine] final class OpenPickler[A](open: Plan.Open) extends PlannedPickler[A]:
  def this(base: Class[?]) = this(new Plan.Open(new Shape.Open(base.getSimpleName), base))

  def plan: Plan = open

  override def writeBinary(value: A, builder: BinaryBuilder): Unit = writeEvents(value, builder)
  override def readBinary(reader: BinaryReader, id: Int): A = readEvents(reader, id)

  override def writeEvents(value: A, builder: PickleBuilder): Unit =
    val subtype = OpenPickler.subtypeOf(open, value.asInstanceOf[AnyRef], builder)
    builder.beginOpen(open.shape, subtype)
    subtype.pickler match
      case _ if subtype.isObject          => ()
      case planned: PlannedPickler[?] => planned.asInstanceOf[PlannedPickler[A]].writeBody(value, builder)
      case custom                     => PlanWriter.custom(custom.asInstanceOf[Pickler[Any]], value, builder)
    builder.endOpen(open.shape, subtype)

  override def readEvents(reader: PickleReader, id: Int): A =
    val subtype = OpenPickler.begin(open, reader)
    val assembly = reader.assembly
    val value = (subtype.plan, subtype.pickler) match
      case (s: Plan.Singleton, _)                            => PlanReader.completed(s.value, id, s, assembly)
      case (_: Plan.Product, planned: PlannedPickler[?]) => planned.readBody(reader, id)
      case (plan, planned: PlannedPickler[?])            => OpenPickler.completed(planned.readBody(reader, -1), id, plan, reader)
      case (plan, custom)                                    => OpenPickler.completed(PlanReader.custom(custom, reader), id, plan, reader)
    reader.endOpen(open.shape, subtype)
    value.asInstanceOf[A]

private[plan] object OpenPickler:
  /** The subtype that an object is, by its class: one that this write names, or else one whose author derived its pickler. */
  def subtypeOf(open: Plan.Open, value: AnyRef, builder: PickleBuilder): Subtype[?] =
    val named = builder.options.subtypes.of(value.getClass)
    val subtype = if named != null then named else OptedIn.subtype(value.getClass)
    if subtype == null then
      val found = value.getClass.getName
      throw PickleException.UnexpectedClass.because(
        open.shape.name,
        found,
        s"it has no pickler of its own. Add `derives Pickler` to it, or name the one that it has by `PickleOptions(subtypes = " +
          s"Subtypes(Subtype[${value.getClass.getSimpleName}]))`"
      )
    subtype

  /** The subtype whose object follows, if it may stand here. */
  def begin(open: Plan.Open, reader: PickleReader): Subtype[?] =
    val subtype = reader.beginOpen(open.shape)
    if !open.base.isAssignableFrom(subtype.runtimeClass) then
      throw new PickleException.WrongType(open.shape.name, s"${subtype.name}, which is none")
    subtype

  def completed(value: Any, id: Int, plan: Plan, reader: PickleReader): AnyRef =
    if value == null then Elements.refuseUnbuilt(plan.shape, "an object", reader)
    PlanReader.completed(value.asInstanceOf[AnyRef], id, plan, reader.assembly)
