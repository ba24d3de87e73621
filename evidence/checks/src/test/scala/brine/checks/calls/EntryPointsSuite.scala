package brine.checks

import java.io.ByteArrayInputStream
import java.nio.ByteBuffer
import java.nio.channels.Channels
import java.nio.file.Files
import scala.util.{Failure, Success, Try}
import brine.*
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.json.{JsonFormat, JsonPickle}
import brine.testkit.Allocation
import EntryPointsSuite.*
import example.cbor.CborFormat

/** The calls that name their format, `json.write(x)`, beside those that take the format in scope, `x.pickle`. */
class EntryPointsSuite extends munit.FunSuite:
  private val report = Report("may", List(Figure.Circle(1.5), Figure.Blank), Pair(1, Some("x")))

  private def keyed: PickleOptions =
    PickleOptions(history =
      History(
        Pickler[Report].shape,
        Pickler[Figure].shape,
        Pickler[List[Int]].shape,
        Pickler[Strict].shape,
        Pickler[Fatal].shape
      )
    )

  private val entryPoints: List[EntryPoint] = List(
    BinaryEntryPoint,
    JsonEntryPoint,
    GraphEntryPoint,
    new FormatEntryPoint("bare", BinaryFormat.Bare),
    new FormatEntryPoint("keyed", BinaryFormat.Keyed),
    new FormatEntryPoint("indented JSON", JsonFormat.Pretty),
    new FormatEntryPoint("a graph with a header", GraphFormat.withHeader("by" -> "me")),
    new FormatEntryPoint("a format of somebody else's", CborFormat)
  )

  /** The error of the call that takes the format in scope, and those of the others. */
  private def sameError(given_ : => Any)(others: (() => Any)*)(using munit.Location): PickleException =
    val expected = intercept[PickleException](given_)
    for other <- others do
      val e = intercept[PickleException](other())
      assertEquals(describe(e), describe(expected))
    expected

  private def throwsFatal(read: => Any)(using munit.Location): Unit =
    val caught =
      try Right(read)
      catch case e: LinkageError => Left(e)
    assert(caught.isLeft, caught)

  private def describe(e: PickleException): (String, String, String, Long) =
    (e.getClass.getName, e.getMessage, e.path, e.offset)

  for entryPoint <- entryPoints do
    val format = entryPoint.format
    given options: PickleOptions = keyed
    val name = entryPoint.name

    test(s"$name: an entry point writes the bytes that `x.pickle` has, and reads the value back") {
      locally:
        given PickleFormat = format
        assertEquals(entryPoint.write(report).toSeq, report.pickle.bytes.toSeq)
      assertEquals(entryPoint.write(report).toSeq, format.writeBytes(report).toSeq)
      assertEquals(entryPoint.read[Report](entryPoint.write(report)), report)
      assertEquals(entryPoint.readEither[Report](entryPoint.write(report)), Right(report))
      assertEquals(entryPoint.readTry[Report](entryPoint.write(report)), Success(report))
      assertEquals(format.pickled(entryPoint.write(report)).unpickleEither[Report], Right(report))
      assertEquals(format.pickled(entryPoint.write(report)).unpickleTry[Report], Success(report))
    }

    test(s"$name: collections, generic classes, and code that is generic itself") {
      def again[A: Pickler](value: A): A = entryPoint.read[A](entryPoint.write(value))
      assertEquals(again(List(1, 2, 3)), List(1, 2, 3))
      assertEquals(again[List[Int]](Nil), Nil)
      if format ne BinaryFormat.Keyed then
        assertEquals(again(Pair("a", List(Pair(1, 2.5)))), Pair("a", List(Pair(1, 2.5))))
        assertEquals(again(Map("a" -> Option(1))), Map("a" -> Option(1)))
    }

    test(s"$name: a value is written by its static type, a leaf as its family") {
      val leaf = new Figure.Circle(1.5)
      val figure: Figure = leaf
      assertEquals(entryPoint.write[Figure](leaf).toSeq, entryPoint.write(figure).toSeq)
      assertEquals(entryPoint.write(figure).toSeq, leaf.pickleAs[Figure](using summon, format, options).bytes.toSeq)
      assertEquals(entryPoint.read[Figure](entryPoint.write(figure)), figure)
    }

    test(s"$name: a null is refused with the words of `x.pickle`, and one that a type allows comes back") {
      val nobody: Report = null
      val e = sameError(nobody.pickleIn(format))(() => entryPoint.write(nobody), () => format.writeBytes(nobody))
      assert(e.isInstanceOf[PickleException.NullValue], e)
      val withNull = report.copy(title = null)
      assertEquals(entryPoint.read[Report](entryPoint.write(withNull)), withNull)
    }

    test(s"$name: bytes of another format are refused with the words of `unpickle`") {
      for other <- entryPoints if other.format.getClass != format.getClass do
        val bytes = other.write(report)
        Try(format.pickled(bytes).unpickle[Report]) match
          case Failure(_) =>
            sameError(format.pickled(bytes).unpickle[Report])(
              () => entryPoint.read[Report](bytes),
              () => entryPoint.readEither[Report](bytes).fold(throw _, identity),
              () => entryPoint.readTry[Report](bytes).get,
              () => format.pickled(bytes).unpickleEither[Report].fold(throw _, identity),
              () => format.pickled(bytes).unpickleTry[Report].get
            )
          case Success(value) =>
            assertEquals(entryPoint.read[Report](bytes), value) // two kinds of JSON, or a bare pickle by chance
    }

    test(
      s"$name: damaged bytes are refused with the words of `unpickle`, and are a Left or a Failure and nothing else"
    ) {
      val whole = entryPoint.write(report)
      val cut = (0 until whole.length).map(whole.take(_))
      val changed = (0 until whole.length).map(i => whole.updated(i, (whole(i) ^ 0x55).toByte))
      for bytes <- cut ++ changed :+ (whole :+ 1.toByte) do
        def outcome(read: => Report): Any =
          Try(read).fold({ case e: PickleException => describe(e); case e => fail("not Brine's", e) }, identity)
        val expected = outcome(format.pickled(bytes).unpickle[Report])
        assertEquals(outcome(entryPoint.read[Report](bytes)), expected)
        assertEquals(outcome(entryPoint.readEither[Report](bytes).fold(throw _, identity)), expected)
        assertEquals(outcome(entryPoint.readTry[Report](bytes).get), expected)
        assertEquals(outcome(format.pickled(bytes).unpickleEither[Report].fold(throw _, identity)), expected)
        assertEquals(outcome(format.pickled(bytes).unpickleTry[Report].get), expected)
        assertEquals(outcome(Pickle.read[Report](bytes)(using format = format)), expected)
    }

    test(s"$name: an exception of a constructor is a Left, and a fatal error is thrown") {
      val strict = entryPoint.write(Strict(1))
      Strict.most = 0
      try
        entryPoint.readEither[Strict](strict) match
          case Left(e: PickleException.UserCode) => assert(e.getCause.isInstanceOf[IllegalArgumentException], e)
          case other                             => fail(other.toString)
        assert(entryPoint.readTry[Strict](strict).failed.get.isInstanceOf[PickleException.UserCode])
      finally Strict.most = 9
      val fatal = entryPoint.write(Fatal(1))
      Fatal.isOn = true
      try
        throwsFatal(entryPoint.read[Fatal](fatal))
        throwsFatal(entryPoint.readEither[Fatal](fatal))
        throwsFatal(entryPoint.readTry[Fatal](fatal))
        throwsFatal(format.pickled(fatal).unpickleEither[Fatal])
        throwsFatal(format.pickled(fatal).unpickleTry[Fatal])
      finally Fatal.isOn = false
    }

    test(
      s"$name: `Pickle.read` takes an array, a file, a stream, a channel and a buffer, in a format that the call names"
    ) {
      val bytes = entryPoint.write(report)
      assertEquals(Pickle.read[Report](bytes)(using format = format), report)
      assertEquals(Pickle.read[Report](new ByteArrayInputStream(bytes))(using format = format), report)
      assertEquals(
        Pickle.read[Report](Channels.newChannel(new ByteArrayInputStream(bytes)))(using format = format),
        report
      )
      assertEquals(Pickle.read[Report](ByteBuffer.wrap(bytes))(using format = format), report)
      val file = Files.createTempFile("brine", ".pickle")
      try
        Files.write(file, bytes)
        assertEquals(Pickle.read[Report](file)(using format = format), report)
        report.pickleTo(file)(using format = format)
        assertEquals(Pickle.read[Report](file)(using format = format), report)
        assertEquals(PickleException.either(Pickle.read[Report](file)(using format = format)), Right(report))
        assert(PickleException.either(
          Pickle.read[Report](file.resolveSibling("no such file"))(using format = format)
        ).left.exists(_.isInstanceOf[PickleException.InputOutput]))
      finally Files.delete(file)
    }

    test(s"$name: an entry point allocates no more than the call that takes the format in scope") {
      val bytes = entryPoint.write(report)
      def least(work: => Any): Long = (1 to 50).map(_ => Allocation.of(work)).min
      for _ <- 1 to 200 do
        format.pickled(bytes).unpickle[Report]
        entryPoint.read[Report](bytes)
        report.pickleIn(format).bytes
        entryPoint.write(report)
      val reading = least(format.pickled(bytes).unpickle[Report])
      assert(
        least(entryPoint.read[Report](bytes)) <= reading + 32,
        s"${least(entryPoint.read[Report](bytes))} > $reading"
      )
      val writing = least(report.pickleIn(format).bytes)
      assert(least(entryPoint.write(report)) <= writing + 32, s"${least(entryPoint.write(report))} > $writing")
    }

  test("JSON text: `read` takes the output of `write`, and so do the calls that take the format in scope") {
    import brine.json.given
    val text = json.write(report)
    assertEquals(text, report.pickle.text)
    assertEquals(text, new String(json.writeBytes(report), "UTF-8"))
    assertEquals(json.read[Report](text), report)
    assertEquals(json.read[Report](text.getBytes("UTF-8")), report)
    assertEquals(json.readEither[Report](text), Right(report))
    assertEquals(json.readTry[Report](text), Success(report))
    assertEquals(JsonFormat.Pretty.write(report), report.pickleIn(JsonFormat.Pretty).text)
    assertEquals(JsonFormat.Pretty.read[Report](JsonFormat.Pretty.write(report)), report)
    assertEquals(List("1", "2").map(json.read[Int](_)), List(1, 2))
    val named: Report = json.read(text)
    assertEquals(named, report)
  }

  test(
    "JSON text that is damaged, of another type or not Unicode is refused with the words of " +
      "`JsonPickle.of(text).unpickle`"
  ) {
    val text = json.write(report)
    val texts = (0 until text.length).map(text.take(_)) ++ List(
      "[1]",
      "null",
      "\"\ud800\"",
      text + "1",
      "\u0000",
      """{"title":7}"""
    )
    for text <- texts do
      val e = sameError(JsonPickle.of(text).unpickle[Report])(
        () => json.read[Report](text),
        () => json.readEither[Report](text).fold(throw _, identity),
        () => json.readTry[Report](text).get
      )
      assertEquals(PickleException.either(JsonPickle.of(text).unpickle[Report]).left.map(describe), Left(describe(e)))
  }

  test("options are given by name, to every call") {
    val loose = """{"x":1,"title":"a","figures":[],"pair":{"a":1,"b":null}}"""
    val strictly = PickleOptions(unknownFields = UnknownFields.Refuse)
    assertEquals(json.read[Report](loose).title, "a")
    intercept[PickleException.UnknownField](json.read[Report](loose)(using options = strictly))
    intercept[PickleException.UnknownField](json.read[Report](loose.getBytes)(using options = strictly))
    assert(json.readEither[Report](loose)(using options = strictly).isLeft)
    assert(json.readTry[Report](loose.getBytes)(using options = strictly).isFailure)
    assert(JsonPickle.of(loose).unpickleEither[Report](using options = strictly).isLeft)
    assertEquals(binary.write(1)(using options = PickleOptions(checksum = false)).length, binary.write(1).length - 4)
    assertEquals(1.pickle(using options = PickleOptions(checksum = false)).bytes.length, binary.write(1).length - 4)
    assertEquals(BinaryFormat.write(1).toSeq, binary.write(1).toSeq)
    val few = PickleOptions(limits = Limits(maxOutputBytes = 8))
    intercept[PickleException.LimitExceeded](binary.write(report)(using options = few))
    intercept[PickleException.LimitExceeded](graph.write(report)(using options = few))
    intercept[PickleException.LimitExceeded](json.write(report)(using options = few))
    intercept[PickleException.LimitExceeded](json.writeBytes(report)(using options = few))
  }

  test("an unpickler is given by name, too: of the shape that was written") {
    val old = BinaryFormat.Bare.write(Report1("may"))
    assertEquals(
      BinaryFormat.Bare.read[Titled](old)(using unpickler = Unpickler.from(Pickler[Report1].shape)),
      Titled("may", 7)
    )
  }

  test("a graph's settings hold for the entry points of its format") {
    val format = GraphFormat.withMostObjects(1)
    val bytes = format.write(report)
    intercept[PickleException.RefusedByRule](format.read[Report](bytes))
    assert(format.readEither[Report](bytes).isLeft)
    assertEquals(graph.read[Report](bytes), report)
  }

  test("bytes are not copied: an entry point reads the array that it gets") {
    val bytes = json.writeBytes(List.fill(1 << 16)(7))
    assert(!Allocation.isAlwaysAbove(bytes.length / 2, 5)(json.readEither[Int](bytes)))
    val inBinary = binary.write(List.fill(1 << 16)(7))
    assert(!Allocation.isAlwaysAbove(inBinary.length / 2, 5)(json.readEither[Int](inBinary)))
    assert(!Allocation.isAlwaysAbove(bytes.length / 2, 5)(binary.readEither[Int](bytes)))
  }

  // ---- the compiler's words

  test("a read that names no type does not compile, and the error names the call") {
    val expected = "the type to read is unknown. Name it, `pickle.unpickle[Person]`, `json.read[Person](text)` or " +
      "`Pickle.read[Person](path)`, or declare the result's type: `val person: Person = pickle.unpickle`"
    for error <- List(
        compileErrors("""json.read("1")"""),
        compileErrors("""json.readEither("1")"""),
        compileErrors("binary.read(Array[Byte](1))"),
        compileErrors("graph.readTry(Array[Byte](1))"),
        compileErrors("BinaryFormat.Bare.read(Array[Byte](1))"),
        compileErrors("Pickle.read(Array[Byte](1))"),
        compileErrors("1.pickle.unpickleEither"),
        compileErrors("1.pickle.unpickleTry")
      )
    do assert(error.contains(expected), error)
  }

  test("a leaf, or a type without a pickler, does not compile, and the advice of the error does") {
    for error <- List(
        compileErrors("json.write(new Figure.Circle(1.5))"),
        compileErrors("json.writeBytes(new Figure.Circle(1.5))"),
        compileErrors("binary.write(new Figure.Circle(1.5))"),
        compileErrors("graph.write(new Figure.Circle(1.5))"),
        compileErrors("BinaryFormat.Bare.write(new Figure.Circle(1.5))")
      )
    do
      assert(
        error.contains("there is no pickler for brine.checks.EntryPointsSuite.Figure.Circle. If the type is yours"),
        error
      )
      assert(error.contains("pickle by that one: `x.pickleAs[Supertype]`, `json.write[Supertype](x)`"), error)
    assertEquals(json.write[Figure](new Figure.Circle(1.5)), """{"$type":"Circle","radius":1.5}""")
    assert(compileErrors("json.write(new Thread)").contains("there is no pickler for Thread"))
    assert(compileErrors("json.read[Thread](\"\")").contains("there is no unpickler for Thread"))
  }

