package brine.run

import brine.{PickleException, PickleReader, Subtype, Unpickler}
import brine.evolve.{ExtrasFields, Resolution, UnversionedData}
import brine.plan.Plan
import brine.shape.{Note, Nullness, Shape}

/** The resolutions of some shapes: each is found once, and kept with the plan of the reader's class, to be collected
  * with it.
  *
  * At most [[Resolutions.Most]] are kept, the newest, so claims of pickles cannot make it grow. A shape that came as
  * a table is identified by the table's bytes: its fingerprint could be forged.
  */
private[brine] final class Resolutions extends Note:
  import Resolutions.*

  @volatile private var known: Array[Entry] = Array.empty

  private def find(reader: Long, fits: Entry => Boolean): Unpickler[?] | Null =
    val all = known
    var i = 0
    while i < all.length && !(all(i).reader == reader && fits(all(i))) do i += 1
    if i < all.length then all(i).unpickler else null

  private def keep(entry: Entry): Unit = synchronized { known = entry +: known.take(Most - 1) }

private[brine] object Resolutions:
  private final val Most = 32

  /** `writer`: null for data that do not say. */
  private final class Entry(
      val reader: Long,
      val table: Array[Byte] | Null,
      val writer: Shape | Null,
      val unpickler: Unpickler[?]
  )

  /** Reads values that were written from a known shape. */
  def of[A](writer: Shape, unpickler: PlannedPickler[A]): Unpickler[A] =
    kept(
      unpickler,
      entry => (entry.writer eq writer) && entry.table == null,
      null,
      () => writer,
      new ResolvedUnpickler(_, unpickler)
    )

  /** Reads data that do not say from which shape they were written: from today's shapes, or from those that migrations
    * name.
    */
  def undated[A](unpickler: Unpickler[A]): Unpickler[A] = unpickler match
    case planned: PlannedPickler[A] if UnversionedData.leadsToMigrations(planned.plan) =>
      kept(
        planned,
        _.writer == null,
        null,
        () => null,
        _ => new PlannedPickler.MadePickler(Resolution.undated(planned.plan))
      )
    case other => other

  /** See [[Resolution.proved]]. */
  def proved(writer: Shape, reader: Plan): Unit = Resolution.proved(writer, reader)

  /** Fields that a class does not have, read and written by plans. */
  given keptFields: ExtrasFields = new ExtrasFields(new PlannedPickler.MadePickler[AnyRef](_))

  /** Reads values that were written from the shape in `table`, whose fingerprint this is. */
  def ofTable[A](fingerprint: Long, table: Array[Byte], read: () => Shape, unpickler: PlannedPickler[A]): Unpickler[A] =
    def fits(entry: Entry) =
      entry.table != null && entry.writer.nn.fingerprint == fingerprint && java.util.Arrays.equals(entry.table, table)
    kept(unpickler, fits, table, read, new ResolvedUnpickler(_, unpickler, isWalked = true))

  private def kept[A, W <: Shape | Null](
      unpickler: PlannedPickler[A],
      fits: Entry => Boolean,
      table: Array[Byte] | Null,
      writer: () => W,
      resolve: W => Unpickler[A]
  ): Unpickler[A] =
    val place = placeFor(unpickler.plan)
    if place == null then resolve(writer())
    else
      val reader = unpickler.shape.fingerprint
      val found = place.find(reader, fits)
      if found != null then found.asInstanceOf[Unpickler[A]]
      else
        val shape = writer()
        val resolved = resolve(shape)
        place.keep(new Entry(reader, table, shape, resolved))
        resolved

  /** Returns the resolutions of a class or a sealed family. */
  private def in(plan: Plan): Resolutions =
    val known = plan.resolutions
    if known != null then known.asInstanceOf[Resolutions]
    else
      plan.synchronized {
        if plan.resolutions == null then plan.resolutions = new Resolutions
        plan.resolutions.asInstanceOf[Resolutions]
      }

  /** Picklers of collections are made anew at each use, those of the classes in them are not. The shape alone must
    * determine all that is between them: no functions, no orders, no class of an array.
    */
  @annotation.tailrec
  private def placeFor(plan: Plan): Resolutions | Null = plan match
    case p: Plan.Product                                                                    => in(p)
    case s: Plan.Sum                                                                        => in(s)
    case o: Plan.Optional                                                                   => placeFor(o.element.get)
    case s: Plan.Sequence if s.shape.kind != "Array" && s.shape.ordering.isEmpty            => placeFor(s.element.get)
    case m: Plan.Mapping if m.shape.ordering.isEmpty && m.key.get.isInstanceOf[Plan.Scalar] => placeFor(m.value.get)
    case _                                                                                  => null

/** Reads values that were written from `writer` as values of `reader`, by the plan that [[Resolution]] finds. Reads
  * at full speed if the shapes are equal, else by walking that plan.
  *
  * @param isWalked it walks the writer's shape even then, since its classes may have had other names
  */
private[brine] final class ResolvedUnpickler[A](writer: Shape, reader: PlannedPickler[A], isWalked: Boolean = false)
    extends Unpickler[A]:
  import Resolutions.keptFields

  private val found: Plan = if isWalked then Resolution.walk(writer, reader.plan) else Resolution(writer, reader.plan)

  private[brine] val resolved: PlannedPickler[A] =
    if found eq reader.plan then reader else new PlannedPickler.MadePickler(found)

  def shape: Shape = writer

  /** A null alone, which the writer's type can be, is refused if the reader's cannot. */
  def unpickle(from: PickleReader): A =
    val value = PlanReader.root(resolved, from)
    if value == null && reader.plan.nullness == Nullness.Marker && writer.nullness != Nullness.Marker then
      throw new PickleException.NullValue(s"the pickle is a null ${writer.name}, which the reader's type cannot be")
    value

private[brine] object ResolvedUnpickler:
  /** Returns the subtype as `unpickler` reads it from another shape of its class. */
  def of[A](subtype: Subtype[A], unpickler: Unpickler[A]): Subtype[A] = unpickler match
    case resolved: ResolvedUnpickler[A] => subtype.withPickler(resolved.resolved)
    case _                              => subtype
