package brine

import scala.collection.mutable.LongMap
import brine.shape.Shape

/** The shapes that a reader knows besides its own: those of earlier releases, mostly. A pickle that names one of them,
  * by its fingerprint or its key, can be read as today's class.
  *
  * {{{ given PickleOptions = PickleOptions(history = History(oldShape)) }}}
  *
  * Immutable. A lookup takes constant time.
  */
sealed abstract class History:
  /** The shape with this fingerprint, or null. */
  def shape(fingerprint: Long): Shape | Null

  /** The key of the shape with this fingerprint, or -1. */
  def keyOf(fingerprint: Long): Int

  /** The shape with this key, or null. */
  def ofKey(key: Int): Shape | Null

  /** Records the shape of this fingerprint, which a file or stream contained. */
  private[brine] def learn(fingerprint: Long, shape: Shape): Unit = ()

object History:
  /** Bits of a key. */
  final val KeyBits = 15

  val empty: History = Empty

  /** Returns a history of these shapes, each with its [[usualKey]].
    *
    * @throws IllegalArgumentException if two of them have one key
    */
  def apply(shapes: Shape*): History =
    ofKeys(shapes.map(shape => usualKey(NotNull(shape, "a shape")) -> shape)*)

  /** Returns a history of these shapes with their keys, 0 to 32767. Each key is that of one shape.
    *
    * @throws IllegalArgumentException if two different shapes have one key
    */
  def ofKeys(shapes: (Int, Shape)*): History =
    val byKey = scala.collection.mutable.LinkedHashMap.empty[Int, Shape]
    for (key, shape) <- shapes do
      if key < 0 || key >= (1 << KeyBits) then
        throw new IllegalArgumentException(s"invalid key $key: expected 0 to ${(1 << KeyBits) - 1}")
      val other = byKey.getOrElseUpdate(key, shape)
      if other.fingerprint != shape.fingerprint then
        throw new IllegalArgumentException(f"${other.describe} and ${shape.describe} both have the key $key%04x")
    new Fixed(byKey.toArray)

  /** Returns 15 bits of a shape's fingerprint, which do not depend on other shapes. Branches of a program that add
    * shapes mostly give them different keys, and a merge reports equal ones.
    */
  def usualKey(shape: Shape): Int = (shape.fingerprint >>> (64 - KeyBits)).toInt

  /** Apart, since the tables of the others take twenty milliseconds in a JVM that has just begun. */
  private object Empty extends History:
    def shape(fingerprint: Long): Shape | Null = null
    def keyOf(fingerprint: Long): Int = -1
    def ofKey(key: Int): Shape | Null = null

  private final class Fixed(entries: Array[(Int, Shape)]) extends History:
    // Asked for each message: these neither box nor allocate.
    private val byFingerprint = new LongMap[Shape](entries.length * 2)
    private val keys = new LongMap[Integer](entries.length * 2)
    private val byKey = new LongMap[Shape](entries.length * 2)
    for (key, shape) <- entries.reverse do
      byFingerprint(shape.fingerprint) = shape
      keys(shape.fingerprint) = key
      byKey(key.toLong) = shape

    def shape(fingerprint: Long): Shape | Null = byFingerprint.getOrNull(fingerprint)

    def keyOf(fingerprint: Long): Int =
      val known = keys.getOrNull(fingerprint)
      if known == null then -1 else known.intValue

    def ofKey(key: Int): Shape | Null = byKey.getOrNull(key.toLong)

  /** The shapes that one stream has contained so far, after those of `before`. */
  private[brine] final class StreamHistory(before: History) extends History:
    private val told = new java.util.HashMap[java.lang.Long, Shape]

    def shape(fingerprint: Long): Shape | Null =
      val known = told.get(fingerprint)
      if known != null then known else before.shape(fingerprint)

    def keyOf(fingerprint: Long): Int = before.keyOf(fingerprint)
    def ofKey(key: Int): Shape | Null = before.ofKey(key)

    /** A program has few types at the top of a stream: a stream with ever more of them is refused. */
    private[brine] override def learn(fingerprint: Long, shape: Shape): Unit =
      if told.size >= StreamHistory.Most && !told.containsKey(fingerprint) then
        throw new PickleException.LimitExceeded(s"the stream introduces more than ${StreamHistory.Most} shapes")
      val ignored = told.put(fingerprint, shape)

  private object StreamHistory:
    final val Most = 100
