package brine.region

import scala.collection.mutable
import brine.{PickleBuilder, PickleException, PickleOptions, Pickler, Sharing, Subtype}
import brine.shape.{ScalarKind, Shape}

/** Finds the path of an object that holds itself, by its pickler's calls. Visits each object once, and lays out
  * nothing. Runs only after a [[RegionBuilder]] has met a cycle.
  */
private[region] final class CycleSearch(options: PickleOptions)
    extends PickleBuilder(options.copy(sharing = Sharing.All)):
  /** The enclosing objects, from the root on: the number of each, or -1, and the path segment that leads further down.
    */
  private val around = mutable.ArrayBuffer.empty[Int]
  private val segments = mutable.ArrayBuffer.empty[String]
  private val open = new java.util.BitSet
  private var pending = -1

  private def begin(): Unit =
    around += pending
    segments += ""
    if pending >= 0 then open.set(pending)
    pending = -1

  private def at(segment: => String): Unit = segments(segments.length - 1) = segment

  private def end(): Unit =
    val id = around.remove(around.length - 1)
    segments.remove(segments.length - 1): Unit
    if id >= 0 then open.clear(id)

  def putIdentity(id: Int): Unit = pending = id

  def putReference(id: Int, arity: Int): Unit =
    pending = -1
    if open.get(id) then throw CycleSearch.found(segments.take(around.indexOf(id)).toVector, segments.toVector)

  def beginProduct(shape: Shape.Product): Unit = begin()
  def beginField(shape: Shape.Product, index: Int): Unit = at("." + shape.fieldNames(index))
  def endProduct(shape: Shape.Product): Unit = end()
  def beginSequence(shape: Shape.Sequence, size: Int, hasNulls: Boolean): Unit = begin()
  def beginElement(shape: Shape.Sequence, index: Int): Unit = at(s"[$index]")
  def endSequence(shape: Shape.Sequence): Unit = end()
  def beginMapping(shape: Shape.Mapping, size: Int, hasNulls: Boolean): Unit = begin()
  def beginKey(shape: Shape.Mapping, index: Int): Unit = at(s".keys[$index]")
  def beginValue(shape: Shape.Mapping, index: Int): Unit = at(s".values[$index]")
  def endMapping(shape: Shape.Mapping): Unit = end()

  // Parts without objects, or without a segment in a path.
  override def asksEachElement: Boolean = true
  override def putArray(shape: Shape.Sequence, kind: ScalarKind, array: AnyRef): Unit = ()
  private[brine] override def putByHand(pickler: Pickler[Any], value: Any): Boolean = true
  def putNull(): Unit = ()
  def putPresent(): Unit = ()
  def putUnit(): Unit = ()
  def putBoolean(value: Boolean): Unit = ()
  def putByte(value: Byte): Unit = ()
  def putShort(value: Short): Unit = ()
  def putChar(value: Char): Unit = ()
  def putInt(value: Int): Unit = ()
  def putLong(value: Long): Unit = ()
  def putFloat(value: Float): Unit = ()
  def putDouble(value: Double): Unit = ()
  def putString(value: String | Null): Unit = ()
  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit = ()
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit = ()
  def putSingleton(shape: Shape.Sum, leaf: Int): Unit = ()
  def beginOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = ()
  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = ()
  def putNone(shape: Shape.Optional): Unit = ()
  def beginSome(shape: Shape.Optional, isNull: Boolean): Unit = ()
  def endSome(shape: Shape.Optional): Unit = ()

private[region] object CycleSearch:
  /** The number of segments at the beginning and at the end of a path that an error shows. */
  private final val Shown = 8

  /** Adds the path of the cycle to the failure `met`. */
  def located[A](value: A, pickler: Pickler[A], options: PickleOptions, met: PickleException): PickleException =
    try
      pickler.putPlace(value, new CycleSearch(options))
      met
    catch case e: PickleException.NotCompact => e

  private def found(first: Vector[String], again: Vector[String]): PickleException =
    new PickleException.NotCompact(
      s"the object at ${text(first)}",
      s"refers to itself, by ${text(again)}. An object of a region lies before all that refer to it: leave that " +
        "reference out"
    )

  private def text(path: Vector[String]): String =
    if path.length <= 2 * Shown then path.mkString("$", "", "")
    else path.take(Shown).mkString("$", "", ".…") + path.takeRight(Shown).mkString
