package brine.lock

import scala.collection.mutable
import brine.{PickleBuilder, PickleOptions, Pickler, Subtype}
import brine.shape.Shape

/** The facts that a value states, place by place: `$.home.street` → `"High Street"`. Two versions of a class state the
  * same facts at the places that both have; numbers are compared as numbers.
  *
  * Members of sets and maps have no places: only how many there are is noted.
  *
  * @param former what an older version said: where a field has an alias, it is looked up by the name that is there
  */
private[lock] final class FlatValue private (former: Map[String, String]) extends PickleBuilder(FlatValue.Options):
  private val said = mutable.LinkedHashMap.empty[String, String]

  /** The places from the root; each level has one that changes. */
  private var path = List("$")

  private var withoutPlace = 0

  private def note(text: String): Unit = if withoutPlace == 0 then said(here) = text

  private def here: String = path.reverse.mkString

  private def enter(segment: String): Unit = path ::= segment
  private def leave(): Unit = path = path.tail
  private def at(segment: String): Unit = path = segment :: path.tail

  /** The name, or the alias that the older version knew. */
  private def known(before: String, name: String, after: String, aliases: Iterable[String]): String =
    val parent = path.tail.reverse.mkString
    (name +: aliases.toVector).find(n => former.keysIterator.exists(_.startsWith(s"$parent$before$n$after"))).getOrElse(
      name
    )

  private def integer(n: Long): Unit = note(n.toString)
  private def decimal(n: Double): Unit =
    note(if n.isNaN || n.isInfinite then n.toString else new java.math.BigDecimal(n).stripTrailingZeros.toPlainString)

  override def isTextual: Boolean = true

  def putNull(): Unit = note("null")
  def putPresent(): Unit = ()
  def putUnit(): Unit = note("()")
  def putBoolean(value: Boolean): Unit = note(value.toString)
  def putByte(value: Byte): Unit = integer(value)
  def putShort(value: Short): Unit = integer(value)
  def putChar(value: Char): Unit = note(quoted(value.toString))
  def putInt(value: Int): Unit = integer(value)
  def putLong(value: Long): Unit = integer(value)
  def putFloat(value: Float): Unit = decimal(value)
  def putDouble(value: Double): Unit = decimal(value)
  def putString(value: String | Null): Unit = note(if value == null then "null" else quoted(value))

  private def quoted(text: String): String =
    text.flatMap(c =>
      if c < ' ' || c == '"' || c == '\\' || c > '~' then f"\\u${c.toInt}%04x" else c.toString
    ).mkString("\"", "", "\"")

  def beginProduct(shape: Shape.Product): Unit = enter("")
  def beginField(shape: Shape.Product, index: Int): Unit =
    val aliases = shape.aliases.collect { case (alias, `index`) => alias }
    at("." + known(".", shape.fieldNames(index), "", aliases))
  def endProduct(shape: Shape.Product): Unit = leave()

  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit =
    enter("")
    at(s"<${leafName(shape, leaf)}>")
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit = leave()
  def putSingleton(shape: Shape.Sum, leaf: Int): Unit =
    beginLeaf(shape, leaf)
    note("it")
    leave()
  private def leafName(shape: Shape.Sum, leaf: Int): String =
    known("<", shape.leafNames(leaf), ">", shape.aliases.collect { case (alias, `leaf`) => alias })

  def beginOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = enter(s"<${subtype.name}>")
  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = leave()

  def putNone(shape: Shape.Optional): Unit = note("none")
  def beginSome(shape: Shape.Optional, isNull: Boolean): Unit = if isNull then note("none")
  def endSome(shape: Shape.Optional): Unit = ()

  def beginSequence(shape: Shape.Sequence, size: Int, hasNulls: Boolean): Unit =
    enter("[]")
    note(size.toString)
    if isUnordered(shape.kind) then withoutPlace += 1
  def beginElement(shape: Shape.Sequence, index: Int): Unit = at(s"[$index]")
  def endSequence(shape: Shape.Sequence): Unit =
    leave()
    if isUnordered(shape.kind) then withoutPlace -= 1

  private def isUnordered(kind: String): Boolean =
    kind.endsWith("Set") || kind.endsWith("PriorityQueue") || kind.endsWith("PriorityBlockingQueue")

  def beginMapping(shape: Shape.Mapping, size: Int, hasNulls: Boolean): Unit =
    enter("[]")
    note(size.toString)
    withoutPlace += 1
  def beginKey(shape: Shape.Mapping, index: Int): Unit = ()
  def beginValue(shape: Shape.Mapping, index: Int): Unit = ()
  def endMapping(shape: Shape.Mapping): Unit =
    leave()
    withoutPlace -= 1

  def putReference(id: Int, arity: Int): Unit = note("an object above")
  def putIdentity(id: Int): Unit = ()

private[lock] object FlatValue:
  private val Options = PickleOptions()

  def of(value: Any, pickler: Pickler[Any], former: Map[String, String] = Map.empty): Map[String, String] =
    val facts = new FlatValue(former)
    pickler.pickle(value, facts)
    facts.said.toMap

  /** The places at which a newer version states another fact. */
  def contradictions(former: Map[String, String], present: Map[String, String]): Seq[String] =
    for
      (place, text) <- former.toSeq.sorted
      now <- present.get(place)
      if now != text && !(text == "null" && now == "none")
    yield s"$place was $text, is $now"
