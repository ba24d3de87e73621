package brine.spark.table

import java.nio.file.Files
import scala.concurrent.duration.DurationInt
import brine.spark.Cluster

/** The acceptance test of the table of classes. With `-Dbrine.golden.accept=true` it writes the verdicts and the page.
  */
class ClassTableSuite extends munit.FunSuite:
  override def munitTests(): Seq[Test] = if Cluster.obstacle == null then super.munitTests() else Nil
  override def beforeAll(): Unit = if Cluster.obstacle == null then LocalSpark.start()
  override def afterAll(): Unit = if Cluster.obstacle == null then LocalSpark.stop()

  override val munitTimeout = 5.minutes

  private lazy val lines: List[ClassTable.Line] =
    val all = ClassTable.lines
    if sys.props.contains("brine.golden.accept") then ClassTable.write(all)
    all

  /** Arrays at places that declare them are values in strict mode, as docs/guide/spark.md says: one array comes back as
    * two.
    */
  private val documented = Set("an array in two fields", "a row twice in a matrix")

  test("Brine gives every object back as it was, or refuses it when it is written") {
    val lost = lines.flatMap { line =>
      (line.brine :: line.shared :: line.places ++ Option.when(!documented(line.name))(line.strict)).collect {
        case o: (Outcome.Differs | Outcome.Fails) =>
          s"${line.name} ${o.word}: ${o.reason}"
      }
    }
    assert(lost.isEmpty, lost.mkString("\n", "\n", ""))
  }

  test("a refusal names the class and the cure") {
    for line <- lines do
      line.brine match
        case Outcome.Refused(why) => assert(why.length > 40, s"${line.name}: $why")
        case _                    => ()
  }

  test("classes.txt keeps the outcome of each serializer with each class") {
    assertNoDiff(ClassTable.keptText(lines), Files.readString(ClassTable.kept))
  }

  test("the page of the guide shows these verdicts") {
    assertNoDiff(ClassTable.pageText(lines), Files.readString(ClassTable.page))
  }

  test("at least 120 classes are in the table, each name once") {
    val names = lines.map(line => (line.section, line.name))
    assertEquals(names.distinct.length, names.length)
    assert(names.length >= 120, names.length)
  }
