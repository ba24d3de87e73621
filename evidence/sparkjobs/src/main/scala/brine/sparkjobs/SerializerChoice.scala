package brine.sparkjobs

import brine.sparkjobs.counting.CountingSerializer
import org.apache.spark.SparkConf

/** Sets a serializer by its name: one of Spark's own, or by the name of a class.
  *
  * `registerKryoClasses` sets `spark.serializer` to Kryo's, so that the serializer must be set last.
  */
object SerializerChoice {
  private val kryo = "org.apache.spark.serializer.KryoSerializer"

  /** `kryo-registered` must know each class, so that a name in full is an error and not a slow job. */
  val names: Seq[String] = Seq("java", "kryo", "kryo-registered")

  /** @param isCounted whether [[CountingSerializer]] wraps it */
  def set(conf: SparkConf, name: String, workload: Workload, isCounted: Boolean): Unit = {
    val serializer = name match {
      case "java" => "org.apache.spark.serializer.JavaSerializer"
      case "kryo" => kryo
      case "kryo-registered" =>
        workload.register(conf)
        conf.set("spark.kryo.registrationRequired", "true")
        kryo
      case className if className.contains('.') => className
      case other => throw new IllegalArgumentException(
          s"No serializer '$other'; expected ${names.mkString(", ")} or the name of a class"
        )
    }
    if (isCounted) CountingSerializer.count(conf, serializer) else conf.set("spark.serializer", serializer): Unit
  }
}
