package brine.binary

import brine.{Door, PickleOptions, Pickler}
import brine.wire.ByteSink

/** Writes values one after the other as records: bare pickles, for a framework that moves them about.
  * {{{
  * val writer = RecordWriter(ByteSink.over(stream), options)
  * for order <- orders do writer.write(order)
  * writer.flush()
  * }}}
  * A record has no header and no checksum, and ends where its value ends. It refers to nothing outside of itself, so records can be
  * moved and concatenated; [[RecordNames.PerStream]] is the exception. Their types can differ: [[RecordReader]] must ask for the
  * types that were written, in their order, with the same `sharing`, and the same numbers of subtypes. Nothing in the bytes tells.
  * See docs/spec/binary.md, "Records".
  *
  * A writer has settings and tables that it makes once and uses for all records, which saves most of what a small record costs.
  * For one thread.
  *
  * @param sink where records go. The caller may use it between two records
  */
final class RecordWriter(val sink: ByteSink, val options: PickleOptions = PickleOptions.Default, names: RecordNames = RecordNames.PerRecord):
  private val keepsNames = names == RecordNames.PerStream
  private val limit = options.limits.maxOutputBytes
  private var builder = new BinaryBuilder(sink, options)

  /** Where the record begins that failed and could not be taken back; -1 if there is none. */
  private var cutAt = -1L

  /** Appends a record. After a failure, the sink is set back to where the record began, and the writer can go on. Of a sink over a
    * stream or channel, bytes may be gone already: then [[isCut]] is true.
    *
    * @throws brine.PickleException as `x.pickle` does
    * @throws java.lang.IllegalStateException if a part of an earlier record is in the way
    */
  def write[A](value: A)(using pickler: Pickler[A]): Unit =
    if cutAt >= 0 then throw cut
    val start = sink.written
    sink.maxBytes(if limit > Long.MaxValue - start then Long.MaxValue else start + limit)
    val known = if keepsNames then builder.namedSubtypes else 0
    try
      pickler.pickle(value, builder)
      if keepsNames then builder.forgetObjects() else builder.forget()
    catch case e: Throwable => throw failed(e, start, known)

  private def failed(e: Throwable, start: Long, known: Int): Throwable =
    val old = builder
    builder = new BinaryBuilder(sink, options)
    if keepsNames then builder.takeNames(old, known)
    if !sink.back(start) then cutAt = start
    Door.writeFailure(e)

  /** Whether a record failed, and a part of it has left the sink. Records that follow it could not be found, so [[write]] refuses
    * them.
    */
  def isCut: Boolean = cutAt >= 0

  /** Goes on after [[isCut]], when the caller has removed what the destination got of the record. */
  def resume(): Unit = cutAt = -1

  private def cut = new IllegalStateException(
    s"the record that began at byte $cutAt failed, and a part of it has left the sink. Remove that part and call resume(), or give up this output"
  )

  /** Hands all records over to the destination, and flushes it. */
  def flush(): Unit = Door.writing(sink.flush())
