package brine.demo

import java.net.{InetAddress, InetSocketAddress, StandardSocketOptions}
import java.nio.ByteBuffer
import java.nio.channels.{SocketChannel, ServerSocketChannel}
import java.nio.charset.StandardCharsets.UTF_8
import brine.Pickler
import brine.region.Region

/** The values of the store: the tree of points of "Efficient Communication and Collection with Compact Normal Forms",
  * figure 3.
  */
enum PointTree derives Pickler:
  case Leaf(x: Long, y: Long, z: Long, mass: Long)
  case Node(left: PointTree, right: PointTree)

object PointTree:
  def build(levels: Int, from: Long): PointTree =
    if levels == 0 then Leaf(from, from, from, 1)
    else Node(build(levels - 1, from), build(levels - 1, from + (1L << levels - 1)))

/** The key-value store of that paper's section 5.7. Values lie in regions, so a requested value is sent as it lies, and
  * an extended one grows where it is. A request is an operation, the length of a key, the key; the server on this
  * computer alone answers a request of a channel after the other.
  *
  * @param values by their keys
  */
final class KvStore(values: Map[String, PointTree]) extends AutoCloseable:
  private val regions = new java.util.concurrent.ConcurrentHashMap[String, Region[PointTree]]
  for (key, value) <- values do regions.put(key, Region.compact(value))

  private val server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress, 0))

  def port: Int = server.getLocalAddress.asInstanceOf[InetSocketAddress].getPort

  /** Serves clients, each by a thread, until the store is closed. */
  def start(): Unit = daemon {
    try
      while true do
        val client = server.accept()
        client.setOption(
          StandardSocketOptions.TCP_NODELAY,
          true
        ) // an answer is not held back behind the byte before it
        daemon {
          try while serve(client) do ()
          finally client.close()
        }
    catch case _: java.nio.channels.ClosedChannelException => ()
  }

  private def daemon(act: => Unit): Unit =
    val thread = new Thread(() => act)
    thread.setDaemon(true)
    thread.start()

  /** One request; false: the client has gone. */
  private def serve(client: SocketChannel): Boolean = KvStore.readRequest(client) match
    case None => false
    case Some((KvStore.Get, key)) =>
      val region = regions.get(key)
      client.write(KvStore.answer(region != null)): Unit
      if region != null then region.sendTo(client)
      true
    case Some((KvStore.Add, key)) =>
      // Existing objects are referred to; the new objects take 40 bytes.
      val grown = regions.computeIfPresent(
        key,
        (_, region) => {
          region.rooted(region.append[PointTree](PointTree.Node(PointTree.Leaf(0, 0, 0, 1), region.root.toValue)))
        }
      )
      client.write(KvStore.answer(grown != null)): Unit
      true
    case Some((operation, _)) => throw new IllegalArgumentException(s"operation $operation")

  def close(): Unit = server.close()

object KvStore:
  final val Get = 1
  final val Add = 2

  def request(operation: Int, key: String): ByteBuffer =
    val bytes = key.getBytes(UTF_8)
    ByteBuffer.allocate(2 + bytes.length).put(operation.toByte).put(bytes.length.toByte).put(bytes).flip()

  /** The prefix of each answer: 1 if the key exists. */
  private def answer(isKnown: Boolean): ByteBuffer = ByteBuffer.wrap(Array((if isKnown then 1 else 0).toByte))

  /** Reads that prefix. */
  def isKnown(channel: SocketChannel): Boolean =
    val answer = ByteBuffer.allocate(1)
    fill(channel, answer) && answer.get(0) == 1

  private def readRequest(client: SocketChannel): Option[(Int, String)] =
    val head = ByteBuffer.allocate(2)
    if !fill(client, head) then None
    else
      val key = ByteBuffer.allocate(head.get(1) & 0xff)
      Option.when(fill(client, key))((head.get(0).toInt, new String(key.array, UTF_8)))

  /** False: the channel has ended. */
  def fill(channel: SocketChannel, buffer: ByteBuffer): Boolean =
    var count = 0
    while buffer.hasRemaining && count >= 0 do count = channel.read(buffer)
    count >= 0

/** Sends requests to the store from a separate process, and uses the answers where they lie. */
object KvClient:
  def main(args: Array[String]): Unit =
    val channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress, args(0).toInt))
    try
      val first = get(channel, "galaxy")
      println(s"the client got a region of ${first.length} bytes, in which the mass is ${mass(first)(first.root)}")
      channel.write(KvStore.request(KvStore.Add, "galaxy")): Unit
      KvStore.isKnown(channel): Unit
      val second = get(channel, "galaxy")
      println(
        s"a point was added: ${second.length - first.length} bytes more, and the mass is ${mass(second)(second.root)}"
      )
      val count = 2000
      val start = System.nanoTime
      for _ <- 1 to count do get(channel, "galaxy").close()
      println(
        s"${count * 1_000_000_000L / (System.nanoTime - start)} values of ${second.length} bytes a second, by one " +
          "client"
      )
    finally channel.close()

  private def get(channel: SocketChannel, key: String): Region[PointTree] =
    channel.write(KvStore.request(KvStore.Get, key)): Unit
    if !KvStore.isKnown(channel) then throw new NoSuchElementException(s"the store has no $key")
    Region.receive[PointTree](channel)

  private def mass(region: Region[?])(tree: region.View[PointTree]): Long = tree.fold(
    (leaf: region.View[PointTree.Leaf]) => leaf(_.mass),
    (node: region.View[PointTree.Node]) => mass(region)(node(_.left)) + mass(region)(node(_.right))
  )

/** `./dev demo kv`: the store here, a client in another process. */
object KvDemo:
  def main(args: Array[String]): Unit = System.exit(if run() then 0 else 1)

  /** Returns true if the client ended well. */
  def run(): Boolean =
    val store = new KvStore(Map("galaxy" -> PointTree.build(10, 0)))
    try
      store.start()
      val launcher = java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java").toString
      val process = new ProcessBuilder(
        launcher,
        "-cp",
        System.getProperty("java.class.path"),
        "brine.demo.KvClient",
        store.port.toString
      )
        .redirectErrorStream(true).start()
      print(new String(process.getInputStream.readAllBytes, "UTF-8"))
      process.waitFor() == 0
    finally store.close()
