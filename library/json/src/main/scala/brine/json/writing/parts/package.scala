/** The parts of a builder of JSON, one for each kind of thing that it writes, and the rules that all of them ask. A
  * dialect has its own of each.
  *
  * May use: `looks`, `dialects`, `text`, `core`, `wire`.
  */
package brine.json.writing.parts
