package brine.bench.peers

import java.time.Instant
import java.util.UUID
import scala.collection.mutable.{ArrayBuffer, ListBuffer}
import com.google.protobuf.{CodedInputStream, MessageLite, Parser}
import brine.bench.{Configuration, Contender, Peer, Promise}
import brine.bench.proto.*
import brine.bench.workloads.*
import brine.testkit.komanov.*

/** Protocol buffers by generated Java classes (`src/main/proto`). The models are separate classes, so the measurement
  * includes the conversion to messages and back, as in Komanov's benchmark.
  */
object ProtobufPeer extends Peer:
  private val promise = Promise(
    envelope = "numbers of fields",
    evolution = "fields by number: added ones default, unknown ones are kept, some types may widen",
    identity = "none: shared objects are copied"
  )

  def configurations: List[Configuration] = List(
    new Configuration("protobuf", "converts to messages and back; a narrower limit of depth", promise):
      def contender[A](workload: Workload[A]): Either[String, Contender[A]] = of(workload, isLimited = true)
      def ofMessages: Either[String, Vector[Contender[?]]] = Left(Missing)
    ,
    new Configuration(
      "protobuf-fast",
      "converts to messages and back; default limits, parsed from the array: its documentation has nothing faster",
      promise
    ):
      def contender[A](workload: Workload[A]): Either[String, Contender[A]] = of(workload, isLimited = false)
      def ofMessages: Either[String, Vector[Contender[?]]] = Left(Missing)
  )

  private final val Missing = "nobody has written a schema and converters for 64 types"

  private def of[A](workload: Workload[A], isLimited: Boolean): Either[String, Contender[A]] =
    if workload.kind == "links" then Left("messages are trees: a graph in cycles never ends")
    else Right(contender(converter(workload.kind).asInstanceOf[Converter[A, MessageLite]], isLimited))

  private def contender[A](converter: Converter[A, MessageLite], isLimited: Boolean): Contender[A] =
    if isLimited then new LimitedProtobuf(converter) else new PlainProtobuf(converter)

  private def converter(kind: String): Converter[?, ?] = kind match
    case "ints"       => IntsConverter
    case "events"     => DataEventsConverter
    case "eventsEach" => DataEventConverter
    case "points"     => PointsConverter
    case "raster"     => RasterConverter
    case "tree"       => TreeConverter
    case "treeLongs"  => LongTreeConverter
    case "site"       => SiteConverter
    case "siteEvents" => SiteEventConverter
    case "media"      => MediaConverter

private final class PlainProtobuf[A](converter: Converter[A, MessageLite]) extends Contender[A]:
  def write(value: A): Array[Byte] = converter.message(value).toByteArray
  def read(bytes: Array[Byte]): A = converter.value(converter.parser.parseFrom(bytes))

private final class LimitedProtobuf[A](converter: Converter[A, MessageLite]) extends Contender[A]:
  /** Messages within messages; a tree's node is two, the oneof's and the branch's. */
  private final val MaxDepth = 64

  def write(value: A): Array[Byte] = converter.message(value).toByteArray

  def read(bytes: Array[Byte]): A =
    val input = CodedInputStream.newInstance(bytes)
    input.setRecursionLimit(MaxDepth)
    val message = converter.parser.parseFrom(input)
    input.checkLastTagWas(0)
    converter.value(message)

private abstract class Converter[A, M <: MessageLite](val parser: Parser[M]):
  def message(value: A): M
  def value(message: M): A

/** As the message has them, in a list. */
private def listed[A, B](messages: java.util.List[A])(convert: A => B): List[B] =
  val list = new ListBuffer[B]
  messages.forEach(m => list += convert(m))
  list.toList

private object IntsConverter extends Converter[Vector[Int], IntsMessage](IntsMessage.parser):
  def message(ints: Vector[Int]): IntsMessage =
    val builder = IntsMessage.newBuilder
    ints.foreach(i => builder.addValues(i))
    builder.build()

  def value(m: IntsMessage): Vector[Int] = Vector.tabulate(m.getValuesCount)(m.getValues(_))

