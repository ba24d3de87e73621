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
  * [[PickleException]] that is not a [[PickleException.UserCode]]. None allocates more than a multiple of the bytes; of
  * a walk, which meets shared objects again and again, that holds for each of its accessors.
  */
object RegionBodies extends Fuzzed:
  private given options: PickleOptions = Target.FewUnits

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
    looked(region) { region =>
      val walk = new Walk(region, most)
      walk.down(walk.region.root, 0)
    }
    for (name, look) <- looks do bounded(name, most)(looked(region)(look))

  /** Fails if the work allocates more than `most` bytes each time. */
  private def bounded(name: String, most: Long)(work: => Any): Unit =
    if Allocation.isAlwaysAbove(most, times = 5)(work) then
      throw new AssertionError(s"$name makes the reader allocate more than $most bytes")

  private def looked(bytes: ByteBuffer)(look: Region[Part] => Any): Unit =
    try look(Region.inUnchecked[Part](bytes.duplicate()))
    catch
      case e: PickleException.UserCode => throw new AssertionError("reported as user code", e)
      case _: (PickleException | NoSuchElementException | IndexOutOfBoundsException) => ()

  private val looks: List[(String, Region[Part] => Any)] = List(
    "toValue" -> (region => region.toValue),
    "contentHash" -> (region => region.root.contentHash),
    "isSameIn another" -> (region => region.root.isSameIn(other)(other.root)),
    "isSameIn this" -> (region => other.root.isSameIn(region)(region.root)),
    "compacted" -> (region => region.compacted),
    "verify" -> (region => region.verify())
  )

  /** Walks along views, up to a bounded number in all, since shared objects are met again. */
  private final class Walk(val region: Region[Part], most: Long):
    private val mostLevels = region.length / 4
    private var left = 2000

    def down(part: region.View[Part], levels: Int): Unit =
      if levels > mostLevels then throw new AssertionError(s"a walk along views is at level $levels")
      left -= 1
      if left > 0 && !part.isNull then at(part, levels + 1)

    /** A part to go down to, or none: a missing key or element does not end the walk. */
    private def look[A](name: String)(accessor: => A): Option[A] =
      var found: Option[A] = None
      bounded(name, most) {
        found =
          try Some(accessor)
          catch case _: (PickleException | NoSuchElementException | IndexOutOfBoundsException) => None
      }
      found

    private def at(part: region.View[Part], levels: Int): Unit = part.fold(
      (number: region.View[Part.Number]) => look("number")(number(_.number)): Unit,
      (pair: region.View[Part.Pair]) =>
        look("one")(pair(_.one)).foreach(down(_, levels))
        look("other")(pair(_.other)).foreach(down(_, levels))
      ,
      (texts: region.View[Part.Texts]) =>
        look("a text")(texts(_.all(1)))
        look("contains a text")(texts(_.all.contains("a")))
        look("units")(texts(_.units.size))
        look("a flag")(texts(_.flags(0))): Unit
      ,
      (parts: region.View[Part.Parts]) =>
        for i <- 0 until look("size")(parts(_.all.size)).getOrElse(0).min(4) do
          look("a part")(parts(_.all(i))).foreach(down(_, levels))
        look("maybe")(parts(_.maybe.get)).foreach(down(_, levels))
      ,
      (named: region.View[Part.Named]) =>
        look("a named part")(named(_.all("key 3"))).foreach(down(_, levels))
        look("contains a number")(named(_.numbers.contains(2))): Unit
      ,
      (keyed: region.View[Part.Keyed]) => look("contains a part")(keyed(_.all.contains(Part.End))): Unit,
      (known: region.View[Part.Known]) =>
        look("a date")(known(_.date).toValue)
        look("twice")(known(_.twice.get.get)).foreach(down(_, levels))
      ,
      (end: region.View[Part.End.type]) => ()
    )
