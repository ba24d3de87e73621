package brine.graph.clustered.index

import java.io.IOException
import java.nio.channels.FileChannel
import java.nio.charset.StandardCharsets.US_ASCII
import java.nio.file.{Files, Path, StandardOpenOption}
import java.nio.{ByteBuffer, ByteOrder}
import java.util.zip.CRC32C
import scala.util.Using
import brine.{PartFiles, PickleException}
import brine.graph.clustered.file.GraphFile

/** The index of a graph in a separate file: the next program reads it, and needs no pass over the graph's codes.
  * {{{
  *   8  BrineIx1                 8  bytes of the graph      4  its checksum        4  objects     4  slot of the value
  *   4  odd codes                of each: level, code (8), target
  *   of each type: rows, elements
  *   types, rows, parents of the objects;  of each type: numbers, slots, starts, subtypes     4 bytes for each
  *   4  CRC32C of all before
  * }}}
  * In little-endian order. It is no format that lasts: a program that does not understand the file, or that opens
  * another graph with it, replaces it.
  *
  * A graph with values that only calls of a pickler can read ([[HandValues]]) has no such file.
  *
  * @param identity of the graph ([[brine.graph.clustered.file.GraphFiles.identity]])
  */
private[graph] final class IndexFile(path: Path, graph: GraphFile, identity: Int):
  import IndexFile.*

  /** The index in the file; null if there is no file, or one of another graph or of other code, or a damaged one.
    *
    * @throws PickleException.Malformed if the file is something else, which must not be replaced
    */
  def read(pass: IndexPass): ObjectIndex | Null =
    try
      if !Files.exists(path) then null
      else
        Using.resource(FileChannel.open(path, StandardOpenOption.READ)) { channel =>
          val in = new In(channel)
          if in.left < Begin.length || !in.bytes(Begin.length).sameElements(Begin) then
            throw new PickleException.Malformed(
              s"$path is not an index of a graph. It is not replaced: name another file"
            )
          readIndex(in, pass)
        }
    catch case e: IOException => throw new PickleException.InputOutput(e)

  private def readIndex(in: In, pass: IndexPass): ObjectIndex | Null =
    if in.left < HeadBytes || in.long() != graph.bytes || in.int() != identity || in.int() != graph.objects then null
    else
      val root = in.int()
      val odd = in.int()
      val rows = pass.rows
      if odd < 0 || in.left < odd * 16L + rows.length * 8L then null
      else
        for _ <- 0 until odd do { val ignored = pass.odd.add(in.int(), in.long(), in.int()) }
        for all <- rows do
          all.count = in.int()
          all.elements = in.int()
        val arrays = arraysOf(pass, graph.objects)
        if rows.exists(all => all.count != all.announced || all.elements < 0) ||
          in.left != 4 + arrays.map(4 * _._2).sum
        then null
        else
          for (ints, count) <- arrays do in.ints(ints, count)
          val computed = in.checksum
          if in.int() == computed && isSound(pass, root) then pass.restored(graph.objects.toInt, root) else null

  /** True if all numbers are in their ranges, and no search by them runs in circles. */
  private def isSound(pass: IndexPass, root: Int): Boolean =
    val objects = graph.objects.toInt
    val odd = pass.odd
    def isSlot(slot: Int, oddBelow: Int): Boolean =
      if slot >= 0 then slot < objects
      else
        val number = Slot.number(slot)
        Slot.kind(slot) match
          case Slot.Odd      => number < oddBelow
          case Slot.External => number < graph.externals.length
          case Slot.Value    => false
          case _             => true
    def isOdd(i: Int): Boolean =
      val code = odd(i)
      if code.level == ObjectIndex.InLeaf then isSlot(code.target, i) else code.target >= -1 && code.target < objects
    def isObject(i: Int): Boolean =
      val (cluster, row, parent) = (pass.types(i), pass.rowOf(i), pass.parents(i))
      cluster >= 0 && cluster < pass.rows.length && row >= 0 && row < pass.rows(cluster).count &&
      parent >= -1 && parent < i
    isSlot(root, odd.length) && all(odd.length)(isOdd(_)) && all(objects)(isObject(_)) &&
    pass.rows.forall(_.isSound(objects, isSlot(_, odd.length)))

  /** Writes an index. Does nothing for one that no file has. */
  def write(pass: IndexPass): Unit =
    if !pass.hasHandValues then
      try
        PartFiles.replace(path) { channel =>
          val out = new Out(channel)
          out.bytes(Begin)
          out.long(graph.bytes)
          out.int(identity)
          out.int(graph.objects.toInt)
          out.int(pass.rootSlot)
          out.int(pass.odd.length)
          for i <- 0 until pass.odd.length do
            val code = pass.odd(i)
            out.int(code.level)
            out.long(code.code)
            out.int(code.target)
          for all <- pass.rows do
            out.int(all.count)
            out.int(all.elements)
          for (ints, count) <- arraysOf(pass, graph.objects) do out.ints(ints.array, count.toInt)
          out.end()
        }
      catch case e: IOException => throw new PickleException.InputOutput(e)

