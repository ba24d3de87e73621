package brine.graph.clustered

import brine.columns.Role
import brine.shape.Shape

/** Which column: of the values at a member of a cluster, inside so many options, in one [[Role]]. */
private[graph] final case class ColumnKey(cluster: Int, member: Int, level: Int, role: Int)

/** Where values of one type stand, or what stands inside an option there: it has a column for each kind of call.
  *
  * @param level how many options, and types that stand for others, are around it at its member
  * @param shape null where only a number stands
  */
private[graph] final class Place[C <: AnyRef](cluster: Int, member: Int, level: Int, shape: Shape | Null, make: ColumnKey => C):
  private val columns = new Array[AnyRef](Role.Count)
  private var knownContent: Place[C] | Null = null

  def column(role: Int): C =
    val known = columns(role)
    if known != null then known.asInstanceOf[C]
    else
      val made = make(ColumnKey(cluster, member, level, role))
      columns(role) = made
      made

  /** Where the content of an option stands, and that of a type that stands for another. A pickler written by hand has one place
    * for all that it puts.
    */
  def content: Place[C] =
    val known = knownContent
    if known != null then known
    else
      val made = shape match
        case o: Shape.Optional => inside(o.element)
        case m: Shape.Mapped   => inside(m.inner)
        case _                 => this
      knownContent = made
      made

  private def inside(content: Shape): Place[C] = new Place(cluster, member, level + 1, Place.unmarked(content), make)

private[graph] object Place:
  /** What has no marker of its own: a type that stands for another is then that other. */
  @annotation.tailrec
  def unmarked(shape: Shape): Shape = shape match
    case m: Shape.Mapped => unmarked(m.inner)
    case other           => other
