package brine.graph

import scala.util.Try
import brine.{PickleException, PickleOptions, Pickler, Unpickler}

/** Writes a value as a graph, or throws a [[PickleException]]. The result is that of [[GraphFormat.write]].
  *
  * The pickler is that of the static type: `graph.write[Figure](circle)` writes a circle so that a `Figure` can be
  * read. Options can be given by name:
  * {{{ graph.write(person)(using options = PickleOptions(limits = Limits(maxOutputBytes = 1 << 20))) }}}
  */
inline def write[A](value: A)(using pickler: Pickler[A], options: PickleOptions): Array[Byte] = GraphFormat.write(value)

/** Reads bytes that hold exactly one value, or throws a [[PickleException]]. The bytes are not copied. */
inline def read[A](bytes: Array[Byte])(using unpickler: Unpickler[A], options: PickleOptions): A =
  GraphFormat.read[A](bytes)

/** Reads as [[read]] does, and returns a [[PickleException]] as a `Left`. */
inline def readEither[A](bytes: Array[Byte])(using
    unpickler: Unpickler[A],
    options: PickleOptions
): Either[PickleException, A] =
  GraphFormat.readEither[A](bytes)

/** Reads as [[read]] does, and returns a [[PickleException]] as a `Failure`. */
inline def readTry[A](bytes: Array[Byte])(using unpickler: Unpickler[A], options: PickleOptions): Try[A] =
  GraphFormat.readTry[A](bytes)