private object IndexFile:
  private inline def all(count: Int)(inline is: Int => Boolean): Boolean =
    var i = 0
    while i < count && is(i) do i += 1
    i == count

  private val Begin = "BrineIx1".getBytes(US_ASCII)

  /** Those after the first ones. */
  private final val HeadBytes = 8 + 4 * 4

  /** The arrays of an index, each with the number of its numbers. */
  private def arraysOf(pass: IndexPass, objects: Long): Seq[(Ints, Long)] =
    Seq(pass.types, pass.rowOf, pass.parents).map(_ -> objects) ++ pass.rows.toSeq.flatMap(_.arrays)

  private final val BufferBytes = 1 << 16

  private def buffer(): ByteBuffer = ByteBuffer.allocate(BufferBytes).order(ByteOrder.LITTLE_ENDIAN)

  private final class Out(channel: FileChannel):
    private val all = buffer()
    private val crc = new CRC32C

    private def flush(): Unit =
      crc.update(all.array, 0, all.position)
      all.flip()
      while all.hasRemaining do channel.write(all)
      all.clear(): Unit

    private def room(count: Int): Unit = if all.remaining < count then flush()

    def bytes(some: Array[Byte]): Unit =
      room(some.length)
      all.put(some): Unit

    def int(value: Int): Unit =
      room(4)
      all.putInt(value): Unit

    def long(value: Long): Unit =
      room(8)
      all.putLong(value): Unit

    def ints(numbers: Array[Int], count: Int): Unit =
      var done = 0
      while done < count do
        room(4)
        val some = math.min(count - done, all.remaining >> 2)
        all.asIntBuffer.put(numbers, done, some): Unit
        all.position(all.position + 4 * some): Unit
        done += some

    def end(): Unit =
      flush()
      int(crc.getValue.toInt)
      flush()

  private final class In(channel: FileChannel):
    private val all = buffer().limit(0)
    private val crc = new CRC32C
    private var unread = channel.size

    /** The bytes that are left. */
    def left: Long = unread + all.remaining

    private def require(count: Int): Unit = if all.remaining < count then
      crc.update(all.array, 0, all.position)
      all.compact()
      while all.position < count do
        val read = channel.read(all)
        if read < 0 then throw new java.io.EOFException
        unread -= read
      all.flip(): Unit

    def bytes(count: Int): Array[Byte] =
      require(count)
      val some = new Array[Byte](count)
      all.get(some): Unit
      some

    def int(): Int =
      require(4)
      all.getInt

    def long(): Long =
      require(8)
      all.getLong

    def ints(into: Ints, count: Long): Unit =
      into.require(count)
      val numbers = into.array
      var done = 0
      while done < count do
        require(4)
        val some = math.min(count - done, all.remaining >> 2).toInt
        all.asIntBuffer.get(numbers, done, some): Unit
        all.position(all.position + 4 * some): Unit
        done += some

    /** The checksum of the bytes that were taken. */
    def checksum: Int =
      crc.update(all.array, 0, all.position)
      all.compact().flip(): Unit
      crc.getValue.toInt
