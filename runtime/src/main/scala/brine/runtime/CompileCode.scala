package brine.runtime

import java.lang.invoke.{MethodHandles, MethodType}
import java.lang.reflect.Modifier
import org.objectweb.asm.{ClassWriter, Label, MethodVisitor, Type}
import org.objectweb.asm.Opcodes.*
import brine.plan.Plan
import brine.shape.ScalarKind

/** Makes a hidden class beside the class that it serves (a nestmate, which may use its private members), with code like that
  * which the macro emits for any format ([[brine.derive.EmitEvents]]):
  *   1. `putFields`: one typed call on the builder a field;
  *   1. `getFields`: one typed local variable a field, and the constructor;
  *   1. `make`: the constructor's arguments out of an array, for the interpreter.
  *
  * Only of classes that somebody listed, and never of what a pickle says.
  */
private[runtime] object CompileCode:
  /** The compiled code, or `reflected` where there can be none: members of superclasses that are private, a class loader that
    * does not see Brine, more fields than one method takes.
    */
  def apply(layout: ClassLayout, plan: Plan.Product, reflected: ObjectCode): ObjectCode =
    if !canCompile(layout) then reflected
    else
      try
        val lookup = MethodHandles.privateLookupIn(layout.objectClass, MethodHandles.lookup())
        val bytes = new CompileCode(layout, plan).bytes
        val made = lookup.defineHiddenClass(bytes, true, MethodHandles.Lookup.ClassOption.NESTMATE)
        val constructor = made.findConstructor(made.lookupClass, MethodType.methodType(Void.TYPE, classOf[ObjectCode]))
        constructor.invokeWithArguments(reflected).asInstanceOf[ObjectCode]
      catch case _: IllegalAccessException | _: LinkageError => reflected // a module that does not open the class

  private def canCompile(layout: ClassLayout): Boolean =
    layout.fields.length <= MostFields && !layout.isVerified && !layout.isByFields && !layout.parameters.contains(ClassLayout.NoData) && seesBrine(layout.objectClass) &&
      layout.fields.forall(isInReach(layout, _)) && layout.constructor.getParameterTypes.forall(isVisible(_, layout.objectClass))

  private def seesBrine(c: Class[?]): Boolean =
    try c.getClassLoader != null && (c.getClassLoader.loadClass(classOf[ObjectCode].getName) eq classOf[ObjectCode])
    catch case _: ClassNotFoundException => false

  private def isInReach(layout: ClassLayout, f: FieldLayout): Boolean =
    val declaring = f.field.getDeclaringClass
    (declaring == layout.objectClass || Modifier.isPublic(f.field.getModifiers) && Modifier.isPublic(declaring.getModifiers)) &&
      isVisible(f.field.getType, layout.objectClass)

  /** Code of a class can name this one. */
  private def isVisible(c: Class[?], from: Class[?]): Boolean =
    if c.isArray then isVisible(c.getComponentType, from)
    else
      c.isPrimitive || c.getPackageName == from.getPackageName && c.getClassLoader == from.getClassLoader ||
        Modifier.isPublic(c.getModifiers) && c.getModule.isExported(c.getPackageName, from.getModule)

  /** The bits of a Long: one for each field that has come. */
  private final val MostFields = 64

