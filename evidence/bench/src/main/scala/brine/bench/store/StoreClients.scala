package brine.bench.store

import java.net.{InetAddress, InetSocketAddress, StandardSocketOptions}
import java.nio.ByteBuffer
import java.nio.channels.SocketChannel
import java.util.SplittableRandom
import java.util.concurrent.{Callable, Executors}
import scala.io.Source
import scala.jdk.CollectionConverters.*
import brine.bench.processes.Channels
import brine.bench.regions.LongsQuestions

/** Some clients of a store, in a separate process: each sends a request when the one before has been answered.
  *
  * Its arguments are the form, the server's port, the number of clients, that of the first of them, and the number of
  * keys. Then each line gives the milliseconds of requests, the percentage of updates, and the number of answers for
  * each one that is used: all numbers in that are summed. It reports the number of answered requests.
  */
object StoreClients:
  def main(arguments: Array[String]): Unit =
    val form = StoreForm(arguments(0))
    val Array(port, count, first, keys) = arguments.tail.map(_.toInt)
    val sums = StoreForm.trees(keys).map(LongsQuestions.sum)
    val clients = Vector.tabulate(count)(i => new StoreClient(form, port, first + i, sums))
    val threads = Executors.newFixedThreadPool(count)
    try
      for line <- Source.stdin.getLines() do
        val Array(millis, updates, usedOne) = line.split(' ').map(_.toInt)
        val work = clients.map(client => (() => client.ask(millis, updates, usedOne)): Callable[Long])
        println(threads.invokeAll(work.asJava).asScala.map(_.get).sum)
    finally threads.shutdownNow(): Unit // or this process would not end

/** @param sums of each value's numbers */
final class StoreClient(form: StoreForm, port: Int, number: Int, sums: IndexedSeq[Long]):
  private final val MostBytes = 1 << 18

  private val channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress, port))
  channel.setOption(StandardSocketOptions.TCP_NODELAY, true)
  private val reader = form.reader()
  private val random = new SplittableRandom(number)
  private val request = ByteBuffer.allocate(StoreProtocol.RequestBytes)
  private val length = ByteBuffer.allocate(Integer.BYTES)
  private val received = ByteBuffer.allocateDirect(MostBytes)

  /** How many requests were answered. */
  def ask(millis: Int, updatePercent: Int, usedOne: Int): Long =
    val end = System.nanoTime + millis * 1_000_000L
    var count = 0L
    while System.nanoTime < end do
      val key = random.nextInt(sums.length)
      val isUpdate = random.nextInt(100) < updatePercent
      exchange(if isUpdate then StoreProtocol.Update else StoreProtocol.Get, key)
      if !isUpdate && count % usedOne == 0 then use(key)
      count += 1
    count

  /** The answer is in `received` then. */
  private def exchange(operation: Int, key: Int): Unit =
    Channels.write(channel, StoreProtocol.request(request, operation, key, random.nextInt()))
    Channels.fill(channel, length.clear())
    Channels.fill(channel, received.clear().limit(length.getInt))

  private def use(key: Int): Unit =
    val bytes = new Array[Byte](received.remaining)
    received.get(bytes)
    val sum = reader(bytes)
    if sum != sums(key) then
      throw new IllegalStateException(s"${form.name}, key $key: the sum is $sum, not ${sums(key)}")
