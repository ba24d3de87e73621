package brine.spark

import scala.collection.mutable

/** The driver's table of class numbers: append-only, for any number of threads.
  *
  * A message is an array of values of the JDK, so that any class loader can read it:
  *
  * | message | element 0, an `Integer` | 1, a `String[]` | 2, a `long[]` |
  * |---|---|---|---|
  * | question | how many classes the asker knows | names that it needs numbers for | their fingerprints |
  * | answer | the same count | names of all classes from that count on | their fingerprints |
  *
  * The n-th class of the table has the number [[FixedNumbers.free]] of n. An answer thus gives an executor all classes
  * that others have requested since its last question.
  */
private[spark] final class NumberTable(val fixed: FixedNumbers) extends ClassNumbers:
  private val keys = mutable.ArrayBuffer.empty[ClassKey]
  private val indexes = mutable.HashMap.empty[ClassKey, Int]

  def canGrow: Boolean = true

  def numberOf(key: ClassKey): Int = synchronized(fixed.free(indexOf(key)))

  def keyOf(number: Int): ClassKey | Null = synchronized {
    val index = fixed.freeIndex(number)
    if index >= 0 && index < keys.length then keys(index) else null
  }

  private def indexOf(key: ClassKey): Int = indexes.getOrElseUpdate(key, { keys += key; keys.length - 1 })

  /** Answers one question of an executor. */
  def answer(question: Array[AnyRef]): Array[AnyRef] = synchronized {
    for key <- NumberTable.keysIn(question) do indexOf(key)
    val known = NumberTable.countIn(question)
    NumberTable.message(known, keys.drop(known).toSeq)
  }

private[spark] object NumberTable:
  def message(count: Int, keys: Seq[ClassKey]): Array[AnyRef] =
    Array(Integer.valueOf(count), keys.map(_.name).toArray, keys.map(_.fingerprint).toArray)

  def countIn(message: Array[AnyRef]): Int = message(0).asInstanceOf[Integer].intValue

  def keysIn(message: Array[AnyRef]): Seq[ClassKey] =
    val names = message(1).asInstanceOf[Array[String]]
    val fingerprints = message(2).asInstanceOf[Array[Long]]
    names.toSeq.zip(fingerprints).map(ClassKey(_, _))
