package brine.demo

import java.util.{ArrayDeque, IdentityHashMap}

/** Proves that two class graphs are the same graph. They must have the same vertices with the same scalars, the same
  * edges, the same sharing (of vertices, lists and arrays) and the same cycles.
  *
  * Both graphs are walked in step from their roots. At every pair of references there are three cases. Both are `null`;
  * or the two objects are already each other's counterpart; or neither has a counterpart yet, and they become one. The
  * counterparts are therefore a bijection by identity, which is the meaning of isomorphism here.
  *
  * Cost: time and memory linear in vertices and edges; the pairs wait in a queue, so depth costs no stack, and the path
  * to a difference is a shortest one.
  */
object Isomorphism:

  /** The extent of the comparison: every vertex reachable from the root, and every reference from a vertex to a vertex.
    */
  final case class Counts(vertices: Int, edges: Int)

  /** The counts of the two graphs, or the path to a first difference and the difference. */
  def prove(left: JdkGraph, right: JdkGraph): Either[String, Counts] = Walk(left, right).run()

/** One proof under way: the pairs that wait for a comparison, and the counterpart of each object. */
private final class Walk(left: JdkGraph, right: JdkGraph):
  import Isomorphism.Counts

  private val toRight = IdentityHashMap[AnyRef, AnyRef]()
  private val toLeft = IdentityHashMap[AnyRef, AnyRef]()
  private val waiting = ArrayDeque[Pair]()
  private var vertices = 0
  private var edges = 0
  private var difference: Option[String] = None

  def run(): Either[String, Counts] =
    meet(left, right, Step.root)
    while difference.isEmpty && !waiting.isEmpty do compare(waiting.poll())
    difference.toLeft(Counts(vertices, edges))

  /** Two references at the same place: they agree, or they are a difference, or their objects wait for comparison. */
  private def meet(left: AnyRef, right: AnyRef, at: Step): Unit =
    val counterpart = if left == null then null else toRight.get(left)
    if left == null || right == null then
      if left ne right then differ(at, left, right, "")
    else if counterpart == null && !toLeft.containsKey(right) then
      toRight.put(left, right)
      toLeft.put(right, left)
      waiting.add(Pair(left, right, at))
    else if counterpart ne right then differ(at, left, right, ", but one of them already has another counterpart")

  private def compare(pair: Pair): Unit = (pair.left, pair.right) match
    case (left: JdkGraph, right: JdkGraph)               => meet(left.vertices, right.vertices, pair.at / "vertices")
    case (left: JdkClass, right: JdkClass)               => compareVertices(left, right, pair.at)
    case (left: Array[JdkClass], right: Array[JdkClass]) => compareAll(left.toSeq, right.toSeq, pair.at)(meet)
    case (left: List[JdkClass @unchecked], right: List[JdkClass @unchecked]) => compareAll(left, right, pair.at)(edge)
    case (left, right)                                                       => differ(pair.at, left, right, "")

  private def compareVertices(left: JdkClass, right: JdkClass, at: Step): Unit =
    vertices += 1
    if left.name != right.name then differ(at / "name", left.name, right.name, "")
    if left.access != right.access then differ(at / "access", Int.box(left.access), Int.box(right.access), "")
    edge(left.superclass, right.superclass, at / "superclass")
    meet(left.interfaces, right.interfaces, at / "interfaces")
    edge(left.nestHost, right.nestHost, at / "nestHost")
    meet(left.nestMembers, right.nestMembers, at / "nestMembers")
    meet(left.fieldTypes, right.fieldTypes, at / "fieldTypes")
    meet(left.signatureTypes, right.signatureTypes, at / "signatureTypes")

  private def compareAll(
      left: Seq[JdkClass],
      right: Seq[JdkClass],
      at: Step
  )(each: (JdkClass, JdkClass, Step) => Unit): Unit =
    if left.length != right.length then differ(at, left, right, "")
    else for ((l, r), index) <- left.iterator.zip(right.iterator).zipWithIndex do each(l, r, at / index)

  private def edge(left: JdkClass, right: JdkClass, at: Step): Unit =
    if left != null then edges += 1
    meet(left, right, at)

  /** Only the first difference counts: later ones may be its consequence. */
  private def differ(at: Step, left: AnyRef, right: AnyRef, reason: String): Unit =
    if difference.isEmpty then
      difference = Some(s"$at: ${describe(left)} on the left, ${describe(right)} on the right$reason")

  private def describe(value: AnyRef): String = value match
    case null                       => "null"
    case vertex: JdkClass           => s"the class $vertex"
    case many: collection.Seq[?]    => s"${many.length} classes"
    case scalar: (String | Integer) => scalar.toString
    case other                      => s"an object of ${other.getClass.getName}"

private final class Pair(val left: AnyRef, val right: AnyRef, val at: Step)

/** A place in the graph, as the last step of the path to it; rendered only when something differs there. */
private final class Step(before: Step | Null, label: String, index: Int):
  def /(field: String): Step = Step(this, field, -1)
  def /(index: Int): Step = Step(this, "", index)

  /** A path of more than twelve steps loses its middle, as it can have millions. */
  override def toString: String =
    val steps = Iterator.iterate(this)(_.parent).takeWhile(_ != null).map(_.text).toVector.reverse
    if steps.size <= 12 then steps.mkString
    else s"${steps.take(6).mkString} ... ${steps.size - 12} more ... ${steps.takeRight(6).mkString}"

  private def parent: Step = before.asInstanceOf[Step]

  private def text: String = if index >= 0 then s"[$index]" else if before == null then label else s".$label"

private object Step:
  val root: Step = Step(null, "$", -1)
