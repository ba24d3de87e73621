package brine.graph.decoupled.reading

import brine.PickleException

/** The objects of an image that a reader has begun, and the numbers by which references find them. */
private[decoupled] abstract class ObjectNumbers:
  /** The number of an object that has been begun, -1 of another. */
  def numberOf(address: Int): Int

  /** Begins an object that keeps its identity, and returns its number: -1 if nothing else refers to it. */
  def begin(address: Int): Int

  /** Begins the content of an object. The content is read once: a value without identity would otherwise be read once
    * for each reference that leads to it.
    */
  def enter(address: Int): Unit

  /** A string that was read before; null if it has to be read. */
  def text(address: Int): String | Null

  /** Keeps a string that can be met again. */
  def keep(address: Int, text: String): Unit

private[decoupled] object ObjectNumbers:
  def twoReferences: PickleException =
    new PickleException.BadReference("two references to a value that has no identity")

/** In the headers of an image: the numbers of one reader.
  *
  * @param next the first number that is free
  */
private[decoupled] final class HeaderNumbers(headers: ObjectHeaders, private var next: Int) extends ObjectNumbers:
  import ObjectHeaders.*

  def numberOf(address: Int): Int =
    val word = headers(address)
    val number = (word >>> 32).toInt - 1
    if number >= 0 && isString(word) then -1 else number

  def begin(address: Int): Int =
    val word = headers(address)
    if (word & Shared) == 0 then -1
    else
      val number = next
      next += 1
      headers.setNumber(address, number)
      number

  def enter(address: Int): Unit =
    val word = headers(address)
    if (word & Shared) != 0 then
      if (word & Begun) != 0 then throw headers.twoReferences(address)
      headers.set(address, word | Begun)

  def text(address: Int): String | Null = headers.text(address)
  def keep(address: Int, text: String): Unit = headers.keep(address, text)

/** In a table: the numbers of the few objects that are read of an image. */
private[decoupled] final class TableNumbers extends ObjectNumbers:
  /** For each object that has been begun its number + 1, or 0 if it has none. */
  private val numbers = new java.util.HashMap[Integer, Integer]
  private val texts = new java.util.HashMap[Integer, String]
  private var next = 0

  def numberOf(address: Int): Int = numbers.getOrDefault(address, 0) - 1

  def begin(address: Int): Int =
    next += 1
    numbers.put(address, next)
    next - 1

  def enter(address: Int): Unit = if numbers.putIfAbsent(address, 0) == 0 then throw ObjectNumbers.twoReferences

  def text(address: Int): String | Null = texts.get(address)
  def keep(address: Int, text: String): Unit = { val ignored = texts.put(address, text) }
