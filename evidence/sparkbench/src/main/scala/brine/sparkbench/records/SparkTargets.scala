package brine.sparkbench.records

import com.esotericsoftware.kryo.io.UnsafeInput
import java.io.{ByteArrayInputStream, ByteArrayOutputStream}
import org.apache.spark.SparkConf
import org.apache.spark.serializer.{DeserializationStream, JavaSerializer, KryoSerializer, SerializationStream}

/** Kryo as Spark sets it up: chill's serializers, references, all classes registered, its input and output by `Unsafe`.
  */
final class KryoTarget(classes: Seq[Class[?]]) extends Target:
  private val serializer =
    val conf = new SparkConf(false).registerKryoClasses(classes.toArray).set("spark.kryo.registrationRequired", "true")
    new KryoSerializer(conf.set("spark.kryoserializer.buffer", s"${Target.Capacity >> 10}k"))
  private val kryo = serializer.newKryo()
  private val output = serializer.newKryoOutput()
  private val input = new UnsafeInput()

  def start(): Unit = output.clear()
  def writeKey(key: AnyRef): Unit = kryo.writeClassAndObject(output, key)
  def writeValue(value: AnyRef): Unit = kryo.writeClassAndObject(output, value)
  def end(): Int = output.position
  def bytes: Array[Byte] = output.toBytes
  def open(bytes: Array[Byte]): Unit = input.setBuffer(bytes)
  def readKey(): AnyRef = kryo.readClassAndObject(input)
  def readValue(): AnyRef = kryo.readClassAndObject(input)

/** Java serialization in Spark's streams, which reset their tables after each hundred objects. A stream cannot be kept.
  */
final class JavaTarget extends Target:
  private val instance = new JavaSerializer(new SparkConf(false)).newInstance()
  private val buffer = new ByteArrayOutputStream(Target.Capacity)
  private var out: SerializationStream = null
  private var in: DeserializationStream = null

  def start(): Unit =
    buffer.reset()
    out = instance.serializeStream(buffer)

  def writeKey(key: AnyRef): Unit = out.writeKey(key)
  def writeValue(value: AnyRef): Unit = out.writeValue(value)

  def end(): Int =
    out.flush()
    buffer.size

  def bytes: Array[Byte] = buffer.toByteArray
  def open(bytes: Array[Byte]): Unit = in = instance.deserializeStream(new ByteArrayInputStream(bytes))
  def readKey(): AnyRef = in.readKey[AnyRef]()
  def readValue(): AnyRef = in.readValue[AnyRef]()
