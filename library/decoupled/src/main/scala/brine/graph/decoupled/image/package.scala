/** An image: its classes, slots and sections, and the checks of its bytes ([[ImageVerifier]]). `wire` has the kernels
  * and the constants of the layout, which the accelerator shares.
  *
  * May use: `brine.graph.types`, `brine.graph.threads`, `core`, `wire`.
  */
package brine.graph.decoupled.image
