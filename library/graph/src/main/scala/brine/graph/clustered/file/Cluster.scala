package brine.graph.clustered.file

import brine.graph.clustered.columns.{Counter, Member, Role}
import brine.graph.types.{ElementsWithoutBytes, KnownType, KnownTypes}
import brine.shape.{ScalarKind, Shape}

/** All values of one type: objects of a class, collections of a kind, and so on. Its columns are those of its members.
  *
  * @param fullShape the shape with the full names of classes, as far as the graph has them
  */
private[graph] final class Cluster[C <: AnyRef](
    val number: Int,
    val shape: Shape,
    val fullShape: Shape,
    make: ColumnKey => C
) extends Counter,
      KnownType:
  private var places = new Array[ColumnPlace[C] | Null](4)

  /** The field that follows each field in the order of [[Shape.Product.valuesFirst]], at the field's number plus one;
    * the first field at 0; -1 after the last field.
    */
  val next: Array[Int] = shape match
    case p: Shape.Product =>
      val next = Array.fill(p.fieldNames.length + 1)(-1)
      var previous = -1
      for field <- p.valuesFirst do
        next(previous + 1) = field
        previous = field
      next
    case _ => Array.emptyIntArray

  /** The place of a field, or another [[Member]]. */
  def place(member: Int): ColumnPlace[C] =
    if member >= places.length then places = java.util.Arrays.copyOf(places, member * 2)
    val known = places(member)
    if known != null then known
    else
      val made = new ColumnPlace(number, member, 0, Cluster.shapeOf(shape, member), make)
      places(member) = made
      made

  /** The key of a column with one value for each value of the cluster, if there is one. */
  def keyOfEach: ColumnKey | Null = shape match
    case p: Shape.Product => p.fieldShapes.indices.iterator.map(keyOfField(_)).find(_ != null).orNull
    case _: Shape.Sequence | _: Shape.Mapping => ColumnKey(number, Member.Size, 0, Role.Codes)
    case _: Shape.Sum | _: Shape.Open         => ColumnKey(number, Member.Leaf, 0, Role.Codes)
    case _                                    => null

  private def keyOfField(field: Int): ColumnKey | Null = Cluster.shapeOf(shape, field) match
    case s: Shape.Scalar => if s.kind == ScalarKind.Unit then null else ColumnKey(number, field, 0, Role.of(s.kind))
    case _: Shape.Optional | _: Shape.Product | _: Shape.Sum | _: Shape.Sequence | _: Shape.Mapping =>
      ColumnKey(number, field, 0, Role.Codes)
    case _ => null

  /** The number of fields of an object that are in no column. */
  def units: Int = shape match
    case p: Shape.Product => p.fieldShapes.count(ElementsWithoutBytes.takeNoBytes)
    case _                => 0

  /** The name with the full names of classes, as far as the graph has them; to a limited number of levels. */
  def fullName: String = Cluster.fullName(fullShape, 0)

  /** True if `count` comes from the columns. */
  var isCounted: Boolean = false

  /** The place of a member inside `level` options. */
  def place(member: Int, level: Int): ColumnPlace[C] =
    if level == 0 then place(member) else place(member, level - 1).content

private[graph] object Cluster:
  private final val MostLevels = 20

  private def fullName(shape: Shape, levels: Int): String =
    def of(kind: String, parts: Shape*): String =
      parts.map(part => if levels > MostLevels then "…" else fullName(part, levels + 1)).mkString(s"$kind[", ", ", "]")
    shape match
      case p: Shape.Product if !p.className.isEmpty => p.className
      case o: Shape.Optional                        => of("Option", o.element)
      case s: Shape.Sequence                        => of(s.kind, s.element)
      case m: Shape.Mapping                         => of(m.kind, m.key, m.value)
      case m: Shape.Mapped if levels <= MostLevels  => fullName(m.inner, levels + 1)
      case other                                    => other.name

  /** The shape at a member of a type; null for a member that is only a number. */
  def shapeOf(shape: Shape, member: Int): Shape | Null = shape match
    case p: Shape.Product                              => p.fieldShapes(member)
    case s: Shape.Sequence if member == Member.Element => s.element
    case m: Shape.Mapping if member == Member.Key      => m.key
    case m: Shape.Mapping if member == Member.Value    => m.value
    case _                                             => null

/** The clusters of a graph, numbered in the order in which their types are met.
  *
  * @param hasFullNames types with different full names of classes differ
  */
private[graph] final class Clusters[C <: AnyRef](hasFullNames: Boolean, make: ColumnKey => C)
    extends KnownTypes[Cluster[C]](hasFullNames):
  /** The place of the value itself, which belongs to no cluster. */
  def root(shape: Shape): ColumnPlace[C] = new ColumnPlace(Clusters.Root, 0, 0, ColumnPlace.unmarked(shape), make)

  protected def isKept(shape: Shape): Boolean = Clusters.hasColumns(shape)
  protected def made(number: Int, shape: Shape, fullShape: Shape): Cluster[C] =
    new Cluster[C](number, shape, fullShape, make)

private[graph] object Clusters:
  /** The number of a cluster for the value itself. */
  final val Root = -1

  /** Returns true for types with a cluster. Options and the like are encoded at their places, without a cluster. */
  def hasColumns(shape: Shape): Boolean = shape match
    case _: Shape.Product | _: Shape.Sum | _: Shape.Sequence | _: Shape.Mapping | _: Shape.Open => true
    case _                                                                                      => false
