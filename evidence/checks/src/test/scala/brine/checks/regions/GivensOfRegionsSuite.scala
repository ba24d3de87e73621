package brine.checks.regions

import java.io.File
import java.nio.file.{Files, Path}
import brine.PickleException
import brine.testkit.{Patient, Temporary}

/** Regions that code with one given of a type makes, and code with another reads. Each given has the same code, which
  * is compiled with it: the paths and folds of views depend on the givens where they stand.
  */
class GivensOfRegionsSuite extends munit.FunSuite, Temporary, Patient:
  /** The givens of one class, by names: its own, which lets views read its fields, and others. The property
    * `brine.region.givens` has the number of them that are tried.
    */
  private val givens = List(
    ("derived", "", true),
    (
      "mappedToText",
      "Pickler[String].imap[Author](t => Author(t.drop(4), t.take(4).toInt))(a => f\"${a.born}%04d${a.name}\")",
      false
    ),
    ("byHand", "new ByHand", false),
    (
      "fieldByField",
      "product[Author](\"Author\").field(\"born\", _.born).field(\"name\", _.name)" +
        ".build((born, name) => Author(name, born))",
      false
    ),
    (
      "mappedToNumber",
      "Pickler[Long].imap[Author](n => Author(n / 10000 + \"\", (n % 10000).toInt))" +
        "(a => a.name.toLong * 10000 + a.born)",
      false
    ),
    (
      "mappedToPair",
      "Pickler[(Int, String)].imap[Author]((born, name) => Author(name, born))(a => (a.born, a.name))",
      false
    ),
    ("otherNames", "product[Author](\"Author\").field(\"a\", _.name).field(\"b\", _.born).build(Author(_, _))", false)
  ).take(Integer.getInteger("brine.region.givens", 3))

  private val types = """package sides
    import java.nio.file.Path
    import brine.*
    import brine.combine.*
    import brine.region.*
    import brine.shape.Shape
    final case class Author(name: String, born: Int) derives Pickler
    final class ByHand extends Pickler[Author]:
      def shape: Shape = Shape.Custom("Author", 1)
      def pickle(a: Author, builder: PickleBuilder): Unit = { builder.putInt(a.born); builder.putString(a.name) }
      def unpickle(reader: PickleReader): Author = { val born = reader.getInt(); Author(reader.getString(), born) }
    final case class Isbn(text: String)
    object Isbn:
      given Pickler[Isbn] = Pickler[String].imap(Isbn(_))(_.text)
    enum Kind[A] derives Pickler:
      case Of(a: A, n: Int)
      case Nothing()
    final case class Shelf[A](
        one: A, isbn: Isbn, kind: Kind[A], n: Int, all: List[A], byName: Map[String, A], maybe: Option[A]
    ) derives Pickler
    trait Side:
      def make(a: Author): Region[Shelf[Author]]
      def readers: List[(String, (Region[Shelf[Author]], Author, Path) => Any)]
    """

  private def side(name: String, code: String, hasPath: Boolean): String =
    val paths =
      if !hasPath then ""
      else
        """("a field's field", (r, a, _) =>
             |        (r.root(_.one.name), r.root(_.one.born), r.root(_.n)) == (a.name, a.born, 7)),
             |      ("an element's field", (r, a, _) => r.root(_.all(1).born) == a.born),
             |      ("a value's field", (r, a, _) => r.root(_.byName("k").name) == a.name),
             |      ("an option's field", (r, a, _) => r.root(_.maybe.get.born) == a.born),
             |      ("a compared field", (r, a, _) => r.root(_.one.name == "12")),""".stripMargin
    s"""object Side_$name extends Side:
       |  ${if code.isEmpty then "" else s"given Pickler[Author] = $code"}
       |  def shelf(a: Author) = Shelf(a, Isbn("i"), Kind.Of(a, 3), 7, List(a, a), Map("k" -> a), Some(a))
       |  def make(a: Author): Region[Shelf[Author]] = Region.compact(shelf(a))
       |  def fold(r: Region[Shelf[Author]])(v: r.View[Kind[Author]]): Author =
       |    v.fold((of: r.View[Kind.Of[Author]]) => of(_.a).toValue, (_: r.View[Kind.Nothing[Author]]) => null)
       |  val readers: List[(String, (Region[Shelf[Author]], Author, Path) => Any)] = List(
       |      $paths
       |      ("a number", (r, _, _) => r.root(_.n) == 7),
       |      ("a size", (r, _, _) => r.root(_.all.size) == 2),
       |      ("a field", (r, a, _) => r.root(_.one).toValue == a),
       |      ("an element", (r, a, _) => r.root(_.all(1)).toValue == a),
       |      ("a value", (r, a, _) => r.root(_.byName("k")).toValue == a),
       |      ("an element that is contained", (r, a, _) => r.root(_.all.contains(a))),
       |      ("an option", (r, a, _) => r.root(_.maybe.get).toValue == a),
       |      ("a leaf", (r, a, _) => fold(r)(r.root(_.kind)) == a),
       |      ("the whole", (r, a, _) => r.toValue == shelf(a)),
       |      ("the whole by a pickler", (r, a, _) => r.root.toValue == shelf(a)),
       |      ("the text", (r, a, _) => r.root.show == shelf(a).toString),
       |      ("a comparison", (r, a, _) => { val s = make(a); r.root.isSameIn(s)(s.root) }),
       |      ("a hash", (r, a, _) => { val s = make(a); r.root.contentHash == s.root.contentHash }),
       |      ("an appended value", (r, a, _) => { val v = r.append(a); r.toValue == shelf(a) && v.toValue == a }),
       |      ("an appended list", (r, a, _) => { val v = r.append(List(a)); v(_(0)).toValue == a }),
       |      ("an appended object around a view", (r, a, _) => {
       |        val v = r.append(Kind.Of(r.root(_.one).toValue, 5): Kind[Author]); v.toValue == Kind.Of(a, 5) }),
       |      ("another root", (r, a, _) => r.rooted(r.root(_.all)).toValue == List(a, a)),
       |      ("the compacted region", (r, a, _) => r.compacted.toValue == shelf(a)),
       |      ("a buffer", (r, a, _) => Region.in[Shelf[Author]](whole(r)).toValue == shelf(a)),
       |      ("a file", (r, a, p) => {
       |        r.writeTo(p); val s = Region.open[Shelf[Author]](p)
       |        s.verify(); s.root(_.n) == 7 && s.toValue == shelf(a) }),
       |      ("an upgraded file", (r, a, p) => { r.writeTo(p); Region.upgrade[Shelf[Author]](p).toValue == shelf(a) })
       |  )
       |  def whole(r: Region[?]): java.nio.ByteBuffer =
       |    val out = new java.io.ByteArrayOutputStream
       |    r.sendTo(java.nio.channels.Channels.newChannel(out))
       |    java.nio.ByteBuffer.wrap(out.toByteArray)
       |""".stripMargin

  private lazy val sides: List[(String, AnyRef)] =
    val source = types + givens.map(side).mkString("\n")
    val folder = newFolder()
    val file = Files.writeString(folder.resolve("sides.scala"), source)
    val path = System.getProperty("java.class.path")
    val reporter =
      dotty.tools.dotc.Main.process(Array("-nowarn", "-classpath", path, "-d", folder.toString, file.toString))
    assert(!reporter.hasErrors, source)
    val loader = new java.net.URLClassLoader(Array(folder.toUri.toURL), getClass.getClassLoader)
    givens.map((name, _, _) => name -> loader.loadClass(s"sides.Side_$name$$").getField("MODULE$").get(null))

  private def call(side: AnyRef, name: String, arguments: Any*): Any =
    side.getClass.getMethods.find(_.getName == name).get.invoke(side, arguments.map(_.asInstanceOf[AnyRef])*)

  private type Reader = (Any, Any, Path) => Any

  private def readers(side: AnyRef): List[(String, Reader)] = call(side, "readers").asInstanceOf[List[(String, Reader)]]

  private def author(side: AnyRef): AnyRef =
    side.getClass.getClassLoader.loadClass("sides.Author").getConstructors.head.newInstance("12", 1828)

  test("a region is read by the given that made it"):
    for (name, side) <- sides; (what, read) <- readers(side) do
      val a = author(side)
      assertEquals(read(call(side, "make", a), a, newFolder().resolve("r")), true: Any, s"$what, $name")

  test("a region is refused, or read as it was made, by another given of a type"):
    var refused = 0
    for (maker, made) <- sides; (name, side) <- sides if name != maker; (what, read) <- readers(side) do
      val a = author(side)
      try assertEquals(read(call(made, "make", a), a, newFolder().resolve("r")), true: Any, s"$what, $maker, $name")
      catch
        case e: PickleException.IncompatibleShape =>
          refused += 1
          assert(
            e.getMessage.contains("read it by the givens that made it") || what.endsWith("file") || what == "a buffer"
          )
    assert(refused >= sides.size * (sides.size - 1) * 10, refused)

  test("a value is refused that another given of a type laid out, by any order of reads"):
    for (maker, made) <- sides; (name, side) <- sides if name != maker do
      val region = call(made, "make", author(side))
      val random = new scala.util.Random(maker.hashCode ^ name.hashCode)
      val own = readers(made).map((what, read) => (what, read, true))
      for (what, read, isOwn) <- random.shuffle(own ++ readers(side).map((what, read) => (what, read, false))) do
        try assertEquals(read(region, author(side), newFolder().resolve("r")), true: Any, s"$what, $maker, $name")
        catch case e: PickleException.IncompatibleShape if !isOwn => ()

  test("a path through a class that another given was compiled into is refused"):
    val refused = intercept[PickleException.IncompatibleShape](GivensOfRegionsSuite.captured())
    assert(refused.getMessage.contains("author"), refused.getMessage)

object GivensOfRegionsSuite:
  import brine.*
  import brine.combine.*
  import brine.region.Region

  final case class Writer(name: String, born: Int) derives Pickler
  object Texts:
    given Pickler[Writer] = Pickler[String].imap(Writer(_, 0))(_.name)
    final case class Book(author: Writer, pages: Int) derives Pickler

  private def captured(): Any =
    val region =
      import Texts.given
      Region.compact(Texts.Book(Writer("Verne", 1828), 9))
    region.root(_.author.born)
