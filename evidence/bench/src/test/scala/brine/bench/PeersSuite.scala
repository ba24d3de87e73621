package brine.bench

import brine.bench.peers.*
import brine.bench.workloads.{Links, Workload}
import brine.testkit.Patient

/** Every peer does all that its library can, and no peer drops out unseen. */
class PeersSuite extends munit.FunSuite, Patient:
  private val peers =
    List(JavaPeer, KryoPeer, ForyPeer, BooPicklePeer, BorerPeer, JsoniterPeer, JacksonPeer, ProtobufPeer)

  private val workloads: List[Workload[?]] = List(
    "ints:1000",
    s"links:${Links.Articles}",
    "events:100",
    "eventsEach:100",
    "points:100",
    "raster:10000",
    "tree:64",
    "treeLongs:64",
    "site:2",
    "siteEvents:2",
    "media:1"
  ).map(Workload(_))

  /** Those that keep no references. */
  private val withoutLinks = Set(
    "kryo-safe-norefs",
    "kryo-fast",
    "fory-safe-norefs",
    "fory-fast",
    "boopickle",
    "boopickle-nodedup",
    "borer",
    "borer-fast",
    "jsoniter",
    "jsoniter-fast",
    "jsoniter-indented",
    "jackson",
    "jackson-fast",
    "protobuf",
    "protobuf-fast"
  )

  private val configurations = peers.flatMap(_.configurations)

  test("every kind of workload is among these") {
    assertEquals(workloads.map(_.kind).toSet, Workload.kinds.map(_.name).toSet)
  }

  test("each configuration has a separate name, describes its settings, and its properties") {
    assertEquals(configurations.map(_.name).distinct.length, configurations.length)
    for c <- configurations do
      val said = List(c.setting, c.promise.envelope, c.promise.evolution, c.promise.identity)
      assert(said.forall(_.nonEmpty), c.name)
  }

  test("only graphs in cycles are beyond a peer, and only beyond one without references") {
    val left = for c <- configurations; w <- workloads if c.contender(w).isLeft yield (c.name, w.kind)
    assertEquals(left.toSet, withoutLinks.map((_, "links")))
  }

  for configuration <- configurations; workload <- workloads do
    if workload.kind != "links" || !withoutLinks(configuration.name) then
      test(s"${configuration.name} gives ${workload.kind} back, twice") {
        thereAndBack(configuration, workload)
      }

  private def thereAndBack[A](configuration: Configuration, workload: Workload[A]): Unit =
    val contender = configuration.contender(workload).fold(fail(_), identity)
    val written = workload.values.map(contender.write)
    for (value, bytes) <- workload.values.zip(written) do
      assert(workload.isSame(value, contender.read(bytes)), value.toString.take(200))
      assertEquals(contender.write(value).toVector, bytes.toVector, "the second time")
      assert(workload.isSame(value, contender.read(bytes)), "the second time")
