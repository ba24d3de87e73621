package brine.runtime.code

import java.lang.invoke.{MethodHandle, MethodHandles, MethodType}
import brine.emitted.RecordComponents
import brine.plan.MemberHandles
import brine.runtime.classes.ClassLayout

/** By method handles: for the first few objects of a class, and for all where no class can be made. The handles have
  * erased types, so that `invokeExact` calls them.
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

  /** Returns handles for the same; null if objects are also checked, or if an argument is not a field. */
  private[runtime] def handles: MemberHandles | Null =
    if layout.isVerified || layout.check != null || layout.parameters.exists(_ < 0) then null
    else
      MemberHandles(
        layout.fields.map(_.reader(lookup)),
        layout.constructorHandle(lookup),
        layout.parameters,
        layout.assigned.map(i => i -> layout.fields(i).setter(lookup))
      )

  /** A primitive that is not there yet. */
  private def orZero(value: AnyRef, zero: AnyRef): AnyRef = if value == null then zero else value
