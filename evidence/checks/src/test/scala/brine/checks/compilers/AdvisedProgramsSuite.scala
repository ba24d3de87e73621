package brine.checks

import dotty.tools.dotc.interfaces.{Diagnostic, SimpleReporter}
import java.nio.file.Files
import scala.collection.mutable
import brine.testkit.{Patient, Temporary}

/** The advice of compile errors, followed: each kind of type that cannot be derived, at each place, with each way out
  * that the error gives for it. The programs that take the advice compile.
  */
class AdvisedProgramsSuite extends munit.FunSuite, Temporary, Patient:
  import AdvisedProgramsSuite.*

  /** Compiles these programs as one file. Returns the errors of each. */
  private def errors(programs: Seq[String]): Seq[Seq[String]] =
    val found = Seq.fill(programs.length)(mutable.ArrayBuffer.empty[String])
    val starts = programs.scanLeft(0)((line, program) => line + program.linesIterator.size)
    val reporter = new SimpleReporter:
      def report(diagnostic: Diagnostic): Unit = if diagnostic.level == Diagnostic.ERROR then
        assert(diagnostic.position.isPresent, diagnostic.message)
        val line = diagnostic.position.get.line
        found(starts.lastIndexWhere(_ <= line)) += diagnostic.message
    val file = Files.writeString(newFolder().resolve("Programs.scala"), programs.map(_ + "\n").mkString)
    val into = Files.createDirectories(newFolder().resolve("classes"))
    val path = System.getProperty("java.class.path")
    val ignored = dotty.tools.dotc.Main.process(
      Array("-nowarn", "-classpath", path, "-d", into.toString, file.toString),
      reporter,
      null
    )
    found.map(_.toSeq)

  private val cases = for kind <- kinds; place <- places yield (kind, place)
  private lazy val refused = cases.zip(errors(cases.zipWithIndex.map { case ((kind, place), i) =>
    program(s"Refused$i", kind, place, kind.of, Nil)
  }))

  test("each kind of type is refused at each place, with an error that has a way out") {
    for ((kind, place), texts) <- refused do
      assertEquals(texts.length, 1, s"${kind.name} as ${place.name}: ${texts.mkString("\n")}")
      assert(texts.head.startsWith("cannot derive Pickler["), texts.head)
  }

  test("the programs that follow the advice compile") {
    val followed =
      for
        ((kind, place), texts) <- refused
        text <- texts
        advice <- advices
        if advice.isIn(text)
      yield (s"${kind.name} as ${place.name}, by '${advice.text}'", advice.follow(kind, place), text)
    for (name, change, text) <- followed do assert(change.isDefined, s"$name cannot be followed: $text")
    val programs = followed.zipWithIndex.map { case ((_, change, _), i) => change.get(s"Followed$i") }
    for ((name, _, text), found) <- followed.zip(errors(programs)) do
      assertEquals(found, Nil, s"$name, of: $text")
    assert(programs.length > cases.length, s"only ${programs.length} programs")
  }

