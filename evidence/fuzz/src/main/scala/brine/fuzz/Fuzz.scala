package brine.fuzz

import java.nio.file.{Files, Path}

/** `./dev fuzz <target> <seconds>`: begins with the samples (the corpus of the golden files) and lets Jazzer go on from
  * there. Its findings stay in `target/fuzz/<target>`, and so do inputs that led to new code.
  */
object Fuzz:
  private[fuzz] val targets = List(
    "binary" -> Binary,
    "bare" -> Bare,
    "without-bytes" -> WithoutBytes,
    "json" -> Json,
    "skipped-json" -> SkippedJson,
    "json-dialects" -> JsonDialects,
    "graph" -> Graphs,
    "decoupled" -> Decoupled,
    "runtime" -> Runtime,
    "runtime-json" -> RuntimeJson,
    "records" -> Records,
    "region" -> Regions,
    "region-body" -> RegionBodies
  )

  def main(arguments: Array[String]): Unit = arguments match
    case Array(name, seconds) if targets.exists(_._1 == name) && seconds.nonEmpty && seconds.forall(_.isDigit) =>
      run(name, targets.toMap.apply(name), seconds)
    case Array(name, seconds) if Bounds.is(name) && seconds.nonEmpty && seconds.forall(_.isDigit) =>
      Bounds.run(name, seconds.toInt)
    case Array("targets") => (targets.map(_._1) :+ "bounds").foreach(println)
    case _ =>
      val names = targets.map(_._1) ++ List("bounds", "bounds-<part of an entrance's name>")
      System.err.println(s"Usage: ./dev fuzz <target> <seconds>\n\n  targets  ${names.mkString(", ")}")
      sys.exit(2)

  private def run(name: String, target: Fuzzed, seconds: String): Unit =
    val folder = Files.createDirectories(Path.of("target", "fuzz", name))
    val found = Files.createDirectories(folder.resolve("corpus"))
    for (name, input) <- target.seeds do Files.write(found.resolve(s"seed-$name"), input)
    com.code_intelligence.jazzer.Jazzer.main(Array(
      s"--target_class=${target.getClass.getName.stripSuffix("$")}",
      "--instrumentation_includes=brine.**:com.github.plokhotnyuk.**",
      s"--reproducer_path=$folder",
      s"-artifact_prefix=$folder/",
      s"-max_total_time=$seconds",
      "-timeout=10",
      "-rss_limit_mb=4096",
      "-max_len=4096",
      found.toString
    ))
