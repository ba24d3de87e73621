package brine.testkit.komanov

import java.time.Instant
import java.util.{SplittableRandom, UUID}

/** Sites and their histories with values of our own, made like the benchmark's: JSON of the published sizes, with the
  * same sorts and numbers of pages, components and events. Texts have the same lengths and the same share of Cyrillic,
  * and equally many strings occur again.
  *
  * Labels have the lengths of those in the benchmark. Ids, times and descriptions are drawn from a fixed seed, so they
  * are the same on every JVM. The lengths of the descriptions, given in `Outline`, are fitted so that the JSON has its
  * length.
  */
object KomanovSamples:
  /** A site whose JSON is so long: 1, 2, 4, 8 or 64 KB, which the benchmark has 1060, 2076, 4043, 8173 and 65,835 bytes
    * for.
    */
  def site(kilobytes: Int): Site = new SiteMaker(Outline.of(kilobytes)).site

  /** The original sites of these sizes have 1277, 2499, 5119, 10,961 and 109,539 bytes of JSON. */
  def events(kilobytes: Int): Vector[SiteEvent] = historyOf(site(kilobytes))

  /** The shortest history of a site, in the benchmark's order. Times are not in it, as the benchmark keeps them beside
    * the events.
    */
  def historyOf(site: Site): Vector[SiteEvent] =
    Vector(
      SiteCreated(site.id, site.ownerId, site.siteType),
      SiteRevisionSet(site.revision),
      SiteNameSet(site.name),
      SiteDescriptionSet(site.description)
    ) ++ Option.when(site.published)(SitePublished()) ++ site.flags.map(SiteFlagAdded(_)) ++ site.domains.flatMap(
      domainHistory
    ) ++
      site.defaultMetaTags.map(t => DefaultMetaTagAdded(t.name, t.value)) ++ site.pages.flatMap(pageHistory) ++
      site.entryPoints.flatMap(entryPointHistory)

  private def domainHistory(domain: Domain): Vector[SiteEvent] =
    DomainAdded(domain.name) +: Option.when(domain.primary)(PrimaryDomainSet(domain.name)).toVector

  private def pageHistory(page: Page): Vector[SiteEvent] =
    Vector(PageAdded(page.path), PageNameSet(page.path, page.name)) ++
      page.metaTags.map(t => PageMetaTagAdded(page.path, t.name, t.value)) ++ page.components.flatMap(componentHistory(
        page,
        _
      ))

  private def componentHistory(page: Page, component: PageComponent): Vector[SiteEvent] =
    val id = component.id
    Vector(
      PageComponentAdded(page.path, id, component.componentType),
      component.position.fold(PageComponentPositionReset(id))(PageComponentPositionSet(id, _)),
      component.data match
        case TextComponentData(text)                 => TextComponentDataSet(id, text)
        case ButtonComponentData(name, text, action) => ButtonComponentDataSet(id, name, text, action)
        case BlogComponentData(name, rss, tags)      => BlogComponentDataSet(id, name, rss, tags)
    )

  private def entryPointHistory(entryPoint: EntryPoint): Vector[SiteEvent] = entryPoint match
    case DomainEntryPoint(domain, primary) =>
      DomainEntryPointAdded(domain) +: Option.when(primary)(PrimaryEntryPointSet(domain)).toVector
    case FreeEntryPoint(user, name, primary) =>
      FreeEntryPointAdded(user, name) +: Option.when(primary)(PrimaryEntryPointSet(s"$user.go.test/$name")).toVector

/** The differences between the sites. `english` and `cyrillic`: the lengths of the description's lines. */
private final case class Outline(
    kilobytes: Int,
    revision: Long,
    siteType: SiteType,
    flag: SiteFlag,
    name: String,
    english: Vector[Int],
    cyrillic: Vector[Int]
)

private object Outline:
  import SiteFlag.*
  import SiteType.*

  def of(kilobytes: Int): Outline = kilobytes match
    case 1  => Outline(1, 1, Flash, Free, "clay-and-kilns", Vector(89, 91), Vector(92))
    case 2  => Outline(2, 2, Silverlight, Premium, "clay-kilns-second", Vector(106, 114, 113), Vector(135, 61))
    case 4  => Outline(4, 3, Silverlight, Premium, "clay-kilns-and-pots", Vector(106, 114, 110), Vector(135, 114, 61))
    case 8  => Outline(8, 3, Html5, Premium, "clay-kilns-and-pots", Vector(106, 114, 109), Vector(135, 114, 61))
    case 64 => Outline(64, 3, Html5, Premium, "clay-kilns-and-pots", Vector(106, 114, 115), Vector(135, 114, 61))
    case _  => throw new IllegalArgumentException(s"sites are of 1, 2, 4, 8 and 64 KB, not of $kilobytes")

