/** The decisions of a dialect for each type: [[Looks]], [[ClassLook]], [[DialectForms]]. [[DialectCheck]] finds every
  * reason to refuse a type.
  *
  * May use: `dialects`, `text`, `core`.
  */
package brine.json.looks
