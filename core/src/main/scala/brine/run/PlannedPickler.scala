package brine.run

import scala.collection.mutable.Growable
import scala.util.control.NonFatal
import brine.{Failures, internal, PickleBuilder, PickleReader, SubtypeFacts, Unpickler}
import brine.binary.{BinaryBuilder, BinaryReader, BinaryTags}
import brine.cache.PicklerPart
import brine.plan.{HasPlan, Plan}
import brine.shape.{Nullness, Shape}
import PlannedPickler.{Body, BodyAtPlace, BodyAtRoot, Known, Marked, Null, Place, Unmarked}

/** A pickler with a plan: derived ones, the standard ones and combinators.
  *
  * It has three back ends, which give the same bytes: code for the binary format; calls on any builder and reader,
  * made on the Java stack by [[EventWriter]] and [[EventReader]] and by the code that is emitted for the fields of
  * classes; and the interpreter of its plan, for what is nested too deep for the stack and for [[brine.Sharing.All]]. This
  * class chooses.
  */
@internal
abstract class PlannedPickler[A] extends PicklerPart[A], HasPlan:
  /** What to do with a value of this type, as data that can be run: what the interpreter runs, and [[shape]] is read off. */
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

  /** Mirrors [[writeElements]]. */
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

  /** Mirrors [[writeEvents]]. */
  def readEvents(reader: PickleReader, id: Int): A = EventReader.nonNull(plan, reader, id).asInstanceOf[A]

  final def pickle(value: A, builder: PickleBuilder): Unit = PlanWriter.root(this, value, builder)

  final def unpickle(reader: PickleReader): A = PlanReader.root(this, reader)

  private[brine] final override def putPlace(value: A, builder: PickleBuilder): Unit = PlanWriter.place(this, value, builder)

  private[brine] final override def getPlace(reader: PickleReader): A = PlanReader.place(this, reader)

  private[brine] final override def subtypeFacts(runtimeClass: Class[?]): SubtypeFacts = new PlanFacts(plan)

  private[brine] final override def ofShape(writer: Shape): Unpickler[A] = new ResolvedUnpickler[A](writer, this)

  private[brine] final override def ofKnownShape(writer: Shape): Unpickler[A] = Resolutions.of(writer, this)

  private[brine] final override def ofShapeTable(fingerprint: Long, table: Array[Byte], read: () => Shape): Unpickler[A] =
    Resolutions.ofTable(fingerprint, table, read, this)

  /** Whichever back end fits this builder and depth. */
  private[brine] final def writeBody(value: A, builder: PickleBuilder): Unit =
    val depth = builder.depth
    if depth >= builder.options.limits.emittedDepth || builder.options.sharesAll && !builder.sharesOnStack then
      PlanWriter.body(plan, value, builder)
    else
      builder.depth = depth + Plan.LevelCost
      builder match
        case binary: BinaryBuilder => writeBinary(value, binary)
        case other                 => writeEvents(value, other)
      builder.depth = depth

  /** What is asked of the plan for each value, or 0 until it has been. */
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

  /** Begins a value at a place, null included, where that takes few steps: where it is not asked for its identity. What comes
    * next is [[PlannedPickler.Body]], nothing ([[PlannedPickler.Null]]), or all that stands at a place ([[PlannedPickler.Place]]).
    * For a builder that shares no more than must be, and is not too deep.
    */
  private[brine] final def beginAtPlace(value: Any, builder: BinaryBuilder): Int = knownFacts & (Marked | BodyAtPlace | Unmarked) match
    case Marked => if builder.putPresence(value) then Body else Null
    case BodyAtPlace =>
      if value == null then builder.putNull(shape)
      if value == null then Null else Body
    case Unmarked =>
      if value == null then builder.putNull(shape) else builder.putPresent(shape)
      if value == null then Null else Body
    case _ => Place

  /** Mirrors [[beginAtPlace]]. */
  private[brine] final def nextAtPlace(reader: BinaryReader): Int = knownFacts & (Marked | BodyAtPlace | Unmarked) match
    case Marked      => if reader.getPresence() then Body else Null
    case BodyAtPlace => Body
    case Unmarked    => if reader.source.skipShort(BinaryTags.UnmarkedNull) then Null else Body
    case _           => Place

  private[brine] final override def isBodyAtRoot: Boolean = (knownFacts & BodyAtRoot) != 0

  /** What reads the value that comes. */
  private[brine] final def next(reader: PickleReader): PlannedPickler[A] = plan match
    case v: Plan.Versions => new PlannedPickler.Of(v.next(reader))
    case _                => this

  private[brine] final def readBody(reader: PickleReader, id: Int): A =
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

  // What stands at a place: a marker of one byte, for null or not, and then the body; the body, which has a null of its own;
  // a null that the body is told from.
  private inline val Marked = 4
  private inline val BodyAtPlace = 8
  private inline val Unmarked = 16

  /** What comes next at a place: the body of a value that is not null; nothing; or it is not known, since nothing was done yet. */
  final val Body = 0
  final val Null = 1
  final val Place = 2

  /** Of a plan that was made, not derived. */
  final class Of[A](val plan: Plan) extends PlannedPickler[A]
