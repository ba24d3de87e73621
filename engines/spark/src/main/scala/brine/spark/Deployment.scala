package brine.spark

import java.nio.file.Path
import org.apache.spark.SparkConf

/** Checks on the driver that executors will find Brine. */
private[spark] object Deployment:
  /** The jar of Brine, by its file name. */
  private def ownJar: String | Null =
    val source = classOf[BrineSerializer].getProtectionDomain.getCodeSource
    if source == null || source.getLocation == null || source.getLocation.getProtocol != "file" then null
    else Path.of(source.getLocation.toURI).getFileName.toString

  /** Refuses `--jars` as the only way of the jar: an executor needs its serializer before it fetches jars, so each one
    * would die at its start, and be started again without end.
    *
    * @throws IllegalArgumentException with the settings to change
    */
  def check(conf: SparkConf): Unit =
    val jar = ownJar
    if jar != null && conf.get("spark.executor.id", "") == "driver" && isOnlyFetched(conf, jar) then
      throw new IllegalArgumentException(
        s"$jar is in spark.jars (--jars) and not in spark.executor.extraClassPath. Executors need their serializer " +
          "before they fetch " +
          "jars, and would die at their start. Copy the jar to each machine, and set spark.executor.extraClassPath " +
          "to it"
      )

  private[spark] def isOnlyFetched(conf: SparkConf, jar: String): Boolean =
    val master = conf.get("spark.master", "")
    val startsExecutors = master.startsWith("spark:") || master.startsWith("local-cluster") || master.startsWith("k8s:")
    startsExecutors && conf.get("spark.jars", "").split(',').exists(_.trim.endsWith("/" + jar)) &&
    conf.get("spark.executor.extraClassPath", "").isEmpty