private object DataEventConverter extends Converter[DataEvent, DataEventMessage](DataEventMessage.parser):
  def message(e: DataEvent): DataEventMessage =
    DataEventMessage.newBuilder.setId(e.id).setTimestamp(e.timestamp).setMessage(e.message).build()

  def value(m: DataEventMessage): DataEvent = DataEvent(m.getId, m.getTimestamp, m.getMessage)

private object DataEventsConverter extends Converter[Vector[DataEvent], DataEventsMessage](DataEventsMessage.parser):
  def message(events: Vector[DataEvent]): DataEventsMessage =
    val builder = DataEventsMessage.newBuilder
    events.foreach(e => builder.addValues(DataEventConverter.message(e)))
    builder.build()

  def value(m: DataEventsMessage): Vector[DataEvent] =
    Vector.tabulate(m.getValuesCount)(i => DataEventConverter.value(m.getValues(i)))

private object PointsConverter extends Converter[ArrayBuffer[DataPoint], DataPointsMessage](DataPointsMessage.parser):
  def message(points: ArrayBuffer[DataPoint]): DataPointsMessage =
    val builder = DataPointsMessage.newBuilder
    points.foreach(p => builder.addValues(one(p)))
    builder.build()

  private def one(point: DataPoint): DataPointMessage =
    val builder = DataPointMessage.newBuilder.setY(point.y)
    point.x.elements.foreach(x => builder.addX(x))
    builder.build()

  def value(m: DataPointsMessage): ArrayBuffer[DataPoint] = ArrayBuffer.tabulate(m.getValuesCount) { i =>
    val point = m.getValues(i)
    DataPoint(point.getY, Coordinates(Array.tabulate(point.getXCount)(point.getX(_))))
  }

private object RasterConverter extends Converter[Raster, RasterMessage](RasterMessage.parser):
  def message(r: Raster): RasterMessage =
    val builder = RasterMessage.newBuilder.setColumns(r.columns).setRows(r.rows)
    r.data.foreach(cell => builder.addData(cell))
    builder.build()

  def value(m: RasterMessage): Raster = Raster(Array.tabulate(m.getDataCount)(m.getData(_)), m.getColumns, m.getRows)

private object TreeConverter extends Converter[BinaryTree, TreeMessage](TreeMessage.parser):
  def message(tree: BinaryTree): TreeMessage = tree match
    case Branch(left, right) =>
      val branch = TreeMessage.Branch.newBuilder.setLeft(message(left)).setRight(message(right))
      TreeMessage.newBuilder.setBranch(branch.build()).build()
    case Leaf(value) => TreeMessage.newBuilder.setLeaf(value).build()

  def value(m: TreeMessage): BinaryTree =
    if m.hasBranch then Branch(value(m.getBranch.getLeft), value(m.getBranch.getRight)) else Leaf(m.getLeaf)

private object LongTreeConverter extends Converter[LongTree, LongTreeMessage](LongTreeMessage.parser):
  def message(tree: LongTree): LongTreeMessage = tree match
    case LongBranch(left, right) =>
      val branch = LongTreeMessage.Branch.newBuilder.setLeft(message(left)).setRight(message(right))
      LongTreeMessage.newBuilder.setBranch(branch.build()).build()
    case LongLeaf(a, b, c, d) =>
      LongTreeMessage.newBuilder.setLeaf(
        LongTreeMessage.Leaf.newBuilder.setA(a).setB(b).setC(c).setD(d).build()
      ).build()

  def value(m: LongTreeMessage): LongTree =
    if m.hasBranch then LongBranch(value(m.getBranch.getLeft), value(m.getBranch.getRight))
    else
      val leaf = m.getLeaf
      LongLeaf(leaf.getA, leaf.getB, leaf.getC, leaf.getD)

