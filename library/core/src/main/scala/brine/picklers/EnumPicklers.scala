package brine.picklers

import java.util.{EnumMap, EnumSet}
import scala.reflect.ClassTag
import brine.Pickler
import brine.run.structures.{MappingPickler, SequencePickler}

/** Collections of Java's enums. (The enums themselves may be derived on the spot by everybody:
  * [[brine.DerivationOnTheSpot]].)
  */
trait EnumPicklers:
  given enumSet[E <: java.lang.Enum[E]](using element: Pickler[E], tag: ClassTag[E]): Pickler[EnumSet[E]] =
    SequencePickler.ofEnum(element, tag.runtimeClass)

  given enumMap[E <: java.lang.Enum[E], V](using
      key: Pickler[E],
      value: Pickler[V],
      tag: ClassTag[E]
  ): Pickler[EnumMap[E, V]] =
    MappingPickler.ofEnum(key, value, tag.runtimeClass)
