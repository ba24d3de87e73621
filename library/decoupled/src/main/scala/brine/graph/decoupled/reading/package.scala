/** Makes objects out of an image, by one thread ([[DecoupledReader]]) or several ([[ObjectThreads]]).
  *
  * May use: `image`, `brine.graph.types`, `brine.graph.threads`, `core`, `wire`.
  */
package brine.graph.decoupled.reading
