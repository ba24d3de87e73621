package brine.graph.clustered

import brine.columns.{Counter, Member, Role}
import brine.graph.trace.{KnownType, KnownTypes, WithoutBytes}
import brine.shape.{ScalarKind, Shape}

/** All values of one type: objects of a class, collections of a kind, and so on. Its columns are those of its members.
  *
  * @param told the shape with the full names of classes, as far as the graph tells them
  */
private[graph] final class Cluster[C <: AnyRef](val number: Int, val shape: Shape, val told: Shape, make: ColumnKey => C)
    extends Counter,
      KnownType:
  private var places = new Array[Place[C] | Null](4)

  /** For each field, and for none, which comes next ([[Shape.Product.valuesFirst]]); -1 after the last. By the field's number and
    * one.
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
  def place(member: Int): Place[C] =
    if member >= places.length then places = java.util.Arrays.copyOf(places, member * 2)
    val known = places(member)
    if known != null then known
    else
      val made = new Place(number, member, 0, Cluster.shapeOf(shape, member), make)
      places(member) = made
      made

  /** The key of a column that has one value for each of the cluster's, if there is one. */
  def keyOfEach: ColumnKey | Null = shape match
    case p: Shape.Product                     => p.fieldShapes.indices.iterator.map(keyOfField(_)).find(_ != null).orNull
    case _: Shape.Sequence | _: Shape.Mapping => ColumnKey(number, Member.Size, 0, Role.Codes)
    case _: Shape.Sum | _: Shape.Open         => ColumnKey(number, Member.Leaf, 0, Role.Codes)
    case _                                    => null

  private def keyOfField(field: Int): ColumnKey | Null = Cluster.shapeOf(shape, field) match
    case s: Shape.Scalar => if s.kind == ScalarKind.Unit then null else ColumnKey(number, field, 0, Role.of(s.kind))
    case _: Shape.Optional | _: Shape.Product | _: Shape.Sum | _: Shape.Sequence | _: Shape.Mapping => ColumnKey(number, field, 0, Role.Codes)
    case _ => null

  /** How many fields an object has that are in no column. */
  def units: Int = shape match
    case p: Shape.Product => p.fieldShapes.count(WithoutBytes.are)
    case _                => 0

  /** The name with those of classes in full, as far as they are told; to some levels. */
  def fullName: String = Cluster.fullName(told, 0)

  /** How many there are is known from their columns. */
  var isCounted: Boolean = false

  /** The same inside so many options. */
  def place(member: Int, level: Int): Place[C] = if level == 0 then place(member) else place(member, level - 1).content

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

  /** What stands at a member of a type, null where that is only a number. */
  def shapeOf(shape: Shape, member: Int): Shape | Null = shape match
    case p: Shape.Product                              => p.fieldShapes(member)
    case s: Shape.Sequence if member == Member.Element => s.element
    case m: Shape.Mapping if member == Member.Key      => m.key
    case m: Shape.Mapping if member == Member.Value    => m.value
    case _                                             => null

/** The clusters of a graph, numbered in the order in which their types are met.
  *
  * @param areClassesTold types are told apart by the full names of classes, too
  */
private[graph] final class Clusters[C <: AnyRef](areClassesTold: Boolean, make: ColumnKey => C) extends KnownTypes[Cluster[C]](areClassesTold):
  /** Where the value itself stands: before all clusters. */
  def root(shape: Shape): Place[C] = new Place(Clusters.Root, 0, 0, Place.unmarked(shape), make)

  protected def isKept(shape: Shape): Boolean = Clusters.hasColumns(shape)
  protected def made(number: Int, shape: Shape, told: Shape): Cluster[C] = new Cluster[C](number, shape, told, make)

private[graph] object Clusters:
  /** In place of a cluster's number. */
  final val Root = -1

  /** Options and the like are told at their places; they need no cluster. */
  def hasColumns(shape: Shape): Boolean = shape match
    case _: Shape.Product | _: Shape.Sum | _: Shape.Sequence | _: Shape.Mapping | _: Shape.Open => true
    case _                                                                                   => false
