package brine.accel.fuzz

import brine.accel.Parameters
import brine.accel.model._
import brine.accel.sim._
import scala.util.Random

/** Random streams for deserialization units: those of random graphs, most of them changed. The unit must end, must say
  * `ok` exactly when the model does, and must write nothing outside the image.
  */
final class StreamFuzz(host: Host, p: Parameters, random: Random) {
  private val registry = 3
  private val klasses = RandomGraphs.classes.map(c => c.number -> (1L << 20 | 1024L * c.number)).toMap
  private val registered = klasses.keySet.filter(_ % 5 != 0) // some numbers have no class

  /** Registers the classes; once after a reset. */
  def prepare(): Unit =
    require(host.register(registered.toSeq.sorted.map(n => n -> klasses(n)), registry).forall(identity), "refused")

  private final case class Sent(stream: RawStream, use: Option[Use], image: Long, tag: Int)

  /** Sends some streams at the same time, and compares their ends with the model; gives the statuses. */
  def round(streams: Int): Seq[String] = {
    val sent = Seq.fill(streams)(send())
    val outcomes = host.await(streams, limit = 200000)._2.map(o => o.tag -> o.status).toMap
    sent.map { s =>
      compare(s, outcomes(s.tag))
      outcomes(s.tag)
    }
  }

  private def send(): Sent = {
    val stream = Iterator.iterate(original())(changed).drop(random.nextInt(4)).next()
    val slots = stream.imageSlots
    val image = host.allocate(8 * slots + 2 * StreamFuzz.guard) + StreamFuzz.guard
    host.write(image - StreamFuzz.guard, Array.fill(2 * StreamFuzz.guard + 8 * slots.toInt)(StreamFuzz.untouched))
    // Some requests name a place within the registry, as if another one began there.
    val named = if (random.nextInt(8) == 0) registry + 1 + random.nextInt(30) else registry
    val use = if (random.nextBoolean()) Some(Use(image, named)) else None
    val areas = host.store(stream.values, stream.references, stream.layouts, random.nextInt(64))
    Sent(stream, use, image, host.deserialize(areas, (image, 8 * slots), use, stream.hasMarks))
  }

  private def compare(sent: Sent, status: String): Unit = {
    val problem = StreamCheck.malformed(sent.stream)
    def unknown = sent.use.exists { use =>
      !StreamCheck.classNumbers(sent.stream).forall(n => use.registry == registry && registered.exists(_ == n))
    }
    val wanted = problem match {
      case Some(_) if sent.use.isDefined => Set("malformed", "unknownClass") // whichever is met first
      case Some(_)                       => Set("malformed")
      case None if unknown               => Set("unknownClass")
      case None                          => Set("ok")
    }
    require(
      wanted(status),
      s"$status where the model says ${problem.getOrElse(wanted.head)}: ${StreamFuzz.show(sent.stream)}"
    )
    val bytes = 8 * sent.stream.imageSlots.toInt
    for (guard <- Seq(sent.image - StreamFuzz.guard, sent.image + bytes))
      require(
        host.read(guard, StreamFuzz.guard).forall(_ == StreamFuzz.untouched),
        s"something was written outside the image: ${StreamFuzz.show(sent.stream)}"
      )
    if (status == "ok") {
      val arrays = StreamCheck.arrays(sent.stream)
      val marks = sent.stream.hasMarks
      val image =
        sent.use.fold(Decoupled.image(arrays))(u => Decoupled.image(arrays, u.base, n => klasses(n.toInt), marks))
      require(
        host.readLongs(sent.image, sent.stream.imageSlots).sameElements(image),
        s"another image than the model's: ${StreamFuzz.show(sent.stream)}"
      )
    }
  }

  // ---- streams

  private def original(): RawStream = {
    val hasMarks = random.nextInt(3) == 0
    val arrays = Decoupled.serialize(RandomGraphs(random, 1 + random.nextInt(8)), hasMarks)
    val values = Host.bytes(arrays.values)
    if (hasMarks && values.nonEmpty) Host.bytes(Array(random.nextLong())).copyToArray(values) // any mark word
    RawStream(values, arrays.references, arrays.layouts, arrays.imageSlots, hasMarks)
  }

