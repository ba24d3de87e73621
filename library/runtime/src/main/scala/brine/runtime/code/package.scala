/** Superclasses of compiled classes, the methods that they call ([[Calls]]), and access to the members of a class
  * ([[MemberCode]], [[ReflectedCode]]).
  *
  * May use: `classes`, `core`, `bytecode`, ASM.
  */
package brine.runtime.code
