package brine.runtime.code

import java.lang.invoke.{MethodHandle, MethodHandles, MethodType}
import java.lang.reflect.Modifier
import org.objectweb.asm.Opcodes.*
import org.objectweb.asm.Type
import brine.bytecode.{Constant, Host, Members, MethodCode, Variable}
import brine.runtime.classes.ClassLayout

/** Code that takes objects of one class apart and makes them.
  *
  * {{{
  * value.name                                  // a field that the code can use
  * (String) GETTER.invokeExact((Object) value) // any other: GETTER is a constant (ADR 95, constants)
  * }}}
  *
  * @param definition the class's number in its family
  */
private[runtime] final class MemberCode(layout: ClassLayout, definition: Int, host: Host) extends Members:
  private val isNamed = host.canName(layout.objectClass)

  val objectType: Type = named(layout.objectClass)

  private def named(c: Class[?]): Type = if host.canName(c) then Type.getType(c) else MethodCode.Any

  private val types: Vector[Type] = layout.fields.map(f => named(f.field.getType))

  def typeOf(field: Int): Type = types(field)

  def getField(code: MethodCode, i: Int)(value: => Unit): Unit =
    val f = layout.fields(i)
    val getter = f.getter
    if isNamed && getter != null && host.canUse(getter) then
      value
      code.visitor.visitMethodInsn(
        INVOKEVIRTUAL,
        objectType.getInternalName,
        getter.getName,
        Type.getMethodDescriptor(getter),
        false
      )
    else if isNamed && getter == null && f.check == null && canUse(i) then
      value
      code.visitor.visitFieldInsn(GETFIELD, ownerOf(i), f.field.getName, types(i).getDescriptor)
    else
      code.push(new Constant("getter", definition, i))
      value
      invoke(code, erased(i), MethodCode.Any)
      code.cast(types(i))

  def setField(code: MethodCode, i: Int)(target: => Unit)(value: => Unit): Unit =
    val isDirect =
      isNamed && canUse(i) && !Modifier.isFinal(layout.fields(i).field.getModifiers) && !layout.fields(i).isFilled
    if !isDirect then code.push(new Constant("setter", definition, i))
    target
    value
    if isDirect then
      code.visitor.visitFieldInsn(PUTFIELD, ownerOf(i), layout.fields(i).field.getName, types(i).getDescriptor)
    else invoke(code, Type.VOID_TYPE, MethodCode.Any, erased(i))

  private def canUse(i: Int): Boolean =
    host.canUse(layout.fields(i).field) && host.canName(layout.fields(i).field.getType)
  private def ownerOf(i: Int): String = Type.getInternalName(layout.fields(i).field.getDeclaringClass)
  private def erased(i: Int): Type = Type.getType(MemberCode.erased(layout.fields(i).field.getType))

  private def invoke(code: MethodCode, result: Type, parameters: Type*): Unit =
    code.visitor.visitMethodInsn(
      INVOKEVIRTUAL,
      "java/lang/invoke/MethodHandle",
      "invokeExact",
      Type.getMethodDescriptor(result, parameters*),
      false
    )

  /** Also assigns the fields that the constructor does not take, if they are among those given. */
  def make(code: MethodCode, types: Seq[Type])(field: Int => Unit): Unit =
    def push(i: Int): Unit =
      if i >= types.length then code.pushZero(typeOf(i))
      else
        field(i)
        code.convert(types(i), typeOf(i))
    construct(code)(push)
    val assigned = layout.assigned.filter(_ < types.length)
    if assigned.nonEmpty || layout.isVerified then
      val made = code.stored(objectType)
      for i <- assigned do setField(code, i)(code.push(made))(push(i))
      if layout.isVerified then layout.fields.indices.foreach(i => verify(code, i, made)(push(i)))
      code.push(made)

  private def construct(code: MethodCode)(field: Int => Unit): Unit =
    val parameters = layout.constructor.getParameterTypes
    if isNamed && !layout.isByFields && host.canConstruct(layout.constructor) && parameters.forall(host.canName) then
      code.pushNew(objectType.getInternalName, Type.getConstructorDescriptor(layout.constructor)) {
        pushArguments(code, parameters)(field)((i, parameter) =>
          if Type.getType(parameter) != types(i) then code.cast(parameter)
        )
      }
    else
      code.push(new Constant("constructor", definition))
      pushArguments(code, parameters)(field)((_, _) => ())
      invoke(code, MethodCode.Any, parameters.map(p => Type.getType(MemberCode.erased(p)))*)
      code.cast(objectType)

  /** `cast`: a field may be of a wider type than the parameter that it keeps. */
  private def pushArguments(
      code: MethodCode,
      parameters: Array[Class[?]]
  )(field: Int => Unit)(cast: (Int, Class[?]) => Unit): Unit =
    for (i, parameter) <- layout.parameters.zip(parameters) do
      if i < 0 then code.pushZero(Type.getType(parameter))
      else
        field(i)
        cast(i, parameter)

  /** `java.lang.Record` asks that a record made of another's components is equal to it. */
  private def verify(code: MethodCode, i: Int, made: Variable)(expected: => Unit): Unit =
    val compared = MemberCode.widened(layout.fields(i).field.getType)
    code.pushModule(Calls.components.owner)
    getField(code, i)(code.push(made))
    expected
    code.call(if compared.isPrimitive then Calls.components("isKept", compared, compared)
    else Calls.components("isKeptObject"))
    code.unless(IFNE) {
      code.pushModule(Calls.failures.owner)
      code.push(made)
      code.pushText(layout.fields(i).name)
      code.call(Calls.failures("changedComponent"))
      code.instruction(ATHROW)
    }

private[runtime] object MemberCode:
  /** True if code can make objects: all arguments of the constructor without a field are null or zero. */
  def canMake(layout: ClassLayout): Boolean =
    layout.parameters.indices.forall(i => layout.parameters(i) != ClassLayout.NoData || Default.isZero(layout, i))

  /** The type of a variable that any code can have for values of this type. */
  def erased(c: Class[?]): Class[?] = if c.isPrimitive then c else classOf[Object]

  private def widened(c: Class[?]): Class[?] =
    if c == classOf[Byte] || c == classOf[Short] || c == classOf[Char] then classOf[Int] else c

/** The members of a class as method handles whose types every piece of code can name. */
private[runtime] final class Handles(layout: ClassLayout):
  import MemberCode.erased
  private val lookup = MethodHandles.lookup()

  def getter(i: Int): MethodHandle =
    val f = layout.fields(i)
    f.reader(lookup).asType(MethodType.methodType(erased(f.field.getType), classOf[Object]))

  def setter(i: Int): MethodHandle =
    val f = layout.fields(i)
    f.setter(lookup).asType(MethodType.methodType(classOf[Unit], classOf[Object], erased(f.field.getType)))

  def constructor: MethodHandle =
    val found = layout.constructorHandle(lookup)
    found.asType(MethodType.methodType(classOf[Object], layout.constructor.getParameterTypes.map(erased)))
