package brine.bench.regions

import java.net.{InetAddress, InetSocketAddress, Socket}
import java.nio.ByteBuffer
import java.nio.channels.{ServerSocketChannel, SocketChannel}
import scala.jdk.CollectionConverters.*
import brine.bench.processes.{Channels, Jvm}

/** Trees from this process' heap to that of another, which asks each for a leaf and answers with it: then it can be
  * used there.
  */
final class Transfer(form: String, tree: String) extends AutoCloseable:
  private val server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress, 0))
  private val receiver = Receiver.start(server.socket.getLocalPort, form, tree)
  private val channel = accepted()
  private val sent = Transfer.formOf(form, tree)

  private def accepted(): SocketChannel =
    server.socket.setSoTimeout(Transfer.MostMillis)
    val socket: Socket = server.socket.accept()
    socket.setTcpNoDelay(true)
    socket.getChannel

  /** In the other process: the leftmost leaf. */
  def run(): Long =
    sent.build()
    sent.send(channel)
    Framed.filled(channel, java.lang.Long.BYTES).getLong

  def close(): Unit =
    channel.close()
    server.close()
    receiver.destroy()

object Transfer:
  /** For the other JVM to start. */
  private final val MostMillis = 60_000

  private[regions] def formOf(form: String, tree: String): TreeForm & Sent = TreeForm(form, tree) match
    case sent: (TreeForm & Sent) => sent
    case _                       => throw new IllegalArgumentException(s"$form is not sent")

/** The other process; it ends when the first closes the channel. */
object Receiver:
  private[regions] def start(port: Int, form: String, tree: String): Process =
    val heap = s"-Xmx${Runtime.getRuntime.maxMemory}"
    // It gets its trees from the other side; its own is small.
    val smallest = s"${tree.takeWhile(_ != ':')}:1"
    val command = Jvm.command(List(heap), "brine.bench.regions.Receiver", s"$port", form, smallest)
    new ProcessBuilder(command.asJava).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start()

  def main(arguments: Array[String]): Unit =
    val Array(port, form, tree) = arguments
    val channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress, port.toInt))
    channel.socket.setTcpNoDelay(true)
    val received = Transfer.formOf(form, tree)
    val answer = ByteBuffer.allocate(java.lang.Long.BYTES)
    while true do
      received.receive(channel)
      answer.clear().putLong(received.one(0)).flip()
      Channels.write(channel, answer)
