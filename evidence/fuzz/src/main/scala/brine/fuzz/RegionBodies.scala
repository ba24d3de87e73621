package brine.fuzz

import java.io.ByteArrayOutputStream
import java.nio.{ByteBuffer, ByteOrder}
import java.nio.channels.Channels
import brine.*
import brine.region.Region
import brine.testkit.Allocation
import brine.wire.layout.RegionLayout.*

/** Objects that can refer to objects of their own type, by each kind of place. */
enum Part derives Pickler:
  case Number(number: Int)
  case Pair(one: Part, other: Part)
  case Texts(all: List[String], units: List[Unit], flags: Vector[Boolean])
  case Parts(all: Vector[Part], maybe: Option[Part])
  case Named(all: Map[String, Part], numbers: Set[Int])
  case Keyed(all: Map[Part, Unit])
  case Known(date: BigDecimal, twice: Option[Option[Part]])
  case End

/** Takes any bytes for the body of a region that is not verified: the header before it is right, so that the fuzzer
  * forges references.
  *
  * The first byte is the root's tag, the next two its position in units of 4 bytes, and the rest is the body.
  * Invariants: a walk along views goes no deeper than the region has words. Each accessor ends in a value or a
  * [[PickleException]] that is not a [[PickleException.UserCode]]. None allocates more than a multiple of the bytes.
  */
object RegionBodies extends Fuzzed:
  private given options: PickleOptions = PickleOptions(limits = Limits(maxElementsWithoutBytes = 1000))

  private val values: List[(String, Part)] = List(
    "number" -> Part.Number(1),
    "pairs" -> Part.Pair(Part.Pair(Part.Number(1), Part.End), Part.Pair(Part.End, null)),
    "texts" -> Part.Texts(List("a", "☃", null), List((), ()), Vector(true, false)),
    "parts" -> Part.Parts(
      Vector(Part.Number(1), Part.Parts(Vector.empty, Some(Part.End))),
      Some(Part.Pair(Part.End, Part.End))
    ),
    "named" -> Part.Named((1 to 10).map(i => s"key $i" -> Part.Number(i)).toMap, Set(1, 2)),
    "keyed" -> Part.Keyed(Map(Part.Pair(Part.End, Part.Number(2)) -> ())),
    "known" -> Part.Known(BigDecimal("1.50"), Some(Some(Part.Known(0, None))))
  )

  private def bytesOf(value: Part): ByteBuffer =
    val out = new ByteArrayOutputStream
    Region.compact[Part](value).sendTo(Channels.newChannel(out))
    ByteBuffer.wrap(out.toByteArray).order(ByteOrder.LITTLE_ENDIAN)

  private lazy val header: Array[Byte] =
    val bytes = bytesOf(Part.Number(1))
    bytes.array.take(bytes.getInt(BODY_OFFSET))

  private lazy val other = Region.compact[Part](values(1)._2)

  def seeds: Iterable[(String, Array[Byte])] =
    for (name, value) <- values yield
      val bytes = bytesOf(value)
      val root = bytes.getLong(ROOT_OFFSET)
      val units = (root.toInt >>> UNIT_BITS).toShort
      name -> (Array((root >>> TAG_SHIFT).toByte, units.toByte, (units >> 8).toByte) ++ bytes.array.drop(
        bytes.getInt(BODY_OFFSET)
      ))

  def fuzzerTestOneInput(input: Array[Byte]): Unit = if input.length >= 3 + FIRST_OBJECT then
    val position = ((input(1) & 0xff) | (input(2) & 0xff) << 8).toLong << UNIT_BITS
    val region = ByteBuffer.wrap(header ++ input.drop(3)).order(ByteOrder.LITTLE_ENDIAN)
    region.putLong(LENGTH_OFFSET, input.length - 3).putLong(ROOT_OFFSET, (input(0) & 0x7fL) << TAG_SHIFT | position)
    val most = Target.FreeBytes + Target.BytesPerByte * input.length
    for (look, i) <- looks.zipWithIndex do
      if Allocation.isAlwaysAbove(most, times = 5)(looked(region)(look)) then
        throw new AssertionError(
          s"${input.length} bytes, looked into in way $i, make the reader allocate more than $most"
        )

  private def looked(bytes: ByteBuffer)(look: Region[Part] => Any): Unit =
    try look(Region.inUnchecked[Part](bytes.duplicate()))
    catch
      case e: PickleException.UserCode => throw new AssertionError("reported as user code", e)
      case _: (PickleException | NoSuchElementException | IndexOutOfBoundsException) => ()

  private val looks: List[Region[Part] => Any] = List(
    region =>
      val walk = new Walk(region)
      walk.down(walk.region.root, 0)
    ,
    region => region.toValue,
    region => region.root.contentHash,
    region => region.root.isSameIn(other)(other.root),
    region => other.root.isSameIn(region)(region.root),
    region => region.compacted,
    region => region.verify()
  )

  /** Walks along views, up to a bounded number in all, since shared objects are met again. */
  private final class Walk(val region: Region[Part]):
    private val mostLevels = region.length / 4
    private var left = 2000

    def down(part: region.View[Part], levels: Int): Unit =
      if levels > mostLevels then throw new AssertionError(s"a walk along views is at level $levels")
      left -= 1
      if left > 0 && !part.isNull then at(part, levels + 1)

    /** A missing key or element does not end the walk. */
    private def attempt(act: => Unit): Unit =
      try act
      catch case _: (PickleException | NoSuchElementException | IndexOutOfBoundsException) => ()

    private def at(part: region.View[Part], levels: Int): Unit = part.fold(
      (number: region.View[Part.Number]) => attempt(number(_.number): Unit),
      (pair: region.View[Part.Pair]) => { attempt(down(pair(_.one), levels)); attempt(down(pair(_.other), levels)) },
      (texts: region.View[Part.Texts]) =>
        attempt(texts(_.all(1)): Unit)
        attempt(texts(_.all.contains("a")): Unit)
        attempt(texts(_.units.size): Unit)
        attempt(texts(_.flags(0)): Unit)
      ,
      (parts: region.View[Part.Parts]) =>
        attempt((0 until math.min(4, parts(_.all.size))).foreach(i => attempt(down(parts(_.all(i)), levels))))
        attempt(down(parts(_.maybe.get), levels))
      ,
      (named: region.View[Part.Named]) =>
        attempt(down(named(_.all("key 3")), levels))
        attempt(named(_.numbers.contains(2)): Unit)
      ,
      (keyed: region.View[Part.Keyed]) => attempt(keyed(_.all.contains(Part.End)): Unit),
      (known: region.View[Part.Known]) =>
        attempt(known(_.date).toValue: Unit)
        attempt(down(known(_.twice.get.get), levels))
      ,
      (end: region.View[Part.End.type]) => ()
    )
