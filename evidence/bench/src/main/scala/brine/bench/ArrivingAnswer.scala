package brine.bench

import brine.*
import brine.json.{JsonDialect, JsonFormat}
import java.io.InputStream
import java.nio.charset.StandardCharsets.UTF_8

/** An answer as a language model sends it: a text, and a list of steps, in pieces of so many bytes. */
final class ArrivingAnswer(steps: Int, piece: Int):
  import ArrivingAnswer.*

  private val value =
    val random = new scala.util.Random(1)
    def words(count: Int): String =
      List.fill(count)(random.alphanumeric.take(2 + random.nextInt(9)).mkString).mkString(" ")
    Answer(words(6), List.tabulate(steps)(i => Step(i, words(9), random.nextInt(600) / 10.0)), words(30))

  private val bytes: Array[Byte] = api.write(value).getBytes(UTF_8)

  def whole(): Answer = api.pickled(bytes).unpickle[Answer]

  def wholeFromPieces(): Answer = Pickle.read[Answer](arriving)(using summon, api)

  def inPieces(): Answer =
    var seen = 0
    val all = api.readPartial[Answer](arriving)(part => if part.isComplete(0) then seen += 1)
    if seen < steps then throw new IllegalStateException("too few parts") else all

  /** Refuses to measure reads that do different things. */
  def check(): Unit =
    if whole() != value || wholeFromPieces() != value || inPieces() != value then
      throw new IllegalStateException("not the same")

  private def arriving: InputStream = new InputStream:
    private var at = 0
    def read(): Int = if at == bytes.length then -1 else { at += 1; bytes(at - 1) & 0xff }
    override def read(into: Array[Byte], from: Int, most: Int): Int =
      val count = math.min(math.min(most, piece), bytes.length - at)
      System.arraycopy(bytes, at, into, from, count)
      at += count
      if count == 0 && most > 0 then -1 else count

private object ArrivingAnswer:
  private val api = JsonFormat(JsonDialect.Api)

  final case class Step(number: Int, text: String, minutes: Double) derives Pickler
  final case class Answer(title: String, steps: List[Step], summary: String) derives Pickler
