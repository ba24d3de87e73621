package brine.bytecode

import java.lang.invoke.{MethodHandles, MethodType}
import java.lang.invoke.MethodHandles.Lookup
import org.objectweb.asm.{ClassWriter, Type}
import org.objectweb.asm.Opcodes.*

/** A class in a user's package whose only method returns its lookup.
  *
  * `privateLookupIn` drops MODULE access if the two classes are in different modules. Unnamed modules of two loaders
  * are different modules. A hidden class can be defined with MODULE access only. Any other class needs PACKAGE access,
  * which remains. From within the module, `privateLookupIn` keeps MODULE access (docs/adr/0071).
  *
  * {{{
  * final class $$BrineLookup { static MethodHandles.Lookup lookup() { return MethodHandles.lookup(); } }
  * }}}
  *
  * It belongs to the user's loader and has no state. One serves all code in its package, including that of another copy
  * of Brine.
  */
private object LookupClass:
  private final val Name = "$$BrineLookup"
  private final val Method = "lookup"
  private val returnsLookup = MethodType.methodType(classOf[Lookup])

  /** Returns a lookup of `c` with full privilege.
    *
    * @param inside a lookup of `c` with PRIVATE and PACKAGE access
    */
  def fullPrivilege(c: Class[?], inside: Lookup): Lookup =
    if inside.hasFullPrivilegeAccess then inside
    else
      try
        val found = inside.findStatic(define(c, inside), Method, returnsLookup)
        MethodHandles.privateLookupIn(c, found.invokeWithArguments().asInstanceOf[Lookup])
      catch case e: (NoSuchMethodException | ClassNotFoundException) => throw new IllegalAccessException(e.toString)

  private def define(c: Class[?], inside: Lookup): Class[?] =
    val name = if c.getPackageName.isEmpty then Name else s"${c.getPackageName}.$Name"
    try inside.defineClass(bytes(name.replace('.', '/')))
    catch case _: LinkageError => inside.findClass(name) // it is there already

  private def bytes(name: String): Array[Byte] =
    val writer = new ClassWriter(0)
    writer.visit(V17, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC, name, null, "java/lang/Object", null)
    val code = writer.visitMethod(ACC_STATIC, Method, returnsLookup.toMethodDescriptorString, null, null)
    code.visitCode()
    code.visitMethodInsn(
      INVOKESTATIC,
      Type.getInternalName(classOf[MethodHandles]),
      "lookup",
      returnsLookup.toMethodDescriptorString,
      false
    )
    code.visitInsn(ARETURN)
    code.visitMaxs(1, 0)
    code.visitEnd()
    writer.visitEnd()
    writer.toByteArray
