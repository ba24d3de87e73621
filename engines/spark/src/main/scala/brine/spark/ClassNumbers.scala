package brine.spark

import brine.PickleException

/** A class as two JVMs compare it: its name in pickles and the fingerprint of its shape there. */
private[spark] final case class ClassKey(name: String, fingerprint: Long)

/** Numbers for classes that all JVMs of one application agree on.
  *
  *   1. A number means one [[ClassKey]] as long as the application lives. Two versions of a class have two keys, and so
  *      two numbers; a JVM that has another version than a number means refuses to read it.
  * 1. Classes of a [[FixedNumbers]] have the same number in each JVM without a request. 1.thers have the numbers of a
  * [[NumberTable]], which the driver keeps. Executors request them, and cache the answers.
  */
private[spark] trait ClassNumbers:
  def fixed: FixedNumbers

  /** Returns true if classes that [[fixed]] does not have can get numbers. */
  def canGrow: Boolean

  /** The number of a class that [[fixed]] does not have, or -1 if none can be had now: it is then written by name. */
  def numberOf(key: ClassKey): Int

  /** The class of a number that [[fixed]] does not have, or null if no JVM of this application was given it.
    *
    * @throws brine.PickleException if the driver did not answer
    */
  def keyOf(number: Int): ClassKey | Null

/** Classes that have numbers without anyone being asked: those of the JDK, of Scala and of Spark that jobs often use,
  * and the application's own list ([[Settings.classes]]).
  *
  * Numbers of small value take one byte in a record. The classes that most jobs use therefore come first, then the
  * application's, then some numbers for the [[NumberTable]]. The other classes have numbers beyond.
  */
private[spark] final class FixedNumbers(often: Seq[String], own: Seq[String], seldom: Seq[String]):
  private val first: Seq[String] = (often ++ own).distinct
  private val late: Seq[String] = seldom.distinct.filterNot(first.toSet)
  private val lateStart = math.max(FixedNumbers.LateStart, first.length)

  private val numbers: Map[String, Int] =
    (first.zipWithIndex ++ late.zipWithIndex.map((name, i) => name -> (lateStart + i))).toMap

  /** -1 if this list does not have it. */
  def numberOf(name: String): Int = numbers.getOrElse(name, -1)

  /** Null if this list does not have it. */
  def nameOf(number: Int): String | Null =
    if number >= 0 && number < first.length then first(number)
    else if number >= lateStart && number - lateStart < late.length then late(number - lateStart)
    else null

  /** The number of the n-th class of a [[NumberTable]]: those that this list leaves free, from below. */
  def free(n: Int): Int =
    val number = first.length + n
    if number < lateStart then number else number + late.length

  /** The n of a number that [[free]] gives; negative if it is one of this list. */
  def freeIndex(number: Int): Int =
    if number < first.length then -1
    else if number < lateStart then number - first.length
    else if number < lateStart + late.length then -1
    else number - late.length - first.length

  /** Tells lists apart: two JVMs that have the same one agree on its numbers. */
  val digest: String =
    java.util.UUID.nameUUIDFromBytes((first ++ Seq("") ++ late).mkString(",").getBytes("UTF-8")).toString

private[spark] object FixedNumbers:
  /** Numbers below this one, with the bits that a record adds to them, take one or two bytes; the table has most of
    * them.
    */
  private final val LateStart = 1024

  /** The numbers of an application that uses the plugin. */
  def of(settings: Settings): FixedNumbers =
    new FixedNumbers(StandardNumbers.often, settings.classes, StandardNumbers.seldom)

  val none: FixedNumbers = new FixedNumbers(Nil, Nil, Nil)

/** Without the plugin: the application's own list, or all classes by name if it has none. */
private[spark] final class LocalNumbers(val fixed: FixedNumbers) extends ClassNumbers:
  def canGrow: Boolean = false
  def numberOf(key: ClassKey): Int = -1
  def keyOf(number: Int): ClassKey | Null = null

private[spark] object LocalNumbers:
  def of(settings: Settings): LocalNumbers =
    new LocalNumbers(if settings.classes.isEmpty then FixedNumbers.none else FixedNumbers.of(settings))

/** In a JVM whose fixed numbers are not the driver's: it writes names, and refuses numbers. */
private[spark] final class RefusedNumbers(reason: String) extends ClassNumbers:
  def fixed: FixedNumbers = FixedNumbers.none
  def canGrow: Boolean = false
  def numberOf(key: ClassKey): Int = -1
  def keyOf(number: Int): ClassKey | Null =
    throw new PickleException.Malformed(s"class number $number cannot be read: $reason")
