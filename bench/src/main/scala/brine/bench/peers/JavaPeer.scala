package brine.bench.peers

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, ObjectInputStream, ObjectOutputStream}
import brine.bench.Contender

/** The JDK's own serialization, a fresh stream a value. It keeps identity and recurses. */
final class JavaPeer[A] extends Contender[A]:
  def write(value: A): Array[Byte] =
    val bytes = new ByteArrayOutputStream(1024)
    val out = new ObjectOutputStream(bytes)
    out.writeObject(value)
    out.close()
    bytes.toByteArray

  def read(bytes: Array[Byte]): A = new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject().asInstanceOf[A]
