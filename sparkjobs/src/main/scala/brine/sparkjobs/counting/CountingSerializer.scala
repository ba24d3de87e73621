package brine.sparkjobs.counting

import java.io.{InputStream, OutputStream}
import java.nio.ByteBuffer
import org.apache.spark.SparkConf
import org.apache.spark.serializer.{DeserializationStream, SerializationStream, Serializer, SerializerInstance}
import scala.reflect.ClassTag

/** Counts and times the calls of another serializer, which it wraps: that of the setting `spark.sparkjobs.counted`.
  *
  * The counts of a JVM are in [[Counters]]. Bytes are those that the serializer hands to the stream below, before compression. Times
  * are thread CPU without the streams below ([[Stopwatch]]).
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
    watch.finish(bytes.remaining.toLong)
    bytes
  }

  def deserialize[T: ClassTag](bytes: ByteBuffer): T = deserialized(bytes)(delegate.deserialize(bytes))

  def deserialize[T: ClassTag](bytes: ByteBuffer, loader: ClassLoader): T = deserialized(bytes)(delegate.deserialize(bytes, loader))

  private def deserialized[T](bytes: ByteBuffer)(read: => T): T = {
    val size = bytes.remaining.toLong
    val watch = new Stopwatch(Counters.read)
    val value = watch.all(read)
    watch.count(value)
    watch.finish(size)
    value
  }

  def serializeStream(out: OutputStream): SerializationStream = {
    val watch = new Stopwatch(Counters.written)
    val below = new CountingOutput(out, watch)
    new CountingSerialization(watch.all(delegate.serializeStream(below)), below, watch)
  }

  def deserializeStream(in: InputStream): DeserializationStream = {
    val watch = new Stopwatch(Counters.read)
    val below = new CountingInput(in, watch)
    new CountingDeserialization(watch.all(delegate.deserializeStream(below)), below, watch)
  }
}

private final class CountingSerialization(delegate: SerializationStream, below: CountingOutput, watch: Stopwatch) extends SerializationStream {
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

  /** Times what the serializer does between two values, and not what computes them. */
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

  def flush(): Unit = watch.all(delegate.flush())

  def close(): Unit = {
    watch.all(delegate.close())
    watch.finish(below.takeBytes())
  }
}

private final class CountingDeserialization(delegate: DeserializationStream, below: CountingInput, watch: Stopwatch)
    extends DeserializationStream {
  def readObject[T: ClassTag](): T = counted(watch.sampled(delegate.readObject[T]()))
  override def readKey[T: ClassTag](): T = counted(watch.sampled(delegate.readKey[T]()))
  override def readValue[T: ClassTag](): T = counted(watch.sampled(delegate.readValue[T]()))

  override def asIterator: Iterator[Any] = new Counted(delegate.asIterator)(watch.count)

  override def asKeyValueIterator: Iterator[(Any, Any)] = new Counted(delegate.asKeyValueIterator)({ case (key, value) =>
    watch.count(key)
    watch.count(value)
  })

  def close(): Unit = {
    watch.all(delegate.close())
    watch.finish(below.takeBytes())
  }

  private def counted[T](value: T): T = {
    watch.count(value)
    value
  }

  /** Serializers may read in `hasNext` or in `next`. */
  private final class Counted[T](values: Iterator[T])(count: T => Unit) extends Iterator[T] {
    def hasNext: Boolean = watch.sampled(values.hasNext) || {
      watch.finish(below.takeBytes())
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
  private var bytes = 0L

  def write(byte: Int): Unit = {
    bytes += 1
    watch.below(out.write(byte))
  }

  override def write(array: Array[Byte], offset: Int, length: Int): Unit = {
    bytes += length
    watch.below(out.write(array, offset, length))
  }

  override def flush(): Unit = watch.below(out.flush())
  override def close(): Unit = watch.below(out.close())

  def takeBytes(): Long = {
    val taken = bytes
    bytes = 0
    taken
  }
}

private final class CountingInput(in: InputStream, watch: Stopwatch) extends InputStream {
  private var bytes = 0L

  def read(): Int = {
    val byte = watch.below(in.read())
    if (byte >= 0) bytes += 1
    byte
  }

  override def read(array: Array[Byte], offset: Int, length: Int): Int = {
    val count = watch.below(in.read(array, offset, length))
    if (count > 0) bytes += count
    count
  }

  override def skip(count: Long): Long = {
    val skipped = watch.below(in.skip(count))
    bytes += skipped
    skipped
  }

  override def available(): Int = in.available()
  override def close(): Unit = watch.below(in.close())

  def takeBytes(): Long = {
    val taken = bytes
    bytes = 0
    taken
  }
}
