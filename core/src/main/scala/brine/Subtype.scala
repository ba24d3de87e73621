package brine

import java.lang.invoke.MethodType
import scala.reflect.ClassTag
import brine.plan.Plan

/** A class whose objects may stand where an open type is declared ([[Pickler.open]]): its name in pickles, and its pickler.
  *
  * {{{ Subtype[Dog] }}}
  */
final class Subtype[A] private (val name: String, private[brine] val runtimeClass: Class[?], val pickler: Pickler[A]):
  private[brine] val plan: Plan = Plan.of(pickler)

  if plan.isInstanceOf[Plan.Sum] || plan.isInstanceOf[Plan.Open] || plan.isCollection then
    throw new IllegalArgumentException(s"$name stands for several classes; name those that have objects, each with its pickler")

  /** An object of which there is one, so that its name says all. */
  def isObject: Boolean = plan.isInstanceOf[Plan.Singleton]

  /** A class with fields, which formats with names write beside its own name. */
  def hasFields: Boolean = plan.isInstanceOf[Plan.Product]

  /** Renamed in pickles: where a class has moved, or its name should not show. */
  def named(other: String): Subtype[A] = new Subtype(other, runtimeClass, pickler)

  override def toString: String = name

object Subtype:
  /** `A` under its class's full name, or that of its object. */
  def apply[A](using tag: ClassTag[A], pickler: Pickler[A]): Subtype[A] = of(tag.runtimeClass, pickler)

  private[brine] def of[A](runtimeClass: Class[?], pickler: Pickler[A]): Subtype[A] =
    val objectClass = MethodType.methodType(runtimeClass).wrap.returnType // Integer for Int
    new Subtype(objectClass.getName.stripSuffix("$"), objectClass, pickler)
