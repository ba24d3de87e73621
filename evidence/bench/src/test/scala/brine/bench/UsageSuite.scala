package brine.bench

import brine.bench.workloads.Workload
import java.nio.file.{Files, Path}

/** The text that `./dev bench` prints without compiling anything. */
class UsageSuite extends munit.FunSuite:
  private val file = List("usage.txt", "evidence/bench/usage.txt").map(Path.of(_)).find(Files.exists(_)).get
  private val words = Files.readString(file).split("\\s+").mkString(" ")

  test("the usage names every workload and every contender, in their order") {
    val workloads = List(Workload.kinds, Workload.ofJson, Workload.graphs, Workload.documents).map(_.map(_.name))
    for names <- workloads :+ Contenders.all.map(_.name) do
      assert(words.contains(names.mkString(", ")), names.mkString(", "))
  }

  test("the usage shows how to take fewer contenders, by names that exist") {
    val taken = "contender=([a-z,-]+)".r.findAllMatchIn(words).toList.map(_.group(1))
    assert(taken.nonEmpty, words)
    for name <- taken.flatMap(_.split(',')) do assertEquals(Contenders.named(name).name, name)
  }
