package brine.figures

object Median:
  /** The value in the middle, or the mean of the two; `NaN` without a value. */
  def of(values: Seq[Double]): Double =
    if values.isEmpty then Double.NaN
    else
      val sorted = values.sorted
      (sorted((sorted.length - 1) / 2) + sorted(sorted.length / 2)) / 2
