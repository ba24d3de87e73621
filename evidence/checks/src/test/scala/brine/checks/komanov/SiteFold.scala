package brine.checks.komanov

import java.time.Instant
import java.util.UUID
import brine.testkit.komanov.*

/** A site out of its history, except for the times, which the events do not contain; those are left at the epoch. Only
  * events that add or set are handled: a shortest history removes nothing.
  */
object SiteFold:
  private val epoch = Instant.EPOCH

  def apply(events: Seq[SiteEvent]): Site = events.head match
    case SiteCreated(id, ownerId, siteType) => events.tail.foldLeft(empty(id, ownerId, siteType))(add)
    case other                              => throw new IllegalArgumentException(s"a history begins with $other")

  /** The parts of a site that its history contains. */
  def withoutTimes(site: Site): Site = site.copy(
    dateCreated = epoch,
    dateUpdated = epoch,
    pages = site.pages.map(p => p.copy(components = p.components.map(_.copy(dateCreated = epoch, dateUpdated = epoch))))
  )

  private def empty(id: UUID, ownerId: UUID, siteType: SiteType) =
    Site(id, ownerId, 0, siteType, Nil, "", "", Nil, Nil, Nil, Nil, published = false, epoch, epoch)

  private def add(site: Site, event: SiteEvent): Site = event match
    case SiteRevisionSet(revision)       => site.copy(revision = revision)
    case SiteNameSet(name)               => site.copy(name = name)
    case SiteDescriptionSet(description) => site.copy(description = description)
    case SitePublished()                 => site.copy(published = true)
    case SiteFlagAdded(flag)             => site.copy(flags = site.flags :+ flag)
    case DomainAdded(name)               => site.copy(domains = site.domains :+ Domain(name, primary = false))
    case PrimaryDomainSet(name)          => site.copy(domains = site.domains.map(d => d.copy(primary = d.name == name)))
    case DefaultMetaTagAdded(name, value) => site.copy(defaultMetaTags = site.defaultMetaTags :+ MetaTag(name, value))
    case PageAdded(path)                  => site.copy(pages = site.pages :+ Page("", path, Nil, Nil))
    case PageNameSet(path, name)          => page(site, path)(_.copy(name = name))
    case PageMetaTagAdded(path, name, value) =>
      page(site, path)(p => p.copy(metaTags = p.metaTags :+ MetaTag(name, value)))
    case PageComponentAdded(path, id, kind) =>
      page(site, path)(p => p.copy(components = p.components :+ blank(id, kind)))
    case PageComponentPositionSet(id, position) => component(site, id)(_.copy(position = Some(position)))
    case PageComponentPositionReset(id)         => component(site, id)(_.copy(position = None))
    case TextComponentDataSet(id, text)         => component(site, id)(_.copy(data = TextComponentData(text)))
    case ButtonComponentDataSet(id, name, text, action) =>
      component(site, id)(_.copy(data = ButtonComponentData(name, text, action)))
    case BlogComponentDataSet(id, name, rss, tags) =>
      component(site, id)(_.copy(data = BlogComponentData(name, rss, tags)))
    case DomainEntryPointAdded(domain)   => entered(site, DomainEntryPoint(domain, primary = false))
    case FreeEntryPointAdded(user, name) => entered(site, FreeEntryPoint(user, name, primary = false))
    case PrimaryEntryPointSet(key)       => site.copy(entryPoints = site.entryPoints.map(setPrimary(_, key)))
    case other => throw new IllegalArgumentException(s"nothing to remove, yet there is $other")

  private def entered(site: Site, entryPoint: EntryPoint): Site =
    site.copy(entryPoints = site.entryPoints :+ entryPoint)

  private def page(site: Site, path: String)(change: Page => Page): Site =
    site.copy(pages = site.pages.map(p => if p.path == path then change(p) else p))

  private def component(site: Site, id: UUID)(change: PageComponent => PageComponent): Site =
    site.copy(pages =
      site.pages.map(p => p.copy(components = p.components.map(c => if c.id == id then change(c) else c)))
    )

  private def blank(id: UUID, kind: PageComponentType) =
    PageComponent(id, kind, TextComponentData(""), None, epoch, epoch)

  /** The key of a domain is the domain, that of a free site `<user>.<where it is hosted>/<name>`. */
  private def setPrimary(entryPoint: EntryPoint, key: String): EntryPoint = entryPoint match
    case domain: DomainEntryPoint => domain.copy(primary = domain.domain == key)
    case free: FreeEntryPoint =>
      free.copy(primary = key.startsWith(free.userName + ".") && key.endsWith("/" + free.siteName))
