package brine.picklers

import scala.collection.concurrent.TrieMap
import scala.collection.mutable
import brine.Pickler
import brine.run.structures.{MappingPickler, SequencePickler}

/** Scala's mutable collections. They keep their identity, empty or not. A place of a class accepts exactly this
  * class. A place of type `Buffer`, `Set` or `Map` gets an `ArrayBuffer`, a `LinkedHashSet` or a `LinkedHashMap`, in
  * the order that was written.
  */
trait MutablePicklers extends WiderMutablePicklers:
  given mutableQueue[A](using element: Pickler[A]): Pickler[mutable.Queue[A]] =
    SequencePickler.of("mutable.Queue", element)
  given mutableStack[A](using element: Pickler[A]): Pickler[mutable.Stack[A]] =
    SequencePickler.of("mutable.Stack", element)

sealed trait WiderMutablePicklers extends MutableSeqMapPickler:
  given arrayBuffer[A](using element: Pickler[A]): Pickler[mutable.ArrayBuffer[A]] =
    SequencePickler.of("mutable.ArrayBuffer", element)
  given listBuffer[A](using element: Pickler[A]): Pickler[mutable.ListBuffer[A]] =
    SequencePickler.of("mutable.ListBuffer", element)
  given mutableArrayDeque[A](using element: Pickler[A]): Pickler[mutable.ArrayDeque[A]] =
    SequencePickler.of("mutable.ArrayDeque", element)
  given mutableHashSet[A](using element: Pickler[A]): Pickler[mutable.HashSet[A]] =
    SequencePickler.of("mutable.HashSet", element)
  given mutableLinkedHashSet[A](using element: Pickler[A]): Pickler[mutable.LinkedHashSet[A]] =
    SequencePickler.of("mutable.LinkedHashSet", element)
  given mutableHashMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[mutable.HashMap[K, V]] =
    MappingPickler.of("mutable.HashMap", key, value)
  given mutableLinkedHashMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[mutable.LinkedHashMap[K, V]] =
    MappingPickler.of("mutable.LinkedHashMap", key, value)

  given unrolledBuffer[A](using element: Pickler[A]): Pickler[mutable.UnrolledBuffer[A]] =
    SequencePickler.of("mutable.UnrolledBuffer", element)
  given mutableArraySeq[A](using element: Pickler[A]): Pickler[mutable.ArraySeq[A]] =
    SequencePickler.of("mutable.ArraySeq", element)
  given mutableLongMap[V](using value: Pickler[V]): Pickler[mutable.LongMap[V]] =
    MappingPickler.of("mutable.LongMap", Pickler.long, value)
  given trieMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[TrieMap[K, V]] =
    MappingPickler.of("concurrent.TrieMap", key, value)

sealed trait MutableSeqMapPickler extends MutableInterfacePicklers:
  given mutableSeqMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[mutable.SeqMap[K, V]] =
    MappingPickler.of("mutable.SeqMap", key, value)

private[picklers] trait MutableInterfacePicklers extends MutableIndexedSeqPickler:
  given buffer[A](using element: Pickler[A]): Pickler[mutable.Buffer[A]] = SequencePickler.of("mutable.Buffer", element)
  given mutableSet[A](using element: Pickler[A]): Pickler[mutable.Set[A]] = SequencePickler.of("mutable.Set", element)
  given mutableMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[mutable.Map[K, V]] =
    MappingPickler.of("mutable.Map", key, value)

sealed trait MutableIndexedSeqPickler extends MutableSeqPickler:
  given mutableIndexedSeq[A](using element: Pickler[A]): Pickler[mutable.IndexedSeq[A]] =
    SequencePickler.of("mutable.IndexedSeq", element)

sealed trait MutableSeqPickler extends GeneralCollectionPicklers:
  given mutableSeq[A](using element: Pickler[A]): Pickler[mutable.Seq[A]] = SequencePickler.of("mutable.Seq", element)
