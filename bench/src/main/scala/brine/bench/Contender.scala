package brine.bench

import java.nio.file.{Files, Path}
import brine.bench.workloads.Workload

/** A way to turn values into bytes and back. */
abstract class Contender[A]:
  def write(value: A): Array[Byte]
  def read(bytes: Array[Byte]): A

  /** To a file, as its library does that best; of one without a way of its own the bytes. */
  def writeTo(file: Path, value: A): Unit = Files.write(file, write(value))
  def readFrom(file: Path): A = read(Files.readAllBytes(file))

/** What a contender's bytes can do beside holding the value: two that differ here are no equals.
  *
  * @param envelope  what stands around the value: names, fingerprints, checksums
  * @param evolution what happens when the class has changed
  * @param identity  which objects are one object again
  */
final case class Promise(envelope: String, evolution: String, identity: String)

/** A serializer in one of its configurations.
  *
  * @param setting how it is set up, in its own words
  */
abstract class Configuration(val name: String, val setting: String, val promise: Promise):
  /** What takes this workload's values through it, or why it cannot. */
  def contender[A](workload: Workload[A]): Either[String, Contender[A]]

  /** What takes messages of each of `Messages.types` through one instance of the serializer, for one thread; or why it cannot. */
  def ofMessages: Either[String, Vector[Contender[?]]]

/** A serializer: one file each. */
abstract class Peer:
  def configurations: List[Configuration]

  /** Whether it follows references on the Java stack, however deep they lead. Asked of those that keep references. */
  def recurses: Boolean = false
