/** Plans: what to do with a type, as data that can be run. [[Access]] leads to the fields of a class, [[Component]]
  * holds types that lead to each other, [[AbsentFields]] the defaults. [[ObjectBuilder]] and [[ObjectReader]] are
  * formats with code for classes.
  *
  * May use: `brine`, `brine.shape`, `brine.collections`.
  */
package brine.plan