private object MediaConverter extends Converter[MediaContent, MediaContentMessage](MediaContentMessage.parser):
  def message(content: MediaContent): MediaContentMessage =
    val builder = MediaContentMessage.newBuilder.setMedia(clip(content.media))
    content.images.foreach(i => builder.addImages(image(i)))
    builder.build()

  private def clip(c: Clip): ClipMessage =
    val builder = ClipMessage.newBuilder
      .setUri(c.uri)
      .setWidth(c.width)
      .setHeight(c.height)
      .setFormat(c.format)
      .setDuration(c.duration)
      .setSize(c.size)
      .setPlayer(PlayerMessage.forNumber(c.player.ordinal))
    c.title.foreach(t => builder.setTitle(t))
    c.bitrate.foreach(b => builder.setBitrate(b))
    c.persons.foreach(p => builder.addPersons(p))
    c.copyright.foreach(r => builder.setCopyright(r))
    builder.build()

  private def image(i: Image): ImageMessage =
    val builder = ImageMessage.newBuilder
      .setUri(i.uri)
      .setWidth(i.width)
      .setHeight(i.height)
      .setSize(ImageSizeMessage.forNumber(i.size.ordinal))
    i.title.foreach(t => builder.setTitle(t))
    builder.build()

  def value(m: MediaContentMessage): MediaContent = MediaContent(clip(m.getMedia), listed(m.getImagesList)(image))

  private def clip(m: ClipMessage): Clip = Clip(
    m.getUri,
    Option.when(m.hasTitle)(m.getTitle),
    m.getWidth,
    m.getHeight,
    m.getFormat,
    m.getDuration,
    m.getSize,
    Option.when(m.hasBitrate)(m.getBitrate),
    listed(m.getPersonsList)(identity),
    Player.fromOrdinal(m.getPlayer.getNumber),
    Option.when(m.hasCopyright)(m.getCopyright)
  )

  private def image(m: ImageMessage): Image =
    Image(
      m.getUri,
      Option.when(m.hasTitle)(m.getTitle),
      m.getWidth,
      m.getHeight,
      ImageSize.fromOrdinal(m.getSize.getNumber)
    )

private def idMessage(id: UUID): IdMessage =
  IdMessage.newBuilder.setMost(id.getMostSignificantBits).setLeast(id.getLeastSignificantBits).build()

private def uuid(m: IdMessage): UUID = new UUID(m.getMost, m.getLeast)

private def positionMessage(p: PageComponentPosition): PositionMessage =
  PositionMessage.newBuilder.setX(p.x).setY(p.y).build()

private def metaTagMessage(name: String, value: String): MetaTagMessage =
  MetaTagMessage.newBuilder.setName(name).setValue(value).build()

