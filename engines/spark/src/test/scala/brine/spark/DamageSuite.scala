package brine.spark

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, EOFException}
import java.util.concurrent.{Executors, TimeUnit}
import scala.collection.mutable
import scala.concurrent.duration.DurationInt
import scala.reflect.ClassTag
import scala.util.Random
import org.apache.spark.{SparkConf, SparkException}
import org.apache.spark.serializer.SerializerInstance
import brine.PickleException
import Models.*

/** Records with bytes changed and cut off. */
class DamageSuite extends munit.FunSuite:
  override val munitTimeout = 60.seconds

  private val any = ClassTag.Any
  private val seed = 20261125L

  /** How the reading of a damaged stream ended, and the values before that. */
  private enum Ending:
    case EndOfData(values: Seq[Any])
    case Refused(values: Seq[Any], error: Exception)

  private def read(own: SerializerInstance, bytes: Array[Byte]): Ending =
    val stream = own.deserializeStream(new ByteArrayInputStream(bytes))
    val values = mutable.ListBuffer.empty[Any]
    try
      while true do values += stream.readObject[Any]()(using any)
      throw new IllegalStateException
    catch
      case _: EOFException => Ending.EndOfData(values.toSeq)
      // The name of a class may be what is damaged.
      case e: (PickleException | SparkException | ClassNotFoundException) => Ending.Refused(values.toSeq, e)

  for (checksum, plugin) <- Seq((false, true), (true, true), (false, false)) do
    test(
      s"3,000 damaged streams: no hang, no other error, and no end of data within a record (checksum $checksum, " +
        s"plugin $plugin)"
    ) {
      if plugin then BrinePlugin.numbers = new NumberTable(FixedNumbers.of(Settings.from(new SparkConf(false))))
      val own = new BrineSerializer(new SparkConf(false).set("spark.brine.checksum", checksum.toString)).newInstance()
      val random = new Random(seed)
      val reader = Executors.newSingleThreadExecutor()
      try
        for round <- 0 until 3000 do
          val (bytes, ends) = stream(own, 1 + random.nextInt(3), random)
          val damaged = damage(bytes, random)
          val ending = reader.submit(() => read(own, damaged)).get(10, TimeUnit.SECONDS)
          check(round, ending, damaged, bytes, ends, checksum)
      finally
        reader.shutdownNow()
        BrinePlugin.forget(BrinePlugin.numbers)
    }

  private def stream(own: SerializerInstance, records: Int, random: Random): (Array[Byte], Seq[Int]) =
    val out = new ByteArrayOutputStream
    val stream = own.serializeStream(out)
    val ends =
      for _ <- 1 to records yield
        stream.writeObject(mixed(random.nextInt(5000)))(using any).flush()
        out.size
    (out.toByteArray, ends)

  /** One to three changed bytes, or a cut. */
  private def damage(bytes: Array[Byte], random: Random): Array[Byte] =
    if random.nextInt(4) == 0 then bytes.take(random.nextInt(bytes.length))
    else
      val changed = bytes.clone
      for _ <- 0 to random.nextInt(3) do
        val at = random.nextInt(bytes.length)
        changed(at) = (changed(at) ^ (1 + random.nextInt(255))).toByte
      changed

  private def check(
      round: Int,
      ending: Ending,
      damaged: Array[Byte],
      bytes: Array[Byte],
      ends: Seq[Int],
      checksum: Boolean
  ): Unit =
    val isCut = damaged.length < bytes.length
    ending match
      case Ending.EndOfData(values) if isCut =>
        assert((0 +: ends).contains(damaged.length), s"round $round: a record that is cut vanished")
        assertEquals(values.length, ends.count(_ <= damaged.length), s"round $round")
      case Ending.Refused(_, error) if isCut => assert(!ends.contains(damaged.length), s"round $round: $error")
      case Ending.EndOfData(_) if checksum && !java.util.Arrays.equals(damaged, bytes) =>
        fail(s"round $round: a checksum did not find the damage")
      case _ => ()
