/** The decisions of a derivation as data: facts of a type ([[TypeModel]]), the rules ([[Rules]], [[Cycles]],
  * [[Problem]]), and a family with its plan as data ([[Family]], [[FamilyText]]). [[StandardClasses]] lists the
  * classes that the rules know by name. Nothing here sees the compiler or a byte.
  *
  * May use: `brine.shape`.
  */
package brine.model
