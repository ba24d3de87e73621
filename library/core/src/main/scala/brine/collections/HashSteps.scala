package brine.collections

import java.math.{BigDecimal as JavaBigDecimal}
import java.util as ju
import scala.collection.immutable.NumericRange
import brine.{PickleException, PickleReader}

/** Counts the steps to hash the keys of a hash table, before they are hashed. The keys of a sorted collection are
  * counted in the same way: a comparison takes at most these steps, and each key is compared once for each level of the
  * tree.
  *
  * A `hashCode` asks all parts of a collection, tuple or case class for theirs, each as often as it is reached. A
  * pickle of few bytes can thus ask for endless work: a range of 2^31 numbers, sets in sets in sets, or objects that
  * refer to the same two objects again and again. The steps belong to the [[brine.ReadBudget]]. Cost: a step for each
  * part, without the arithmetic; nothing but a type test for strings and numbers.
  */
private[brine] object HashSteps:
  /** Counts the parts of a key.
    *
    * @throws PickleException.LimitExceeded if this read has taken too many steps
    */
  def count(key: Any, reader: PickleReader): Unit = key match
    case text: String => if text.length > ShortText then countParts(text, reader)
    case _            => if !isSimple(key) then countParts(key, reader)

  private def countParts(key: Any, reader: PickleReader): Unit =
    reader.payBudget()
    new Walk(reader).over(key)

  /** Goes over the parts of a key. Makes no function for each part: sets in sets in sets cost no memory here. */
  private final class Walk(reader: PickleReader):
    private val open = new ju.ArrayDeque[Any]
    private var steps = 0L

    private val each: Any => Unit = add
    private val eachOfJava: ju.function.Consumer[Any] = add(_)
    private val eachEntry: (Any, Any) => Unit = (key, value) =>
      add(key)
      add(value)
    private val eachEntryOfJava: ju.function.BiConsumer[Any, Any] = eachEntry(_, _)

    def over(key: Any): Unit =
      steps = stepsOf(key)
      addParts(key)
      while !open.isEmpty do addParts(open.pop())
      reader.budget.takeHashSteps(steps)

    private def add(part: Any): Unit =
      if isSimple(part) then steps += stepsOfSimple(part)
      else
        steps += stepsOf(part)
        open.push(part)
      if steps >= AtOnce then
        reader.budget.takeHashSteps(steps)
        steps = 0

    /** Adds the elements, keys, values or fields of an object whose hash depends on theirs. A collection of the
      * program's own, or one that computes its elements, has no parts here: its iterator is code.
      */
    private def addParts(value: Any): Unit = value match
      case _: (Range | NumericRange[?])                               => ()
      case map: ju.Map[?, ?] if isOf("java.util.", map)               => map.forEach(eachEntryOfJava)
      case elements: ju.Collection[?] if isOf("java.util.", elements) => elements.forEach(eachOfJava)
      case map: scala.collection.Map[?, ?] if isOf("scala.", map)     => map.foreachEntry(eachEntry)
      case elements: scala.collection.Iterable[?] =>
        if isOf("scala.", elements) && !LazyLists.computesElements(elements) then elements.foreach(each)
      case product: Product =>
        var i = 0
        while i < product.productArity do
          add(product.productElement(i))
          i += 1
      case _ => ()

  /** The steps after which the budget is charged while one key is counted. */
  private final val AtOnce = 1000L

  private def isSimple(key: Any): Boolean = key match
    case null | _: (String | Integer | java.lang.Long | java.lang.Double | java.lang.Boolean) => true
    case _: (Character | ju.UUID | scala.runtime.BoxedUnit)                                   => true
    case _                                                                                    => false

  /** A text is compared with others of its hash code, each time that a reference to it is a key. */
  private def stepsOfSimple(key: Any): Long = key match
    case text: String => 1 + text.length / CharsForAStep
    case _            => 1

  private final val CharsForAStep = 64

  /** Shorter texts take no more steps than the references to them have bytes. */
  private final val ShortText = 1000

  /** The steps for an object apart from its parts. */
  private def stepsOf(key: Any): Long = key match
    case text: String       => stepsOfSimple(text)
    case d: BigDecimal      => stepsOf(d.bigDecimal)
    case n: NumericRange[?] => n.length
    case r: Range           => stepsOf(r)
    case _                  => 1

  /** A range hashes its ends, and its length, which may be more than an Int has. */
  private def stepsOf(range: Range): Long =
    try math.min(range.length, 1)
    catch
      case e: IllegalArgumentException =>
        throw new PickleException.Malformed(s"a key with more than ${Int.MaxValue} elements has no hash code", e)

  /** Scala makes a text of a decimal, takes its zeros off one by one, and expands its exponent, to find the hash code
    * that an equal number of another type has. (The arithmetic on words is faster than steps through objects.)
    */
  private def stepsOf(d: JavaBigDecimal): Long =
    val words = d.unscaledValue.bitLength / 32 + 1L
    val zeros = math.min(math.max(0, d.unscaledValue.getLowestSetBit), math.abs(d.scale.toLong))
    val expanded = math.min(math.max(0L, -d.scale.toLong), MostExpanded) / DigitsPerWord
    1 + (words * (words + zeros) + expanded * (expanded + words)) / WordsForAStep

  /** Scala's limit: a number with more digits is hashed without them. */
  private final val MostExpanded = 5000L
  private final val DigitsPerWord = 9
  private final val WordsForAStep = 32

  private def isOf(prefix: String, value: AnyRef): Boolean = value.getClass.getName.startsWith(prefix)
