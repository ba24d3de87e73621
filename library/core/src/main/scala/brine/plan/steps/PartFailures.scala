package brine.plan.steps

import brine.{Failures, PickleException, PickleReader}

/** Completes the failure of a part of a value: with the part's place in the path, and with the offset. */
private[brine] object PartFailures:
  /** A failure while the part of this name was written, as it leaves. */
  def writing(e: Throwable, segment: String): PickleException =
    val failure = Failures.writing(e)
    if segment.isEmpty then failure else failure.prepend(segment)

  /** A failure while the part of this name was read, as it leaves. */
  def reading(e: Throwable, segment: String, reader: PickleReader): PickleException =
    val failure = Failures.reading(e)
    if segment.nonEmpty then failure.prepend(segment)
    if failure.offset < 0 then failure.atOffset(reader.offset)
    failure

  /** The path segment of the next key or value of a map, after `parts` keys and values. */
  def ofEntry(parts: Int): String = if (parts & 1) == 0 then s".keys[${parts >> 1}]" else s".values[${parts >> 1}]"
