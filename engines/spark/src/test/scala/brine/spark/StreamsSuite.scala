package brine.spark

import java.io.{
  ByteArrayInputStream,
  ByteArrayOutputStream,
  EOFException,
  IOException,
  InputStream,
  NotSerializableException
}
import scala.collection.mutable
import scala.concurrent.duration.DurationInt
import scala.reflect.ClassTag
import org.apache.hadoop.fs.FSDataOutputStream
import org.apache.spark.SparkConf
import org.apache.spark.serializer.{DeserializationStream, SerializationStream, SerializerInstance}
import brine.PickleException
import Models.*

/** The streams and buffers of one serializer, without a cluster. */
class StreamsSuite extends munit.FunSuite:
  override val munitTimeout = 60.seconds

  private val any = ClassTag.Any

  private def instance(settings: (String, String)*): SerializerInstance =
    val conf = new SparkConf(false)
    for (key, value) <- settings do conf.set(s"spark.brine.$key", value)
    new BrineSerializer(conf).newInstance()

  /** With the plugin's numbers, in a JVM that is the driver. */
  private def numbered[A](run: => A): A =
    BrinePlugin.numbers = new NumberTable(new FixedNumbers(StandardNumbers.often, Nil, StandardNumbers.seldom))
    try run
    finally BrinePlugin.forget(BrinePlugin.numbers)

  private def written(instance: SerializerInstance)(write: SerializationStream => Unit): Array[Byte] =
    val out = new ByteArrayOutputStream
    val stream = instance.serializeStream(out)
    write(stream)
    stream.close()
    out.toByteArray

  private def input(instance: SerializerInstance, bytes: Array[Byte]): DeserializationStream =
    instance.deserializeStream(new ByteArrayInputStream(bytes))

  private def assertSame(found: Iterator[Any], expected: Iterator[Any])(using munit.Location): Unit =
    val (read, wanted) = (found.toList, expected.toList)
    assertEquals(read.length, wanted.length)
    for (a, b) <- read.zip(wanted) do assert(same(a, b), s"expected $b, found $a")

  for (how, isNumbered) <- Seq("with numbers" -> true, "by names" -> false) do
    def run[A](test: => A): A = if isNumbered then numbered(test) else test

    test(s"objects of any class come back from streams and buffers, null too ($how)") {
      run {
        val own = instance()
        val all = null :: List.tabulate(600)(mixed)
        assertSame(
          input(own, written(own)(stream => all.foreach(stream.writeObject(_)(using any)))).asIterator,
          all.iterator
        )
        for value <- all do
          val buffer = own.serialize(value)(using any)
          assertEquals(buffer.position(), 0)
          assert(same(own.deserialize[Any](buffer)(using any), value), value)
      }
    }

    test(s"keys and values come back in pairs ($how)") {
      run {
        val own = instance()
        val bytes = written(own)(stream =>
          for i <- 0 until 500 do stream.writeKey(mixed(i))(using any).writeValue(mixed(i + 1))(using any)
        )
        val pairs = input(own, bytes).asKeyValueIterator.toList
        assertEquals(pairs.length, 500)
        for ((key, value), i) <- pairs.zipWithIndex do assert(same(key, mixed(i)) && same(value, mixed(i + 1)))
      }
    }

    test(s"records can be cut out, put into another order and read as one stream ($how)") {
      run {
        val own = instance()
        val out = new ByteArrayOutputStream
        val stream = own.serializeStream(out)
        val records = List.tabulate(300) { i =>
          out.reset() // as Spark does before each record
          stream.writeKey(mixed(i))(using any).writeValue(i)(using any)
          stream.flush()
          out.toByteArray
        }
        val moved = records.reverse.reduce(_ ++ _)
        val found = input(own, moved).asKeyValueIterator.toList
        assertEquals(found.map(_._2), List.range(0, 300).reverse)
        for (key, i) <- found do assert(same(key, mixed(i.asInstanceOf[Int])))
      }
    }

    for checksum <- Seq("false", "true") do
      test(
        "a stream that is cut anywhere gives the records before the cut, and its end only between two records " +
          s"($how, checksum $checksum)"
      ) {
        run {
          val own = instance("checksum" -> checksum)
          val ends = mutable.ListBuffer(0)
          val out = new ByteArrayOutputStream
          val stream = own.serializeStream(out)
          for i <- 0 until 24 do
            stream.writeObject(mixed(i))(using any).flush()
            ends += out.size
          val bytes = out.toByteArray
          for length <- 0 to bytes.length do
            val cut = input(own, bytes.take(length))
            val whole = ends.count(_ <= length) - 1
            for i <- 0 until whole do assert(same(cut.readObject[Any]()(using any), mixed(i)))
            val error = intercept[Exception](cut.readObject[Any]()(using any))
            if ends.contains(length) then assert(error.isInstanceOf[EOFException], error)
            else assert(error.isInstanceOf[PickleException.Truncated], s"cut after $length bytes: $error")
        }
      }

  test("the end of a stream stays its end") {
    val own = instance()
    val stream = input(own, written(own)(_.writeObject("a")(using any)))
    assertEquals(stream.readObject[Any]()(using any), "a": Any)
    for _ <- 1 to 3 do intercept[EOFException](stream.readObject[Any]()(using any))
    assertEquals(input(own, Array.emptyByteArray).asIterator.toList, Nil)
  }

  test("a key without a value is an error and not the end of the data") {
    val own = instance()
    val bytes = written(own)(_.writeKey("a")(using any).writeValue("b")(using any).writeKey("c")(using any))
    val pairs = input(own, bytes).asKeyValueIterator
    assertEquals(pairs.next(), ("a", "b"))
    val error = intercept[PickleException.Truncated](pairs.next())
    assert(error.getMessage.contains("the last key has no value"), error.getMessage)
  }

  test("an EOFException of a stream whose compressed data is cut is an error and not the end of the data") {
    val own = instance()
    val bytes = written(own)(stream => for i <- 0 until 10 do stream.writeObject(i)(using any))
    def cutBehind(length: Int): InputStream = new InputStream:
      private val first = new ByteArrayInputStream(bytes.take(length))
      def read(): Int = {
        val b = first.read(); if b < 0 then throw new EOFException("Stream ended prematurely") else b
      }
    for length <- Seq(4, 5) do
      val stream = own.deserializeStream(cutBehind(length))
      val error =
        intercept[PickleException.InputOutput](Iterator.continually(stream.readObject[Any]()(using any)).foreach(_ =>
          ()
        ))
      assert(error.getMessage.contains("Stream ended prematurely"), error.getMessage)
  }

  test("an exception of a stream reaches Spark unchanged") {
    val own = instance()
    class FetchFailed extends Exception("fetch failed")
    for failure <- Seq(new FetchFailed, new IOException("disk"), new RuntimeException("killed")) do
      val stream = own.deserializeStream(new InputStream { def read(): Int = throw failure })
      assert(intercept[Exception](stream.readObject[Any]()(using any)) eq failure)
  }

  test("writeAll writes names, which a JVM with other numbers reads") {
    val all = List.tabulate(200)(mixed)
    def stored = written(instance())(_.writeAll(all.iterator)(using any))
    val withPlugin = numbered(stored)
    assertEquals(new String(withPlugin.take(4), "US-ASCII"), "SBRN")
    assert(java.util.Arrays.equals(withPlugin, stored), "the bytes do not depend on the plugin")
    assertSame(input(instance(), withPlugin).asIterator, all.iterator)
    assertSame(numbered(input(instance(), withPlugin).asIterator.toList).iterator, all.iterator)
    assertSame(input(instance("checksum" -> "true"), withPlugin).asIterator, all.iterator)
  }

  test("each name stands once in a stream of writeAll") {
    val bytes = written(instance())(_.writeAll(Iterator.tabulate(100)(visit))(using any))
    val text = new String(bytes, "ISO-8859-1")
    assertEquals("Visit".r.findAllIn(text).length, 1)
    assert(bytes.length < 100 * 30, bytes.length)
  }

  test("a stream of writeAll says itself whether its records have checksums") {
    val bytes = written(instance("checksum" -> "true"))(_.writeAll(Iterator.tabulate(50)(mixed))(using any))
    assertSame(input(instance(), bytes).asIterator, Iterator.tabulate(50)(mixed))
    val flipped = bytes.clone
    flipped(bytes.length - 1) = (flipped(bytes.length - 1) ^ 1).toByte
    intercept[PickleException.ChecksumMismatch](input(instance(), flipped).asIterator.foreach(_ => ()))
  }

  test("a stream of writeAll of another version is refused, with both versions named") {
    val bytes = written(instance())(_.writeAll(Iterator(visit(1)))(using any))
    for version <- Seq(1, 0x80, 0xff) do
      val other = input(instance(), bytes.updated(4, version.toByte))
      val e = intercept[PickleException.UnknownVersion](other.asIterator.foreach(_ => ()))
      assertEquals((e.found, e.newestKnown), (version, 0))
  }

  test("writeAll of nothing is an empty stream; writeAll behind other records carries names, too") {
    assertEquals(written(instance())(_.writeAll(Iterator.empty[Any])(using any)).length, 0)
    val bytes =
      numbered(written(instance())(_.writeObject("a")(using any).writeAll(Iterator(visit(1), sale(2)))(using any)))
    assertEquals(numbered(input(instance(), bytes).asIterator.toList), List("a", visit(1), sale(2)))
    assert(new String(bytes, "ISO-8859-1").contains("Visit"))
  }

  test("a single object in a file of Hadoop's carries names: a checkpoint's partitioner") {
    val out = new ByteArrayOutputStream
    numbered {
      val stream = instance().serializeStream(new FSDataOutputStream(out, null))
      stream.writeObject(visit(3))(using any)
      stream.close()
    }
    assertEquals(input(instance(), out.toByteArray).readObject[Any]()(using any), visit(3): Any)
  }

  test("with checksums, every flipped bit of a record is refused") {
    numbered {
      val own = instance("checksum" -> "true")
      for i <- 0 until 12 do
        val bytes = own.serialize(mixed(i))(using any).array
        for bit <- 0 until bytes.length * 8 do
          val damaged = bytes.clone
          damaged(bit / 8) = (damaged(bit / 8) ^ (1 << bit % 8)).toByte
          intercept[PickleException](own.deserialize[Any](java.nio.ByteBuffer.wrap(damaged))(using any))
    }
  }

  test("an empty buffer, and bytes behind an object in a buffer, are refused") {
    val own = instance()
    intercept[PickleException.Truncated](own.deserialize[Any](java.nio.ByteBuffer.allocate(0))(using any))
    val bytes = own.serialize("a")(using any).array
    intercept[PickleException.TrailingBytes](own.deserialize[Any](java.nio.ByteBuffer.wrap(bytes :+ 0.toByte))(using
    any))
  }

  test("a direct buffer, a read-only one and one in the middle of an array are read") {
    val own = instance()
    val bytes = own.serialize(visit(5))(using any).array
    val direct = java.nio.ByteBuffer.allocateDirect(bytes.length).put(bytes).flip
    val middle = java.nio.ByteBuffer.wrap(Array.fill[Byte](3)(9) ++ bytes ++ Array.fill[Byte](3)(9), 3, bytes.length)
    for buffer <- Seq(direct, java.nio.ByteBuffer.wrap(bytes).asReadOnlyBuffer, middle, middle.slice) do
      assertEquals(own.deserialize[Any](buffer)(using any), visit(5): Any)
  }

  test("after an object that is refused, the stream goes on with the next") {
    val own = instance()
    val bytes = written(own) { stream =>
      stream.writeObject(List("a"))(using any)
      intercept[NotSerializableException](stream.writeObject(List(visit(1), Some(new Thread)))(using any))
      stream.writeObject(visit(1))(using any)
    }
    assertEquals(input(own, bytes).asIterator.toList, List(List("a"), visit(1)))
  }

  test("an object whose class cannot be handled is an error that names the class and the path") {
    val strict = instance("strict" -> "true")
    val error = intercept[NotSerializableException](strict.serialize[Any](List(1, Some(new Doubled(4))))(using any))
    assert(error.getCause.isInstanceOf[PickleException.UnexpectedClass])
    assert(error.getMessage.contains("Models$Doubled") || error.getMessage.contains("Models.Doubled"), error.getMessage)
    assert(error.getMessage.startsWith("at $[1]"), error.getMessage)
    assert(error.getMessage.contains("Without spark.brine.strict=true"), error.getMessage)
  }

  test("a record above the limit is refused when it is written, and when it is read from a stream") {
    val large = Array.fill(3000)(1.5)
    val small = instance("maxRecordSize" -> "2k")
    val refusal = intercept[NotSerializableException](small.serialize(large)(using any))
    assert(refusal.getCause.isInstanceOf[PickleException.LimitExceeded], refusal.getCause)
    val bytes =
      written(instance())(_.writeObject("a")(using any).writeObject(large)(using any).writeObject("b")(using any))
    val stream = input(small, bytes)
    assertEquals(stream.readObject[Any]()(using any), "a": Any)
    intercept[PickleException.LimitExceeded](stream.readObject[Any]()(using any))
    val many = written(small)(stream => for i <- 0 until 1000 do stream.writeObject(visit(i))(using any))
    assertEquals(input(small, many).asIterator.length, 1000)
  }

  test("cycles and shared mutable objects come back as they were") {
    val a = new Node("a")
    a.next = new Node("b")
    a.next.next = a
    val own = instance()
    val (first, second) =
      own.deserialize[Any](own.serialize[Any]((a, a.next))(using any))(using any).asInstanceOf[(Node, Node)]
    assert(first.next eq second)
    assert(second.next eq first)
  }

  test("the serializer goes to executors by Java serialization, with its settings") {
    val out = new ByteArrayOutputStream
    val objects = new java.io.ObjectOutputStream(out)
    objects.writeObject(new BrineSerializer(new SparkConf(false).set("spark.brine.checksum", "true")))
    objects.close()
    val in = new java.io.ObjectInputStream(new ByteArrayInputStream(out.toByteArray))
    val copy = in.readObject().asInstanceOf[BrineSerializer]
    assert(copy.supportsRelocationOfSerializedObjects)
    val bytes = copy.newInstance().serialize("a")(using any)
    assertEquals(instance("checksum" -> "true").deserialize[Any](bytes)(using any), "a": Any)
  }
