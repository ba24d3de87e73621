/** The entry of the macro ([[Derive]]), and its check of a lock ([[CheckLock]], [[StaticPlans]]).
  *
  * May use: The subpackages, `brine.model`, `brine.evolve`, `brine.run.structures`, and the compiler.
  */
package brine.derive
