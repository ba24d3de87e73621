/** The options of a dialect as data ([[JsonDialect]], [[NameStyle]]), and the dialects of other libraries
  * ([[DialectPresets]]).
  *
  * May use: Scala's library alone.
  */
package brine.json.dialects
