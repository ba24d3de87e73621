package brine.picklers

import brine.Pickler
import brine.run.ScalarPickler
import brine.shape.ScalarKind

/** Primitives, `String` and `Unit`. */
trait ScalarPicklers:
  given unit: Pickler[Unit] = new ScalarPickler(ScalarKind.Unit)
  given boolean: Pickler[Boolean] = new ScalarPickler(ScalarKind.Boolean)
  given byte: Pickler[Byte] = new ScalarPickler(ScalarKind.Byte)
  given short: Pickler[Short] = new ScalarPickler(ScalarKind.Short)
  given char: Pickler[Char] = new ScalarPickler(ScalarKind.Char)
  given int: Pickler[Int] = new ScalarPickler(ScalarKind.Int)
  given long: Pickler[Long] = new ScalarPickler(ScalarKind.Long)
  given float: Pickler[Float] = new ScalarPickler(ScalarKind.Float)
  given double: Pickler[Double] = new ScalarPickler(ScalarKind.Double)
  given string: Pickler[String] = new ScalarPickler(ScalarKind.String)
