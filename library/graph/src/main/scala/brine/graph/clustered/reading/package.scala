/** [[Materialization]] lists the steps of a read. [[ClusteredReader]] takes values from columns, `GraphPieces` by
  * several threads, and [[CodeWalker]] skips values.
  *
  * May use: `code`, `file`, `columns`, `brine.graph.types`, `brine.graph.threads`, `core`.
  */
package brine.graph.clustered.reading
