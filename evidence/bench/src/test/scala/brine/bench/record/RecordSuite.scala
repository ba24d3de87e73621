package brine.bench.record

import brine.bench.Contenders
import brine.bench.report.{Benchmarks, RecordPage}
import brine.bench.workloads.Workload
import brine.figures.RawFile
import brine.testkit.{Patient, Temporary}
import java.nio.file.Files
import scala.concurrent.duration.*

class RecordSuite extends munit.FunSuite, Patient, Temporary:
  test("the record has each kind of value and of JSON once, and graphs, by contenders that exist") {
    val kinds = Group.all.map(group => group.name -> group.workloads.map(_.takeWhile(_ != ':'))).toMap
    assertEquals(kinds("values"), Workload.kinds.map(_.name))
    assertEquals(kinds("json"), Workload.ofJson.map(_.name))
    for group <- Group.all do
      assertEquals(group.workloads.diff(group.sizes), Nil)
      group.contenders.foreach(name => assertEquals(Contenders.named(name).name, name))
  }

  test("every library of a group takes some of its workloads, and so does Brine all of them") {
    for group <- Group.all do
      val taking = group.workloads.map(workload => workload -> Record.takingPart(workload)).toMap
      group.contenders.foreach(name => assert(taking.values.exists(_.contains(name)), name))
      taking.foreach((workload, names) => assert(names.contains(group.ours.fast), workload))
  }

  test("a library with one configuration has it in both settings") {
    val json = Group.all.find(_.name == "json").get.libraries.map(library => library.name -> library).toMap
    assertEquals(json("jsoniter"), Library("jsoniter", "jsoniter-fast", "jsoniter"))
    assertEquals(json("brine-json"), Library("brine-json", "brine-json", "brine-json"))
  }

  test("the plan fits into an hour") {
    assert(Record.expected <= 1.hour, s"${Record.expected.toMinutes} minutes")
  }

  /** These do not measure, so that JMH may run elsewhere on the machine. */
  private val flags = List("-Xmx256m", "-Djmh.ignoreLock=true")

  private val brief = Pace(rounds = 2, warmups = 1, iterations = 2, iteration = 5.millis, limit = 1.minute)

  test("each contender has a JVM in each round, and measures both directions") {
    val (folder, logs) = (newFolder(), newFolder())
    val turns = new Turns(brief, flags, logs)
    val failed = turns.keep("site:1", List("hand-kept", "brine-bare"), folder, s"${RecordPage.Prefix}site-1-jdk17")
    assertEquals(failed, Nil, Files.readString(logs.resolve("site-1-brine-bare-1.log")))
    val file = RawFile.byJdk(folder, RecordPage.Prefix).flatMap(_._2).head
    val found = file.measurements(Benchmarks.OfPickles).map(m => (m.contender, m.direction, m.micros.length)).toSet
    assertEquals(found, for c <- Set("hand-kept", "brine-bare"); d <- Set("out", "in") yield (c, d, 4))
    assertEquals(file.runs.map(_.iterations), Vector("2 × 2 of 5 ms after 1"))
  }

  test("a contender that fails is named, and the others keep their figures") {
    val folder = newFolder()
    val turns = new Turns(brief, flags, newFolder())
    val failed =
      turns.keep("links:14672", List("jsoniter", "brine-bare"), folder, s"${RecordPage.Prefix}links-14672-jdk17")
    assertEquals(failed, List("jsoniter"))
    val measured = RawFile.byJdk(folder, RecordPage.Prefix).flatMap(_._2).head.measurements(Benchmarks.OfPickles)
    assertEquals(measured.map(_.contender).toSet, Set("brine-bare"))
  }

  test("a contender that is measured again replaces its own figures, and others stay") {
    val folder = newFolder()
    val file = s"${RecordPage.Prefix}site-1-jdk17"
    val turns = new Turns(brief, flags, newFolder())
    assertEquals(turns.keep("site:1", List("hand-kept", "brine-bare"), folder, file), Nil)
    def figures = RawFile.byJdk(folder, RecordPage.Prefix).flatMap(_._2).head.measurements(Benchmarks.OfPickles)
      .map(m => (m.contender, m.direction) -> m.micros).toMap
    val before = figures
    assertEquals(turns.keep("site:1", List("brine-bare"), folder, file), Nil)
    assertEquals(figures.keySet, before.keySet)
    for ((contender, direction), micros) <- figures do
      assertEquals(micros == before((contender, direction)), contender == "hand-kept", contender)
  }

  test("a group names its own contenders") {
    val json = Group.all.filter(_.name == "json")
    assertEquals(Record.takingPart("media:1", json).filter(_.startsWith("brine")), List("brine-json"))
    assert(Record.takingPart("media:1").contains("brine-bare"))
    assertEquals(Record.takingPart("links:14672", json), Nil)
  }

  test("figures stay if all contenders fail") {
    val folder = newFolder()
    val kept = Files.writeString(Files.createDirectory(folder.resolve("raw")).resolve("kept.json"), "[]")
    assertEquals(
      new Turns(brief, flags, newFolder()).keep("links:14672", List("jsoniter"), folder, "kept"),
      List("jsoniter")
    )
    assertEquals(Files.readString(kept), "[]")
  }

  test("a workload that is not in the record is refused, with those that are") {
    val e = intercept[IllegalArgumentException](Record.main(List("no-such"), newFolder()))
    assert(e.getMessage.startsWith("'no-such' is not in the record; the workloads are ints:100000, "), e.getMessage)
  }
