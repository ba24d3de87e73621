/** Reads JSON: [[JsonReader]] and its parts, the choice of a class's version, and the code for a class.
  *
  * May use: `looks`, `dialects`, `streams`, `text`, `core`, `bytecode`, ASM.
  */
package brine.json.reading
