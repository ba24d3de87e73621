package brine.json.reading.parts

import brine.PickleReader
import brine.json.text.{ByteStack, JsonCursor, Tag}
import brine.shape.Shape

/** Reads the beginnings and ends of collections and maps. */
private[json] class JsonCollections(cursor: JsonCursor, rules: ReadRules, scalars: JsonScalars):
  import JsonCollections.*
  import JsonCursor.*
  import ReadRules.wasShared
  import cursor.*

  /** For each sequence and mapping around: 1 if an object with its number is around it. */
  protected final val open = new ByteStack

  def beginSequence(shape: Shape.Sequence): Long = beginCollection(shape, tags.items, '[')

  /** Begins a map that has members of the object around it. */
  final def beginRest(): Long =
    open.push(OfRest)
    Header

  /** Returns true if the open map has such members. */
  final def isRest: Boolean = open.top == OfRest

  def beginMap(shape: Shape.Mapping): Long =
    if !rules.isObject(shape) then beginCollection(shape, tags.entries, '[')
    else if look() == '{' && !isAt(tags.entries) && !isAt(tags.id) && !isAt(tags.ref) then
      open.push(0)
      Header
    else beginCollection(shape, tags.entries, '{')

  /** `contents`: the member that holds the collection where it has a number. */
  final def beginCollection(shape: Shape, contents: Tag, first: Byte): Long =
    val token = look()
    if token == 'n' then
      scalars.takeNullValue()
      PickleReader.NullTag
    else
      val isNumbered = isAt(contents)
      if isNumbered then takeKey()
      else if isAt(tags.id) || isAt(tags.ref) then throw wasShared(shape)
      else if token == '{' then expected(s"'${first.toChar}' for ${shape.name}")
      begin(first)
      if first == '{' then openMembers()
      open.push(if isNumbered then 1 else 0)
      Header

  final def endCollection(): Unit = if open.pop() == 1 then begin('}')

  def nextElement(shape: Shape.Sequence, index: Int, size: Int): Boolean = nextOf(index)

  /** Returns true if an array goes on. */
  final def nextOf(index: Int): Boolean =
    if index == 0 then !in.takes(']')
    else if in.takes(',') then true
    else if in.takes(']') then false
    else expected("',' or ']'")

  /** Takes an array of bytes that has another form than an array of numbers; null if it has that form. */
  def takeBytes(): Array[Byte] | Null = null

  def endSequence(shape: Shape.Sequence): Unit = endCollection()

  def nextEntry(shape: Shape.Mapping, index: Int, size: Int): Boolean =
    if rules.isObject(shape) then
      if index > 0 then nextMember()
      toKey(ahead == Key)
    else
      if index > 0 then begin(']')
      val goesOn = nextOf(index)
      if goesOn then begin('[')
      goesOn

  /** Notes that a key is next, if `isNext`. */
  final def toKey(isNext: Boolean): Boolean =
    ahead = if isNext then KeyNext else Fresh
    isNext

  def beginValue(shape: Shape.Mapping): Unit = if !rules.isObject(shape) then begin(',')

private object JsonCollections:
  /** A note about a map that has members of the object around it. */
  final val OfRest = 4

  /** Each element has a tag, since any can be null. */
  val Header = PickleReader.header(PickleReader.UnknownSize, hasNulls = true)
