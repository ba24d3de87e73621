package brine.checks

import brine.*
import brine.emitted.DerivedPickler
import brine.json.looks.DefaultForms
import brine.json.reading.ReadCodeMaker
import brine.json.trees.Json
import brine.json.{JsonFormat, JsonPickle}
import brine.plan.Plan
import brine.testkit.{Laws, Patient, Same}
import brine.testkit.corpus.{Corpus, Sample}
import java.nio.charset.StandardCharsets.UTF_8

/** Code that is made for a class reads the same values as the reader's calls, in any dialect. It also fails alike: with
  * the same text, at the same path and offset.
  */
class JsonReadCodeSuite extends munit.FunSuite, AcceptedCode, Patient:
  import JsonReadCodeSuite.*

  private def outcome[A](bytes: Array[Byte], format: JsonFormat, options: PickleOptions)(using
      Pickler[A]
  ): Either[String, A] =
    try Right(new JsonPickle(bytes, format).unpickle[A](using summon, options))
    catch case e: PickleException => Left(s"${e.getClass.getSimpleName} ${e.path} ${e.offset}: ${e.getMessage}")

  private def areAlike[A: Pickler](bytes: Array[Byte], format: JsonFormat, depths: List[Int], clue: => String): Unit =
    val byCalls = outcome[A](bytes, format, Laws.interpreted)
    for depth <- depths do
      val byCode = outcome[A](bytes, format, PickleOptions(limits = Limits(emittedDepth = depth)))
      val same = (byCalls, byCode) match
        case (Right(a), Right(b)) => isSame(a, b)
        case (a, b)               => a == b
      if !same then fail(s"$clue, $depth levels: ${new String(bytes, UTF_8)}\nby calls: $byCalls\nby code:  $byCode")

  /** (A range whose step is missing, and zero therefore, compares with nothing.) */
  private def isSame(a: Any, b: Any): Boolean =
    try Same(a, b)
    catch case e: IllegalArgumentException => e.getMessage == "step cannot be 0."

  private val depths = List(Limits.Default.emittedDepth, 9)

  private def written[A](sample: Sample[A], format: JsonFormat, most: Int = MostBytes): Option[Array[Byte]] =
    try Some(Laws.write(sample.value, format)(using sample.pickler)).filter(_.length < most)
    catch case _: PickleException => None

  /** The types whose members are changed one by one, in each dialect. */
  private val samples = JsonCodeSuite.samples ++ ownSamples

  for (name, format) <- JsonCodeSuite.formats do
    test(s"code and calls read every sample that was written: $name") {
      for sample <- Corpus.all ++ samples; bytes <- written(sample, format) do
        areAlike(bytes, format, depths, s"$sample, $name")(using sample.pickler)
    }

    test(s"code and calls read members in other forms alike, or fail alike: $name") {
      for sample <- Corpus.all ++ samples; bytes <- written(sample, format); tree <- parsed(bytes) do
        for (form, text) <- forms(tree) do
          areAlike(text.getBytes(UTF_8), format, depths, s"$sample, $name, $form")(using sample.pickler)
    }

    test(s"code and calls fail alike, wherever the text ends: $name") {
      for
        sample <- samples
        bytes <- written(sample, format)
        text <- List(bytes, spaced(bytes, everyPlace), spaced(bytes, indented(1)))
        n <- text.indices
      do
        areAlike(text.take(n), format, depths.take(1), s"$sample, $name")(using sample.pickler)
    }

    test(s"code and calls read a changed byte alike: $name") {
      for
        sample <- samples
        bytes <- written(sample, format)
        text <- List(bytes, spaced(bytes, indented(1)))
        n <- text.indices
        b <- changes
      do areAlike(text.updated(n, b), format, depths.take(1), s"$sample, $name")(using sample.pickler)
    }

  for (name, format) <- JsonCodeSuite.formats do
    test(s"code and calls read many fields in any order alike, or fail alike: $name") {
      val random = new scala.util.Random(1)
      for
        sample <- wideSamples
        bytes <- written(sample, format, Int.MaxValue)
        tree <- parsed(bytes)
        text <- tree.render :: everywhere(tree)(_.reverse).render ::
          List.fill(20)(everywhere(tree)(random.shuffle(_)).render) :::
          List.range(0, members(tree)).flatMap(n => changesOf.map((_, change) => changed(tree, n)(change).render))
      do areAlike(text.getBytes(UTF_8), format, depths, s"$sample, $name")(using sample.pickler)
    }

  test("code and calls read a stream alike, in pieces of any size") {
    for sample <- samples; bytes <- written(sample, JsonFormat) do
      given Pickler[Any] = sample.pickler.asInstanceOf[Pickler[Any]]
      val whole = outcome[Any](bytes, JsonFormat, PickleOptions.Default)
      val pieces =
        try
          Right(JsonFormat.read(
            brine.wire.ByteSource.of(Laws.trickle(bytes)),
            summon[Pickler[Any]],
            PickleOptions.Default
          ))
        catch case e: PickleException => Left(e.getMessage)
      assert(whole.isRight && Same(whole, pieces), s"$sample: $whole, $pieces")
  }

  test("code reads the same numbers as Java's parser, and calls do") {
    val random = new scala.util.Random(1)
    for n <- 1 to 20_000 do
      val digits = List.fill(1 + random.nextInt(22))(random.nextInt(10)).mkString
      val point = random.nextInt(digits.length + 1)
      val whole = digits.take(point).dropWhile(_ == '0')
      val text = (if random.nextBoolean() then "-" else "") + (if whole.isEmpty then "0"
                                                               else whole) + "." + digits.drop(point) + "0"
      val bytes = s"[$text,$text ,$text]                        ".getBytes(UTF_8)
      assertEquals(
        outcome[List[Double]](bytes, JsonFormat, PickleOptions.Default),
        Right(List.fill(3)(text.toDouble)),
        text
      )
      areAlike[List[Double]](bytes, JsonFormat, depths, "")
  }

  private def hasCode[A](using pickler: Pickler[A]): Boolean = pickler match
    case derived: DerivedPickler[?] =>
      derived.plan match
        case p: Plan.Product => ReadCodeMaker.of(p, DefaultForms) != null
        case _               => false
    case _ => false

  test("all classes have code but those that have names to escape") {
    assert(hasCode[JsonCodeSuite.Row], "Row")
    assert(hasCode[JsonCodeSuite.Hidden], "Hidden")
    assert(hasCode[Numbers], "Numbers")
    assert(hasCode[Defaults], "Defaults")
    assert(hasCode[JsonCodeSuite.Counter], "Counter")
    assert(hasCode[JsonCodeSuite.Owner], "Owner")
    assert(hasCode[JsonCodeSuite.Kept], "Kept")
    assert(hasCode[Wide65], "Wide65")
    assert(hasCode[Widest], "Widest")
    assert(hasCode[WideOwner], "WideOwner")
    assert(!hasCode[JsonCodeSuite.Escaped], "Escaped")
  }

  test("a failure names its field, its offset and the element") {
    val e = intercept[PickleException](JsonPickle.of("""{"rows":[{"a":1,"b":2},{"a":1,"b":x}]}""").unpickle[Holder])
    assertEquals((e.path, e.offset), ("$.rows[1].b", 34L), e.getMessage)
  }

