package brine.bench.workloads

import java.util.IdentityHashMap

/** Returns true if two rows of objects are each other's copies: wherever one row repeats an object, the other repeats
  * its copy.
  */
private[workloads] object Alike:
  def rows(a: Iterator[AnyRef], b: Iterator[AnyRef]): Boolean =
    val there = new IdentityHashMap[AnyRef, AnyRef]
    val back = new IdentityHashMap[AnyRef, AnyRef]
    a.zip(b).forall((x, y) => isPair(x, y, there.put(x, y), back.put(y, x))) && !a.hasNext && !b.hasNext

  /** Neither has been met, or both have as each other's copies. */
  private def isPair(x: AnyRef, y: AnyRef, copyOfX: AnyRef | Null, originalOfY: AnyRef | Null): Boolean =
    if copyOfX == null then originalOfY == null else (copyOfX eq y) && (originalOfY eq x)
