package brine.runtime.classes

import java.lang.reflect.{Field, Modifier}
import brine.runtime.standard.StandardTypes

/** Tells types whose objects can change after they were made. A value that a constructor computes from such a type may
  * hold data that came later, so computing it again would lose them.
  *
  * It goes by classes, and by type arguments as far as class files contain them. An interface that is not a collection
  * says nothing about its objects, and is taken for one of values: a logger, a function.
  */
private[runtime] object Changing:
  def mayChange(t: RuntimeType): Boolean = mayChange(t, Set.empty)

  private def mayChange(t: RuntimeType, met: Set[Class[?]]): Boolean = t match
    case _: RuntimeType.Constant => false
    case RuntimeType.Of(c, arguments) =>
      def parts = arguments.exists(mayChange(_, met + c))
      if c.isArray then true
      else if met(c) || isValue(c) then false
      else if isCollection(c) then !isImmutableCollection(c) || parts
      else if classOf[Option[?]].isAssignableFrom(c) || RuntimeNames.isStructural(c) || c == RuntimeNames.either then
        parts
      else hasVariables(t.asInstanceOf[RuntimeType.Of], met + c)

  private def isCollection(c: Class[?]): Boolean =
    classOf[java.util.Collection[?]].isAssignableFrom(c) || classOf[java.util.Map[?, ?]].isAssignableFrom(c) ||
      classOf[scala.collection.IterableOnce[?]].isAssignableFrom(c) && !classOf[Option[?]].isAssignableFrom(c)

  private def isImmutableCollection(c: Class[?]): Boolean =
    classOf[scala.collection.immutable.Iterable[?]].isAssignableFrom(c)

  private val mutableStandardTypes: Set[Class[?]] = Set(
    classOf[java.util.Date],
    classOf[java.nio.ByteBuffer],
    classOf[java.util.BitSet],
    classOf[scala.collection.mutable.BitSet]
  )

  /** Classes whose fields hold caches, or are closed to reflection. */
  private val values: Set[String] = Set(
    "java.util.regex.Pattern",
    "scala.util.matching.Regex",
    "java.net.URL",
    "java.io.File",
    "java.lang.ClassLoader",
    "java.lang.Module"
  )

  private val packagesOfValues =
    List("java.time.", "java.math.", "java.nio.charset.", "java.nio.file.", "java.lang.invoke.", "java.lang.reflect.")

  private def isValue(c: Class[?]): Boolean =
    c.isPrimitive || c.isEnum || StandardTypes.of(c) != null && !mutableStandardTypes(c) || values(c.getName) ||
      packagesOfValues.exists(c.getName.startsWith)

  private def hasVariables(t: RuntimeType.Of, met: Set[Class[?]]): Boolean =
    val c = t.runtimeClass
    if c == classOf[Object] || c.isInterface then false
    else
      val isScala = ClassFile.of(c).exists(_.isScala)
      def isState(f: Field) =
        !Modifier.isStatic(f.getModifiers) && !Modifier.isTransient(
          f.getModifiers
        ) && !(isScala && ClassLayout.isOfLazyValue(f))
      val fields = c.getDeclaredFields.filter(isState)
      fields.exists(f => isVariable(c, f) || mayChange(RuntimeType.resolve(f.getGenericType, t), met)) ||
      hasVariables(RuntimeType.superType(t), met)

  /** Not a trait's `val`, which its trait assigns once. */
  private def isVariable(c: Class[?], f: Field): Boolean =
    !Modifier.isFinal(f.getModifiers) && !c.getDeclaredMethods.exists(
      _.getName.endsWith(s"_setter_$$${f.getName}_$$eq")
    )
