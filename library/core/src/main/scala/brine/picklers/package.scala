/** The standard picklers, one file for each family of types. `StandardPicklers` is the index.
  *
  * May use: `brine.picklers.values`, `brine.run`, `brine.run.structures`, `brine.cache`.
  */
package brine.picklers
