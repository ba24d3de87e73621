package brine.checks.presets

import java.nio.file.Files
import scala.jdk.CollectionConverters.*
import scala.util.Using
import brine.checks.Repository
import brine.testkit.Patient

/** Each preset of [[JsonDialect]] against its library: the guide's table has exactly the types that differ. */
class JsonPresetsSuite extends munit.FunSuite, Patient:
  private val page = Repository.root.resolve("docs/guide/json-presets.md")

  private final case class Row(library: String, entry: String, finding: String)

  /** The table has one row for each library and reason, with all types that it is about. */
  private lazy val documented: List[Row] =
    for
      line <- Files.readAllLines(page).asScala.toList if line.startsWith("| ")
      cells = line.stripPrefix("| ").stripSuffix(" |").split(" \\| ").toList
      case library :: entries :: finding :: reason :: Nil <- List(cells)
      if Library.values.exists(_.label == library)
      entry <- "`([^`]+)`".r.findAllMatchIn(entries).map(_.group(1))
    yield
      assert(reason.length > 10, line)
      Row(library, entry, finding)

  private lazy val found: List[(Row, Found)] =
    for entry <- Corpus.all; trial <- entry.trials
    yield
      val found = Findings.of(trial)
      Row(trial.library.label, entry.name, found.finding.label) -> found

  test("the corpus has at least 60 types, each by its own name, in every library") {
    assert(Corpus.all.length >= 60)
    assertEquals(Corpus.all.map(_.name).distinct.length, Corpus.all.length)
    for entry <- Corpus.all do assertEquals(entry.trials.map(_.library), Library.values.toList, entry.name)
  }

  for library <- Library.values do
    test(s"like ${library.label}: the same JSON value both ways, for all types but those in the guide's table") {
      val own = found.filter(_._1.library == library.label)
      for (row, found) <- own if found.finding != Finding.Alike && !documented.contains(row) do
        fail(s"${row.entry} is ${row.finding}, and docs/guide/json-presets.md does not say so: ${found.example}")
      for row <- documented if row.library == library.label && !own.exists(_._1 == row) do
        fail(
          s"docs/guide/json-presets.md says that ${row.entry} is ${row.finding}, but it is " +
            s"${own.find(_._1.entry == row.entry).map(_._1.finding)}"
        )
      assert(own.count(_._2.finding == Finding.Alike) >= 45, own.count(_._2.finding == Finding.Alike).toString)
    }

  test("no row of the table is there twice") {
    assertEquals(documented.distinct.length, documented.length)
  }

  test("the page counts what was found") {
    val text = Files.readString(page)
    for library <- Library.values do
      val alike = found.count((row, found) => row.library == library.label && found.finding == Finding.Alike)
      assert(
        text.contains(s"| `${presetName(library)}` | ${library.label} | $alike |"),
        s"${library.label}: $alike of ${Corpus.all.length}"
      )
    assert(text.contains(s"${Corpus.all.length} types"), Corpus.all.length.toString)
  }

  private def presetName(library: Library): String = library match
    case Library.Circe    => "likeCirce"
    case Library.Jsoniter => "likeJsoniter"
    case Library.Upickle  => "likeUpickle"
    case Library.Play     => "likePlay"
    case Library.Jackson  => "likeJackson"
    case Library.Protobuf => "likeProtobufJson"

  test("the comparison tells values apart") {
    val point = Entry[Point]("Point").trials.head.asInstanceOf[Trial[Point]]
    def finding(peer: Peer[Point]): Finding =
      Findings.of(new Trial(Library.Circe, point.values, Some(peer))(using point.pickler)).finding
    val real = point.peer.get
    assertEquals(finding(real), Finding.Alike)
    assertEquals(
      finding(Peer(p => s"""{"x":${p.x},"y":${p.y},"z":1}""", _ => throw IllegalStateException("no"))),
      Finding.NotRead
    )
    assertEquals(
      finding(Peer(
        p => s"[${p.x},${p.y}]",
        text => { val Array(x, y) = text.tail.init.split(","); Point(x.toInt, y.toInt) }
      )),
      Finding.Differs
    )
    assertEquals(finding(Peer(_ => throw IllegalStateException("no"), real.read)), Finding.NotThere)
  }

  /** The types whose codec the compiler refuses, by the compiler that is on the class path. */
  test("jsoniter-scala's macro refuses the types that have no codec here, and no other") {
    val folder = Files.createTempDirectory("presets")
    def refuses(tpe: String): Boolean =
      val source = folder.resolve("Made.scala")
      Files.writeString(
        source,
        s"""import brine.checks.presets.*
        |val codec = com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker.make[$tpe]""".stripMargin
      )
      val classPath = System.getProperty("java.class.path")
      val reporter = new dotty.tools.dotc.reporting.StoreReporter(null)
      dotty.tools.dotc.Main.process(
        Array("-classpath", classPath, "-d", folder.toString, source.toString),
        reporter
      ).hasErrors
    try
      for tpe <- List("Point", "Ids.UserId") do assert(!refuses(tpe), tpe)
      for tpe <- List("Unit", "java.util.Date", "Map[Color, Int]", "Map[Point, Int]") do
        assert(refuses(tpe), tpe)
    finally
      Using.resource(Files.walk(folder))(_.sorted(java.util.Comparator.reverseOrder).forEach(Files.delete(_)))
  }
