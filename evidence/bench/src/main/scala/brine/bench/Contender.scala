package brine.bench

import java.nio.file.{Files, Path}
import brine.bench.workloads.Workload

/** A way to turn values into bytes and back. */
abstract class Contender[A]:
  def write(value: A): Array[Byte]
  def read(bytes: Array[Byte]): A

  /** Writes to a file by the best way of its library; a library without one writes the bytes. */
  def writeTo(file: Path, value: A): Unit = Files.write(file, write(value))
  def readFrom(file: Path): A = read(Files.readAllBytes(file))

/** The properties of a contender's bytes beside the value: two that differ here are not equals.
  *
  * @param envelope the parts around the value: names, fingerprints, checksums
  * @param evolution the outcome when the class has changed
  * @param identity the objects that keep their identity
  */
final case class Promise(envelope: String, evolution: String, identity: String)

/** A serializer in one of its configurations.
  *
  * @param setting how it is set up, in its own words
  */
abstract class Configuration(val name: String, val setting: String, val promise: Promise):
  /** The code that takes this workload's values through it, or the reason for having none. */
  def contender[A](workload: Workload[A]): Either[String, Contender[A]]

  /** The code that takes messages of each of `Messages.types` through one instance of the serializer, for one thread;
    * or the reason for having none.
    */
  def ofMessages: Either[String, Vector[Contender[?]]]

  /** Returns true if each configuration follows references on the Java stack, where others of the same serializer do
    * not.
    */
  def recurses: Boolean = false

  /** The options of the JVM that it needs. */
  def flags: List[String] = Nil

/** A serializer: one file each. */
abstract class Peer:
  def configurations: List[Configuration]

  /** Returns true if it follows references on the Java stack, however deep they lead. Only used for contenders that
    * keep references.
    */
  def recurses: Boolean = false
