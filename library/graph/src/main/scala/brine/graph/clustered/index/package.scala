/** The index of a graph's objects: [[IndexPass]] makes an [[ObjectIndex]], and [[IndexQueries]] and [[IndexWalk]] ask
  * it.
  *
  * May use: `reading`, `file`, `columns`, `brine.graph.types`, `core`.
  */
package brine.graph.clustered.index
