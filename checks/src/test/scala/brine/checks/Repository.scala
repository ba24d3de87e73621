package brine.checks

import java.nio.file.{Files, Path}

/** The folder of the sources, wherever the tests are started. */
object Repository:
  val root: Path =
    Iterator.iterate(Path.of("").toAbsolutePath)(_.getParent).takeWhile(_ != null).find(p =>
      Files.exists(p.resolve("docs/spec"))
    ).get
