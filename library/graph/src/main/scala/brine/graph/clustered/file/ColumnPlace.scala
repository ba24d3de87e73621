package brine.graph.clustered.file

import brine.graph.clustered.columns.Role
import brine.shape.Shape

/** Identifies a column: the values at a member of a cluster, inside `level` options, in one [[Role]]. */
private[graph] final case class ColumnKey(cluster: Int, member: Int, level: Int, role: Int)
    extends Comparable[ColumnKey]:
  /** An order for Java's hash tables, which search keys of one hash code in it: a footer may choose its keys. */
  def compareTo(other: ColumnKey): Int =
    if cluster != other.cluster then Integer.compare(cluster, other.cluster)
    else if member != other.member then Integer.compare(member, other.member)
    else if level != other.level then Integer.compare(level, other.level)
    else Integer.compare(role, other.role)

/** A place for values of one type: a member, or the content of an option there. It has a column for each kind of call.
  *
  * @param level the number of options and mapped types between the member and this place
  * @param shape null at a place with only a number
  */
private[graph] final class ColumnPlace[C <: AnyRef](
    cluster: Int,
    member: Int,
    level: Int,
    shape: Shape | Null,
    make: ColumnKey => C
):
  private val columns = new Array[AnyRef](Role.Count)
  private var knownContent: ColumnPlace[C] | Null = null

  def column(role: Int): C =
    val known = columns(role)
    if known != null then known.asInstanceOf[C]
    else
      val made = make(ColumnKey(cluster, member, level, role))
      columns(role) = made
      made

  /** The place of the content of an option or of a mapped type. A pickler written by hand has one place for all its
    * values.
    */
  def content: ColumnPlace[C] =
    val known = knownContent
    if known != null then known
    else
      val made = shape match
        case o: Shape.Optional => inside(o.element)
        case m: Shape.Mapped   => inside(m.inner)
        case _                 => this
      knownContent = made
      made

  private def inside(content: Shape): ColumnPlace[C] =
    new ColumnPlace(cluster, member, level + 1, ColumnPlace.unmarked(content), make)

private[graph] object ColumnPlace:
  /** The shape without mapped types, which write no marker. */
  @annotation.tailrec
  def unmarked(shape: Shape): Shape = shape match
    case m: Shape.Mapped => unmarked(m.inner)
    case other           => other
