package brine.graph

import java.lang.ref.{SoftReference, WeakReference}
import brine.Pickler
import brine.combine.product

/** Pickles a weak reference without its object: the graph holds the object only if another part of the graph leads to
  * it. Otherwise the reference comes back empty. To find such objects, a graph whose types have weak or soft references
  * is traversed once more before it is written.
  *
  * Strings, boxed primitives and the like have no identity: they are values, and are written.
  *
  * Only the graph format works like this (ADR 26). Other formats write the object.
  */
given weakReference[A <: AnyRef: Pickler]: Pickler[WeakReference[A]] =
  product[WeakReference[A]]("WeakReference").field("target", _.get).build { case Tuple1(target) =>
    new WeakReference(target)
  }

/** Pickles a soft reference like [[weakReference]]. */
given softReference[A <: AnyRef: Pickler]: Pickler[SoftReference[A]] =
  product[SoftReference[A]]("SoftReference").field("target", _.get).build { case Tuple1(target) =>
    new SoftReference(target)
  }