object JsonReadCodeSuite:
  final case class Numbers(
      a: Int,
      long: Long,
      double: Double,
      aNameOfTwoWords: Float,
      wholes: Vector[Int],
      doubles: List[Double]
  ) derives Pickler
  final case class Defaults(
      a: Int = 5,
      b: Option[Int],
      c: Option[String] = Some("c"),
      d: List[String],
      e: Long = sys.error("e")
  ) derives Pickler
  final case class Curried(a: Int)(val b: Int = a + 1) derives Pickler
  final case class Flat(a: Int, b: Int) derives Pickler
  final case class Holder(rows: Vector[Flat]) derives Pickler
  final case class Options(
      text: Option[String],
      int: Option[Int],
      long: Option[Long],
      double: Option[Double],
      boolean: Option[Boolean],
      flat: Option[Flat],
      colour: Option[JsonCodeSuite.Colour],
      shape: Option[JsonCodeSuite.Shape],
      all: Option[Vector[Vector[Long]]],
      array: Option[Array[Long]],
      char: Option[Char]
  ) derives Pickler

  // format: off
  final case class WideOwner(
      f0: Int, f1: String, f2: Option[Int], f3: Double, f4: Int, f5: String, f6: Option[Int], f7: Double,
      f8: Int, f9: String, f10: Option[Int], f11: Double, f12: Int, f13: String, f14: Option[Int], f15: Double,
      f16: Int, f17: String, f18: Option[Int], f19: Double, f20: Int, f21: String, f22: Option[Int], f23: Double,
      f24: Int, f25: String, f26: Option[Int], f27: Double, f28: Int, f29: String, f30: Option[Int], f31: Double,
      f32: Int, f33: String, f34: Option[Int], f35: Double, f36: Int, f37: String, f38: Option[Int], f39: Double,
      f40: Int, f41: String, f42: Option[Int], f43: Double, f44: Int, f45: String, f46: Option[Int], f47: Double,
      f48: Int, f49: String, f50: Option[Int], f51: Double, f52: Int, f53: String, f54: Option[Int], f55: Double,
      f56: Int, f57: String, f58: Option[Int], f59: Double, f60: Int, f61: String, f62: Option[Int], f63: Double,
      var owner: Option[WideOwner], others: Extras, @jsonRest("x-") labels: Map[String, Int], var last: String
  ) derives Pickler

  private def wideOwner(others: Extras, labels: Map[String, Int]): WideOwner =
    WideOwner(
      0, "s1", Some(2), 3.5, 4, "s5", None, 7.5,
      8, "s9", Some(10), 11.5, 12, "s13", None, 15.5,
      16, "s17", Some(18), 19.5, 20, "s21", None, 23.5,
      24, "s25", Some(26), 27.5, 28, "s29", None, 31.5,
      32, "s33", Some(34), 35.5, 36, "s37", None, 39.5,
      40, "s41", Some(42), 43.5, 44, "s45", None, 47.5,
      48, "s49", Some(50), 51.5, 52, "s53", None, 55.5,
      56, "s57", Some(58), 59.5, 60, "s61", None, 63.5,
      None, others, labels, "last"
    )
  // format: on

  /** Longer than [[MostBytes]]. */
  val wideSamples: List[Sample[?]] =
    val owner = wideOwner(Extras.none, Map.empty)
    owner.owner = Some(wideOwner(JsonCodeSuite.extras, Map("x-a" -> 1)))
    val cycle = wideOwner(JsonCodeSuite.extras, Map("x-a" -> 1, "x-b" -> 2))
    cycle.owner = Some(wideOwner(Extras.none, Map.empty))
    cycle.owner.get.owner = Some(cycle)
    List(
      Sample("250 fields")(JsonPickle.of(JsonCodeSuite.widest).unpickle[Widest]),
      Sample("an object in another")(owner),
      Sample("a cycle")(cycle)
    )

  private val flat = Flat(1, -2)
  private val numbers = Numbers(
    -123456789,
    123456789012345678L,
    0.1234567890123456,
    1.5f,
    Vector(0, 1234567890, -1),
    List(1.5, -0.0, 1e22, 3)
  )

  val ownSamples: List[Sample[?]] = List(
    Sample("numbers")(numbers),
    Sample("the largest numbers")(
      Numbers(
        Int.MinValue,
        Long.MinValue,
        Double.MinPositiveValue,
        Float.MaxValue,
        Vector(Int.MaxValue),
        List(Double.MaxValue, 9007199254740993.0)
      )
    ),
    Sample("defaults")(Defaults(1, Some(2), None, List("d"), 3)),
    Sample("fields in two lists")(Curried(1)(3)),
    Sample("objects")(Holder(Vector(flat, Flat(3, 4)))),
    Sample("no objects")(Holder(Vector())),
    Sample("options")(Options(
      Some("t\u00e4\"xt"),
      Some(1),
      Some(-2L),
      Some(2.5),
      Some(true),
      Some(flat),
      Some(JsonCodeSuite.Colour.Red),
      Some(JsonCodeSuite.Shape.Circle(1)),
      Some(Vector(Vector(1L), Vector())),
      Some(Array(1L, -2L)),
      Some('c')
    )),
    Sample("no options")(Options(None, None, None, None, None, None, None, None, None, None, None))
  )

  private final val MostBytes = 1500

  private val changes: List[Byte] = List('"', '}', ',', '0', '.', ' ', 'n', '\\', 0xc3.toByte)

  private def parsed(bytes: Array[Byte]): Option[Json] =
    try Some(Json.parse(new String(bytes, UTF_8)))
    catch case _: PickleException => None

  /** White space around a token, at every place that may have it. */
  private def everyPlace(token: Char): String = s"\n $token\t"

  /** White space as printers of JSON put it. */
  private def indented(by: Int)(token: Char): String = token match
    case '{' | '[' | ',' => s"$token\n${" " * by}"
    case '}' | ']'       => s"\n$token"
    case _               => ": "

  private val looks: List[(String, Char => String)] = List(
    "space at every place" -> everyPlace,
    "indented" -> indented(17),
    "indented, with a space before colons" -> (token => if token == ':' then " : " else indented(2)(token)),
    "indented by tabs, with carriage returns" -> (indented(2)(_).replace("\n", "\r\n").replace("  ", "\t")),
    "on one line" -> (token => if token == ':' || token == ',' then s"$token " else token.toString)
  )

  private def spaced(bytes: Array[Byte], look: Char => String): Array[Byte] =
    val text = new StringBuilder
    var inText = false
    var i = 0
    val all = new String(bytes, UTF_8)
    while i < all.length do
      val c = all.charAt(i)
      if c == '"' then inText = !inText
      if c == '\\' then
        text += c
        i += 1
      if !inText && "{}[]:,".contains(c) then text ++= look(c) else text += all.charAt(i)
      i += 1
    text.toString.getBytes(UTF_8)

  /** The same members in other orders and numbers, as texts. */
  private def forms(tree: Json): List[(String, String)] =
    val count = members(tree)
    def inLook(text: String, look: Char => String) = new String(spaced(text.getBytes(UTF_8), look), UTF_8)
    looks.map((name, look) => name -> inLook(tree.render, look)) :::
      ("last first", everywhere(tree)(_.reverse).render) ::
      ("unknown first", everywhere(tree)(("unknown", tree) +: _).render) ::
      ("texts for numbers", scalars(tree).render) ::
      ("unknown last", everywhere(tree)(_ :+ ("$unknown", Json.Null)).render) ::
      (for
        n <- List.range(0, count)
        (name, change) <- changesOf
        text = changed(tree, n)(change).render
        form <- List(s"$name, member $n" -> text, s"$name, member $n, indented" -> inLook(text, indented(1)))
      yield form)

  private val changesOf: List[(String, (String, Json) => Vector[(String, Json)])] = List(
    "missing" -> ((_, _) => Vector()),
    "twice" -> ((name, value) => Vector(name -> value, name -> value)),
    "null" -> ((name, _) => Vector(name -> Json.Null)),
    "unknown before" -> ((name, value) => Vector("unknown" -> Json.Arr(Vector(value)), name -> value)),
    "text" -> ((name, _) => Vector(name -> Json.Str("text"))),
    "fraction" -> ((name, _) => Vector(name -> Json.Num("1.0"))),
    "array" -> ((name, value) => Vector(name -> Json.Arr(Vector(value)))),
    "object" -> ((name, value) => Vector(name -> Json.Obj(Vector(name -> value)))),
    "numbered" -> { (name, value) =>
      val number = "$id" -> Json.Num("9")
      Vector(
        name -> (value match
          case Json.Obj(all) => Json.Obj(number +: all)
          case other         => Json.Obj(Vector(number, "$items" -> other))
        ),
        name + "2" -> Json.Obj(Vector("$ref" -> Json.Num("9")))
      )
    },
    "reference" -> ((name, value) => Vector(name -> Json.Obj(Vector("$ref" -> Json.Num("1")))))
  )

  private def members(tree: Json): Int = tree match
    case Json.Obj(all) => all.map((_, value) => 1 + members(value)).sum
    case Json.Arr(all) => all.map(members).sum
    case _             => 0

  private def everywhere(tree: Json)(change: Vector[(String, Json)] => Vector[(String, Json)]): Json = tree match
    case Json.Obj(all) => Json.Obj(change(all.map((name, value) => name -> everywhere(value)(change))))
    case Json.Arr(all) => Json.Arr(all.map(everywhere(_)(change)))
    case other         => other

  /** Numbers are texts, and texts of digits are numbers. */
  private def scalars(tree: Json): Json = tree match
    case Json.Obj(all)  => Json.Obj(all.map((name, value) => name -> scalars(value)))
    case Json.Arr(all)  => Json.Arr(all.map(scalars))
    case Json.Num(text) => Json.Str(text)
    case Json.Str(text) if text.matches("-?(0|[1-9][0-9]{0,17})") => Json.Num(text)
    case other                                                    => other

  /** The tree in which member number `n` of all is changed. */
  private def changed(tree: Json, n: Int)(change: (String, Json) => Vector[(String, Json)]): Json =
    var next = 0
    def walk(tree: Json): Json = tree match
      case Json.Obj(all) =>
        Json.Obj(all.flatMap { (name, value) =>
          val number = next
          next += 1
          val inside = walk(value)
          if number == n then change(name, inside) else Vector(name -> inside)
        })
      case Json.Arr(all) => Json.Arr(all.map(walk))
      case other         => other
    walk(tree)
