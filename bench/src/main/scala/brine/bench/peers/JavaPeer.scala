package brine.bench.peers

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, ObjectInputFilter, ObjectInputStream, ObjectOutputStream}
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
      "reads through an ObjectInputFilter: java.base, scala and the models; limits of depth, references, arrays and bytes",
      Some(filter)
    )
  )

  /** Patterns as the "Core Libraries" guide advises: limits, what may come, and nothing else. */
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
    val out = new ObjectOutputStream(bytes)
    out.writeObject(value)
    out.close()
    bytes.toByteArray

  def read(bytes: Array[Byte]): A =
    val in = new ObjectInputStream(new ByteArrayInputStream(bytes))
    filter.foreach(in.setObjectInputFilter)
    in.readObject().asInstanceOf[A]
