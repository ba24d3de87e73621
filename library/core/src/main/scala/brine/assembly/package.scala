/** The objects of one pickle during a read: references, cycles, and migrations in cycles. [[Construction]] makes
  * values out of parts.
  *
  * May use: `brine.plan` and the packages that it may use, `brine.binary`.
  */
package brine.assembly
