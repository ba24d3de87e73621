package brine

import brine.wire.ByteSink

/** Writes values of one type one after the other, for [[Pickle.readAll]]. The shape is written once, before the first
  * value. Made by [[Pickle.writer]]. For one thread.
  */
final class PickleWriter[A] private[brine] (
    sink: ByteSink,
    pickler: Pickler[A],
    format: PickleFormat,
    options: PickleOptions
):
  private var isFirst = true
  private var hasFailed = false

  private val later =
    if options.carriage == Carriage.Usual then options.copy(carriage = Carriage.Fingerprint) else options

  /** Writes a value behind those before it. It is in the stream after [[flush]], at the latest.
    *
    * @throws PickleException as `x.pickleTo` does; the writer is of no use then, since a part may have been written
    */
  def write(value: A): Unit =
    if hasFailed then throw new IllegalStateException("a value before this one was not written whole")
    hasFailed = true
    val limit = options.limits.maxOutputBytes
    sink.maxBytes(if limit > Long.MaxValue - sink.written then Long.MaxValue else sink.written + limit)
    format.write(value, pickler, sink, if isFirst then Pickle.atRest(options) else later)
    FailureBoundary.writing(format.separate(pickler.shape, sink))
    isFirst = false
    hasFailed = false

  /** Hands all that was written to the stream, and flushes it. */
  def flush(): Unit = FailureBoundary.writing(sink.flush())
