package brine.json.errors

import brine.json.dialects.JsonDialect
import brine.json.looks.Looks
import brine.json.streams.PathStep
import scala.collection.mutable.ListBuffer
import brine.PickleException
import brine.shape.Shape

/** Finds the errors of a document that a read has refused, by more reads of the whole document.
  *
  * The offset of a failure tells the member or element with the error. The next read has that member as the last one of
  * its object, or has no element up to that one, and so fails at the next error. Each read is one as any other, from
  * the root: no second reader has to agree with the first.
  *
  * Members keep their object, so a class is found by its members as before. An array whose elements cannot be left out,
  * as of a tuple, shows its first error only. The fields that an object lacks are found by its class, in a read without
  * the members that have errors.
  *
  * @param text    the document, without comments
  * @param dialect the dialect of the read
  * @param read    reads a document
  */
private[json] final class ErrorCollection(text: Array[Byte], dialect: JsonDialect, read: Array[Byte] => Any):
  import ErrorCollection.*

  private val errors = new ListBuffer[JsonError]

  /** The bytes that may still be read. */
  private var left = LeastBytes + text.length.toLong * MostReads

  private def isOver: Boolean = left < 0 || errors.length >= MostErrors

  /** All errors. `first` is the failure of the read of [[text]]. */
  def of(first: PickleException): JsonErrors =
    val root = ValuePart.root(text)
    first match
      case _ if root == null =>
        add(first, JsonError.Code.Syntax, Nil, first.offset)
      case _: (PickleException.LimitExceeded | PickleException.UnsupportedType | PickleException.InputOutput |
            PickleException.TrailingBytes) =>
        add(first, codeOf(first), Nil, first.offset)
      case _ => node(root.nn, Nil, slice(0, root.nn.from), slice(root.nn.until, text.length), first, 0)
    if errors.isEmpty then add(first, codeOf(first), Nil, first.offset)
    new JsonErrors(errors.head, errors.tail.toList, !isOver)

  /** The failure of a read of these bytes, or null. */
  private def failure(bytes: Array[Byte]): PickleException | Null =
    val e = PickleException.either(read(bytes)).fold(e => e, _ => null)
    val taken: Long = if e == null then bytes.length else e.offset
    left -= taken + bytes.length / CopiesPerRead
    e

  /** Adds the errors in one value.
    *
    * @param path   the path to the value, its last step first
    * @param before the bytes before the value in the read that failed
    * @param after  the bytes behind it
    */
  private def node(
      value: ValuePart,
      path: List[PathStep],
      before: Array[Byte],
      after: Array[Byte],
      failed: PickleException,
      level: Int
  ): Unit =
    def parts = ValuePart.of(text, value.from, value.until)
    text(value.from) match
      case '{' if level < MostLevels => members(value, parts, path, before, after, failed, level)
      case '[' if level < MostLevels => elements(value, parts, path, before, after, failed, level)
      case _                         => addOwn(failed, path, value.from + failed.offset - before.length, None)

  private def members(
      value: ValuePart,
      parts: Vector[ValuePart],
      path: List[PathStep],
      before: Array[Byte],
      after: Array[Byte],
      failed: PickleException,
      level: Int
  ): Unit =
    var good = parts
    var bad = Vector.empty[ValuePart]
    var own: PickleException | Null = null
    var goesOn = true
    while goesOn && !isOver do
      val all = new Arrangement(text, before, '{', good ++ bad, '}', after)
      val e = failure(all.bytes)
      val at = if e == null then -1 else all.indexOf(e.offset)
      goesOn = at >= 0 && at < good.length
      if goesOn then
        val part = good(at)
        if e.offset >= all.valueAt(at) then
          node(part, part.token :: path, all.until(all.valueAt(at)), all.from(all.endAt(at)), e, level + 1)
        else addOwn(e, part.token :: path, part.start, None)
        // Without the name of its leaf, an object has other errors.
        goesOn = !(e.isOfLeafName && e.pointer.count(_ == '/') == path.length + 1)
        good = good.patch(at, Nil, 1)
        bad :+= part
      else if bad.isEmpty then own = if e == null then failed else e
    if own != null then addOwn(own, path, value.until, Some(parts))
    else if !isOver then
      val all = new Arrangement(text, before, '{', good, '}', after)
      failure(all.bytes) match
        case e: PickleException.MissingField if e.offset <= all.end => addOwn(e, path, value.until, Some(parts))
        case _                                                      => ()

  private def elements(
      value: ValuePart,
      parts: Vector[ValuePart],
      path: List[PathStep],
      before: Array[Byte],
      after: Array[Byte],
      failed: PickleException,
      level: Int
  ): Unit =
    val none = new Arrangement(text, before, '[', Vector.empty, ']', after)
    val e = failure(none.bytes)
    val mayBeLeftOut = e == null || e.offset > none.end
    var rest = parts
    if parts.isEmpty then addOwn(failed, path, value.until, None)
    while rest.nonEmpty && !isOver do
      val all = new Arrangement(text, before, '[', rest, ']', after)
      val e = failure(all.bytes)
      val at = if e == null then -1 else all.indexOf(e.offset)
      if at >= 0 then
        val part = rest(at)
        node(part, part.token :: path, all.until(all.valueAt(at)), all.from(all.endAt(at)), e, level + 1)
        rest = if mayBeLeftOut then rest.drop(at + 1) else Vector.empty
      else
        if rest.length == parts.length then addOwn(if e == null then failed else e, path, value.until, None)
        rest = Vector.empty

  /** Adds an error of a value itself. For an object that lacks a field, adds all the fields that it lacks. */
  private def addOwn(
      e: PickleException,
      path: List[PathStep],
      offset: Long,
      members: Option[Vector[ValuePart]]
  ): Unit =
    e match
      // The object may be there, and only come later now.
      case _: PickleException.BadReference if errors.nonEmpty => ()
      case e: PickleException.MissingField if e.shape != null && members.isDefined =>
        val names = members.get.map(_.token).collect { case PathStep.Member(name) => name }.toSet
        for missing <- missingOf(e.shape.nn, names) if errors.length < MostErrors do
          add(missing, JsonError.Code.MissingField, path, offset)
      case _ => add(e, codeOf(e), path, offset)

  /** The failure for each field that an object with these members lacks. */
  private def missingOf(shape: Shape.Product, names: Set[String]): Seq[PickleException] =
    val look = Looks.ofClass(shape, dialect)
    def isThere(field: Int) = names.contains(look.written(field)) ||
      shape.aliases.exists((alias, owner) => owner == field && names.contains(alias))
    shape.fieldNames.indices.filter(i => !look.canBeMissing(i) && !isThere(i)).map(
      PickleException.MissingField.of(shape, _)
    )

  private def add(e: PickleException, code: JsonError.Code, path: List[PathStep], offset: Long): Unit =
    val steps = path.reverse
    errors += JsonError(code, e.reason, jsonPath(steps), pointer(steps), math.max(offset, 0))

  private def slice(from: Int, until: Int): Array[Byte] = java.util.Arrays.copyOfRange(text, from, until)

