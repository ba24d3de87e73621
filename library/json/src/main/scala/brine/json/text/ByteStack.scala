package brine.json.text

/** A note of one byte for each collection around the current place: depth is data. */
private[json] final class ByteStack:
  private var bytes = ByteStack.Empty
  private var size = 0

  def push(value: Int): Unit =
    if size == bytes.length then bytes = java.util.Arrays.copyOf(bytes, math.max(16, size * 2))
    bytes(size) = value.toByte
    size += 1

  def pop(): Int =
    size -= 1
    bytes(size)

  def top: Int = bytes(size - 1)

  /** Adds these bits to the top. */
  def mark(bits: Int): Unit = bytes(size - 1) = (bytes(size - 1) | bits).toByte

  def clear(): Unit = size = 0

  def length: Int = size

  /** From the bottom. */
  def apply(index: Int): Int = bytes(index)

private object ByteStack:
  private val Empty = new Array[Byte](0)
