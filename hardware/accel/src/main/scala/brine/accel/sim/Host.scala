package brine.accel.sim

import brine.accel.Parameters
import brine.accel.model._
import scala.util.Random

/** The end of a request, with the sizes of its arrays. */
final case class Outcome(
    tag: Int,
    unit: Int,
    status: String,
    clearSoon: Boolean,
    valueSlots: Long,
    referenceBytes: Long,
    layoutBytes: Long,
    imageSlots: Long,
    objects: Long
)

/** An image that is used where it is put: references are addresses, class numbers of this registry klass pointers. */
final case class Use(base: Long, registry: Int)

/** The areas of one serialization, by their virtual addresses and their bytes. */
final case class Areas(
    values: (Long, Long),
    references: (Long, Long),
    referenceEnds: (Long, Long),
    layouts: (Long, Long),
    layoutEnds: (Long, Long),
    spill: (Long, Long)
)

/** The software side of the accelerator: memory, pages, classes, requests.
  *
  * Virtual pages of 1 GiB lie in frames in random order, as an operating system would have it.
  */
final class Host(val sim: Simulation, val p: Parameters, seed: Int = 1) {
  private val frames = new Random(seed).shuffle((0 until (1 << (p.physicalBits - p.pageBits))).toVector)
  private var nextAddress = 1L << p.pageBits
  private var nextTag = 0
  private var finished = 0
  private var registered = 0
  private var cleared = 0

  /** Resets the design and its memory, and maps as many pages as the TLB holds. */
  def reset(): Unit = {
    sim.reset()
    sim.clear()
    nextAddress = 1L << p.pageBits
    nextTag = 0
    finished = 0
    registered = 0
    cleared = 0
    sim.set("enabledUnits", p.serializers max p.deserializers)
    sim.set("enabledReconstructors", p.reconstructors)
    sim.set("serial", 0)
    val pages = p.tlbEntries min frames.size
    sim.push("refill", (0 until pages).map(i => Map[String, BigInt]("page" -> i, "frame" -> frames(i), "mapped" -> 1)))
    sim.run("refill", pages)
  }

  def physical(address: Long): Long = {
    val page = (address >>> p.pageBits).toInt
    frames(page).toLong << p.pageBits | address & ((1L << p.pageBits) - 1)
  }

  /** A place for some bytes. Big areas lie apart from each other, at no particular distance. */
  def allocate(bytes: Long): Long = {
    val address = nextAddress
    nextAddress += (bytes + 4095) / 4096 * 4096 + 4096
    address
  }

  /** Goes on with the next page of 1 GiB. */
  def newPage(): Unit = nextAddress = ((nextAddress >>> p.pageBits) + 1) << p.pageBits

  def write(address: Long, bytes: Array[Byte]): Unit =
    if (bytes.nonEmpty) sim.write(physical(address), bytes)

  def read(address: Long, length: Long): Array[Byte] = sim.read(physical(address), length.toInt)

  def readLongs(address: Long, count: Long): Array[Long] = Host.longs(read(address, 8 * count))

  def load(heap: Heap): Unit = heap.segments.foreach(s => write(s.address, s.bytes))

  /** Puts a graph into memory. */
  def place(graph: ObjectGraph, placement: Placement = Placement.Scattered(), seed: Int = 1): Heap = {
    val base = allocate(Heap.extent(graph, placement))
    val descriptors = allocate(1024L * (graph.classes.size + 1))
    val heap = Heap.build(graph, base, descriptors, placement, seed)
    load(heap)
    heap
  }

  /** Clears the extension words of a heap's objects and the units' counters, as a garbage collection does. */
  def clearHeaders(heap: Heap): Unit = {
    heap.addresses.foreach(a => write(a + 8 * 2, new Array[Byte](8)))
    sim.pushOne("clearCounters", "value" -> 1)
    cleared += 1
    sim.run("clearCounters", cleared)
  }

  /** Registers a graph's classes; false where one was refused. */
  def register(graph: ObjectGraph, heap: Heap, registry: Int = 0): Seq[Boolean] =
    register(graph.classes.map(_.number).zip(heap.klasses), registry)

  def register(classes: Seq[(Int, Long)], registry: Int): Seq[Boolean] = {
    sim.push(
      "register",
      classes.map { case (number, klass) =>
        Map("registry" -> Host.unsigned(registry), "number" -> Host.unsigned(number), "klass" -> Host.unsigned(klass))
      }
    )
    registered += classes.size
    sim.run("refused", registered)
    sim.pull("refused").map(_("value") == BigInt(0))
  }

  /** Areas that are large enough for any graph with these numbers of objects, slots and references. */
  def areasFor(graph: ObjectGraph, keepMarks: Boolean = false): Areas = {
    val slots = graph.objects.iterator.map(o => Decoupled.slots(graph, o, keepMarks).toLong).sum
    val references = graph.objects.iterator.map(o => o.content.indices.count(graph.isReference(o, _)).toLong).sum
    areas(8 * slots, 6 * references, slots / 8 + 2 * graph.objects.size, p.blockBytes.toLong * graph.objects.size)
  }

