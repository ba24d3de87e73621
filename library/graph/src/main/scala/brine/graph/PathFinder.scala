package brine.graph

import scala.collection.mutable.ArrayBuffer
import brine.{HandwrittenCalls, PickleOptions, Pickler, Replacements, Sharing}
import brine.graph.clustered.PathText
import brine.graph.clustered.writing.DiscardingBuilder
import brine.shape.Shape

/** Receives the calls of a pickler as a format does, and records the paths of one object. */
private[graph] final class PathFinder(target: AnyRef, most: Int, options: PickleOptions)
    extends DiscardingBuilder(options.copy(sharing = Sharing.All)), Replacements[Pickler[Any]]:
  val paths: ArrayBuffer[String] = ArrayBuffer.empty

  // The shapes around a place, and the part of each: a field, an element, a key (even) or a value (odd) of a map.
  private var around = new Array[Shape](16)
  private var part = new Array[Int](16)
  private var nesting = 0

  private[brine] override def replacements: Replacements[Pickler[Any]] | Null = this

  def putReplaced(pickler: Pickler[Any], value: AnyRef): Unit = HandwrittenCalls.putMarked(pickler, value, this)

  def replacement(value: AnyRef): AnyRef | Null =
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

  override def beginProduct(shape: Shape.Product): Unit = begin(shape)
  override def beginField(shape: Shape.Product, index: Int): Unit = at(index)
  override def endProduct(shape: Shape.Product): Unit = end()
  override def beginSequence(shape: Shape.Sequence, size: Int, hasNulls: Boolean): Unit = begin(shape)
  override def beginElement(shape: Shape.Sequence, index: Int): Unit = at(index)
  override def endSequence(shape: Shape.Sequence): Unit = end()
  override def beginMapping(shape: Shape.Mapping, size: Int, hasNulls: Boolean): Unit = begin(shape)
  override def beginKey(shape: Shape.Mapping, index: Int): Unit = at(index * 2)
  override def beginValue(shape: Shape.Mapping, index: Int): Unit = at(index * 2 + 1)
  override def endMapping(shape: Shape.Mapping): Unit = end()
