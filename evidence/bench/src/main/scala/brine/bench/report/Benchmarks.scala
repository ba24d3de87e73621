package brine.bench.report

/** The names of the JMH benchmarks that the report knows. */
private[bench] object Benchmarks:
  final val OfPickles = "PickleBenchmark"
  final val OfGraphs = "GraphBenchmark"
  final val OfImages = "ImageBenchmark"
  final val OfRegions = "RegionBenchmark"
  final val OfVerifying = "VerifyBenchmark"
  final val OfTransfers = "TransferBenchmark"
