package brine.picklers

import brine.Pickler
import brine.run.structures.OpenPickler

/** The picklers of open types: see [[brine.Pickler.open]]. */
private[brine] object OpenPicklers:
  def of[A](base: Class[?]): Pickler[A] = new OpenPickler[A](base)
