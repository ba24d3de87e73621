/** Values in place and copied out: equality, lookups in maps, and [[RegionReader]].
  *
  * May use: `layout`, `core`, `wire`.
  */
package brine.region.values
