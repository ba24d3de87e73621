package brine.picklers

import scala.collection.immutable.{ArraySeq, IndexedSeq, Iterable, ListMap, Queue, Seq, VectorMap}
import brine.Pickler
import brine.plan.{MappingOps, Plan, PlanRef, PlannedPickler, SequenceOps}
import brine.shape.Shape

/** The immutable collections. A place of type `Seq` gives back a `List`, one of `IndexedSeq` a `Vector`, whatever was
  * written: equal, as collections are.
  *
  * Where the compiler looks for a pickler before it has settled a type (`List` or wider), the narrowest must win: hence
  * the layers.
  */
trait CollectionPicklers extends WiderCollectionPicklers:
  given list[A](using element: Pickler[A]): Pickler[List[A]] = CollectionPicklers.sequence("List", element)
  given vector[A](using element: Pickler[A]): Pickler[Vector[A]] = CollectionPicklers.sequence("Vector", element)
  given queue[A](using element: Pickler[A]): Pickler[Queue[A]] = CollectionPicklers.sequence("Queue", element)
  given arraySeq[A](using element: Pickler[A]): Pickler[ArraySeq[A]] = CollectionPicklers.sequence("ArraySeq", element)
  given listMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[ListMap[K, V]] =
    CollectionPicklers.mapping("ListMap", key, value)
  given vectorMap[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[VectorMap[K, V]] =
    CollectionPicklers.mapping("VectorMap", key, value)

sealed trait WiderCollectionPicklers extends SeqPicklers:
  given indexedSeq[A](using element: Pickler[A]): Pickler[IndexedSeq[A]] = CollectionPicklers.sequence("IndexedSeq", element)
  given set[A](using element: Pickler[A]): Pickler[Set[A]] = CollectionPicklers.sequence("Set", element)
  given map[K, V](using key: Pickler[K], value: Pickler[V]): Pickler[Map[K, V]] = CollectionPicklers.mapping("Map", key, value)

sealed trait SeqPicklers extends IterablePicklers:
  given seq[A](using element: Pickler[A]): Pickler[Seq[A]] = CollectionPicklers.sequence("Seq", element)

sealed trait IterablePicklers:
  given iterable[A](using element: Pickler[A]): Pickler[Iterable[A]] = CollectionPicklers.sequence("Iterable", element)

private[brine] object CollectionPicklers:
  def sequence[C](kind: String, element: Pickler[?]): Pickler[C] = new PlannedPickler[C]:
    val plan: Plan =
      val ref = new PlanRef(() => Plan.of(element))
      new Plan.Sequence(new Shape.Sequence(kind, false, () => ref.get.shape), ref, false, SequenceOps(kind))

  def mapping[C](kind: String, key: Pickler[?], value: Pickler[?]): Pickler[C] = new PlannedPickler[C]:
    val plan: Plan =
      val keyRef = new PlanRef(() => Plan.of(key))
      val valueRef = new PlanRef(() => Plan.of(value))
      val shape = new Shape.Mapping(kind, false, () => keyRef.get.shape, () => valueRef.get.shape)
      new Plan.Mapping(shape, keyRef, valueRef, false, MappingOps(kind))
