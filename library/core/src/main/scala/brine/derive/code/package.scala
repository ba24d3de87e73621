/** The macro's emit room: [[EmitPickler]] and a file for each part of the code. Above each emitter stands the Scala
  * that it produces.
  *
  * May use: `brine.derive.types`, `brine.model`, the compiler, and the names of `brine.emitted` and the packages that
  * emitted code calls.
  */
package brine.derive.code
