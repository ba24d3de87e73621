/** Parts of a walk over a plan that call no walker: nulls and depth ([[WriteChecks]]), the stack on the heap
  * ([[ReadFrames]], [[WriteFrame]]), substitutes ([[Replacement]]), maps of scalars ([[PlainEntries]]), and paths of
  * failures ([[PartFailures]]).
  *
  * May use: `brine.plan`, `brine.plan.subtypes`, `brine.assembly`, `brine.binary`.
  */
package brine.plan.steps
