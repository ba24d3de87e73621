/** The pickler of a family of classes, and the code that it compiles ([[CompileBinary]], [[CompileCode]]).
  *
  * May use: `code`, `classes`, `core`, `bytecode`, ASM.
  */
package brine.runtime.family
