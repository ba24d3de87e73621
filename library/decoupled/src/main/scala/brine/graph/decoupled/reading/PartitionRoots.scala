package brine.graph.decoupled.reading

import scala.collection.mutable.ArrayBuffer
import brine.graph.decoupled.image.{ImageClass, SlotMemory}
import brine.plan.Plan
import brine.shape.Shape

/** An object that a thread can make before the object around it.
  *
  * @param place the plan of its place
  * @param own   the plan of the object: of a sealed type the leaf's
  * @param above the object around it; null for the value's own object
  * @param index the field or element of that object
  * @param depth how deep it is nested, as a reader counts it
  */
private[decoupled] final class Root(
    val place: Plan,
    val own: Plan,
    val address: Int,
    val above: Root | Null,
    index: Int,
    val depth: Int
):
  /** The path from the object above. */
  def segment: String = above match
    case null => ""
    case root: Root =>
      root.own match
        case p: Plan.Product => p.shape.segment(index)
        case _               => s"[$index]"

/** Searches the upper levels of a graph for roots: objects that lead to much of the graph. Goes down level by level,
  * from objects to their fields and elements, until there are enough.
  */
private[decoupled] final class PartitionRoots(memory: SlotMemory, types: ReaderTypes):
  import PartitionRoots.*
  private val first = types.first
  private val met = new java.util.HashSet[Integer]

  /** The roots of a value that is read by this plan; fewer than two if it has none. */
  def find(plan: Plan): collection.IndexedSeq[Root] =
    val ends = ArrayBuffer.empty[Root] // nothing leads further down from here
    var level = ArrayBuffer.empty[Root]
    if memory.size > 0 then level ++= rootAt(plan, 1, null, 0, 0)
    var levels = 0
    while level.nonEmpty && level.length + ends.length < Enough && levels < MostLevels do
      val next = ArrayBuffer.empty[Root]
      for root <- level do if !descend(root, next) then ends += root
      level = next
      levels += 1
    level ++= ends
    level

  /** Adds the objects in the fields or elements of an object; false if it has none that can be roots. */
  private def descend(root: Root, to: ArrayBuffer[Root]): Boolean =
    val before = to.length
    val c = types.classes(types.numberAt(memory, root.address)).nn
    root.own match
      case p: Plan.Product =>
        for i <- p.fields.indices if c.isReference(i) do
          to ++= rootAt(p.fields(i).get, memory(root.address + c.slotOf(i)), root, i, root.depth)
      case s: Plan.Sequence if c.isReference(0) =>
        val element = s.element.get
        for i <- 0 until memory(root.address + first).toInt do
          to ++= rootAt(element, memory(root.address + c.elementsAt + i), root, i, root.depth)
      case _ => ()
    to.length > before

  /** The root to which a reference leads, in a place of this plan. */
  private def rootAt(place: Plan, reference: Long, above: Root | Null, index: Int, depth: Int): Option[Root] =
    if reference == 0 then None
    else
      val address = (reference - 1).toInt
      val c = types.classes(types.numberAt(memory, address)).nn
      place match
        case o: Plan.Optional if isOwn(c, o.shape) && c.isReference(0) =>
          rootAt(o.element.get, memory(address + first), above, index, depth + Plan.LevelCost)
        case other =>
          val own = ownPlan(other, c, address)
          if own == null || !met.add(address) then None
          else
            Some(new Root(other, own, address, above, index, depth + Plan.LevelCost * (if own eq other then 1 else 2)))

  /** The plan of the object at an address; null if a thread cannot make it separately. */
  private def ownPlan(place: Plan, c: ImageClass, address: Int): Plan | Null = place match
    case p: Plan.Product  => if isOwn(c, p.shape) then p else null
    case s: Plan.Sequence => if isOwn(c, s.shape) && memory(address + first) > 0 then s else null
    case m: Plan.Mapping  => if isOwn(c, m.shape) && memory(address + first) > 0 then m else null
    case s: Plan.Sum =>
      val leaves = types.leavesOf(s.shape)
      val leaf = if leaves == null then -1 else leaves.leaf(c.number)
      if leaf < 0 || leaves.nn.wrappers(leaf) != null then null
      else
        s.leaves(leaf).get match
          case p: Plan.Product => p
          case _               => null
    case _ => null

  private def isOwn(c: ImageClass, shape: Shape): Boolean = c eq types.ownOf(shape)

private object PartitionRoots:
  /** Some for each of the groups that share them. */
  private final val Enough = 512
  private final val MostLevels = 24
