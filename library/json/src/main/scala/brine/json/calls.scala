package brine.json

import scala.util.Try
import brine.{PickleException, PickleOptions, Pickler, Unpickler}

/** Writes a value as JSON text, or throws a [[PickleException]]. The result is that of [[JsonFormat.write]];
  * `JsonFormat.Pretty.write` gives indented text.
  *
  * The pickler is that of the static type: `json.write[Figure](circle)` writes a circle so that a `Figure` can be read.
  * Options can be given by name:
  * {{{ json.write(person)(using options = PickleOptions(sharing = Sharing.Off)) }}}
  */
inline def write[A](value: A)(using pickler: Pickler[A], options: PickleOptions): String = JsonFormat.write(value)

/** Writes a value as JSON text in UTF-8: for files and the network, without a `String` between. */
inline def writeBytes[A](value: A)(using pickler: Pickler[A], options: PickleOptions): Array[Byte] =
  JsonFormat.writeBytes(value)

/** Reads text that holds exactly one value, or throws a [[PickleException]]. */
inline def read[A](text: String)(using unpickler: Unpickler[A], options: PickleOptions): A = JsonFormat.read[A](text)

/** Reads text in UTF-8 that holds exactly one value, or throws a [[PickleException]]. The bytes are not copied. */
inline def read[A](bytes: Array[Byte])(using unpickler: Unpickler[A], options: PickleOptions): A =
  JsonFormat.read[A](bytes)

/** Reads as [[read]] does, and returns a [[PickleException]] as a `Left`. */
inline def readEither[A](text: String)(using
    unpickler: Unpickler[A],
    options: PickleOptions
): Either[PickleException, A] =
  JsonFormat.readEither[A](text)

/** Reads as [[read]] does, and returns a [[PickleException]] as a `Left`. */
inline def readEither[A](bytes: Array[Byte])(using
    unpickler: Unpickler[A],
    options: PickleOptions
): Either[PickleException, A] =
  JsonFormat.readEither[A](bytes)

/** Reads as [[read]] does, and returns a [[PickleException]] as a `Failure`. */
inline def readTry[A](text: String)(using unpickler: Unpickler[A], options: PickleOptions): Try[A] =
  JsonFormat.readTry[A](text)

/** Reads as [[read]] does, and returns a [[PickleException]] as a `Failure`. */
inline def readTry[A](bytes: Array[Byte])(using unpickler: Unpickler[A], options: PickleOptions): Try[A] =
  JsonFormat.readTry[A](bytes)
