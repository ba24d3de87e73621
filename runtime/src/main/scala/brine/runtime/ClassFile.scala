package brine.runtime

import java.lang.reflect.Constructor
import scala.collection.mutable
import org.objectweb.asm.{Attribute, ClassReader, ClassVisitor, Handle, Label, MethodVisitor, Type}
import org.objectweb.asm.Opcodes.*

/** What a class file tells beyond what reflection does: which parameters of a constructor are kept in which fields, by its
  * own code, and who compiled it.
  *
  * @param isScala      one of Scala's compilers did
  * @param constructors by descriptor
  */
private[runtime] final case class ClassFile(isScala: Boolean, constructors: Map[String, ConstructorCode])

/** The code of a constructor, as far as it can be followed without running it.
  *
  * @param stored     for a parameter, the fields of its class that it is assigned to, as it is and nothing else ever is
  * @param assigned   all fields that it assigns, of its superclasses, too
  * @param passedOn   the superclass's constructor that is called, by its descriptor, and for each of its parameters the
  *                   one of this constructor that it is given as it is, or -1
  * @param keepsOnly  does nothing with its parameters but keep them and pass them on
  */
private[runtime] final case class ConstructorCode(
    stored: Map[Int, Vector[String]], assigned: Set[String], passedOn: Option[(String, Vector[Int])], keepsOnly: Boolean
)

private[runtime] object ClassFile:
  /** None if the class has no class file that can be read: it was made by a program, say. */
  def of(c: Class[?]): Option[ClassFile] =
    val in = c.getResourceAsStream(c.getName.substring(c.getName.lastIndexOf('.') + 1) + ".class")
    if in == null then None
    else
      try
        val visitor = new Reading(Type.getInternalName(c))
        new ClassReader(in).accept(visitor, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG)
        Some(visitor.result)
      catch case _: java.io.IOException | _: IllegalArgumentException => None // newer than the reader
      finally in.close()

  def descriptor(constructor: Constructor[?]): String = Type.getConstructorDescriptor(constructor)

  private final class Reading(self: String) extends ClassVisitor(ASM9):
    private var isScala = false
    private val constructors = Map.newBuilder[String, ConstructorCode]

    def result: ClassFile = ClassFile(isScala, constructors.result())

    override def visitAttribute(attribute: Attribute): Unit =
      if attribute.`type` == "TASTY" || attribute.`type` == "Scala" || attribute.`type` == "ScalaSig" then isScala = true

    override def visitMethod(
        access: Int, name: String, descriptor: String, signature: String, exceptions: Array[String]
    ): MethodVisitor | Null =
      if name != "<init>" then null
      else new Following(self, descriptor, code => { val ignored = constructors += descriptor -> code })

  /** What an instruction leaves on the stack, where it can be told. */
  private enum Operand:
    case This
    case Parameter(index: Int)

    /** Anything that no parameter was needed for. */
    case Other

  import Operand.*

  /** Follows straight code. After anything else the stack is not known, and what is then stored is not, either. */
  private final class Following(self: String, descriptor: String, end: ConstructorCode => Unit) extends MethodVisitor(ASM9):
    private val parameterOf: Map[Int, Int] =
      val types = Type.getArgumentTypes(descriptor)
      types.indices.zip(types.scanLeft(1)(_ + _.getSize)).map((i, slot) => slot -> i).toMap

    private val stack = mutable.ArrayBuffer.empty[Operand]
    private val assignments = mutable.HashMap.empty[String, Int]
    private val stores = mutable.ArrayBuffer.empty[(Int, String)]
    private val changed = mutable.HashSet.empty[Int]
    private var passedOn: Option[(String, Vector[Int])] = None
    private var keepsOnly = true

    override def visitEnd(): Unit =
      val kept = stores.filter((parameter, field) => !changed(parameter) && assignments(field) == 1)
      val direct = kept.groupMap(_._1)(_._2).view.mapValues(_.toVector).toMap
      val passed = passedOn.map((d, from) => (d, from.map(p => if changed(p) then -1 else p)))
      end(ConstructorCode(direct, assignments.keySet.toSet, passed, keepsOnly))

    private def lost(): Unit =
      stack.clear()
      keepsOnly = false

    private def pop(count: Int): Option[Vector[Operand]] =
      if stack.length < count then None
      else
        val popped = stack.takeRight(count).toVector
        stack.dropRightInPlace(count)
        Some(popped)

    override def visitVarInsn(opcode: Int, slot: Int): Unit =
      if opcode <= ALOAD then stack += (if slot == 0 then This else parameterOf.get(slot).fold(Other)(Parameter(_)))
      else
        parameterOf.get(slot).foreach(changed += _)
        lost()

    override def visitIincInsn(slot: Int, increment: Int): Unit =
      parameterOf.get(slot).foreach(changed += _)
      lost()

    override def visitInsn(opcode: Int): Unit =
      if opcode >= ACONST_NULL && opcode <= DCONST_1 then stack += Other
      else if opcode == DUP && stack.nonEmpty then stack += stack.last
      else if opcode == POP && stack.nonEmpty then stack.dropRightInPlace(1)
      else if opcode != RETURN && opcode != NOP then lost()

    override def visitIntInsn(opcode: Int, operand: Int): Unit = if opcode == NEWARRAY then lost() else stack += Other

    override def visitLdcInsn(value: Object): Unit = stack += Other

    override def visitTypeInsn(opcode: Int, name: String): Unit =
      if opcode == NEW then stack += Other else if opcode != CHECKCAST then lost()

    override def visitFieldInsn(opcode: Int, owner: String, name: String, descriptor: String): Unit = opcode match
      case GETSTATIC => stack += Other
      case PUTFIELD =>
        pop(2) match
          case Some(Vector(This, value)) =>
            assignments(name) = assignments.getOrElse(name, 0) + 1
            value match
              case Parameter(index) => stores += index -> name
              case Other            => ()
              case This             => keepsOnly = false
          case _ =>
            assignments(name) = assignments.getOrElse(name, 0) + 1
            lost()
      case _ => lost()

    override def visitMethodInsn(opcode: Int, owner: String, name: String, descriptor: String, isInterface: Boolean): Unit =
      val count = Type.getArgumentTypes(descriptor).length
      if name == "<init>" && stack.length > count && stack(stack.length - count - 1) == This then
        val arguments = pop(count + 1).get.tail
        if owner != self then passedOn = Some((descriptor, arguments.map { case Parameter(i) => i; case _ => -1 }))
        else lost()
      else if owner == "java/util/Objects" && name == "requireNonNull" && count == 1 then ()
      else
        pop(count + (if opcode == INVOKESTATIC then 0 else 1)) match
          case Some(operands) if operands.forall(_ == Other) => if Type.getReturnType(descriptor) != Type.VOID_TYPE then stack += Other
          case _                                             => lost()

    override def visitInvokeDynamicInsn(name: String, descriptor: String, handle: Handle, arguments: Object*): Unit = lost()
    /** Where a jump leads to (lines have no labels here): what is on the stack may be from elsewhere. */
    override def visitLabel(label: Label): Unit = if stack.nonEmpty then lost()

    override def visitJumpInsn(opcode: Int, label: Label): Unit = lost()
    override def visitTableSwitchInsn(min: Int, max: Int, default: Label, labels: Label*): Unit = lost()
    override def visitLookupSwitchInsn(default: Label, keys: Array[Int], labels: Array[Label]): Unit = lost()
    override def visitMultiANewArrayInsn(descriptor: String, dimensions: Int): Unit = lost()