object EntryPointsSuite:
  enum Figure derives Pickler:
    case Circle(radius: Double)
    case Blank

  final case class Pair[A, B](a: A, b: B) derives Pickler
  final case class Report(title: String, figures: List[Figure], pair: Pair[Int, Option[String]]) derives Pickler
  final case class Report1(title: String) derives Pickler
  final case class Titled(title: String, pages: Int = 7) derives Pickler

  final case class Strict(value: Int) derives Pickler:
    require(value <= Strict.most)
  object Strict:
    var most = 9

  final case class Fatal(value: Int) derives Pickler:
    if Fatal.isOn then throw new NoClassDefFoundError("gone")
  object Fatal:
    var isOn = false

  /** The entry points of a package, or of a format. */
  trait EntryPoint:
    def name: String
    def format: PickleFormat
    def write[A: Pickler](value: A)(using PickleOptions): Array[Byte]
    def read[A: Unpickler](bytes: Array[Byte])(using PickleOptions): A
    def readEither[A: Unpickler](bytes: Array[Byte])(using PickleOptions): Either[PickleException, A]
    def readTry[A: Unpickler](bytes: Array[Byte])(using PickleOptions): Try[A]

  object BinaryEntryPoint extends EntryPoint:
    def name = "binary"
    def format = BinaryFormat
    def write[A: Pickler](value: A)(using PickleOptions) = brine.binary.write(value)
    def read[A: Unpickler](bytes: Array[Byte])(using PickleOptions) = brine.binary.read[A](bytes)
    def readEither[A: Unpickler](bytes: Array[Byte])(using PickleOptions) = brine.binary.readEither[A](bytes)
    def readTry[A: Unpickler](bytes: Array[Byte])(using PickleOptions) = brine.binary.readTry[A](bytes)

  object JsonEntryPoint extends EntryPoint:
    def name = "JSON"
    def format = JsonFormat
    def write[A: Pickler](value: A)(using PickleOptions) = brine.json.writeBytes(value)
    def read[A: Unpickler](bytes: Array[Byte])(using PickleOptions) = brine.json.read[A](bytes)
    def readEither[A: Unpickler](bytes: Array[Byte])(using PickleOptions) = brine.json.readEither[A](bytes)
    def readTry[A: Unpickler](bytes: Array[Byte])(using PickleOptions) = brine.json.readTry[A](bytes)

  object GraphEntryPoint extends EntryPoint:
    def name = "graph"
    def format = GraphFormat
    def write[A: Pickler](value: A)(using PickleOptions) = brine.graph.write(value)
    def read[A: Unpickler](bytes: Array[Byte])(using PickleOptions) = brine.graph.read[A](bytes)
    def readEither[A: Unpickler](bytes: Array[Byte])(using PickleOptions) = brine.graph.readEither[A](bytes)
    def readTry[A: Unpickler](bytes: Array[Byte])(using PickleOptions) = brine.graph.readTry[A](bytes)

  final class FormatEntryPoint(val name: String, val format: PickleFormat) extends EntryPoint:
    def write[A: Pickler](value: A)(using PickleOptions) = format.writeBytes(value)
    def read[A: Unpickler](bytes: Array[Byte])(using PickleOptions) = format.read[A](bytes)
    def readEither[A: Unpickler](bytes: Array[Byte])(using PickleOptions) = format.readEither[A](bytes)
    def readTry[A: Unpickler](bytes: Array[Byte])(using PickleOptions) = format.readTry[A](bytes)
