package brine

/** The reason why a value could not be pickled or unpickled: one case per cause.
  *
  * Every case has a place: `path` leads from the root to it (`$.pages[3].title`). `offset` is the byte offset in the
  * pickle, or [[PickleException.NoOffset]] where there is none (while writing). Text from a pickle is cut and escaped
  * before it enters a message.
  */
sealed abstract class PickleException(what: String, cause: Throwable | Null) extends RuntimeException(what, cause):
  private var segments: List[String] = Nil
  private var offsetBytes: Long = PickleException.NoOffset

  /** The path from the root to the place of the failure, in the manner of JSONPath. */
  final def path: String = segments.map {
    case PickleException.Key(key) => s"[\"${PickleException.quote(key)}\"]"
    case other                    => other
  }.mkString("$", "", "")

  /** The same place as a JSON Pointer (RFC 6901): `/pages/3/title`. Of a map that is an array of pairs, it leads to the
    * value in its pair; of a key, to the map.
    */
  final def pointer: String =
    val kept = segments.takeWhile(!_.startsWith(".keys["))
    kept.map {
      case PickleException.Pair(index) => s"/$index/1"
      case PickleException.Key(key)    => PickleException.pointerStep(key.replace("\\\"", "\"").replace("\\\\", "\\"))
      case PickleException.Index(all)  => all.split("\\]\\[").mkString("/", "/", "")
      case name                        => PickleException.pointerStep(name.stripPrefix("."))
    }.mkString

  /** The number of bytes before the place of the failure, or [[PickleException.NoOffset]]. */
  final def offset: Long = offsetBytes

  private var recordBytes: Long = PickleException.NoOffset

  /** The number of bytes before the record with the failure, among the values of a stream or file ([[Pickle.readAll]]),
    * or [[PickleException.NoOffset]] where a pickle is read alone.
    */
  final def recordOffset: Long = recordBytes

  /** The failure's description, without the place. */
  final def reason: String = what

  override def getMessage: String =
    val place = if offsetBytes < 0 then s"at $path" else s"at $path, byte $offsetBytes"
    val record = if recordBytes < 0 then "" else s", in the record that begins at byte $recordBytes"
    s"$place$record: $what$advice"

  private var advice = ""

  /** Adds a sentence to the message, for callers that know more ways out than the pickler did. */
  private[brine] final def advised(sentence: String): this.type =
    if advice.isEmpty then advice = if what.endsWith(".") then s" $sentence" else s". $sentence"
    this

  /** Puts `segment` (`.name` or `[3]`) in front of the path: callers add theirs as the failure passes them. A very
    * deep path keeps its outermost and innermost segments.
    */
  private[brine] final def prepend(segment: String): this.type =
    if isOfWhole then return this
    if segmentCount < PickleException.MaxSegments then segments = segment :: segments
    else if segments.head != PickleException.Elision then segments = PickleException.Elision :: segments
    else
      if recent == null then recent = new java.util.ArrayDeque(PickleException.MaxSegments)
      if recent.size == PickleException.MaxSegments then recent.removeLast()
      recent.addFirst(segment)
    segmentCount += 1
    this

  /** Marks the failure as one of the whole value: its path stays `$`. */
  private[brine] final def ofWhole(): this.type =
    isOfWhole = true
    this

  private var isOfWhole = false
  private var segmentCount = 0
  private var recent: java.util.ArrayDeque[String] = null // outermost first

  /** Called once, where the failure leaves Brine: joins the outermost segments of a very deep path to the rest. */
  private[brine] final def settle(): this.type =
    if recent != null then while !recent.isEmpty do segments = recent.removeLast() :: segments
    this

  /** Marks the failure as one of what names an object's leaf: nothing is known of the object's other members. */
  private[brine] final def ofLeafName(): this.type =
    isOfLeafName = true
    this

  private[brine] final var isOfLeafName = false

  private[brine] final def atOffset(offset: Long): this.type =
    if offsetBytes < 0 then offsetBytes = offset
    this

  /** Notes the offset at which the failed record begins. */
  private[brine] final def ofRecord(offset: Long): this.type =
    if recordBytes < 0 then recordBytes = offset
    this

  /** Adds the number of bytes that precede the part in which the offset was counted. */
  private[brine] final def movedBy(bytes: Long): this.type =
    if offsetBytes >= 0 then offsetBytes += bytes
    this

