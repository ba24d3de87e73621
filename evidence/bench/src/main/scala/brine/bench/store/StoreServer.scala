package brine.bench.store

import java.net.{InetAddress, InetSocketAddress, StandardSocketOptions}
import java.nio.ByteBuffer
import java.nio.channels.{ServerSocketChannel, SocketChannel}
import brine.bench.processes.Channels

/** A store that clients on this computer ask, each of whom a thread serves. Servers of all forms differ in nothing but
  * the store.
  */
final class StoreServer(store: Store) extends AutoCloseable:
  private val server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress, 0))

  def port: Int = server.socket.getLocalPort

  /** Serves until it is closed. */
  def run(): Unit =
    try while true do serve(server.accept())
    catch case _: java.nio.channels.ClosedChannelException => ()

  private def serve(client: SocketChannel): Unit =
    client.setOption(StandardSocketOptions.TCP_NODELAY, true)
    val clerk = store.clerk()
    val request = ByteBuffer.allocate(StoreProtocol.RequestBytes)
    StoreServer.daemon {
      try while Channels.isFilled(client, request.clear()) do answer(client, clerk, request)
      finally client.close()
    }

  private def answer(client: SocketChannel, clerk: Clerk, request: ByteBuffer): Unit =
    val (operation, key, path) = (request.getInt, request.getInt, request.getInt)
    val parts = operation match
      case StoreProtocol.Get => clerk.get(key)
      case StoreProtocol.Update =>
        clerk.update(key, path)
        Array.empty[ByteBuffer]
    StoreProtocol.answer(client, parts)

  def close(): Unit = server.close()

/** The server's process. Its arguments are the form and the number of keys. It prints its port, and ends when its input
  * does.
  */
object StoreServer:
  def main(arguments: Array[String]): Unit =
    val Array(form, keys) = arguments
    val server = new StoreServer(StoreForm(form).store(StoreForm.trees(keys.toInt)))
    daemon(server.run())
    println(server.port)
    while System.in.read() >= 0 do ()

  private def daemon(work: => Unit): Unit =
    val thread = new Thread(() => work)
    thread.setDaemon(true)
    thread.start()
