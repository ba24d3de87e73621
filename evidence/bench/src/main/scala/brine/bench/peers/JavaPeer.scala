package brine.bench.peers

import java.io.{
  BufferedInputStream,
  BufferedOutputStream,
  ByteArrayInputStream,
  ByteArrayOutputStream,
  InputStream,
  ObjectInputFilter,
  ObjectInputStream,
  ObjectOutputStream,
  OutputStream
}
import java.nio.file.{Files, Path}
import brine.bench.{Configuration, Contender, Peer, Promise}
import brine.bench.messages.Messages
import brine.bench.workloads.Workload

/** The JDK's own serialization, a fresh stream a value: its documentation has no faster way. */
object JavaPeer extends Peer:
  private val promise = Promise(
    envelope = "names, UIDs and fields of the classes",
    evolution = "fields by name: added ones default, missing ones are dropped; the UID must be given",
    identity = "every object"
  )

  def configurations: List[Configuration] = List(
    of("java", "defaults: any class on the class path may come back", None),
    of(
      "java-filtered",
      "reads through an ObjectInputFilter: java.base, scala and the models; limits of depth, references, arrays and " +
        "bytes",
      Some(filter)
    )
  )

  override def recurses: Boolean = true

  /** Patterns as the "Core Libraries" guide advises: limits, the allowed classes, and nothing else. */
  private def filter: ObjectInputFilter = ObjectInputFilter.Config.createFilter(
    "maxdepth=10000;maxrefs=100000000;maxarray=100000000;maxbytes=2000000000;" +
      "java.base/java.lang.*;java.base/java.util.*;java.base/java.time.*;scala.**;" +
      "brine.bench.workloads.*;brine.bench.messages.*;brine.testkit.komanov.*;!*"
  )

  private def of(name: String, setting: String, filter: => Option[ObjectInputFilter]): Configuration =
    new Configuration(name, setting, promise):
      def contender[A](workload: Workload[A]): Either[String, Contender[A]] = Right(new JavaContender[A](filter))
      def ofMessages: Either[String, Vector[Contender[?]]] =
        val forAll = new JavaContender[Any](filter)
        Right(Messages.types.map(_ => forAll))

private final class JavaContender[A](filter: Option[ObjectInputFilter]) extends Contender[A]:
  private val bytes = new ByteArrayOutputStream(1 << 16)

  def write(value: A): Array[Byte] =
    bytes.reset()
    put(value, bytes)
    bytes.toByteArray

  def read(bytes: Array[Byte]): A = get(new ByteArrayInputStream(bytes))

  override def writeTo(file: Path, value: A): Unit =
    put(value, new BufferedOutputStream(Files.newOutputStream(file), 1 << 16))
  override def readFrom(file: Path): A = get(new BufferedInputStream(Files.newInputStream(file), 1 << 16))

  private def put(value: A, stream: OutputStream): Unit =
    val out = new ObjectOutputStream(stream)
    out.writeObject(value)
    out.close()

  private def get(stream: InputStream): A =
    val in = new ObjectInputStream(stream)
    filter.foreach(in.setObjectInputFilter)
    try in.readObject().asInstanceOf[A]
    finally in.close()
