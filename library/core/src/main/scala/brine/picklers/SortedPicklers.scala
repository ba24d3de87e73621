package brine.picklers

import java.util as ju
import java.util.concurrent.{ConcurrentSkipListMap, ConcurrentSkipListSet, PriorityBlockingQueue}
import scala.collection.{immutable, mutable}
import brine.Pickler
import brine.run.structures.{MappingPickler, SequencePickler}

/** Sorted collections. Their order is code, which pickles do not contain. It is the `Ordering` that is given where
  * the pickler is made. A collection that is sorted by another is refused. (Java's: the given `Comparator`, else the
  * natural order.)
  */
trait SortedPicklers extends WiderSortedPicklers:
  given treeSet[A](using element: Pickler[A], order: Ordering[A]): Pickler[immutable.TreeSet[A]] =
    SequencePickler.sorted("TreeSet", element, order)
  given treeMap[K, V](using key: Pickler[K], value: Pickler[V], order: Ordering[K]): Pickler[immutable.TreeMap[K, V]] =
    MappingPickler.sorted("TreeMap", key, value, order)
  given mutableTreeSet[A](using element: Pickler[A], order: Ordering[A]): Pickler[mutable.TreeSet[A]] =
    SequencePickler.sorted("mutable.TreeSet", element, order)
  given mutableTreeMap[K, V](using
      key: Pickler[K],
      value: Pickler[V],
      order: Ordering[K]
  ): Pickler[mutable.TreeMap[K, V]] =
    MappingPickler.sorted("mutable.TreeMap", key, value, order)
  given mutablePriorityQueue[A](using element: Pickler[A], order: Ordering[A]): Pickler[mutable.PriorityQueue[A]] =
    SequencePickler.sorted("mutable.PriorityQueue", element, order)
  given javaTreeSet[A](using element: Pickler[A], order: JavaOrder[A]): Pickler[ju.TreeSet[A]] =
    SequencePickler.sorted("java.util.TreeSet", element, order.comparator)
  given javaTreeMap[K, V](using key: Pickler[K], value: Pickler[V], order: JavaOrder[K]): Pickler[ju.TreeMap[K, V]] =
    MappingPickler.sorted("java.util.TreeMap", key, value, order.comparator)
  given javaPriorityQueue[A](using element: Pickler[A], order: JavaOrder[A]): Pickler[ju.PriorityQueue[A]] =
    SequencePickler.sorted("java.util.PriorityQueue", element, order.comparator)
  given priorityBlockingQueue[A](using element: Pickler[A], order: JavaOrder[A]): Pickler[PriorityBlockingQueue[A]] =
    SequencePickler.sorted("java.util.concurrent.PriorityBlockingQueue", element, order.comparator)
  given concurrentSkipListSet[A](using element: Pickler[A], order: JavaOrder[A]): Pickler[ConcurrentSkipListSet[A]] =
    SequencePickler.sorted("java.util.concurrent.ConcurrentSkipListSet", element, order.comparator)
  given concurrentSkipListMap[K, V](using
      key: Pickler[K],
      value: Pickler[V],
      order: JavaOrder[K]
  ): Pickler[ConcurrentSkipListMap[K, V]] =
    MappingPickler.sorted("java.util.concurrent.ConcurrentSkipListMap", key, value, order.comparator)

private[picklers] trait WiderSortedPicklers extends JavaSortedInterfacePicklers:
  given sortedSet[A](using element: Pickler[A], order: Ordering[A]): Pickler[immutable.SortedSet[A]] =
    SequencePickler.sorted("SortedSet", element, order)
  given sortedMap[K, V](using
      key: Pickler[K],
      value: Pickler[V],
      order: Ordering[K]
  ): Pickler[immutable.SortedMap[K, V]] =
    MappingPickler.sorted("SortedMap", key, value, order)
  given mutableSortedSet[A](using element: Pickler[A], order: Ordering[A]): Pickler[mutable.SortedSet[A]] =
    SequencePickler.sorted("mutable.SortedSet", element, order)
  given mutableSortedMap[K, V](using
      key: Pickler[K],
      value: Pickler[V],
      order: Ordering[K]
  ): Pickler[mutable.SortedMap[K, V]] =
    MappingPickler.sorted("mutable.SortedMap", key, value, order)
  given navigableSet[A](using element: Pickler[A], order: JavaOrder[A]): Pickler[ju.NavigableSet[A]] =
    SequencePickler.sorted("java.util.NavigableSet", element, order.comparator)
  given navigableMap[K, V](using
      key: Pickler[K],
      value: Pickler[V],
      order: JavaOrder[K]
  ): Pickler[ju.NavigableMap[K, V]] =
    MappingPickler.sorted("java.util.NavigableMap", key, value, order.comparator)

sealed trait JavaSortedInterfacePicklers extends WiderCollectionPicklers, MutableInterfacePicklers,
      JavaInterfacePicklers:
  given javaSortedSet[A](using element: Pickler[A], order: JavaOrder[A]): Pickler[ju.SortedSet[A]] =
    SequencePickler.sorted("java.util.SortedSet", element, order.comparator)
  given javaSortedMap[K, V](using
      key: Pickler[K],
      value: Pickler[V],
      order: JavaOrder[K]
  ): Pickler[ju.SortedMap[K, V]] =
    MappingPickler.sorted("java.util.SortedMap", key, value, order.comparator)