private final class CompileCode(layout: ClassLayout, plan: Plan.Product):
  private val target = Type.getInternalName(layout.objectClass)
  private val self = target + "$$BrineCode"

  private object Names:
    val code = Type.getInternalName(classOf[CompiledCode])
    val objectCode = Type.getDescriptor(classOf[ObjectCode])
    val builder = "brine/PickleBuilder"
    val reader = "brine/PickleReader"
    val product = "brine/plan/Plan$Product"
    val putFields = s"(L$product;Ljava/lang/Object;L$builder;)V"
    val getFields = s"(L$product;L$reader;I)Ljava/lang/Object;"

  def bytes: Array[Byte] =
    val writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES):
      override def getCommonSuperClass(a: String, b: String): String = "java/lang/Object"
    writer.visit(V17, ACC_FINAL | ACC_SUPER, self, null, Names.code, null)
    method(writer, "<init>", s"(${Names.objectCode})V")(constructor)
    method(writer, "putFields", Names.putFields)(putFields)
    if !plan.isCyclic && layout.fields.nonEmpty then method(writer, "getFields", Names.getFields)(getFields)
    method(writer, "make", "([Ljava/lang/Object;)Ljava/lang/Object;")(make)
    writer.visitEnd()
    writer.toByteArray

  private def method(writer: ClassWriter, name: String, descriptor: String)(body: MethodVisitor => Unit): Unit =
    val m = writer.visitMethod(ACC_PUBLIC, name, descriptor, null, null)
    m.visitCode()
    body(m)
    m.visitMaxs(0, 0)
    m.visitEnd()

  private def constructor(m: MethodVisitor): Unit =
    m.visitVarInsn(ALOAD, 0)
    m.visitVarInsn(ALOAD, 1)
    m.visitMethodInsn(INVOKESPECIAL, Names.code, "<init>", s"(${Names.objectCode})V", false)
    m.visitInsn(RETURN)

  // ---- fields out: this 0, plan 1, value 2, builder 3

  private def putFields(m: MethodVisitor): Unit =
    m.visitVarInsn(ALOAD, 2)
    m.visitTypeInsn(CHECKCAST, target)
    m.visitVarInsn(ASTORE, 2)
    layout.fields.indices.foreach(putField(m, _))
    m.visitInsn(RETURN)

  private def putField(m: MethodVisitor, i: Int): Unit =
    m.visitVarInsn(ALOAD, 1)
    push(m, i)
    m.visitLdcInsn(plan.shape.fieldNames(i))
    loadField(m, i)
    val value = scalarOf(i) match
      case Some(ScalarKind.String) =>
        m.visitTypeInsn(CHECKCAST, "java/lang/String") // of a type parameter's field, it is more than the class file says
        "Ljava/lang/String;"
      case None | Some(ScalarKind.Unit) => "Ljava/lang/Object;"
      case _                            => descriptor(i)
    m.visitVarInsn(ALOAD, 3)
    m.visitMethodInsn(INVOKEVIRTUAL, Names.product, "putField", s"(ILjava/lang/String;${value}L${Names.builder};)V", false)

  /** The value of a field of the object in variable 2. */
  private def loadField(m: MethodVisitor, i: Int): Unit =
    val f = layout.fields(i)
    m.visitVarInsn(ALOAD, 2)
    val getter = f.getter
    if getter != null then
      m.visitMethodInsn(INVOKEVIRTUAL, target, getter.getName, Type.getMethodDescriptor(getter), false)
    else m.visitFieldInsn(GETFIELD, Type.getInternalName(f.field.getDeclaringClass), f.field.getName, descriptor(i))

  // ---- fields in: this 0, plan 1, reader 2, id 3, seen 4 and 5, next 6, fields from 7

  private def getFields(m: MethodVisitor): Unit =
    m.visitInsn(LCONST_0)
    m.visitVarInsn(LSTORE, 4)
    for i <- layout.fields.indices do
      zero(m, typeOf(i))
      m.visitVarInsn(typeOf(i).getOpcode(ISTORE), local(i))
    val (head, end) = (new Label, new Label)
    push(m, -1)
    m.visitVarInsn(ISTORE, 6)
    nextField(m)
    m.visitLabel(head)
    m.visitVarInsn(ILOAD, 6)
    m.visitJumpInsn(IFLT, end)
    m.visitVarInsn(ALOAD, 1)
    m.visitVarInsn(LLOAD, 4)
    m.visitVarInsn(ILOAD, 6)
    m.visitMethodInsn(INVOKEVIRTUAL, Names.product, "see", "(JI)J", false)
    m.visitVarInsn(LSTORE, 4)
    take(m)
    nextField(m)
    m.visitJumpInsn(GOTO, head)
    m.visitLabel(end)
    built(m)

  /** The number of the field after the one in variable 6, there. */
  private def nextField(m: MethodVisitor): Unit =
    m.visitVarInsn(ALOAD, 1)
    m.visitVarInsn(ILOAD, 6)
    m.visitVarInsn(ALOAD, 2)
    m.visitMethodInsn(INVOKEVIRTUAL, Names.product, "nextField", s"(IL${Names.reader};)I", false)
    m.visitVarInsn(ISTORE, 6)

  /** The field of the number in variable 6. */
  private def take(m: MethodVisitor): Unit =
    val done = new Label
    val cases = layout.fields.indices.map(_ => new Label).toArray
    m.visitVarInsn(ILOAD, 6)
    m.visitTableSwitchInsn(0, cases.length - 1, done, cases*)
    for i <- layout.fields.indices do
      m.visitLabel(cases(i))
      getField(m, i)
      m.visitVarInsn(typeOf(i).getOpcode(ISTORE), local(i))
      m.visitJumpInsn(GOTO, done)
    m.visitLabel(done)

  private def getField(m: MethodVisitor, i: Int): Unit =
    m.visitVarInsn(ALOAD, 1)
    push(m, i)
    m.visitVarInsn(ALOAD, 2)
    def get(name: String, result: String): Unit =
      m.visitMethodInsn(INVOKEVIRTUAL, Names.product, name, s"(IL${Names.reader};)$result", false)
    scalarOf(i) match
      case Some(ScalarKind.Unit) =>
        get("getUnit", "V")
        m.visitFieldInsn(GETSTATIC, "scala/runtime/BoxedUnit", "UNIT", "Lscala/runtime/BoxedUnit;")
      case Some(ScalarKind.String) => get("getString", "Ljava/lang/String;")
      case Some(kind)              => get(s"get$kind", descriptor(i))
      case None =>
        get("getField", "Ljava/lang/Object;")
        m.visitTypeInsn(CHECKCAST, typeOf(i).getInternalName)

  /** The object from all fields, or what [[brine.plan.EmittedFields.finish]] makes of those that have come. */
  private def built(m: MethodVisitor): Unit =
    val incomplete = new Label
    m.visitVarInsn(ALOAD, 1)
    m.visitVarInsn(ALOAD, 2)
    m.visitMethodInsn(INVOKEVIRTUAL, Names.product, "endProduct", s"(L${Names.reader};)Z", false)
    m.visitJumpInsn(IFEQ, incomplete)
    m.visitVarInsn(LLOAD, 4)
    m.visitLdcInsn(java.lang.Long.valueOf(-1L >>> (64 - layout.fields.length)))
    m.visitInsn(LCMP)
    m.visitJumpInsn(IFNE, incomplete)
    construct(m, i => m.visitVarInsn(typeOf(i).getOpcode(ILOAD), local(i)))
    if plan.isTracked then
      val made = local(layout.fields.length)
      m.visitVarInsn(ASTORE, made)
      m.visitVarInsn(ALOAD, 1)
      m.visitVarInsn(ILOAD, 3)
      m.visitVarInsn(ALOAD, made)
      m.visitVarInsn(ALOAD, 2)
      m.visitMethodInsn(
        INVOKEVIRTUAL, Names.product, "complete", s"(ILjava/lang/Object;L${Names.reader};)V", false
      )
      m.visitVarInsn(ALOAD, made)
    m.visitInsn(ARETURN)
    m.visitLabel(incomplete)
    m.visitVarInsn(ALOAD, 1)
    m.visitVarInsn(ILOAD, 3)
    push(m, layout.fields.length)
    m.visitTypeInsn(ANEWARRAY, "java/lang/Object")
    for i <- layout.fields.indices do
      m.visitInsn(DUP)
      push(m, i)
      m.visitVarInsn(typeOf(i).getOpcode(ILOAD), local(i))
      box(m, typeOf(i))
      m.visitInsn(AASTORE)
    m.visitVarInsn(LLOAD, 4)
    m.visitVarInsn(ALOAD, 2)
    m.visitMethodInsn(INVOKEVIRTUAL, Names.product, "finish", s"(I[Ljava/lang/Object;JL${Names.reader};)Ljava/lang/Object;", false)
    m.visitInsn(ARETURN)

  // ---- an object from an array: this 0, fields 1

  private def make(m: MethodVisitor): Unit =
    construct(m, i => {
      m.visitVarInsn(ALOAD, 1)
      push(m, i)
      m.visitInsn(AALOAD)
      unbox(m, typeOf(i))
    })
    m.visitInsn(ARETURN)

  /** Leaves the object on the stack. */
  private def construct(m: MethodVisitor, load: Int => Unit): Unit =
    m.visitTypeInsn(NEW, target)
    m.visitInsn(DUP)
    for (i, parameter) <- layout.parameters.zip(layout.constructor.getParameterTypes) do
      if i == ClassLayout.Unused then zero(m, Type.getType(parameter))
      else
        load(i)
        // A field may be of a wider type than the parameter that it keeps.
        if parameter != layout.fields(i).field.getType then m.visitTypeInsn(CHECKCAST, Type.getInternalName(parameter))
    m.visitMethodInsn(INVOKESPECIAL, target, "<init>", Type.getConstructorDescriptor(layout.constructor), false)
    for i <- layout.assigned do
      m.visitInsn(DUP)
      load(i)
      val field = layout.fields(i).field
      m.visitFieldInsn(PUTFIELD, Type.getInternalName(field.getDeclaringClass), field.getName, descriptor(i))

  // ---- small parts

  private def push(m: MethodVisitor, value: Int): Unit =
    if value >= -1 && value <= 5 then m.visitInsn(ICONST_0 + value) else m.visitIntInsn(BIPUSH, value)

  private def zero(m: MethodVisitor, t: Type): Unit = t.getSort match
    case Type.LONG                => m.visitInsn(LCONST_0)
    case Type.DOUBLE              => m.visitInsn(DCONST_0)
    case Type.FLOAT               => m.visitInsn(FCONST_0)
    case Type.OBJECT | Type.ARRAY => m.visitInsn(ACONST_NULL)
    case _                        => m.visitInsn(ICONST_0)

  private def box(m: MethodVisitor, t: Type): Unit = wrapper(t).foreach { w =>
    m.visitMethodInsn(INVOKESTATIC, w, "valueOf", s"(${t.getDescriptor})L$w;", false)
  }

  /** Of a null, which stands for what is not there yet, zero. */
  private def unbox(m: MethodVisitor, t: Type): Unit =
    if wrapper(t).isEmpty then m.visitTypeInsn(CHECKCAST, t.getInternalName)
    else
      m.visitMethodInsn(
        INVOKESTATIC, "scala/runtime/BoxesRunTime", s"unboxTo${t.getClassName.capitalize}",
        s"(Ljava/lang/Object;)${t.getDescriptor}", false
      )

  private def wrapper(t: Type): Option[String] = t.getSort match
    case Type.OBJECT | Type.ARRAY => None
    case Type.INT                 => Some("java/lang/Integer")
    case Type.CHAR                => Some("java/lang/Character")
    case _                        => Some("java/lang/" + t.getClassName.capitalize)

  private def scalarOf(i: Int): Option[ScalarKind] = plan.fields(i).get match
    case s: Plan.Scalar => Some(s.kind)
    case _              => None

  private def typeOf(i: Int): Type = Type.getType(layout.fields(i).field.getType)
  private def descriptor(i: Int): String = typeOf(i).getDescriptor

  /** Variables are numbered by words: a long or a double has two. */
  private val locals: Vector[Int] = layout.fields.indices.scanLeft(7)((at, i) => at + typeOf(i).getSize).toVector
  private def local(i: Int): Int = locals(i)
