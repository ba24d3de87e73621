package brine.checks

import java.io.{PipedInputStream, PipedOutputStream}
import scala.util.Random
import brine.*
import brine.binary.BinaryFormat
import brine.combine.imap
import brine.testkit.{Laws, Patient}
import brine.testkit.corpus.Cell

/** Many objects, and many bytes. With `-Dbrine.giants=true` there are ten million objects, and more than 2 GiB. */
class SizeSuite extends munit.FunSuite, Patient:
  import SizeSuite.*

  private val isGiant = java.lang.Boolean.getBoolean("brine.giants")

  for count <- if isGiant then List(66_000, 10_000_000) else List(66_000); format <- BinaryFormat :: AllFormats.telling
  do
    val name = format.getClass.getSimpleName.stripSuffix("$")
    test(s"$count distinct objects that refer to each other go out and come back, in $name") {
      val cells = Array.tabulate(count)(i => new Cell(if i % 2 == 0 then "even" else "odd", null))
      val random = new Random(1)
      for cell <- cells do cell.next = cells(random.nextInt(count))
      val back = Laws.read[Array[Cell]](Laws.write(cells, format), format)
      assertEquals(back.length, count)
      // Objects have no numbers, so each is known by its written form: the array holds it at the index of its number.
      val places = new java.util.IdentityHashMap[Cell, Integer](count)
      for i <- 0 until count do places.put(back(i), i)
      assertEquals(places.size, count)
      val again = new Random(1)
      for i <- 0 until count do
        if places.get(back(i).next).intValue != again.nextInt(count) || back(i).name != cells(i).name then
          fail(s"object $i")
    }

  test(s"a pickle of ${if isGiant then "more than 2 GiB" else "more than 60 MiB"} through a stream") {
    val blocks = List.range(0, if isGiant then 2200 else 64).map(Block(_))
    val out = new PipedOutputStream
    val in = new PipedInputStream(out, 1 << 20)
    var failure: Throwable = null
    val writing: Runnable = () =>
      try
        blocks.pickleTo(out)
        out.close()
      catch case e: Throwable => failure = e
    val thread = new Thread(writing)
    thread.start()
    assertEquals(Pickle.read[List[Block]](in), blocks)
    thread.join()
    assertEquals(failure, null)
  }

private object SizeSuite:
  /** A megabyte, of which only the seed is kept. */
  final case class Block(seed: Int):
    def bytes: Array[Byte] =
      val all = new Array[Byte](1 << 20)
      new Random(seed).nextBytes(all)
      all

  object Block:
    /** The block of these bytes, which must all be right. */
    private def of(bytes: Array[Byte], from: Int): Block =
      val block = Block(from)
      if !java.util.Arrays.equals(bytes, block.bytes) then
        throw new IllegalArgumentException(s"not the bytes of block $from")
      block

    given Pickler[Block] = Pickler[(Int, Array[Byte])].imap((seed, bytes) => of(bytes, seed))(b => (b.seed, b.bytes))
