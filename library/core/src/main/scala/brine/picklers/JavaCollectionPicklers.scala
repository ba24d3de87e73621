package brine.picklers

import java.util as ju
import brine.Pickler
import brine.run.structures.{MappingPickler, SequencePickler}

/** Java's collections. They keep their identity, empty or not. A place of a class accepts exactly this class. A place
  * of an interface gets the elements in the order that was written, in these classes:
  *
  *   - `List`, `Collection`: `ArrayList`
  *   - `Queue`, `Deque`: `LinkedList`
  *   - `BlockingQueue`: `LinkedBlockingQueue`
  *   - `BlockingDeque`: `LinkedBlockingDeque`
  *   - `Set`: `LinkedHashSet`
  *   - `Map`: `LinkedHashMap`
  */
trait JavaCollectionPicklers extends WiderJavaCollectionPicklers:
  given javaStack[A](using element: Pickler[A]): Pickler[ju.Stack[A]] = SequencePickler.of("java.util.Stack", element)
  given javaLinkedHashSet[A](using element: Pickler[A]): Pickler[ju.LinkedHashSet[A]] =
    SequencePickler.of("java.util.LinkedHashSet", element)
  given javaLinkedHashMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[ju.LinkedHashMap[K, V]] =
    MappingPickler.of("java.util.LinkedHashMap", key, value)

sealed trait WiderJavaCollectionPicklers extends BlockingDequePickler:
  given arrayList[A](using element: Pickler[A]): Pickler[ju.ArrayList[A]] =
    SequencePickler.of("java.util.ArrayList", element)
  given linkedList[A](using element: Pickler[A]): Pickler[ju.LinkedList[A]] =
    SequencePickler.of("java.util.LinkedList", element)
  given javaArrayDeque[A](using element: Pickler[A]): Pickler[ju.ArrayDeque[A]] =
    SequencePickler.of("java.util.ArrayDeque", element)
  given javaHashSet[A](using element: Pickler[A]): Pickler[ju.HashSet[A]] =
    SequencePickler.of("java.util.HashSet", element)
  given javaHashMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[ju.HashMap[K, V]] =
    MappingPickler.of("java.util.HashMap", key, value)
  given javaVector[A](using element: Pickler[A]): Pickler[ju.Vector[A]] =
    SequencePickler.of("java.util.Vector", element)
  given concurrentLinkedQueue[A](using element: Pickler[A]): Pickler[ju.concurrent.ConcurrentLinkedQueue[A]] =
    SequencePickler.of("java.util.concurrent.ConcurrentLinkedQueue", element)
  given concurrentLinkedDeque[A](using element: Pickler[A]): Pickler[ju.concurrent.ConcurrentLinkedDeque[A]] =
    SequencePickler.of("java.util.concurrent.ConcurrentLinkedDeque", element)
  given copyOnWriteArrayList[A](using element: Pickler[A]): Pickler[ju.concurrent.CopyOnWriteArrayList[A]] =
    SequencePickler.of("java.util.concurrent.CopyOnWriteArrayList", element)
  given linkedBlockingQueue[A](using element: Pickler[A]): Pickler[ju.concurrent.LinkedBlockingQueue[A]] =
    SequencePickler.of("java.util.concurrent.LinkedBlockingQueue", element)
  given linkedBlockingDeque[A](using element: Pickler[A]): Pickler[ju.concurrent.LinkedBlockingDeque[A]] =
    SequencePickler.of("java.util.concurrent.LinkedBlockingDeque", element)
  given hashtable[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[ju.Hashtable[K, V]] =
    MappingPickler.of("java.util.Hashtable", key, value)
  given concurrentHashMap[K, V](using
      key: Pickler[K],
      value: Pickler[V]
  ): Pickler[ju.concurrent.ConcurrentHashMap[K, V]] =
    MappingPickler.of("java.util.concurrent.ConcurrentHashMap", key, value)

sealed trait BlockingDequePickler extends BlockingQueuePickler:
  given blockingDeque[A](using element: Pickler[A]): Pickler[ju.concurrent.BlockingDeque[A]] =
    SequencePickler.of("java.util.concurrent.BlockingDeque", element)

sealed trait BlockingQueuePickler extends JavaInterfacePicklers:
  given blockingQueue[A](using element: Pickler[A]): Pickler[ju.concurrent.BlockingQueue[A]] =
    SequencePickler.of("java.util.concurrent.BlockingQueue", element)

private[picklers] trait JavaInterfacePicklers extends JavaWiderInterfacePicklers:
  given javaDeque[A](using element: Pickler[A]): Pickler[ju.Deque[A]] = SequencePickler.of("java.util.Deque", element)
  given concurrentMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[ju.concurrent.ConcurrentMap[K, V]] =
    MappingPickler.of("java.util.concurrent.ConcurrentMap", key, value)

sealed trait JavaWiderInterfacePicklers extends JavaCollectionPickler:
  given javaQueue[A](using element: Pickler[A]): Pickler[ju.Queue[A]] = SequencePickler.of("java.util.Queue", element)
  given javaList[A](using element: Pickler[A]): Pickler[ju.List[A]] = SequencePickler.of("java.util.List", element)
  given javaSet[A](using element: Pickler[A]): Pickler[ju.Set[A]] = SequencePickler.of("java.util.Set", element)
  given javaMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[ju.Map[K, V]] =
    MappingPickler.of("java.util.Map", key, value)

sealed trait JavaCollectionPickler:
  given javaCollection[A](using element: Pickler[A]): Pickler[ju.Collection[A]] =
    SequencePickler.of("java.util.Collection", element)
