package brine.evolve

import brine.shape.ScalarKind

/** Converts a number to a wider one, without loss. */
private[evolve] object Widening:
  import ScalarKind.*

  /** Returns the conversion, or None if something could be lost. */
  def of(from: ScalarKind, to: ScalarKind): Option[AnyRef | Null => AnyRef | Null] =
    Option.when(isWider(from, to)) {
      to match
        case Short  => (n: AnyRef | Null) => java.lang.Short.valueOf(number(n).shortValue)
        case Int    => n => java.lang.Integer.valueOf(number(n).intValue)
        case Long   => n => java.lang.Long.valueOf(number(n).longValue)
        case Float  => n => java.lang.Float.valueOf(number(n).floatValue)
        case Double => n => java.lang.Double.valueOf(number(n).doubleValue)
        case other  => throw new IllegalArgumentException(other.toString)
    }

  private def number(value: AnyRef | Null): Number = value.asInstanceOf[Number]

  private def isWider(from: ScalarKind, to: ScalarKind): Boolean = from match
    case Byte  => to == Short || to == Int || to == Long || to == Float || to == Double
    case Short => to == Int || to == Long || to == Float || to == Double
    case Int   => to == Long || to == Double
    case Float => to == Double
    case _     => false

  /** Returns the conversion of all elements of an array. */
  def ofArrays(from: ScalarKind, to: ScalarKind): Option[AnyRef | Null => AnyRef | Null] =
    of(from, to).map { widen => array =>
      if array == null then null
      else
        val wider = to.newArrayBuilder
        for i <- 0 until java.lang.reflect.Array.getLength(array) do
          wider += widen(java.lang.reflect.Array.get(array, i)).nn
        wider.result().asInstanceOf[AnyRef]
    }

  def cure(from: ScalarKind, to: ScalarKind): String =
    if isWider(to, from) then s"$to does not hold every $from: keep it $from, or read that and convert it yourself"
    else Mismatch.Cure
