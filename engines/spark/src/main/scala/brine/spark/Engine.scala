package brine.spark

import brine.{CompanionPicklers, PickleOptions, Pickler}
import brine.binary.RecordNames
import brine.runtime.AllowList
import brine.wire.{ByteSink, ByteSource}

/** The picklers of one application for the classes of one class loader, and the options that records are written with.
  * For any number of threads.
  */
private[spark] final class Engine(val settings: Settings, loader: ClassLoader, numbers: ClassNumbers | Null):
  private val listed = settings.classes.toSet

  private def allowed: AllowList = settings.trust match
    case Trust.Job     => AllowList.whereNamed(loader)(_ => true)
    case Trust.Derived => AllowList.whereNamed(loader)(name => listed(name) || derives(name))
    case Trust.Listed  => AllowList.whereNamed(loader)(listed)

  private def derives(name: String): Boolean =
    try CompanionPicklers.subtype(Class.forName(name, false, loader)) != null
    catch case _: ClassNotFoundException | _: LinkageError => false

  private val runtime =
    JobPicklers(allowed, loader, MorePicklers.of(settings, loader), settings.strict, settings.sharing)

  private val pickler: Pickler[Any] = runtime.any

  /** For records that live no longer than the application. */
  val numbered: PickleOptions = options(if numbers == null then LocalNumbers.of(settings) else numbers)

  /** For records that may outlive it. */
  val named: PickleOptions = options(new LocalNumbers(FixedNumbers.none))

  private def options(numbers: ClassNumbers): PickleOptions =
    PickleOptions(
      sharing = settings.sharing,
      limits = settings.limits,
      subtypes = runtime.subtypes.numberedBy(new NumberedClasses(runtime.subtypes, numbers))
    )

  /** Returns true if this JVM still has the numbers that this engine was made for. */
  def isCurrent: Boolean = BrinePlugin.numbers eq numbers

  def records(sink: ByteSink, options: PickleOptions, names: RecordNames, meter: Meter): Records =
    new Records(sink, options, names, settings, pickler, meter)

  /** The records of a source that were written with these settings. */
  def recordsIn(source: ByteSource, names: RecordNames, written: Settings, meter: Meter): RecordsIn =
    if written.sharing != settings.sharing then
      Engines.of(settings.copy(sharing = written.sharing), loader).recordsIn(source, names, written, meter)
    else new RecordsIn(source, numbered, names, written.checksum, pickler, meter, loader)
