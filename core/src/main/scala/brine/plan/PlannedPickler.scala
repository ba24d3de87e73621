package brine.plan

import scala.collection.mutable.Growable
import scala.util.control.NonFatal
import brine.{Pickler, PickleBuilder, PickleReader, Sharing}
import brine.binary.{BinaryBuilder, BinaryReader, BinaryTags}
import brine.shape.{Nullness, Shape}

/** A pickler with a plan: derived ones, the standard ones and combinators.
  *
  * It has three back ends, which give the same bytes: code for the binary format; calls on any builder and reader,
  * made on the Java stack by [[EventWriter]] and [[EventReader]] and by the code that is emitted for the fields of
  * classes; and the interpreter of its plan, for what is nested too deep for the stack and for [[Sharing.All]]. This
  * class chooses.
  */
abstract class PlannedPickler[A] extends Pickler[A]:
  /** What to do with a value of this type, as data that can be run: what the interpreter runs, and [[shape]] is read off. */
  def plan: Plan

  final def shape: Shape = plan.shape

  /** The body of a value that is not null, by code for the binary format; as for any other unless overridden. */
  def writeBinary(value: A, builder: BinaryBuilder): Unit = writeEvents(value, builder)

  /** Mirrors [[writeBinary]]. `id` is the object's number if it is tracked, else -1. */
  def readBinary(reader: BinaryReader, id: Int): A = readEvents(reader, id)

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
    catch case NonFatal(e) => throw PlanWriter.failure(e).prepend(s"[$index]")

  /** Mirrors [[writeElements]]. */
  def readElements(reader: BinaryReader, from: Int, until: Int, into: Growable[A]): Unit =
    var index = from
    try
      while index < until do
        val value = readBinary(reader, -1)
        if value == null then Elements.refuseUnbuilt(this, reader)
        into.addOne(value)
        index += 1
    catch case NonFatal(e) => throw PlanReader.failure(e).prepend(s"[$index]")

  /** The body of a value that is not null, on any builder: by its plan, and by the code that is emitted for the fields
    * of classes.
    */
  def writeEvents(value: A, builder: PickleBuilder): Unit = EventWriter.nonNull(plan, value, builder)

  /** Mirrors [[writeEvents]]. */
  def readEvents(reader: PickleReader, id: Int): A = EventReader.nonNull(plan, reader, id).asInstanceOf[A]

  final def pickle(value: A, builder: PickleBuilder): Unit = PlanWriter.root(this, value, builder)

  final def unpickle(reader: PickleReader): A = PlanReader.root(this, reader)

  /** Whichever back end fits this builder and depth. */
  private[brine] final def writeBody(value: A, builder: PickleBuilder): Unit =
    val depth = builder.depth
    if depth >= builder.options.limits.emittedDepth || builder.options.sharing == Sharing.All then
      PlanWriter.body(plan, value, builder)
    else
      builder.depth = depth + Plan.LevelCost
      builder match
        case binary: BinaryBuilder => writeBinary(value, binary)
        case other                 => writeEvents(value, other)
      builder.depth = depth

  /** 0 until it is known. */
  private var plainness: Byte = 0

  /** Whether at its place there is a marker of one byte, for null or not, and then the body: values, which nothing refers to. */
  private[brine] final def isPlain: Boolean =
    if plainness == 0 then
      val p = plan
      val isPlain = p.nullness == Nullness.Marker && !p.isTracked && !p.isCollection && !BinaryTags.isUnmarked(p.shape)
      plainness = if isPlain then 1 else 2
    plainness == 1

  /** What reads the value that comes. */
  private[plan] final def next(reader: PickleReader): PlannedPickler[A] = plan match
    case v: Plan.Versions => new PlannedPickler.Of(v.next(reader))
    case _                => this

  private[brine] final def readBody(reader: PickleReader, id: Int): A =
    val depth = reader.depth
    if depth >= reader.options.limits.emittedDepth || reader.options.sharing == Sharing.All then
      PlanReader.body(plan, reader, id).asInstanceOf[A]
    else
      reader.depth = depth + Plan.LevelCost
      val value = reader match
        case binary: BinaryReader => readBinary(binary, id)
        case other                => readEvents(other, id)
      reader.depth = depth
      value

private[brine] object PlannedPickler:
  /** Of a plan that was made, not derived. */
  final class Of[A](val plan: Plan) extends PlannedPickler[A]
