package brine.cache

import brine.binary.BinaryPickler

/** A pickler that can be a part of others, which it then keeps ([[PicklerTable]]): a list's pickler is made once for
  * each pickler of its elements.
  */
private[brine] abstract class PicklerPart[A] extends BinaryPickler[A]:
  /** The picklers that it is a part of. */
  private[brine] final val table = new PicklerTable

  /** The picklers, class tags and orders that this one was made of, if [[PicklerCache]] has it; set before it is
    * published.
    */
  private[brine] final var madeOf: Array[AnyRef] = PicklerPart.NoParts

  // The first two of them, which are read more often.
  private[brine] final var firstOf: AnyRef | Null = null
  private[brine] final var secondOf: AnyRef | Null = null

  private[brine] final def makeOf(parts: Array[AnyRef]): Unit =
    madeOf = parts
    if parts.length > 0 then firstOf = parts(0)
    if parts.length > 1 then secondOf = parts(1)

  /** The number that it is hashed by, at the cost of a load. */
  private[brine] final val number: Int = PicklerPart.nextNumber()

  private var permanent = false

  /** True if it is never dropped: one of Brine's own without parts, or with parts that are all permanent. */
  private[brine] final def isPermanent: Boolean = permanent

  private[brine] final def setPermanent(): Unit = permanent = true

  /** The class loader of the last part that may be collected. */
  private[brine] final def loader: ClassLoader | Null = PicklerCache.forgettable(madeOf) match
    case part: PicklerPart[?] => part.loader
    case null                 => getClass.getClassLoader
    case byHand               => byHand.getClass.getClassLoader

private object PicklerPart:
  val NoParts = new Array[AnyRef](0)

  private var last = 0

  /** Returns a number that few others have: it spreads over the lower bits. (A race gives one number twice, which
    * does no harm.)
    */
  def nextNumber(): Int =
    last += 0x9e3779b9
    last
