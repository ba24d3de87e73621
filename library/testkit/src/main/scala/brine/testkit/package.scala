/** Laws, generators and helpers for tests, ours and users'.
  *
  * May use: `core`, `graph`, munit, ScalaCheck.
  */
package brine.testkit
