package brine.runtime.classes

import java.lang.reflect.{Constructor, Field}
import scala.collection.mutable
import org.objectweb.asm.{Attribute, ClassReader, ClassVisitor, FieldVisitor, Handle, Label, MethodVisitor, Type}
import org.objectweb.asm.Opcodes.*

/** Facts of a class file that reflection does not give: which fields keep which parameters of a constructor, by its own
  * code, and which compiler made the class.
  *
  * @param isScala      one of Scala's compilers made it
  * @param constructors by descriptor
  * @param cleared      fields that a lazy value sets to null when it has been computed, since nothing else needs them
  */
private[runtime] final case class ClassFile(
    isScala: Boolean,
    constructors: Map[String, ConstructorCode],
    cleared: Set[String]
)

/** The code of a constructor, as far as it can be followed without running it.
  *
  * @param stored     for a parameter, the fields that it is assigned to unchanged, and that take no other value
  * @param assigned   all fields that it assigns
  * @param passedOn   the superclass's constructor that is called, by its descriptor, and for each of its parameters the
  *                   parameter of this constructor that it takes unchanged, or -1
  * @param delegates  calls another constructor of the class
  * @param keepsOnly  only keeps its parameters and passes them on
  * @param disturbs   changes an object among its arguments, as far as its code shows: assigns a field or an element of
  *                   it, calls a method of it for no result, or hands the new object to one
  * @param onlyPassed the parameters that it only passes on to the superclass's constructor
  * @param usedMore   the parameters that it does not only keep and pass on
  */
private[runtime] final case class ConstructorCode(
    stored: Map[Int, Vector[Field]],
    assigned: Set[Field],
    passedOn: Option[(String, Vector[Int])],
    delegates: Boolean,
    keepsOnly: Boolean,
    disturbs: Boolean,
    onlyPassed: Set[Int],
    usedMore: Set[Int]
)

