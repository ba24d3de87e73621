package brine.json.streams

import brine.json.text.{JsonInput, ValueStream}
import brine.PickleException
import brine.wire.ByteSource

/** Finds the values of one document that a path leads to, in their order. It keeps the open objects and arrays of the
  * path, and no other text. It skips other values, which it checks as any reader does.
  *
  * @param takesFirst true if a second member of one name is skipped; it is refused otherwise
  * @param admitsNone true if a missing member stands for an empty collection
  */
private[json] final class PathFinder(
    source: ByteSource,
    path: List[PathStep],
    takesFirst: Boolean,
    admitsNone: Boolean
) extends ElementFinder(source):
  private val steps = path.toArray

  /** The number of objects and arrays that are open. */
  private var depth = 0

  /** For each level, the index of the part that is next or was read last. */
  private val indices = new Array[Long](steps.length)

  /** For each level, the name of its member. */
  private val names = new Array[String | Null](steps.length)

  /** For each level, true if the one part of its step was there. */
  private val found = new Array[Boolean](steps.length)

  protected def find(): Boolean =
    var isAtValue = isFirst
    if isFirst then begin()
    while !isAtValue && depth > 0 || isAtValue && depth < steps.length do
      if isAtValue then
        open()
        isAtValue = false
      else if nextPart() then { if matches() then isAtValue = true else skip() }
      else
        checkFound()
        depth -= 1
    if !isAtValue then end()
    isAtValue

  private def begin(): Unit =
    skipBlanks()
    if source.atEnd() then
      throw new PickleException.Truncated(s"expected ${if steps.isEmpty then "a value" else kind(0)}").atOffset(
        source.offset
      )
    checkEncoding()

  private def end(): Unit =
    skipBlanks()
    if !source.atEnd() then fail(s"expected nothing behind ${if steps.isEmpty then "the value" else s"the ${bare(0)}"}")

  private def kind(level: Int): String = s"an ${bare(level)}"

  private def bare(level: Int): String = if steps(level).isOfObject then "object" else "array"

  private def open(): Unit =
    val first = if steps(depth).isOfObject then '{' else '['
    if depth == 0 then
      val byte = source.getByte()
      val isOtherEncoding = !source.atEnd() && source.peekByte() == 0
      if !isOtherEncoding && byte != first && (byte == '{' || byte == '[') then
        throw new PickleException.Malformed(s"expected ${kind(0)}").atOffset(source.offset - 1)
      if isOtherEncoding || byte != first then refuseStart(Array(byte))
    else if source.atEnd() || source.peekByte() != first then fail(s"expected ${kind(depth)}")
    else source.skip(1)
    indices(depth) = -1
    names(depth) = null
    found(depth) = false
    depth += 1

  /** Goes to the value of the next part of the innermost level. Returns false behind the end of that level. */
  private def nextPart(): Boolean =
    val level = depth - 1
    val isObject = steps(level).isOfObject
    indices(level) += 1
    names(level) = null
    skipBlanks()
    if source.atEnd() then throw new PickleException.Truncated(s"in ${kind(level)}").atOffset(source.offset)
    val end = if isObject then '}' else ']'
    if source.peekByte() == end then
      source.skip(1)
      false
    else
      if indices(level) > 0 then take(',', s"',' or '$end'")
      if isObject then
        names(level) = value(_.readText())
        take(':', "':'")
      true

  private def take(token: Char, expected: String): Unit =
    skipBlanks()
    if source.atEnd() then throw new PickleException.Truncated("in the middle of a JSON value").atOffset(source.offset)
    if source.peekByte() != token then fail(s"expected $expected")
    source.skip(1)
    skipBlanks()

  /** Returns true if the path goes on in the part that is next. */
  private def matches(): Boolean =
    val level = depth - 1
    val isOne = steps(level) match
      case PathStep.Elements | PathStep.Members => return true
      case PathStep.Member(name)                => names(level) == name
      case PathStep.Index(index)                => indices(level) == index
    val isSecond = isOne && found(level)
    if isSecond && !takesFirst then throw new PickleException.DuplicateField("the object", names(level).nn)
    found(level) |= isOne
    isOne && !isSecond

  private def checkFound(): Unit =
    val level = depth - 1
    steps(level) match
      case PathStep.Member(name) if !found(level) && !admitsNone =>
        names(level) = null
        throw new PickleException.MissingField("the object", name)
      case PathStep.Index(index) if !found(level) => fail(s"expected an element with the index $index")
      case _                                      => ()

  private def skip(): Unit = value(_.skip())

  private def value[A](read: JsonInput => A): A =
    val in = new JsonInput(new Array(PathFinder.Buffer), 0, 0, new ValueStream(source), source.offset)
    val value = read(in)
    if !in.isAtEnd then in.fail("unexpected text after the value")
    value

  def segments(count: Long): List[String] =
    // The only array is named before and behind it, too.
    val levels = if depth == 0 && steps.headOption.contains(PathStep.Elements) then 1 else depth
    (0 until levels).toList.flatMap(level =>
      if !steps(level).isOfObject then Some(s"[${math.max(indices(level), 0)}]")
      else Option(names(level)).map(PathStep.segment)
    )

private object PathFinder:
  /** Bytes of the buffer for a name or a skipped value; more are fetched, and forgotten. */
  private final val Buffer = 256
