package brine

import java.lang.invoke.MethodType
import scala.reflect.ClassTag
import brine.evolve.ResolvedUnpickler
import brine.plan.{OpenForm, Plan, PlannedPickler, ScalaEnums}

/** A class whose objects may stand where an open type is declared ([[Pickler.open]]): its name in pickles, and its pickler.
  *
  * {{{ Subtype[Dog] }}}
  */
final class Subtype[A] private (
    val name: String, private[brine] val runtimeClass: Class[?], val pickler: Pickler[A], refuses: Subtype.Check | Null = null
):
  private[brine] val plan: Plan = Plan.of(pickler)

  /** An object of which there is one, so that its name says all. */
  def isObject: Boolean = plan.isInstanceOf[Plan.Singleton]

  /** A class with fields, which formats with names write beside its own name. */
  def hasFields: Boolean = plan match
    case p: Plan.Product => p.shape.hasMembers
    case _               => false

  /** Reading its body makes its object known by its number: parts of it may refer to it. */
  private[brine] def completesItself: Boolean = plan.isInstanceOf[Plan.Product] || plan.isCollection

  /** How its objects stand at numbered places of open types. */
  private[brine] def form: OpenForm =
    val known = knownForm
    if known != null then known
    else
      val first = new OpenForm(plan, pickler, runtimeClass)
      knownForm = first
      first

  // (A race makes it twice, which does no harm.)
  private var knownForm: OpenForm | Null = null

  /** The subtypes that a sealed family or an enum stands for, by the numbers of its leaves; none for any other. */
  private[brine] lazy val leaves: Vector[Subtype[?]] = plan match
    case s: Plan.Sum if isFamily => s.leaves.toVector.zipWithIndex.map((leaf, number) => leafOf(s, leaf.get, number))
    case _                       => Vector.empty

  /** A sealed type or an enum, whose objects each go by the name of their own leaf. (An enum of Java's goes by its own name.) */
  private[brine] def isFamily: Boolean = plan.isInstanceOf[Plan.Sum] && !Subtype.isJavaEnum(runtimeClass)

  /** The subtype that this object goes by: this one, or the leaf of the family; null if it is none of the family. */
  private[brine] def of(value: AnyRef): Subtype[?] | Null = plan match
    case s: Plan.Sum if isFamily =>
      val number = s.leafNumber(value)
      if number < 0 then null else leaves(number)
    case _ => this

  private def leafOf(family: Plan.Sum, leaf: Plan, number: Int): Subtype[?] =
    val leafClass = leaf match
      case p: Plan.Product   => p.objectClass
      case s: Plan.Singleton => s.value.getClass
      case _                 => runtimeClass
    val isNamed = name == Subtype.nameOf(runtimeClass)
    val isOwnClass = leaf match
      case _: Plan.Product   => true
      case s: Plan.Singleton => !ScalaEnums.isConstant(s.value)
      case _                 => false
    val leafName = if isNamed && isOwnClass then Subtype.nameOf(leafClass) else s"$name$$${family.shape.leafNames(number)}"
    val own = leaf match
      case p: Plan.Product => p.alone
      case other           => other
    new Subtype[Any](leafName, leafClass, new PlannedPickler.Of[Any](own))

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

  /** The same, as it is read from another shape of its class. */
  private[brine] def readBy(unpickler: Unpickler[A]): Subtype[A] = unpickler match
    case resolved: ResolvedUnpickler[A] => new Subtype(name, runtimeClass, resolved.resolved, refuses)
    case _                              => this

  override def toString: String = name

object Subtype:
  /** See [[Subtype.check]]. */
  private[brine] trait Check:
    def check(value: AnyRef, subtypes: Subtypes): Unit

  /** `A` under its class's full name, or that of its object. A sealed type or an enum stands for all its leaves. */
  def apply[A](using tag: ClassTag[A], pickler: Pickler[A]): Subtype[A] =
    val subtype = of(tag.runtimeClass, pickler)
    subtype.plan match
      case _: Plan.Open | _: Plan.Sequence | _: Plan.Mapping | _: Plan.Optional =>
        throw new IllegalArgumentException(
          s"the classes below ${subtype.name} are unknown here; name each class that has objects, with its pickler"
        )
      case _ => subtype

  /** The objects of a class under the class's full name, for a [[Subtypes.Source]]. Unlike [[apply]], it takes a pickler of
    * collections.
    */
  def of[A](runtimeClass: Class[?], pickler: Pickler[A]): Subtype[A] =
    val objectClass = MethodType.methodType(runtimeClass).wrap.returnType // Integer for Int
    new Subtype(nameOf(objectClass), objectClass, pickler)

  private def nameOf(c: Class[?]): String = c.getName.stripSuffix("$")

  private def isJavaEnum(c: Class[?]): Boolean =
    classOf[java.lang.Enum[?]].isAssignableFrom(c) && !classOf[scala.reflect.Enum].isAssignableFrom(c)
