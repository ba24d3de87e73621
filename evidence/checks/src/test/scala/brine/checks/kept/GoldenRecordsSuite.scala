package brine.checks

import brine.*
import brine.binary.{RecordNames, RecordReader, RecordWriter}
import brine.testkit.{GoldenFiles, Laws}
import brine.wire.{ByteSink, ByteSource}
import zoo.*

/** Three records each: with and without numbers of subtypes, with names per record and per stream. */
class GoldenRecordsSuite extends GoldenFiles("records", 1):
  private given Pickler[Any] = Pickler.open

  private val named = Subtypes(
    Subtype[Dog],
    Subtype[Parrot],
    Subtype[Keeper],
    Subtype[Nobody.type],
    Subtype[Int],
    Subtype[String],
    Subtype[Double],
    Subtype[java.time.LocalDate]
  )
  private val numbered = named.numberedBy(named.names.filterNot(_.endsWith("Parrot")))

  private val rex = Dog("Rex", 3)

  private def keeper: Keeper =
    val anna = new Keeper("Anna", null, Nil)
    anna.friend = new Keeper("Ben", anna, List(anna, rex, rex, Parrot("p", Vector("hello")), null))
    anna

  private val values: List[(String, Any)] = List(
    "dog" -> rex,
    "keeper" -> keeper,
    "object" -> Nobody,
    "null" -> null,
    "int" -> 7,
    "string" -> "text",
    "date" -> java.time.LocalDate.EPOCH,
    "parrot" -> Parrot("p", Vector("hello"))
  )
  private val lists: List[(String, List[Any])] = List(
    "ints" -> List.tabulate(200)(_ * 1_000_000),
    "strings" -> List("a", "b"),
    "mixed" -> List(1, "a", null, rex),
    "objects" -> List(Nobody, Nobody)
  )
  private val maps: List[(String, Map[Any, Any])] =
    List("map" -> Map("a" -> 1, "b" -> 2), "map-mixed" -> Map(1 -> rex, 2 -> rex), "map-empty" -> Map.empty)

  for (form, subtypes) <- List("numbered" -> numbered, "named" -> named); names <- RecordNames.values do
    val options = PickleOptions(subtypes = subtypes)
    val suffix = s"$form-${names.toString.toLowerCase}"
    for (name, value) <- values if value != null || subtypes.isNumbered do
      kept3(s"$name-$suffix", value, options, names)
    for (name, list) <- lists do kept3(s"$name-$suffix", list, options, names)
    for (name, map) <- maps do kept3(s"$name-$suffix", map, options, names)

  private def kept3[A: Pickler](name: String, value: A, options: PickleOptions, names: RecordNames): Unit =
    golden(name, written(value, options, names), "hex", GoldenFiles.hex)
    test(s"records v1: the kept bytes of '$name' read back"):
      val reader = RecordReader(ByteSource.of(kept(name).getOrElse(fail(s"nothing is kept of $name"))), options, names)
      for _ <- 1 to 3 do Laws.assertSame(reader.read[A], value, options)
      assert(reader.isAtEnd)

  private def written[A: Pickler](value: A, options: PickleOptions, names: RecordNames): Array[Byte] =
    val sink = ByteSink.growing(64)
    val writer = RecordWriter(sink, options, names)
    for _ <- 1 to 3 do writer.write(value)
    sink.toByteArray

  goldenFilesAreListed()
