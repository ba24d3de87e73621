/** The walkers over plans: [[EventWriter]] and [[EventReader]] on the Java stack, [[PlanWriter]] and [[PlanReader]]
  * on a stack on the heap. They share [[WriteSteps]], [[ReadSteps]], [[FieldCalls]] and [[Elements]].
  * [[PlannedPickler]] chooses one of them.
  *
  * May use: `brine.plan` and its subpackages, `brine.assembly`, `brine.evolve`, `brine.cache`, `brine.binary`.
  */
package brine.run
