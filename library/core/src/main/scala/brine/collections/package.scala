/** The collection classes of the standard libraries: operations that take one apart and make it ([[SequenceOps]]),
  * orders of elements ([[Order]]), and objects that would be lost ([[CollectionCheck]]).
  *
  * May use: `brine`, `brine.shape`, `brine.model`.
  */
package brine.collections
