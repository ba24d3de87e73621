package brine.picklers

import brine.Pickler
import brine.run.structures.OptionPickler

/** `Option`. (`Either` is a sealed family like any other.) */
trait OptionPicklers:
  given option[A](using element: Pickler[A]): Pickler[Option[A]] = OptionPickler.of(element)
