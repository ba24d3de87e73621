package brine.sparkjobs.counting

import java.io.{InputStream, OutputStream}
import java.nio.ByteBuffer
import org.apache.spark.SparkConf
import org.apache.spark.serializer.{DeserializationStream, SerializationStream, Serializer, SerializerInstance}
import scala.reflect.ClassTag

/** Counts and times the calls of another serializer, which it wraps: that of the setting `spark.sparkjobs.counted`.
  *
  * The counts of a JVM are in [[Counters]]. Bytes are those that the serializer hands to the stream below, before
  * compression. Times are thread CPU without the streams below ([[Stopwatch]]).
  */
final class CountingSerializer(delegate: Serializer) extends ForwardingSerializer(delegate) {
  def this(conf: SparkConf, isDriver: Boolean) = this(CountingSerializer.counted(conf, isDriver))

  def newInstance(): SerializerInstance = new CountingInstance(delegate().newInstance())
}

object CountingSerializer {
  final val Setting = "spark.sparkjobs.counted"

  /** Sets the serializer, and counts it. */
  def count(conf: SparkConf, serializer: String): Unit = {
    conf.set("spark.serializer", classOf[CountingSerializer].getName).set(Setting, serializer)
    val plugins = conf.get("spark.plugins", "").split(',').filter(_.nonEmpty) :+ classOf[CountingPlugin].getName
    conf.set("spark.plugins", plugins.distinct.mkString(",")): Unit
  }

  /** Calls the constructor that Spark would call. */
  private def counted(conf: SparkConf, isDriver: Boolean): Serializer = {
    val serializer = Class.forName(conf.get(Setting), true, Thread.currentThread.getContextClassLoader)
    def ifThere(parameters: Class[_]*)(arguments: Object*): Option[Any] =
      serializer.getConstructors.find(_.getParameterTypes.sameElements(parameters)).map(_.newInstance(arguments: _*))
    ifThere(classOf[SparkConf], classOf[Boolean])(conf, Boolean.box(isDriver))
      .orElse(ifThere(classOf[SparkConf])(conf)).orElse(ifThere()())
      .getOrElse(throw new IllegalArgumentException(s"${serializer.getName} has no constructor that Spark calls"))
      .asInstanceOf[Serializer]
  }
}

/** Times each call as a whole: values that do not go through streams are few and large. */
private final class CountingInstance(delegate: SerializerInstance) extends SerializerInstance {
  def serialize[T: ClassTag](value: T): ByteBuffer = {
    val watch = new Stopwatch(Counters.written)
    val bytes = watch.all(delegate.serialize(value))
    watch.count(value)
    watch.addBytes(bytes.remaining.toLong)
    watch.finish()
    bytes
  }

  def deserialize[T: ClassTag](bytes: ByteBuffer): T = deserialized(bytes)(delegate.deserialize(bytes))

  def deserialize[T: ClassTag](bytes: ByteBuffer, loader: ClassLoader): T =
    deserialized(bytes)(delegate.deserialize(bytes, loader))

  private def deserialized[T](bytes: ByteBuffer)(read: => T): T = {
    val size = bytes.remaining.toLong
    val watch = new Stopwatch(Counters.read)
    val value = watch.all(read)
    watch.count(value)
    watch.addBytes(size)
    watch.finish()
    value
  }

  def serializeStream(out: OutputStream): SerializationStream = {
    val watch = Stopwatch.ofStream(Counters.written)
    new CountingSerialization(watch.all(delegate.serializeStream(new CountingOutput(out, watch))), watch)
  }

  def deserializeStream(in: InputStream): DeserializationStream = {
    val watch = Stopwatch.ofStream(Counters.read)
    new CountingDeserialization(watch.all(delegate.deserializeStream(new CountingInput(in, watch))), watch)
  }
}

private final class CountingSerialization(delegate: SerializationStream, watch: Stopwatch) extends SerializationStream {
  def writeObject[T: ClassTag](value: T): SerializationStream = {
    watch.begin()
    delegate.writeObject(value)
    watch.end()
    watch.count(value)
    this
  }

  override def writeKey[T: ClassTag](key: T): SerializationStream = {
    watch.begin()
    delegate.writeKey(key)
    watch.end()
    watch.count(key)
    this
  }

  override def writeValue[T: ClassTag](value: T): SerializationStream = {
    watch.begin()
    delegate.writeValue(value)
    watch.end()
    watch.count(value)
    this
  }

  /** Times the serializer's work between two values, and not the computation of the values. */
  override def writeAll[T: ClassTag](values: Iterator[T]): SerializationStream = {
    delegate.writeAll(new Iterator[T] {
      def hasNext: Boolean = {
        watch.end()
        values.hasNext
      }
      def next(): T = {
        val value = values.next()
        watch.count(value)
        watch.begin()
        value
      }
    })
    watch.end()
    this
  }

  /** `UnsafeShuffleWriter` flushes after each record. */
  def flush(): Unit = watch.sampled(delegate.flush())

  def close(): Unit = {
    watch.all(delegate.close())
    watch.finish()
  }
}

private final class CountingDeserialization(delegate: DeserializationStream, watch: Stopwatch)
    extends DeserializationStream {
  def readObject[T: ClassTag](): T = counted(watch.sampled(delegate.readObject[T]()))
  override def readKey[T: ClassTag](): T = counted(watch.sampled(delegate.readKey[T]()))
  override def readValue[T: ClassTag](): T = counted(watch.sampled(delegate.readValue[T]()))

  override def asIterator: Iterator[Any] = new Counted(delegate.asIterator)(watch.count)

  override def asKeyValueIterator: Iterator[(Any, Any)] =
    new Counted(delegate.asKeyValueIterator)({ case (key, value) =>
      watch.count(key)
      watch.count(value)
    })

  def close(): Unit = {
    watch.all(delegate.close())
    watch.finish()
  }

  private def counted[T](value: T): T = {
    watch.count(value)
    value
  }

  /** Serializers may read in `hasNext` or in `next`. */
  private final class Counted[T](values: Iterator[T])(count: T => Unit) extends Iterator[T] {
    def hasNext: Boolean = watch.sampled(values.hasNext) || {
      watch.finish()
      false
    }

    def next(): T = {
      val value = watch.sampled(values.next())
      count(value)
      value
    }
  }
}

private final class CountingOutput(out: OutputStream, watch: Stopwatch) extends OutputStream {
  def write(byte: Int): Unit = {
    watch.addBytes(1)
    watch.below(out.write(byte))
  }

  override def write(array: Array[Byte], offset: Int, length: Int): Unit = {
    watch.addBytes(length)
    watch.below(out.write(array, offset, length))
  }

  override def flush(): Unit = watch.below(out.flush())
  override def close(): Unit = watch.below(out.close())
}

private final class CountingInput(in: InputStream, watch: Stopwatch) extends InputStream {
  def read(): Int = {
    val byte = watch.below(in.read())
    if (byte >= 0) watch.addBytes(1)
    byte
  }

  override def read(array: Array[Byte], offset: Int, length: Int): Int = {
    val count = watch.below(in.read(array, offset, length))
    if (count > 0) watch.addBytes(count)
    count
  }

  override def skip(count: Long): Long = {
    val skipped = watch.below(in.skip(count))
    watch.addBytes(skipped)
    skipped
  }

  override def available(): Int = in.available()
  override def close(): Unit = watch.below(in.close())
}
