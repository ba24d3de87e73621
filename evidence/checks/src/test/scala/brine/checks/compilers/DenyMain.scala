package brine.checks

import java.nio.file.{Files, Path}
import java.util.{ArrayList, UUID}
import scala.collection.mutable
import brine.*
import brine.binary.BinaryFormat
import brine.json.JsonFormat
import brine.runtime.{AllowList, RuntimePicklers}
import brine.testkit.corpus.{Address, Corpus, Opening, Sample, Weekday}

/** Round trips of everything, in a JVM that denies `sun.misc.Unsafe`: the corpus, the golden files, which are also the
  * seeds of fuzzing, and runtime picklers. Nothing here may touch an Unsafe. This excludes munit, ScalaCheck, and
  * libraries built on them.
  *
  * The argument is the repository's root.
  */
object DenyMain:
  private val formats = AllFormats.all
  private val options =
    List(PickleOptions(), PickleOptions(limits = Limits(emittedDepth = 0)), PickleOptions(sharing = Sharing.All))

  private var count = 0

  def main(arguments: Array[String]): Unit =
    val golden = Path.of(arguments(0)).resolve("golden")
    for sample <- Corpus.all do
      for format <- formats; o <- options do roundTrip(sample.value, sample.name, format, o)(using sample.pickler)
      kept(sample, golden.resolve("binary/v1").resolve(s"${sample.name}.bin"), BinaryFormat)
      kept(sample, golden.resolve("json/v1").resolve(s"${sample.name}.bin"), JsonFormat)
    for compileAfter <- List(1, Int.MaxValue) do atRunTime(RuntimePicklers(listed, compileAfter = compileAfter))
    println(s"$count round trips")

  private def roundTrip[A: Pickler](value: A, name: String, format: PickleFormat, options: PickleOptions): Unit =
    val bytes = value.pickle(using summon, format, options).bytes
    val back = format.pickled(bytes).unpickle[A](using summon, options)
    val again = back.pickle(using summon, format, options).bytes
    if !java.util.Arrays.equals(bytes, again) then throw new AssertionError(s"$name in $format")
    count += 1

  private def kept[A](sample: Sample[A], file: Path, format: PickleFormat): Unit =
    given Pickler[A] = sample.pickler
    val back = format.pickled(Files.readAllBytes(file)).unpickle[A]
    roundTrip(back, file.toString, format, PickleOptions())

  /** Read by reflection. */
  private final class Note(text: String, private var rest: Any):
    def show: String = s"$text: $rest"

  private val listed = AllowList(classOf[Note], classOf[Address], classOf[Opening])

  private def atRunTime(runtime: RuntimePicklers): Unit =
    val home = new Address("High Street", 7)
    home.getFloors.add(1)
    home.getNeighbours.put("self", home)
    val everything = List(
      1,
      2L,
      1.5,
      'c',
      true,
      "text",
      (),
      null,
      None,
      Some(1),
      Vector(1),
      Map("a" -> 1),
      Set(1),
      BigInt(7),
      BigDecimal(7),
      (1, "b"),
      Left(1),
      mutable.ArrayBuffer(1),
      new ArrayList(java.util.List.of("x")),
      new UUID(1, 2),
      1 to 3,
      java.time.LocalDate.EPOCH,
      Array(1, 2),
      Array("a"),
      home
    )
    for format <- formats; o <- options; _ <- 1 to 3 do
      val all = o.copy(subtypes = runtime.subtypes)
      roundTrip(home, "address", format, all)(using runtime.pickler[Address])
      roundTrip(new Opening(Weekday.FRIDAY, 9), "record", format, all)(using runtime.pickler[Opening])
      roundTrip(new Note("a", everything), "anything", format, all)(using runtime.pickler[Note])
