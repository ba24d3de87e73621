package brine.bytecode

import java.util.concurrent.atomic.AtomicInteger
import brine.plan.Plan
import brine.shape.Note

/** The code of one format for the objects of classes. The plan of a class caches it, at the number of the format.
  * Threads may lose entries of each other, which are then made again.
  *
  * @param make returns the code for the objects of a plan; null if they can have none
  */
private[brine] final class FormatCodes[C <: PlanCode](make: Plan.Product => C | Null):
  private val number = FormatCodes.formats.getAndIncrement()

  /** Returns the code for some objects of this plan; null if there can be none, or is none yet. */
  def of(plan: Plan.Product, objects: Int = 1): C | Null = known(plan) match
    case null           => count(plan, keep(plan, new CodeUses), objects)
    case uses: CodeUses => count(plan, uses, objects)
    case NoCode         => null
    case code           => code.asInstanceOf[C]

  private def count(plan: Plan.Product, uses: CodeUses, objects: Int): C | Null =
    if uses.add(objects) then made(plan) else null

  /** Does as [[of]], and makes the code now. */
  def now(plan: Plan.Product): C | Null = known(plan) match
    case null | (_: CodeUses) => made(plan)
    case NoCode               => null
    case code                 => code.asInstanceOf[C]

  private def known(plan: Plan.Product): Note | Null =
    val all = plan.codes
    if number < all.length then all(number) else null

  private def keep[N <: Note](plan: Plan.Product, note: N): N =
    var all = plan.codes
    if number >= all.length then
      all = java.util.Arrays.copyOf(all, number + 1)
      plan.codes = all
    all(number) = note
    note

  private def made(plan: Plan.Product): C | Null =
    val code: C | Null = make(plan)
    keep[Note](plan, if code != null then code else NoCode)
    code

private object FormatCodes:
  private val formats = new AtomicInteger
