/** The standard picklers of types that are one word to a person and a few numbers to a machine: times, numbers,
  * identifiers.
  *
  * May use: `brine.run.structures`, `brine.plan.steps`, `brine.cache`, `brine.binary`.
  */
package brine.picklers.values
