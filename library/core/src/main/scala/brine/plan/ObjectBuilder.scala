package brine.plan

import brine.{PickleBuilder, PickleOptions}

/** A builder of a format that may have code for the objects of a class, and for collections. Each method returns false,
  * and does nothing, if the format has no code for this type or place.
  */
private[brine] abstract class ObjectBuilder(options: PickleOptions) extends PickleBuilder(options):
  /** Puts an object that is not null, all of it. */
  private[brine] def putsObject(plan: Plan.Product, value: AnyRef): Boolean

  /** Puts a value of a sealed type that is not null, all of it. */
  private[brine] def putsSum(plan: Plan.Sum, value: AnyRef): Boolean = false

  /** Puts a collection that is not null, all of it. */
  private[brine] def putsSequence(plan: Plan.Sequence, value: AnyRef): Boolean = false

  /** Puts the elements of a collection that has begun, whose number must be `size`. */
  private[brine] def putsElements(plan: Plan.Sequence, all: Iterator[Any], size: Int): Boolean = false

  /** True if [[beginsElement]] may be called. */
  private[brine] def hasCodes: Boolean = false

  /** Puts the code of the next element of a collection of objects. Returns true if its body comes next: the object is
    * new.
    */
  private[brine] def beginsElement(value: AnyRef): Boolean = throw new UnsupportedOperationException

  /** Puts the codes of elements of the array from `from` on, up to an object whose body comes next: it is new. Returns
    * its index in `~`, or the index of an element that is to be put by calls, or `until`.
    */
  private[brine] def putsReferences(plan: Plan.Product, array: Array[AnyRef], from: Int, until: Int): Int =
    throw new UnsupportedOperationException

  /** The number of elements of the collection that has begun that may be put at a time, without a call of
    * [[beginElement]] for each.
    */
  def elementsAtOnce: Int = Int.MaxValue

private[brine] object ObjectBuilder:
  /** Returns the builder if [[ObjectBuilder.hasCodes]], else null. */
  def withCodes(builder: PickleBuilder): ObjectBuilder | Null = builder match
    case out: ObjectBuilder if out.hasCodes => out
    case _                                  => null
