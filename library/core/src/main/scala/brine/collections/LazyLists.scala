package brine.collections

import scala.collection.View
import scala.collection.immutable.{LinearSeq, Queue}
import brine.{Limits, PickleException}

/** Lists that compute their elements, and may have no end. */
private[brine] object LazyLists:
  /** Returns true for an object of Scala's library that computes its elements: to look at them may never end. (By
    * names: `Stream` is deprecated, and `LazyListIterable` is in the library of Scala 3.8 and later.)
    */
  def computesElements(value: Any): Boolean = value match
    case _: (LazyList[?] | View[?]) => true
    case all: Iterable[?] =>
      val name = all.getClass.getName
      name.startsWith("scala.collection.immutable.LazyList") || name.startsWith("scala.collection.immutable.Stream")
    case _ => false

  /** Evaluates a lazy list to its end, before its size is asked or its elements are looked through.
    *
    * @throws PickleException.LimitExceeded if it leads back to itself, or if it has more elements than a pickle may
    *   have bytes
    */
  def checkEnd(collection: Any, limits: Limits): Unit = collection match
    case _: (List[?] | Queue[?]) => ()
    case lazily: LinearSeq[?] if lazily.knownSize < 0 =>
      walk(lazily, math.min(limits.maxOutputBytes, Int.MaxValue.toLong))
    case _ => ()

  /** Brent's search for a cycle: a node is remembered after 1, 2, 4, 8, … steps. */
  private def walk(list: LinearSeq[?], most: Long): Unit =
    var rest = list
    var remembered = rest
    var count = 0L
    var next = 1L
    while rest.nonEmpty do
      rest = rest.tail
      count += 1
      if rest.nonEmpty && (rest eq remembered) then throw endless("leads back to itself, so that it has no end")
      if count > most then throw endless(s"has more than $most elements (limits.maxOutputBytes)")
      if count == next then
        remembered = rest
        next *= 2

  private def endless(what: String): PickleException = new PickleException.LimitExceeded(s"a lazy list $what")
