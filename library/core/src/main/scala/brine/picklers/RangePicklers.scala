package brine.picklers

import scala.collection.immutable.NumericRange
import brine.{PickleException, Pickler}
import brine.cache.PicklerCache
import brine.picklers.values.ValuePickler.mapped
import RangePicklers.{numbers, withoutStep, Steps}

/** Ranges: where they start, where they end, and their step. (At a place of type `Seq[Int]`, a range is a list.) */
trait RangePicklers extends WiderCollectionPicklers:
  given range: Pickler[Range] =
    mapped(Pickler[Steps[Int]])(s =>
      if s.step == 0 then throw withoutStep
      if s.isInclusive then s.start to s.end by s.step else s.start until s.end by s.step
    )(r => Steps(r.start, r.end, r.step, r.isInclusive))

  given numericRange[A](using element: Pickler[A], integral: Integral[A]): Pickler[NumericRange[A]] =
    PicklerCache.once("NumericRange", element, integral)(
      mapped(Pickler[Steps[A]])(numbers(_))(r => Steps(r.start, r.end, r.step, r.isInclusive))
    )

private[brine] object RangePicklers:
  final case class Steps[A](start: A, end: A, step: A, isInclusive: Boolean) derives Pickler

  def withoutStep: PickleException = new PickleException.Malformed("the step of a range is 0")

  /** The range of these steps.
    *
    * @throws PickleException.Malformed if the step is 0, or if the range has more elements than an Int counts
    */
  def numbers[A](s: Steps[A])(using integral: Integral[A]): NumericRange[A] =
    if s.step == integral.zero then throw withoutStep
    val range =
      if s.isInclusive then NumericRange.inclusive(s.start, s.end, s.step) else NumericRange(s.start, s.end, s.step)
    try
      val counted = range.length
      range
    catch
      case e: IllegalArgumentException =>
        throw new PickleException.Malformed(s"a range has more than ${Int.MaxValue} elements", e)
