package brine.demo

import java.io.ByteArrayOutputStream
import java.nio.file.Files
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*

class EvolveDemoSuite extends munit.FunSuite:
  override val munitTimeout = 5.minutes // three runs of the compiler

  test("one release writes, the next reads, and the edit that breaks it does not compile") {
    val folder = Files.createTempDirectory("brine")
    val out = new ByteArrayOutputStream
    try assert(Console.withOut(out)(EvolveDemo.run(folder)), out.toString("UTF-8"))
    finally Files.walk(folder).iterator.asScala.toList.reverse.foreach(Files.delete)
    val text = out.toString("UTF-8")
    for part <- List(
        "read  List(Person(36,Ada,None,Set(member)), Person(41,Alan,None,Set(member)))",
        "Person can no longer read its released shapes (brine.lock):",
        "$.age: expected String, found Int",
        "$.fullName: expected String, found nothing"
      )
    do assert(text.contains(part), s"$part in\n$text")
  }
