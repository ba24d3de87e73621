package brine

import scala.collection.mutable
import scala.reflect.ClassTag
import brine.shape.ScalarKind

/** Arrays of primitives, by kind. */
private[brine] object ScalarArrays:
  /** Grows with the elements that arrive. */
  def newBuilder(kind: ScalarKind): mutable.Builder[Any, AnyRef] =
    mutable.ArrayBuilder.make(using tag(kind)).asInstanceOf[mutable.Builder[Any, AnyRef]]

  def tag(kind: ScalarKind): ClassTag[?] = kind match
    case ScalarKind.Unit    => ClassTag.Unit
    case ScalarKind.Boolean => ClassTag.Boolean
    case ScalarKind.Byte    => ClassTag.Byte
    case ScalarKind.Short   => ClassTag.Short
    case ScalarKind.Char    => ClassTag.Char
    case ScalarKind.Int     => ClassTag.Int
    case ScalarKind.Long    => ClassTag.Long
    case ScalarKind.Float   => ClassTag.Float
    case ScalarKind.Double  => ClassTag.Double
    case ScalarKind.String  => ClassTag(classOf[String])
