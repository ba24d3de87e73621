package brine.collections

import java.util as ju
import java.util.concurrent as juc
import scala.collection.mutable
import brine.PickleException

/** How a sorted collection compares its elements or keys. That is code, which no pickle carries: it is given where the
  * pickler is made, and a collection that compares in another way is refused.
  *
  * @param find called once, on demand; returns null for the natural order of Java's collections
  */
private[brine] final class Order(find: () => ju.Comparator[?] | Null):
  lazy val comparator: ju.Comparator[Any] | Null = find().asInstanceOf[ju.Comparator[Any] | Null]

  /** The order for Scala's collections, which always have a given one. */
  def ordering: Ordering[Any] = comparator.asInstanceOf[Ordering[Any]]

  /** Names it in a shape; see [[Order.nameOf]]. */
  lazy val name: String = Order.nameOf(comparator)

  def isSame(that: Order): Boolean = comparator == that.comparator

  /** @throws brine.PickleException.UnexpectedClass if the collection compares in another way */
  def check(kind: String, collection: AnyRef): Unit =
    val actual = Order.of(collection)
    if actual != comparator then
      throw PickleException.UnexpectedClass.because(
        s"$kind sorted by '$name'",
        s"${collection.getClass.getName} sorted by '${Order.nameOf(actual)}'",
        if name == Order.nameOf(actual) then
          "two orderings with one name. Sort by one object, a `given` without parameters"
        else
          "a pickler sorts by the ordering that is given where it is made. Sort the collection by that one, or give " +
            "its own"
      )

private[brine] object Order:
  /** Returns the order by which a collection is sorted. */
  def of(collection: AnyRef): ju.Comparator[?] | Null = collection match
    case c: scala.collection.SortedOps[?, ?] => c.ordering
    case q: mutable.PriorityQueue[?]         => q.ord
    case s: ju.SortedSet[?]                  => s.comparator
    case m: ju.SortedMap[?, ?]               => m.comparator
    case q: ju.PriorityQueue[?]              => q.comparator
    case q: juc.PriorityBlockingQueue[?]     => q.comparator
    case other                               => throw new IllegalStateException(other.getClass.getName)

  /** Returns the simple name of the order's class or object, or that of the enclosing definition if it has none.
    * (Numbers of anonymous classes and names of lambdas change from one compilation to the next.)
    */
  def nameOf(comparator: ju.Comparator[?] | Null): String =
    if comparator == null then "natural order"
    else
      val parts = comparator.getClass.getName.takeWhile(_ != '/').split("[.$]")
      parts.filterNot(p => p.isEmpty || p == "anon" || p == "Lambda" || p.forall(_.isDigit)).last