object PickleException:
  /** Runs a read or a write, and returns a `PickleException` as a `Left`. Anything else that is thrown is thrown on.
    * {{{ PickleException.either(Pickle.read[Person](path)) }}}
    */
  inline def either[A](inline call: A): Either[PickleException, A] =
    try Right(call)
    catch case e: PickleException => Left(e)

  /** The `offset` of a failure that has no place in the bytes. */
  final val NoOffset = -1L

  private val Pair = "\\.values\\[(\\d+)\\]".r
  private val Key = "(?s)\\[\"(.*)\"\\]".r
  private val Index = "\\[([\\d\\]\\[]+)\\]".r

  /** The segment of a path that leads to the value of a map's key. */
  private[brine] def keySegment(key: String): String =
    s"[\"${key.replace("\\", "\\\\").replace("\"", "\\\"")}\"]"

  /** A step of a JSON Pointer to a member. */
  private[brine] def pointerStep(name: String): String = "/" + name.replace("~", "~0").replace("/", "~1")

  private final val MaxSegments = 64
  private final val Elision = ".…"

  /** The input ends in the middle of a value. */
  final class Truncated(detail: String, cause: Throwable | Null = null)
      extends PickleException(s"the pickle ends too early: $detail", cause)

  /** Bytes that no writer of this format produces. */
  final class Malformed(detail: String, cause: Throwable | Null = null)
      extends PickleException(s"malformed pickle: $detail", cause)

  /** The value was read, and there is more.
    *
    * @param count the bytes that follow; 0 for a stream, whose length is unknown
    */
  final class TrailingBytes(val count: Long)
      extends PickleException(
        (if count == 0 then "more bytes follow" else if count == 1 then "1 byte follows" else s"$count bytes follow") +
          " the value; a pickle holds exactly one (to read several from one stream, use Pickle.readAll)",
        null
      )

  /** These bytes are not of the format they are read as. */
  final class WrongFormat(expected: String, found: String)
      extends PickleException(s"wrong format: expected $expected, found $found", null)

  /** Written by another version of the format than `newestKnown`, the only one that this reader knows. */
  final class UnknownVersion(val found: Int, val newestKnown: Int)
      extends PickleException(UnknownVersion.text(found, newestKnown), null)

  private[brine] object UnknownVersion:
    private def text(found: Int, known: Int): String =
      val both = s"unknown version $found of the format: this Brine reads version $known."
      if found > known then s"$both Read the pickle with a newer Brine"
      else
        s"$both Version $found was a draft before the first release: " +
          "write the value as JSON with the Brine that wrote the pickle, and read the JSON here"

  /** The writer's shape is not the reader's. */
  final class OtherShape private (text: String, val typeName: String, val found: Long, val expected: Long)
      extends PickleException(text, null):
    def this(typeName: String, found: Long, expected: Long, shapeText: String) = this(
      OtherShape.text(
        typeName,
        found,
        expected,
        shapeText
      ) + " If the program has a `brine.lock`, make it a resource, and the history of the read: " +
        "`PickleOptions(history = Lock.onClassPath().history)`. If you have the old shape, name it: " +
        "`PickleOptions(history = History(…))`",
      typeName,
      found,
      expected
    )

  private[brine] object OtherShape:
    private def text(typeName: String, found: Long, expected: Long, shapeText: String): String =
      f"the pickle was written from a shape with fingerprint $found%016x; $typeName here has fingerprint " +
        f"$expected%016x: $shapeText."

    /** The failure at a place of an open type, where the history does not apply. */
    def ofSubtype(name: String, found: Long, expected: Long, shapeText: String): OtherShape = new OtherShape(
      text(
        name,
        found,
        expected,
        shapeText
      ) + " At a place of an open type the shape must be the one that was written. " +
        s"To read it, name a class that still has the old shape: `Subtypes(Subtype[Old].named(\"${quote(name)}\"))`",
      name,
      found,
      expected
    )

  /** The history of the options has no shape for a key, or no key for a shape. */
  final class UnknownKey private (text: String) extends PickleException(text, null)

  private[brine] object UnknownKey:
    def apply(key: Int, reader: brine.shape.Shape): UnknownKey = new UnknownKey(
      f"expected a key of the history to read ${reader.describe}, found key $key%04x: " +
        "add the writer's shape to `PickleOptions(history = …)`, or check that this is a keyed pickle"
    )

    def ofShape(shape: brine.shape.Shape): UnknownKey = new UnknownKey(
      s"the history has no key for ${quote(shape.describe, 500)}: add it to `PickleOptions(history = …)`, which the " +
        "readers need, too"
    )

  /** A pickle of the writer's shape cannot be read as the reader's. Lists all reasons, each with its place and a
    * cure.
    */
  final class IncompatibleShape(val reasons: Seq[String], writer: String, reader: String)
      extends PickleException(
        s"a pickle written as ${quote(writer, 500)} cannot be read as ${quote(reader, 500)}:" +
          reasons.take(20).map("\n  " + quote(_, 1000)).mkString +
          (if reasons.length > 20 then s"\n  and ${reasons.length - 20} more" else ""),
        null
      )

  /** The checksum at the end does not match the bytes before it. */
  final class ChecksumMismatch(val found: Int, val expected: Int)
      extends PickleException(
        f"the pickle is damaged: its checksum is $found%08x, but its bytes give $expected%08x",
        null
      )

  /** A sealed family has no such leaf. */
  final class UnknownLeaf(family: String, found: String)
      extends PickleException(s"$family has no leaf $found", null)

  /** An object of a class that this read does not allow; nothing of that name was looked for. */
  final class UnknownSubtype private (text: String, private[brine] val name: String | Null)
      extends PickleException(text, null):
    def this(base: String, found: String, allowed: Seq[String]) = this(
      UnknownSubtype.text(
        base,
        found,
        allowed,
        "Name those it may hold: `PickleOptions(subtypes = Subtypes(Subtype[…], …))`"
      ),
      found
    )

  private[brine] object UnknownSubtype:
    private def text(base: String, found: String, allowed: Seq[String], cure: String): String =
      s"the pickle has a '${quote(found)}' where $base is declared, and this read allows " +
        (if allowed.isEmpty then "no subtypes"
         else allowed.take(8).mkString("", ", ", if allowed.length > 8 then ", …" else "")) + s". $cure"

    /** The failure at a place; `cure` is that of the source of the subtypes, which may have none. */
    def at(base: String, found: String, allowed: Seq[String], cure: String | Null): UnknownSubtype =
      if cure == null then new UnknownSubtype(base, found, allowed)
      else new UnknownSubtype(text(base, found, allowed, cure), found)

    def ofName(name: String): UnknownSubtype =
      new UnknownSubtype(
        s"the pickle has an object of ${quote(name)}, which the subtypes of this read do not have",
        name
      )

    def ofNumber(number: Int): UnknownSubtype = new UnknownSubtype(
      s"the pickle has an object of subtype number $number, which the subtypes of this read do not have. Give the " +
        "read the numbers " +
        "that the write had, by `Subtypes.numberedBy` of the same list or numbering",
      null
    )

    def withoutNumbers(): UnknownSubtype = new UnknownSubtype(
      "the pickle has numbers of subtypes, and the subtypes of this read have none. Give the read the numbers that " +
        "the write had " +
        "(`Subtypes.numberedBy`), or write by names (`subtypes.unnumbered`)",
      null
    )

  /** A reference to an object that the pickle does not hold (before this place). */
  final class BadReference(detail: String) extends PickleException(s"bad reference: $detail", null)

  /** Another format, or a class that has the field now, needs a field that was kept from JSON as an extra. */
  final class ExtrasOfJson(field: String)
      extends PickleException(
        s"field '${quote(field)}' was kept from JSON, by a class that does not have it (Extras), and can be written " +
          "to JSON only: " +
          "write JSON, or leave it out by `extras.without(…)`",
        null
      )

  /** A graph refers to an object that is not in it, by a name that this read does not know. */
  final class UnknownExternal(name: String, known: Iterable[String])
      extends PickleException(
        s"the graph refers to an object outside of it named '${quote(name)}', and this read knows " +
          (if known.isEmpty then "none"
           else known.take(8).mkString("only ", ", ", if known.size > 8 then ", …" else "")) +
          ": name it by `GraphFormat.withExternal`",
        null
      )

  /** A class or function has no name in the options of the call, or a name is unknown there. */
  final class UnknownCode private (text: String) extends PickleException(text, null)

  private[brine] object UnknownCode:
    def ofName(kind: String, name: String, known: Iterable[String]): UnknownCode = new UnknownCode(
      s"the pickle names a $kind '${quote(name)}', and this read knows " +
        (if known.isEmpty then "none"
         else known.toSeq.sorted.take(8).mkString("only ", ", ", if known.size > 8 then ", …" else "")) +
        ": name it by `PickleOptions(code = …)`"
    )

    def ofValue(kind: String, className: String): UnknownCode =
      new UnknownCode(s"this $kind, $className, has no name to be written by: name it by `PickleOptions(code = …)`")

    def withoutFile(kind: String, name: String, className: String): UnknownCode = new UnknownCode(
      s"the $kind '$name' is of $className, which has no class file whose digest could be taken: make a lambda an " +
        "`object`, " +
        "or do without `withDigests`"
    )

  /** A class or function whose class file is not the one that the writer had. */
  final class OtherCode(kind: String, name: String, val found: String, val expected: String)
      extends PickleException(
        s"the $kind '${quote(name)}' was written " +
          (if found.isEmpty then "without a digest" else s"from a class file with digest ${quote(found, 16)}") +
          s", and that of this program has digest ${quote(expected, 16)}",
        null
      )

  /** A rule of this read does not let a graph in. */
  final class RefusedByRule(reason: String)
      extends PickleException(s"refused by a rule of this read: ${quote(reason, 200)}", null)

  /** A value of another type than the place allows. */
  final class WrongType(expected: String, found: String, cause: Throwable | Null = null)
      extends PickleException(s"expected $expected, found $found", cause)

  private[brine] object WrongType:
    def cast(e: ClassCastException): WrongType =
      new WrongType("a value of the declared type", "one of another class", e)

    def stored(e: ArrayStoreException): WrongType =
      new WrongType("an element of the array's class", "one of another class", e)

  /** A field that the type has and the pickle lacks. */
  final class MissingField(typeName: String, field: String)
      extends PickleException(s"field '$field' of $typeName is missing", null):
    /** The class, where it is known. */
    private[brine] var shape: brine.shape.Shape.Product | Null = null

  private[brine] object MissingField:
    def of(shape: brine.shape.Shape.Product, field: Int): MissingField =
      val failure = new MissingField(shape.name, shape.fieldNames(field))
      failure.shape = shape
      failure

  /** A field that the pickle has and the type lacks. */
  final class UnknownField(typeName: String, field: String)
      extends PickleException(s"$typeName has no field '${quote(field)}'", null)

  /** A field that the pickle has twice. */
  final class DuplicateField(typeName: String, field: String)
      extends PickleException(s"field '$field' of $typeName appears twice", null):
    /** The number of the field, which is not in the path yet; negative if it is. */
    private[brine] var number = -1

  /** A setting in [[Limits]] was reached, a buffer is full, or a cycle would be written for ever. */
  final class LimitExceeded(detail: String, cause: Throwable | Null = null) extends PickleException(detail, cause)

  /** A cycle only of objects that constructors need, so that no order of construction exists. */
  final class CyclicConstruction(detail: String)
      extends PickleException(s"this cycle cannot be rebuilt by constructors: $detail", null)

  /** An object whose class its static type does not determine, and for which no pickler was found. */
  final class UnexpectedClass private (text: String, cause: Throwable | Null) extends PickleException(text, cause):
    def this(expected: String, found: String) = this(
      s"the pickler of $expected met a $found: a pickler of a class handles exactly that class. " +
        s"Make $expected sealed or final if it is yours, or write a pickler that knows $found",
      null: Throwable
    )

  private[brine] object UnexpectedClass:
    /** The failure of the pickler of a class, or of a sealed type if `isFamily`, for an object of another class. */
    def of(expected: String, found: Class[?], isFamily: Boolean): UnexpectedClass =
      if found.isAnonymousClass || found.isLocalClass then
        because(
          expected,
          found.getName,
          "a class that is anonymous or local to a method cannot be made again. Define it as a named class, outside " +
            "of methods"
        )
      else if isFamily then
        because(
          expected,
          found.getName,
          s"it is none of the leaves of $expected that the pickler knows. Declare it as one and compile the pickler " +
            "again, or write a " +
            "pickler that knows it"
        )
      else new UnexpectedClass(expected, found.getName)

    /** The failure for types that are not the user's: `why` it is refused, and a cure. */
    def because(expected: String, found: String, why: String, cause: Throwable | Null = null): UnexpectedClass =
      new UnexpectedClass(s"the pickler of $expected met a $found: $why", cause)

  /** A value that no region can hold: it is mutable, or its type does not determine its class. */
  final class NotCompact(what: String, why: String)
      extends PickleException(s"a region holds immutable values of known types; $what $why", null)

  /** Code that was compiled with another version of a class: it would lose a field, or take one for another. */
  final class OutdatedCode(where: String, typeName: String, difference: String)
      extends PickleException(
        s"$where was compiled with another version of $typeName: ${quote(difference, 1000)}. Compile it again with " +
          "the version on the class path",
        null
      )

  /** A region is used after it was closed. */
  final class Closed() extends PickleException("the region is closed, and its views are invalid: open it again", null)

  /** Something is appended to a region that lies in a file or in a buffer. */
  final class ReadOnly()
      extends PickleException("a region in a file or a buffer is read-only: append to a copy, by `compacted`", null)

  /** User code (a constructor, a getter, a handwritten pickler) threw an exception. */
  final class UserCode(where: String, cause: Throwable)
      extends PickleException(
        s"$where threw ${cause.getClass.getName}: ${quote(String.valueOf(cause.getMessage))}",
        cause
      )

  /** The value changed while it was written: another thread changed it, or code that Brine called. */
  final class ChangedWhileWritten(detail: String, cause: Throwable | Null = null)
      extends PickleException(s"the value was changed while it was being written: $detail", cause)

  private[brine] object ChangedWhileWritten:
    /** The failure of a collection that noticed it. */
    def during(e: java.util.ConcurrentModificationException): ChangedWhileWritten =
      new ChangedWhileWritten("a collection got or lost elements while they were visited", e)

    def size(announced: Int, found: Int): ChangedWhileWritten =
      new ChangedWhileWritten(s"expected $announced elements, found $found")

  /** A format's rule for a value (omit it, substitute another, write its name) cannot be applied at its place. */
  final class RuleNotObeyed(detail: String) extends PickleException(detail, null)

  /** A type that a format cannot hold as it is configured. `reasons` has every reason, each with a cure. */
  final class UnsupportedType(typeName: String, val reasons: Seq[String])
      extends PickleException(
        s"the format's settings do not fit $typeName:" + reasons.take(20).map("\n  " + quote(_, 1000)).mkString +
          (if reasons.length > 20 then s"\n  and ${reasons.length - 20} more" else ""),
        null
      )

  /** A null at a place that cannot hold one. */
  final class NullValue(detail: String) extends PickleException(detail, null)

  /** Reading or writing the file, stream or channel failed. */
  final class InputOutput(cause: Throwable) extends PickleException(s"input or output failed: $cause", cause)

  /** Cuts external text to `most` characters and escapes characters that do not print. */
  private[brine] def quote(text: String, most: Int = 60): String =
    val cut = if text.length <= most then text else text.take(most) + "…"
    cut.flatMap(c =>
      if c < ' ' || c == 0x7f || Character.isSurrogate(c) || Character.getType(c) == Character.FORMAT then
        f"\\u${c.toInt}%04x"
      else c.toString
    )
