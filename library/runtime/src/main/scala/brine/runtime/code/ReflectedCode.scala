package brine.runtime.code

import java.lang.invoke.{MethodHandle, MethodHandles, MethodType}
import java.lang.reflect.{Method, Modifier}
import brine.emitted.RecordComponents
import brine.runtime.classes.ClassLayout

/** By method handles: for the first few objects of a class, and for all where no class can be made. The handles have erased types, so
  * that `invokeExact` calls them.
  */
private[runtime] final class ReflectedCode(layout: ClassLayout) extends ObjectCode:
  private val lookup = MethodHandles.lookup()

  private val getters: Array[MethodHandle] = layout.fields.toArray.map { f =>
    f.reader(lookup).asType(MethodType.methodType(classOf[Object], classOf[Object]))
  }

  private val setters: Array[MethodHandle | Null] = layout.fields.toArray.map { f =>
    if !f.isMutable then null
    else f.setter(lookup).asType(MethodType.methodType(Void.TYPE, classOf[Object], classOf[Object]))
  }

  private val constructor: MethodHandle =
    layout
      .constructorHandle(lookup)
      .asSpreader(classOf[Array[Object]], layout.parameters.length)
      .asType(MethodType.methodType(classOf[Object], classOf[Array[Object]]))

  private val defaults: Array[Default | Null] = layout.parameters.toArray.zipWithIndex.map {
    case (ClassLayout.NoData, i) => Default.of(layout, i)
    case (ClassLayout.Unused, i) => Default.zero(layout, i)
    case _                       => null
  }

  private val zeros: Array[AnyRef] = layout.fields.toArray.map(f => Default.zeroOf(f.field.getType))

  def field(value: AnyRef, index: Int): Any = getters(index).invokeExact(value)

  def make(fields: Array[AnyRef]): AnyRef =
    val arguments = new Array[AnyRef](layout.parameters.length)
    for i <- arguments.indices do
      val field = layout.parameters(i)
      arguments(i) = if field < 0 then defaults(i).nn.value(arguments) else orZero(fields(field), zeros(field))
    val made = constructor.invokeExact(arguments).asInstanceOf[AnyRef]
    for i <- layout.assigned do assign(made, i, fields(i))
    if layout.isVerified then verify(made, fields)
    made

  /** `java.lang.Record` asks that a record made of another's components is equal to it. */
  private def verify(made: AnyRef, given_ : Array[AnyRef]): Unit =
    for i <- layout.fields.indices do
      val expected = orZero(given_(i), zeros(i))
      val found = field(made, i)
      if !RecordComponents.isKeptObject(found, expected) then
        throw RecordComponents.changed(layout.objectClass, layout.fields(i).name)

  def assign(target: AnyRef, index: Int, value: AnyRef): Unit =
    val setter = setters(index)
    if setter == null then throw new IllegalStateException(s"${layout.fields(index).name} is final")
    setter.invokeExact(target, orZero(value, zeros(index))): Unit

  /** A primitive that is not there yet. */
  private def orZero(value: AnyRef, zero: AnyRef): AnyRef = if value == null then zero else value

/** The argument for a parameter whose field is in no pickle: its default, or null or zero. */
private[runtime] final class Default private (compute: Array[AnyRef] => AnyRef):
  /** `earlier`: the constructor's arguments before this one, from which a default of a later parameter list may be computed. */
  def value(earlier: Array[AnyRef]): AnyRef = compute(earlier)

private[runtime] object Default:
  /** Returns true if it is null or zero for all values of the other arguments. */
  def isZero(layout: ClassLayout, parameter: Int): Boolean = getter(layout, parameter).isEmpty

  def of(layout: ClassLayout, parameter: Int): Default =
    getter(layout, parameter) match
      case Some(method) =>
        method.setAccessible(true)
        new Default(earlier => method.invoke(null, earlier.take(method.getParameterCount)*))
      case None => zero(layout, parameter)

  /** Null or zero, for a parameter that is not used, even if it has another default. */
  def zero(layout: ClassLayout, parameter: Int): Default =
    val zero = zeroOf(layout.constructor.getParameterTypes.apply(parameter))
    new Default(_ => zero)

  private def getter(layout: ClassLayout, parameter: Int): Option[Method] =
    val name = s"$$lessinit$$greater$$default$$${parameter + 1}"
    layout.objectClass.getDeclaredMethods.find { m =>
      m.getName == name && Modifier.isStatic(m.getModifiers) && m.getParameterCount <= parameter
    }

  /** The value of a variable of this type before any assignment. */
  def zeroOf(c: Class[?]): AnyRef = java.lang.reflect.Array.get(java.lang.reflect.Array.newInstance(c, 1), 0)
