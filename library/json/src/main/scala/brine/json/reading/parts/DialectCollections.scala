package brine.json.reading.parts

import brine.json.dialects.JsonDialect
import brine.json.looks.ByteTexts
import brine.json.text.JsonCursor
import brine.shape.Shape
import JsonDialect.*

/** Reads the beginnings and ends of collections and maps in a dialect. */
private[json] final class DialectCollections(cursor: JsonCursor, rules: DialectRules, scalars: DialectScalars)
    extends JsonCollections(cursor, rules, scalars):
  import DialectCollections.Single
  import JsonCursor.*
  import cursor.*
  import rules.{dialect, takes}

  override def nextElement(shape: Shape.Sequence, index: Int, size: Int): Boolean =
    rules.atPlace()
    if rules.takesSingles && open.top == Single then index == 0 else super.nextElement(shape, index, size)

  override def nextEntry(shape: Shape.Mapping, index: Int, size: Int): Boolean =
    rules.atPlace()
    super.nextEntry(shape, index, size)

  override def beginValue(shape: Shape.Mapping): Unit =
    rules.atPlace()
    super.beginValue(shape)

  val isMarked = dialect.marks == Marks.Written

  /** Takes `[]` for an object without members. */
  def takeEmptyArray(): Unit =
    begin('[')
    begin(']')
    ahead = Empty

  /** Returns true if the value that is next stands for an array of it. */
  def isSingle: Boolean =
    if ahead == Fresh then
      in.peek() match
        case '[' | 'n' => false
        case '{'       => !in.firstName().exists(isOfCollection)
        case _         => true
    else ahead == Empty || ahead == Key && !isAt(tags.items) && !isAt(tags.id) && !isAt(tags.ref)

  private def isOfCollection(name: String): Boolean = name == tags.items.text || tags.isOfIdentity(name)

  override def beginSequence(shape: Shape.Sequence): Long =
    if rules.takesSingles && isSingle then
      open.push(Single)
      JsonCollections.Header
    else super.beginSequence(shape)

  override def endSequence(shape: Shape.Sequence): Unit =
    if rules.takesSingles && open.top == Single then { val ignored = open.pop() }
    else super.endSequence(shape)

  /** Without marks no map has a number, so all keys are the map's own. */
  override def beginMap(shape: Shape.Mapping): Long =
    if ahead == Fresh && takes(Lenient.EmptyArrays) && rules.isObject(shape) && in.peek() == '[' then takeEmptyArray()
    if !isMarked && rules.isObject(shape) && look() == '{' then
      open.push(0)
      JsonCollections.Header
    else super.beginMap(shape)

  override def takeBytes(): Array[Byte] | Null =
    if dialect.bytes == Bytes.Numbers then null
    else
      look() match
        case '"' => bytes()
        case '{' if isAt(tags.items) =>
          takeKey()
          val all = bytes()
          begin('}')
          all
        case _ => null

  private def bytes(): Array[Byte] =
    if in.peek() != '"' then expected("a string")
    val all = ByteTexts.bytes(in.readText(), dialect.bytes, takes(Lenient.Unpadded))
    if all == null then refuse(s"bytes in the form ${dialect.bytes}")
    all

private object DialectCollections:
  /** Instead of an array: its only element. */
  final val Single = 2