  def areas(values: Long, references: Long, layouts: Long, spill: Long): Areas = {
    def area(bytes: Long) = {
      val whole = (bytes / 64 + 1) * 64
      (allocate(whole), whole)
    }
    Areas(area(values), area(references), area(references / 8), area(layouts), area(layouts / 8), area(spill))
  }

  /** Sends a request for a serialization; gives its tag. */
  def serialize(root: Long, areas: Areas, keepMarks: Boolean = false, registry: Int = 0, limit: Long = 0): Int =
    command("serializations", areas, areas.spill, marks = keepMarks, limit)(
      "address" -> Host.unsigned(root),
      "registry" -> Host.unsigned(registry)
    )

  /** Sends a request for an image; the lengths of the areas are those of the arrays. */
  def deserialize(
      areas: Areas,
      image: (Long, Long),
      use: Option[Use] = None,
      hasMarks: Boolean = false,
      limit: Long = 0
  ): Int =
    command("deserializations", areas, image, hasMarks, limit)(
      use.toSeq.flatMap(u =>
        Seq("address" -> Host.unsigned(u.base), "use" -> BigInt(1), "registry" -> Host.unsigned(u.registry))
      ): _*
    )

  private def command(queue: String, areas: Areas, last: (Long, Long), marks: Boolean, limit: Long)(
      fields: (String, BigInt)*
  ): Int = {
    val tag = nextTag
    nextTag = (nextTag + 1) & 0xffff
    val named = Seq(
      "values" -> areas.values,
      "references" -> areas.references,
      "referenceEnds" -> areas.referenceEnds,
      "layouts" -> areas.layouts,
      "layoutEnds" -> areas.layoutEnds,
      "area" -> last
    ).flatMap { case (name, (base, bytes)) =>
      Seq(s"$name.base" -> Host.unsigned(base), s"$name.bytes" -> Host.unsigned(bytes))
    }
    val rest = Seq[(String, BigInt)]("tag" -> tag, "marks" -> (if (marks) 1 else 0), "limit" -> limit)
    sim.push(queue, Seq((named ++ rest ++ fields).toMap))
    tag
  }

  /** Runs until this number of further requests is done; gives the cycles and the outcomes in the order of their ends.
    */
  def await(requests: Int, limit: Long = 50000000): (Long, Seq[Outcome]) = {
    finished += requests
    val (cycles, ending) = sim.run("completions", finished, limit)
    require(
      ending == Ending.Done,
      s"after $cycles cycles the simulation is $ending, not all of $requests requests are done"
    )
    val outcomes = sim.pull("completions").map { c =>
      def figure(name: String) = c(s"result.$name").toLong
      Outcome(
        c("tag").toInt,
        c("unit").toInt,
        Host.statuses(figure("status").toInt),
        figure("clearSoon") == 1,
        figure("valueSlots"),
        figure("referenceBytes"),
        figure("layoutBytes"),
        figure("imageSlots"),
        figure("objects")
      )
    }
    (cycles, outcomes)
  }

  /** Reads the arrays that a serialization has written. */
  def arrays(areas: Areas, outcome: Outcome): DecoupledArrays = DecoupledArrays(
    readLongs(areas.values._1, outcome.valueSlots),
    PackedItems(
      read(areas.references._1, outcome.referenceBytes),
      read(areas.referenceEnds._1, (outcome.referenceBytes + 7) / 8)
    ),
    PackedItems(read(areas.layouts._1, outcome.layoutBytes), read(areas.layoutEnds._1, (outcome.layoutBytes + 7) / 8)),
    outcome.imageSlots,
    outcome.objects.toInt,
    outcome.imageSlots - outcome.valueSlots
  )

  /** Puts arrays into memory, one behind the other without padding, as they arrive in a stream. */
  def store(arrays: DecoupledArrays, offset: Int = 0): Areas =
    store(Host.bytes(arrays.values), arrays.references, arrays.layouts, offset)

  def store(values: Array[Byte], references: PackedItems, layouts: PackedItems, offset: Int): Areas = {
    val parts = Seq(values, references.buckets, references.ends, layouts.buckets, layouts.ends)
    val begin = allocate(parts.map(_.length.toLong).sum + offset) + offset
    write(begin, parts.reduce(_ ++ _))
    val starts = parts.scanLeft(begin)(_ + _.length)
    val all = starts.zip(parts).map { case (at, part) => (at, part.length.toLong) }
    Areas(all(0), all(1), all(2), all(3), all(4), spill = (0L, 0L))
  }
}

object Host {
  val statuses: Seq[String] = brine.accel.control.Status.names

  /** A word as the accelerator's ports take it. */
  private def unsigned(word: Long): BigInt = BigInt(word) & ((BigInt(1) << 64) - 1)
  private def unsigned(word: Int): BigInt = BigInt(word) & ((BigInt(1) << 32) - 1)

  def longs(bytes: Array[Byte]): Array[Long] = {
    val buffer = java.nio.ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN).asLongBuffer
    val result = new Array[Long](buffer.remaining)
    buffer.get(result)
    result
  }

  def bytes(longs: Array[Long]): Array[Byte] = {
    val buffer = java.nio.ByteBuffer.allocate(8 * longs.length).order(java.nio.ByteOrder.LITTLE_ENDIAN)
    buffer.asLongBuffer.put(longs)
    buffer.array
  }
}
