package brine.checks.komanov

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.UUID
import scala.jdk.CollectionConverters.*
import brine.*
import brine.binary.BinaryFormat
import brine.testkit.Laws
import brine.testkit.komanov.*

/** The samples are like the benchmark's data: in the sizes it has published and, where there is a folder of it, in
  * their parts.
  */
class KomanovSamplesSuite extends munit.FunSuite:
  /** `eventBytes`: of all events, one by one, without the times beside them. */
  private final case class Published(kilobytes: Int, siteBytes: Int, eventBytes: Int, events: Int)

  private val published = List(
    Published(1, 1060, 1277, 14),
    Published(2, 2076, 2499, 25),
    Published(4, 4043, 5119, 49),
    Published(8, 8173, 10_961, 113),
    Published(64, 65_835, 109_539, 1030)
  )

  private def assertNear(actual: Int, expected: Int, percent: Int, clue: String): Unit =
    assert((actual - expected).abs * 100 <= expected * percent, s"$clue: $actual, not $expected within $percent %")

  private def jsonLength(value: Site | SiteEvent): Int = KomanovJson.bytes(value).length

  for p <- published do
    test(s"${p.kilobytes} KB: JSON has the published length, and there are as many events") {
      assertEquals(jsonLength(KomanovSamples.site(p.kilobytes)), p.siteBytes)
      val events = KomanovSamples.events(p.kilobytes)
      assertEquals(events.map(jsonLength).sum, p.eventBytes)
      assertEquals(events.length, p.events)
    }

    test(s"${p.kilobytes} KB: each call makes the same value") {
      assertEquals(KomanovSamples.site(p.kilobytes), KomanovSamples.site(p.kilobytes))
      assertEquals(KomanovSamples.events(p.kilobytes), KomanovSamples.events(p.kilobytes))
    }

    test(s"${p.kilobytes} KB: the events rebuild the site") {
      assertEquals(
        SiteFold(KomanovSamples.events(p.kilobytes)),
        SiteFold.withoutTimes(KomanovSamples.site(p.kilobytes))
      )
    }

  test("the sites are those they have always been, on every JVM") {
    val digests = published.map(p => java.util.Arrays.hashCode(KomanovJson.bytes(KomanovSamples.site(p.kilobytes))))
    assertEquals(digests, List(249651005, -760171459, -765706005, -649046682, 1181952830))
  }

  test("there are no other sizes") {
    for kilobytes <- List(-1, 0, 3, 16, 65) do
      intercept[IllegalArgumentException](KomanovSamples.site(kilobytes))
      intercept[IllegalArgumentException](KomanovSamples.events(kilobytes))
  }

  for root <- sys.env.get("BRINE_DATA") do
    val folder = Path.of(root).resolve("komanov")
    val data = new KomanovData(folder)

    for p <- published do
      val size = s"${p.kilobytes}k"
      def sample = KomanovSamples.site(p.kilobytes)
      def sampleEvents = KomanovSamples.events(p.kilobytes)

      test(s"data of $size: rendered, a site is its file") {
        assertEquals(
          new String(KomanovJson.bytes(data.site(size)), UTF_8),
          Files.readString(folder.resolve(s"site_$size.json"))
        )
      }

      test(s"data of $size: rendered, each event equals its line") {
        val lines = Files.readAllLines(folder.resolve(s"events_$size.jsonl")).asScala.toList
        val id = data.site(size).id
        for (line, event) <- lines.zip(data.events(size)) do
          val json = new String(KomanovJson.bytes(event), UTF_8)
          assertEquals(line.replaceFirst("\\d+}$", ""), s"""{"id":"$id","event":$json,"timestamp":""")
      }

      test(s"data of $size: its events are the history of its site, and rebuild it") {
        assertEquals(
          KomanovSamples.historyOf(data.site(size)).map(withoutHost),
          data.events(size).toVector.map(withoutHost)
        )
        assertEquals(SiteFold(data.events(size)), SiteFold.withoutTimes(data.site(size)))
      }

      test(s"data of $size: the samples are as long in Brine, within 5 %") {
        assertNear(bare(sample), bare(data.site(size)), 5, "site")
        assertNear(sampleEvents.map(bare).sum, data.events(size).map(bare).sum, 5, "events")
      }

      test(
        s"data of $size: the samples have as many events of each sort, and as much text, of which as much is " +
          "Cyrillic or occurs again"
      ) {
        def sorts(events: Seq[SiteEvent]) = events.groupMapReduce(_.getClass)(_ => 1)(_ + _)
        assertEquals(sorts(sampleEvents), sorts(data.events(size)))
        val (mine, theirs) = (texts(sample), texts(data.site(size)))
        assertEquals(mine.length, theirs.length)
        assertEquals(mine.distinct.length, theirs.distinct.length)
        assertNear(mine.map(_.length).sum, theirs.map(_.length).sum, 2, "characters")
        assertNear(mine.map(cyrillic).sum, theirs.map(cyrillic).sum, 5, "Cyrillic characters")
        assertNear(repeated(mine), repeated(theirs), 5, "characters that occur again")
      }

      test(s"data of $size: no text or id of it is in the samples") {
        def all(site: Site) =
          texts(site).flatMap(_.split("\\n")).filter(_.length > 1).toSet ++ ids(site).map(_.toString)
        assertEquals(all(sample).intersect(all(data.site(size))), Set.empty[String])
      }

  /** The host of free sites is the benchmark's own. */
  private def withoutHost(event: SiteEvent): SiteEvent = event match
    case PrimaryEntryPointSet(key) => PrimaryEntryPointSet(key.replaceFirst("\\..*/", "/"))
    case other                     => other

  private def bare[A: Pickler](value: A): Int = Laws.write(value, BinaryFormat.Bare).length

  private def cyrillic(text: String): Int = text.count(_ > 127)
  private def repeated(texts: Seq[String]): Int = texts.map(_.length).sum - texts.distinct.map(_.length).sum

  private def texts(site: Site): Vector[String] = parts(site).collect { case text: String => text }
  private def ids(site: Site): Vector[UUID] = parts(site).collect { case id: UUID => id }

  private def parts(value: Any): Vector[Any] = value match
    case all: Seq[?]      => all.toVector.flatMap(parts)
    case several: Product => several.productIterator.toVector.flatMap(parts)
    case one              => Vector(one)
