package brine.runtime.classes

import java.lang.reflect.{Constructor, Field, Modifier}
import scala.reflect.NameTransformer
import brine.ScalaEnums
import brine.model.{CollectionKind, StandardClasses}

/** Names and sorts of classes as the compilers generate them. */
private[runtime] object RuntimeNames:
  val either: Class[?] = classOf[Either[?, ?]]
  val left: Class[?] = classOf[Left[?, ?]]
  val right: Class[?] = classOf[Right[?, ?]]
  val optional: Class[?] = classOf[java.util.Optional[?]]

  val primitives: List[Class[?]] = List(
    classOf[Boolean],
    classOf[Byte],
    classOf[Short],
    classOf[Char],
    classOf[Int],
    classOf[Long],
    classOf[Float],
    classOf[Double],
    classOf[Unit]
  )

  /** As the compiler would say it of the same class. */
  def symbol(c: Class[?]): String = c match
    case java.lang.Integer.TYPE                     => "scala.Int"
    case java.lang.Long.TYPE                        => "scala.Long"
    case java.lang.Double.TYPE                      => "scala.Double"
    case java.lang.Float.TYPE                       => "scala.Float"
    case java.lang.Boolean.TYPE                     => "scala.Boolean"
    case java.lang.Byte.TYPE                        => "scala.Byte"
    case java.lang.Short.TYPE                       => "scala.Short"
    case java.lang.Character.TYPE                   => "scala.Char"
    case _ if c == classOf[scala.runtime.BoxedUnit] => "scala.Unit"
    case _                                          => c.getName

  def simple(c: Class[?]): String = NameTransformer.decode(c.getSimpleName.stripSuffix("$"))

  def shown(c: Class[?]): String =
    if c.isPrimitive then simple(c).capitalize
    else if c == classOf[Object] then "Any"
    else NameTransformer.decode(c.getName.stripSuffix("$").replace('$', '.'))

  /** Scala's `object`, Kotlin's, or one that looks like it. */
  def isObject(c: Class[?]): Boolean = instance(c).isDefined

  def objectOf(c: Class[?]): AnyRef =
    val field = instance(c).get
    field.setAccessible(true)
    field.get(null)

  /** The field that holds the only object of a class. */
  private def instance(c: Class[?]): Option[Field] =
    val name = if c.getName.endsWith("$") then "MODULE$" else "INSTANCE"
    c.getDeclaredFields.find { f =>
      f.getName == name && f.getType == c && Modifier.isStatic(f.getModifiers) && (name == "MODULE$" || isKotlin(c))
    }

  private def isKotlin(c: Class[?]): Boolean =
    c.getDeclaredAnnotations.exists(_.annotationType.getName == "kotlin.Metadata")

  /** A constructor that the source has, too; that of a value class of Kotlin's has the mark of those that it has not.
    */
  def isOfSource(made: Constructor[?]): Boolean =
    !made.isSynthetic || Modifier.isPrivate(made.getModifiers) && isKotlin(made.getDeclaringClass)

  /** A class of Kotlin's whose constructor has default arguments: another constructor computes all that are missing. */
  def hasKotlinDefaults(c: Class[?]): Boolean = c.getDeclaredConstructors.exists { made =>
    val types = made.getParameterTypes
    made.isSynthetic && types.length > 1 && types(types.length - 2) == Integer.TYPE &&
    types.last.getName == "kotlin.jvm.internal.DefaultConstructorMarker"
  }

  /** The class of one constant of an enum, which has a body. */
  def isConstant(c: Class[?]): Boolean =
    classOf[java.lang.Enum[?]].isAssignableFrom(c) && !c.isEnum && c != classOf[java.lang.Enum[?]]

  /** The cases without parameters of an enum of Scala's, which its companion keeps. */
  def constantsOf(scalaEnum: Class[?]): Vector[AnyRef] =
    val companion = scalaEnum.getClassLoader.loadClass(scalaEnum.getName + "$")
    companion.getDeclaredFields.toVector
      .filter(f => Modifier.isStatic(f.getModifiers) && !f.isSynthetic && scalaEnum.isAssignableFrom(f.getType))
      .map { f =>
        if !Modifier.isPublic(f.getModifiers) then f.setAccessible(true)
        f.get(null)
      }
      .filter(value => value != null && ScalaEnums.isConstant(value))

  /** Objects at a place of this class are of others. */
  def isOpen(c: Class[?]): Boolean =
    !c.isPrimitive && !c.isArray && (c == classOf[Object] || c.isInterface || Modifier.isAbstract(c.getModifiers))

  /** A class whose objects may be of subclasses that nobody can list. */
  def mayHaveSubclasses(c: Class[?]): Boolean =
    !c.isPrimitive && !c.isArray && !isOpen(c) && !Modifier.isFinal(c.getModifiers) && !c.isEnum && !ScalaEnums.isEnum(
      c
    ) && !isStructural(c) &&
      !isObject(c) && !c.getName.startsWith("java.math.")

  /** A declared collection class whose objects can be of several classes, or hold more than their elements. */
  def isOfManyClasses(c: Class[?]): Boolean =
    isOpen(c) && !ofOneName(c) || holdMore(c.getName) ||
      (StandardClasses.sequences.get(c.getName) ++ StandardClasses.mappings.get(c.getName)).exists(
        CollectionKind.isSorted
      )

  private val ofOneName: Set[Class[?]] = Set(
    classOf[List[?]],
    classOf[Vector[?]],
    classOf[scala.collection.immutable.IntMap[?]],
    classOf[scala.collection.immutable.LongMap[?]],
    classOf[java.util.EnumSet[?]]
  )

  private val holdMore: Set[String] = Set(
    "java.util.LinkedHashMap",
    "scala.collection.concurrent.TrieMap",
    "scala.collection.immutable.TreeSeqMap",
    "scala.collection.mutable.UnrolledBuffer",
    "scala.collection.mutable.LongMap",
    "scala.collection.immutable.LazyList"
  )

  /** Part of the language rather than of somebody's program. */
  def isStructural(c: Class[?]): Boolean =
    c == left || c == right || c.getName.startsWith("scala.Tuple") && !c.getName.contains("$") || isSpecialised(c)

  /** A variant of a tuple that holds primitives as they are. */
  def isSpecialised(c: Class[?]): Boolean = c.getName.startsWith("scala.Tuple") && c.getName.endsWith("$sp")

  def ofEnums(c: Class[?]): Boolean = c == classOf[java.util.EnumSet[?]] || c == classOf[java.util.EnumMap[?, ?]]
