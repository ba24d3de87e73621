package brine.checks.programs

import scala.collection.mutable
import scala.util.Random

/** Draws types and values of them, as source code.
  *
  * @param isImmutable whether only types are drawn that a region can hold
  */
private final class DrawnSource(random: Random, isImmutable: Boolean):
  /** A type, and the code of a value; a class's value is null at depth 0. */
  final case class Source(text: String, value: Int => String, isNullable: Boolean)

  /** The classes of the family, and its generic classes. */
  val known = mutable.ArrayBuffer.empty[Source]
  val generics = mutable.ArrayBuffer.empty[Source => Source]

  def pick[A](all: scala.collection.Seq[A]): A = all(random.nextInt(all.length))

  private def of(text: String)(values: => String): Source = Source(text, _ => values, isNullable = false)

  private def long(): Long = random.nextInt(5) match
    case 0 => pick(Vector(0L, 1L, -1L, Long.MinValue, Long.MaxValue, Int.MinValue.toLong, 1L << 32, 127, 128, 1L << 53))
    case 1 => random.nextLong()
    case _ => random.nextInt(300) - 150

  val int: Source =
    of("Int")(if random.nextInt(4) == 0 then s"Int.M${pick(Seq("in", "ax"))}Value" else s"${random.nextInt(99) - 9}")

  /** Escaped, so that no encoding of the file matters. No half of a surrogate pair: it is no text. */
  private def chars(): Seq[Char] = random.nextInt(6) match
    case 0 => "\ud83d\ude00"
    case 1 =>
      Seq(pick(Vector('\u0000', '"', '\\', '\n', '\u007f', '\u00ff', '\u0100', '\u2028', '\ufeff', '\uffff', '$')))
    case _ => Seq.fill(random.nextInt(4))((' ' + random.nextInt(95)).toChar)

  private def literal(chars: Seq[Char]): String = chars.map(c => f"\\u${c.toInt}%04x").mkString("\"", "", "\"")

  val string: Source = of("String")(literal(Seq.fill(random.nextInt(3))(chars()).flatten))

  val scalars: Vector[Source] = Vector(
    int,
    string,
    of("Long")(s"${long()}L".replace("-9223372036854775808L", "Long.MinValue")),
    of("Byte")(s"${random.nextInt(256) - 128}.toByte"),
    of("Short")(s"${random.nextInt(65536) - 32768}.toShort"),
    of("Char")(s"${pick(Seq(0, 65, 255, 8364, 55296, 65535))}.toChar"),
    of("Boolean")(s"${random.nextBoolean()}"),
    of("Float")(pick(Seq("0.1f", "-0.0f", "Float.NaN", "Float.MinPositiveValue", s"${random.nextInt(99)}.5f"))),
    of("Double")(pick(Seq(
      "0.1",
      "-0.0",
      "Double.NaN",
      "Double.NegativeInfinity",
      s"${random.nextInt(99)}.25",
      "1e300"
    )))
  )

  private val values: Vector[Source] = Vector(
    of("Unit")("()"),
    of("BigInt")(s"""BigInt("${BigInt(random.nextInt(200), random)}")"""),
    of("BigDecimal")(s"""BigDecimal("${random.nextInt(9999)}.${random.nextInt(99)}0")"""),
    of("java.util.UUID")(s"new java.util.UUID(${random.nextInt()}L, ${random.nextInt()}L)"),
    of("java.time.Instant")(s"java.time.Instant.ofEpochSecond(${random.nextInt()}L, ${random.nextInt(1000000000)}L)"),
    of("java.time.LocalDate")(s"java.time.LocalDate.ofEpochDay(${random.nextInt(99999)}L)"),
    of("scala.concurrent.duration.FiniteDuration")(
      s"scala.concurrent.duration.Duration.fromNanos(${random.nextInt()}L)"
    ),
    of("Range")(s"Range(${random.nextInt(9)}, ${random.nextInt(99)}, ${1 + random.nextInt(9)})"),
    of("Weekday")(pick(Seq("Weekday.FRIDAY", "Weekday.SUNDAY", "null")))
  )

  private val keys: Vector[Source] =
    scalars.filterNot(s => s.text == "Float" || s.text == "Double") ++ values.filter(v => v.text.contains("java."))

  def source(levels: Int): Source =
    if levels <= 0 then pick(scalars)
    else
      random.nextInt(10) match
        case 0 | 1                   => pick(scalars)
        case 2                       => pick(values)
        case 3 | 4 if known.nonEmpty => pick(known)
        case 5 if generics.nonEmpty  => pick(generics)(source(levels - 1))
        case 6 | 7 if !isImmutable   => mutableCollection(levels - 1)
        case _                       => collection(levels - 1)

  /** The code of some elements in a collection that this code makes. */
  def items(make: String, element: Source, depth: Int): String =
    Seq.fill(if depth <= 0 then 0 else random.nextInt(4))(element.value(depth - 1)).mkString(s"$make(", ", ", ")")

  def list(element: Source): Source =
    Source(s"List[${element.text}]", depth => items(s"List[${element.text}]", element, depth), isNullable = false)

  private def collection(levels: Int): Source =
    def a = source(levels)
    def sequence(name: String, element: Source, isNullable: Boolean = false) =
      Source(s"$name[${element.text}]", depth => items(s"$name[${element.text}]", element, depth), isNullable)
    random.nextInt(13) match
      case 0 => list(a)
      case 1 => sequence("Vector", a)
      case 2 => sequence("Set", pick(keys))
      case 3 => sequence("scala.collection.immutable.ListSet", pick(keys))
      case 4 => mapping("Map", pick(keys), a)
      case 5 => mapping("scala.collection.immutable.TreeMap", pick(Vector(int, string)), a)
      case 6 | 7 =>
        val element = a
        Source(
          s"Option[${element.text}]",
          depth => if depth <= 0 then "None" else s"Some[${element.text}](${element.value(depth - 1)})",
          isNullable = true
        )
      case 8 =>
        val (left, right) = (a, a)
        def side(name: String, of: Source)(depth: Int) = s"$name[${left.text}, ${right.text}](${of.value(depth - 1)})"
        Source(
          s"Either[${left.text}, ${right.text}]",
          depth => if random.nextBoolean() then side("Left", left)(depth) else side("Right", right)(depth),
          isNullable = false
        )
      case 9 | 10 =>
        val parts = Vector.fill(2 + random.nextInt(2))(a)
        Source(
          parts.map(_.text).mkString("(", ", ", ")"),
          depth => parts.map(p => s"${p.value(depth - 1)}: ${p.text}").mkString("(", ", ", ")"),
          isNullable = false
        )
      case 11 => sequence("scala.collection.immutable.Queue", a)
      case _ => sequence("scala.collection.immutable.VectorMap", a, isNullable = true).copy(
          text = s"scala.collection.immutable.ArraySeq[String]",
          value = depth => items("scala.collection.immutable.ArraySeq[String]", string, depth)
        )

  private def ints(most: Int): String = Seq.fill(random.nextInt(4))(random.nextInt(most)).mkString(", ")

  /** Collections that a region cannot hold, or only by their picklers. */
  private def otherCollection(levels: Int): Source =
    def a = source(levels)
    random.nextInt(8) match
      case 0 =>
        val (name, element) =
          (s"scala.collection.immutable.${pick(Vector("TreeSet", "SortedSet"))}", pick(Vector(int, string)))
        of(s"$name[${element.text}]")(items(s"$name[${element.text}]", element, 2))
      case 1 => of("scala.collection.immutable.BitSet")(s"scala.collection.immutable.BitSet(${ints(200)})")
      case 2 => mapping("scala.collection.immutable.VectorMap", pick(keys), a)
      case 3 => mapping("scala.collection.immutable.SortedMap", pick(Vector(int, string)), a)
      case 4 =>
        val element = a
        def made(depth: Int) = items(s"List[${element.text}]", element, depth)
        Source(s"${pick(Vector("Seq", "Iterable", "scala.collection.Seq"))}[${element.text}]", made, isNullable = true)
      case 5 =>
        val parts = Vector.fill(5 + random.nextInt(3))(pick(scalars))
        of(parts.map(_.text).mkString("(", ", ", ")"))(
          parts.map(p => s"${p.value(0)}: ${p.text}").mkString("(", ", ", ")")
        )
      case 6 => of("java.util.Optional[String]")(s"java.util.Optional.of[String](${string.value(0)})")
      case _ =>
        val element = a
        Source(
          s"scala.collection.immutable.IntMap[${element.text}]",
          depth =>
            s"scala.collection.immutable.IntMap[${element.text}](${
                if depth <= 0 then "" else s"${random.nextInt(9)} -> (${element.value(depth - 1)}: ${element.text})"
              })",
          isNullable = false
        )

  private def mapping(name: String, key: Source, value: Source): Source =
    val made = s"$name[${key.text}, ${value.text}]"
    Source(
      made,
      depth =>
        Seq.fill(if depth <= 0 then 0 else random.nextInt(3))(s"(${key.value(0)}, ${value.value(depth - 1)})")
          .mkString(s"$made(", ", ", ")"),
      isNullable = false
    )

  private def mutableCollection(levels: Int): Source =
    val element = source(levels)
    def scalas(name: String) =
      Source(s"$name[${element.text}]", depth => items(s"$name[${element.text}]", element, depth), isNullable = true)
    def ofJava(name: String) = Source(
      s"$name[${element.text}]",
      depth => s"new $name[${element.text}](${items(s"java.util.Arrays.asList[${element.text}]", element, depth)})",
      isNullable = true
    )
    def ofJavaMap(name: String, key: Source) = Source(
      s"$name[${key.text}, ${element.text}]",
      depth =>
        if depth <= 0 then s"new $name[${key.text}, ${element.text}]()"
        else
          s"new $name[${key.text}, ${element.text}](java.util.Collections.singletonMap(${key.value(
              0
            )}: ${key.text}, ${element.value(depth - 1)}: ${element.text}))"
      ,
      isNullable = true
    )
    random.nextInt(20) match
      case 0 | 1 => scalas("Array")
      case 8     => otherCollection(levels)
      case 9     => otherCollection(levels)
      case 10    => scalas("scala.collection.mutable.Queue")
      case 11    => scalas("scala.collection.mutable.ArrayDeque")
      case 12    => mapping("scala.collection.mutable.LinkedHashMap", pick(keys), element)
      case 13    => ofJavaMap("java.util.HashMap", string)
      case 14    => ofJavaMap("java.util.LinkedHashMap", pick(Vector(int, string)))
      case 15    => ofJavaMap("java.util.TreeMap", pick(Vector(int, string)))
      case 16 => Source(
          "java.util.HashSet[String]",
          _ => s"new java.util.HashSet[String](${items("java.util.Arrays.asList[String]", string, 2)})",
          isNullable = true
        )
      case 17 =>
        val number = pick(scalars)
        Source(
          s"Array[Array[${number.text}]]",
          depth => s"Array[Array[${number.text}]](${items(s"Array[${number.text}]", number, depth)})",
          isNullable = true
        )
      case 18 => Source(
          "java.util.EnumMap[Weekday, Int]",
          _ => "new java.util.EnumMap[Weekday, Int](java.util.Map.of(Weekday.FRIDAY, 1, Weekday.SUNDAY, 2))",
          isNullable = true
        )
      case 19 => Source(
          "scala.collection.mutable.Set[String]",
          _ => items("scala.collection.mutable.LinkedHashSet[String]", string, 3),
          isNullable = true
        )
      case 2 => scalas("scala.collection.mutable.ArrayBuffer")
      case 3 => scalas("scala.collection.mutable.ListBuffer")
      case 4 => mapping("scala.collection.mutable.HashMap", pick(keys), element)
      case 5 => ofJava("java.util.ArrayList")
      case 6 => ofJava("java.util.LinkedList")
      case 7 => Source(
          s"Labelled[${element.text}]",
          depth => s"""new Labelled[${element.text}](${string.value(0)}, ${element.value(depth - 1)})""",
          isNullable = true
        )
      case _ => Source(
          "java.util.TreeMap[String, Int]",
          _ => s"new java.util.TreeMap[String, Int](java.util.Map.of(\"a\", 1, \"b\", 2))",
          isNullable = true
        )
