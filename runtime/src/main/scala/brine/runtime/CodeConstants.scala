package brine.runtime

import java.lang.invoke.{MethodHandle, MethodHandles}
import scala.collection.mutable
import org.objectweb.asm.{ClassWriter, Type}
import org.objectweb.asm.Opcodes.*
import brine.Pickler
import brine.emitted.Emitted
import brine.run.PlannedPickler

/** The values of a hidden class's static fields. Its class initializer calls these methods; public for it, not for users. */
private[brine] object CodeConstants:
  /** The pickler that the class serves, which is its class data. */
  def self(lookup: MethodHandles.Lookup): Emitted[?] = MethodHandles.classData(lookup, "_", classOf[Emitted[?]])

  private def codes(self: Emitted[?]): FamilyCode = self.asInstanceOf[RuntimePickler[?]].codes

  /** The pickler of a type that is not part of the family. */
  def slot(self: Emitted[?], index: Int): Pickler[?] = self.slot(index)

  /** As [[slot]], for a pickler that has a plan. */
  def planned(self: Emitted[?], index: Int): PlannedPickler[?] = self.slot(index).asInstanceOf[PlannedPickler[?]]

  /** The object of a definition that has only one. */
  def constant(self: Emitted[?], definition: Int): AnyRef = self.make(definition, Array.empty)

  /** The class of a definition's objects. */
  def objectClass(self: Emitted[?], definition: Int): Class[?] = codes(self).family.runtimeClass(definition)

  /** The class of the elements of an array. */
  def elementClass(self: Emitted[?], definition: Int): Class[?] = codes(self).family.elementClass(definition)

  /** The code of a definition; called when it is first needed. */
  def code(self: Emitted[?], definition: Int): BinaryCode = codes(self).of(definition)

  // Members that the code cannot name, with types that it can.
  def getter(self: Emitted[?], definition: Int, field: Int): MethodHandle =
    codes(self).handles(definition).getter(field)
  def setter(self: Emitted[?], definition: Int, field: Int): MethodHandle =
    codes(self).handles(definition).setter(field)
  def constructor(self: Emitted[?], definition: Int): MethodHandle = codes(self).handles(definition).constructor

  private val calls = new Calls(CodeConstants.getClass)
  private val codeType = Type.getDescriptor(classOf[BinaryCode])

/** The static fields of a class that is being made. Final ones are constants to HotSpot, which compiles a call on one into its
  * caller. (Dynamic constants would be made when first needed. But JDK 17 compiles no method with one that was not met yet, and
  * in an exception handler it seldom is.)
  *
  * @param owner the class's internal name
  */
private[runtime] final class CodeConstants(owner: String):
  private val finals = mutable.LinkedHashMap.empty[String, Constant]
  private val codes = mutable.LinkedHashSet.empty[Int]

  private def typeOf(call: Call): String = Type.getReturnType(call.descriptor).getDescriptor

  /** Pushes the constant that the method of its name gives. */
  def push(code: MethodCode, constant: Constant): Unit =
    val call = CodeConstants.calls(constant.name)
    val field = constant.numbers.mkString(constant.name + "$", "$", "")
    finals.getOrElseUpdate(field, constant)
    code.visitor.visitFieldInsn(GETSTATIC, owner, field, typeOf(call))

  /** Pushes the code of another definition, found when it is first called for: a big family's is not made all at once. */
  def pushCode(code: MethodCode, definition: Int): Unit =
    codes += definition
    val found = code.label()
    code.visitor.visitFieldInsn(GETSTATIC, owner, s"code$$$definition", CodeConstants.codeType)
    code.instruction(DUP)
    code.jump(IFNONNULL, found)
    code.pop()
    code.pushModule(CodeConstants.calls.owner)
    code.call(CodeConstants.calls("code"), new Constant("self"), definition)
    code.instruction(DUP)
    code.visitor.visitFieldInsn(PUTSTATIC, owner, s"code$$$definition", CodeConstants.codeType)
    code.mark(found)

  /** Adds the fields and their initializer to the class. */
  def define(writer: ClassWriter): Unit =
    for definition <- codes do
      writer.visitField(ACC_PRIVATE | ACC_STATIC, s"code$$$definition", CodeConstants.codeType, null, null)
    for (field, constant) <- finals do
      writer.visitField(
        ACC_PRIVATE | ACC_STATIC | ACC_FINAL,
        field,
        typeOf(CodeConstants.calls(constant.name)),
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
    code.pushModule(CodeConstants.calls.owner)
    code.callStatic("java/lang/invoke/MethodHandles", "lookup", "()Ljava/lang/invoke/MethodHandles$Lookup;")
    code.call(CodeConstants.calls("self"))
    val self = code.stored()
    for (field, constant) <- finals do
      val call = CodeConstants.calls(constant.name)
      if constant.name == "self" then code.push(self)
      else
        code.pushModule(CodeConstants.calls.owner)
        code.call(call, self +: constant.numbers*)
      code.visitor.visitFieldInsn(PUTSTATIC, owner, field, typeOf(call))
    code.instruction(RETURN)
