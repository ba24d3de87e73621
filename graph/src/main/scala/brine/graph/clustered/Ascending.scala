package brine.graph.clustered

/** Looks for a place in what is in order. */
private[clustered] object Ascending:
  /** Of `count` things the number of the first that is such, as all behind it are; `count` if none is. Takes log(`count`) questions. */
  inline def first(count: Int)(inline is: Int => Boolean): Int =
    var from = 0
    var until = count
    while from < until do
      val middle = (from + until) >>> 1
      if is(middle) then until = middle else from = middle + 1
    from
