package brine.graph.clustered

/** Binary search by a predicate. */
private[clustered] object BinarySearch:
  /** The first index below `count` for which `is` holds, or `count` if there is none; `is` must hold for every later
    * index. O(log n).
    */
  inline def firstIndex(count: Int)(inline is: Int => Boolean): Int =
    var from = 0
    var until = count
    while from < until do
      val middle = (from + until) >>> 1
      if is(middle) then until = middle else from = middle + 1
    from
