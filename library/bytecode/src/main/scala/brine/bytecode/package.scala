/** Makes hidden classes at run time: the [[Host]] of a class, its members, its constants, and the code of one method.
  *
  * May use: `core`, ASM.
  */
package brine.bytecode
