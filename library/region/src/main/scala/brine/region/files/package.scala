/** The header of a region, and temporary numbers ([[SpillFile]]).
  *
  * May use: `layout`, `core`, `wire`.
  */
package brine.region.files
