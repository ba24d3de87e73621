package brine.plan.steps

/** The frames around the innermost one, as numbers and objects one after the other: some eight bytes of references a
  * frame, and no object. The thread keeps the numbers' chunks. Objects are in new ones, since a reference stored into
  * an old array costs the collector's barrier.
  */
private[brine] final class ReadStack:
  import ReadStack.*

  // The chunks in use are full but the last one; those behind it are free.
  private var numberChunks: Array[Array[Int]] = NoChunks
  private var numberChunk = -1
  private var numbers: Array[Int] = NoNumbers
  private var numberCount = 0

  // A chunk begins with the one before it.
  private var objects: Array[AnyRef] = NoObjects
  private var objectCount = 0
  private var spare: Array[AnyRef] | Null = null

  def isEmpty: Boolean = numberCount == 0 && numberChunk <= 0

  def push(number: Int): Unit =
    if numberCount == numbers.length then beginNumbers()
    numbers(numberCount) = number
    numberCount += 1

  def pop(): Int =
    if numberCount == 0 then endNumbers()
    numberCount -= 1
    numbers(numberCount)

  private def beginNumbers(): Unit =
    if numberChunk < 0 then
      val own = kept.get
      kept.set(null)
      numberChunks = if own == null then new Array(First) else own
    numberChunk += 1
    if numberChunk == numberChunks.length then numberChunks = java.util.Arrays.copyOf(numberChunks, numberChunk * 2)
    if numberChunks(numberChunk) == null then numberChunks(numberChunk) = new Array[Int](Chunk)
    numbers = numberChunks(numberChunk)
    numberCount = 0

  private def endNumbers(): Unit =
    numberChunk -= 1
    numbers = numberChunks(numberChunk)
    numberCount = numbers.length

  def pushObject(value: AnyRef | Null): Unit =
    if objectCount == objects.length then beginObjects()
    objects(objectCount) = value
    objectCount += 1

  def popObject(): AnyRef | Null =
    if objectCount == 1 then endObjects()
    objectCount -= 1
    val value = objects(objectCount)
    objects(objectCount) = null
    value

  private def beginObjects(): Unit =
    val next = if spare != null then spare.nn else new Array[AnyRef](if objects.length == 0 then First else Chunk)
    spare = null
    next(0) = objects
    objects = next
    objectCount = 1

  private def endObjects(): Unit =
    spare = objects
    objects = objects(0).asInstanceOf[Array[AnyRef]]
    objectCount = objects.length

  /** Gives the chunks of numbers back to the thread. */
  def end(): Unit =
    if numberChunk >= 0 && numberChunks.length <= MostKept then kept.set(numberChunks)
    numberChunks = NoChunks
    numberChunk = -1
    numbers = NoNumbers

private object ReadStack:
  private final val First = 64
  private final val Chunk = 1024

  /** The number of kept chunks: four megabytes, those of some 350,000 frames. */
  private final val MostKept = 1024

  private val NoNumbers = new Array[Int](0)
  private val NoChunks = new Array[Array[Int]](0)
  private val NoObjects = new Array[AnyRef](0)
  private val kept = new ThreadLocal[Array[Array[Int]] | Null]
