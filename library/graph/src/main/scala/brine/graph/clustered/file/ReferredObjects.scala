package brine.graph.clustered.file

import brine.PickleException
import brine.wire.{ByteSink, ByteSource, PackedLongs}

/** The objects with references from later places: a bit for each object, in the order in which they begin. */
private[clustered] final class ReferredObjects:
  private var words = new Array[Long](16)
  private var count = 0

  def add(id: Int): Unit =
    val word = id >>> 6
    if word >= words.length then words = java.util.Arrays.copyOf(words, math.max(word + 1, words.length * 2))
    val bit = 1L << id
    if (words(word) & bit) == 0 then
      words(word) |= bit
      count += 1

  /** Puts their count, and their numbers as packed blocks of [[ReferredObjects.BlockValues]]. */
  def put(sink: ByteSink): Unit =
    sink.putVarint(count)
    val block = new Array[Long](math.min(count, ReferredObjects.BlockValues))
    var size = 0
    var left = count
    var word = 0
    while word < words.length do
      var bits = words(word)
      while bits != 0 do
        block(size) = (word.toLong << 6) + java.lang.Long.numberOfTrailingZeros(bits)
        bits &= bits - 1
        size += 1
        left -= 1
        if size == block.length || left == 0 then
          val packed = ByteSink.growing(64)
          PackedLongs.put(block, size, packed)
          val bytes = packed.toByteArray
          sink.putVarint(bytes.length)
          sink.putBytes(bytes, 0, bytes.length)
          size = 0
      word += 1

private[clustered] object ReferredObjects:
  final val BlockValues = 1 << 16

  /** Reads the numbers of these objects, in ascending order; `source` is the source of `bytes`. */
  def get(source: ByteSource, bytes: PaddedBytes, objects: Long): Array[Int] =
    val count = source.getVarint()
    if count < 0 || count > objects then
      throw new PickleException.Malformed(s"the footer claims references to $count of $objects objects")
    // Room for a claim grows with the blocks that are there.
    var ids = new Array[Int](math.min(count, BlockValues))
    var read = 0
    var left = count
    var previous = -1L
    while left > 0 do
      val size = math.min(left, BlockValues)
      val length = source.getVarint()
      if length < 0 || length > source.remaining then
        throw new PickleException.Malformed(
          s"a block claims ${Integer.toUnsignedString(length)} bytes, and ${source.remaining} are left"
        )
      val from = source.offset.toInt
      source.skip(length)
      val block = PackedLongs.of(bytes.array, bytes.from + from, length, size)
      if read + size > ids.length then
        ids = java.util.Arrays.copyOf(ids, math.min(count.toLong, ids.length * 2L).toInt)
      var i = 0
      while i < size do
        val id = block.next()
        if id <= previous || id >= objects then
          throw new PickleException.Malformed(
            s"expected ascending object numbers below $objects, found $id after $previous"
          )
        ids(read) = id.toInt
        read += 1
        previous = id
        i += 1
      left -= size
    ids
