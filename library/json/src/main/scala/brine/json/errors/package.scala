/** Finds all errors of a JSON document, after a first read has failed.
  *
  * May use: `trees`, `streams`, `looks`, `text`, `core`.
  */
package brine.json.errors
