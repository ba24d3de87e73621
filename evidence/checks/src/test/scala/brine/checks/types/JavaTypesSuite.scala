package brine.checks

import java.time.DayOfWeek
import java.util.{EnumMap, EnumSet, Locale}
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*
import org.scalacheck.Gen
import brine.*
import brine.binary.BinaryFormat
import brine.json.JsonFormat
import brine.shape.Shape
import brine.testkit.{Laws, PicklerLaws}
import brine.testkit.corpus.{Labelled, Opening, Weekday}

/** Java's enums and records. */
class JavaTypesSuite extends PicklerLaws:
  import JavaRecords.given

  override def formats: List[PickleFormat] = BinaryFormat :: AllFormats.telling

  private val day: Gen[Weekday] = Gen.oneOf(Weekday.values.toList)
  private val opening: Gen[Opening] =
    for d <- day; from <- Gen.choose(0, 24); until <- Gen.choose(0, 24); notes <- Gen.listOf(Gen.alphaStr)
    yield new Opening(d, from, until, notes.asJava)

  obeysLaws("an enum", day)
  obeysLaws("an enum of the JDK", Gen.oneOf(DayOfWeek.values.toList))
  obeysLaws("an enum of many constants", Gen.oneOf(java.time.temporal.ChronoUnit.values.toList))
  obeysLaws("an enum whose constants have separate classes", Gen.oneOf(Locale.IsoCountryCode.values.toList))
  obeysLaws("enums among other things", Gen.listOf(Gen.zip(day, Gen.option(Gen.oneOf(TimeUnit.values.toList)))))
  obeysLaws("EnumSet", Gen.someOf(DayOfWeek.values.toList).map(days => copy(days)))
  obeysLaws(
    "EnumMap",
    Gen.mapOf(Gen.zip(day, Gen.alphaStr)).map(m => {
      val map = new EnumMap[Weekday, String](classOf[Weekday]); map.putAll(m.asJava); map
    })
  )
  obeysLaws("a record", opening)
  obeysLaws("a generic record", Gen.zip(Gen.alphaStr, opening).map((s, o) => new Labelled(s, o)))
  obeysLaws("a class of them", Gen.zip(opening, day).map((o, d) => Shop("s", o, EnumSet.of(d), Labelled("x", null))))

  private def copy(days: Iterable[DayOfWeek]): EnumSet[DayOfWeek] =
    val set = EnumSet.noneOf(classOf[DayOfWeek])
    days.foreach(set.add)
    set

  test("an enum is its constants") {
    val shape = summon[Pickler[Weekday]].shape.asInstanceOf[Shape.Sum]
    assertEquals(shape.leafNames.toList, Weekday.values.toList.map(_.name).sorted)
    assertEquals(new String(Laws.write[Weekday](Weekday.SUNDAY, JsonFormat)), "\"SUNDAY\"")
    intercept[PickleException.UnknownLeaf](Laws.read[Weekday]("\"MONDAY\"".getBytes, JsonFormat))
  }

  test("a record's fields are its components, and its canonical constructor makes it") {
    val shape = summon[Pickler[Opening]].shape.asInstanceOf[Shape.Product]
    assertEquals(shape.fieldNames.toList, List("day", "from", "until", "notes"))
    val text = """{"day":"FRIDAY","from":8,"until":18,"notes":["late"]}"""
    assertEquals(
      new String(Laws.write(new Opening(Weekday.FRIDAY, 8, 18, java.util.List.of("late")), JsonFormat)),
      text
    )
    assertEquals(Laws.read[Opening](text.getBytes, JsonFormat).hours, 10)
  }

  test("an empty EnumSet comes back as one of the right enum") {
    for format <- formats do
      val back = Laws.read[EnumSet[DayOfWeek]](Laws.write(EnumSet.noneOf(classOf[DayOfWeek]), format), format)
      back.add(DayOfWeek.MONDAY)
      assertEquals(EnumSet.complementOf(back).size, 6)
  }

  test("a record is instantiated by no pickle before somebody has derived its pickler") {
    val errors = compileErrors("final case class Door(times: brine.testkit.corpus.Opening) derives Pickler")
    assert(errors.isEmpty, errors) // by the import above
    assert(compileErrors("final case class Door(record: java.lang.Record) derives Pickler").nonEmpty)
    assert(compileErrors("final case class Door(color: java.lang.Enum[?]) derives Pickler").nonEmpty)
    val open = compileErrors("given Pickler[java.util.EventListener] = Pickler.derived")
    assert(open.contains("whose subclasses are unknown"), open)
  }

/** Records are other people's classes: their users opt in. */
private object JavaRecords:
  given [A](using Pickler[A]): Pickler[Labelled[A]] = Pickler.derived
  given Pickler[Opening] = Pickler.derived

final case class Shop(name: String, opening: Opening, closed: EnumSet[Weekday], extra: Labelled[Opening])
object Shop:
  import JavaRecords.given
  given Pickler[Shop] = Pickler.derived
