/** [[PicklerCache]] makes picklers of lists, tuples and generic classes once for the same parts.
  *
  * May use: `brine`, `brine.binary`.
  */
package brine.cache