private[runtime] object ClassFile:
  /** Returns None if the class has no readable class file, because a program generated it, say. Also returns None if
    * the file is recognisably of another version of the class.
    */
  def of(c: Class[?]): Option[ClassFile] =
    val in = c.getResourceAsStream(c.getName.substring(c.getName.lastIndexOf('.') + 1) + ".class")
    if in == null then None
    else
      try
        val visitor = new Reading(c)
        new ClassReader(in).accept(visitor, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG)
        Option.when(visitor.isOfClass)(visitor.result)
      catch case _: java.io.IOException | _: IllegalArgumentException => None // newer than the reader
      finally in.close()

  def descriptor(constructor: Constructor[?]): String = Type.getConstructorDescriptor(constructor)

  private final class Reading(c: Class[?]) extends ClassVisitor(ASM9):
    private var isScala = false
    private val constructors = mutable.HashMap.empty[String, ConstructorCode]
    private val fields = mutable.HashSet.empty[(String, String)]
    private val cleared = mutable.HashSet.empty[String]

    def result: ClassFile = ClassFile(isScala, constructors.toMap, cleared.toSet)

    def isOfClass: Boolean =
      constructors.keySet == c.getDeclaredConstructors.map(descriptor).toSet &&
        fields == c.getDeclaredFields.map(f => (f.getName, Type.getDescriptor(f.getType))).toSet

    override def visitField(
        access: Int,
        name: String,
        descriptor: String,
        signature: String,
        value: Object
    ): FieldVisitor | Null =
      fields += ((name, descriptor))
      null

    override def visitAttribute(attribute: Attribute): Unit =
      if attribute.`type` == "TASTY" || attribute.`type` == "Scala" || attribute.`type` == "ScalaSig" then
        isScala = true

    override def visitMethod(
        access: Int,
        name: String,
        descriptor: String,
        signature: String,
        exceptions: Array[String]
    ): MethodVisitor | Null =
      if name == "<init>" then new Following(c, descriptor, constructors(descriptor) = _)
      else if name.contains("$lzyINIT") || name.endsWith("$lzycompute") then
        new Clearing(Type.getInternalName(c), cleared += _)
      else null

  /** Finds fields to which null is assigned. */
  private final class Clearing(self: String, found: String => Unit) extends MethodVisitor(ASM9):
    private var isNull = false

    override def visitInsn(opcode: Int): Unit = isNull = opcode == ACONST_NULL

    override def visitFieldInsn(opcode: Int, owner: String, name: String, descriptor: String): Unit =
      if isNull && opcode == PUTFIELD && owner == self then found(name)
      isNull = false

  /** The value that an instruction leaves on the stack, if it can be determined. */
  private enum Operand:
    case This
    case Parameter(index: Int)

    /** A value that a parameter, or a part of one, holds or gives. */
    case Part

    /** Anything that no parameter was needed for. */
    case Other

    def isGiven: Boolean = this match
      case Parameter(_) | Part => true
      case This | Other        => false

  import Operand.*

  /** Follows straight code. After any other instruction the stack is unknown, and so is a value that is stored from it.
    */
  private final class Following(c: Class[?], descriptor: String, end: ConstructorCode => Unit)
      extends MethodVisitor(ASM9):
    private val self = Type.getInternalName(c)
    private val parameterOf: Map[Int, Int] =
      val types = Type.getArgumentTypes(descriptor)
      types.indices.zip(types.scanLeft(1)(_ + _.getSize)).map((i, slot) => slot -> i).toMap

    private val stack = mutable.ArrayBuffer.empty[Operand]
    private val assignments = mutable.HashMap.empty[Field, Int].withDefaultValue(0)
    private val stores = mutable.ArrayBuffer.empty[(Int, Field)]
    private val changed = mutable.HashSet.empty[Int]

    /** The number of times that the code uses a parameter, less those for which it passes it on. */
    private val uses = mutable.HashMap.empty[Int, Int].withDefaultValue(0)
    private var passedOn: Option[(String, Vector[Int])] = None
    private var delegates = false
    private var keepsOnly = true
    private var disturbs = false

    /** The last instruction was a call on an argument, and left a result. */
    private var hasResultOfGiven = false

    override def visitEnd(): Unit =
      val kept = stores.filter((parameter, field) => !changed(parameter) && assignments(field) == 1)
      val direct = kept.groupMap(_._1)(_._2).view.mapValues(_.toVector).toMap
      val passed = passedOn.map((d, from) => (d, from.map(p => if changed(p) then -1 else p)))
      val onlyPassed = parameterOf.values.filter(uses(_) == 0).toSet
      val stored = stores.groupMapReduce(_._1)(_ => 1)(_ + _).withDefaultValue(0)
      val usedMore = parameterOf.values.filter(p => uses(p) > stored(p)).toSet
      end(ConstructorCode(
        direct,
        assignments.keySet.toSet,
        passed,
        delegates,
        keepsOnly,
        disturbs,
        onlyPassed,
        usedMore
      ))

    private def lost(): Unit =
      stack.clear()
      keepsOnly = false
      hasResultOfGiven = false

    private def pop(count: Int): Option[Vector[Operand]] =
      if stack.length < count then None
      else
        val popped = stack.takeRight(count).toVector
        stack.dropRightInPlace(count)
        Some(popped)

    override def visitVarInsn(opcode: Int, slot: Int): Unit =
      hasResultOfGiven = false
      parameterOf.get(slot).foreach(uses(_) += 1)
      if opcode <= ALOAD then stack += (if slot == 0 then This else parameterOf.get(slot).fold(Other)(Parameter(_)))
      else
        parameterOf.get(slot).foreach(changed += _)
        lost()

    override def visitIincInsn(slot: Int, increment: Int): Unit =
      parameterOf.get(slot).foreach { parameter =>
        changed += parameter
        uses(parameter) += 1
      }
      lost()

    override def visitInsn(opcode: Int): Unit =
      if (opcode == POP || opcode == POP2) && hasResultOfGiven then disturbs = true
      hasResultOfGiven = false
      if opcode >= ACONST_NULL && opcode <= DCONST_1 then stack += Other
      else if opcode == DUP && stack.nonEmpty then
        stack.last match
          case Parameter(index) => uses(index) += 1
          case _                => ()
        stack += stack.last
      else if opcode == POP && stack.nonEmpty then stack.dropRightInPlace(1)
      else if opcode >= IASTORE && opcode <= SASTORE then
        if pop(3).exists(_.head.isGiven) then disturbs = true
        lost()
      else if opcode >= IALOAD && opcode <= SALOAD then computed(2)
      else if opcode >= INEG && opcode <= DNEG || opcode >= I2L && opcode <= I2S || opcode == ARRAYLENGTH then
        computed(1)
      else if opcode >= IADD && opcode <= LXOR || opcode >= LCMP && opcode <= DCMPG then computed(2)
      else if opcode != RETURN && opcode != NOP then lost()

    /** Returns another value made of this number of operands: a part, if the first is an array that was an argument. */
    private def computed(count: Int): Unit =
      keepsOnly = false
      pop(count) match
        case Some(operands) => stack += (if operands.head.isGiven then Part else Other)
        case None           => lost()

    override def visitIntInsn(opcode: Int, operand: Int): Unit = if opcode == NEWARRAY then lost() else stack += Other

    override def visitLdcInsn(value: Object): Unit = stack += Other

    override def visitTypeInsn(opcode: Int, name: String): Unit =
      if opcode == NEW then stack += Other else if opcode != CHECKCAST then lost()

    override def visitFieldInsn(opcode: Int, owner: String, name: String, descriptor: String): Unit =
      hasResultOfGiven = false
      opcode match
        case GETSTATIC => stack += Other
        case PUTFIELD  => putField(owner, name)
        case GETFIELD =>
          keepsOnly = false
          pop(1) match
            case Some(Vector(This))    => stack += (if fieldOf(owner, name).exists(holdsGiven) then Part else Other)
            case Some(Vector(operand)) => stack += (if operand.isGiven then Part else Other)
            case _                     => lost()
        case _ => lost()

    private def holdsGiven(field: Field): Boolean = stores.exists(_._2 == field)

    private def putField(owner: String, name: String): Unit =
      val operands = pop(2)
      for field <- fieldOf(owner, name) if !operands.exists(_.head != This) do assignments(field) += 1
      operands match
        case Some(Vector(This, Parameter(index))) => fieldOf(owner, name).foreach(field => stores += index -> field)
        case Some(Vector(This, Other))            => ()
        case Some(Vector(This, _))                => keepsOnly = false
        case Some(Vector(target, _)) =>
          if target.isGiven then disturbs = true
          keepsOnly = false
        case _ => lost()

    /** The field that an instruction means by a class and a name: of that class, or the next above that has one. */
    private def fieldOf(owner: String, name: String): Option[Field] =
      Iterator
        .iterate[Class[?]](c)(_.getSuperclass)
        .takeWhile(_ != null)
        .dropWhile(Type.getInternalName(_) != owner)
        .flatMap(_.getDeclaredFields.find(_.getName == name))
        .nextOption()

    override def visitMethodInsn(
        opcode: Int,
        owner: String,
        name: String,
        descriptor: String,
        isInterface: Boolean
    ): Unit =
      hasResultOfGiven = false
      val count = Type.getArgumentTypes(descriptor).length
      if name == "<init>" && stack.length > count && stack(stack.length - count - 1) == This then
        val arguments = pop(count + 1).get.tail
        if owner != self then
          passedOn = Some((descriptor, arguments.map { case Parameter(i) => i; case _ => -1 }))
          for case Parameter(i) <- arguments do uses(i) -= 1
        else
          delegates = true
          lost()
      else if isKept(owner, name) then
        // The arguments behind the first are a message.
        if pop(count - 1).isEmpty then lost() else keepsOnly = false
      else call(opcode, name, descriptor, count)

    /** Its result stands for its argument: the same object, or an immutable copy of which the next copy is the same
      * object.
      */
    private def isKept(owner: String, name: String): Boolean = owner match
      case "java/util/Objects"                                  => name == "requireNonNull"
      case "java/util/List" | "java/util/Set" | "java/util/Map" => name == "copyOf"
      case _                                                    => false

    private def call(opcode: Int, name: String, descriptor: String, count: Int): Unit =
      val hasResult = Type.getReturnType(descriptor) != Type.VOID_TYPE
      pop(count + (if opcode == INVOKESTATIC then 0 else 1)) match
        case None => lost()
        case Some(operands) =>
          if !operands.forall(_ == Other) then keepsOnly = false
          val isMethod = opcode != INVOKESTATIC && name != "<init>"
          val isOnGiven =
            isMethod && operands.head.isGiven && name != "getClass" // which compilers use to check for null
          if isOnGiven && !hasResult || isMethod && operands.head != This && operands.tail.contains(This) then
            disturbs = true
          hasResultOfGiven = isOnGiven && hasResult
          if hasResult then stack += (if isOnGiven then Part else Other)

    override def visitInvokeDynamicInsn(name: String, descriptor: String, handle: Handle, arguments: Object*): Unit =
      pop(Type.getArgumentTypes(descriptor).length) match
        case Some(captured) if captured.forall(_ == Other) =>
          keepsOnly = false
          stack += Other // a lambda or a text of constants
        case _ => lost()

    /** A target of a jump (lines have no labels here): the values on the stack may come from elsewhere. */
    override def visitLabel(label: Label): Unit = if stack.nonEmpty then lost()

    override def visitJumpInsn(opcode: Int, label: Label): Unit = lost()
    override def visitTableSwitchInsn(min: Int, max: Int, default: Label, labels: Label*): Unit = lost()
    override def visitLookupSwitchInsn(default: Label, keys: Array[Int], labels: Array[Label]): Unit = lost()
    override def visitMultiANewArrayInsn(descriptor: String, dimensions: Int): Unit = lost()
