package brine.region.layout

import brine.PickleException
import brine.shape.{Note, Nullness, ScalarKind, Shape}
import brine.wire.layout.RegionLayout.UNIT_BITS

/** The layout of the objects of one shape: docs/spec/region.md. It follows from the shape alone, so that equal
  * fingerprints mean equal layouts.
  */
private[region] sealed abstract class ObjectLayout

private[region] object ObjectLayout:
  /** A class: its fields at constant offsets, the widest first, so that there is nothing between them. */
  final class Record(val shape: Shape.Product) extends ObjectLayout:
    private var known: Fields | Null = null

    // Immutable, so that every thread sees all of it or null.
    private def fields: Fields =
      val fields = known
      if fields != null then fields
      else
        val found = new Fields(shape.fieldShapes.map(SlotLayout.of))
        known = found
        found

    /** The slot layouts of the fields, in the order of the class. */
    def places: Array[SlotLayout] = fields.places

    /** The offset of each field. */
    def offsets: Array[Int] = fields.offsets

    /** The size in bytes: at least 4, so that each object has its own position. */
    def size: Int = fields.size

    /** True if a field needs a cell for its value. */
    def hasCells: Boolean = fields.hasCells

    /** The bytes that each of its references can reach back. */
    def reach: Long = fields.reach

  private final class Fields(val places: Array[SlotLayout]):
    private val found = ObjectLayout.offsets(places.map(_.width))
    val offsets: Array[Int] = found._1
    val size: Int = found._2
    val hasCells: Boolean = places.exists(_.isCelled)
    val reach: Long = SlotLayout.reach(places.iterator.map(_.bits).maxOption.getOrElse(0))

  /** A string. */
  case object Text extends ObjectLayout

  /** A value of a pickler written by hand: bytes of the binary format. */
  final class Blob(val shape: Shape) extends ObjectLayout

  /** A cell: an object with one slot, for a value that is not an object. */
  final class Cell(contentOf: () => Shape) extends ObjectLayout:
    lazy val content: SlotLayout = SlotLayout.of(contentOf())

  /** The only object of its type. */
  final class Constant(val shape: Shape.Singleton) extends ObjectLayout

  /** A sealed family: the tag is the leaf's number plus one. */
  final class Tagged(val shape: Shape.Sum) extends ObjectLayout:
    lazy val leaves: Array[Content | Null] = shape.leafShapes.map {
      case _: Shape.Singleton => null
      case leaf               => new Content(SlotLayout.of(leaf))
    }

    /** The content of the leaf that a tag refers to.
      *
      * @throws PickleException.UnknownLeaf for a tag of no leaf, or of a leaf without content
      */
    def content(tag: Int): Content =
      val leaf = tag - 1
      val known = if leaf >= 0 && leaf < leaves.length then leaves(leaf) else null
      if known == null then throw new PickleException.UnknownLeaf(shape.name, s"number $leaf with parts")
      known

  /** An option. */
  final class Maybe(val shape: Shape.Optional) extends ObjectLayout:
    lazy val content: Content = new Content(SlotLayout.of(shape.element))

  /** A collection or an array. */
  final class Items(val shape: Shape.Sequence) extends ObjectLayout:
    lazy val element: SlotLayout = SlotLayout.of(shape.element)

  /** A map. */
  final class Entries(val shape: Shape.Mapping) extends ObjectLayout:
    lazy val key: SlotLayout = SlotLayout.of(shape.key)
    lazy val value: SlotLayout = SlotLayout.of(shape.value)

  /** The target of a tagged reference: the object itself; or a cell, if the value is not an object or needs another
    * tag.
    */
  final class Content(val place: SlotLayout):
    val isDirect: Boolean = place.isReference && place.bits == 0

  /** The offsets of values of these widths, and the bytes that all of them take. */
  def offsets(widths: Array[Int]): (Array[Int], Int) =
    val offsets = new Array[Int](widths.length)
    var at = 0
    for width <- List(8, 4, 2, 1); i <- widths.indices if widths(i) == width do
      offsets(i) = at
      at += width
    (offsets, math.max(4, roundUp(at)))

  def roundUp(bytes: Int): Int = (bytes + 3) & ~3

