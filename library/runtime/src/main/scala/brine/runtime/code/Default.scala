package brine.runtime.code

import java.lang.reflect.{InvocationTargetException, Method, Modifier}
import brine.runtime.classes.ClassLayout

/** The argument for a parameter whose value is not there: the default argument of the source, or null or zero.
  *
  * @param needs   the number of arguments of earlier parameter lists from which it is computed
  */
private[runtime] final class Default private (val needs: Int, compute: Array[AnyRef] => AnyRef):
  /** `earlier`: the constructor's arguments before this one. Exceptions are those of the argument's code. */
  def value(earlier: Array[AnyRef]): AnyRef = compute(earlier)

private[runtime] object Default:
  /** Returns true if it is null or zero for all values of the other arguments. */
  def isZero(layout: ClassLayout, parameter: Int): Boolean = getter(layout, parameter) == null

  /** The default argument, or null or zero without one. */
  def of(layout: ClassLayout, parameter: Int): Default =
    val argument = inSource(layout, parameter)
    if argument != null then argument else zero(layout, parameter)

  /** The default argument; null without one. */
  def inSource(layout: ClassLayout, parameter: Int): Default | Null =
    val method = getter(layout, parameter)
    if method == null then null
    else
      method.setAccessible(true)
      new Default(
        method.getParameterCount,
        earlier =>
          try method.invoke(companion(method), earlier.take(method.getParameterCount)*)
          catch case e: InvocationTargetException => throw e.getCause
      )

  /** The default argument of the parameter that a field keeps; null without one. */
  def ofField(layout: ClassLayout, field: Int): Default | Null =
    val parameter = layout.parameters.indexOf(field)
    if parameter < 0 then null else inSource(layout, parameter)

  /** Null or zero, for a parameter that is not used, even if it has another default. */
  def zero(layout: ClassLayout, parameter: Int): Default =
    val zero = zeroOf(layout.constructor.getParameterTypes.apply(parameter))
    new Default(0, _ => zero)

  /** The method that computes a default argument: of the companion, or a static one that forwards to it. */
  private def getter(layout: ClassLayout, parameter: Int): Method | Null =
    val name = s"$$lessinit$$greater$$default$$${parameter + 1}"
    val classes = layout.objectClass :: companionOf(layout.objectClass).toList
    classes.flatMap(_.getDeclaredMethods).find { m =>
      m.getName == name && m.getParameterCount <= parameter && Modifier.isStatic(m.getModifiers) ==
        (m.getDeclaringClass == layout.objectClass)
    }.orNull

  /** The class of the companion, if that is an object for all: one inside a class belongs to an object of that class.
    */
  private def companionOf(c: Class[?]): Option[Class[?]] =
    try
      val companion = Class.forName(s"${c.getName}$$", false, c.getClassLoader)
      Option.when(companion.getFields.exists(_.getName == Instance))(companion)
    catch case _: (ClassNotFoundException | LinkageError) => None

  private def companion(getter: Method): AnyRef | Null =
    if Modifier.isStatic(getter.getModifiers) then null
    else
      val field = getter.getDeclaringClass.getField(Instance)
      field.setAccessible(true)
      field.get(null)

  private final val Instance = "MODULE$"

  /** The value of a variable of this type before any assignment. */
  def zeroOf(c: Class[?]): AnyRef = java.lang.reflect.Array.get(java.lang.reflect.Array.newInstance(c, 1), 0)
