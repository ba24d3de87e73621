package brine.testkit.komanov

import java.time.Instant
import java.util.UUID
import brine.Pickler
import brine.combine.imap

/** The model of "Scala Serialization" (Komanov, 2016): a website as its builder stores it. */
final case class Site(
    id: UUID,
    ownerId: UUID,
    revision: Long,
    siteType: SiteType,
    flags: Seq[SiteFlag],
    name: String,
    description: String,
    domains: Seq[Domain],
    defaultMetaTags: Seq[MetaTag],
    pages: Seq[Page],
    entryPoints: Seq[EntryPoint],
    published: Boolean,
    dateCreated: Instant,
    dateUpdated: Instant
) derives Pickler

object Site:
  /** In whole milliseconds, as the benchmark's own converters write it. */
  given Pickler[Instant] = Pickler[Long].imap(Instant.ofEpochMilli(_))(_.toEpochMilli)

enum SiteType derives Pickler:
  case Flash, Silverlight, Html5

enum SiteFlag derives Pickler:
  case Free, Premium

final case class Domain(name: String, primary: Boolean) derives Pickler
final case class MetaTag(name: String, value: String) derives Pickler
final case class Page(name: String, path: String, metaTags: Seq[MetaTag], components: Seq[PageComponent])
    derives Pickler

enum PageComponentType derives Pickler:
  case Text, Button, Blog

final case class PageComponent(
    id: UUID,
    componentType: PageComponentType,
    data: PageComponentData,
    position: Option[PageComponentPosition],
    dateCreated: Instant,
    dateUpdated: Instant
) derives Pickler

object PageComponent:
  export Site.given_Pickler_Instant

sealed trait PageComponentData derives Pickler
final case class TextComponentData(text: String) extends PageComponentData
final case class ButtonComponentData(name: String, text: String, action: UUID) extends PageComponentData
final case class BlogComponentData(name: String, rss: Boolean, tags: Boolean) extends PageComponentData

final case class PageComponentPosition(x: Int, y: Int) derives Pickler

sealed trait EntryPoint derives Pickler
final case class DomainEntryPoint(domain: String, primary: Boolean) extends EntryPoint
final case class FreeEntryPoint(userName: String, siteName: String, primary: Boolean) extends EntryPoint
