package brine.demo

import java.io.ByteArrayOutputStream
import scala.concurrent.duration.DurationInt

class KvDemoSuite extends munit.FunSuite:
  override val munitTimeout = 2.minutes // a second JVM

  test("a client in another process uses a value where it lies, and one that was added to took 40 bytes more") {
    val out = new ByteArrayOutputStream
    assert(Console.withOut(out)(KvDemo.run()), out.toString("UTF-8"))
    val text = out.toString("UTF-8")
    assert(text.contains("a region of 40960 bytes, in which the mass is 1024"), text)
    assert(text.contains("40 bytes more, and the mass is 1025"), text)
  }

  test("a key that is not there is answered, and the client can go on asking") {
    import java.net.{InetAddress, InetSocketAddress}
    val store = new KvStore(Map("a" -> PointTree.build(1, 0)))
    store.start()
    val channel =
      java.nio.channels.SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress, store.port))
    try
      for operation <- List(KvStore.Get, KvStore.Add) do
        channel.write(KvStore.request(operation, "b")): Unit
        assert(!KvStore.isKnown(channel))
      channel.write(KvStore.request(KvStore.Get, "a")): Unit
      assert(KvStore.isKnown(channel))
      assertEquals(brine.region.Region.receive[PointTree](channel).toValue, PointTree.build(1, 0))
    finally
      channel.close()
      store.close()
  }
