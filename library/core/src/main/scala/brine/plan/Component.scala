package brine.plan

import java.util.{ArrayDeque, IdentityHashMap}
import scala.collection.mutable.ArrayBuffer

/** A strongly connected component of the graph of plans: types whose objects can lead to each other. An object that
  * is still being read can be reached only from objects of the same component. All others are complete when they have
  * been read, whatever is open around them.
  *
  * @param isCyclic     an object of it can lead back to itself
  * @param leadsByHand  an object of it can lead to one that a handwritten pickler reads, or to one of an open type
  * @param looksIntoParts something in it reads the parts that it is given: it hashes them, or computes
  * @param canClose     a reference in it can be made after the object that holds it, so that objects can be in a cycle.
  *                     Derived picklers keep the identity of their objects then (`brine.model.Cycles`)
  */
private[brine] final class Component(
    val isCyclic: Boolean,
    private[plan] val leadsByHand: Boolean,
    private[plan] val looksIntoParts: Boolean,
    private[brine] val canClose: Boolean
)

private[brine] object Component:
  /** Computed once for a plan and all plans that it leads to, by Tarjan's algorithm without recursion, in linear
    * time. A handwritten pickler leads nowhere: [[Assembly.apart]] separates the objects that it reads.
    */
  def of(plan: Plan): Component =
    val known = plan.component
    if known != null then known
    else
      synchronized(if plan.component == null then new Search().explore(plan))
      plan.component.nn

  /** Returns true if an object of this plan may contain values whose type only their class determines. */
  def leadsToOpen(plan: Plan): Boolean = of(plan) eq Open

  private final class Node(val plan: Plan, val order: Int, val path: Node | Null):
    var lowest: Int = order
    var isOpen = true
    val rest: Iterator[Plan] = plan.parts

  private final class Search:
    private val nodes = new IdentityHashMap[Plan, Node]
    private val open = new ArrayDeque[Node]

    def explore(root: Plan): Unit =
      var node: Node | Null = enter(root, null)
      while node != null do
        val here = node
        if here.rest.hasNext then
          val child = here.rest.next()
          val met = nodes.get(child)
          if met == null then { if child.component == null then node = enter(child, here) }
          else if met.isOpen then here.lowest = math.min(here.lowest, met.order)
        else
          node = here.path
          if node != null then node.lowest = math.min(node.lowest, here.lowest)
          if here.lowest == here.order then close(here)

    private def enter(plan: Plan, path: Node | Null): Node =
      if nodes.size >= MaxPlans then
        throw new IllegalStateException(
          s"the plan of ${plan.shape.name} does not end: a type refers to itself with ever larger type arguments"
        )
      val node = new Node(plan, nodes.size, path)
      nodes.put(plan, node)
      open.push(node)
      node

    private def close(root: Node): Unit =
      val members = ArrayBuffer.empty[Node]
      while root.isOpen do
        val member = open.pop()
        member.isOpen = false
        members += member
      val component =
        if members.exists(leadsToOpen) then Open
        else
          new Component(
            members.length > 1 || root.plan.parts.exists(_ eq root.plan),
            members.exists(leadsByHand),
            members.exists(_.plan.needsWholeParts),
            canClose(members)
          )
      for member <- members do member.plan.component = component

    private def canClose(members: ArrayBuffer[Node]): Boolean =
      val plans = java.util.Collections.newSetFromMap(new IdentityHashMap[Plan, java.lang.Boolean])
      for member <- members do plans.add(member.plan)
      members.exists(member => partsMadeLater(member.plan).exists(plans.contains(_)))

    private def partsMadeLater(plan: Plan): Iterator[Plan] = plan match
      case p: Plan.Product => p.fields.indices.iterator.filter(p.isMutable(_)).map(p.fields(_).get)
      case _: Plan.Sequence | _: Plan.Mapping if takesLater(plan, 0) => plan.parts
      case _                                                         => Iterator.empty

    private def leadsByHand(node: Node): Boolean =
      node.plan.isInstanceOf[Plan.Custom] ||
        node.plan.parts.exists(child => child.component != null && child.component.nn.leadsByHand)

    private def leadsToOpen(node: Node): Boolean =
      node.plan.isInstanceOf[Plan.Open] || node.plan.parts.exists(_.component eq Open)

  /** All types that lead to open ones: objects of classes unknown here may lead back to any of them. */
  private val Open = new Component(isCyclic = true, leadsByHand = true, looksIntoParts = true, canClose = true)

  /** Returns true if an object of `plan` can be made before its part: before field `field`, or any element. */
  def takesLater(plan: Plan, field: Int): Boolean = plan match
    case p: Plan.Product  => p.isMutable(field) && !p.looksIntoParts
    case s: Plan.Sequence => s.ops.isMutable || s.ops.isArray
    case m: Plan.Mapping  => m.ops.isMutable
    case m: Plan.Mapped   => m.edge != null
    case _                => false

  /** Returns the field of `plan` before which its object can be built; `order` is the order in which the fields come.
    * The fields before it need no object that may be incomplete. All from it on are variables. Nothing looks into the
    * object before it is complete.
    */
  def lateField(plan: Plan.Product, order: Array[Int]): LateField =
    val own = of(plan)
    if !own.isCyclic || own.leadsByHand || own.looksIntoParts then LateField.None
    else
      val (before, late) = order.span(field => of(plan.fields(field).get) ne own)
      if late.isEmpty || !late.forall(plan.isMutable(_)) then LateField.None
      else new LateField(late.head, before.lastOption.getOrElse(-1), before.forall(plan.shape.isValue(_)))

  private final val MaxPlans = 100_000

/** The field before which an object can be built, -1 for none: see [[Component.lateField]].
  *
  * @param previous      the field before it, -1 for none
  * @param followsValues the fields before it are scalars, options of them and the like
  */
private[brine] final class LateField(val field: Int, val previous: Int, val followsValues: Boolean)

private[brine] object LateField:
  val None = new LateField(-1, -1, followsValues = false)
