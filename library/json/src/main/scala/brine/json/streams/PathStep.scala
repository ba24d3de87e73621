package brine.json.streams

import brine.{NotNull, PickleException}

/** One step of the path to values of a document. */
private[json] enum PathStep:
  /** The member with this name. */
  case Member(name: String)

  /** The element with this index. */
  case Index(index: Long)

  /** All elements of an array: `[*]`. */
  case Elements

  /** All members of an object: `.*`. */
  case Members

  /** True if the value at this place is an object. */
  def isOfObject: Boolean = this match
    case Member(_) | Members => true
    case _                   => false

  /** The step in a path for errors. */
  def segment: String = this match
    case Member(name) => PathStep.segment(name)
    case Index(index) => s"[$index]"
    case Elements     => "[*]"
    case Members      => ".*"

  /** The step in a JSON Pointer (RFC 6901), which has none for several values. */
  def pointer: String = this match
    case Member(name)       => PickleException.pointerStep(name)
    case Index(index)       => s"/$index"
    case Elements | Members => throw new IllegalStateException(segment)

/** Reads paths in the manner of JSONPath (RFC 9535). */
private[json] object PathStep:
  /** The path of all elements of the array that is the whole document. */
  val Array: List[PathStep] = List(Elements)

  /** @throws IllegalArgumentException for a path of any other form */
  def parse(path: String): List[PathStep] =
    var rest = NotNull(path, "a path")
    if !rest.startsWith("$") then refuse(path)
    rest = rest.substring(1)
    val steps = List.newBuilder[PathStep]
    while rest.nonEmpty do
      val (step, length) = first(rest).getOrElse(refuse(path))
      steps += step
      rest = rest.substring(length)
    steps.result()

  private def first(path: String): Option[(PathStep, Int)] = path match
    case All(all)     => Some((if all.startsWith("[") then Elements else Members, all.length))
    case Name(name)   => Some((Member(name), name.length + 1))
    case Number(all)  => all.toLongOption.map(i => (Index(i), all.length + 2))
    case Quoted(text) => Some((Member(unescaped(text)), text.length + 4))
    case Single(text) => Some((Member(unescaped(text)), text.length + 4))
    case _            => None

  private val All = """(\[\*\]|\.\*)(?s:.*)""".r
  private val Name = """\.([\p{L}_$][\p{L}\p{N}_$-]*)(?s:.*)""".r
  private val Number = """\[(\d+)\](?s:.*)""".r
  private val Quoted = """\["((?:[^"\\]|\\["\\/])*)"\](?s:.*)""".r
  private val Single = """\['((?:[^'\\]|\\['\\/])*)'\](?s:.*)""".r

  private def unescaped(text: String): String = text.replaceAll("""\\(.)""", "$1").nn

  private def refuse(path: String): Nothing = throw new IllegalArgumentException(
    s"expected a path such as $$.items[*], of .name, [\"name\"], [0], [*] and .*, found '$path'"
  )

  /** The path segment of a member, for errors. */
  def segment(name: String): String =
    if name.matches("""[\p{L}_$][\p{L}\p{N}_$-]*""") then s".$name"
    else
      val escaped = name.flatMap {
        case c @ ('"' | '\\') => s"\\$c"
        case c                => c.toString
      }
      s"[\"${PickleException.quote(escaped)}\"]"
