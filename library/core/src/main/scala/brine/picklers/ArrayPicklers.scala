package brine.picklers

import scala.reflect.ClassTag
import brine.Pickler
import brine.run.structures.ArrayPickler

/** Arrays: of primitives as values in one piece, of references as objects that keep their identity. */
trait ArrayPicklers:
  given array[A](using element: Pickler[A], tag: ClassTag[A]): Pickler[Array[A]] =
    ArrayPickler.of(element, tag.runtimeClass)
