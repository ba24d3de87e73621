package org.apache.spark

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** The files with this JVM's parts of shuffles. Spark keeps their folders to its own packages. */
object ShuffleFiles:
  private def all: Seq[Path] =
    val folders = SparkEnv.get.blockManager.diskBlockManager.localDirs.toSeq.map(_.toPath)
    folders.flatMap(folder => Using.resource(Files.walk(folder))(_.iterator.asScala.toList)).filter { file =>
      val name = file.getFileName.toString
      name.startsWith("shuffle_") && name.endsWith(".data") && Files.size(file) > 0
    }

  /** Changes a byte in the middle of each. Returns how many there are. */
  def damage(): Int =
    for file <- all do
      val bytes = Files.readAllBytes(file)
      bytes(bytes.length / 2) = (bytes(bytes.length / 2) ^ 0x40).toByte
      Files.write(file, bytes)
    all.length

  def delete(): Int =
    val files = all
    files.foreach(Files.delete)
    files.length
