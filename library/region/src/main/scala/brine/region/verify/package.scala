/** The checks of a region's bytes: in one descent ([[InOrderVerifier]]), or by a sweep from the end
  * ([[SweepVerifier]]).
  *
  * May use: `layout`, `core`, `wire`.
  */
package brine.region.verify
