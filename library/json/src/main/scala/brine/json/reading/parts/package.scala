/** The parts of a reader of JSON, one for each kind of thing that it reads, and the rules that all of them ask. A
  * dialect has its own of each.
  *
  * May use: `looks`, `dialects`, `streams`, `text`, `core`.
  */
package brine.json.reading.parts
