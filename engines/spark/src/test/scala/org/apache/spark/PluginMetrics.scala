package org.apache.spark

import scala.jdk.CollectionConverters.*

/** The metrics of the plugin in Spark's metrics system of this JVM. Spark keeps the system to its own packages. */
object PluginMetrics:
  def gauges: Map[String, Long] =
    val sources = SparkEnv.get.metricsSystem.getSourcesByName("plugin.brine.spark.BrinePlugin")
    sources.flatMap(_.metricRegistry.getGauges.asScala).map((name, gauge) =>
      name -> gauge.getValue.asInstanceOf[Long]
    ).toMap
