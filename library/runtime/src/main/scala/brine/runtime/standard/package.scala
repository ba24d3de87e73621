/** The libraries' classes that need no reading ([[StandardTypes]]), and those that would lose something
  * ([[Refused]]).
  *
  * May use: `core`.
  */
package brine.runtime.standard
