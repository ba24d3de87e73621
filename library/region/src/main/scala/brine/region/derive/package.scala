/** The macros of regions: [[StaticTypeReader]] and a file for each kind of code.
  *
  * May use: `brine.derive.types` of `core`, `layout`, the compiler, and the names that emitted code calls. It runs at
  * compile time only.
  */
package brine.region.derive
