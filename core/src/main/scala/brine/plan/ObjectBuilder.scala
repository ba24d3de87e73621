package brine.plan

import brine.{PickleBuilder, PickleOptions}

/** A builder of a format that may have code for the objects of a class, and for collections of them. */
private[brine] abstract class ObjectBuilder(options: PickleOptions) extends PickleBuilder(options):
  /** Puts an object that is not null, all of it. Returns false, and does nothing, if the format has no code for it. */
  private[brine] def putsObject(plan: Plan.Product, value: AnyRef): Boolean

  /** Puts a collection, as [[putsObject]] puts an object. */
  private[brine] def putsSequence(plan: Plan.Sequence, value: AnyRef): Boolean
