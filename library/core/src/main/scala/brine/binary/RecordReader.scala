package brine.binary

import java.io.InputStream
import brine.{BoundedInput, FailureBoundary, PickleException, PickleOptions, Unpickler}
import brine.wire.ByteSource

/** Reads the records that [[RecordWriter]] wrote, one by one.
  *
  * {{{
  * val reader = RecordReader(ByteSource.of(bytes), options)
  * while !reader.isAtEnd do use(reader.read[Order])
  * }}}
  *
  * The calls of [[read]] must name the types that were written, in their order. The options must have the `sharing` and
  * the numbers of subtypes of the writer's. For one thread.
  *
  * @param source the source of records. [[read]] leaves it exactly behind the record. The caller may use it between two
  *               records
  */
final class RecordReader private (
    val source: ByteSource,
    val options: PickleOptions,
    names: RecordNames,
    input: BoundedInput | Null
):
  /** Reads from a source, which bounds its input itself. */
  def this(
      source: ByteSource,
      options: PickleOptions = PickleOptions.Default,
      names: RecordNames = RecordNames.PerRecord
  ) =
    this(source, options, names, null)

  private val keepsNames = names == RecordNames.PerStream
  private var reader = new BinaryReader(source, options)
  private var hasLostNames = false

  /** Returns true if the source ends here, between two records. For a stream this reads, and may block. */
  def isAtEnd: Boolean = FailureBoundary.reading(source)(source.atEnd())

  /** Reads the next record.
    *
    * After a failure, the source stands somewhere within the record. The reader keeps nothing of it, so that the next
    * record can be read if the caller brings the source there. A reader with [[RecordNames.PerStream]] cannot go on.
    *
    * @throws brine.PickleException as `x.unpickle` does: [[brine.PickleException.Truncated]] if the source ends within
    *   the record
    * @throws NoSuchElementException if the source ends before the record
    */
  def read[A](using unpickler: Unpickler[A]): A =
    if hasLostNames then
      throw new IllegalStateException(
        "a record before this one failed, and names that it carried are lost (RecordNames.PerStream)"
      )
    if input != null then input.restart()
    val start = source.offset
    try
      val value = BinaryPickler.read(unpickler, reader)
      if keepsNames then reader.forgetObjects() else reader.forgetAll()
      value
    catch case e: Throwable => throw failed(e, start)

  private def failed(e: Throwable, start: Long): Throwable =
    reader = new BinaryReader(source, options)
    FailureBoundary.readFailure(e, source) match
      case _: PickleException.Truncated if source.offset == start && source.atEnd() =>
        new NoSuchElementException(s"no record follows: the source ends at byte $start")
      case failure =>
        hasLostNames = keepsNames
        failure match
          case e: PickleException => e.ofRecord(start)
          case other              => other

object RecordReader:
  /** Reads from a stream; of each record `limits.maxInputBytes` at most, and as many read ahead. */
  def over(
      stream: InputStream,
      options: PickleOptions = PickleOptions.Default,
      names: RecordNames = RecordNames.PerRecord
  ): RecordReader =
    val input = new BoundedInput(options.limits)
    new RecordReader(ByteSource.of(input.stream(stream)), options, names, input)
