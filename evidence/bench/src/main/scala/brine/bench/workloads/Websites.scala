package brine.bench.workloads

import java.time.Instant
import brine.Pickler
import brine.bench.workloads.Parts.*
import brine.testkit.komanov.*
import brine.wire.{ByteSink, ByteSource}

/** Komanov's website. `size`: kilobytes of its JSON. */
final class Sites(size: Int) extends Workload[Site]("site"), Twinned[Site]:
  def pickler: Pickler[Site] = summon
  lazy val values: Vector[Site] = Vector(KomanovSamples.site(size))

  object plain extends Twin[Site]:
    def write(site: Site, sink: ByteSink): Unit = Websites.put(site, sink)
    def read(source: ByteSource): Site = Websites.get(false, source)

  object hardened extends Twin[Site]:
    def write(site: Site, sink: ByteSink): Unit =
      limit(true, sink)
      Websites.put(site, sink)
    def read(source: ByteSource): Site = Websites.get(true, source)

private object Websites:
  private val siteTypes = SiteType.values
  private val flags = SiteFlag.values
  private val componentTypes = PageComponentType.values

  def put(site: Site, sink: ByteSink): Unit =
    putUuid(site.id, sink)
    putUuid(site.ownerId, sink)
    sink.putZigzagLong(site.revision)
    sink.putByte(site.siteType.ordinal)
    putAll(site.flags, sink)(flag => sink.putByte(flag.ordinal))
    putString(site.name, sink)
    putString(site.description, sink)
    putAll(site.domains, sink) { domain =>
      putString(domain.name, sink)
      putBoolean(domain.primary, sink)
    }
    putMetaTags(site.defaultMetaTags, sink)
    putAll(site.pages, sink)(putPage(_, sink))
    putAll(site.entryPoints, sink)(putEntryPoint(_, sink))
    putBoolean(site.published, sink)
    putInstant(site.dateCreated, sink)
    putInstant(site.dateUpdated, sink)

  inline def get(inline isHardened: Boolean, source: ByteSource): Site =
    Site(
      getUuid(source),
      getUuid(source),
      source.getZigzagLong(),
      siteTypes(source.getByte()),
      getVector(isHardened, source)(flags(source.getByte())),
      getString(source),
      getString(source),
      getVector(isHardened, source)(Domain(getString(source), source.getBoolean())),
      getMetaTags(isHardened, source),
      getVector(isHardened, source)(Page(
        getString(source),
        getString(source),
        getMetaTags(isHardened, source),
        getComponents(isHardened, source)
      )),
      getVector(isHardened, source)(getEntryPoint(source)),
      source.getBoolean(),
      getInstant(source),
      getInstant(source)
    )

  private def putBoolean(value: Boolean, sink: ByteSink): Unit = sink.putByte(if value then 1 else 0)
  private def putInstant(time: Instant, sink: ByteSink): Unit = sink.putZigzagLong(time.toEpochMilli)
  private def getInstant(source: ByteSource): Instant = Instant.ofEpochMilli(source.getZigzagLong())

  private def putMetaTags(tags: Seq[MetaTag], sink: ByteSink): Unit = putAll(tags, sink) { tag =>
    putString(tag.name, sink)
    putString(tag.value, sink)
  }

  private inline def getMetaTags(inline isHardened: Boolean, source: ByteSource): Seq[MetaTag] =
    getVector(isHardened, source)(MetaTag(getString(source), getString(source)))

  private def putPage(page: Page, sink: ByteSink): Unit =
    putString(page.name, sink)
    putString(page.path, sink)
    putMetaTags(page.metaTags, sink)
    putAll(page.components, sink)(putComponent(_, sink))

  private def putComponent(component: PageComponent, sink: ByteSink): Unit =
    putUuid(component.id, sink)
    sink.putByte(component.componentType.ordinal)
    putData(component.data, sink)
    putOption(component.position, sink) { position =>
      sink.putZigzagInt(position.x)
      sink.putZigzagInt(position.y)
    }
    putInstant(component.dateCreated, sink)
    putInstant(component.dateUpdated, sink)

  private inline def getComponents(inline isHardened: Boolean, source: ByteSource): Seq[PageComponent] =
    getVector(isHardened, source)(getComponent(source))

  private def getComponent(source: ByteSource): PageComponent =
    PageComponent(
      getUuid(source),
      componentTypes(source.getByte()),
      getData(source),
      getOption(source)(PageComponentPosition(source.getZigzagInt(), source.getZigzagInt())),
      getInstant(source),
      getInstant(source)
    )

  private def putData(data: PageComponentData, sink: ByteSink): Unit = data match
    case TextComponentData(text) =>
      sink.putByte(0)
      putString(text, sink)
    case ButtonComponentData(name, text, action) =>
      sink.putByte(1)
      putString(name, sink)
      putString(text, sink)
      putUuid(action, sink)
    case BlogComponentData(name, rss, tags) =>
      sink.putByte(2)
      putString(name, sink)
      putBoolean(rss, sink)
      putBoolean(tags, sink)

  private def getData(source: ByteSource): PageComponentData = source.getByte() match
    case 0   => TextComponentData(getString(source))
    case 1   => ButtonComponentData(getString(source), getString(source), getUuid(source))
    case 2   => BlogComponentData(getString(source), source.getBoolean(), source.getBoolean())
    case tag => unknownTag(tag)

  private def putEntryPoint(entry: EntryPoint, sink: ByteSink): Unit = entry match
    case DomainEntryPoint(domain, primary) =>
      sink.putByte(0)
      putString(domain, sink)
      putBoolean(primary, sink)
    case FreeEntryPoint(userName, siteName, primary) =>
      sink.putByte(1)
      putString(userName, sink)
      putString(siteName, sink)
      putBoolean(primary, sink)

  private def getEntryPoint(source: ByteSource): EntryPoint = source.getByte() match
    case 0   => DomainEntryPoint(getString(source), source.getBoolean())
    case 1   => FreeEntryPoint(getString(source), getString(source), source.getBoolean())
    case tag => unknownTag(tag)
