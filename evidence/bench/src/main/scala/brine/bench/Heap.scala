package brine.bench

/** The heap of a JVM that measures. */
object Heap:
  /** Options for the size that a workload needs, as `tree:131072`. */
  def sizeFor(workload: String): List[String] =
    val gigabytes = if workload.dropWhile(_ != ':').tail.toInt > 1_000_000 then 8 else 2
    List(s"-Xms${gigabytes}g", s"-Xmx${gigabytes}g")

  /** All options, with those of [[PickleBenchmark]], which says why. */
  def flags(workload: String): List[String] =
    sizeFor(workload) ++ classOf[PickleBenchmark].getAnnotation(classOf[org.openjdk.jmh.annotations.Fork]).jvmArgsAppend
