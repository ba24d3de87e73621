package brine.checks

import java.io.{ByteArrayOutputStream, PrintStream}
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import brine.*
import brine.evolve.Lock
import brine.lock.{Golden, ReleaseTool}
import brine.checks.releases.*

/** The release tool on classes of this module, as they are and as they were. */
class ReleaseToolSuite extends munit.FunSuite:
  private val folder = FunFixture[Path](
    setup = _ => Files.createTempDirectory("brine"),
    teardown = d => Files.walk(d).iterator.asScala.toList.reverse.foreach(Files.delete)
  )

  /** A folder with the compiled classes of one of the packages in `releases`. */
  private def classes(release: String, into: Path): Path =
    val here = Path.of(classOf[ReleaseToolSuite].getProtectionDomain.getCodeSource.getLocation.toURI)
    val from = here.resolve("brine/checks/releases").resolve(release)
    val to = into.resolve(s"classes-$release/brine/checks/releases").resolve(release)
    Files.createDirectories(to)
    for file <- Files.list(from).iterator.asScala do Files.copy(file, to.resolve(file.getFileName))
    into.resolve(s"classes-$release")

  private def run(arguments: Any*): (Int, String) =
    val out = new ByteArrayOutputStream
    val code = ReleaseTool.run(arguments.map(_.toString), new PrintStream(out, true, "UTF-8"))
    (code, out.toString("UTF-8").replace("\r\n", "\n"))

  /** The classes of one release under the names of another, as if it were that program's past. */
  private def renamed(file: Path, from: String, to: String): Unit =
    Files.writeString(file, Files.readString(file).replace(s".$from.", s".$to."))

  folder.test("a release: the shapes are added, the table lists the differences, the pickles are read for ever") { d =>
    val (lock, golden) = (d.resolve("brine.lock"), d.resolve("golden"))
    val first = run("add", "1.0", "--classes", classes("one", d), "--lock", lock, "--golden", golden)
    assertEquals(first._1, 0, first._2)
    val types =
      Lock.parse(Files.readString(lock)).entries.map(_.typeName.stripPrefix("brine.checks.releases.one.")).toList
    assertEquals(
      types,
      List(
        "Address",
        "Color",
        "Givens#given_Pickler_BitSet",
        "Givens#given_Pickler_List",
        "Nested.Inside",
        "Person",
        "Tree"
      )
    )
    assert(first._2.contains("new: Person(name: String, age: Int"), first._2)
    assert(first._2.contains(s"7 shapes added to $lock for release 1.0"), first._2)
    assertEquals(
      run("diff", "--classes", classes("one", d.resolve("again")), "--lock", lock),
      (0, "nothing has changed since the last release\n")
    )

    // The next version of the program.
    renamed(lock, "one", "two")
    for old <- Files.list(golden).iterator.asScala.toList do
      Files.move(old, golden.resolve(old.getFileName.toString.replace(".one.", ".two.")))
    val nextClasses = classes("two", d)
    val (code, table) = run("diff", "--classes", nextClasses, "--lock", lock)
    assertEquals(code, 1, table)
    for line <- List(
        "brine.checks.releases.two.Person                       1.0  - $.nick: String",
        "~ $.age: Int → Long",
        "+ $.mail: Option[String]",
        "+ $.Blue: Blue",
        "brine.checks.releases.two.Tree                         1.0  gone",
        "brine.checks.releases.two.Tree is gone: no pickler reads it"
      )
    do assert(table.contains(line), s"$line in\n$table")
    assertEquals(
      run("move", "brine.checks.releases.two.Address", "brine.checks.releases.two.Place", "--lock", lock)._1,
      0
    )
    val gone = List("Givens#given_Pickler_BitSet", "Givens#given_Pickler_List", "Leaf", "Node", "Tree").map(
      "brine.checks.releases.two." + _
    )
      .filter(Lock.parse(Files.readString(lock)).of(_).nonEmpty)
    assertEquals(gone.length, 3)
    for command <- List(Seq("add", "1.1", "--golden", golden), Seq("check")); name <- gone do
      val before = Files.readString(lock)
      val (code, text) = run((command ++ Seq("--classes", nextClasses, "--lock", lock))*)
      assert(
        code == 1 && text.contains(name) && text.contains(s"If its data are not needed any more: `forget $name`"),
        text
      )
      assertEquals(Files.readString(lock), before)
    for name <- gone do
      assertEquals(
        run("forget", name, "--lock", lock, "--classes", nextClasses),
        (0, s"forgotten: the shapes of $name in 1.0\n")
      )
    val second = run("add", "1.1", "--classes", nextClasses, "--lock", lock, "--golden", golden)
    assertEquals(second._1, 0, second._2)
    assertEquals(run("check", "--classes", nextClasses, "--lock", lock.resolveSibling("no.lock"))._1, 2)
    val copy = Files.copy(lock, d.resolve("copy.lock"))
    assertEquals(
      run("move", "brine.checks.releases.two.Person", "acme.Misspelt", "--lock", copy, "--classes", nextClasses)._1,
      1
    )
    val checked = run("check", "--classes", nextClasses, "--lock", lock, "--golden", golden)
    assert(checked._1 == 0 && checked._2.contains("released shapes can be read"), checked._2)
    assertEquals(Golden.verify[two.Person](golden, "brine.checks.releases.two.Person"), 10)
    assertEquals(Golden.verify[two.Place](golden, "brine.checks.releases.two.Address"), 5)

    // And one that breaks it.
    renamed(lock, "two", "three")
    val third = classes("three", d)
    for command <- List(Seq("diff"), Seq("check"), Seq("add", "1.2")) do
      val before = Files.readString(lock)
      val (code, text) = run((command ++ Seq("--classes", third, "--lock", lock))*)
      assertEquals(code, 1, text)
      assert(
        text.contains(
          "releases.three.Person can no longer read pickles of release 1.0:\n  $.age: expected String, found Int"
        ),
        text
      )
      assertEquals(Files.readString(lock), before)
  }

  folder.test("the next release leaves out a class that is kept for a migration, unless it was released itself") {
    d =>
      val lock = d.resolve("brine.lock")
      val name = "brine.checks.releases.kept"
      val shape = Pickler[kept.Older.Person].shape
      Files.writeString(lock, Lock.empty.released("1.0", Seq(s"$name.Person" -> shape)).text)
      val (code, text) = run("add", "2.0", "--classes", classes("kept", d), "--lock", lock)
      assertEquals(code, 0, text)
      assertEquals(
        Lock.parse(Files.readString(lock)).entries.map(e => (e.typeName, e.release)).toList,
        List((s"$name.Person", "1.0"), (s"$name.Person", "2.0"))
      )
      Files.writeString(
        lock,
        Lock.empty.released("1.0", Seq("Person", "Older.Person").map(n => s"$name.$n" -> shape)).text
      )
      assertEquals(run("check", "--classes", classes("kept", d.resolve("again")), "--lock", lock)._1, 0)
  }

  folder.test("pickles that say something else than they did are noticed") { d =>
    val golden = d.resolve("golden")
    assertEquals(run("add", "1.0", "--classes", classes("one", d), "--lock", d.resolve("l"), "--golden", golden)._1, 0)
    val name = "brine.checks.releases.one.Person"
    assertEquals(Golden.verify[one.Person](golden, name), 5)
    val e = intercept[AssertionError](Golden.verify[Changed](golden, name))
    assert(e.getMessage.contains("1.0.pickle, value 0: $.name was"), e.getMessage)
    intercept[AssertionError](Golden.verify[one.Person](golden, "brine.checks.releases.one.Nobody"))
    val facts = golden.resolve(name).resolve("1.0.facts")
    Files.writeString(facts, Files.readString(facts) + "# value 5\n")
    assert(
      intercept[AssertionError](Golden.verify[one.Person](golden, name)).getMessage.contains("5 values, and facts of 6")
    )
    Files.delete(facts)
    assertEquals(Golden.verify[Changed](golden, name), 5) // readable; of more there is nothing to compare with
    one.Person("x", 1, "y", one.Address("z"), one.Color.Red, List(1)).pickleTo(
      golden.resolve(name).resolve("by-hand.pickle")
    )
    assertEquals(Golden.verify[one.Person](golden, name), 6)
    Files.write(golden.resolve(name).resolve("broken.pickle"), Array[Byte](1, 2, 3))
    assert(intercept[AssertionError](Golden.verify[one.Person](golden, name)).getMessage.contains("broken.pickle"))
  }

  folder.test("the test that it writes") { d =>
    val (lock, golden) = (d.resolve("brine.lock"), d.resolve("golden"))
    run("add", "1.0", "--classes", classes("one", d), "--lock", lock, "--golden", golden)
    val source = d.resolve("ReleasedSuite.scala")
    assertEquals(run("tests", "acme.ReleasedSuite", "--lock", lock, "--golden", golden, "--out", source)._1, 0)
    val text = Files.readString(source)
    assert(text.startsWith("package acme\n") && text.contains("class ReleasedSuite extends munit.FunSuite:"), text)
    assert(
      text.contains(
        "brine.lock.Golden.verify[brine.checks.releases.one.Nested.Inside](released, " +
          "\"brine.checks.releases.one.Nested.Inside\")"
      ),
      text
    )
    val junit = run("tests", "acme.ReleasedTest", "--lock", lock, "--golden", golden, "--junit")._2
    assert(junit.contains("@org.junit.jupiter.api.Test def `brine.checks.releases.one.Person reads"), junit)
  }

  folder.test("an unknown argument gets the usage; bad files a reason") { d =>
    for arguments <- List(
        Nil,
        List("add"),
        List("add", "1.0"),
        List("diff", "--classes", d.resolve("no")),
        List("diff", "--clases", "x"),
        List("dif")
      )
    do
      val (code, text) = run(arguments*)
      assert(code == 2 && text.contains("Usage: brine.lock.ReleaseTool"), s"$arguments: $text")
    val lock = d.resolve("l")
    Files.writeString(lock, "acme.Person 1.0\n")
    val (code, text) = run("diff", "--classes", d, "--lock", lock)
    assert(code == 2 && text.contains("brine.lock, line 1"), text)
    Files.writeString(lock, "")
    assertEquals(run("move", "a.B", "c.D", "--lock", lock), (2, "a.B is not in any release\n"))
    assertEquals(run("add", "1 0", "--classes", d, "--lock", lock)._1, 2)
  }

  folder.test("a class whose constructor refuses all drawn values is named, with what to supply") { d =>
    val (lock, golden) = (d.resolve("brine.lock"), d.resolve("golden"))
    val name = "brine.checks.releases.refusing"
    val first = run("add", "1.0", "--classes", classes("refusing", d), "--lock", lock, "--golden", golden)
    assertEquals(first._1, 0, first._2)
    val email = s"the constructor of $name.Email refused each value that was drawn (IllegalArgumentException: " +
      "requirement failed: no address). Offer a `given brine.lock.Generator[" + name + ".Email]`"
    for text <- List(
        s"not tested: the migration of Person from Person(first: String, last: String, mail: Email): $email",
        "not tested: the migration of Span from Span(from: Int, to: Int): refuses all values",
        "Offer a `given brine.lock.Generator[Span]`",
        s"no pickle of $name.Email is kept: $email",
        s"no pickle of $name.Person is kept: $email",
        s"the kept pickles of $name.Team lack a value: $email",
        s"no pickle of $name.Discount is kept: the function of the `imap` at $name.Discount.by refused each value",
        s"Offer a `given brine.lock.Generator[the type of $name.Discount.by]`"
      )
    do assert(first._2.contains(text), s"$text: ${first._2}")
    assert(!first._2.contains("tested in part"), first._2)
  }

  folder.test("values of generators, and of classes of the tests for those that are gone, test what no draw can") { d =>
    val (lock, golden) = (d.resolve("brine.lock"), d.resolve("golden"))
    val (code, text) = run(
      "add",
      "1.0",
      "--classes",
      classes("refusing", d),
      "--generators",
      classes("generated", d),
      "--lock",
      lock,
      "--golden",
      golden
    )
    assertEquals(code, 0, text)
    for word <- List("not tested", "in part", "no pickle", "lack") do assert(!text.contains(word), text)
    assert(!Files.readString(lock).contains("generated"), Files.readString(lock))
    val kept = Pickle.readAll[refusing.Team, List[refusing.Team]](
      golden.resolve("brine.checks.releases.refusing.Team/1.0.pickle")
    )(_.toList)
    assertEquals(kept.length, 5)
    val mails = kept.flatMap(team => team.lead.toList ++ team.people.map(_.mail)).map(_.text)
    assert(mails.nonEmpty && mails.forall(_.matches("user[0-9]+@example.org")), mails)
    val discounts = Pickle.readAll[refusing.Discount, List[refusing.Discount]](
      golden.resolve("brine.checks.releases.refusing.Discount/1.0.pickle")
    )(_.toList)
    assert(discounts.forall(d => Set("0%", "100%")(d.by.text)), discounts)
  }

  folder.test("kept pickles test what no draw can: those of the type, and those of the shape that is gone") { d =>
    val (lock, golden) = (d.resolve("brine.lock"), d.resolve("golden"))
    val name = "brine.checks.releases.refusing"
    def folderOf(of: String) = Files.createDirectories(golden.resolve(s"$name.$of"))
    val mail = refusing.Email("a@b")
    generated.Old.Person("Ann", "Smith", mail).pickleTo(folderOf("Person").resolve("0.9.pickle"))
    generated.Old.Span(1, 1000001).pickleTo(folderOf("Span").resolve("0.9.pickle"))
    mail.pickleTo(folderOf("Email").resolve("by-hand.pickle"))
    refusing.Percent.of("7%").pickleTo(folderOf("Percent").resolve("by-hand.pickle"))
    val (code, text) = run("add", "1.0", "--classes", classes("refusing", d), "--lock", lock, "--golden", golden)
    assertEquals(code, 0, text)
    // Nothing to say about them, except that they are new.
    for word <- List("not tested", "Person", "no pickle", "lack") do
      assert(!text.linesIterator.filterNot(_.contains("new: ")).exists(_.contains(word)), s"$word: $text")
    assert(text.contains("tested in part: the migration of Span from Span(from: Int, to: Int): refuses"), text)
    assertEquals(Golden.verify[refusing.Team](golden, s"$name.Team"), 5)
    assertEquals(Golden.verify[refusing.Discount](golden, s"$name.Discount"), 5)
    assertEquals(Golden.verify[refusing.Person](golden, s"$name.Person"), 6)
  }

  folder.test("a generator that fails is named, and decides nothing else") { d =>
    val (code, text) = run(
      "add",
      "1.0",
      "--classes",
      classes("refusing", d),
      "--generators",
      classes("failing", d),
      "--lock",
      d.resolve("brine.lock"),
      "--golden",
      d.resolve("golden")
    )
    assertEquals(code, 0, text)
    assert(text.contains("the generator for brine.checks.releases.refusing.Email threw IllegalStateException: none"))
    assert(text.contains("no generator could be taken from brine.checks.releases.failing.Broken"), text)
  }

  folder.test("made-up values run through every migration: what the code does wrong for all data is an error") { d =>
    val lock = d.resolve("brine.lock")
    Files.writeString(lock, "")
    val fine = run("check", "--classes", classes("migrating", d), "--lock", lock)
    assertEquals(fine._1, 0, fine._2)
    assert(fine._2.contains("not tested: the migration of Refusing from Refusing(number: Int)"), fine._2)
    assert(
      fine._2.contains("refuses all values: ") && fine._2.contains("too small") && !fine._2.contains("Fits from"),
      fine._2
    )
    val wrong = run("check", "--classes", classes("unconverted", d), "--lock", lock)
    assertEquals(wrong._1, 1, wrong._2)
    for text <- List(
        "the migration of Kept from Kept(all: List[Pennant])",
        "expected Flag(on: Boolean), found a Record at $.flags[0] of the Kept that a migration made",
        "the migration of Asking from Asking(label: String)",
        "Asking had no field 'title'; it had label",
        "the migration of Casting from Casting(label: Int)",
        "java.lang.ClassCastException",
        "the migration of Chained from Before(n: Int)",
        "expected String, found a Integer at $.texts[0] of the Chained"
      )
    do assert(wrong._2.contains(text), s"$text: ${wrong._2}")
    assertEquals(run("add", "1.0", "--classes", classes("unconverted", d.resolve("again")), "--lock", lock)._1, 1)
  }

/** Readable, and wrong. */
final case class Changed(person: one.Person)
object Changed:
  given Pickler[Changed] = brine.combine.imap(Pickler[one.Person])(p => Changed(p.copy(name = p.name + "!")))(_.person)
