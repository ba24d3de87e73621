package brine.bench.workloads

import brine.Pickler
import brine.bench.workloads.Parts.*
import brine.testkit.komanov.*
import brine.wire.{ByteSink, ByteSource}

/** The events that lead to Komanov's website, one by one. `size`: kilobytes of the website's JSON. */
final class SiteEvents(size: Int) extends Workload[SiteEvent]("siteEvents"), Twinned[SiteEvent]:
  def pickler: Pickler[SiteEvent] = summon
  lazy val values: Vector[SiteEvent] = KomanovSamples.events(size)

  object plain extends Twin[SiteEvent]:
    def write(event: SiteEvent, sink: ByteSink): Unit = SiteEvents.put(event, sink)
    def read(source: ByteSource): SiteEvent = SiteEvents.get(source)

  object hardened extends Twin[SiteEvent]:
    def write(event: SiteEvent, sink: ByteSink): Unit =
      limit(true, sink)
      SiteEvents.put(event, sink)
    def read(source: ByteSource): SiteEvent = SiteEvents.get(source)

private object SiteEvents:
  private val siteTypes = SiteType.values
  private val flags = SiteFlag.values
  private val componentTypes = PageComponentType.values

  def put(event: SiteEvent, sink: ByteSink): Unit = event match
    case e: SiteCreated =>
      sink.putByte(0)
      putUuid(e.id, sink)
      putUuid(e.ownerId, sink)
      sink.putByte(e.siteType.ordinal)
    case e: SiteNameSet =>
      sink.putByte(1)
      putString(e.name, sink)
    case e: SiteDescriptionSet =>
      sink.putByte(2)
      putString(e.description, sink)
    case e: SiteRevisionSet =>
      sink.putByte(3)
      sink.putZigzagLong(e.revision)
    case _: SitePublished   => sink.putByte(4)
    case _: SiteUnpublished => sink.putByte(5)
    case e: SiteFlagAdded =>
      sink.putByte(6)
      sink.putByte(e.siteFlag.ordinal)
    case e: SiteFlagRemoved =>
      sink.putByte(7)
      sink.putByte(e.siteFlag.ordinal)
    case e: DomainAdded =>
      sink.putByte(8)
      putString(e.name, sink)
    case e: DomainRemoved =>
      sink.putByte(9)
      putString(e.name, sink)
    case e: PrimaryDomainSet =>
      sink.putByte(10)
      putString(e.name, sink)
    case e: DefaultMetaTagAdded =>
      sink.putByte(11)
      putString(e.name, sink)
      putString(e.value, sink)
    case e: DefaultMetaTagRemoved =>
      sink.putByte(12)
      putString(e.name, sink)
    case e: PageAdded =>
      sink.putByte(13)
      putString(e.path, sink)
    case e: PageRemoved =>
      sink.putByte(14)
      putString(e.path, sink)
    case e: PageNameSet =>
      sink.putByte(15)
      putString(e.path, sink)
      putString(e.name, sink)
    case e: PageMetaTagAdded =>
      sink.putByte(16)
      putString(e.path, sink)
      putString(e.name, sink)
      putString(e.value, sink)
    case e: PageMetaTagRemoved =>
      sink.putByte(17)
      putString(e.path, sink)
      putString(e.name, sink)
    case e: PageComponentAdded =>
      sink.putByte(18)
      putString(e.pagePath, sink)
      putUuid(e.id, sink)
      sink.putByte(e.componentType.ordinal)
    case e: PageComponentRemoved =>
      sink.putByte(19)
      putString(e.pagePath, sink)
      putUuid(e.id, sink)
    case e: PageComponentPositionSet =>
      sink.putByte(20)
      putUuid(e.id, sink)
      sink.putZigzagInt(e.position.x)
      sink.putZigzagInt(e.position.y)
    case e: PageComponentPositionReset =>
      sink.putByte(21)
      putUuid(e.id, sink)
    case e: TextComponentDataSet =>
      sink.putByte(22)
      putUuid(e.id, sink)
      putString(e.text, sink)
    case e: ButtonComponentDataSet =>
      sink.putByte(23)
      putUuid(e.id, sink)
      putString(e.name, sink)
      putString(e.text, sink)
      putUuid(e.action, sink)
    case e: BlogComponentDataSet =>
      sink.putByte(24)
      putUuid(e.id, sink)
      putString(e.name, sink)
      sink.putByte(if e.rss then 1 else 0)
      sink.putByte(if e.tags then 1 else 0)
    case e: DomainEntryPointAdded =>
      sink.putByte(25)
      putString(e.domain, sink)
    case e: FreeEntryPointAdded =>
      sink.putByte(26)
      putString(e.userName, sink)
      putString(e.siteName, sink)
    case e: EntryPointRemoved =>
      sink.putByte(27)
      putString(e.lookupKey, sink)
    case e: PrimaryEntryPointSet =>
      sink.putByte(28)
      putString(e.lookupKey, sink)

  def get(source: ByteSource): SiteEvent = source.getByte() match
    case 0  => SiteCreated(getUuid(source), getUuid(source), siteTypes(source.getByte()))
    case 1  => SiteNameSet(getString(source))
    case 2  => SiteDescriptionSet(getString(source))
    case 3  => SiteRevisionSet(source.getZigzagLong())
    case 4  => SitePublished()
    case 5  => SiteUnpublished()
    case 6  => SiteFlagAdded(flags(source.getByte()))
    case 7  => SiteFlagRemoved(flags(source.getByte()))
    case 8  => DomainAdded(getString(source))
    case 9  => DomainRemoved(getString(source))
    case 10 => PrimaryDomainSet(getString(source))
    case 11 => DefaultMetaTagAdded(getString(source), getString(source))
    case 12 => DefaultMetaTagRemoved(getString(source))
    case 13 => PageAdded(getString(source))
    case 14 => PageRemoved(getString(source))
    case 15 => PageNameSet(getString(source), getString(source))
    case 16 => PageMetaTagAdded(getString(source), getString(source), getString(source))
    case 17 => PageMetaTagRemoved(getString(source), getString(source))
    case 18 => PageComponentAdded(getString(source), getUuid(source), componentTypes(source.getByte()))
    case 19 => PageComponentRemoved(getString(source), getUuid(source))
    case 20 =>
      PageComponentPositionSet(getUuid(source), PageComponentPosition(source.getZigzagInt(), source.getZigzagInt()))
    case 21  => PageComponentPositionReset(getUuid(source))
    case 22  => TextComponentDataSet(getUuid(source), getString(source))
    case 23  => ButtonComponentDataSet(getUuid(source), getString(source), getString(source), getUuid(source))
    case 24  => BlogComponentDataSet(getUuid(source), getString(source), source.getBoolean(), source.getBoolean())
    case 25  => DomainEntryPointAdded(getString(source))
    case 26  => FreeEntryPointAdded(getString(source), getString(source))
    case 27  => EntryPointRemoved(getString(source))
    case 28  => PrimaryEntryPointSet(getString(source))
    case tag => unknownTag(tag)
