/** Tables of types ([[TypeTable]], [[KnownTypes]]), for both whole-graph formats.
  *
  * May use: `core`, `wire`.
  */
package brine.graph.types