private object SiteConverter extends Converter[Site, SiteMessage](SiteMessage.parser):
  def message(s: Site): SiteMessage =
    val builder = SiteMessage.newBuilder
      .setId(idMessage(s.id))
      .setOwnerId(idMessage(s.ownerId))
      .setRevision(s.revision)
      .setSiteType(SiteTypeMessage.forNumber(s.siteType.ordinal))
      .setName(s.name)
      .setDescription(s.description)
      .setPublished(s.published)
      .setDateCreated(s.dateCreated.toEpochMilli)
      .setDateUpdated(s.dateUpdated.toEpochMilli)
    s.flags.foreach(f => builder.addFlags(SiteFlagMessage.forNumber(f.ordinal)))
    s.domains.foreach(d => builder.addDomains(DomainMessage.newBuilder.setName(d.name).setPrimary(d.primary).build()))
    s.defaultMetaTags.foreach(t => builder.addDefaultMetaTags(metaTagMessage(t.name, t.value)))
    s.pages.foreach(p => builder.addPages(page(p)))
    s.entryPoints.foreach(e => builder.addEntryPoints(entryPoint(e)))
    builder.build()

  private def page(p: Page): PageMessage =
    val builder = PageMessage.newBuilder.setName(p.name).setPath(p.path)
    p.metaTags.foreach(t => builder.addMetaTags(metaTagMessage(t.name, t.value)))
    p.components.foreach(c => builder.addComponents(component(c)))
    builder.build()

  private def component(c: PageComponent): ComponentMessage =
    val builder = ComponentMessage.newBuilder
      .setId(idMessage(c.id))
      .setComponentType(ComponentTypeMessage.forNumber(c.componentType.ordinal))
      .setDateCreated(c.dateCreated.toEpochMilli)
      .setDateUpdated(c.dateUpdated.toEpochMilli)
    c.data match
      case TextComponentData(text) => builder.setText(ComponentMessage.Text.newBuilder.setText(text).build())
      case ButtonComponentData(name, text, action) =>
        builder.setButton(
          ComponentMessage.Button.newBuilder.setName(name).setText(text).setAction(idMessage(action)).build()
        )
      case BlogComponentData(name, rss, tags) =>
        builder.setBlog(ComponentMessage.Blog.newBuilder.setName(name).setRss(rss).setTags(tags).build())
    c.position.foreach(p => builder.setPosition(positionMessage(p)))
    builder.build()

  private def entryPoint(e: EntryPoint): EntryPointMessage = e match
    case DomainEntryPoint(domain, primary) =>
      EntryPointMessage.newBuilder.setDomain(
        EntryPointMessage.Domain.newBuilder.setDomain(domain).setPrimary(primary).build()
      ).build()
    case FreeEntryPoint(userName, siteName, primary) =>
      val free = EntryPointMessage.Free.newBuilder.setUserName(userName).setSiteName(siteName).setPrimary(primary)
      EntryPointMessage.newBuilder.setFree(free.build()).build()

  def value(m: SiteMessage): Site = Site(
    uuid(m.getId),
    uuid(m.getOwnerId),
    m.getRevision,
    SiteType.fromOrdinal(m.getSiteType.getNumber),
    listed(m.getFlagsList)(f => SiteFlag.fromOrdinal(f.getNumber)),
    m.getName,
    m.getDescription,
    listed(m.getDomainsList)(d => Domain(d.getName, d.getPrimary)),
    listed(m.getDefaultMetaTagsList)(t => MetaTag(t.getName, t.getValue)),
    listed(m.getPagesList)(page),
    listed(m.getEntryPointsList)(entryPoint),
    m.getPublished,
    Instant.ofEpochMilli(m.getDateCreated),
    Instant.ofEpochMilli(m.getDateUpdated)
  )

  private def page(m: PageMessage): Page = Page(
    m.getName,
    m.getPath,
    listed(m.getMetaTagsList)(t => MetaTag(t.getName, t.getValue)),
    listed(m.getComponentsList)(component)
  )

  private def component(m: ComponentMessage): PageComponent = PageComponent(
    uuid(m.getId),
    PageComponentType.fromOrdinal(m.getComponentType.getNumber),
    data(m),
    Option.when(m.hasPosition)(PageComponentPosition(m.getPosition.getX, m.getPosition.getY)),
    Instant.ofEpochMilli(m.getDateCreated),
    Instant.ofEpochMilli(m.getDateUpdated)
  )

  private def data(m: ComponentMessage): PageComponentData = m.getDataCase match
    case ComponentMessage.DataCase.TEXT => TextComponentData(m.getText.getText)
    case ComponentMessage.DataCase.BUTTON =>
      ButtonComponentData(m.getButton.getName, m.getButton.getText, uuid(m.getButton.getAction))
    case ComponentMessage.DataCase.BLOG => BlogComponentData(m.getBlog.getName, m.getBlog.getRss, m.getBlog.getTags)
    case ComponentMessage.DataCase.DATA_NOT_SET => throw new IllegalArgumentException("a component without data")

  private def entryPoint(m: EntryPointMessage): EntryPoint = m.getPointCase match
    case EntryPointMessage.PointCase.DOMAIN => DomainEntryPoint(m.getDomain.getDomain, m.getDomain.getPrimary)
    case EntryPointMessage.PointCase.FREE =>
      FreeEntryPoint(m.getFree.getUserName, m.getFree.getSiteName, m.getFree.getPrimary)
    case EntryPointMessage.PointCase.POINT_NOT_SET => throw new IllegalArgumentException("an entry point that is none")