/** The layout of one slot: a scalar in place, every other value as a reference.
  *
  * @param kind a [[ScalarKind]]'s number, or [[SlotLayout.Reference]]
  * @param bits the tag bits of a reference
  */
private[region] final class SlotLayout(val kind: Int, val bits: Int, val layout: ObjectLayout | Null) extends Note:
  val isReference: Boolean = kind == SlotLayout.Reference
  val isCelled: Boolean = layout.isInstanceOf[ObjectLayout.Cell]

  /** The width in bytes. */
  val width: Int = SlotLayout.widths(kind)

private[region] object SlotLayout:
  final val Reference = 9
  private val widths = Array(0, 1, 1, 2, 2, 4, 8, 4, 8, 4)

  private val scalars = ScalarKind.values.map { kind =>
    if kind == ScalarKind.String then new SlotLayout(Reference, 0, ObjectLayout.Text)
    else new SlotLayout(kind.ordinal, 0, null)
  }

  def ofScalar(kind: ScalarKind): SlotLayout = scalars(kind.ordinal)

  /** The slot layout for values of a shape.
    *
    * @throws PickleException.NotCompact if there is none: the type is mutable, or an open type
    */
  def of(shape: Shape): SlotLayout = shape match
    case s: Shape.Scalar => scalars(s.kind.ordinal)
    case _ =>
      shape.layout match
        case known: SlotLayout => known
        case _ =>
          val made = make(shape)
          shape.layout = made
          made

  private def make(shape: Shape): SlotLayout = shape match
    case p: Shape.Product if p.isMutableValue => throw refused(p, "can change")
    case p: Shape.Product if p.isTracked      => throw refused(p, "has fields that can change")
    case p: Shape.Product                     => new SlotLayout(Reference, 0, new ObjectLayout.Record(p))
    case s: Shape.Singleton                   => new SlotLayout(Reference, 1, new ObjectLayout.Constant(s))
    case s: Shape.Sum if s.isTracked          => throw refused(s, "has leaves with fields that can change")
    case s: Shape.Sum      => new SlotLayout(Reference, bitsFor(s.leafNames.length), new ObjectLayout.Tagged(s))
    case o: Shape.Optional => new SlotLayout(Reference, OptionBits, new ObjectLayout.Maybe(o))
    case s: Shape.Sequence if isOpen(s)                 => throw refused(s, "can change")
    case s: Shape.Sequence                              => new SlotLayout(Reference, 0, new ObjectLayout.Items(s))
    case m: Shape.Mapping if m.isMutable || m.isTracked => throw refused(m, "can change")
    case m: Shape.Mapping                               => new SlotLayout(Reference, 0, new ObjectLayout.Entries(m))
    case m: Shape.Mapped =>
      m.inner match
        case inner if inner.nullness == Nullness.Marker && !inner.isInstanceOf[Shape.Mapped] => of(inner)
        case _ => new SlotLayout(Reference, 0, new ObjectLayout.Cell(() => m.inner))
    case c: Shape.Custom => new SlotLayout(Reference, 0, new ObjectLayout.Blob(c))
    case o: Shape.Open   => throw refused(o, "is an open type")
    case s: Shape.Scalar => scalars(s.kind.ordinal)

  private def isOpen(s: Shape.Sequence): Boolean = s.isMutable || s.isTracked

  private def refused(shape: Shape, why: String): PickleException = new PickleException.NotCompact(shape.name, why)

  /** The bits of a number from 0 to `leaves`. */
  def bitsFor(leaves: Int): Int = 32 - Integer.numberOfLeadingZeros(leaves)

  /** The bytes that a reference with this number of tag bits can reach back without a pad. */
  def reach(bits: Int): Long = 1L << (31 - bits + UNIT_BITS)

  /** Tags of an option. */
  final val OptionBits = 2
  final val None = 1
  final val Some = 2