  private def changed(s: RawStream): RawStream = random.nextInt(9) match {
    case 0 => s.copy(values = changed(s.values))
    case 1 => s.copy(references = changed(s.references))
    case 2 => s.copy(layouts = changed(s.layouts))
    case 3 => s.copy(imageSlots = (s.imageSlots + random.nextInt(33) - 16) max 0)
    case 4 => s.copy(hasMarks = !s.hasMarks)
    case 5 => s.copy(references = retargeted(s))
    case 6 => s.copy(references = stretched(s.references))
    case 7 => s.copy(layouts = stretched(s.layouts))
    case _ => s.copy(values = withClass(s))
  }

  /** One reference leads elsewhere. */
  private def retargeted(s: RawStream): PackedItems = if (StreamCheck.malformed(s).isDefined) s.references
  else {
    val codes = Decoupled.items(s.references).map(_.foldLeft(0L)((code, bit) => code << 1 | (if (bit) 1 else 0)))
    val target = random.nextInt(3) match {
      case 0 => random.nextLong() >>> 17 + random.nextInt(46)
      case 1 => s.imageSlots + random.nextInt(3)
      case _ => random.nextInt(s.imageSlots.toInt + 1).toLong
    }
    val packer = new Decoupled.Packer
    val at = if (codes.isEmpty) -1 else random.nextInt(codes.size)
    codes.zipWithIndex.foreach { case (code, i) => packer.reference(if (i == at) target else code) }
    packer.result()
  }

  /** The first object is of another class. */
  private def withClass(s: RawStream): Array[Byte] = {
    val copy = s.values.clone
    val at = if (s.hasMarks) 8 else 0
    val number = random.nextInt(3) match {
      case 0 => random.nextLong()
      case 1 => p.classes - 2L + random.nextInt(4)
      case _ => random.nextInt(50).toLong
    }
    if (copy.length >= at + 8) Host.bytes(Array(number)).copyToArray(copy, at)
    copy
  }

  private def changed(packed: PackedItems): PackedItems =
    if (random.nextBoolean()) packed.copy(buckets = changed(packed.buckets))
    else packed.copy(ends = changed(packed.ends))

  /** One array is much longer or shorter than the other, which a unit must not wait for. */
  private def stretched(packed: PackedItems): PackedItems = {
    def more = Array.fill(1 + random.nextInt(200))(StreamFuzz.usual(random.nextInt(StreamFuzz.usual.size)).toByte)
    random.nextInt(4) match {
      case 0 => packed.copy(buckets = packed.buckets ++ more)
      case 1 => packed.copy(ends = packed.ends ++ more)
      case 2 => packed.copy(ends = packed.ends.take(random.nextInt(packed.ends.length + 1)))
      case _ => packed.copy(buckets = packed.buckets.take(random.nextInt(packed.buckets.length + 1)))
    }
  }

  private def changed(bytes: Array[Byte]): Array[Byte] = random.nextInt(4) match {
    case 0 => bytes.dropRight(1 + random.nextInt(12))
    case 1 => bytes ++ Array.fill(1 + random.nextInt(12))(random.nextInt(256).toByte)
    case 2 if bytes.nonEmpty =>
      val copy = bytes.clone
      for (_ <- 0 to random.nextInt(3)) {
        val at = random.nextInt(copy.length)
        copy(at) = (copy(at) ^ 1 << random.nextInt(8)).toByte
      }
      copy
    case _ =>
      val other = new Array[Byte](random.nextInt(150))
      random.nextBytes(other)
      other
  }
}

object StreamFuzz {
  private val guard = 64
  private val untouched = 0x5a.toByte

  /** Bytes that make items, ends, and none. */
  private val usual = Seq(0x00, 0x80, 0xff, 0x98, 0x38, 0x01)

  private def show(s: RawStream): String = {
    def hex(bytes: Array[Byte]) = bytes.map(b => f"$b%02x").mkString
    s"values ${hex(s.values)}, references ${hex(s.references.buckets)} ${hex(s.references.ends)}, " +
      s"layouts ${hex(s.layouts.buckets)} ${hex(s.layouts.ends)}, ${s.imageSlots} slots, marks ${s.hasMarks}"
  }
}
