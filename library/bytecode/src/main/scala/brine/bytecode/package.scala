/** Makes hidden classes at run time: the [[Host]] of a class, its members, its constants, and the code of one method.
  *
  * [[Recipe]] says what code does with the objects of a class. [[WriteWalk]], [[ReadInOrder]] and [[ReadByKey]] make
  * that code for a format ([[WriteTarget]], [[OrderTarget]], [[KeyTarget]]) in a language ([[Code]], of which
  * [[BytecodeCode]] is one). [[FormatCodes]] caches the code of a format.
  *
  * May use: `core`, ASM.
  */
package brine.bytecode
