package brine

import scala.util.control.NonFatal

/** What is done where the read of a whole value fails. An object of its own, and used for nothing else, as
  * [[brine.emitted.EmittedFailures]] is: while nothing has failed, the handlers that call it are no reason for HotSpot to
  * allocate the reader.
  */
private[brine] object ReadFailure:
  /** What to throw. `outer`: see [[PickleReader.beginWhole]]. */
  def of(e: Throwable, reader: PickleReader, outer: Int): Throwable =
    reader.endWhole(outer)
    e

  /** The same with where it was. */
  def located(e: Throwable, reader: PickleReader, outer: Int): Throwable = of(e, reader, outer) match
    case NonFatal(e) => Failures.reading(e).atOffset(reader.offset)
    case fatal       => fatal
