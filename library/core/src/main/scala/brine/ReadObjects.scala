package brine

import brine.shape.Shape

/** The objects of one pickle that can be referred to, as a [[PickleReader]] sees them. `Assembly` rebuilds them. */
private[brine] abstract class ReadObjects:
  /** How many there are so far. */
  def size: Int

  /** Makes the checks that were deferred to the end. */
  def verify(): Unit

  /** Forgets all objects, so that those of another pickle can be read. Returns false if that did not work. */
  private[brine] def restart(): Boolean

  /** Refuses a null that came for an object of this shape, if the object is not built yet. */
  private[brine] def refuseUnbuilt(shape: Shape): Unit

  /** Hides the objects that are still being read from handwritten code. A value that this code reads is complete when
    * it has been read. Returns the state for [[showOuter]].
    */
  private[brine] def hideOuter(): AnyRef | Null

  private[brine] def showOuter(hidden: AnyRef): Unit
