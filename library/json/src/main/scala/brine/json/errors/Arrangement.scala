package brine.json.errors

import java.io.ByteArrayOutputStream

/** A document in which one object or array has some of its parts, in some order.
  *
  * @param before the bytes before the object or array
  * @param after  the bytes behind it
  */
private[json] final class Arrangement(
    text: Array[Byte],
    before: Array[Byte],
    first: Char,
    parts: Vector[ValuePart],
    last: Char,
    after: Array[Byte]
):
  private val starts = new Array[Int](parts.length)

  /** The offset behind the object or array. */
  private var behind = 0

  val bytes: Array[Byte] =
    val out = new ByteArrayOutputStream(before.length + text.length + after.length)
    out.write(before)
    out.write(first)
    for i <- parts.indices do
      if i > 0 then out.write(',')
      starts(i) = out.size
      out.write(text, parts(i).start, parts(i).until - parts(i).start)
    out.write(last)
    behind = out.size
    out.write(after)
    out.toByteArray

  def end: Int = behind

  /** The offset of the value of a part, and behind it. */
  def valueAt(part: Int): Int = parts(part).valueAt(starts(part))
  def endAt(part: Int): Int = parts(part).endAt(starts(part))

  /** Returns the index of the part that has this offset; -1 if none has it. O(log n). */
  def indexOf(offset: Long): Int =
    val found = java.util.Arrays.binarySearch(starts, math.min(offset, Int.MaxValue).toInt)
    val index = if found >= 0 then found else -found - 2
    if index >= 0 && offset <= endAt(index) then index else -1

  def until(index: Int): Array[Byte] = java.util.Arrays.copyOf(bytes, index)
  def from(index: Int): Array[Byte] = java.util.Arrays.copyOfRange(bytes, index, bytes.length)
