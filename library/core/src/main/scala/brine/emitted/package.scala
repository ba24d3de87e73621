/** Superclasses of the classes that the macro and the runtime picklers emit, and the helpers that their code calls.
  *
  * May use: `brine.run`, `brine.run.structures` and the packages that they may use.
  */
package brine.emitted
