/** The names for users: [[GraphFormat]], [[GraphInspection]] without the classes, and objects on request
  * ([[OpenGraph]], [[Lazy]]).
  *
  * May use: All subpackages, `core`.
  */
package brine.graph
