package brine.binary

import brine.{FailureBoundary, PickleOptions, Pickler}
import brine.wire.{ByteSink, WireException}

/** Writes values one after the other as records: bare pickles, for a framework that moves them about.
  *
  * {{{
  * val writer = RecordWriter(ByteSink.over(stream), options)
  * for order <- orders do writer.write(order)
  * writer.flush()
  * }}}
  *
  * A record has no header and no checksum, and ends where its value ends. It refers to nothing outside of itself, so
  * records can be moved and concatenated; [[RecordNames.PerStream]] is the exception. Their types can differ. The bytes
  * do not contain them: [[RecordReader]] must read the types that were written, in their order, with the same `sharing`
  * and the same numbers of subtypes. See docs/spec/binary.md, "Records".
  *
  * A writer makes its settings and tables once and uses them for all records, which saves most of a small record's
  * time. For one thread.
  *
  * @param sink the destination of the records. The caller may use it between two records
  */
final class RecordWriter(
    val sink: ByteSink,
    val options: PickleOptions = PickleOptions.Default,
    names: RecordNames = RecordNames.PerRecord
):
  private val keepsNames = names == RecordNames.PerStream
  private val limit = math.min(options.limits.maxOutputBytes, Long.MaxValue / 4)
  private var builder = new BinaryBuilder(sink, options)
  moveOutputLimit(sink.written)

  /** The offset of a failed record that could not be taken back; -1 if there is none. */
  private var cutAt = -1L

  /** Appends a record. After a failure, the sink is set back to where the record began, and the writer can go on.
    * Bytes of a sink over a stream or channel may have left it already: then [[isCut]] is true.
    *
    * @throws brine.PickleException as `x.pickle` does
    * @throws java.lang.IllegalStateException if a part of an earlier record is in the way
    */
  def write[A](value: A)(using pickler: Pickler[A]): Unit =
    if cutAt >= 0 then throw cut
    val start = sink.written
    if start > sink.maxBytes - limit then moveOutputLimit(start)
    val known = if keepsNames then builder.namedSubtypes else 0
    try
      BinaryPickler.write(pickler, value, builder)
      if sink.written - start > limit then throw tooLong(start)
      if keepsNames then builder.forgetObjects() else builder.forget()
    catch case e: Throwable => throw failed(e, start, known)

  /** Moves the sink's limit ahead of the records, in steps: each move costs as much as a small record. The sink stops a
    * record at twice the limit of a record at the latest; one above its limit is refused at its end.
    */
  private def moveOutputLimit(start: Long): Unit = sink.maxBytes(start + 2 * limit)

  private def tooLong(start: Long) =
    val length = sink.written - start
    new WireException(WireException.Kind.LIMIT, length, s"a record of $length bytes passes the output limit of $limit")

  private def failed(e: Throwable, start: Long, known: Int): Throwable =
    val old = builder
    builder = new BinaryBuilder(sink, options)
    if keepsNames then builder.takeNames(old, known)
    if !sink.back(start) then cutAt = start
    FailureBoundary.writeFailure(e)

  /** Returns true if a record failed, and a part of it has left the sink. Records that follow it could not be found,
    * so [[write]] refuses them.
    */
  def isCut: Boolean = cutAt >= 0

  /** Continues after [[isCut]], when the caller has removed the partial record from the destination. */
  def resume(): Unit = cutAt = -1

  private def cut = new IllegalStateException(
    s"the record that began at byte $cutAt failed, and a part of it has left the sink. Remove that part and call " +
      "resume(), or give up this output"
  )

  /** Hands all records over to the destination, and flushes it. */
  def flush(): Unit = FailureBoundary.writing(sink.flush())
