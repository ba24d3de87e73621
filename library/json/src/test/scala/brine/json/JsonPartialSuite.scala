package brine.json

import java.io.{ByteArrayInputStream, InputStream}
import scala.collection.mutable.ArrayBuffer
import scala.util.Random
import brine.*
import JsonDialect.*

/** Objects whose fields are seen as they arrive. */
class JsonPartialSuite extends munit.FunSuite:
  import JsonPartialSuite.*

  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(60, "min")

  /** Brings few bytes at once, and counts them. */
  private final class Trickle(text: String, random: Random) extends InputStream:
    private val bytes = text.getBytes("UTF-8")
    var taken = 0
    override def read(): Int = if taken == bytes.length then -1 else { taken += 1; bytes(taken - 1) & 0xff }
    override def read(into: Array[Byte], offset: Int, count: Int): Int =
      val n = math.min(math.min(count, 1 + random.nextInt(3)), bytes.length - taken)
      if n == 0 then -1
      else
        System.arraycopy(bytes, taken, into, offset, n)
        taken += n
        n

  private val formats = List(
    JsonFormat,
    JsonFormat(JsonDialect.Api.copy(names = NameStyle.SnakeCase, families = Families.Member("kind"))),
    JsonFormat(JsonDialect(duplicates = Duplicates.Last, leniency = Leniency.Configuration))
  )

  private def seen(text: String, format: JsonFormat, random: Random): (Answer, List[JsonPartial[Answer]]) =
    val all = ArrayBuffer.empty[JsonPartial[Answer]]
    val last = format.readPartial[Answer](new Trickle(text, random))(all += _)
    (last, all.toList)

  test("each part refines the one before, and the last one is the whole value") {
    val random = new Random(1)
    for _ <- 1 to Integer.getInteger("brine.partial", 500) do
      val format = formats(random.nextInt(formats.length))
      val answer = someAnswer(random)
      val text = shuffled(Json.parse(format.write(answer)), random).render
      val (last, all) = seen(text, format, random)
      assertEquals(last, answer, text)
      assertEquals(last, format.read[Answer](text))
      for (before, after) <- all.zip(all.drop(1)); field <- 0 to 4 do
        (before.at(field), after.at(field)) match
          case (None, _)                          => ()
          case (Some(a: Seq[?]), Some(b: Seq[?])) => assert(b.startsWith(a), s"$a $b")
          case (a, b)                             => assertEquals(b, a)
        assert(!before.isComplete(field) || after.isComplete(field) && before.at(field) == after.at(field))
      if all.nonEmpty then
        val end = all.last
        for value <- end.title do assertEquals(value, answer.title)
        for value <- end.steps do assertEquals(value, answer.steps)
        for value <- end.scores do assertEquals(value, answer.scores)
        assertEquals(end.title.isDefined, true)
  }

  test("a field is passed on before the bytes behind it have come") {
    val text = """{"title":"t","steps":[{"text":"a","level":{"$type":"Low"}},{"text":"b"""" +
      ""","level":{"$type":"Low"}}],"scores":[1,2],"note":"n"}"""
    val plain = text.replace("{\"$type\":\"Low\"}", "\"Low\"")
    val stream = new Trickle(plain, new Random(2))
    val places = ArrayBuffer.empty[(Int, Int)]
    val last = JsonFormat.readPartial[Answer](stream) { part =>
      places += ((part.steps.fold(0)(_.length), stream.taken))
    }
    assertEquals(last.steps.map(_.text), Vector("a", "b"))
    assertEquals(places.map(_._1).toList.distinct, List(0, 1, 2))
    assert(places.head._2 <= plain.indexOf("\"steps\"") + 2, places.toString)
    assert(places.find(_._1 == 1).get._2 <= plain.indexOf("{\"text\":\"b\"") + 2, places.toString)
  }

  test("fields have their types") {
    JsonFormat.readPartial[Answer](new ByteArrayInputStream("""{"title":"t","steps":[],"scores":[1]}""".getBytes)) {
      part =>
        val title: Option[String] = part.title
        val steps: Option[Vector[Step]] = part.steps
        val scores: Option[List[Int]] = part.scores
        val note: Option[Option[String]] = part.note
        assert(title.contains("t") && note.isEmpty && steps.forall(_.isEmpty) && scores.forall(_ == List(1)))
    }
    assert(compileErrors("(null: JsonPartial[Answer]).other").contains("no field with this name"))
  }

  test("a failure is that of a whole read, wherever the text ends") {
    val text = JsonFormat.write(Answer("t", Vector(Step("a", Level.High)), List(1, 2), None, Map("k" -> 1)))
    for end <- 0 until text.length do
      val e = intercept[PickleException](seen(text.take(end), JsonFormat, new Random(end)))
      val whole = intercept[PickleException](JsonFormat.read[Answer](text.take(end)))
      assertEquals((e.getClass, e.path), (whole.getClass, whole.path), text.take(end))
    for (bad, path) <- List(
        text.replace("[1,2]", "[1,\"x\"]") -> "$.scores[1]",
        text.replace("\"High\"", "\"None\"") -> "$.steps[0].level",
        text + "1" -> "$"
      )
    do assertEquals(intercept[PickleException](seen(bad, JsonFormat, new Random(3))).path, path)
    intercept[PickleException.UserCode](
      JsonFormat.readPartial[Answer](new ByteArrayInputStream(text.getBytes))(_ => throw new RuntimeException("enough"))
    )
  }

  test("a text that is cut at any byte shows the parts that the whole text shows up to there") {
    val random = new Random(4)
    for _ <- 1 to Integer.getInteger("brine.partialCuts", 20) do
      val format = formats(random.nextInt(formats.length))
      val text = shuffled(Json.parse(format.write(someAnswer(random))), random).render
      val (last, parts) = seen(text, format, new Random(5))
      def shown(all: Iterable[JsonPartial[Answer]]) = all.map(part => (0 to 4).map(part.at)).toList
      val whole = shown(parts)
      var before = 0
      val bytes = text.getBytes("UTF-8")
      for end <- 0 to bytes.length do
        val met = ArrayBuffer.empty[JsonPartial[Answer]]
        val result =
          PickleException.either(format.readPartial[Answer](new ByteArrayInputStream(bytes, 0, end))(met += _))
        assert(whole.startsWith(shown(met)) && met.length >= before, s"$end $text")
        before = met.length
        if end == bytes.length then assertEquals((result, before), (Right(last), whole.length), text)
        else assert(result.isLeft, s"$end $text")
  }

  test("types that are not a class come whole") {
    var count = 0
    assertEquals(
      JsonFormat.readPartial[List[Int]](new ByteArrayInputStream("[1,2]".getBytes))(_ => count += 1),
      List(1, 2)
    )
    assertEquals(count, 0)
  }

object JsonPartialSuite:
  enum Level derives Pickler:
    case Low, High
    case At(value: Int)
  final case class Step(text: String, level: Level) derives Pickler
  final case class Answer(
      title: String,
      steps: Vector[Step],
      scores: List[Int],
      note: Option[String] = None,
      tags: Map[String, Int] = Map.empty
  ) derives Pickler

  def someAnswer(random: Random): Answer = Answer(
    "é\"" * random.nextInt(3),
    Vector.fill(random.nextInt(4))(Step(
      random.nextString(3).filterNot(Character.isSurrogate),
      if random.nextBoolean() then Level.High else Level.At(random.nextInt())
    )),
    List.fill(random.nextInt(5))(random.nextInt()),
    Option.when(random.nextBoolean())("n"),
    Map.from((0 until random.nextInt(3)).map(i => s"k$i" -> i))
  )

  /** The members of the outermost object in another order. */
  def shuffled(json: Json, random: Random): Json = json match
    case Json.Obj(all) => Json.Obj(random.shuffle(all))
    case other         => other
