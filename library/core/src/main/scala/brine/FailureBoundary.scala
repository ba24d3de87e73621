package brine

import scala.util.control.NonFatal
import brine.wire.{Blocks, ByteSource, WireException}

/** The outermost frame of every call into Brine: any failure inside leaves as a [[PickleException]].
  *
  * Inlined: all formats would share a call through a function, which takes a tenth of a small message's time (ADR 95,
  * profiles).
  */
object FailureBoundary:
  /** Runs a write. */
  inline def writing[A](inline write: A): A =
    try write
    catch case e: Throwable => throw writeFailure(e)

  /** Runs a read from `source`. */
  inline def reading[A](source: ByteSource)(inline read: A): A =
    try read
    catch case e: Throwable => throw readFailure(e, source)

  /** Returns the exception to throw for a write that ended in `e`. */
  def writeFailure(e: Throwable): Throwable = failure(e, "writing")

  /** Returns the exception to throw for a read that ended in `e`, where no source knows its offset. */
  private[brine] def partFailure(e: Throwable): Throwable = failure(e, "reading")

  private def failure(e: Throwable, doing: String): Throwable = e match
    case e: PickleException    => e.settle()
    case e: WireException      => WireFailure(e)
    case e: StackOverflowError => overflow(e)
    case e: InternalError      => lostMemory(e)
    case NonFatal(e)           => new PickleException.UserCode(s"code called while $doing", e)
    case fatal                 => fatal

  /** Returns the exception to throw for a read from `source` that ended in `e`. */
  def readFailure(e: Throwable, source: ByteSource): Throwable = e match
    case e: PickleException    => e.atOffset(source.offset).settle()
    case e: WireException      => WireFailure(e).atOffset(source.offset)
    case e: StackOverflowError => overflow(e).atOffset(source.offset)
    case e: ClassCastException => PickleException.WrongType.cast(e).atOffset(source.offset)
    case e: InternalError      => lostMemory(e)
    case NonFatal(e)           => new PickleException.UserCode("code called while reading", e).atOffset(source.offset)
    case fatal                 => fatal

  /** Returns the exception to throw for the JVM's report of a fault in mapped memory.
    *
    * @throws InternalError the report itself, if it is of another fault
    */
  private[brine] def lostMemory(e: InternalError): PickleException =
    if !Blocks.isLostMemory(e) then throw e
    new PickleException.InputOutput(new java.io.IOException("a mapped file was cut, or its disk is full", e))

  // Brine's own frames are bounded (limits.emittedDepth), so this is recursion in code that Brine called.
  private def overflow(e: StackOverflowError): PickleException =
    new PickleException.UserCode("recursive code (a hashCode, a getter, a hand-written pickler)", e)
