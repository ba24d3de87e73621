/** Pieces of work for threads ([[WorkQueue]]), for both whole-graph formats.
  *
  * May use: The JDK alone.
  */
package brine.graph.threads
