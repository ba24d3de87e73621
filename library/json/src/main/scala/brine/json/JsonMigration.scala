package brine.json

import brine.{PickleException, PickleOptions, Pickler}
import brine.binary.BinaryFormat

/** Reads documents of several dialects, for the time of a migration, and writes the first dialect.
  * [[JsonDialect.anyOf]] makes one.
  *
  * {{{
  * val orders = JsonDialect.anyOf(today, before)
  * val taken = orders.read[Order](text)
  * taken.value                        // the order
  * taken.dialect                      // today, or before
  * }}}
  * Every dialect reads every document, over the whole text:
  *
  *   - One dialect reads it: the value is taken.
  *   - Several read it as equal values: the value is taken, and [[JsonMigration.Taken.fits]] has all of them.
  *   - Several read it as different values: the document is refused, with each value. No order of dialects decides.
  *   - None reads it: the document is refused, with the error of each.
  *
  * Values are compared by their bare binary pickles, which have each field, the order of elements, and the references
  * between objects. A read takes the time of all dialects together, and two or more pickles where several dialects read
  * the document. Constructors and picklers by hand run once for each dialect.
  */
final class JsonMigration private[json] (val dialects: Vector[JsonDialect]):
  import JsonMigration.*

  private val formats: Vector[JsonFormat] = dialects.map(JsonFormat(_))

  /** The format of the first dialect, which is written. */
  def format: JsonFormat = formats.head

  /** Writes one value in the first dialect. */
  def write[A](value: A)(using pickler: Pickler[A], options: PickleOptions): String = format.write(value)

  /** Writes one value in the first dialect, in UTF-8. */
  def writeBytes[A](value: A)(using pickler: Pickler[A], options: PickleOptions): Array[Byte] = format.writeBytes(value)

  /** Reads text that holds one value in one of the dialects.
    *
    * @throws PickleException.Malformed if no dialect reads the text, or dialects read it as different values
    */
  def read[A](text: String)(using pickler: Pickler[A], options: PickleOptions): Taken[A] =
    read(JsonPickle.of(text).bytes)

  /** Reads text in UTF-8, as [[read]] does. */
  def read[A](bytes: Array[Byte])(using pickler: Pickler[A], options: PickleOptions): Taken[A] =
    val readings = formats.map(_.readEither[A](bytes))
    val fits = readings.indices.filter(readings(_).isRight).toVector
    if fits.isEmpty then throw refusedByAll(readings)
    val first = readings(fits.head).toOption.get
    if fits.length > 1 then checkAlike(fits, fits.map(readings(_).toOption.get))
    Taken(first, dialects(fits.head), fits.head, fits)

  /** Reads text as [[read]] does, and returns a [[PickleException]] as a `Left`. */
  def readEither[A](text: String)(using
      pickler: Pickler[A],
      options: PickleOptions
  ): Either[PickleException, Taken[A]] =
    PickleException.either(read[A](text))

  private def checkAlike[A](fits: Vector[Int], values: Vector[A])(using
      pickler: Pickler[A],
      options: PickleOptions
  ): Unit =
    val pickles = values.map(BinaryFormat.Bare.pickleOf(_, pickler, options).bytes)
    if pickles.tail.exists(!java.util.Arrays.equals(_, pickles.head)) then
      val shown = fits.zip(values).map((i, value) => s"${name(i)} reads ${PickleException.quote(textOf(value), 200)}")
      throw new PickleException.Malformed(
        s"the dialects read different values: ${shown.mkString("; ")}. Refuse unknown or missing members in one of them"
      )

  /** For a message: all readings in one dialect, so that only their differences differ. */
  private def textOf[A](value: A)(using Pickler[A], PickleOptions): String =
    PickleException.either(JsonFormat.write(value)).getOrElse(String.valueOf(value))

  private def refusedByAll(readings: Vector[Either[PickleException, ?]]): PickleException =
    val reasons = readings.zipWithIndex.collect { case (Left(e), i) => s"${name(i)}: ${e.getMessage}" }
    val cause = readings.collectFirst { case Left(e) => e }.orNull
    new PickleException.Malformed(s"no dialect reads the document. ${reasons.mkString("; ")}", cause)

object JsonMigration:
  /** What was read.
    *
    * @param dialect the dialect whose reading was taken
    * @param index   its number, from 0 on
    * @param fits    the numbers of all dialects that read this value
    */
  final case class Taken[+A](value: A, dialect: JsonDialect, index: Int, fits: Vector[Int]):
    /** Returns true if the document fits one dialect only, so that it tells which one its writer had. */
    def isDecided: Boolean = fits.length == 1

  private def name(index: Int): String = s"dialect $index"
