package brine.json.reading.parts

/** An object that is being read. */
private[json] final class ProductFrame:
  var kind: Int = ProductFrame.Members
  var isNumbered = false
  var last: Array[Long] | Null = null
  val seen = new java.util.BitSet

private[json] object ProductFrame:
  final val Members = 0

  /** Written as its field. */
  final val Field = 1

  /** Written as an array of its fields. */
  final val Elements = 2

/** The objects that are being read, where the dialect has to know. */
private[json] final class ProductFrames:
  private val all = new scala.collection.mutable.ArrayBuffer[ProductFrame]
  private var size = 0

  def push(kind: Int): ProductFrame =
    if size == all.length then all += new ProductFrame
    val frame = all(size)
    size += 1
    frame.kind = kind
    frame.isNumbered = false
    frame.last = null
    frame.seen.clear()
    frame

  def pop(): ProductFrame =
    size -= 1
    all(size)

  def top: ProductFrame = all(size - 1)
