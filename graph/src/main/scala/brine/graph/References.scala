package brine.graph

import java.lang.ref.{SoftReference, WeakReference}
import brine.Pickler
import brine.combine.product

/** A weak reference is not followed: its object is in a graph only if something else of the graph leads to it, and else the
  * reference comes back empty. To find that out, a graph whose types have weak or soft references is gone through once more before
  * it is written.
  *
  * Strings, boxed primitives and the like have no identity: they are values, and are written.
  *
  * Only the graph format can tell (ADR 26). Others write what is referred to.
  */
given weakReference[A <: AnyRef: Pickler]: Pickler[WeakReference[A]] =
  product[WeakReference[A]]("WeakReference").field("target", _.get).build { case Tuple1(target) => new WeakReference(target) }

/** As [[weakReference]]. */
given softReference[A <: AnyRef: Pickler]: Pickler[SoftReference[A]] =
  product[SoftReference[A]]("SoftReference").field("target", _.get).build { case Tuple1(target) => new SoftReference(target) }
