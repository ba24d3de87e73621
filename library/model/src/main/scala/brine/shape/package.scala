/** Types as data: [[Shape]], nullness, fingerprints, and shapes as text ([[ShapeText]]).
  *
  * May use: Scala's library alone.
  */
package brine.shape
