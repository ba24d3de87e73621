package brine.bench.peers

import java.time.Instant
import java.util.UUID
import scala.annotation.meta.field
import scala.collection.mutable.ArrayBuffer
import org.apache.fory.json.annotation.{JsonCodec, JsonCreator, JsonMixin, JsonSubTypes}
import brine.bench.workloads.*
import brine.testkit.komanov.*

/** Mixins for the models of papers and other benchmarks: the annotations that these classes could have. */
private[peers] object ForyJsonModels:
  val all: List[Class[?]] = List(
    classOf[DataEventMixin],
    classOf[DataPointMixin],
    classOf[CoordinatesMixin],
    classOf[BranchMixin],
    classOf[LeafMixin],
    classOf[MediaContentMixin],
    classOf[ClipMixin],
    classOf[ImageMixin],
    classOf[SiteMixin],
    classOf[DomainMixin],
    classOf[MetaTagMixin],
    classOf[PageMixin],
    classOf[PageComponentMixin],
    classOf[TextComponentDataMixin],
    classOf[ButtonComponentDataMixin],
    classOf[BlogComponentDataMixin],
    classOf[PageComponentPositionMixin],
    classOf[DomainEntryPointMixin],
    classOf[FreeEntryPointMixin],
    classOf[SiteCreatedMixin],
    classOf[SiteNameSetMixin],
    classOf[SiteDescriptionSetMixin],
    classOf[SiteRevisionSetMixin],
    classOf[SiteFlagAddedMixin],
    classOf[SiteFlagRemovedMixin],
    classOf[DomainAddedMixin],
    classOf[DomainRemovedMixin],
    classOf[PrimaryDomainSetMixin],
    classOf[DefaultMetaTagAddedMixin],
    classOf[DefaultMetaTagRemovedMixin],
    classOf[PageAddedMixin],
    classOf[PageRemovedMixin],
    classOf[PageNameSetMixin],
    classOf[PageMetaTagAddedMixin],
    classOf[PageMetaTagRemovedMixin],
    classOf[PageComponentAddedMixin],
    classOf[PageComponentRemovedMixin],
    classOf[PageComponentPositionSetMixin],
    classOf[PageComponentPositionResetMixin],
    classOf[TextComponentDataSetMixin],
    classOf[ButtonComponentDataSetMixin],
    classOf[BlogComponentDataSetMixin],
    classOf[DomainEntryPointAddedMixin],
    classOf[FreeEntryPointAddedMixin],
    classOf[EntryPointRemovedMixin],
    classOf[PrimaryEntryPointSetMixin],
    classOf[BinaryTreeMixin],
    classOf[PageComponentDataMixin],
    classOf[EntryPointMixin],
    classOf[SiteEventMixin]
  )

  private type codec = JsonCodec @field
  private type Case = JsonSubTypes.Type

  // Collections and options: a codec for each of their types.
  final class VectorOfDataEvent extends ForyArray[DataEvent, Vector[DataEvent]](ForyPart(classOf[DataEvent]), Vector)
  final class BufferOfDataPoint
      extends ForyArray[DataPoint, ArrayBuffer[DataPoint]](ForyPart(classOf[DataPoint]), ArrayBuffer)
  final class ListOfImage extends ForyArray[Image, List[Image]](ForyPart(classOf[Image]), List)
  final class OptionOfString extends ForyOption[String](ForyPart(classOf[String]))
  final class OptionOfInt extends ForyOption[Int](ForyPart(classOf[Integer]))
  final class ListOfString extends ForyArray[String, List[String]](ForyPart(classOf[String]), List)
  final class SeqOfSiteFlag extends ForyArray[SiteFlag, Seq[SiteFlag]](ForyPart(classOf[SiteFlag]), Seq)
  final class SeqOfDomain extends ForyArray[Domain, Seq[Domain]](ForyPart(classOf[Domain]), Seq)
  final class SeqOfMetaTag extends ForyArray[MetaTag, Seq[MetaTag]](ForyPart(classOf[MetaTag]), Seq)
  final class SeqOfPage extends ForyArray[Page, Seq[Page]](ForyPart(classOf[Page]), Seq)
  final class SeqOfEntryPoint extends ForyArray[EntryPoint, Seq[EntryPoint]](ForyPart(classOf[EntryPoint]), Seq)
  final class SeqOfPageComponent
      extends ForyArray[PageComponent, Seq[PageComponent]](ForyPart(classOf[PageComponent]), Seq)
  final class OptionOfPageComponentPosition
      extends ForyOption[PageComponentPosition](ForyPart(classOf[PageComponentPosition]))

  // Classes: the constructor's parameters, and the codecs of fields.
  @JsonMixin(target = classOf[DataEvent])
  abstract class DataEventMixin @JsonCreator(Array("id", "timestamp", "message")) (
      id: String,
      timestamp: Long,
      message: String
  )

  @JsonMixin(target = classOf[DataPoint])
  abstract class DataPointMixin @JsonCreator(Array("y", "x")) (y: Double, x: Coordinates)

  @JsonMixin(target = classOf[Coordinates])
  abstract class CoordinatesMixin @JsonCreator(Array("elements")) (elements: Array[Double])

  @JsonMixin(target = classOf[Branch])
  abstract class BranchMixin @JsonCreator(Array("left", "right")) (left: BinaryTree, right: BinaryTree)

  @JsonMixin(target = classOf[Leaf])
  abstract class LeafMixin @JsonCreator(Array("value")) (value: Int)

  @JsonMixin(target = classOf[MediaContent])
  abstract class MediaContentMixin @JsonCreator(Array("media", "images")) (
      media: Clip,
      @codec(value = classOf[ListOfImage]) private val images: List[Image]
  )

  @JsonMixin(target = classOf[Clip])
  abstract class ClipMixin @JsonCreator(Array(
    "uri",
    "title",
    "width",
    "height",
    "format",
    "duration",
    "size",
    "bitrate",
    "persons",
    "player",
    "copyright"
  )) (
      uri: String,
      @codec(value = classOf[OptionOfString]) private val title: Option[String],
      width: Int,
      height: Int,
      format: String,
      duration: Long,
      size: Long,
      @codec(value = classOf[OptionOfInt]) private val bitrate: Option[Int],
      @codec(value = classOf[ListOfString]) private val persons: List[String],
      player: Player,
      @codec(value = classOf[OptionOfString]) private val copyright: Option[String]
  )

  @JsonMixin(target = classOf[Image])
  abstract class ImageMixin @JsonCreator(Array("uri", "title", "width", "height", "size")) (
      uri: String,
      @codec(value = classOf[OptionOfString]) private val title: Option[String],
      width: Int,
      height: Int,
      size: ImageSize
  )

  @JsonMixin(target = classOf[Site])
  abstract class SiteMixin @JsonCreator(Array(
    "id",
    "ownerId",
    "revision",
    "siteType",
    "flags",
    "name",
    "description",
    "domains",
    "defaultMetaTags",
    "pages",
    "entryPoints",
    "published",
    "dateCreated",
    "dateUpdated"
  )) (
      id: UUID,
      ownerId: UUID,
      revision: Long,
      siteType: SiteType,
      @codec(value = classOf[SeqOfSiteFlag]) private val flags: Seq[SiteFlag],
      name: String,
      description: String,
      @codec(value = classOf[SeqOfDomain]) private val domains: Seq[Domain],
      @codec(value = classOf[SeqOfMetaTag]) private val defaultMetaTags: Seq[MetaTag],
      @codec(value = classOf[SeqOfPage]) private val pages: Seq[Page],
      @codec(value = classOf[SeqOfEntryPoint]) private val entryPoints: Seq[EntryPoint],
      published: Boolean,
      dateCreated: Instant,
      dateUpdated: Instant
  )

  @JsonMixin(target = classOf[Domain])
  abstract class DomainMixin @JsonCreator(Array("name", "primary")) (name: String, primary: Boolean)

  @JsonMixin(target = classOf[MetaTag])
  abstract class MetaTagMixin @JsonCreator(Array("name", "value")) (name: String, value: String)

  @JsonMixin(target = classOf[Page])
  abstract class PageMixin @JsonCreator(Array("name", "path", "metaTags", "components")) (
      name: String,
      path: String,
      @codec(value = classOf[SeqOfMetaTag]) private val metaTags: Seq[MetaTag],
      @codec(value = classOf[SeqOfPageComponent]) private val components: Seq[PageComponent]
  )

  @JsonMixin(target = classOf[PageComponent])
  abstract class PageComponentMixin @JsonCreator(Array(
    "id",
    "componentType",
    "data",
    "position",
    "dateCreated",
    "dateUpdated"
  )) (
      id: UUID,
      componentType: PageComponentType,
      data: PageComponentData,
      @codec(value = classOf[OptionOfPageComponentPosition]) private val position: Option[PageComponentPosition],
      dateCreated: Instant,
      dateUpdated: Instant
  )

  @JsonMixin(target = classOf[TextComponentData])
  abstract class TextComponentDataMixin @JsonCreator(Array("text")) (text: String)

  @JsonMixin(target = classOf[ButtonComponentData])
  abstract class ButtonComponentDataMixin @JsonCreator(Array("name", "text", "action")) (
      name: String,
      text: String,
      action: UUID
  )

  @JsonMixin(target = classOf[BlogComponentData])
  abstract class BlogComponentDataMixin @JsonCreator(Array("name", "rss", "tags")) (
      name: String,
      rss: Boolean,
      tags: Boolean
  )

  @JsonMixin(target = classOf[PageComponentPosition])
  abstract class PageComponentPositionMixin @JsonCreator(Array("x", "y")) (x: Int, y: Int)

  @JsonMixin(target = classOf[DomainEntryPoint])
  abstract class DomainEntryPointMixin @JsonCreator(Array("domain", "primary")) (domain: String, primary: Boolean)

  @JsonMixin(target = classOf[FreeEntryPoint])
  abstract class FreeEntryPointMixin @JsonCreator(Array("userName", "siteName", "primary")) (
      userName: String,
      siteName: String,
      primary: Boolean
  )

  @JsonMixin(target = classOf[SiteCreated])
  abstract class SiteCreatedMixin @JsonCreator(Array("id", "ownerId", "siteType")) (
      id: UUID,
      ownerId: UUID,
      siteType: SiteType
  )

  @JsonMixin(target = classOf[SiteNameSet])
  abstract class SiteNameSetMixin @JsonCreator(Array("name")) (name: String)

  @JsonMixin(target = classOf[SiteDescriptionSet])
  abstract class SiteDescriptionSetMixin @JsonCreator(Array("description")) (description: String)

  @JsonMixin(target = classOf[SiteRevisionSet])
  abstract class SiteRevisionSetMixin @JsonCreator(Array("revision")) (revision: Long)

  @JsonMixin(target = classOf[SiteFlagAdded])
  abstract class SiteFlagAddedMixin @JsonCreator(Array("siteFlag")) (siteFlag: SiteFlag)

  @JsonMixin(target = classOf[SiteFlagRemoved])
  abstract class SiteFlagRemovedMixin @JsonCreator(Array("siteFlag")) (siteFlag: SiteFlag)

  @JsonMixin(target = classOf[DomainAdded])
  abstract class DomainAddedMixin @JsonCreator(Array("name")) (name: String)

  @JsonMixin(target = classOf[DomainRemoved])
  abstract class DomainRemovedMixin @JsonCreator(Array("name")) (name: String)

  @JsonMixin(target = classOf[PrimaryDomainSet])
  abstract class PrimaryDomainSetMixin @JsonCreator(Array("name")) (name: String)

  @JsonMixin(target = classOf[DefaultMetaTagAdded])
  abstract class DefaultMetaTagAddedMixin @JsonCreator(Array("name", "value")) (name: String, value: String)

  @JsonMixin(target = classOf[DefaultMetaTagRemoved])
  abstract class DefaultMetaTagRemovedMixin @JsonCreator(Array("name")) (name: String)

  @JsonMixin(target = classOf[PageAdded])
  abstract class PageAddedMixin @JsonCreator(Array("path")) (path: String)

  @JsonMixin(target = classOf[PageRemoved])
  abstract class PageRemovedMixin @JsonCreator(Array("path")) (path: String)

  @JsonMixin(target = classOf[PageNameSet])
  abstract class PageNameSetMixin @JsonCreator(Array("path", "name")) (path: String, name: String)

  @JsonMixin(target = classOf[PageMetaTagAdded])
  abstract class PageMetaTagAddedMixin @JsonCreator(Array("path", "name", "value")) (
      path: String,
      name: String,
      value: String
  )

  @JsonMixin(target = classOf[PageMetaTagRemoved])
  abstract class PageMetaTagRemovedMixin @JsonCreator(Array("path", "name")) (path: String, name: String)

  @JsonMixin(target = classOf[PageComponentAdded])
  abstract class PageComponentAddedMixin @JsonCreator(Array("pagePath", "id", "componentType")) (
      pagePath: String,
      id: UUID,
      componentType: PageComponentType
  )

  @JsonMixin(target = classOf[PageComponentRemoved])
  abstract class PageComponentRemovedMixin @JsonCreator(Array("pagePath", "id")) (pagePath: String, id: UUID)

  @JsonMixin(target = classOf[PageComponentPositionSet])
  abstract class PageComponentPositionSetMixin @JsonCreator(Array("id", "position")) (
      id: UUID,
      position: PageComponentPosition
  )

  @JsonMixin(target = classOf[PageComponentPositionReset])
  abstract class PageComponentPositionResetMixin @JsonCreator(Array("id")) (id: UUID)

  @JsonMixin(target = classOf[TextComponentDataSet])
  abstract class TextComponentDataSetMixin @JsonCreator(Array("id", "text")) (id: UUID, text: String)

  @JsonMixin(target = classOf[ButtonComponentDataSet])
  abstract class ButtonComponentDataSetMixin @JsonCreator(Array("id", "name", "text", "action")) (
      id: UUID,
      name: String,
      text: String,
      action: UUID
  )

  @JsonMixin(target = classOf[BlogComponentDataSet])
  abstract class BlogComponentDataSetMixin @JsonCreator(Array("id", "name", "rss", "tags")) (
      id: UUID,
      name: String,
      rss: Boolean,
      tags: Boolean
  )

  @JsonMixin(target = classOf[DomainEntryPointAdded])
  abstract class DomainEntryPointAddedMixin @JsonCreator(Array("domain")) (domain: String)

  @JsonMixin(target = classOf[FreeEntryPointAdded])
  abstract class FreeEntryPointAddedMixin @JsonCreator(Array("userName", "siteName")) (
      userName: String,
      siteName: String
  )

  @JsonMixin(target = classOf[EntryPointRemoved])
  abstract class EntryPointRemovedMixin @JsonCreator(Array("lookupKey")) (lookupKey: String)

  @JsonMixin(target = classOf[PrimaryEntryPointSet])
  abstract class PrimaryEntryPointSetMixin @JsonCreator(Array("lookupKey")) (lookupKey: String)

  @JsonMixin(target = classOf[BinaryTree])
  @JsonSubTypes(
    property = "type",
    value = Array(new Case(value = classOf[Branch], name = "Branch"), new Case(value = classOf[Leaf], name = "Leaf"))
  )
  abstract class BinaryTreeMixin

  @JsonMixin(target = classOf[PageComponentData])
  @JsonSubTypes(
    property = "type",
    value = Array(
      new Case(value = classOf[TextComponentData], name = "TextComponentData"),
      new Case(value = classOf[ButtonComponentData], name = "ButtonComponentData"),
      new Case(value = classOf[BlogComponentData], name = "BlogComponentData")
    )
  )
  abstract class PageComponentDataMixin

  @JsonMixin(target = classOf[EntryPoint])
  @JsonSubTypes(
    property = "type",
    value = Array(
      new Case(value = classOf[DomainEntryPoint], name = "DomainEntryPoint"),
      new Case(value = classOf[FreeEntryPoint], name = "FreeEntryPoint")
    )
  )
  abstract class EntryPointMixin

  @JsonMixin(target = classOf[SiteEvent])
  @JsonSubTypes(
    property = "type",
    value = Array(
      new Case(value = classOf[SiteCreated], name = "SiteCreated"),
      new Case(value = classOf[SiteNameSet], name = "SiteNameSet"),
      new Case(value = classOf[SiteDescriptionSet], name = "SiteDescriptionSet"),
      new Case(value = classOf[SiteRevisionSet], name = "SiteRevisionSet"),
      new Case(value = classOf[SitePublished], name = "SitePublished"),
      new Case(value = classOf[SiteUnpublished], name = "SiteUnpublished"),
      new Case(value = classOf[SiteFlagAdded], name = "SiteFlagAdded"),
      new Case(value = classOf[SiteFlagRemoved], name = "SiteFlagRemoved"),
      new Case(value = classOf[DomainAdded], name = "DomainAdded"),
      new Case(value = classOf[DomainRemoved], name = "DomainRemoved"),
      new Case(value = classOf[PrimaryDomainSet], name = "PrimaryDomainSet"),
      new Case(value = classOf[DefaultMetaTagAdded], name = "DefaultMetaTagAdded"),
      new Case(value = classOf[DefaultMetaTagRemoved], name = "DefaultMetaTagRemoved"),
      new Case(value = classOf[PageAdded], name = "PageAdded"),
      new Case(value = classOf[PageRemoved], name = "PageRemoved"),
      new Case(value = classOf[PageNameSet], name = "PageNameSet"),
      new Case(value = classOf[PageMetaTagAdded], name = "PageMetaTagAdded"),
      new Case(value = classOf[PageMetaTagRemoved], name = "PageMetaTagRemoved"),
      new Case(value = classOf[PageComponentAdded], name = "PageComponentAdded"),
      new Case(value = classOf[PageComponentRemoved], name = "PageComponentRemoved"),
      new Case(value = classOf[PageComponentPositionSet], name = "PageComponentPositionSet"),
      new Case(value = classOf[PageComponentPositionReset], name = "PageComponentPositionReset"),
      new Case(value = classOf[TextComponentDataSet], name = "TextComponentDataSet"),
      new Case(value = classOf[ButtonComponentDataSet], name = "ButtonComponentDataSet"),
      new Case(value = classOf[BlogComponentDataSet], name = "BlogComponentDataSet"),
      new Case(value = classOf[DomainEntryPointAdded], name = "DomainEntryPointAdded"),
      new Case(value = classOf[FreeEntryPointAdded], name = "FreeEntryPointAdded"),
      new Case(value = classOf[EntryPointRemoved], name = "EntryPointRemoved"),
      new Case(value = classOf[PrimaryEntryPointSet], name = "PrimaryEntryPointSet")
    )
  )
  abstract class SiteEventMixin
