package brine.testkit

import brine.shape.ScalarKind

/** One call on a [[brine.PickleBuilder]], as data. Events are equal if the calls said the same; NaN is equal to NaN
  * and 0.0 is not equal to -0.0.
  */
enum Event:
  case Null
  case Present
  case Scalar(kind: ScalarKind, value: Exact)
  case BeginProduct(name: String)
  case BeginField(name: String)
  case EndProduct
  case BeginLeaf(family: String, leaf: String)
  case EndLeaf
  case Singleton(family: String, leaf: String)
  case Object(name: String)
  case BeginOpen(base: String, subtype: String)
  case EndOpen
  case None
  case BeginSome(isNull: Boolean)
  case EndSome
  case ArrayClass(name: String)
  case BeginSequence(kind: String, size: Int, hasNulls: Boolean)
  case BeginElement(index: Int)
  case EndSequence
  case BeginMapping(kind: String, size: Int, hasNulls: Boolean)
  case BeginKey(index: Int)
  case BeginValue(index: Int)
  case EndMapping

  /** A new object with this number follows. */
  case Identity(id: Int)

  /** An object that was put before. */
  case Reference(id: Int, arity: Int)

object Event:
  /** The value of a scalar's call, here without the wrapper: `Event.scalar(ScalarKind.Int, 1)`. */
  def scalar(kind: ScalarKind, value: Any): Event = Scalar(kind, new Exact(value))

  /** Events one a line, indented by their nesting. */
  def show(events: Seq[Event]): String =
    var depth = 0
    val lines =
      for event <- events yield
        if closes(event) then depth -= 1
        val line = "  " * depth + text(event)
        if opens(event) then depth += 1
        line
    lines.mkString("\n")

  private[testkit] def opens(event: Event): Boolean = event match
    case BeginProduct(_) | BeginLeaf(_, _) | BeginOpen(_, _) | BeginSome(_) | BeginSequence(_, _, _) | BeginMapping(
          _,
          _,
          _
        ) => true
    case _ => false

  private[testkit] def closes(event: Event): Boolean = event match
    case EndProduct | EndLeaf | EndOpen | EndSome | EndSequence | EndMapping => true
    case _                                                                   => false

  private def text(event: Event): String = event match
    case Scalar(kind, value) => s"$kind $value"
    case other               => other.toString

/** A scalar compared by its bits. */
final class Exact(val value: Any):
  override def equals(other: Any): Boolean = other match
    case that: Exact => java.util.Objects.equals(value.asInstanceOf[AnyRef], that.value.asInstanceOf[AnyRef])
    case _           => false
  override def hashCode: Int = java.util.Objects.hashCode(value.asInstanceOf[AnyRef])
  override def toString: String = value match
    case s: String =>
      s.map(c => if c < ' ' || c > '~' then f"\\u${c.toInt}%04x" else c.toString).mkString("\"", "", "\"")
    case c: Char => f"'\\u${c.toInt}%04x'"
    case other   => String.valueOf(other)
