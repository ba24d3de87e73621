/** Makes hidden classes at run time: the [[Host]] of a class, its members, its constants, and the code of one method.
  *
  * [[Recipe]] says what code does with the objects of a class, and [[WriteWalk]] makes that code for a format
  * ([[WriteTarget]]) in a language ([[Code]], of which [[BytecodeCode]] is one).
  *
  * May use: `core`, ASM.
  */
package brine.bytecode
