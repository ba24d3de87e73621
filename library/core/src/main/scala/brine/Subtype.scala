package brine

import java.lang.invoke.MethodType
import scala.reflect.ClassTag
import brine.shape.Note

/** A class whose objects may occur where an open type is declared ([[Pickler.open]]), with its name in pickles and
  * its pickler.
  *
  * {{{ Subtype[Dog] }}}
  */
final class Subtype[A] private (
    val name: String,
    private[brine] val runtimeClass: Class[?],
    val pickler: Pickler[A],
    refuses: Subtype.Check | Null = null
):
  private val facts = pickler.subtypeFacts(runtimeClass)

  /** True for an object that has one instance, so its name identifies it. */
  def isObject: Boolean = facts.isObject

  /** True for a class with fields, which formats with names write beside the class's name. */
  def hasFields: Boolean = facts.hasFields

  /** True if reading its body assigns its object's number: parts of it may refer to it. */
  private[brine] def completesItself: Boolean = facts.completesItself

  private[brine] def isCollection: Boolean = facts.isCollection

  /** The form of its objects at places of open types, cached by the code that writes and reads them. (A race makes it
    * twice, which does no harm.)
    */
  private[brine] var form: Note | Null = null

  /** The subtypes of a sealed family or an enum, by the numbers of its leaves; none for any other. */
  private[brine] lazy val leaves: Vector[Subtype[?]] = if isFamily then facts.leaves.map(leafOf(_)) else Vector.empty

  /** True for a sealed type or an enum, whose objects each have the name of their leaf. (An enum of Java's has one
    * name for all.)
    */
  private[brine] def isFamily: Boolean = facts.isSealed && !Subtype.isJavaEnum(runtimeClass)

  /** Returns the subtype of this object: this one, or the leaf of the family; null if the object is not of the
    * family.
    */
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

  /** Returns this subtype with another name in pickles, for a class that has moved or whose name should not show. */
  def named(other: String): Subtype[A] = new Subtype(other, runtimeClass, pickler, refuses)

  /** Returns this subtype with a check that refuses some of its objects before a byte of them is written. */
  private[brine] def refusing(check: Subtype.Check): Subtype[A] = new Subtype(name, runtimeClass, pickler, check)

  /** Returns true if [[check]] does anything. */
  private[brine] def hasCheck: Boolean = refuses != null

  /** Refuses an object that would come back as another.
    *
    * @throws PickleException.UnexpectedClass for such an object
    */
  private[brine] def check(value: AnyRef, subtypes: Subtypes): Unit =
    if refuses != null then refuses.nn.check(value, subtypes)

  /** Returns this subtype with another pickler. */
  private[brine] def withPickler(other: Pickler[A]): Subtype[A] = new Subtype(name, runtimeClass, other, refuses)

  override def toString: String = name

object Subtype:
  /** See [[Subtype.check]]. */
  private[brine] trait Check:
    def check(value: AnyRef, subtypes: Subtypes): Unit

  /** `A` under its class's full name, or that of its object. A sealed type or an enum allows all its leaves. */
  def apply[A](using tag: ClassTag[A], pickler: Pickler[A]): Subtype[A] =
    val subtype = of(tag.runtimeClass, pickler)
    if subtype.facts.hasUnknownClasses then
      throw new IllegalArgumentException(
        s"the classes below ${subtype.name} are unknown here; name each class that has objects, with its pickler"
      )
    subtype

  /** Returns the subtype of a class under the class's full name, for a [[Subtypes.Source]]. Unlike [[apply]], it
    * accepts a pickler of collections.
    */
  def of[A](runtimeClass: Class[?], pickler: Pickler[A]): Subtype[A] =
    val objectClass = MethodType.methodType(runtimeClass).wrap.returnType // Integer for Int
    new Subtype(nameOf(objectClass), objectClass, pickler)

  private def nameOf(c: Class[?]): String = c.getName.stripSuffix("$")

  private def isJavaEnum(c: Class[?]): Boolean =
    classOf[java.lang.Enum[?]].isAssignableFrom(c) && !classOf[scala.reflect.Enum].isAssignableFrom(c)
