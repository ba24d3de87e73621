package brine.accel.fuzz

import brine.accel.Parameters
import brine.accel.model._
import brine.accel.sim._
import scala.util.Random

/** Random requests for serialization units: areas that break the rules or are too small, classes without a number, mark
  * words of locked objects, time limits. The unit must end with a status that fits, must write the model's bytes if it
  * is `ok`, and must write nothing outside the areas.
  */
final class RequestFuzz(host: Host, p: Parameters, random: Random) {
  private val descriptors = host.allocate(1 << 16)
  private val registries = Seq(40, 100) // the second lacks some classes
  private val lacking = Set(2, 17, 32)

  /** Registers the classes; once after a reset. */
  def prepare(): Unit = {
    val heap = Heap.build(RandomGraphs(random, 1), host.allocate(1 << 16), descriptors)
    host.load(heap)
    val classes = RandomGraphs.classes.map(_.number).zip(heap.klasses)
    require(host.register(classes, registries(0)).forall(identity), "refused")
    require(host.register(classes.filterNot(c => lacking(c._1)), registries(1)).forall(identity), "refused")
  }

  /** Sends one request, and compares its end with the model; gives the status. */
  def round(): String = {
    val graph = RandomGraphs(random, 1 + random.nextInt(12))
    val heap =
      Heap.build(graph, host.allocate(Heap.extent(graph, Placement.Scattered())), descriptors, seed = random.nextInt())
    host.load(heap)
    val marks = graph.objects.map(_ => random.nextLong())
    for ((address, mark) <- heap.addresses.zip(marks)) host.write(address, Host.bytes(Array(mark)))
    val keepMarks = random.nextBoolean()
    val registry = if (random.nextInt(4) == 0) random.nextInt(2 * p.classes) else registries(random.nextInt(2))
    val limit = if (random.nextInt(6) == 0) 1L + random.nextInt(3000) else 0L
    val whole = guarded(graph, keepMarks)
    val areas = if (random.nextInt(3) == 0) changed(whole) else whole
    val root = heap.address(graph.root) + (if (random.nextInt(20) == 0) 1 + random.nextInt(7) else 0)
    host.serialize(root, areas, keepMarks, registry, limit)
    val outcome = host.await(1, limit = 500000)._2.head
    host.clearHeaders(heap)

    val wanted = Decoupled.serialize(graph, keepMarks, marks)
    val about = s"${outcome.status}, root $root, $areas, registry $registry, marks $keepMarks, limit $limit"
    require(possible(graph, root, areas, registry, limit, keepMarks, wanted)(outcome.status), about)
    for (
      (base, bytes) <- all(whole);
      (at, length) <- Seq((base - RequestFuzz.guard, RequestFuzz.guard), (base + bytes, RequestFuzz.guard))
    )
      require(
        host.read(at, length).forall(_ == RequestFuzz.untouched),
        s"something was written outside the areas: $about"
      )
    if (outcome.status == "ok")
      require(same(host.arrays(areas, outcome), wanted), s"other bytes than the model's: $about")
    outcome.status
  }

  // ---- possible ends

  private def possible(
      graph: ObjectGraph,
      root: Long,
      areas: Areas,
      registry: Int,
      limit: Long,
      keepMarks: Boolean,
      wanted: DecoupledArrays
  ): Set[String] = {
    val list = all(areas)
    val isBad = root % 8 != 0 || registry >= p.classes || list.exists { case (base, bytes) =>
      base % p.blockBytes != 0 || bytes % p.blockBytes != 0 || base + bytes > (1L << p.virtualBits)
    } || list.combinations(2).exists { case Seq((a, m), (b, n)) => m > 0 && n > 0 && a < b + n && b < a + m }
    if (isBad) Set("badRequest")
    else {
      val used = Seq(
        8L * wanted.values.length,
        wanted.references.buckets.length.toLong,
        wanted.references.ends.length.toLong,
        wanted.layouts.buckets.length.toLong,
        wanted.layouts.ends.length.toLong
      )
      val isFull = used.zip(list).exists { case (bytes, (_, room)) => bytes > room }
      val stream = RawStream(Host.bytes(wanted.values), wanted.references, wanted.layouts, wanted.imageSlots, keepMarks)
      val isUnknown = !registries.contains(registry) ||
        (registry == registries(1) && StreamCheck.classNumbers(stream).exists(n => lacking(n.toInt)))
      val failures = Set("outputFull").filter(_ => isFull) ++ Set("unknownClass").filter(_ => isUnknown) ++
        Set("timeLimit").filter(_ => limit > 0)
      // Few objects that wait need the area for them.
      val sometimes = Set("spillFull").filter(_ => list.last._2 < p.blockBytes.toLong * graph.objects.size)
      failures ++ sometimes ++ Set("ok").filter(_ => !isFull && !isUnknown)
    }
  }

  private def same(a: DecoupledArrays, b: DecoupledArrays): Boolean =
    a.values.sameElements(b.values) && a.references.buckets.sameElements(b.references.buckets) &&
      a.references.ends.sameElements(b.references.ends) && a.layouts.buckets.sameElements(b.layouts.buckets) &&
      a.layouts.ends.sameElements(b.layouts.ends) && a.imageSlots == b.imageSlots && a.objects == b.objects

  // ---- areas

  private def all(areas: Areas) =
    Seq(areas.values, areas.references, areas.referenceEnds, areas.layouts, areas.layoutEnds, areas.spill)

  /** Areas that are large enough, with bytes around them that must not change. */
  private def guarded(graph: ObjectGraph, keepMarks: Boolean): Areas = {
    val areas = host.areasFor(graph, keepMarks)
    for ((base, bytes) <- all(areas))
      host.write(base - RequestFuzz.guard, Array.fill((bytes + 2 * RequestFuzz.guard).toInt)(RequestFuzz.untouched))
    areas
  }

  private def changed(a: Areas): Areas = {
    val (base, bytes) = all(a)(random.nextInt(6))
    val other = random.nextInt(6) match {
      case 0 => (base + 1 + random.nextInt(31), bytes - 32)
      case 1 => (base, (bytes - 1 - random.nextInt(31)) max 0)
      case 2 => (base, bytes / 2 / p.blockBytes * p.blockBytes)
      case 3 => (base, 0L)
      case 4 => all(a)(random.nextInt(6))
      case _ => ((1L << p.virtualBits) - bytes / 2, bytes)
    }
    random.nextInt(6) match {
      case 0 => a.copy(values = other)
      case 1 => a.copy(references = other)
      case 2 => a.copy(referenceEnds = other)
      case 3 => a.copy(layouts = other)
      case 4 => a.copy(layoutEnds = other)
      case _ => a.copy(spill = other)
    }
  }
}

object RequestFuzz {
  private val guard = 64
  private val untouched = 0x5a.toByte
}
