package brine.sparkbench

import brine.sparkjobs.counting.{Counts, CountingSerializer, JvmCounts}
import java.io.{ByteArrayInputStream, ByteArrayOutputStream, InputStream, OutputStream}
import java.lang.management.ManagementFactory
import java.nio.ByteBuffer
import org.apache.spark.SparkConf
import org.apache.spark.serializer.{
  DeserializationStream,
  JavaSerializer,
  KryoSerializer,
  SerializationStream,
  Serializer,
  SerializerInstance
}
import scala.reflect.ClassTag

final case class Counted(number: Int)

class CountingSuite extends munit.FunSuite:
  private def written(work: => Unit): Counts = during(work).written
  private def read(work: => Unit): Counts = during(work).read

  private def during(work: => Unit): JvmCounts =
    val before = JvmCounts.ofThisJvm()
    work
    JvmCounts.ofThisJvm() - before

  private def java = new CountingSerializer(new JavaSerializer(new SparkConf(false)))

  private def bytesOf(serializer: Serializer)(write: SerializationStream => Unit): Array[Byte] =
    val out = new ByteArrayOutputStream
    val stream = serializer.newInstance().serializeStream(out)
    write(stream)
    stream.close()
    out.toByteArray

  private def pairs(stream: SerializationStream): Unit =
    for i <- 1 to 1000 do stream.writeKey(Counted(i)).writeValue("value")

  test("keys and values are counted by their classes, and bytes are those of the stream"):
    var bytes = Array.empty[Byte]
    val counts = written { bytes = bytesOf(java)(pairs) }
    assertEquals(counts.classes, Map(classOf[Counted].getName -> 1000L, "java.lang.String" -> 1000L))
    assertEquals((counts.calls, counts.bytes), (2000L, bytes.length.toLong))

  test("values that are read are counted, one by one or by an iterator, and come back"):
    val bytes = bytesOf(java)(pairs)
    def stream = java.newInstance().deserializeStream(new ByteArrayInputStream(bytes))
    val expected = Map(classOf[Counted].getName -> 1000L, "java.lang.String" -> 1000L)
    val byIterator = read {
      val found = stream.asKeyValueIterator.toVector
      assertEquals(found.map(_._1), (1 to 1000).map(Counted(_)).toVector)
    }
    assertEquals((byIterator.classes, byIterator.bytes), (expected, bytes.length.toLong))
    val oneByOne = read {
      val in = stream
      for i <- 1 to 1000 do assertEquals((in.readKey[Counted](), in.readValue[String]()), (Counted(i), "value"))
      in.close()
    }
    assertEquals((oneByOne.classes, oneByOne.calls), (expected, 2000L))
    assertEquals(read(assertEquals(stream.asIterator.length, 2000)).classes, expected)

  test("writeAll is handed on, and counted"):
    val counts = written(bytesOf(java)(_.writeAll((1 to 300).iterator.map(Counted(_)))): Unit)
    assertEquals((counts.calls, counts.classes), (300L, Map(classOf[Counted].getName -> 300L)))

  test("single objects are counted"):
    var buffer = ByteBuffer.allocate(0)
    val out = written { buffer = java.newInstance().serialize(Counted(7)) }
    assertEquals((out.classes, out.bytes), (Map(classOf[Counted].getName -> 1L), buffer.remaining.toLong))
    val in = read(assertEquals(java.newInstance().deserialize[Counted](buffer), Counted(7)))
    assertEquals(in.classes, Map(classOf[Counted].getName -> 1L))

  test("the wrapper may be moved within a stream exactly if the serializer may"):
    def may(serializer: Serializer) =
      classOf[Serializer].getMethod("supportsRelocationOfSerializedObjects").invoke(serializer)
    assertEquals(may(java), false: Any)
    assertEquals(may(new CountingSerializer(new KryoSerializer(new SparkConf(false)))), true: Any)

  test("a time is the serializer's thread CPU, without the stream below"):
    val counts = busy(calls = 4000, nanos = 50_000)
    val standFor = Busy.Early + Busy.Interval * (counts.timedCalls - Busy.Early)
    val perCall = counts.nanos.toDouble / standFor
    assert(perCall > 0.8 * 50_000 && perCall < 1.5 * 50_000, s"$perCall ns: $counts")

  test("one of 128 calls is timed, besides the first ones"):
    val counts = busy(calls = 200_000, nanos = 0)
    assertEquals(counts.calls, 200_000L)
    val standFor = Busy.Early + Busy.Interval * (counts.timedCalls - Busy.Early)
    assertEqualsDouble(standFor.toDouble, 200_000, 30_000)

  private def busy(calls: Int, nanos: Long): Counts = written {
    val stream = new CountingSerializer(new Busy(nanos)).newInstance().serializeStream(new BusyOutput(nanos))
    for i <- 1 to calls do stream.writeObject(Counted(i))
    stream.close()
  }

/** Takes so much of the thread's CPU for each object. */
private final class Busy(nanos: Long) extends Serializer:
  def newInstance(): SerializerInstance = new SerializerInstance:
    def serialize[T: ClassTag](value: T): ByteBuffer = throw new UnsupportedOperationException
    def deserialize[T: ClassTag](bytes: ByteBuffer): T = throw new UnsupportedOperationException
    def deserialize[T: ClassTag](bytes: ByteBuffer, loader: ClassLoader): T = throw new UnsupportedOperationException
    def deserializeStream(in: InputStream): DeserializationStream = throw new UnsupportedOperationException
    def serializeStream(out: OutputStream): SerializationStream = new SerializationStream:
      def writeObject[T: ClassTag](value: T): SerializationStream =
        Busy.work(nanos)
        out.write(0)
        this
      def flush(): Unit = out.flush()
      def close(): Unit = out.close()

private object Busy:
  /** The first calls of a stream, which are all timed. */
  final val Early = 17L
  final val Interval = 128L

  def work(nanos: Long): Unit = if nanos > 0 then
    val clock = ManagementFactory.getThreadMXBean
    val end = clock.getCurrentThreadCpuTime + nanos
    while clock.getCurrentThreadCpuTime < end do ()

private final class BusyOutput(nanos: Long) extends OutputStream:
  def write(byte: Int): Unit = Busy.work(nanos)