private object SiteEventConverter extends Converter[SiteEvent, SiteEventMessage](SiteEventMessage.parser):
  import SiteEventMessage as M
  import SiteEventMessage.EventCase.*

  private val nothing = M.Nothing.getDefaultInstance

  def message(event: SiteEvent): SiteEventMessage =
    val b = M.newBuilder
    event match
      case SiteCreated(id, owner, siteType) =>
        val created = M.Created.newBuilder.setId(idMessage(id)).setOwnerId(idMessage(owner))
        b.setSiteCreated(created.setSiteType(SiteTypeMessage.forNumber(siteType.ordinal)).build())
      case SiteNameSet(name)                => b.setSiteNameSet(name)
      case SiteDescriptionSet(description)  => b.setSiteDescriptionSet(description)
      case SiteRevisionSet(revision)        => b.setSiteRevisionSet(revision)
      case SitePublished()                  => b.setSitePublished(nothing)
      case SiteUnpublished()                => b.setSiteUnpublished(nothing)
      case SiteFlagAdded(flag)              => b.setSiteFlagAdded(SiteFlagMessage.forNumber(flag.ordinal))
      case SiteFlagRemoved(flag)            => b.setSiteFlagRemoved(SiteFlagMessage.forNumber(flag.ordinal))
      case DomainAdded(name)                => b.setDomainAdded(name)
      case DomainRemoved(name)              => b.setDomainRemoved(name)
      case PrimaryDomainSet(name)           => b.setPrimaryDomainSet(name)
      case DefaultMetaTagAdded(name, value) => b.setDefaultMetaTagAdded(metaTagMessage(name, value))
      case DefaultMetaTagRemoved(name)      => b.setDefaultMetaTagRemoved(name)
      case PageAdded(path)                  => b.setPageAdded(path)
      case PageRemoved(path)                => b.setPageRemoved(path)
      case PageNameSet(path, name) => b.setPageNameSet(M.PageName.newBuilder.setPath(path).setName(name).build())
      case PageMetaTagAdded(path, name, value) =>
        b.setPageMetaTagAdded(M.PageMetaTag.newBuilder.setPath(path).setName(name).setValue(value).build())
      case PageMetaTagRemoved(path, name) =>
        b.setPageMetaTagRemoved(M.PageName.newBuilder.setPath(path).setName(name).build())
      case PageComponentAdded(path, id, componentType) =>
        val added = M.ComponentAdded.newBuilder.setPagePath(path).setId(idMessage(id))
        b.setPageComponentAdded(added.setComponentType(ComponentTypeMessage.forNumber(componentType.ordinal)).build())
      case PageComponentRemoved(path, id) =>
        b.setPageComponentRemoved(M.ComponentRemoved.newBuilder.setPagePath(path).setId(idMessage(id)).build())
      case PageComponentPositionSet(id, position) =>
        b.setPageComponentPositionSet(
          M.ComponentPosition.newBuilder.setId(idMessage(id)).setPosition(positionMessage(position)).build()
        )
      case PageComponentPositionReset(id) => b.setPageComponentPositionReset(idMessage(id))
      case TextComponentDataSet(id, text) =>
        b.setTextComponentDataSet(M.TextData.newBuilder.setId(idMessage(id)).setText(text).build())
      case ButtonComponentDataSet(id, name, text, action) =>
        val button =
          M.ButtonData.newBuilder.setId(idMessage(id)).setName(name).setText(text).setAction(idMessage(action))
        b.setButtonComponentDataSet(button.build())
      case BlogComponentDataSet(id, name, rss, tags) =>
        b.setBlogComponentDataSet(
          M.BlogData.newBuilder.setId(idMessage(id)).setName(name).setRss(rss).setTags(tags).build()
        )
      case DomainEntryPointAdded(domain) => b.setDomainEntryPointAdded(domain)
      case FreeEntryPointAdded(userName, siteName) =>
        b.setFreeEntryPointAdded(M.FreeEntryPoint.newBuilder.setUserName(userName).setSiteName(siteName).build())
      case EntryPointRemoved(key)    => b.setEntryPointRemoved(key)
      case PrimaryEntryPointSet(key) => b.setPrimaryEntryPointSet(key)
    b.build()

  def value(m: SiteEventMessage): SiteEvent = m.getEventCase match
    case SITE_CREATED =>
      val c = m.getSiteCreated
      SiteCreated(uuid(c.getId), uuid(c.getOwnerId), SiteType.fromOrdinal(c.getSiteType.getNumber))
    case SITE_NAME_SET        => SiteNameSet(m.getSiteNameSet)
    case SITE_DESCRIPTION_SET => SiteDescriptionSet(m.getSiteDescriptionSet)
    case SITE_REVISION_SET    => SiteRevisionSet(m.getSiteRevisionSet)
    case SITE_PUBLISHED       => SitePublished()
    case SITE_UNPUBLISHED     => SiteUnpublished()
    case SITE_FLAG_ADDED      => SiteFlagAdded(SiteFlag.fromOrdinal(m.getSiteFlagAdded.getNumber))
    case SITE_FLAG_REMOVED    => SiteFlagRemoved(SiteFlag.fromOrdinal(m.getSiteFlagRemoved.getNumber))
    case DOMAIN_ADDED         => DomainAdded(m.getDomainAdded)
    case DOMAIN_REMOVED       => DomainRemoved(m.getDomainRemoved)
    case PRIMARY_DOMAIN_SET   => PrimaryDomainSet(m.getPrimaryDomainSet)
    case DEFAULT_META_TAG_ADDED =>
      DefaultMetaTagAdded(m.getDefaultMetaTagAdded.getName, m.getDefaultMetaTagAdded.getValue)
    case DEFAULT_META_TAG_REMOVED => DefaultMetaTagRemoved(m.getDefaultMetaTagRemoved)
    case PAGE_ADDED               => PageAdded(m.getPageAdded)
    case PAGE_REMOVED             => PageRemoved(m.getPageRemoved)
    case PAGE_NAME_SET            => PageNameSet(m.getPageNameSet.getPath, m.getPageNameSet.getName)
    case PAGE_META_TAG_ADDED =>
      val tag = m.getPageMetaTagAdded
      PageMetaTagAdded(tag.getPath, tag.getName, tag.getValue)
    case PAGE_META_TAG_REMOVED => PageMetaTagRemoved(m.getPageMetaTagRemoved.getPath, m.getPageMetaTagRemoved.getName)
    case PAGE_COMPONENT_ADDED =>
      val c = m.getPageComponentAdded
      PageComponentAdded(c.getPagePath, uuid(c.getId), PageComponentType.fromOrdinal(c.getComponentType.getNumber))
    case PAGE_COMPONENT_REMOVED =>
      PageComponentRemoved(m.getPageComponentRemoved.getPagePath, uuid(m.getPageComponentRemoved.getId))
    case PAGE_COMPONENT_POSITION_SET =>
      val c = m.getPageComponentPositionSet
      PageComponentPositionSet(uuid(c.getId), PageComponentPosition(c.getPosition.getX, c.getPosition.getY))
    case PAGE_COMPONENT_POSITION_RESET => PageComponentPositionReset(uuid(m.getPageComponentPositionReset))
    case TEXT_COMPONENT_DATA_SET =>
      TextComponentDataSet(uuid(m.getTextComponentDataSet.getId), m.getTextComponentDataSet.getText)
    case BUTTON_COMPONENT_DATA_SET =>
      val d = m.getButtonComponentDataSet
      ButtonComponentDataSet(uuid(d.getId), d.getName, d.getText, uuid(d.getAction))
    case BLOG_COMPONENT_DATA_SET =>
      val d = m.getBlogComponentDataSet
      BlogComponentDataSet(uuid(d.getId), d.getName, d.getRss, d.getTags)
    case DOMAIN_ENTRY_POINT_ADDED => DomainEntryPointAdded(m.getDomainEntryPointAdded)
    case FREE_ENTRY_POINT_ADDED =>
      FreeEntryPointAdded(m.getFreeEntryPointAdded.getUserName, m.getFreeEntryPointAdded.getSiteName)
    case ENTRY_POINT_REMOVED     => EntryPointRemoved(m.getEntryPointRemoved)
    case PRIMARY_ENTRY_POINT_SET => PrimaryEntryPointSet(m.getPrimaryEntryPointSet)
    case EVENT_NOT_SET           => throw new IllegalArgumentException("an event that is none")
