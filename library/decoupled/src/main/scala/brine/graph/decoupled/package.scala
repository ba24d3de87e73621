/** The names for users: [[DecoupledFormat]], [[Image]], [[ImageObject]].
  *
  * May use: The subpackages, `brine.graph.types`, `core`, `wire`.
  */
package brine.graph.decoupled
