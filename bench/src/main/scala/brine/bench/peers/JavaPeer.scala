package brine.bench.peers

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, ObjectInputStream, ObjectOutputStream}

/** The JDK's own serialization, a fresh stream a value. It keeps identity and recurses. */
object JavaPeer:
  def write(value: AnyRef): Array[Byte] =
    val bytes = new ByteArrayOutputStream(1024)
    val out = new ObjectOutputStream(bytes)
    out.writeObject(value)
    out.close()
    bytes.toByteArray

  def read(bytes: Array[Byte]): AnyRef = new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject()
