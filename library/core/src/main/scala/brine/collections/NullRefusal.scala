package brine.collections

import scala.collection.mutable
import brine.PickleException

/** Turns the failure of a library's collection at a null into one of the data. A sorted collection meets a null when it
  * compares a later element with it, too.
  */
private[brine] final class NullRefusal(kind: String):
  private var hasNull = false

  /** Adds an element, or an entry of a map. */
  inline def adding(element: Any)(inline add: Unit): Unit =
    if isNull(element) then hasNull = true
    try add
    catch case e: NullPointerException if hasNull => throw refusal(e)

  def isNull(element: Any): Boolean = element match
    case null         => true
    case (key, value) => (key.asInstanceOf[AnyRef] eq null) || (value.asInstanceOf[AnyRef] eq null)
    case _            => false

  def refusal(e: NullPointerException): PickleException =
    new PickleException.Malformed(s"a $kind cannot hold a null", e)

/** Adds to a library's builder. */
private[brine] final class NullRefusingBuilder[A](kind: String, builder: mutable.Builder[A, AnyRef])
    extends mutable.Builder[A, AnyRef]:
  private val nulls = new NullRefusal(kind)
  def addOne(element: A): this.type =
    nulls.adding(element) { val ignored = builder.addOne(element) }
    this
  def clear(): Unit = builder.clear()
  def result(): AnyRef = builder.result()
