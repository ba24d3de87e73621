package brine.region

import brine.PickleException
import brine.shape.{Nullness, ScalarKind, Shape}
import brine.wire.layout.RegionLayout.UNIT_BITS

/** How objects of one shape lie in a region: docs/spec/region.md. Read off the shape alone, hence the same wherever the
  * fingerprint is.
  */
private[region] sealed abstract class Layout

private[region] object Layout:
  /** A class: its fields at constant offsets, the widest first, so that there is nothing between them. */
  final class Record(val shape: Shape.Product) extends Layout:
    private var known: Fields | Null = null

    // Seen whole or not at all, by whatever thread.
    private def fields: Fields =
      val fields = known
      if fields != null then fields
      else
        val found = new Fields(shape.fieldShapes.map(Place.of))
        known = found
        found

    /** How the fields stand, in the class's order. */
    def places: Array[Place] = fields.places

    /** Where each field begins. */
    def offsets: Array[Int] = fields.offsets

    /** In bytes; at least 4, so that objects have places of their own. */
    def size: Int = fields.size

    /** Whether some field needs an object of its own for a value that has none. */
    def hasCells: Boolean = fields.hasCells

    /** Bytes that each of its references can lead back. */
    def reach: Long = fields.reach

  private final class Fields(val places: Array[Place]):
    private val found = Layout.offsets(places.map(_.width))
    val offsets: Array[Int] = found._1
    val size: Int = found._2
    val hasCells: Boolean = places.exists(_.isCelled)
    val reach: Long = Place.reach(places.iterator.map(_.bits).maxOption.getOrElse(0))

  /** A string. */
  case object Text extends Layout

  /** What a pickler that was written by hand gives: bytes of the binary format. */
  final class Blob(val shape: Shape) extends Layout

  /** A place of its own, for a value that is no object. */
  final class Cell(contentOf: () => Shape) extends Layout:
    lazy val content: Place = Place.of(contentOf())

  /** An object that is all there is of its type. */
  final class Constant(val shape: Shape.Singleton) extends Layout

  /** A sealed family: the tag is the leaf's number and one. */
  final class Tagged(val shape: Shape.Sum) extends Layout:
    lazy val leaves: Array[Content | Null] = shape.leafShapes.map {
      case _: Shape.Singleton => null
      case leaf               => new Content(Place.of(leaf))
    }

  /** An option. */
  final class Maybe(val shape: Shape.Optional) extends Layout:
    lazy val content: Content = new Content(Place.of(shape.element))

  /** A collection or an array. */
  final class Items(val shape: Shape.Sequence) extends Layout:
    lazy val element: Place = Place.of(shape.element)

  /** A map. */
  final class Entries(val shape: Shape.Mapping) extends Layout:
    lazy val key: Place = Place.of(shape.key)
    lazy val value: Place = Place.of(shape.value)

  /** What a reference with a tag of its own refers to: the object itself, or, where the value is none or needs a tag, a cell. */
  final class Content(val place: Place):
    val isDirect: Boolean = place.isReference && place.bits == 0

  /** Where values of these widths begin, and how many bytes they take together. */
  def offsets(widths: Array[Int]): (Array[Int], Int) =
    val offsets = new Array[Int](widths.length)
    var at = 0
    for width <- List(8, 4, 2, 1); i <- widths.indices if widths(i) == width do
      offsets(i) = at
      at += width
    (offsets, math.max(4, roundUp(at)))

  def roundUp(bytes: Int): Int = (bytes + 3) & ~3

/** How a value stands at a place: a scalar by itself, everything else as a reference.
  *
  * @param kind a [[ScalarKind]]'s number, or [[Place.Reference]]
  * @param bits of a reference: those of its tag
  */
private[region] final class Place(val kind: Int, val bits: Int, val layout: Layout | Null):
  val isReference: Boolean = kind == Place.Reference
  val isCelled: Boolean = layout.isInstanceOf[Layout.Cell]

  /** In bytes. */
  val width: Int = Place.widths(kind)

private[region] object Place:
  final val Reference = 9
  private val widths = Array(0, 1, 1, 2, 2, 4, 8, 4, 8, 4)

  private val scalars = ScalarKind.values.map { kind =>
    if kind == ScalarKind.String then new Place(Reference, 0, Layout.Text) else new Place(kind.ordinal, 0, null)
  }

  def ofScalar(kind: ScalarKind): Place = scalars(kind.ordinal)

  /** How values of a shape stand.
    *
    * @throws PickleException.NotCompact if there is none: the type can change, or its objects are of unknown classes
    */
  def of(shape: Shape): Place = shape match
    case s: Shape.Scalar => scalars(s.kind.ordinal)
    case _ =>
      shape.layout match
        case known: Place => known
        case _ =>
          val made = make(shape)
          shape.layout = made
          made

  private def make(shape: Shape): Place = shape match
    case p: Shape.Product if p.isMutableValue => throw refused(p, "can change")
    case p: Shape.Product if p.isTracked  => throw refused(p, "has fields that can change")
    case p: Shape.Product                 => new Place(Reference, 0, new Layout.Record(p))
    case s: Shape.Singleton               => new Place(Reference, 1, new Layout.Constant(s))
    case s: Shape.Sum if s.isTracked      => throw refused(s, "has leaves with fields that can change")
    case s: Shape.Sum                     => new Place(Reference, bitsFor(s.leafNames.length), new Layout.Tagged(s))
    case o: Shape.Optional                => new Place(Reference, OptionBits, new Layout.Maybe(o))
    case s: Shape.Sequence if isOpen(s)   => throw refused(s, "can change")
    case s: Shape.Sequence                => new Place(Reference, 0, new Layout.Items(s))
    case m: Shape.Mapping if m.isMutable || m.isTracked => throw refused(m, "can change")
    case m: Shape.Mapping                 => new Place(Reference, 0, new Layout.Entries(m))
    case m: Shape.Mapped =>
      m.inner match
        case inner if inner.nullness == Nullness.Marker && !inner.isInstanceOf[Shape.Mapped] => of(inner)
        case _ => new Place(Reference, 0, new Layout.Cell(() => m.inner))
    case c: Shape.Custom => new Place(Reference, 0, new Layout.Blob(c))
    case o: Shape.Open   => throw refused(o, "is an open type")
    case s: Shape.Scalar => scalars(s.kind.ordinal)

  private def isOpen(s: Shape.Sequence): Boolean = s.isMutable || s.isTracked

  private def refused(shape: Shape, why: String): PickleException = new PickleException.NotCompact(shape.name, why)

  /** Bits that hold the numbers 0 to `leaves`. */
  def bitsFor(leaves: Int): Int = 32 - Integer.numberOfLeadingZeros(leaves)

  /** Bytes that a reference with so many bits for its tag can lead back, without a pad. */
  def reach(bits: Int): Long = 1L << (31 - bits + UNIT_BITS)

  /** Tags of an option. */
  final val OptionBits = 2
  final val None = 1
  final val Some = 2
