package brine.evolve

import java.util.{ArrayDeque, Collections, IdentityHashMap}
import brine.plan.Plan

/** Reads data that do not contain the shape from which they were written, as in JSON. For classes with migrations,
  * the reader determines the version of each object.
  */
private[brine] object UnversionedData:
  /** Returns true if this plan leads to classes with migrations. */
  def leadsToMigrations(plan: Plan): Boolean = plan.leadsToMigrations match
    case Some(known) => known
    case None =>
      val found = search(plan)
      plan.leadsToMigrations = Some(found)
      found

  /** Goes through all that the plan needs, but not where the answer is known. */
  private def search(plan: Plan): Boolean =
    val met = Collections.newSetFromMap(new IdentityHashMap[Plan, java.lang.Boolean])
    val left = new ArrayDeque[Plan]
    left.add(plan)
    met.add(plan)
    var found = false
    while !found && !left.isEmpty do
      val next = left.poll()
      val known = next.leadsToMigrations
      found = known.getOrElse(Resolution.migrationTo(next) != null)
      if !found && known.isEmpty then for child <- next.parts do if met.add(child) then left.add(child)
    if !found then met.forEach(_.leadsToMigrations = Some(false))
    found