object AdvisedProgramsSuite:
  /** A kind of type that cannot be derived where its author has done nothing for that.
    *
    * @param declared its declarations: `«derives»`, `«sealed»`, `«val»` and `«companion»` mark where an author can add
    *   a word
    * @param of       the type
    * @param wider    the type of which it is a part, if that can take its place
    */
  private final case class Kind(name: String, declared: String, of: String, wider: String = "")

  private val kinds = List(
    Kind("a class", "final case class Own(n: Int)«derives»", "Own"),
    Kind("a generic class", "final case class Own[A](a: A)«derives»", "Own[Int]"),
    Kind("a sealed trait", "sealed trait Own«derives»\nfinal case class Leaf(n: Int) extends Own", "Own"),
    Kind("an enum", "enum Own«derives»:\n  case One(n: Int)\n  case Two", "Own"),
    Kind("an enum's case", "enum Own«derives»:\n  case One(n: Int)\n  case Two", "Own.One", wider = "Own"),
    Kind("a trait", "«sealed»trait Own«derives»\nfinal case class Leaf(n: Int) extends Own", "Own"),
    Kind(
      "an abstract class",
      "«sealed»abstract class Own«derives»:\n  def n: Int\nfinal class Leaf(val n: Int) extends Own",
      "Own"
    ),
    Kind("a hidden parameter", "final class Own(«val»n: Int)«derives»:\n  def twice: Int = n * 2", "Own"),
    Kind(
      "an opaque type",
      "object Owns:\n  opaque type Own = String\n  object Own:\n    val empty: Own = \"\"\n    «companion»",
      "Owns.Own"
    ),
    Kind("a class whose constructor is private", "final class Own private (val n: Int)«derives»", "Own"),
    Kind("a class of Scala's library with fields that have none", "", "scala.util.Random"),
    Kind("a class of Scala's library with a hidden parameter", "", "scala.util.matching.Regex"),
    Kind("a trait of Scala's library", "", "scala.concurrent.Future[Int]"),
    Kind("an iterator", "", "Iterator[Int]"),
    Kind("any object", "", "AnyRef"),
    Kind("a class of the JDK", "", "Thread"),
    Kind("an interface of the JDK", "", "java.lang.Runnable"),
    Kind("an abstract class of the JDK", "", "java.lang.Number"),
    Kind("a class in Java", "", "brine.testkit.corpus.Address"),
    Kind("a record in Java", "", "brine.testkit.corpus.Opening"),
    Kind("a generic record in Java", "", "brine.testkit.corpus.Labelled[Int]"),
    Kind("a union", "", "List[Int] | List[String]")
  )

  private def derives = " derives Pickler"

  /** A place that needs a pickler of the type `T`. */
  private final case class Place(name: String, code: String)

  private val places = List(
    Place("a field", "final case class Holder(x: T) derives Pickler"),
    Place("an element", "final case class Holder(x: Map[String, List[T]]) derives Pickler"),
    Place("a leaf's field", "enum Holder derives Pickler:\n  case A(x: Option[T])\n  case B")
  )

  private def program(name: String, kind: Kind, place: Place, of: String, more: Seq[String], declared: String = "") =
    val declarations = (if declared.isEmpty then kind.declared else declared).replaceAll("«[a-z]*»", "")
    val lines = declarations.linesIterator ++ more ++ place.code.replace("x: T", s"x: $of")
      .replace("[T]", s"[$of]").linesIterator
    val head = List(s"object $name:", "  import brine.*", "  def made: Nothing = throw new AssertionError")
    (head.iterator ++ lines.map("  " + _)).mkString("\n")

  /** A way out that an error gives. `follow` returns a program that takes it; None if the type has no place for it. */
  private final class Advice(val text: String, val follow: (Kind, Place) => Option[String => String]):
    def isIn(error: String): Boolean = error.contains(text)

  private def adding(text: String, lines: Kind => Seq[String]): Advice =
    new Advice(text, (kind, place) => Some(name => program(name, kind, place, kind.of, lines(kind))))

  /** A word of the type's author. The next error, if there is one, asks for `derives Pickler`. */
  private def marking(text: String, mark: String, word: String): Advice = new Advice(
    text,
    (kind, place) =>
      Option.when(kind.declared.contains(mark) && kind.wider.isEmpty)(name =>
        program(name, kind, place, kind.of, Nil, kind.declared.replace(mark, word).replace("«derives»", derives))
      )
  )

  private val advices = List(
    marking("dd `derives Pickler` to it", "«derives»", derives),
    marking("dd `derives Pickler` to Own itself", "«derives»", derives),
    new Advice(
      "add `derives Pickler` to the enum",
      (kind, place) =>
        Option.when(kind.wider.nonEmpty)(name =>
          program(name, kind, place, kind.wider, Nil, kind.declared.replace("«derives»", derives))
        )
    ),
    adding("] = Pickler.derived`", kind => Seq(s"given Pickler[${kind.of}] = Pickler.derived")),
    adding("] = Pickler.open`", kind => Seq(s"given Pickler[${kind.of}] = Pickler.open")),
    adding(
      "] = Pickler[…].imap(…)(…)`",
      kind =>
        val of = kind.of
        Seq("import brine.combine.imap", s"given Pickler[$of] = Pickler[Int].imap[$of](_ => made)(_ => 0)")
    ),
    adding("` by hand", kind => Seq(s"given Pickler[${kind.of}] = made")),
    adding("`import brine.auto.given`", _ => Seq("import brine.auto.given")),
    marking("ake it sealed", "«sealed»", "sealed "),
    marking("Make it a `val`", "«val»", "val "),
    marking(
      "Give it a pickler in its companion",
      "«companion»",
      "import brine.combine.imap\n    given Pickler[Own] = Pickler.string.imap[Own](s => s)(s => s)"
    )
  )
