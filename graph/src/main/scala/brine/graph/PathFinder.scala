package brine.graph

import scala.collection.mutable.ArrayBuffer
import brine.{PickleBuilder, PickleOptions, Sharing, Subtype}
import brine.graph.clustered.PathText
import brine.shape.{ScalarKind, Shape}

/** Is given a graph as a format is, and remembers where one object of it stands. */
private[graph] final class PathFinder(target: AnyRef, most: Int, options: PickleOptions)
    extends PickleBuilder(options.copy(sharing = Sharing.All)):
  val paths: ArrayBuffer[String] = ArrayBuffer.empty

  // What is around a place, and which part of it that is: a field, an element, of a map a key (even) or a value (odd).
  private var around = new Array[Shape](16)
  private var part = new Array[Int](16)
  private var nesting = 0

  private[brine] override val replacesObjects: Boolean = true

  private[brine] override def replacement(value: AnyRef): AnyRef | Null =
    if (value eq target) && paths.length < most then paths += path
    value

  private def path: String = PathText(nesting) { i =>
    around(i) match
      case p: Shape.Product  => s".${p.fieldNames(part(i))}"
      case _: Shape.Sequence => s"[${part(i)}]"
      case _                 => if (part(i) & 1) == 0 then s".keys[${part(i) / 2}]" else s".values[${part(i) / 2}]"
  }

  private def begin(shape: Shape): Unit =
    if nesting == around.length then
      around = java.util.Arrays.copyOf(around, nesting * 2)
      part = java.util.Arrays.copyOf(part, nesting * 2)
    around(nesting) = shape
    nesting += 1

  private def end(): Unit = nesting -= 1
  private def at(index: Int): Unit = part(nesting - 1) = index

  def beginProduct(shape: Shape.Product): Unit = begin(shape)
  def beginField(shape: Shape.Product, index: Int): Unit = at(index)
  def endProduct(shape: Shape.Product): Unit = end()
  def beginSequence(shape: Shape.Sequence, size: Int, hasNulls: Boolean): Unit = begin(shape)
  def beginElement(shape: Shape.Sequence, index: Int): Unit = at(index)
  def endSequence(shape: Shape.Sequence): Unit = end()
  def beginMapping(shape: Shape.Mapping, size: Int, hasNulls: Boolean): Unit = begin(shape)
  def beginKey(shape: Shape.Mapping, index: Int): Unit = at(index * 2)
  def beginValue(shape: Shape.Mapping, index: Int): Unit = at(index * 2 + 1)
  def endMapping(shape: Shape.Mapping): Unit = end()
  override def putArray(shape: Shape.Sequence, kind: ScalarKind, array: AnyRef): Unit = ()
  override def putArrayClass(shape: Shape.Sequence, name: String): Unit = ()

  // What has no parts, or has them at its own place.
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
  def putReference(id: Int, arity: Int): Unit = ()
  def putIdentity(id: Int): Unit = ()
