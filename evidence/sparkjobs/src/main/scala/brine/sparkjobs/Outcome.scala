package brine.sparkjobs

/** The result of a job, for comparison between serializers.
  *
  * @param exact     the part that does not depend on the order in which tasks end, as text.
  * @param near      sums of `Double`s that Spark adds in the order in which tasks end.
  * @param tolerance the largest difference of two values in `near`, as a part of the larger one or of 1.
  */
final case class Outcome(exact: String, near: Seq[Double] = Nil, tolerance: Double = 0) {

  /** Returns None if both jobs had the same result, else the difference. */
  def difference(that: Outcome): Option[String] =
    if (exact != that.exact) Some(s"$exact is not ${that.exact}")
    else if (near.length != that.near.length) Some(s"${near.length} values are not ${that.near.length}")
    else
      near.zip(that.near).zipWithIndex.collectFirst {
        case ((x, y), i) if !isNear(x, y) => s"value $i: $x is not $y within $tolerance"
      }

  private def isNear(x: Double, y: Double): Boolean =
    math.abs(x - y) <= tolerance * math.max(1, math.max(math.abs(x), math.abs(y)))
}
