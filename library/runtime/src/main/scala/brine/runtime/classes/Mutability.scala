package brine.runtime.classes

import java.lang.reflect.{Field, Modifier}
import brine.runtime.standard.StandardTypes

/** The verdict on a type: can its objects change after they were made? Parts count: a list of arrays is mutable. */
private[runtime] enum Mutability:
  /** No object of the type can change, as far as its parts go. */
  case Immutable

  /** The type does not say: a trait, `Any`, a class with subclasses. [[ImmutabilityCheck]] decides by the object. */
  case Unknown

  /** An array, a mutable collection, a class with variables. */
  case Mutable

/** Judges types by classes, and by type arguments as far as class files contain them. A type is immutable only if it is
  * known to be: it is on a list here, or a final class whose fields are.
  */
private[runtime] object Mutability:
  def of(t: RuntimeType): Mutability = of(t, Set.empty)

  private def of(t: RuntimeType, met: Set[Class[?]]): Mutability = t match
    case _: RuntimeType.Constant => Immutable
    case t @ RuntimeType.Of(c, arguments) =>
      def parts = worst(arguments.iterator.map(of(_, met + c)))
      if c.isArray then Mutable
      else if met(c) || isValue(c) then Immutable
      else if isCollection(c) then
        if !classOf[scala.collection.immutable.Iterable[?]].isAssignableFrom(c) then Mutable
        else worst(Iterator(if isClosed(c) then Immutable else Unknown, parts))
      else if classOf[Option[?]].isAssignableFrom(c) || RuntimeNames.isStructural(c) || c == RuntimeNames.either then
        parts
      else if c.isInterface || c == classOf[Object] || Modifier.isAbstract(c.getModifiers) then Unknown
      else ofFields(t, met + c)

  private def worst(all: Iterator[Mutability]): Mutability = all.maxByOption(_.ordinal).getOrElse(Immutable)

  private def isCollection(c: Class[?]): Boolean =
    classOf[java.util.Collection[?]].isAssignableFrom(c) || classOf[java.util.Map[?, ?]].isAssignableFrom(c) ||
      classOf[scala.collection.IterableOnce[?]].isAssignableFrom(c) && !classOf[Option[?]].isAssignableFrom(c)

  /** A sealed or final collection that holds nothing but its elements. */
  def isClosed(c: Class[?]): Boolean = closed(c.getName) || c.getName.startsWith("scala.collection.immutable.Vector")

  private val closed: Set[String] = Set(
    "$colon$colon",
    "HashMap",
    "HashSet",
    "List",
    "ListMap",
    "ListMap$Node",
    "ListMap$EmptyListMap$",
    "ListSet",
    "Map$EmptyMap$",
    "Map$Map1",
    "Map$Map2",
    "Map$Map3",
    "Map$Map4",
    "Nil$",
    "Queue",
    "Queue$EmptyQueue$",
    "Set$EmptySet$",
    "Set$Set1",
    "Set$Set2",
    "Set$Set3",
    "Set$Set4",
    "VectorMap",
    "WrappedString"
  ).map("scala.collection.immutable." + _)

  /** A class with parts that the class itself does not let change; some are not final. */
  def isValue(c: Class[?]): Boolean =
    c.isPrimitive || c.isEnum || isStandard(c) || valueClasses(c.getName) || RuntimeNames.isObject(c) ||
      packagesOfValues.exists(c.getName.startsWith) || isService(c)

  private def isStandard(c: Class[?]): Boolean =
    val family = StandardTypes.familyOf(c)
    family != null && !mutableStandardTypes(family.nn)

  private val mutableStandardTypes: Set[Class[?]] = Set(
    classOf[java.util.Date],
    classOf[java.nio.ByteBuffer],
    classOf[java.util.BitSet],
    classOf[scala.collection.mutable.BitSet]
  )

  /** Classes whose fields hold caches, or are closed to reflection. */
  private val valueClasses: Set[String] = Set(
    "java.util.regex.Pattern",
    "scala.util.matching.Regex",
    "java.net.URL",
    "java.io.File"
  )

  private val packagesOfValues =
    List("java.time.", "java.math.", "java.nio.charset.", "java.nio.file.", "java.lang.invoke.", "java.lang.reflect.")

  /** Objects that belong to the program and not to the data: loggers, class loaders. */
  private def isService(c: Class[?]): Boolean =
    def names(in: Class[?] | Null): Iterator[String] =
      if in == null then Iterator.empty
      else Iterator.single(in.getName) ++ names(in.getSuperclass) ++ in.getInterfaces.iterator.flatMap(names)
    names(c).exists(services)

  private val services: Set[String] = Set(
    "java.lang.ClassLoader",
    "java.lang.Module",
    "java.lang.System$Logger",
    "java.lang.System$Logger$Level",
    "java.util.logging.Logger",
    "org.slf4j.Logger",
    "org.apache.logging.log4j.Logger",
    "org.apache.log4j.Category",
    "org.apache.commons.logging.Log",
    "com.typesafe.scalalogging.Logger"
  )

  private def ofFields(t: RuntimeType.Of, met: Set[Class[?]]): Mutability =
    val c = t.runtimeClass
    if isOfJdk(c) then Mutable
    else
      def above = fieldsOfAll(t, met)
      if Modifier.isFinal(c.getModifiers) then above else worst(Iterator(above, Unknown))

  private def fieldsOfAll(t: RuntimeType.Of, met: Set[Class[?]]): Mutability =
    val c = t.runtimeClass
    if c == classOf[Object] then Immutable
    else if isOfJdk(c) then if ClassLayout.keepsState(c) then Mutable else fieldsOfAll(RuntimeType.superType(t), met)
    else
      worst(
        stateOf(c).iterator.map { f =>
          if isVariable(f) then Mutable
          else if ClassLayout.isOfLazyValue(f) && isScala(c) then if f.getType.isPrimitive then Immutable else Unknown
          else of(RuntimeType.resolve(f.getGenericType, t), met)
        } ++ Iterator.single(fieldsOfAll(RuntimeType.superType(t), met))
      )

  def isOfJdk(c: Class[?]): Boolean =
    List("java.", "javax.", "jdk.", "sun.", "com.sun.").exists(c.getName.startsWith)

  private def isScala(c: Class[?]): Boolean = ClassFile.of(c).exists(_.isScala)

  /** The fields of an object of this class. Transient fields count, since `writeObject` may write them. */
  def stateOf(c: Class[?]): Vector[Field] =
    c.getDeclaredFields.toVector.filterNot(f => Modifier.isStatic(f.getModifiers))

  /** Returns true for a field that may be assigned again: it is not final, no trait's `val`, which its trait assigns
    * once, and no lazy value of Scala's.
    */
  def isVariable(f: Field): Boolean =
    val c = f.getDeclaringClass
    !Modifier.isFinal(f.getModifiers) && !c.getDeclaredMethods.exists(
      _.getName.endsWith(s"_setter_$$${f.getName}_$$eq")
    ) && !(ClassLayout.isOfLazyValue(f) && isScala(c))
