package brine.spark.table

import java.nio.ByteBuffer
import java.io.NotSerializableException
import org.apache.spark.SparkConf
import org.apache.spark.serializer.{JavaSerializer, KryoSerializer, Serializer}
import scala.reflect.ClassTag

/** A serializer of Spark's. */
abstract class SparkContender(name: String, serializer: Serializer) extends Contender(name):
  private val instance = serializer.newInstance()

  def write(value: Any): Array[Byte] =
    val buffer = instance.serialize[Any](value)(using ClassTag.Any)
    val bytes = new Array[Byte](buffer.remaining)
    buffer.get(bytes)
    bytes

  def read(bytes: Array[Byte]): Any = instance.deserialize[Any](ByteBuffer.wrap(bytes))(using ClassTag.Any)

object SparkContender:
  /** Kryo with these classes registered. */
  def kryo(registered: Seq[String]): SparkContender =
    val conf = new SparkConf(false).set("spark.kryo.classesToRegister", registered.mkString(","))
    new SparkContender("Kryo", new KryoSerializer(conf)):
      protected def refusal(e: Throwable): String | Null = null

object JavaContender extends SparkContender("Java", new JavaSerializer(new SparkConf(false))):
  protected def refusal(e: Throwable): String | Null = e match
    case e: NotSerializableException => e.getMessage.linesIterator.next()
    case _                           => null

/** Without registration, as Spark has it by default. */
object KryoContender extends SparkContender("Kryo", new KryoSerializer(new SparkConf(false))):
  protected def refusal(e: Throwable): String | Null = null
