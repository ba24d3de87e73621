package brine.json

import java.io.{ByteArrayInputStream, InputStream}
import java.nio.ByteBuffer
import scala.concurrent.duration.{Duration, DurationInt}
import brine.*

/** Ways to write and read a value that must all agree. A test may take long on a busy machine. */
trait RoundTrip extends munit.FunSuite:
  override def munitTimeout: Duration = 20.minutes

  val sharesAll: PickleOptions = PickleOptions(sharing = Sharing.All)
  val interpreted: PickleOptions = PickleOptions(limits = Limits(emittedDepth = 0))

  def write[A: Pickler](value: A, format: JsonFormat = JsonFormat, options: PickleOptions = summon): JsonPickle =
    value.pickle(using summon, format, options)

  def read[A: Pickler](text: String, options: PickleOptions = summon): A =
    JsonPickle.of(text).unpickle[A](using summon, options)

  def readStream[A: Pickler](stream: InputStream, options: PickleOptions = summon): A =
    Pickle.read[A](stream)(using summon, JsonFormat, options)

  def readAll[A: Pickler](stream: InputStream): Iterator[A] =
    Pickle.readAll[A](stream)(using summon, JsonFormat, summon)

  def readBuffer[A: Pickler](buffer: ByteBuffer): A = Pickle.read[A](buffer)(using summon, JsonFormat, summon)

  def readPickle[A: Pickler](pickle: JsonPickle, options: PickleOptions = summon): A =
    pickle.unpickle[A](using summon, options)

  /** Gives its bytes one by one. */
  def trickle(bytes: Array[Byte]): InputStream = new ByteArrayInputStream(bytes):
    override def read(into: Array[Byte], offset: Int, count: Int): Int = super.read(into, offset, math.min(count, 1))

  /** The value that comes back; every other way gives the same text again. */
  def roundTrip[A: Pickler](value: A): A =
    val pickle = write(value)
    val text = pickle.text
    def same(back: A, way: String): Unit = assertEquals(write(back).text, text, way)
    assertEquals(write(value, options = interpreted).text, text, "the interpreter writes the same")
    same(pickle.unpickle[A](using summon, interpreted), "interpreter")
    same(write(value, JsonFormat.Pretty).unpickle[A], "pretty")
    same(readStream[A](trickle(pickle.bytes)), "stream, byte by byte")
    val padded = ByteBuffer.wrap(s"\n $text\t{}".getBytes("UTF-8")).position(1)
    same(readBuffer[A](padded), "buffer")
    assertEquals(padded.remaining, 3, "exactly the value is consumed")
    same(readBuffer[A](ByteBuffer.wrap(pickle.bytes).asReadOnlyBuffer()), "read-only buffer")
    same(write(value, options = sharesAll).unpickle[A](using summon, sharesAll), "sharing all")
    pickle.unpickle[A]

  def check[A: Pickler](value: A): Unit = assertEquals(roundTrip(value), value)
