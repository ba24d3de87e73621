package brine.spark.table

import scala.reflect.ClassTag
import brine.*
import brine.runtime.{AllowList, UnfitClassException}
import brine.spark.JobPicklers

/** Brine as the serializer of a job, with its picklers in their order ([[JobPicklers]]). */
final class BrineContender private (strict: Boolean, sharing: Sharing) extends Contender("Brine"):
  private val loader = getClass.getClassLoader
  private val picklers = JobPicklers(AllowList.whereNamed(loader)(_ => true), loader, Nil, strict, sharing)
  private given PickleOptions = PickleOptions(sharing, subtypes = picklers.subtypes)
  private given Pickler[Any] = picklers.any

  def write(value: Any): Array[Byte] = value.pickle.bytes
  def read(bytes: Array[Byte]): Any = new brine.binary.BinaryPickle(bytes).unpickle[Any]

  private val instance = new brine.spark.BrineInstance(
    brine.spark.Settings.from(new org.apache.spark.SparkConf(false).set("spark.brine.strict", strict.toString)
      .set("spark.brine.sharing", sharing.toString)),
    loader
  )

  override def broadcast(value: Any): Array[Byte] =
    val out = new java.io.ByteArrayOutputStream
    instance.serializeStream(out).writeObject[Any](value)(using ClassTag.Any).close()
    out.toByteArray

  override def fromBroadcast(bytes: Array[Byte]): Any =
    instance.deserializeStream(new java.io.ByteArrayInputStream(bytes)).readObject[Any]()(using ClassTag.Any)

  protected def refusal(e: Throwable): String | Null = e match
    case e: (PickleException | UnfitClassException) => e.getMessage
    case e: java.io.NotSerializableException        => e.getMessage
    case _                                          => null

object BrineContender:
  val plain = new BrineContender(strict = false, Sharing.Tracked)
  val strict = new BrineContender(strict = true, Sharing.Tracked)
  val sharing = new BrineContender(strict = false, Sharing.All)
