package brine.checks

import java.io.File
import java.nio.file.{Files, Path}
import brine.PickleException
import brine.testkit.{Patient, Temporary}

/** A module that was compiled against an older release of a library, and runs with the newer one. Each release is
  * compiled, then the module in the middle, once, with the older release; and the program, with the newer one.
  */
class OutdatedCodeSuite extends munit.FunSuite, Temporary, Patient:
  private def compiled(name: String, source: String, path: List[Path]): Path =
    val folder = Files.createDirectories(newFolder().resolve(name))
    val file = Files.writeString(folder.resolve(s"$name.scala"), source)
    val classes = (path.map(_.toString) :+ System.getProperty("java.class.path")).mkString(File.pathSeparator)
    val reporter = dotty.tools.dotc.Main.process(
      Array("-nowarn", "-classpath", classes, "-d", folder.toString, file.toString)
    )
    assert(!reporter.hasErrors, source)
    folder

  /** Calls `main.Program.run`. */
  private def run(path: List[Path], argument: AnyRef): Any =
    val loader = new java.net.URLClassLoader(path.map(_.toUri.toURL).toArray, getClass.getClassLoader)
    try loader.loadClass("main.Program").getMethod("run", classOf[Object]).invoke(null, argument)
    catch case e: java.lang.reflect.InvocationTargetException => throw e.getCause

  /** Each use is refused, not the first alone. */
  private def refused(path: List[Path], argument: AnyRef)(texts: String*): Unit =
    for _ <- 1 to 2 do
      val e = intercept[PickleException.OutdatedCode](run(path, argument))
      for text <- texts do assert(e.getMessage.contains(text), e.getMessage)

  private def library(body: String) = s"package lib\nimport brine.*\n$body"

  // ---- copies of generic classes

  private val before = library("""
    final case class Gen[A](a: A, others: List[Int]) derives Pickler
    final case class Pair[A](first: Gen[A], second: Option[Gen[A]]) derives Pickler
    enum Tree[A] derives Pickler:
      case Leaf(a: A)
      case Node(left: Tree[A], right: Tree[A])
    object Make:
      def gen[A](a: A): Gen[A] = Gen(a, List(1))
    """)

  /** What the next release changed, so that the older code still runs, and the words of the refusal. */
  private val releases = List(
    "nothing" -> before -> "",
    "a new variable" -> before.replace(
      "others: List[Int]) derives Pickler",
      "others: List[Int]) derives Pickler { var tag = \"-\" }"
    ) -> "the fields of Gen are a, others, tag, and were a, others",
    "a new parameter" -> before.replace(
      "others: List[Int]) derives Pickler",
      "others: List[Int], more: Int) derives Pickler { def this(a: A, others: List[Int]) = this(a, others, 7) }"
    ).replace("Gen(a, List(1))", "new Gen(a, List(1))") -> "the fields of Gen are a, others, more",
    "elements of another type" -> before.replace("others: List[Int]", "others: List[Long]").replace(
      "List(1)",
      "List(1L)"
    ) -> "a Int is Long now",
    "other names" -> before.replace("Gen[A](a: A,", "Gen[A](@rename(\"b\") a: A,") -> "the fields of Gen are b, others",
    "a new leaf" -> before.replace("case Leaf(a: A)", "case Bare(n: Int); case Leaf(a: A)") ->
      "the leaves of Tree are Bare, Leaf, Node"
  )

  private val copying = """package middle
    import brine.*
    import lib.*
    final case class Doc(gen: Gen[Int], next: List[Doc], pairs: Map[String, Pair[Doc]], tree: Tree[String])
        derives Pickler
    final case class Box[B](pairs: List[Pair[B]]) derives Pickler
    object Doc:
      def some(depth: Int): Doc = Doc(
        Make.gen(depth), if depth == 0 then Nil else List(some(depth - 1)),
        if depth == 0 then Map.empty else Map("a" -> Pair(Make.gen(some(0)), Some(Make.gen(some(depth - 1))))),
        Tree.Leaf("x"))
    """

  private val writing = """package main
    import brine.*
    import middle.*
    object Program:
      def run(format: Object): Any =
        given PickleFormat = format.asInstanceOf[PickleFormat]
        def there[A: Pickler](value: A): Unit =
          val shared = PickleOptions(sharing = Sharing.All)
          for options <- List(PickleOptions(), shared, PickleOptions(limits = Limits(emittedDepth = 0))) do
            given PickleOptions = options
            val bytes = new java.io.ByteArrayOutputStream
            value.pickleTo(bytes)
            assert(Pickle.read[A](java.io.ByteArrayInputStream(bytes.toByteArray)) == value)
        there(Doc.some(2))
        there(Box(List(lib.Pair(lib.Make.gen(1), None))))
    """

  private lazy val old = compiled("lib", before, Nil)
  private lazy val middle = compiled("middle", copying, List(old))
  private lazy val program = List(compiled("main", writing, List(old, middle)), middle)

  for ((change, after), refusal) <- releases do
    test(s"a copied pickler whose class has got $change is ${if refusal.isEmpty then "used" else "refused"}"):
      val all = compiled("lib", after, Nil) :: program
      for format <- brine.binary.BinaryFormat :: AllFormats.telling do
        if refusal.isEmpty then run(all, format)
        else refused(all, format)("the pickler of Doc was compiled with another version of", refusal)

  // ---- classes without picklers of their own

  private val plain = library("""
    final case class Plain(a: Int)
    trait Counts
    class Base:
      var b: Int = 1
      lazy val late = b
    class Sub(val a: Int) extends Base, Counts
    final case class Gen[A](a: A)
    enum Kind { case Paper(weight: Int); case Void }
    """)

  /** What the next release changed, and the variable that the older code does not know. */
  private val variables = List(
    "nothing" -> plain -> "",
    "parts that no variable holds" ->
      plain.replace(
        "lazy val late = b",
        "lazy val late = b; lazy val later = b + 1; val more = 5; @transient var seen = 0"
      ) -> "",
    "a variable in a case class" -> plain.replace("Plain(a: Int)", "Plain(a: Int) { var tag = 0 }") -> "tag",
    "a variable in a superclass" -> plain.replace("var b: Int", "var c = 0; var b: Int") -> "c",
    "a private variable of another name" -> plain.replace(
      "var b: Int",
      "private var `a b` = 0; def add() = `a b` += 1; var b: Int"
    ) -> "a b",
    "a variable in a trait" -> plain.replace(
      "trait Counts",
      "trait Counts { private var c = 0; def add() = c += 1 }"
    ) -> "c",
    "a variable in a generic class" -> plain.replace("Gen[A](a: A)", "Gen[A](a: A) { var tag = 0 }") -> "tag",
    "a variable in a leaf" -> plain.replace(
      "Kind { case Paper(weight: Int)",
      "Kind { case Paper(weight: Int) extends Kind, Counts"
    )
      .replace("trait Counts", "trait Counts { var c = 0 }") -> "c"
  )

  private val derivingOthers = """package middle
    import brine.*
    import lib.*
    given Pickler[Plain] = Pickler.derived
    given Pickler[Sub] = Pickler.derived
    given [A: Pickler]: Pickler[Gen[A]] = Pickler.derived
    given Pickler[Kind] = Pickler.derived
    final case class Doc(plain: Plain, kinds: List[Gen[Kind]]) derives Pickler
    """

  private val writingOthers = """package main
    import brine.*
    import middle.given
    object Program:
      def run(format: Object): Any =
        given PickleFormat = format.asInstanceOf[PickleFormat]
        val refusals = for value <- List(
          () => lib.Plain(1).pickle.unpickle[lib.Plain],
          () => new lib.Sub(1).pickle.unpickle[lib.Sub],
          () => lib.Gen("x").pickle.unpickle[lib.Gen[String]],
          () => (lib.Kind.Paper(1): lib.Kind).pickle.unpickle[lib.Kind],
          () => middle.Doc(lib.Plain(1), List(lib.Gen(lib.Kind.Void))).pickle.unpickle[middle.Doc])
        yield try { value(); None } catch case e: PickleException.OutdatedCode => Some(e)
        refusals.flatten.headOption.foreach(throw _)
    """

  private lazy val plainMiddle =
    val old = compiled("lib", plain, Nil)
    val middle = compiled("middle", derivingOthers, List(old))
    List(compiled("main", writingOthers, List(old, middle)), middle)

  for ((change, after), variable) <- variables do
    test(
      s"a pickler for another module's class that has got $change is ${if variable.isEmpty then "used" else "refused"}"
    ):
      val all = compiled("lib", after, Nil) :: plainMiddle
      for format <- brine.binary.BinaryFormat :: AllFormats.telling do
        if variable.isEmpty then run(all, format)
        else refused(all, format)(s"$variable is a variable of lib.")

  // ---- views

  private val regions = library("""
    enum Kind derives Pickler:
      case Paper(weight: Int, size: Int)
      case Audio(minutes: Int)
      case Void
    final case class Item(name: String, kind: Kind, price: Int, parts: List[Int]) derives Pickler
    final case class Shelf(items: Vector[Item], byName: Map[String, Item], best: Option[Item]) derives Pickler
    object Make:
      def item(n: Int): Item = Item(s"item $n", Kind.Paper(n, 9), n, List(n))
      def shelf: Shelf = Shelf(Vector(item(1), item(2)), Map("a" -> item(3)), Some(item(4)))
    """)

  private val looking = """package middle
    import brine.region.*
    import lib.*
    object Client:
      def weight(r: Region[Shelf])(v: r.View[Kind]): Int =
        v.fold((p: r.View[Kind.Paper]) => p(_.weight), (_: r.View[Kind.Audio]) => -1, (_: r.View[Kind.Void.type]) => -2)
      def kind(r: Region[Shelf])(v: r.View[Item]): Int = weight(r)(v(_.kind))
      def price(r: Region[Shelf]): Int = r.root(_.items(1).price)
      def found(r: Region[Shelf]): Int = r.root(_.byName("a").price)
      def best(r: Region[Shelf]): Int = r.root(_.best.get.price)
      def part(r: Region[Shelf]): Int = r.root(_.items(0).parts(0))
      def size(r: Region[Shelf])(v: r.View[Kind.Paper]): Int = v(_.size)
    """

  private val compacting = """package main
    import brine.region.*
    import lib.*
    import middle.Client
    object Program:
      def run(part: Object): Any =
        val r = Region.compact(Make.shelf)
        def paper: r.View[Kind.Paper] = (r.root(_.items(0).kind): r.View[Kind]).asInstanceOf[r.View[Kind.Paper]]
        part match
          case "kind"  => Client.kind(r)(r.root(_.items(1)))
          case "price" => Client.price(r)
          case "found" => Client.found(r)
          case "best"  => Client.best(r)
          case "part"  => Client.part(r)
    """

  private val results = Map("kind" -> 2, "price" -> 2, "found" -> 3, "best" -> 4, "part" -> 1)

  /** The next release, and the parts of the client that it breaks. */
  private val layouts = List(
    ("nothing", regions, Set.empty[String]),
    ("a new leaf", regions.replace("case Paper", "case Web(url: String); case Paper"), results.keySet),
    (
      "leaves in another order",
      regions.replace("case Void", "").replace("case Paper", "case Void; case Paper"),
      results.keySet
    ),
    ("fields in another order", regions.replace("weight: Int, size: Int", "size: Int, weight: Int"), Set("kind")),
    (
      "a new field",
      regions.replace("name: String, kind", "code: Long, name: String, kind").replace("Item(s", "Item(0L, s"),
      results.keySet
    ),
    ("a field of another type", regions.replace("price: Int", "price: Long"), results.keySet),
    ("elements of another type", regions.replace("parts: List[Int]", "parts: List[Long]"), results.keySet)
  )

  private lazy val shop = compiled("lib", regions, Nil)
  private lazy val client = compiled("middle", looking, List(shop))

  for (change, after, broken) <- layouts do
    test(s"views compiled before a class got $change are ${if broken.isEmpty then "used" else "refused"}"):
      val path = List(compiled("lib", after, Nil), client)
      val all = compiled("main", compacting, path) :: path
      for (part, expected) <- results; _ <- 1 to 2 do
        if !broken(part) then assertEquals(run(all, part), expected: Any, part)
        else
          val e = intercept[PickleException.OutdatedCode](run(all, part))
          assert(e.getMessage.contains("a view was compiled with another version of lib."), e.getMessage)

  test("threads that use two modules' picklers of each other for the first time all get on"):
    val all = old :: program
    val failures = new java.util.concurrent.ConcurrentLinkedQueue[Throwable]
    for _ <- 1 to 5 do
      val loader = new java.net.URLClassLoader(all.map(_.toUri.toURL).toArray, getClass.getClassLoader)
      val method = loader.loadClass("main.Program").getMethod("run", classOf[Object])
      val threads = List.fill(8)(new Thread(() =>
        try method.invoke(null, brine.binary.BinaryFormat): Unit
        catch case e: Throwable => failures.add(e): Unit
      ))
      threads.foreach(_.start())
      threads.foreach(_.join(60_000))
      assert(threads.forall(!_.isAlive))
    assertEquals(failures.size, 0, failures.peek)
