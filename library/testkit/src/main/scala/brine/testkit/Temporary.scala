package brine.testkit

import java.nio.file.{Files, Path}
import java.util.concurrent.ConcurrentLinkedQueue
import scala.jdk.CollectionConverters.*

/** A suite that writes files. Its folders are deleted when it ends, also when a test fails. */
private[brine] trait Temporary extends munit.FunSuite:
  private val folders = ConcurrentLinkedQueue[Path]()

  /** Makes an empty folder. */
  protected final def newFolder(): Path =
    val folder = Files.createTempDirectory("brine")
    folders.add(folder)
    folder

  override def afterAll(): Unit =
    super.afterAll()
    folders.asScala.foreach(Temporary.delete)
    folders.clear()

private[brine] object Temporary:
  /** Deletes a folder and all that is in it. */
  def delete(folder: Path): Unit = if Files.exists(folder) then
    val files = Files.walk(folder)
    try files.iterator.asScala.toList.reverse.foreach(Files.delete)
    finally files.close()
