/** Classes of objects at places that leave them open: the lookup ([[OpenSubtypes]]), the facts of their plans
  * ([[OpenForm]], [[PlanFacts]]), and arrays of a narrower class ([[Covariance]]).
  *
  * May use: `brine.plan` and the packages that it may use, `brine.binary`.
  */
package brine.plan.subtypes
