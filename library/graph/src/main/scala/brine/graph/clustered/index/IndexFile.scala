package brine.graph.clustered.index

import java.io.IOException
import java.nio.channels.FileChannel
import java.nio.charset.StandardCharsets.US_ASCII
import java.nio.file.{Files, Path, StandardOpenOption}
import scala.util.Using
import brine.{Pickle, PickleException}
import brine.graph.clustered.file.GraphFile
import brine.wire.ByteSource

/** The index of a graph in a separate file: the next program reads it, and needs no pass over the graph's codes.
  * {{{
  *    bytes
  *   8        "BrineIx1"
  *   8        length of the graph
  *   4        checksum of the graph: GraphFiles.identity
  *   4, 4     objects; slot of the graph's value
  *   4        odd codes
  *   16 each  odd code: level, code (8), target
  *   8 each   type: rows, elements
  *   4 each   types of the objects; their rows; their parents
  *   4 each   of each type: the numbers of TypeRows.arrays
  *   4        CRC32C of all before
  * }}}
  * All numbers are little-endian. The bytes may change with each release: a program replaces a file that it does not
  * understand, and one of another graph.
  *
  * A graph with values that only calls of a pickler can read ([[HandValues]]) has no such file.
  *
  * @param identity of the graph ([[brine.graph.clustered.file.GraphFiles.identity]])
  */
private[graph] final class IndexFile(path: Path, graph: GraphFile, identity: Int):
  import IndexFile.*

  /** Returns the index in the file. Returns null if the file is missing or damaged, or was written for another graph or
    * by another release.
    *
    * @throws PickleException.Malformed if the file has other content, which must not be replaced
    */
  def read(pass: => IndexPass): ObjectIndex | Null =
    try
      if !Files.exists(path) then null
      else
        Using.resource(FileChannel.open(path, StandardOpenOption.READ)) { channel =>
          val in = ByteSource.of(channel)
          in.startChecksum()
          val size = channel.size
          if size < Begin.length || !in.getBytes(Begin.length).sameElements(Begin) then
            throw new PickleException.Malformed(
              s"$path is not an index of a graph. It is not replaced: name another file"
            )
          if size < Begin.length + HeadBytes || !isOfGraph(in) then null else readIndex(in, size, pass)
        }
    catch case e: IOException => throw new PickleException.InputOutput(e)

  private def isOfGraph(in: ByteSource): Boolean =
    in.getLong() == graph.bytes && in.getInt() == identity && in.getInt() == graph.objects

  private def readIndex(in: ByteSource, size: Long, pass: IndexPass): ObjectIndex | Null =
    val (root, odd) = (in.getInt(), in.getInt())
    if odd < 0 || size - in.offset < odd * 16L + pass.rows.length * 8L then null
    else
      for _ <- 0 until odd do { val ignored = pass.odd.add(in.getInt(), in.getLong(), in.getInt()) }
      for all <- pass.rows do
        all.count = in.getInt()
        all.elements = in.getInt()
      val arrays = arraysOf(pass)
      if pass.rows.exists(all => all.count != all.announced || all.elements < 0) ||
        size - in.offset != 4 + arrays.map(4 * _._2).sum
      then null
      else
        for (ints, count) <- arrays do getInts(in, ints, count)
        val computed = in.checksum()
        if in.getInt() == computed && isSound(pass, root) then pass.restored(graph.objects.toInt, root) else null

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
  def write(pass: IndexPass): Unit = if !pass.hasHandValues then
    Pickle.writeFile(path) { out =>
      out.startChecksum()
      out.putBytes(Begin, 0, Begin.length)
      out.putLong(graph.bytes)
      out.putInt(identity)
      out.putInt(graph.objects.toInt)
      out.putInt(pass.rootSlot)
      out.putInt(pass.odd.length)
      for i <- 0 until pass.odd.length do
        val code = pass.odd(i)
        out.putInt(code.level)
        out.putLong(code.code)
        out.putInt(code.target)
      for all <- pass.rows do
        out.putInt(all.count)
        out.putInt(all.elements)
      for (ints, count) <- arraysOf(pass) do out.putInts(ints.array, 0, count.toInt)
      out.putInt(out.checksum())
    }

  /** The arrays of an index, each with the number of its numbers. */
  private def arraysOf(pass: IndexPass): Seq[(Ints, Long)] =
    Seq(pass.types, pass.rowOf, pass.parents).map(_ -> graph.objects) ++ pass.rows.toSeq.flatMap(_.arrays)

private object IndexFile:
  private inline def all(count: Int)(inline is: Int => Boolean): Boolean =
    var i = 0
    while i < count && is(i) do i += 1
    i == count

  private val Begin = "BrineIx1".getBytes(US_ASCII)

  /** The bytes behind these, as far as they are in each file. */
  private final val HeadBytes = 8 + 4 * 4

  /** Reads `count` numbers, for which the file has the bytes, in pieces. */
  private def getInts(in: ByteSource, into: Ints, count: Long): Unit =
    into.require(count)
    var done = 0
    while done < count do
      val some = in.getInts(math.min(count - done, PieceLength).toInt)
      System.arraycopy(some, 0, into.array, done, some.length)
      done += some.length

  private final val PieceLength = 1L << 14
