/** `Serialization` lists the steps of a write. [[ClusteredBuilder]] puts values into columns. Rules
  * ([[RuledBuilder]]), weak references ([[Reachable]]) and cuts ([[CutFinder]]) are here, too.
  *
  * May use: `code`, `file`, `columns`, `brine.graph.types`, `core`.
  */
package brine.graph.clustered.writing
