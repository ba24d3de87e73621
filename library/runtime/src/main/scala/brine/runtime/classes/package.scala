/** Classes by reflection and by their class files: [[ClassLayout]], [[ClassFile]], [[FieldAccess]].
  *
  * May use: `standard`, `core`, `bytecode`, ASM.
  */
package brine.runtime.classes
