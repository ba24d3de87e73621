package brine.testkit

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.security.MessageDigest
import scala.jdk.CollectionConverters.*
import brine.{HeldFile, PartFiles}

/** A suite that compares bytes with those kept in files: `golden/<format>/v<version>/<name>.bin`, and beside each a
  * text for people, who review the changes.
  * {{{
  * class GoldenPersonSuite extends GoldenFiles("binary", version = 1):
  *   golden("jim", Person("Jim", 2005).pickle.bytes, "hex", hex)
  *   goldenFilesAreListed()
  * }}}
  * `golden/MANIFEST` lists name, format, version and SHA-256 of every file. With `-Dbrine.golden.accept=true` today's
  * bytes are kept and the manifest is rewritten. Version 0 is a draft. Every later version is frozen: accepting adds
  * new names, and a file or a line that is gone or changed fails the suite, also while it accepts.
  *
  * The folder is `-Dbrine.golden.dir`, or the first `golden` from the working directory upwards.
  */
abstract class GoldenFiles(format: String, version: Int) extends munit.FunSuite:
  import GoldenFiles.*

  /** True for a draft. From version 1 on, kept bytes are never replaced or removed. */
  def mayChange: Boolean = version == 0

  private val names = scala.collection.mutable.LinkedHashSet.empty[String]

  private[testkit] def goldenFolder: Path = root
  private[testkit] def keepsToday: Boolean = isAccepting

  private def folder: Path = goldenFolder.resolve(format).resolve(s"v$version")

  /** One test: today's bytes are the kept ones. `text` is the form for people, in a file with this extension. */
  def golden(name: String, bytes: => Array[Byte], extension: String, text: Array[Byte] => String)(using
      munit.Location
  ): Unit =
    require(names.add(name), s"two golden files are named $name")
    test(s"$format v$version: the bytes of '$name' are the kept ones") {
      val file = folder.resolve(s"$name.bin")
      val today = bytes
      if keepsToday && (mayChange || isNew(name, file)) then accept(name, today, extension, text(today))
      assert(
        Files.exists(file),
        if mayChange || isNew(name, file) then s"$file is missing; keep today's bytes by -D$AcceptProperty=true"
        else
          s"$file is missing, and version $version is frozen: restore the kept bytes from the history of the repository"
      )
      assertEquals(text(today), text(Files.readAllBytes(file)))
      assert(java.util.Arrays.equals(today, Files.readAllBytes(file)), s"the bytes of $name have changed")
    }

  /** The kept bytes, for reading them back; empty where there are none yet. */
  def kept(name: String): Option[Array[Byte]] =
    val file = folder.resolve(s"$name.bin")
    Option.when(Files.exists(file))(Files.readAllBytes(file))

  /** One test, after the others: the folder, the manifest and this suite agree. */
  def goldenFilesAreListed()(using munit.Location): Unit =
    test(s"$format v$version: the manifest lists every kept file with its digest, and no other") {
      val files =
        if !Files.isDirectory(folder) then Nil
        else
          val stream = Files.list(folder)
          try stream.iterator.asScala.filter(_.toString.endsWith(".bin")).toList
          finally stream.close()
      if keepsToday && mayChange then
        for file <- files if !names(nameOf(file)) do remove(nameOf(file))
      else assertEquals(files.map(nameOf).toSet, names.toSet, "files and tests")
      val listed = entries().filter(isOfThis)
      val there = names.toList.map(n => Entry(n, format, version, digest(kept(n).getOrElse(Array.emptyByteArray))))
      assertEquals(listed.map(_.line).sorted, there.map(_.line).sorted)
    }

  private def accept(name: String, bytes: Array[Byte], extension: String, text: String): Unit =
    Files.createDirectories(folder)
    Files.write(folder.resolve(s"$name.bin"), bytes)
    Files.write(folder.resolve(s"$name.$extension"), text.getBytes(UTF_8))
    change(_ :+ Entry(name, format, version, digest(bytes)), name)

  private def remove(name: String): Unit =
    val stream = Files.list(folder)
    try for file <- stream.iterator.asScala.toList if file.getFileName.toString.startsWith(s"$name.") do
        Files.delete(file)
    finally stream.close()
    change(identity, name)

  private def isNew(name: String, file: Path): Boolean =
    !Files.exists(file) && !entries().exists(e => isOfThis(e) && e.name == name)

  private def isOfThis(entry: Entry): Boolean = entry.format == format && entry.version == version

  private def others(name: String): List[Entry] = entries().filterNot(e => e.name == name && isOfThis(e))

  private def nameOf(file: Path): String = file.getFileName.toString.stripSuffix(".bin")

  private def manifest: Path = goldenFolder.resolve("MANIFEST")

  private def entries(): List[Entry] =
    if !Files.exists(manifest) then Nil
    else
      Files.readAllLines(manifest).asScala.toList.filterNot(l => l.startsWith("#") || l.isBlank).map(
        _.split(' ')
      ).collect {
        case Array(name, format, version, sha256) => Entry(name, format, version.toInt, sha256)
      }

  /** Changes the manifest, which suites of other processes change too, at all entries but those of `name`. */
  private def change(act: List[Entry] => List[Entry], name: String): Unit = HeldFile.hold(manifest) {
    val sorted = act(others(name)).sortBy(e => (e.format, e.version, e.name)).map(_.line)
    PartFiles.replaceText(manifest, (Heading :: sorted).mkString("", "\n", "\n"))
  }

object GoldenFiles:
  final val AcceptProperty = "brine.golden.accept"

  def isAccepting: Boolean = java.lang.Boolean.getBoolean(AcceptProperty)

  /** Sixteen bytes a line: offset, hexadecimal, and the printable characters. */
  def hex(bytes: Array[Byte]): String =
    bytes.grouped(16).zipWithIndex.map { (row, i) =>
      val numbers = row.map(b => f"$b%02x").mkString(" ")
      val text = row.map(b => if b >= ' ' && b <= '~' then b.toChar else '.').mkString
      f"${i * 16}%06x  $numbers%-47s  $text"
    }.mkString("", "\n", "\n")

  private final case class Entry(name: String, format: String, version: Int, sha256: String):
    def line: String = s"$name $format $version $sha256"

  private val Heading = "# name format version sha-256; written by -Dbrine.golden.accept=true"

  private lazy val root: Path = Option(System.getProperty("brine.golden.dir")).map(Path.of(_)).getOrElse {
    val places = Iterator.iterate(Path.of("").toAbsolutePath)(_.getParent).takeWhile(_ != null).toList
    places.map(_.resolve("golden")).find(Files.isDirectory(_)).getOrElse(places.head.resolve("golden"))
  }

  private def digest(bytes: Array[Byte]): String =
    MessageDigest.getInstance("SHA-256").digest(bytes).map(b => f"$b%02x").mkString
