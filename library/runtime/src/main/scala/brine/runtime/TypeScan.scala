package brine.runtime

import scala.collection.mutable
import brine.model.{Problem, Rules}
import brine.runtime.classes.{RuntimeNames, RuntimeType}
import brine.runtime.standard.StandardTypes

/** The planned parts of a type, or all obstacles through all levels. Classes that are not on the list are
  * read as if they were, so that one round of edits is enough.
  */
private[runtime] final class TypeScan(picklers: RuntimePicklers, root: RuntimeType.Of):
  private val places = mutable.LinkedHashMap.empty[Class[?], mutable.LinkedHashSet[String]]

  val types = new ReadClass(picklers)

  val shown: String = types(types.key(root)).shown

  /** Null if there are problems. */
  val planned: Rules.Result.Planned | Null =
    val (plans, problems) = plan(types)
    if problems.isEmpty then plans.head else null

  /** Problems that no list solves, with the reader that knows why; found after all classes that are missing. */
  lazy val (problems: Vector[Problem], reader: ReadClass) = everything(types)

  /** Classes that are not on the list, with the places where they were met. */
  def missing: Seq[(Class[?], Seq[String])] =
    val refused = problems.collect { case Problem.HiddenState(_, shown, _) => shown }.toSet
    places.toSeq.filterNot((c, _) => refused(RuntimeNames.shown(c))).map((c, at) => c -> at.toSeq)

  @annotation.tailrec
  private def everything(read: ReadClass): (Vector[Problem], ReadClass) =
    val (_, problems) = plan(read)
    val before = places.size
    for case Problem.NotAllowed(at, shown) <- problems; c <- read.missing(shown) do
      places.getOrElseUpdate(c, mutable.LinkedHashSet.empty) += at
    val others = problems.filterNot(_.isInstanceOf[Problem.NotAllowed])
    if places.size == before then (others, read) else everything(new ReadClass(picklers, places.keySet.toSet))

  /** The root, and the types that are planned separately. */
  private def plan(types: ReadClass): (Vector[Rules.Result.Planned], Vector[Problem]) =
    val plans = Vector.newBuilder[Rules.Result.Planned]
    val problems = Vector.newBuilder[Problem]
    val met = mutable.HashSet(root)
    val left = mutable.Queue(root)
    while left.nonEmpty do
      val t = left.dequeue()
      if t.runtimeClass == root.runtimeClass && t == root || needsPlan(t) then
        new Rules(types(_), types.isSubtype, isAutomatic = true).plan(types.key(t)) match
          case planned: Rules.Result.Planned =>
            plans += planned
            left ++= planned.slots.flatMap(types.optionalContent).filter(met.add)
          case Rules.Result.Failed(found) => problems ++= found
    (plans.result(), problems.result().distinct)

  private def needsPlan(t: RuntimeType.Of): Boolean =
    picklers.ownOf(t) == null && !StandardTypes.contains(t.runtimeClass)
