package brine.evolve

import brine.{PickleException, Unpickler}
import brine.plan.{Plan, PlannedPickler}
import brine.shape.Shape

/** How some shapes were resolved: found once and kept with the plan of the reader's class, so that it lasts as long as that.
  *
  * At most [[Resolutions.Most]] are kept, in place of the oldest; what pickles claim grows no further. A shape that came as a
  * table is known by the table's bytes: its fingerprint would do only if nobody made shapes for others to fall on.
  */
private[brine] final class Resolutions:
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
  private final class Entry(val reader: Long, val table: Array[Byte] | Null, val writer: Shape | Null, val unpickler: Unpickler[?])

  /** Reads what was written from a shape that is known. */
  def of[A](writer: Shape, unpickler: Unpickler[A]): Unpickler[A] =
    kept(unpickler, entry => (entry.writer eq writer) && entry.table == null, null, () => writer, Unpickler.from(_)(using unpickler))

  /** Reads what was written from today's shapes, or from those that migrations name. */
  def undated[A](unpickler: PlannedPickler[A]): Unpickler[A] =
    kept(unpickler, _.writer == null, null, () => null, _ => new PlannedPickler.Of(Resolution.undated(unpickler.plan)))

  /** Reads what was written from the shape in `table`, which is of this fingerprint. */
  def ofTable[A](fingerprint: Long, table: Array[Byte], unpickler: Unpickler[A]): Unpickler[A] =
    def writer() =
      val shape = ShapeTable.read(table)
      if shape.fingerprint != fingerprint then
        throw new PickleException.Malformed(f"expected a shape with fingerprint $fingerprint%016x, found ${shape.fingerprint}%016x")
      shape
    def fits(entry: Entry) =
      entry.table != null && entry.writer.nn.fingerprint == fingerprint && java.util.Arrays.equals(entry.table, table)
    def walking(writer: Shape): Unpickler[A] = unpickler match
      case planned: PlannedPickler[A] => new ResolvedUnpickler(writer, planned, isWalked = true)
      case _                          => Unpickler.from(writer)(using unpickler)
    kept(unpickler, fits, table, () => writer(), walking)

  private def kept[A, W <: Shape | Null](
      unpickler: Unpickler[A], fits: Entry => Boolean, table: Array[Byte] | Null, writer: () => W, resolve: W => Unpickler[A]
  ): Unpickler[A] =
    val place = unpickler match
      case planned: PlannedPickler[?] => placeFor(planned.plan)
      case _                          => null
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

  /** Picklers of collections are made anew at each use, those of the classes in them are not. What stands between must be told
    * by the shape alone: no functions, no orders, no class of an array.
    */
  @annotation.tailrec
  private def placeFor(plan: Plan): Resolutions | Null = plan match
    case p: Plan.Product                                                               => p.resolutions
    case s: Plan.Sum                                                                   => s.resolutions
    case o: Plan.Optional                                                              => placeFor(o.element.get)
    case s: Plan.Sequence if s.shape.kind != "Array" && s.shape.ordering.isEmpty       => placeFor(s.element.get)
    case m: Plan.Mapping if m.shape.ordering.isEmpty && m.key.get.isInstanceOf[Plan.Scalar] => placeFor(m.value.get)
    case _                                                                             => null
