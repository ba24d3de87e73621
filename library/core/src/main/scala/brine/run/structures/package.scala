/** Picklers with plans that are made of other picklers: collections, arrays, options, types by two functions
  * (`StructurePicklers`), open types ([[OpenPickler]]) and mutable values. [[Link]] makes the plans of a family.
  *
  * May use: `brine.run` and the packages that it may use, `brine.model`.
  */
package brine.run.structures