private[json] object ErrorCollection:
  /** The errors that one search reports. */
  final val MostErrors = 100

  /** The levels of objects and arrays that are looked into. */
  private final val MostLevels = 100

  /** A search reads these bytes, and as many documents. */
  private final val LeastBytes = 1L << 20
  private final val MostReads = 64

  /** A copy of a document takes less time than a read. */
  private final val CopiesPerRead = 8

  /** The error of a text that has no bytes. */
  def notUnicode(e: PickleException): JsonErrors =
    new JsonErrors(JsonError(JsonError.Code.Syntax, e.reason, "$", "", 0), Nil, true)

  private def codeOf(e: PickleException): JsonError.Code = e match
    case _: (PickleException.Malformed | PickleException.WrongType | PickleException.NullValue |
          PickleException.Truncated | PickleException.UnexpectedClass) => JsonError.Code.WrongValue
    case _: PickleException.MissingField                                   => JsonError.Code.MissingField
    case _: PickleException.UnknownField                                   => JsonError.Code.UnknownField
    case _: PickleException.DuplicateField                                 => JsonError.Code.Duplicate
    case _: (PickleException.UnknownLeaf | PickleException.UnknownSubtype) => JsonError.Code.UnknownLeaf
    case _: (PickleException.UserCode | PickleException.RefusedByRule)     => JsonError.Code.Refused
    case _: PickleException.BadReference                                   => JsonError.Code.BadReference
    case _: PickleException.LimitExceeded                                  => JsonError.Code.Limit
    case _: (PickleException.WrongFormat | PickleException.TrailingBytes)  => JsonError.Code.Syntax
    case _                                                                 => JsonError.Code.Other

  private def jsonPath(steps: List[PathStep]): String = steps.map(_.segment).mkString("$", "", "")
  private def pointer(steps: List[PathStep]): String = steps.map(_.pointer).mkString
