/** Reads a part of a graph: objects on request ([[SubgraphReader]], [[Subgraphs]]), and values without their classes
  * ([[ValueReader]], [[MemberValues]]).
  *
  * May use: `reading`, `file`, `columns`, `brine.graph.types`, `core`.
  */
package brine.graph.clustered.parts
