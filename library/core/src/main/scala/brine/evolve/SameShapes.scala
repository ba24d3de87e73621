package brine.evolve

import scala.collection.mutable
import brine.plan.Plan
import brine.shape.{Fingerprint, Shape}

/** Compares a writer's shape with that of a class, or with the one that a migration names.
  *
  * @param count called for each pair of types that is compared; false if there have been too many
  * @param plans the plans that read the arguments of migrations
  */
private final class SameShapes(count: () => Boolean, plans: OlderPlans):
  /** Compares node by node, to end at the first difference: many fingerprints of a made-up shape would take long. */
  def isSame(writer: Shape, reader: Shape): Boolean =
    val met = mutable.HashSet.empty[(Identity, Identity)]
    val left = mutable.Queue((writer, reader))
    var same = true
    while same && left.nonEmpty do
      val (w, r) = left.dequeue()
      if met.add((new Identity(w), new Identity(r))) then
        val (inW, inR) = (Fingerprint.childrenOf(w), Fingerprint.childrenOf(r))
        same = count() && Fingerprint.label(w) == Fingerprint.label(r) && inW.length == inR.length
        if same then left ++= inW.zip(inR)
    same

  /** Returns true if this is the shape of an older class, as it was. At its references to today's class, the shape
    * may have any shape from which migrations lead, above all the older class itself.
    */
  def isNamed(writer: Shape, older: Plan): Boolean = isNamed(writer, older, mutable.HashSet.empty)

  private def isNamed(writer: Shape, older: Plan, met: mutable.HashSet[(Identity, Identity)]): Boolean =
    val left = mutable.Queue((writer, older))
    var named = true
    while named && left.nonEmpty do
      val (w, p) = left.dequeue()
      if met.add((new Identity(w), new Identity(p))) then
        val known = if p eq older then null else Resolution.migrationTo(p)
        if !count() then named = false
        else if known != null && !isSame(w, p.shape) then
          named = known.steps.exists { step =>
            val further = met.clone
            val fits = isNamed(w, plans.of(step, p), further)
            if fits then met ++= further
            fits
          }
        else if isLike(w, p.shape) then
          if !p.isInstanceOf[Plan.ScalarArray] then left ++= Fingerprint.childrenOf(w).zip(p.parts)
        else named = false
    named

  /** Compares neither contents nor identities: the older class need not be part of a cycle. */
  private def isLike(w: Shape, r: Shape): Boolean =
    Fingerprint.label(w, tells = false) == Fingerprint.label(r, tells = false) && Fingerprint.childrenOf(
      w
    ).length == Fingerprint.childrenOf(r).length

/** The trials of one resolution: the answers by the rules, the plans of older versions, and the number of comparisons.
  */
private[evolve] final class Trials(val older: OlderPlans):
  val found = new mutable.HashMap[(Identity, Identity), Boolean]
  val reached = new mutable.HashMap[(Identity, Identity), Boolean]
  val tried = new mutable.HashSet[(Identity, Identity)]

  /** Why migrations do not lead from a shape. */
  val reasons = new mutable.HashMap[(Identity, Identity), String]
  var pairs = 0

  /** Counts a pair. Returns false if there are too many. */
  def countPair(): Boolean =
    pairs += 1
    pairs <= Trials.MostPairs

  /** Trials inside each other: these are on the stack. */
  var depth = 0

private[evolve] object Trials:
  final val MostTrials = 50

  /** Pairs of types, of which there are fewer in anybody's program. */
  final val MostPairs = 100_000

/** An object as a key that is equal only to itself. */
private[evolve] final class Identity(val of: AnyRef):
  override def hashCode: Int = System.identityHashCode(of)
  override def equals(other: Any): Boolean = other match
    case that: Identity => that.of eq of
    case _              => false
