package brine.assembly

import java.util.IdentityHashMap
import brine.PickleOptions
import brine.plan.Plan

/** The objects that migrations have made, or will make, of objects that keep their identity: one new object of each,
  * at every place.
  */
private[brine] final class Migrated(assembly: Assembly, options: PickleOptions):
  /** By the old object, and by the migration: several plans may have one migration. */
  private val done = new IdentityHashMap[AnyRef, Map[AnyRef, AnyRef | Null]]
  private val waiting = new IdentityHashMap[AnyRef, List[Conversion]]

  /** Made of objects in cycles. */
  private val inCycles = new IdentityHashMap[AnyRef, AnyRef]

  private def of(old: AnyRef): Map[AnyRef, AnyRef | Null] = done.getOrDefault(old, Map.empty)

  private val results = new MigrationResults(options.subtypes, options.limits)

  /** Returns the object that a migration makes of another that is complete. */
  def convert(plan: Plan.Converted, old: AnyRef): AnyRef | Null =
    val made = assembly.watched(plan.convert(old))
    if made != null then results.check(made, plan)
    made

  /** Checks an object that was made in a cycle, and is complete. */
  def check(conversion: Conversion): Unit = results.check(conversion.made.nn, conversion.plan.nn)

  /** Returns the object that a plan makes of another; an [[Unbuilt]] if it waits for others in a cycle. */
  def once(plan: Plan.Converted, old: AnyRef): AnyRef | Null =
    val before = of(old)
    if before.contains(plan.by.nn) then before(plan.by.nn)
    else if assembly.isAwaiting(plan) then later(Seq(plan), ofLeaf = false, old)
    else
      val made = convert(plan, old)
      done.put(old, before.updated(plan.by.nn, made))
      made

  /** Returns the object that one of these plans will make of `old`, which may not be built yet. It is made when `old`
    * and all objects that lead back to it can be built.
    */
  def later(choices: Seq[Plan.Converted], ofLeaf: Boolean, old: AnyRef): AnyRef =
    val known = old match
      case unbuilt: Unbuilt => unbuilt.converting.find(_.choices.map(_.by) == choices.map(_.by)).orNull
      case built            => find(built, choices.head)
    if known == null then begin(choices, ofLeaf, old)
    else if known.made != null then known.made.nn
    else known.addResult()

  private def begin(choices: Seq[Plan.Converted], ofLeaf: Boolean, old: AnyRef): Unbuilt =
    val conversions = assembly.conversions
    val conversion = new Conversion(choices, ofLeaf, this, conversions)
    conversions.add(conversion)
    val result = conversion.addResult()
    old match
      case unbuilt: Unbuilt => unbuilt.convertLater(conversion)
      case built            => conversion.found(built)
    result

  def find(old: AnyRef, plan: Plan.Converted): Conversion | Null =
    waiting.getOrDefault(old, Nil).find(_.plan.nn.by == plan.by).orNull

  def remember(conversion: Conversion): Unit =
    val old = conversion.old.nn
    val ignored = waiting.put(old, conversion :: waiting.getOrDefault(old, Nil))

  /** A migration has made an object in a cycle. */
  def made(conversion: Conversion): Unit =
    val old = conversion.old.nn
    inCycles.put(conversion.made.nn, conversion)
    val ignored = done.put(old, of(old).updated(conversion.plan.nn.by.nn, conversion.made))

  def isMade(value: AnyRef): Boolean = inCycles.containsKey(value)

  // ---- leaves of sealed types that are other classes now

  /** Returns the object that an object has become, or will become in a cycle, as a leaf of this family; null if it is
    * itself of its leaf's class.
    */
  def leaf(s: Plan.Sum, old: AnyRef, isAwaiting: Boolean): AnyRef | Null =
    val made = s.leaves.iterator.map(leaf => madeBy(leaf.get, old)).find(_ != null).orNull
    if made != null || !isAwaiting then made else leafLater(s, old)

  private def leafLater(s: Plan.Sum, old: AnyRef): AnyRef | Null =
    val choices = Conversion.ofLeaves(s)
    val applying = if old.isInstanceOf[Unbuilt] then choices else choices.filter(Conversion.applies(_, old))
    if applying.isEmpty then null else later(applying, ofLeaf = true, old)

  private def madeBy(plan: Plan, value: AnyRef): AnyRef | Null = plan match
    case c: Plan.Converted =>
      val inner = c.inner.get match
        case before: Plan.Converted => madeBy(before, value)
        case _                      => value
      if inner == null then null else of(inner).getOrElse(c.by.nn, null)
    case v: Plan.Versions => v.all.iterator.map(madeBy(_, value)).find(_ != null).orNull
    case _                => null