/** Makes a site of one outline, once: it draws its values as it goes. */
private final class SiteMaker(outline: Outline):
  import SiteMaker.*

  private val random = new SplittableRandom(outline.kilobytes)
  private val size = outline.kilobytes

  def site: Site = Site(
    uuid(),
    uuid(),
    outline.revision,
    outline.siteType,
    Vector(outline.flag),
    outline.name,
    description,
    domains,
    defaultMetaTags,
    pages,
    entryPoints,
    published = true,
    time(),
    time()
  )

  private def domains =
    if size == 1 then Vector.empty else Vector(Domain("kilner.test", true), Domain("potter.test", false))

  private def defaultMetaTags = size match
    case 1  => Vector(MetaTag("dc:cover", "https://kilner.test/pots.png"))
    case 64 => Vector.tabulate(5)(i => MetaTag(s"dc:kiln-option-${i + 1}", s"fired at level no ${i + 1}"))
    case _ => Vector(
        MetaTag("dc:cover", "https://static.kilner.test/images/share/pots-en.png"),
        MetaTag("dc:locale", "el-GR"),
        MetaTag("dc:url", "http://potter.test"),
        MetaTag("dc:description", "Глина-печь")
      )

  private def entryPoints = size match
    case 1 => Vector(free(primary = true))
    case 2 => domainEntryPoints("kilner.test", "potter.test") :+ free(primary = false)
    case _ =>
      val own =
        domainEntryPoints(Vector("clayware.test", "kilnware.test") ++ (1 to 3).map(i => s"workshop-$i.kilnware.test")*)
      val branches =
        if size == 64 then Vector.tabulate(20)(i => DomainEntryPoint(s"branch-$i.potter.test", false)) else Vector.empty
      (own :+ free(primary = false)) ++ branches

  private def domainEntryPoints(domains: String*): Vector[EntryPoint] =
    domains.toVector.map(domain => DomainEntryPoint(domain, primary = domain == domains.head))

  private def free(primary: Boolean): EntryPoint = FreeEntryPoint("olga", outline.name, primary)

  // ---------------------------------------------------------------- pages

  private def pages: Vector[Page] = Vector(frontPage) ++ Option.when(size >= 4)(newsPage) ++ (size match
    case 8  => Vector.tabulate(8)(cupPage)
    case 64 => Vector.tabulate(40)(i => kilnPage(10 + i))
    case _  => Vector.empty
  )

  private def frontPage = size match
    case 1 => Page("front", "/", Vector.empty, Vector(text("Kilns")))
    case 2 => Page("front", "/", Vector.empty, Vector(text("Pots, jugs, bowls"), orderButton))
    case _ => Page("front", "/", Vector.empty, Vector(text("Pots and jugs"), orderButton))

  private def orderButton = button("order_btn", "Order it!", at(2, 2))

  private def newsPage = Page(
    "news",
    "/news",
    Vector(MetaTag("dc:type", "news")),
    Vector(
      text("Our news"),
      component(PageComponentType.Blog, BlogComponentData("NEWS", rss = true, tags = true), None),
      text("The kiln is lit again: come on Friday, bring a cup or two.", at(0, 120)),
      button("send_comment", "Tell us!", at(0, 0)),
      text("Our news", at(0, 120)),
      button("send_comment", "Tell us!", at(0, 0))
    )
  )

  private def cupPage(i: Int) =
    Page(
      s"cp$i",
      s"/cp/$i",
      Vector.empty,
      Vector(laterText(s"Cup $i", None), laterButton(s"cp${i}_add", "Add to bag", None))
    )

  private def kilnPage(i: Int) = Page(
    s"pottery$i",
    s"/pottery$i/kiln-no/$i",
    Vector.tabulate(10)(tag => MetaTag(s"clay$tag", s"sort-of-a-clay-$tag")),
    Vector(
      laterText(s"Pottery from kiln no. $i", None),
      laterButton("order", "Have one more of it!", at(120, 480)),
      laterText(s"Jug$i, bowl$i, vase$i", None),
      laterButton("order", "Order these", at(120, 1020))
    )
  )

  private def text(text: String, position: Option[PageComponentPosition] = None) =
    component(PageComponentType.Text, TextComponentData(text), position)

  private def button(name: String, text: String, position: Option[PageComponentPosition]) =
    component(PageComponentType.Button, ButtonComponentData(name, text, uuid()), position)

  private def component(kind: PageComponentType, data: PageComponentData, position: Option[PageComponentPosition]) =
    PageComponent(uuid(), kind, data, position, time(), time())

  /** Times of the pages beyond the first two reach far into the future, in the benchmark too. */
  private def later(component: PageComponent) = component.copy(dateCreated = laterTime(), dateUpdated = laterTime())

  private def laterText(label: String, position: Option[PageComponentPosition]) = later(text(label, position))

  private def laterButton(name: String, label: String, position: Option[PageComponentPosition]) =
    later(button(name, label, position))

  private def at(x: Int, y: Int) = Some(PageComponentPosition(x, y))

  // ---------------------------------------------------------------- drawn values

  /** An id of version 4, as random UUIDs are. */
  private def uuid() =
    new UUID(random.nextLong() & ~0xf000L | 0x4000L, random.nextLong() & 0x3fffffffffffffffL | 0x8000000000000000L)

  private def time() = Instant.ofEpochSecond(random.nextLong(1_460_000_000L, 1_470_000_000L))
  private def laterTime() = Instant.ofEpochSecond(random.nextLong(1_550_000_000L, 2_450_000_000L))

  private def description =
    (outline.english.map(line(english, _)) ++ outline.cyrillic.map(line(cyrillic, _))).mkString("\n")

  /** Sentences, cut to a length. */
  private def line(words: Vector[String], length: Int): String =
    val text = Iterator.continually(sentence(words)).scanLeft("")(_ + _).find(_.length >= length).get
    text.take(length - 1).stripTrailing.padTo(length, '.')

  private def sentence(words: Vector[String]): String =
    Vector.fill(random.nextInt(3, 9))(words(random.nextInt(words.length))).mkString("", " ", ". ").capitalize

private object SiteMaker:
  private def words(text: String): Vector[String] = text.stripMargin.split("\\s+").toVector

  private val english = words(
    """clay is dug from the bank of a slow river and left under straw all winter until frost has broken it every lump
      |then gets trodden by foot sieved soaked twice kneaded like bread turned on wheels dried glazed with ash fired for
      |three days"""
  )

  private val cyrillic = words(
    """глину копают у реки осенью потом она лежит под снегом до самой весны мастер месит её ногами долго молча и ставит
      |на круг кувшин сохнет в тени два дня печь топят берёзой жар держится ночь утром посуду вынимают ещё тёплой"""
  )
