package brine.collections

import java.util as ju
import java.util.concurrent as juc
import scala.collection.mutable
import brine.PickleException

/** A place for collections of a class or an interface: refuses what would come back as something else.
  *
  * @param order how the collections there are sorted, if they are
  */
private[brine] final class CollectionCheck(kind: String, placeClass: Class[?], order: Order | Null = null):
  private val isExact = !placeClass.isInterface

  def isInstance(value: AnyRef): Boolean = placeClass.isInstance(value)

  /** @throws brine.PickleException.UnexpectedClass */
  def check(value: AnyRef): Unit =
    if isExact && value.getClass != placeClass then
      throw refused(value, s"it would come back as a $kind. Copy it into one, or declare the place by an interface")
    else
      if order != null then order.check(kind, value) else if !isExact then CollectionCheck.checkGeneral(kind, value)
      if isBlocking then checkCapacity(value.asInstanceOf[juc.BlockingQueue[?]])

  private val isBlocking = classOf[juc.BlockingQueue[?]].isAssignableFrom(placeClass)

  private def checkCapacity(queue: juc.BlockingQueue[?]): Unit =
    if queue.remainingCapacity.toLong + queue.size < Int.MaxValue then
      throw refused(
        queue,
        "its capacity would be lost. Copy it into one without, and make the bounded one after reading"
      )

  private def refused(value: AnyRef, why: String): PickleException = CollectionCheck.refused(kind, value, why)

private[brine] object CollectionCheck:
  /** Refuses a collection with behaviour beyond its contents: that is code, and would be lost. */
  private[brine] def checkGeneral(kind: String, value: AnyRef): Unit = value match
    case _: Map.WithDefault[?, ?] | _: mutable.Map.WithDefault[?, ?] =>
      throw refused(
        kind,
        value,
        "its default would be lost. Write the underlying map, and add the default after reading"
      )
    case _ =>
      if comparesInItsOwnWay(value) then
        throw refused(
          kind,
          value,
          s"its own comparison would be lost. Copy it into an ordinary $kind, declare the place by its own type, " +
            "or write a pickler for it"
        )

  private def refused(kind: String, value: AnyRef, why: String): PickleException =
    PickleException.UnexpectedClass.because(kind, value.getClass.getName, why)

  private def comparesInItsOwnWay(value: AnyRef): Boolean = value match
    case _: ju.SortedSet[?] | _: ju.SortedMap[?, ?] | _: ju.PriorityQueue[?] | _: juc.PriorityBlockingQueue[
          ?
        ] | _: ju.IdentityHashMap[?, ?] => true
    case _: scala.collection.SortedOps[?, ?] | _: mutable.PriorityQueue[?] => true
    case _                                                                 => false
