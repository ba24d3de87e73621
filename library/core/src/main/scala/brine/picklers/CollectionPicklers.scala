package brine.picklers

import scala.collection as general
import scala.collection.immutable.*
import brine.Pickler
import brine.run.structures.{MappingPickler, SequencePickler}

/** The immutable collections. A place of type `Seq` gets a `List`, one of `IndexedSeq` a `Vector`, whichever class
  * was written: equal, as collections are. A place of a type above both immutable and mutable collections
  * (`scala.collection.Seq`) gets an immutable one, too. A `LazyList` is evaluated to its end.
  *
  * If the compiler searches for a pickler before it has determined a type (`List` or wider), the narrowest pickler
  * must be preferred: hence the layers.
  */
trait CollectionPicklers extends WiderCollectionPicklers:
  given list[A](using element: Pickler[A]): Pickler[List[A]] = SequencePickler.of("List", element)
  given vector[A](using element: Pickler[A]): Pickler[Vector[A]] = SequencePickler.of("Vector", element)
  given queue[A](using element: Pickler[A]): Pickler[Queue[A]] = SequencePickler.of("Queue", element)
  given arraySeq[A](using element: Pickler[A]): Pickler[ArraySeq[A]] = SequencePickler.of("ArraySeq", element)
  given lazyList[A](using element: Pickler[A]): Pickler[LazyList[A]] = SequencePickler.of("LazyList", element)
  given hashSet[A](using element: Pickler[A]): Pickler[HashSet[A]] = SequencePickler.of("HashSet", element)
  given listSet[A](using element: Pickler[A]): Pickler[ListSet[A]] = SequencePickler.of("ListSet", element)
  given hashMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[HashMap[K, V]] =
    MappingPickler.of("HashMap", key, value)
  given treeSeqMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[TreeSeqMap[K, V]] =
    MappingPickler.of("TreeSeqMap", key, value)
  given intMap[V](using value: Pickler[V]): Pickler[IntMap[V]] = MappingPickler.of("IntMap", Pickler.int, value)
  given longMap[V](using value: Pickler[V]): Pickler[LongMap[V]] = MappingPickler.of("LongMap", Pickler.long, value)
  given listMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[ListMap[K, V]] =
    MappingPickler.of("ListMap", key, value)
  given vectorMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[VectorMap[K, V]] =
    MappingPickler.of("VectorMap", key, value)

private[picklers] trait WiderCollectionPicklers extends SeqPicklers:
  given indexedSeq[A](using element: Pickler[A]): Pickler[IndexedSeq[A]] = SequencePickler.of("IndexedSeq", element)
  given linearSeq[A](using element: Pickler[A]): Pickler[LinearSeq[A]] = SequencePickler.of("LinearSeq", element)
  given set[A](using element: Pickler[A]): Pickler[Set[A]] = SequencePickler.of("Set", element)
  given seqMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[SeqMap[K, V]] =
    MappingPickler.of("SeqMap", key, value)

sealed trait SeqPicklers extends IterablePicklers:
  given map[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[Map[K, V]] = MappingPickler.of("Map", key, value)
  given seq[A](using element: Pickler[A]): Pickler[Seq[A]] = SequencePickler.of("Seq", element)

sealed trait IterablePicklers extends GeneralCollectionPicklers:
  given iterable[A](using element: Pickler[A]): Pickler[Iterable[A]] = SequencePickler.of("Iterable", element)

private[picklers] trait GeneralCollectionPicklers extends GeneralSeqPickler:
  given generalIndexedSeq[A](using element: Pickler[A]): Pickler[general.IndexedSeq[A]] =
    SequencePickler.of("collection.IndexedSeq", element)
  given generalLinearSeq[A](using element: Pickler[A]): Pickler[general.LinearSeq[A]] =
    SequencePickler.of("collection.LinearSeq", element)
  given generalSet[A](using element: Pickler[A]): Pickler[general.Set[A]] =
    SequencePickler.of("collection.Set", element)
  given generalMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[general.Map[K, V]] =
    MappingPickler.of("collection.Map", key, value)

sealed trait GeneralSeqPickler extends GeneralIterablePickler:
  given generalSeq[A](using element: Pickler[A]): Pickler[general.Seq[A]] =
    SequencePickler.of("collection.Seq", element)

sealed trait GeneralIterablePickler:
  given generalIterable[A](using element: Pickler[A]): Pickler[general.Iterable[A]] =
    SequencePickler.of("collection.Iterable", element)
