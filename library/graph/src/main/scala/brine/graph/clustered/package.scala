/** Data that the subpackages share: [[GraphSettings]], [[PathText]], [[BinarySearch]].
  *
  * May use: `core`.
  */
package brine.graph.clustered
