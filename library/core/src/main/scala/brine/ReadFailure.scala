package brine

import scala.util.control.NonFatal

/** Handles the failure of the read of a whole value. A separate object without other uses, like
  * [[brine.emitted.EmittedFailures]]. While nothing has failed, the reader need not be allocated for the handlers
  * that call it (ADR 95, traps).
  */
private[brine] object ReadFailure:
  /** Returns the exception to throw. For `outer` see [[PickleReader.beginWhole]]. */
  def of(e: Throwable, reader: PickleReader, outer: Int): Throwable =
    reader.endWhole(outer)
    e

  /** Returns the exception to throw, with its offset and path. */
  def located(e: Throwable, reader: PickleReader, outer: Int): Throwable = of(e, reader, outer) match
    case NonFatal(e) => Failures.reading(e).atOffset(reader.offset)
    case fatal       => fatal
