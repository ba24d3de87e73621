package brine.fuzz

import java.io.{ByteArrayOutputStream, OutputStream}
import java.nio.ByteBuffer
import java.nio.channels.Channels
import brine.{PickleException, Pickler}
import brine.region.Region
import brine.testkit.Allocation

/** A value of each kind that lies in a region in a special way. */
final case class Album(
    title: String,
    year: Int,
    tracks: Vector[Track],
    byTitle: Map[String, Track],
    byNumber: Map[Int, Kind],
    kind: Kind,
    parent: Option[Album],
    rating: Option[Double],
    kinds: List[Option[Kind]],
    samples: Array[Short],
    flags: Vector[Boolean],
    weight: BigDecimal
) derives Pickler
final case class Track(name: String, seconds: Long) derives Pickler
enum Kind derives Pickler:
  case Studio, Live
  case Other(name: String)
  case Mixed(one: Kind, other: Kind)

/** Takes any bytes for a region of an album, whose header is trusted: so the fuzzer gets past the checksum.
  *
  * Invariants (docs: SECURITY.md): each access ends in a value or a [[PickleException]], or as a collection that
  * has no such element or key. It allocates no more than a multiple of the existing bytes. A region that the verifier
  * accepts and that is read can be laid out again.
  */
object Regions extends Fuzzed:
  def seeds: Iterable[(String, Array[Byte])] =
    val small =
      Album("", 0, Vector.empty, Map.empty, Map.empty, Kind.Live, None, None, Nil, Array.empty, Vector.empty, 1)
    val kinds = List(Some(Kind.Live), None, Some(Kind.Mixed(Kind.Other("☃"), Kind.Studio)), null)
    val tracks = Vector.tabulate(12)(i => Track(s"track $i", i))
    val large = Album(
      "Brine",
      2005,
      tracks,
      tracks.map(track => track.name -> track).toMap,
      Map(1 -> Kind.Live),
      Kind.Other("x"),
      Some(small),
      Some(4.5),
      kinds,
      Array(1, 2, 3),
      Vector(true, false),
      BigDecimal("2.50")
    )
    List("empty" -> small, "large" -> large, "shared" -> large.copy(parent = Some(large))).map { (name, album) =>
      val out = new ByteArrayOutputStream
      Region.compactSharing(album).sendTo(Channels.newChannel(out))
      name -> out.toByteArray
    }

  def fuzzerTestOneInput(input: Array[Byte]): Unit =
    val most = Target.FreeBytes + Target.BytesPerByte * input.length
    for (look, i) <- looks.zipWithIndex do
      if Allocation.isAlwaysAbove(most, times = 5)(looked(input)(look)) then
        throw new AssertionError(
          s"${input.length} bytes, looked into in way $i, make the reader allocate more than $most"
        )

  private def looked(input: Array[Byte])(look: Region[Album] => Any): Unit =
    try look(Region.inUnchecked[Album](ByteBuffer.wrap(input)))
    catch case _: (PickleException | NoSuchElementException | IndexOutOfBoundsException) => ()

  private lazy val other = Region.in[Album](ByteBuffer.wrap(seeds.last._2))

  private val looks: List[Region[Album] => Any] = List(
    region => region.root(_.title),
    region => region.root(_.year),
    region => region.root(_.tracks(1).name),
    region => region.root(_.tracks.size),
    region => region.root(_.byTitle("track 3").seconds),
    region => region.root(_.byTitle.contains("")),
    region => name(region)(region.root(_.byNumber(1))),
    region => name(region)(region.root(_.kind)),
    region => name(region)(region.root(_.kinds(2).get)),
    region => region.root(_.parent.get.parent.isDefined),
    region => region.root(_.rating.get),
    region => region.buffer(region.root(_.samples)).get(0),
    region => region.root(_.flags(1)),
    region => region.root(_.weight).toValue,
    region => region.root.contentHash,
    region => region.root.isSameIn(other)(other.root),
    region => other.root.isSameIn(region)(region.root),
    region => region.toValue,
    region => region.sendTo(Channels.newChannel(OutputStream.nullOutputStream)),
    region => verified(region)
  )

  private def name(region: Region[Album])(kind: region.View[Kind]): String = kind.fold(
    (studio: region.View[Kind.Studio.type]) => "studio",
    (live: region.View[Kind.Live.type]) => "live",
    (other: region.View[Kind.Other]) => other(_.name),
    (mixed: region.View[Kind.Mixed]) => mixed(_.one).show
  )

  private def verified(region: Region[Album]): Unit =
    region.verify()
    val value = region.toValue
    try if value != null then Region.compact(value).verify()
    catch case e: PickleException => throw new AssertionError("a verified and read region is not laid out again", e)
