package brine.bench

import java.nio.file.{Files, Path}

/** The place to which a contender writes a value, and from which it reads the last one. */
abstract class Medium[A]:
  def write(value: A): Unit
  def read(): A

  /** The size of the last written value. */
  def size: PickleSize

object Medium:
  val names: List[String] = List("memory", "file")

  def of[A](name: String, contender: Contender[A]): Medium[A] = name match
    case "memory" => new Memory(contender)
    case "file"   => new File(contender)

  private final class Memory[A](contender: Contender[A]) extends Medium[A]:
    private var bytes = Array.emptyByteArray
    def write(value: A): Unit = bytes = contender.write(value)
    def read(): A = contender.read(bytes)
    def size: PickleSize = PickleSize.of(bytes)

  /** One that the page cache holds: nobody waits for a disk. */
  private final class File[A](contender: Contender[A]) extends Medium[A]:
    private val file: Path = Files.createTempFile("brine-bench", ".bin")
    file.toFile.deleteOnExit()
    def write(value: A): Unit = contender.writeTo(file, value)
    def read(): A = contender.readFrom(file)
    def size: PickleSize = PickleSize.of(Files.readAllBytes(file))
