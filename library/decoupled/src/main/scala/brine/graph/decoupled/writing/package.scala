/** Puts objects into an image: [[DecoupledBuilder]] fills an [[ObjectHeap]], [[Numbering]] orders it breadth first,
  * [[ImageWriter]] writes the sections.
  *
  * May use: `image`, `brine.graph.types`, `core`, `wire`.
  */
package brine.graph.decoupled.writing
