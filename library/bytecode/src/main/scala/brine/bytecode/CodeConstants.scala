package brine.bytecode

import scala.collection.mutable
import org.objectweb.asm.{ClassWriter, Type}
import org.objectweb.asm.Opcodes.*

/** The static fields of a class that is being made. A call on a final one can be compiled into its caller (ADR 95,
  * constants). (Dynamic constants would be made when first needed. But JDK 17 compiles no method with one that was not
  * met yet, and in an exception handler it seldom is.)
  *
  * @param owner  the class's internal name
  * @param methods the methods of a Scala object that give the values, by the constants' names. The class initializer
  *               calls them. `self` takes a `Lookup` of the class and returns its class data; all others take that
  *               first. `code`, if there is one, returns the code of a definition.
  */
private[brine] final class CodeConstants(owner: String, methods: Methods | Null):
  private val finals = mutable.LinkedHashMap.empty[String, Constant]
  private val codes = mutable.LinkedHashSet.empty[Int]

  private def source: Methods =
    if methods != null then methods else throw new IllegalStateException("code without constants")
  private def codeType: String = typeOf(source("code"))
  private def typeOf(call: Call): String = Type.getReturnType(call.descriptor).getDescriptor

  /** Pushes the constant that the method of its name gives. */
  def push(code: MethodCode, constant: Constant): Unit =
    val call = source(constant.name)
    val field = constant.numbers.mkString(constant.name + "$", "$", "")
    finals.getOrElseUpdate(field, constant)
    code.visitor.visitFieldInsn(GETSTATIC, owner, field, typeOf(call))

  /** Pushes the code of another definition, found when it is first called for: a big family's is not made all at once.
    */
  def pushCode(code: MethodCode, definition: Int): Unit =
    codes += definition
    val found = code.label()
    code.visitor.visitFieldInsn(GETSTATIC, owner, s"code$$$definition", codeType)
    code.instruction(DUP)
    code.jump(IFNONNULL, found)
    code.pop()
    code.pushModule(source.owner)
    code.call(source("code"), new Constant("self"), definition)
    code.instruction(DUP)
    code.visitor.visitFieldInsn(PUTSTATIC, owner, s"code$$$definition", codeType)
    code.mark(found)

  /** Adds the fields and their initializer to the class. */
  def define(writer: ClassWriter): Unit =
    for definition <- codes do
      writer.visitField(ACC_PRIVATE | ACC_STATIC, s"code$$$definition", codeType, null, null)
    for (field, constant) <- finals do
      writer.visitField(
        ACC_PRIVATE | ACC_STATIC | ACC_FINAL,
        field,
        typeOf(source(constant.name)),
        null,
        null
      )
    if finals.nonEmpty then
      val visitor = writer.visitMethod(ACC_STATIC, "<clinit>", "()V", null, null)
      visitor.visitCode()
      initialize(new MethodCode(visitor, 0, this))
      visitor.visitMaxs(0, 0)
      visitor.visitEnd()

  private def initialize(code: MethodCode): Unit =
    code.pushModule(source.owner)
    code.callStatic("java/lang/invoke/MethodHandles", "lookup", "()Ljava/lang/invoke/MethodHandles$Lookup;")
    code.call(source("self"))
    val self = code.stored()
    for (field, constant) <- finals do
      val call = source(constant.name)
      if constant.name == "self" then code.push(self)
      else
        code.pushModule(source.owner)
        code.call(call, self +: constant.numbers*)
      code.visitor.visitFieldInsn(PUTSTATIC, owner, field, typeOf(call))
    code.instruction(RETURN)
