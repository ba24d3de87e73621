package brine

import scala.util.control.NonFatal
import brine.binary.WireFailure
import brine.wire.{ByteSource, WireException}

/** The outermost frame of every call into Brine: whatever goes wrong inside leaves as a [[PickleException]]. */
object Door:
  /** Runs a write. */
  def writing[A](write: => A): A =
    try write
    catch
      case e: PickleException    => throw e.settle()
      case e: WireException      => throw WireFailure(e)
      case e: StackOverflowError => throw overflow(e)
      case NonFatal(e)           => throw new PickleException.UserCode("code called while writing", e)

  /** Runs a read from `source`. */
  def reading[A](source: ByteSource)(read: => A): A =
    try read
    catch
      case e: PickleException    => throw e.atOffset(source.offset).settle()
      case e: WireException      => throw WireFailure(e)
      case e: StackOverflowError => throw overflow(e)
      case e: ClassCastException => throw new PickleException.WrongType("another type", e.getMessage, e).atOffset(source.offset)
      case NonFatal(e)           => throw new PickleException.UserCode("code called while reading", e).atOffset(source.offset)

  // Brine's own frames are bounded (limits.emittedDepth), so this is recursion in code that Brine called.
  private def overflow(e: StackOverflowError): PickleException =
    new PickleException.UserCode("recursive code (a hashCode, a getter, a hand-written pickler)", e)
