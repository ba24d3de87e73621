package brine.demo

import java.io.{BufferedInputStream, BufferedOutputStream, ObjectInputStream, ObjectOutputStream}
import java.nio.file.{Files, Path}

/** The serialization that comes with every JDK. It recurses along the references, a frame or more for each. */
object JavaSerialization extends Contender:
  val name = "Java serialization"
  val fileName = "jdk.ser"
  val note = s"object streams over buffered streams of ${bufferBytes >> 10} KiB"

  private def bufferBytes = 1 << 16

  def write(graph: JdkGraph, file: Path): Unit =
    val out = ObjectOutputStream(BufferedOutputStream(Files.newOutputStream(file), bufferBytes))
    try out.writeObject(graph)
    finally out.close()

  def read(file: Path): JdkGraph =
    val in = ObjectInputStream(BufferedInputStream(Files.newInputStream(file), bufferBytes))
    try in.readObject().asInstanceOf[JdkGraph]
    finally in.close()
