/** The characters of JSON: input, tags, numbers, texts and comments.
  *
  * May use: `core`, `wire`.
  */
package brine.json.text
