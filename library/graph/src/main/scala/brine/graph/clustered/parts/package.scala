/** Reads a part of a graph: objects on request ([[SubgraphReader]], [[Subgraphs]]), and values without their classes
  * ([[IndexedValues]], [[ValueReader]], [[MemberValues]]).
  *
  * May use: `index`, `reading`, `file`, `columns`, `brine.graph.types`, `core`.
  */
package brine.graph.clustered.parts
