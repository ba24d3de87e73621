package brine.checks.databases

import java.net.{InetAddress, ServerSocket}
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import scala.util.Using
import redis.clients.jedis.Jedis
import redis.clients.jedis.exceptions.JedisConnectionException
import brine.*
import brine.binary.BinaryFormat
import brine.json.JsonFormat
import brine.testkit.{Laws, Patient}
import brine.testkit.corpus.{Corpus, Sample}

/** Pickles in a cache: what was put comes back, and a value of another release is a miss or comes back by the lock. */
class RedisSuite extends munit.FunSuite, Patient:
  private lazy val server: Either[String, LocalRedis] = LocalRedis.start()

  private def withCache(claim: String)(use: Jedis => Unit): Unit = test(claim) {
    server match
      case Right(running) => use(running.client)
      case Left(reason) =>
        println(s"RedisSuite is left out: $reason")
        assume(false, reason)
  }

  override def afterAll(): Unit = server.foreach(_.close())

  withCache("every kind of value comes back, in every form"): cache =>
    for format <- List(BinaryFormat, BinaryFormat.Bare, JsonFormat) do
      def key(sample: Sample[?]) = s"$format ${sample.name}".getBytes
      for sample <- Corpus.all do cache.set(key(sample), Laws.write(sample.value, format)(using sample.pickler))
      for sample <- Corpus.all do check(sample, cache.get(key(sample)), format)

  private def check[A](sample: Sample[A], body: Array[Byte], format: PickleFormat): Unit =
    given Pickler[A] = sample.pickler
    Laws.assertSame(Laws.read[A](body, format), sample.value)

  withCache("a value of another release is a miss, and comes back where the lock has its shape"): cache =>
    object Release1 { final case class Customer(id: Int, name: String) derives Pickler }
    object Release2 { final case class Customer(id: Long, name: String, tags: List[String] = Nil) derives Pickler }
    val key = "customer".getBytes
    cache.set(key, Release1.Customer(1, "Ann").pickle.bytes)
    intercept[PickleException.OtherShape](binary.read[Release2.Customer](cache.get(key)))
    val history = History(summon[Pickler[Release1.Customer]].shape)
    val read = binary.read[Release2.Customer](cache.get(key))(using options = PickleOptions(history = history))
    assertEquals(read, Release2.Customer(1, "Ann"))

/** A Redis server of its own, on the loopback interface, which keeps nothing. */
private final class LocalRedis(process: Process, folder: Path, port: Int) extends AutoCloseable:
  lazy val client: Jedis = new Jedis("127.0.0.1", port)

  def close(): Unit =
    client.close()
    process.destroy()
    if !process.waitFor(10, TimeUnit.SECONDS) then process.destroyForcibly()
    Files.deleteIfExists(folder): Unit

  /** Waits until the server answers. */
  private def isUp: Boolean =
    val until = System.nanoTime + TimeUnit.SECONDS.toNanos(60)
    def answers =
      try Using.resource(new Jedis("127.0.0.1", port))(_.ping() == "PONG")
      catch case _: JedisConnectionException => false
    while !answers && process.isAlive && System.nanoTime < until do Thread.sleep(20)
    answers

private object LocalRedis:
  /** The server, or the reason why there is none. */
  def start(): Either[String, LocalRedis] =
    val places = (System.getenv("PATH").split(':') :+ "/usr/bin").map(Path.of(_, "redis-server"))
    places.find(Files.isExecutable(_)) match
      case None => Left("Redis is not installed")
      case Some(program) =>
        val folder = Files.createTempDirectory("redis")
        val free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress)
        val port = free.getLocalPort
        free.close()
        val place = List("--bind", "127.0.0.1", "--port", port.toString, "--dir", folder.toString)
        val settings = place ++ List("--save", "", "--appendonly", "no")
        val process = new ProcessBuilder((program.toString :: settings)*)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD).start()
        val server = new LocalRedis(process, folder, port)
        if server.isUp then Right(server) else throw new IllegalStateException("the Redis server does not answer")
