package brine

import java.lang.invoke.MethodType
import scala.reflect.ClassTag

/** A class whose objects may stand where an open type is declared ([[Pickler.open]]): its name in pickles, and its pickler.
  *
  * {{{ Subtype[Dog] }}}
  */
final class Subtype[A] private (
    val name: String, private[brine] val runtimeClass: Class[?], val pickler: Pickler[A], refuses: Subtype.Check | Null = null
):
  private val facts = pickler.subtypeFacts(runtimeClass)

  /** An object of which there is one, so that its name says all. */
  def isObject: Boolean = facts.isObject

  /** A class with fields, which formats with names write beside its own name. */
  def hasFields: Boolean = facts.hasFields

  /** Reading its body makes its object known by its number: parts of it may refer to it. */
  private[brine] def completesItself: Boolean = facts.completesItself

  private[brine] def isCollection: Boolean = facts.isCollection

  /** How its objects stand at places of open types, as the code that writes and reads them has found once. (A race makes it twice,
    * which does no harm.)
    */
  private[brine] var form: AnyRef | Null = null

  /** The subtypes that a sealed family or an enum stands for, by the numbers of its leaves; none for any other. */
  private[brine] lazy val leaves: Vector[Subtype[?]] = if isFamily then facts.leaves.map(leafOf(_)) else Vector.empty

  /** A sealed type or an enum, whose objects each go by the name of their own leaf. (An enum of Java's goes by its own name.) */
  private[brine] def isFamily: Boolean = facts.isSealed && !Subtype.isJavaEnum(runtimeClass)

  /** The subtype that this object goes by: this one, or the leaf of the family; null if it is none of the family. */
  private[brine] def of(value: AnyRef): Subtype[?] | Null =
    if !isFamily then this
    else
      val number = facts.leafNumber(value)
      if number < 0 then null else leaves(number)

  private def leafOf(leaf: SubtypeFacts.Leaf): Subtype[?] =
    val leafClass = if leaf.runtimeClass == null then runtimeClass else leaf.runtimeClass.nn
    val isNamed = name == Subtype.nameOf(runtimeClass)
    val leafName = if isNamed && leaf.isNamedByClass then Subtype.nameOf(leafClass) else s"$name$$${leaf.name}"
    new Subtype[Any](leafName, leafClass, leaf.pickler)

  /** Renamed in pickles: where a class has moved, or its name should not show. */
  def named(other: String): Subtype[A] = new Subtype(other, runtimeClass, pickler, refuses)

  /** Refuses some of its objects before a byte of them is written. */
  private[brine] def refusing(check: Subtype.Check): Subtype[A] = new Subtype(name, runtimeClass, pickler, check)

  /** Whether [[check]] does anything. */
  private[brine] def hasCheck: Boolean = refuses != null

  /** Refuses an object that would come back as another.
    *
    * @throws PickleException.UnexpectedClass for such an object
    */
  private[brine] def check(value: AnyRef, subtypes: Subtypes): Unit = if refuses != null then refuses.nn.check(value, subtypes)

  /** The same class with another pickler. */
  private[brine] def withPickler(other: Pickler[A]): Subtype[A] = new Subtype(name, runtimeClass, other, refuses)

  override def toString: String = name

object Subtype:
  /** See [[Subtype.check]]. */
  private[brine] trait Check:
    def check(value: AnyRef, subtypes: Subtypes): Unit

  /** `A` under its class's full name, or that of its object. A sealed type or an enum stands for all its leaves. */
  def apply[A](using tag: ClassTag[A], pickler: Pickler[A]): Subtype[A] =
    val subtype = of(tag.runtimeClass, pickler)
    if subtype.facts.hasUnknownClasses then
      throw new IllegalArgumentException(
        s"the classes below ${subtype.name} are unknown here; name each class that has objects, with its pickler"
      )
    subtype

  /** The objects of a class under the class's full name, for a [[Subtypes.Source]]. Unlike [[apply]], it takes a pickler of
    * collections.
    */
  def of[A](runtimeClass: Class[?], pickler: Pickler[A]): Subtype[A] =
    val objectClass = MethodType.methodType(runtimeClass).wrap.returnType // Integer for Int
    new Subtype(nameOf(objectClass), objectClass, pickler)

  private def nameOf(c: Class[?]): String = c.getName.stripSuffix("$")

  private def isJavaEnum(c: Class[?]): Boolean =
    classOf[java.lang.Enum[?]].isAssignableFrom(c) && !classOf[scala.reflect.Enum].isAssignableFrom(c)
