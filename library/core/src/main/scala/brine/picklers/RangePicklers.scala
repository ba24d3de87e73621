package brine.picklers

import scala.collection.immutable.NumericRange
import brine.Pickler
import brine.cache.PicklerCache
import brine.picklers.values.ValuePickler.mapped
import RangePicklers.Steps

/** Ranges: where they start, where they end, and their step. (At a place of type `Seq[Int]`, a range is a list.) */
trait RangePicklers extends WiderCollectionPicklers:
  given range: Pickler[Range] =
    mapped(Pickler[Steps[Int]])(s =>
      if s.isInclusive then s.start to s.end by s.step else s.start until s.end by s.step
    )(r => Steps(r.start, r.end, r.step, r.isInclusive))

  given numericRange[A](using element: Pickler[A], integral: Integral[A]): Pickler[NumericRange[A]] =
    PicklerCache.once("NumericRange", element, integral)(
      mapped(Pickler[Steps[A]])(s =>
        if s.isInclusive then NumericRange.inclusive(s.start, s.end, s.step) else NumericRange(s.start, s.end, s.step)
      )(r => Steps(r.start, r.end, r.step, r.isInclusive))
    )

private object RangePicklers:
  final case class Steps[A](start: A, end: A, step: A, isInclusive: Boolean) derives Pickler
