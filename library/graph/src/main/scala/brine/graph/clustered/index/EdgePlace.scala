package brine.graph.clustered.index

import brine.graph.clustered.columns.Role
import brine.graph.clustered.file.{ColumnAccess, ColumnInput, ColumnPlace}
import brine.shape.Shape

/** A place of a type, as an index follows it.
  *
  * @param isMarked a code precedes the value
  */
private[graph] final class EdgePlace(
    val place: ColumnPlace[ColumnInput],
    val shape: Shape,
    val isMarked: Boolean,
    val types: TypesByShape
):
  import EdgePlace.*

  val kind: Int = shape match
    case _: Shape.Product | _: Shape.Sequence | _: Shape.Mapping => Object
    case _: Shape.Sum                                            => Family
    case _: Shape.Optional | _: Shape.Mapped                     => Wrapper
    case _: Shape.Open                                           => Open
    case _: Shape.Singleton                                      => Single
    case _: Shape.Custom                                         => Hand
    case _: Shape.Scalar                                         => Scalar

  /** True if the place itself has objects: no option or mapped type is around them. */
  def leadsToObjects: Boolean = kind == Object || kind == Family || kind == Open

  /** True for the content of a leaf whose slot does not tell the leaf: it is itself an option, a mapped type or the
    * like.
    */
  def isInsideLeaf: Boolean = kind == Wrapper || kind == Family || kind == Open

  val codes: ColumnInput = place.column(Role.Codes)

  /** The codes, in any order. */
  lazy val codeAccess: ColumnAccess = new ColumnAccess(codes)

  /** The scalars, in any order. */
  lazy val scalarAccess: ColumnAccess = shape match
    case s: Shape.Scalar => new ColumnAccess(place.column(Role.of(s.kind)))
    case other           => throw new IllegalStateException(other.name)

  /** The objects of the type, of a family its leaves, of an open type its objects. */
  def rows: TypeRows =
    if knownRows == null then knownRows = types.of(shape)
    knownRows

  // (Each object of a pass asks for them, and a lazy value takes longer.)
  private var knownRows: TypeRows = null.asInstanceOf[TypeRows]
  private var knownContent: EdgePlace = null.asInstanceOf[EdgePlace]

  /** The place of the content of an option or of a mapped type. */
  def content: EdgePlace =
    if knownContent == null then knownContent = makeContent
    knownContent

  private def makeContent: EdgePlace = shape match
    case o: Shape.Optional => inside(place.content, o.element, types)
    case m: Shape.Mapped   => inside(if isMarked then place.content else place, m.inner, types)
    case _                 => throw new IllegalStateException(shape.name)

private[graph] object EdgePlace:
  final val Object = 0
  final val Family = 1
  final val Wrapper = 2
  final val Open = 3
  final val Single = 4
  final val Hand = 5
  final val Scalar = 6

  /** A member of a type. */
  def member(place: ColumnPlace[ColumnInput], shape: Shape, types: TypesByShape): EdgePlace =
    new EdgePlace(place, shape, !shape.isInstanceOf[Shape.Scalar], types)

  /** The value inside an option or a mapped type, or the graph's value: some types have no marker there. */
  def inside(place: ColumnPlace[ColumnInput], shape: Shape, types: TypesByShape): EdgePlace =
    val isMarked = shape match
      case _: Shape.Mapped | _: Shape.Custom | _: Shape.Singleton | _: Shape.Scalar => false
      case _                                                                        => true
    new EdgePlace(place, shape, isMarked, types)

  /** The content of a leaf or of an object of an open type: no code precedes the fields of a class. */
  def content(place: ColumnPlace[ColumnInput], shape: Shape, types: TypesByShape): EdgePlace = shape match
    case _: Shape.Product | _: Shape.Open => new EdgePlace(place, shape, false, types)
    case _                                => inside(place, shape, types)

/** The rows of the types of a graph. */
private[graph] trait TypesByShape:
  def of(shape: Shape): TypeRows

  def isSubtype(number: Int): Boolean

  /** The shape of the objects of a subtype. */
  def subtype(number: Int): Shape
