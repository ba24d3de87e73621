package brine.checks.publication

import java.io.File
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import dotty.tools.dotc.Compiler
import dotty.tools.dotc.core.Contexts.{Context, ContextBase}
import dotty.tools.dotc.core.Phases.typerPhase
import dotty.tools.dotc.core.Symbols.requiredPackage

/** Lists the definitions of a module that its users can see, as its compiled classes have them. */
object PublicApi:
  /** The list of one module: a line for each package, class and object, and below it a line for each of its members. */
  def of(pom: Pom): String =
    given Context = context
    val internal = pom.text("properties", "api.internal").toList.flatMap(_.split(','))
    val api = new ApiText(name => name.split('.').inits.exists(prefix => internal.contains(prefix.mkString("."))))
    for name <- packages(classes(pom)) if !api.isInternal(name) do api.addPackage(requiredPackage(name))
    s"# The public API of ${pom.artifactId}; ./dev api --accept writes it.\n${api.text}"

  /** The compiler, with the class path of this JVM. */
  private lazy val context: Context =
    val first = new ContextBase().initialCtx.fresh
    first.setSetting(first.settings.classpath, System.getProperty("java.class.path"))
    first.setSetting(first.settings.color, "never")
    first.setSetting(first.settings.pageWidth, OneLine)
    first.base.initialize()(using first)
    val started = new Compiler().newRun(using first).runContext
    started.fresh.setPhase(typerPhase(using started))

  private final val OneLine = 100_000

  private def classes(pom: Pom): Path =
    System.getProperty("java.class.path").split(File.pathSeparator).map(Path.of(_))
      .find(_.endsWith(Path.of(pom.folder, "target", "classes"))).get

  /** The packages that have classes in this folder. */
  private def packages(classes: Path): List[String] =
    val files = Files.walk(classes)
    try
      files.iterator.asScala.filter(_.toString.endsWith(".class")).map(file =>
        classes.relativize(file.getParent).iterator.asScala.mkString(".")
      )
        .toList.distinct.sorted
    finally files.close()
