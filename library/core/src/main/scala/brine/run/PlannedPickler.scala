package brine.run

import scala.collection.mutable.Growable
import scala.util.control.NonFatal
import brine.{Copies, Failures, internal, PickleBuilder, PickleOptions, Pickler, PickleReader, SubtypeFacts, Unpickler}
import brine.binary.{BinaryBuilder, BinaryReader, BinaryTags}
import brine.cache.PicklerPart
import brine.copying.DeepCopy
import brine.plan.{HasPlan, Plan}
import brine.plan.subtypes.PlanFacts
import brine.shape.{Nullness, Shape}
import PlannedPickler.{Body, BodyAtPlace, BodyAtRoot, Known, Marked, Null, Place, Unmarked}

/** A pickler with a plan: derived ones, the standard ones and combinators.
  *
  * It has three back ends, which write equal bytes. The first is code for the binary format. The second makes calls
  * on any builder and reader, on the Java stack: [[EventWriter]], [[EventReader]] and the code that is emitted for
  * the fields of classes. The third interprets its plan, for deep nesting and for [[brine.Sharing.All]]. This class
  * chooses among them.
  */
@internal
abstract class PlannedPickler[A] extends PicklerPart[A], HasPlan, Copies.PlanCopier[A]:
  /** The operations on a value of this type, as data: the interpreter runs it, and [[shape]] is derived from it. */
  def plan: Plan

  final def shape: Shape = plan.shape

  override def writeBinary(value: Any, builder: BinaryBuilder): Unit = writeEvents(value.asInstanceOf[A], builder)

  override def readBinary(reader: BinaryReader, id: Int): Any = readEvents(reader, id)

  /** Elements `from` until `until` of a collection, the next of `values`. They have no markers: they are bodies, or
    * nulls if the type has a code for it.
    */
  def writeElements(values: Iterator[A], from: Int, until: Int, builder: BinaryBuilder): Unit =
    var index = from
    try
      while index < until do
        val value = values.next()
        if value == null then builder.putNull() else writeBinary(value, builder)
        index += 1
    catch case NonFatal(e) => throw Failures.writing(e).prepend(s"[$index]")

  /** Reads elements that [[writeElements]] wrote. */
  def readElements(reader: BinaryReader, from: Int, until: Int, into: Growable[A]): Unit =
    var index = from
    try
      while index < until do
        val value = readBinary(reader, -1)
        if value == null then Elements.refuseUnbuilt(this, reader)
        into.addOne(value.asInstanceOf[A])
        index += 1
    catch case NonFatal(e) => throw Failures.reading(e).prepend(s"[$index]")

  /** The body of a value that is not null, on any builder: by its plan, and by the code that is emitted for the fields
    * of classes.
    */
  def writeEvents(value: A, builder: PickleBuilder): Unit = EventWriter.nonNull(plan, value, builder)

  /** Reads a value that [[writeEvents]] wrote. */
  def readEvents(reader: PickleReader, id: Int): A = EventReader.nonNull(plan, reader, id).asInstanceOf[A]

  final def pickle(value: A, builder: PickleBuilder): Unit = PlanWriter.root(this, value, builder)

  final def unpickle(reader: PickleReader): A = PlanReader.root(this, reader)

  private[brine] final override def putPlace(value: A, builder: PickleBuilder): Unit =
    PlanWriter.place(this, value, builder)

  private[brine] final override def getPlace(reader: PickleReader): A = PlanReader.place(this, reader)

  private[brine] final override def subtypeFacts(runtimeClass: Class[?]): SubtypeFacts = new PlannedPickler.Facts(plan)

  private[brine] final def copyOf(value: A, options: PickleOptions): A = DeepCopy(value, this, plan, options)

  private[brine] final override def ofShape(writer: Shape): Unpickler[A] = new ResolvedUnpickler[A](writer, this)

  private[brine] final override def ofKnownShape(writer: Shape): Unpickler[A] = Resolutions.of(writer, this)

  private[brine] final override def ofShapeTable(
      fingerprint: Long,
      table: Array[Byte],
      read: () => Shape
  ): Unpickler[A] =
    Resolutions.ofTable(fingerprint, table, read, this)

  /** Writes a body by the back end for this builder and depth. */
  private[brine] final override def putBody(value: A, builder: PickleBuilder): Unit =
    val depth = builder.depth
    if depth >= builder.options.limits.emittedDepth || builder.options.sharesAll && !builder.sharesOnStack then
      PlanWriter.body(plan, value, builder)
    else
      builder.depth = depth + Plan.LevelCost
      builder match
        case binary: BinaryBuilder => writeBinary(value, binary)
        case other                 => writeEvents(value, other)
      builder.depth = depth

  /** The plan's properties that are tested for each value, or 0 until they have been computed. */
  private var facts: Byte = 0

  private def knownFacts: Int = if facts != 0 then facts else findFacts()

  private def findFacts(): Int =
    val p = plan
    val isMarker = p.nullness == Nullness.Marker
    val isBodyAtRoot = !(isMarker && p.isTracked) && !p.isInstanceOf[Plan.Versions]
    val ofPlace =
      if !isMarker then BodyAtPlace
      else if p.isTracked || p.isCollection then 0
      else if BinaryTags.isUnmarked(p.shape) then Unmarked
      else Marked
    facts = (Known | ofPlace | (if isBodyAtRoot then BodyAtRoot else 0)).toByte
    facts

  /** Begins a value at a place, null included, where that takes few steps: where it does not keep its identity.
    * Returns the remaining part: [[PlannedPickler.Body]], nothing ([[PlannedPickler.Null]]), or all of the place
    * ([[PlannedPickler.Place]]). For a builder that shares no more than necessary, and is not too deep.
    */
  private[brine] final def beginAtPlace(value: Any, builder: BinaryBuilder): Int =
    knownFacts & (Marked | BodyAtPlace | Unmarked) match
      case Marked => if builder.putPresence(value) then Body else Null
      case BodyAtPlace =>
        if value == null then builder.putNull(shape)
        if value == null then Null else Body
      case Unmarked =>
        if value == null then builder.putNull(shape) else builder.putPresent(shape)
        if value == null then Null else Body
      case _ => Place

  /** Begins to read a value that [[beginAtPlace]] began. */
  private[brine] final def nextAtPlace(reader: BinaryReader): Int = knownFacts & (Marked | BodyAtPlace | Unmarked) match
    case Marked      => if reader.getPresence() then Body else Null
    case BodyAtPlace => Body
    case Unmarked    => if reader.source.skipShort(BinaryTags.UnmarkedNull) then Null else Body
    case _           => Place

  private[brine] final override def isBodyAtRoot: Boolean = (knownFacts & BodyAtRoot) != 0

  /** Returns the pickler for the next value: that of its version. */
  private[brine] final def next(reader: PickleReader): PlannedPickler[A] = plan match
    case v: Plan.Versions => new PlannedPickler.MadePickler(v.next(reader))
    case _                => this

  private[brine] final override def getBody(reader: PickleReader, id: Int): A =
    val depth = reader.depth
    if depth >= reader.options.limits.emittedDepth || reader.options.sharesAll && !reader.sharesOnStack then
      PlanReader.body(plan, reader, id).asInstanceOf[A]
    else
      reader.depth = depth + Plan.LevelCost
      val value = reader match
        case binary: BinaryReader => readBinary(binary, id).asInstanceOf[A]
        case other                => readEvents(other, id)
      reader.depth = depth
      value

private[brine] object PlannedPickler:
  private inline val Known = 1
  private inline val BodyAtRoot = 2

  // The forms of a place: a marker of one byte, for null or not, and then the body; or a body with its own null; or a
  // null that differs from every body.
  private inline val Marked = 4
  private inline val BodyAtPlace = 8
  private inline val Unmarked = 16

  /** The remaining part of a place: the body of a value that is not null; nothing; or all of it, since nothing was
    * done yet.
    */
  final val Body = 0
  final val Null = 1
  final val Place = 2

  private final class Facts(plan: Plan) extends PlanFacts(plan):
    protected def picklerOf(leaf: Plan): Pickler[Any] = new MadePickler[Any](leaf)

  /** A pickler for a plan that was made, not derived. */
  final class MadePickler[A](val plan: Plan) extends PlannedPickler[A]
