package brine.binary

import scala.util.Try
import brine.{PickleException, PickleOptions, Pickler, Unpickler}

/** Writes a value in the default format, or throws a [[PickleException]]. The result is that of [[BinaryFormat.write]].
  *
  * The pickler is that of the static type: `binary.write[Figure](circle)` writes a circle so that a `Figure` can be
  * read. Options can be given by name:
  * {{{ binary.write(person)(using options = PickleOptions(checksum = false)) }}}
  */
inline def write[A](value: A)(using pickler: Pickler[A], options: PickleOptions): Array[Byte] =
  BinaryFormat.write(value)

/** Reads bytes that hold exactly one value, or throws a [[PickleException]]. The bytes are not copied. */
inline def read[A](bytes: Array[Byte])(using unpickler: Unpickler[A], options: PickleOptions): A =
  BinaryFormat.read[A](bytes)

/** Reads as [[read]] does, and returns a [[PickleException]] as a `Left`. */
inline def readEither[A](bytes: Array[Byte])(using
    unpickler: Unpickler[A],
    options: PickleOptions
): Either[PickleException, A] =
  BinaryFormat.readEither[A](bytes)

/** Reads as [[read]] does, and returns a [[PickleException]] as a `Failure`. */
inline def readTry[A](bytes: Array[Byte])(using unpickler: Unpickler[A], options: PickleOptions): Try[A] =
  BinaryFormat.readTry[A](bytes)
