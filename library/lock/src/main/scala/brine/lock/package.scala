/** The release tool: shapes of compiled classes, a table of the differences, golden pickles and the test that reads
  * them.
  *
  * May use: `core`.
  */
package brine.lock
