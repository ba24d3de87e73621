package brine.bytecode

import org.objectweb.asm.{Label, MethodVisitor, Type}
import org.objectweb.asm.Opcodes.*

/** A variable of a method that is being made; `at` counts words, of which a long or a double has two. */
private[brine] final class Variable(val at: Int, val of: Type)

/** A constant of a class that is being made: see [[CodeConstants]]. */
private[brine] final class Constant(val name: String, val numbers: Int*)

/** The bytecode of one method, in the order in which it runs.
  *
  * @param words the number of words of all parameters
  */
private[brine] final class MethodCode(val visitor: MethodVisitor, private var words: Int, constants: CodeConstants):
  import MethodCode.*

  // ---- variables

  def newVariable(of: Type): Variable =
    val made = new Variable(words, of)
    words += of.getSize
    made

  /** The variables of `code` end with it. */
  def scope(code: => Unit): Unit =
    val before = words
    code
    words = before

  def load(v: Variable): Unit = visitor.visitVarInsn(v.of.getOpcode(ILOAD), v.at)
  def store(v: Variable): Unit = visitor.visitVarInsn(v.of.getOpcode(ISTORE), v.at)

  /** Stores the top of the stack in a new variable. */
  def stored(of: Type = Any): Variable =
    val made = newVariable(of)
    store(made)
    made

  // ---- values

  def push(argument: Argument): Unit = argument match
    case number: Int        => pushInt(number)
    case variable: Variable => load(variable)
    case c: Constant        => constants.push(this, c)

  private def pushInt(value: Int): Unit =
    if value >= -1 && value <= 5 then visitor.visitInsn(ICONST_0 + value)
    else if value >= Byte.MinValue && value <= Byte.MaxValue then visitor.visitIntInsn(BIPUSH, value)
    else if value >= Short.MinValue && value <= Short.MaxValue then visitor.visitIntInsn(SIPUSH, value)
    else visitor.visitLdcInsn(Integer.valueOf(value))

  def pushNull(): Unit = visitor.visitInsn(ACONST_NULL)
  def pushUnit(): Unit =
    visitor.visitFieldInsn(GETSTATIC, "scala/runtime/BoxedUnit", "UNIT", "Lscala/runtime/BoxedUnit;")
  def pushText(text: String): Unit = visitor.visitLdcInsn(text)
  def pushLong(value: Long): Unit = visitor.visitLdcInsn(java.lang.Long.valueOf(value))

  /** Pushes the value of a variable that nothing was assigned to. */
  def pushZero(t: Type): Unit = t.getSort match
    case Type.LONG                => visitor.visitInsn(LCONST_0)
    case Type.DOUBLE              => visitor.visitInsn(DCONST_0)
    case Type.FLOAT               => visitor.visitInsn(FCONST_0)
    case Type.OBJECT | Type.ARRAY => visitor.visitInsn(ACONST_NULL)
    case _                        => visitor.visitInsn(ICONST_0)

  /** Pushes an object of Scala's. */
  def pushModule(c: Class[?]): Unit =
    val name = Type.getInternalName(c)
    visitor.visitFieldInsn(GETSTATIC, name, "MODULE$", s"L$name;")

  /** Pushes the code of another definition. */
  def pushCode(definition: Int): Unit = constants.pushCode(this, definition)

  /** Pushes an array of this many objects, each of which `element` pushes. */
  def pushArray(count: Int)(element: Int => Unit): Unit =
    push(count)
    visitor.visitTypeInsn(ANEWARRAY, "java/lang/Object")
    for i <- 0 until count do
      instruction(DUP)
      push(i)
      element(i)
      instruction(AASTORE)

  /** Pushes a new object; `arguments` pushes the arguments of its constructor. */
  def pushNew(name: String, descriptor: String)(arguments: => Unit): Unit =
    visitor.visitTypeInsn(NEW, name)
    instruction(DUP)
    arguments
    visitor.visitMethodInsn(INVOKESPECIAL, name, "<init>", descriptor, false)

  // ---- instructions

  def instruction(opcode: Int): Unit = visitor.visitInsn(opcode)
  def pop(): Unit = visitor.visitInsn(POP)

  /** Calls a method with these arguments, behind those on the stack. The first argument of all is the object. */
  def call(call: Call, arguments: Argument*): Unit =
    arguments.foreach(push)
    visitor.visitMethodInsn(call.opcode, call.ownerName, call.name, call.descriptor, call.isInterface)

  /** Calls a static method. */
  def callStatic(owner: String, name: String, descriptor: String): Unit =
    visitor.visitMethodInsn(INVOKESTATIC, owner, name, descriptor, false)

  /** A primitive stays as it is. */
  def cast(t: Type): Unit =
    if t != Any && t.getSort >= Type.ARRAY then visitor.visitTypeInsn(CHECKCAST, t.getInternalName)
  def cast(c: Class[?]): Unit = cast(Type.getType(c))

  def box(t: Type): Unit = wrapper(t).foreach(w => callStatic(w, "valueOf", s"(${t.getDescriptor})L$w;"))

  /** A null, which represents a value that is not there yet, becomes zero. */
  def unbox(t: Type): Unit =
    if wrapper(t).isEmpty then cast(t)
    else
      callStatic(
        "scala/runtime/BoxesRunTime",
        s"unboxTo${t.getClassName.capitalize}",
        s"(Ljava/lang/Object;)${t.getDescriptor}"
      )

  /** Makes a value of one type one of another. Nothing becomes the object of Unit. */
  def convert(from: Type, to: Type): Unit =
    if from == Type.VOID_TYPE then pushUnit()
    else if from != to then
      if from.getSort < Type.ARRAY then box(from) else unbox(to)

  // ---- order

  def label(): Label = new Label
  def mark(label: Label): Unit = visitor.visitLabel(label)
  def jump(opcode: Int, to: Label): Unit = visitor.visitJumpInsn(opcode, to)

  /** Runs `code` unless `opcode` jumps. */
  def unless(opcode: Int)(code: => Unit): Unit =
    val end = label()
    jump(opcode, end)
    code
    mark(end)

  /** `try body catch case e: Exception => throw failure(e)`. The variables that `failure` uses must have been
    * assigned before.
    */
  def handled(failure: Variable => Unit)(body: => Unit): Unit =
    val (from, until, handler, end) = (label(), label(), label(), label())
    visitor.visitTryCatchBlock(from, until, handler, Exception.getInternalName)
    mark(from)
    body
    mark(until)
    jump(GOTO, end)
    mark(handler)
    failure(stored(Exception))
    instruction(ATHROW)
    mark(end)

private[brine] object MethodCode:
  /** An operand of a call: a number, a variable's value or a constant. */
  type Argument = Int | Variable | Constant

  val Any: Type = Type.getType(classOf[Object])
  val Exception: Type = Type.getType(classOf[Exception])

  /** The class of a boxed primitive. */
  def wrapper(t: Type): Option[String] = t.getSort match
    case Type.OBJECT | Type.ARRAY => None
    case Type.INT                 => Some("java/lang/Integer")
    case Type.CHAR                => Some("java/lang/Character")
    case _                        => Some("java/lang/" + t.getClassName.capitalize)
