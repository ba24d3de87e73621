package brine.graph.clustered.writing

import java.util.Arrays

/** The distinct strings of a column, in the order in which they come. Open addressing: a known string costs one probe.
  */
private[clustered] final class StringDictionary private ():
  import StringDictionary.*

  var strings: Array[String | Null] = new Array[String | Null](FirstSlots / 2)
  var size: Int = 0

  /** The numbers of strings plus one, by hash; 0 in a free slot. */
  private var slots = new Array[Int](FirstSlots)

  /** The string's number plus one; -1 if too many other strings share its hash. */
  private def add(string: String): Int =
    val mask = slots.length - 1
    var at = hash(string) & mask
    var probes = 0
    while slots(at) != 0 do
      if strings(slots(at) - 1) == string then return slots(at)
      probes += 1
      if probes == MostProbes then return -1
      at = (at + 1) & mask
    append(string)
    slots(at) = size
    if size * 2 > slots.length then grow()
    size

  private def append(string: String): Unit =
    if size == strings.length then strings = Arrays.copyOf(strings, size * 2)
    strings(size) = string
    size += 1

  private def grow(): Unit =
    slots = new Array[Int](slots.length * 4)
    val mask = slots.length - 1
    var i = 0
    while i < size do
      var at = hash(strings(i).nn) & mask
      while slots(at) != 0 do at = (at + 1) & mask
      slots(at) = i + 1
      i += 1

private[clustered] object StringDictionary:
  private final val FirstSlots = 256

  /** A longer run of occupied slots means strings with deliberately equal hashes. */
  private final val MostProbes = 64

  /** The size of the sample that shows whether strings repeat. */
  private final val Sample = 1024

  private def hash(string: String): Int =
    val mixed = string.hashCode * 0x9e3779b9
    mixed ^ (mixed >>> 15)

  /** The distinct strings, if they are few: at most three quarters of the number of values. Puts into `words` the
    * number of each value's string plus one, 0 for null.
    */
  def of(values: Array[String | Null], count: Int, words: Array[Long]): StringDictionary | Null =
    val dictionary = new StringDictionary
    var i = 0
    while i < count do
      val value = values(i)
      val word = if value == null then 0 else dictionary.add(value)
      if word < 0 || (i == Sample - 1 && dictionary.size > Sample - Sample / 4) then return null
      words(i) = word
      i += 1
    if count > 1 && dictionary.size * 4L <= count * 3L then dictionary else null
