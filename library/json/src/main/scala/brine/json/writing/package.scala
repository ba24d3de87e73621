/** Writes JSON: [[JsonBuilder]] and its parts, the search for shared objects ([[SharedScan]]), and the code for a class
  * ([[JsonCodeMaker]]).
  *
  * May use: `looks`, `dialects`, `text`, `core`, `bytecode` and ASM.
  */
package brine.json.writing
