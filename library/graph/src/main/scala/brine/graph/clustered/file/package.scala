/** A graph as bytes: [[GraphFile]], its clusters, columns and cuts.
  *
  * May use: `columns`, `brine.graph.types`, `core`, `wire`.
  */
package brine.graph.clustered.file
