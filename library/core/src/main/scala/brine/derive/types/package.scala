/** The macro's read room: [[ReadType]] and its parts ask the compiler about types and answer with facts.
  * [[JavaClassFile]] reads class files.
  *
  * May use: `brine.model`, `brine.combine` (in the code of unions), and the compiler. It runs at compile time only.
  */
package brine.derive.types
