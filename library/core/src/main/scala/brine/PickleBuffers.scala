package brine

import java.lang.ref.SoftReference
import brine.wire.ByteSink

/** The buffers that a thread uses again for each pickle that it writes into memory. New ones would take a third of a
  * small message's time (docs/adr/0019). One call at a time uses it; a call within that call, from a handwritten
  * pickler, gets another.
  *
  *   1. A call that fails drops its buffers: buffers that are used again have never failed.
  *   1. Nothing of the values is held between two calls. The sink's array and the [[room]] keep the bytes written last,
  *      but no caller sees them.
  *   1. Each array has at most twice `options.keptBuffer` bytes, and twice [[Small]] after [[Patience]] small pickles.
  *      The buffers are held softly, so that neither memory nor a class loader leaks.
  *   1. Virtual threads, of which there may be a million, keep none.
  */
private[brine] final class PickleBuffers private ():
  private var isTaken = true
  private var ownSink = ByteSink.growing(PickleBuffers.FirstCapacity)

  /** An empty sink, limited as the options say. */
  def sink(options: PickleOptions): ByteSink =
    if options.sizeHint > options.keptBuffer then
      Syntax.limited(ByteSink.growing(PickleBuffers.roomFor(options)), options)
    else
      ownSink.reset()
      Syntax.limited(ownSink, options)

  /** Returns true for the sink of the thread, which the next call uses, too. */
  def isOwn(sink: ByteSink): Boolean = sink eq ownSink

  /** A builder over the thread's own sink, for later calls; null if there is none. */
  private[brine] var ownBuilder: PickleBuilder | Null = null

  /** Returns an array in which the value is likely to have room, for a format that fills an array itself. Returns an
    * empty one if nothing is known.
    */
  def room: Array[Byte] = if longRoom == 0 then ownRoom else new Array[Byte](longRoom)

  /** Records that a value took this number of bytes of the [[room]], or of a longer array in its place. */
  def keepRoom(array: Array[Byte], length: Int, options: PickleOptions): Unit =
    val isLent = longRoom > 0
    longRoom = if length > options.keptBuffer then math.min(length + length / 16, PickleBuffers.MostLent) else 0
    if longRoom == 0 && !isLent && array.length <= 2L * options.keptBuffer then ownRoom = array

  private var ownRoom = PickleBuffers.NoRoom

  /** The length of an array that is not kept; 0 if one is kept. */
  private var longRoom = 0

  /** True if arrays may be kept that are larger than small pickles need; and the number of small ones written since. */
  private var isLarge = false
  private var smallSince = 0

  /** Releases it after a successful call that returned `length` bytes. */
  def release(length: Int, options: PickleOptions): Unit =
    if length > options.keptBuffer then shrink()
    else if length > PickleBuffers.Small then
      isLarge = true
      smallSince = 0
    else if isLarge then
      smallSince += 1
      if smallSince == PickleBuffers.Patience then shrink()
    val builder = ownBuilder
    if builder != null then builder.forget()
    isTaken = false

  private def shrink(): Unit =
    ownSink = ByteSink.growing(PickleBuffers.FirstCapacity)
    ownBuilder = null
    ownRoom = PickleBuffers.NoRoom
    isLarge = false
    smallSince = 0

private[brine] object PickleBuffers:
  private final val FirstCapacity = 512

  private val NoRoom = new Array[Byte](0)

  /** Bytes of an array that is made for one pickle because the one before was as long. */
  private final val MostLent = 64 * 1024 * 1024

  private final val Small = 64 * 1024

  /** The number of small pickles in a row after which large arrays are released. */
  private final val Patience = 100

  /** Returns the number of bytes to make room for at once: the expected number, limited by the limit for writing and
    * by a part of the heap. A pickle that is longer doubles the room.
    */
  private def roomFor(options: PickleOptions): Int =
    val most =
      math.min(options.limits.maxOutputBytes, math.min(ByteSink.MAX_ARRAY, Runtime.getRuntime.maxMemory / PartOfHeap))
    math.max(FirstCapacity.toLong, math.min(options.sizeHint.toLong, most)).toInt

  private final val PartOfHeap = 8

  private val own = new ThreadLocal[SoftReference[PickleBuffers]]

  /** Runs `write` with this thread's buffers, or with new ones if those are in use. */
  inline def bytes(options: PickleOptions)(inline write: PickleBuffers => Array[Byte]): Array[Byte] =
    val buffers = take()
    val bytes =
      try write(buffers)
      catch
        case e: Throwable =>
          drop()
          throw e
    buffers.release(bytes.length, options)
    bytes

  /** This thread's, or a new one where that is taken. */
  def take(): PickleBuffers =
    val known = own.get()
    val buffers = if known == null then null else known.get()
    if buffers == null || buffers.isTaken then anew()
    else
      buffers.isTaken = true
      buffers

  /** Drops the thread's buffers after a failed call. */
  def drop(): Unit = own.remove()

  private def anew(): PickleBuffers =
    val made = new PickleBuffers
    if !isVirtual(Thread.currentThread) then own.set(new SoftReference(made))
    made

  // Thread.isVirtual is of JDK 21; that all virtual threads are of a group of this name is documented with it.
  def isVirtual(thread: Thread): Boolean =
    val group = thread.getThreadGroup
    group != null && group.getName == "VirtualThreads"
