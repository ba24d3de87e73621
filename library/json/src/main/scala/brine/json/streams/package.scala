/** Finds the values of a stream one after the other: lines, or the values that a path leads to. Keeps no text around
  * them. [[PartialFields]] has the part of an object that has arrived.
  *
  * May use: `text`, `core`, `wire`.
  */
package brine.json.streams
