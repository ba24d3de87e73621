package brine

import java.lang.invoke.MethodType
import scala.reflect.ClassTag
import brine.evolve.ResolvedUnpickler
import brine.plan.Plan

/** A class whose objects may stand where an open type is declared ([[Pickler.open]]): its name in pickles, and its pickler.
  *
  * {{{ Subtype[Dog] }}}
  */
final class Subtype[A] private (val name: String, private[brine] val runtimeClass: Class[?], val pickler: Pickler[A]):
  private[brine] val plan: Plan = Plan.of(pickler)

  /** An object of which there is one, so that its name says all. */
  def isObject: Boolean = plan.isInstanceOf[Plan.Singleton]

  /** A class with fields, which formats with names write beside its own name. */
  def hasFields: Boolean = plan.isInstanceOf[Plan.Product]

  /** Reading its body makes its object known by its number: parts of it may refer to it. */
  private[brine] def completesItself: Boolean = hasFields || plan.isCollection

  /** Renamed in pickles: where a class has moved, or its name should not show. */
  def named(other: String): Subtype[A] = new Subtype(other, runtimeClass, pickler)

  /** The same, as it is read from another shape of its class. */
  private[brine] def readBy(unpickler: Unpickler[A]): Subtype[A] = unpickler match
    case resolved: ResolvedUnpickler[A] => new Subtype(name, runtimeClass, resolved.resolved)
    case _                              => this

  override def toString: String = name

object Subtype:
  /** `A` under its class's full name, or that of its object. */
  def apply[A](using tag: ClassTag[A], pickler: Pickler[A]): Subtype[A] =
    val subtype = of(tag.runtimeClass, pickler)
    subtype.plan match
      case _: Plan.Sum | _: Plan.Open | _: Plan.Sequence | _: Plan.Mapping | _: Plan.Optional =>
        throw new IllegalArgumentException(
          s"${subtype.name} stands for several classes; name those that have objects, each with its pickler"
        )
      case _ => subtype

  private[brine] def of[A](runtimeClass: Class[?], pickler: Pickler[A]): Subtype[A] =
    val objectClass = MethodType.methodType(runtimeClass).wrap.returnType // Integer for Int
    new Subtype(objectClass.getName.stripSuffix("$"), objectClass, pickler)
