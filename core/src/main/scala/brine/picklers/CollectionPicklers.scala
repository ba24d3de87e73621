package brine.picklers

import scala.collection as general
import scala.collection.immutable.*
import brine.Pickler
import brine.plan.{MappingPickler, SequencePickler}

/** The immutable collections. A place of type `Seq` gives back a `List`, one of `IndexedSeq` a `Vector`, whatever was
  * written: equal, as collections are; so do places of the types above both immutable and mutable collections
  * (`scala.collection.Seq`). A `LazyList` is evaluated to its end.
  *
  * Where the compiler looks for a pickler before it has settled a type (`List` or wider), the narrowest must win: hence
  * the layers.
  */
trait CollectionPicklers extends WiderCollectionPicklers:
  given list[A](using element: Pickler[A]): Pickler[List[A]] = new SequencePickler("List", element)
  given vector[A](using element: Pickler[A]): Pickler[Vector[A]] = new SequencePickler("Vector", element)
  given queue[A](using element: Pickler[A]): Pickler[Queue[A]] = new SequencePickler("Queue", element)
  given arraySeq[A](using element: Pickler[A]): Pickler[ArraySeq[A]] = new SequencePickler("ArraySeq", element)
  given lazyList[A](using element: Pickler[A]): Pickler[LazyList[A]] = new SequencePickler("LazyList", element)
  given hashSet[A](using element: Pickler[A]): Pickler[HashSet[A]] = new SequencePickler("HashSet", element)
  given listSet[A](using element: Pickler[A]): Pickler[ListSet[A]] = new SequencePickler("ListSet", element)
  given hashMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[HashMap[K, V]] =
    new MappingPickler("HashMap", key, value)
  given treeSeqMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[TreeSeqMap[K, V]] =
    new MappingPickler("TreeSeqMap", key, value)
  given intMap[V](using value: Pickler[V]): Pickler[IntMap[V]] = new MappingPickler("IntMap", Pickler.int, value)
  given longMap[V](using value: Pickler[V]): Pickler[LongMap[V]] = new MappingPickler("LongMap", Pickler.long, value)
  given listMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[ListMap[K, V]] =
    new MappingPickler("ListMap", key, value)
  given vectorMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[VectorMap[K, V]] =
    new MappingPickler("VectorMap", key, value)

private[picklers] trait WiderCollectionPicklers extends SeqPicklers:
  given indexedSeq[A](using element: Pickler[A]): Pickler[IndexedSeq[A]] = new SequencePickler("IndexedSeq", element)
  given linearSeq[A](using element: Pickler[A]): Pickler[LinearSeq[A]] = new SequencePickler("LinearSeq", element)
  given set[A](using element: Pickler[A]): Pickler[Set[A]] = new SequencePickler("Set", element)
  given seqMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[SeqMap[K, V]] = new MappingPickler("SeqMap", key, value)

sealed trait SeqPicklers extends IterablePicklers:
  given map[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[Map[K, V]] = new MappingPickler("Map", key, value)
  given seq[A](using element: Pickler[A]): Pickler[Seq[A]] = new SequencePickler("Seq", element)

sealed trait IterablePicklers extends GeneralCollectionPicklers:
  given iterable[A](using element: Pickler[A]): Pickler[Iterable[A]] = new SequencePickler("Iterable", element)

private[picklers] trait GeneralCollectionPicklers extends GeneralSeqPickler:
  given generalIndexedSeq[A](using element: Pickler[A]): Pickler[general.IndexedSeq[A]] =
    new SequencePickler("collection.IndexedSeq", element)
  given generalLinearSeq[A](using element: Pickler[A]): Pickler[general.LinearSeq[A]] =
    new SequencePickler("collection.LinearSeq", element)
  given generalSet[A](using element: Pickler[A]): Pickler[general.Set[A]] = new SequencePickler("collection.Set", element)
  given generalMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[general.Map[K, V]] =
    new MappingPickler("collection.Map", key, value)

sealed trait GeneralSeqPickler extends GeneralIterablePickler:
  given generalSeq[A](using element: Pickler[A]): Pickler[general.Seq[A]] = new SequencePickler("collection.Seq", element)

sealed trait GeneralIterablePickler:
  given generalIterable[A](using element: Pickler[A]): Pickler[general.Iterable[A]] =
    new SequencePickler("collection.Iterable", element)
