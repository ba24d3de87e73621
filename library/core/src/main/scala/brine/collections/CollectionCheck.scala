package brine.collections

import java.util as ju
import java.util.concurrent as juc
import scala.collection as sc
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
      throw CollectionCheck.refused(
        kind,
        value,
        s"it would come back as a $kind. Copy it into one, or declare the place by an interface"
      )
    else if order != null then
      order.check(kind, value)
      CollectionCheck.checkState(kind, value)
    else if isExact then CollectionCheck.checkState(kind, value)
    else CollectionCheck.checkGeneral(kind, value)

private[brine] object CollectionCheck:
  /** Refuses a collection at a place of an interface that would not come back equal, or would lose behaviour beyond its
    * contents: that is code.
    */
  def checkGeneral(kind: String, value: AnyRef): Unit =
    if !HiddenState.isUsual(value) then checkContents(kind, value)
    if becomesSequence(kind) && !isSequence(value) then
      throw refused(
        kind,
        value,
        "it would come back as a sequence, which does not equal it. Copy it into a List, or declare the place by its " +
          "own type"
      )

  private def checkContents(kind: String, value: AnyRef): Unit =
    checkState(kind, value)
    if comparesInItsOwnWay(value) && !keepsNaturalOrder(kind, value) then
      throw refused(
        kind,
        value,
        s"its own comparison would be lost. Copy it into an ordinary $kind, declare the place by its own type, " +
          "or write a pickler for it"
      )
    HiddenState.wrapped(value).foreach(checkContents(kind, _))

  /** Refuses a collection with state that its elements do not show. */
  def checkState(kind: String, value: AnyRef): Unit =
    val hidden = HiddenState.of(value)
    if hidden != null then throw refused(kind, value, hidden)

  private def refused(kind: String, value: AnyRef, why: String): PickleException =
    PickleException.UnexpectedClass.because(kind, value.getClass.getName, why)

  /** Returns true for the kinds above sequences and sets, of which sequences come back. */
  private def becomesSequence(kind: String): Boolean = kind match
    case "Iterable" | "collection.Iterable" | "java.util.Collection" => true
    case _                                                           => false

  /** Returns true unless equality of the collection is another than that of sequences. Java's queues have none. */
  private def isSequence(value: AnyRef): Boolean = value match
    case _: sc.Seq[?]        => true
    case c: ju.Collection[?] => !c.isInstanceOf[ju.Set[?]]
    case _                   => false

  /** Returns true for a sorted collection whose order a set or map in the order of insertion has, too. */
  private def keepsNaturalOrder(kind: String, value: AnyRef): Boolean =
    (kind == "java.util.Set" || kind == "java.util.Map") && (value match
      case set: ju.SortedSet[?]                  => set.comparator == null
      case map: ju.SortedMap[?, ?]               => map.comparator == null
      case _: (ju.EnumSet[?] | ju.EnumMap[?, ?]) => true
      case _                                     => false
    )

  private def comparesInItsOwnWay(value: AnyRef): Boolean = value match
    case _: ju.SortedSet[?] | _: ju.SortedMap[?, ?] | _: ju.EnumSet[?] | _: ju.EnumMap[?, ?] => true
    case _: ju.PriorityQueue[?] | _: juc.PriorityBlockingQueue[?] | _: juc.DelayQueue[?]     => true
    case _: sc.SortedOps[?, ?] | _: mutable.PriorityQueue[?]                                 => true
    case _: ju.IdentityHashMap[?, ?]                                                         => true
    case _ =>
      val name = value.getClass.getName
      name.startsWith("java.util.IdentityHashMap$") || sortedFactories.exists(name.startsWith)

  /** A sorted collection of Scala's inside a wrapper shows as the factory that would read it from Java's serialization.
    */
  private val sortedFactories = List("scala.collection.SortedMapFactory$", "scala.collection.EvidenceIterableFactory$")
