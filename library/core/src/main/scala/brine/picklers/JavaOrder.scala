package brine.picklers

import java.util.Comparator
import scala.annotation.implicitNotFound

/** How Java's sorted collections of `A` compare: by the `Comparator[A]` that is given (an `Ordering` is one), else in
  * the natural order, which Java's collections have without a comparator.
  *
  * @param comparator null for the natural order
  */
@implicitNotFound("${A} has no natural order (it is not Comparable), and no Comparator[${A}] is given")
final class JavaOrder[A](val comparator: Comparator[? >: A] | Null)

object JavaOrder extends NaturalOrders:
  given byComparator[A](using comparator: Comparator[A]): JavaOrder[A] = new JavaOrder(comparator)

/** Evidence in a `using` clause, and no bound of `A`: by its bound, Scala 3.3 would prefer the natural order to a given
  * one, and later compilers would not.
  */
sealed trait NaturalOrders:
  given natural[A](using A <:< Comparable[? >: A]): JavaOrder[A] = Natural.asInstanceOf[JavaOrder[A]]

  /** Java's classes of these are Comparable. */
  given naturalOfPrimitive[A](using A <:< (Boolean | Byte | Short | Char | Int | Long | Float | Double)): JavaOrder[A] =
    Natural.asInstanceOf[JavaOrder[A]]

  private val Natural = new JavaOrder[Any](null)
