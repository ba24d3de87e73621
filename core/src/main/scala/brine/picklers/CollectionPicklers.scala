package brine.picklers

import scala.collection.immutable.{ArraySeq, IndexedSeq, Iterable, ListMap, Queue, Seq, VectorMap}
import brine.Pickler
import brine.plan.{MappingPickler, SequencePickler}

/** The immutable collections. A place of type `Seq` gives back a `List`, one of `IndexedSeq` a `Vector`, whatever was
  * written: equal, as collections are.
  *
  * Where the compiler looks for a pickler before it has settled a type (`List` or wider), the narrowest must win: hence
  * the layers.
  */
trait CollectionPicklers extends WiderCollectionPicklers:
  given list[A](using element: Pickler[A]): Pickler[List[A]] = new SequencePickler("List", element)
  given vector[A](using element: Pickler[A]): Pickler[Vector[A]] = new SequencePickler("Vector", element)
  given queue[A](using element: Pickler[A]): Pickler[Queue[A]] = new SequencePickler("Queue", element)
  given arraySeq[A](using element: Pickler[A]): Pickler[ArraySeq[A]] = new SequencePickler("ArraySeq", element)
  given listMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[ListMap[K, V]] =
    new MappingPickler("ListMap", key, value)
  given vectorMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[VectorMap[K, V]] =
    new MappingPickler("VectorMap", key, value)

sealed trait WiderCollectionPicklers extends SeqPicklers:
  given indexedSeq[A](using element: Pickler[A]): Pickler[IndexedSeq[A]] = new SequencePickler("IndexedSeq", element)
  given set[A](using element: Pickler[A]): Pickler[Set[A]] = new SequencePickler("Set", element)
  given map[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[Map[K, V]] = new MappingPickler("Map", key, value)

sealed trait SeqPicklers extends IterablePicklers:
  given seq[A](using element: Pickler[A]): Pickler[Seq[A]] = new SequencePickler("Seq", element)

sealed trait IterablePicklers:
  given iterable[A](using element: Pickler[A]): Pickler[Iterable[A]] = new SequencePickler("Iterable", element)
