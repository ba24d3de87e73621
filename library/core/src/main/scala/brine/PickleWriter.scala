package brine

import java.lang.ref.Cleaner
import brine.wire.ByteSink

/** Writes values of one type one after the other, for [[Pickle.readAll]]. The shape is written once, before the first
  * value. Made by [[Pickle.writer]]. For one thread.
  *
  * {{{
  * Using.resource(Pickle.writer[Order](stream)) { out => orders.foreach(out.write) }
  * }}}
  *
  * Up to 64 KiB of values are kept until [[flush]] or [[close]]. A writer that is neither flushed nor closed loses
  * them; when it is collected, the log of `brine` has a warning.
  */
final class PickleWriter[A] private[brine] (
    sink: ByteSink,
    pickler: Pickler[A],
    format: PickleFormat,
    options: PickleOptions
) extends AutoCloseable:
  private var isFirst = true
  private var hasFailed = false
  private var isClosed = false

  private val later =
    if options.carriage == Carriage.Usual then options.copy(carriage = Carriage.Fingerprint) else options

  /** Writes a value behind those before it. It is in the stream after [[flush]], at the latest.
    *
    * @throws PickleException as `x.pickleTo` does; the writer takes no more values then, since a part may have been
    *   written
    */
  def write(value: A): Unit =
    if isClosed then throw new IllegalStateException("the writer is closed")
    if hasFailed then throw new IllegalStateException("a value before this one was not written whole")
    hasFailed = true
    val start = sink.written
    val limit = options.limits.maxOutputBytes
    sink.maxBytes(if limit > Long.MaxValue - start then Long.MaxValue else start + limit)
    try
      format.write(value, pickler, sink, if isFirst then Pickle.atRest(options) else later)
      FailureBoundary.writing(format.separate(pickler.shape, sink))
    catch
      case e: Throwable =>
        val ignored = sink.back(start) // so that `close` hands over whole values only, if it still can
        throw e
    isFirst = false
    hasFailed = false

  /** Hands all that was written to the stream, and flushes it. */
  def flush(): Unit = FailureBoundary.writing(sink.flush())

  /** Flushes, and closes the stream or channel. Without effect on a second call.
    *
    * @throws PickleException if the rest cannot be written, as when the stream was closed before
    */
  def close(): Unit =
    isClosed = true
    FailureBoundary.writing(sink.close())

private[brine] object PickleWriter:
  private lazy val cleaner = Cleaner.create()

  /** Warns of values that the writer keeps when it is collected. */
  def watched[A](
      sink: ByteSink,
      pickler: Pickler[A],
      format: PickleFormat,
      options: PickleOptions
  ): PickleWriter[A] =
    val writer = new PickleWriter(sink, pickler, format, options)
    val ignored = cleaner.register(writer, () => warn(sink))
    writer

  private def warn(sink: ByteSink): Unit =
    if sink.pending > 0 then
      System.getLogger("brine").log(
        System.Logger.Level.WARNING,
        s"a writer of Pickle.writer was neither flushed nor closed: ${sink.pending} bytes of its values are lost. " +
          "Close each writer"
      )
