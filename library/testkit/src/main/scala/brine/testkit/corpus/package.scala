/** Samples of all kinds of types, over which the laws of formats run.
  *
  * May use: `core`.
  */
package brine.testkit.corpus
