package brine

import java.lang.ref.SoftReference
import brine.wire.ByteSink

/** What a thread uses again for each pickle that it writes into memory, rather than make it anew, which took a third of a
  * small message's time (docs/adr/0019). One call at a time has it; a call within that call, from a hand-written pickler,
  * gets another.
  *
  *   1. A call that fails drops it: what is used again has never failed.
  *   1. Nothing of the values is held between two calls. Of the bytes written, those in the sink's array and in the [[room]]
  *      are, which nobody is shown: twice [[MostKept]] at most in each, twice [[Small]] after [[Patience]] small pickles, and
  *      softly, so that neither memory nor a class loader leaks.
  *   1. Virtual threads, of which there may be a million, keep none.
  */
private[brine] final class Scratch private ():
  private var isTaken = true
  private var ownSink = ByteSink.growing(Scratch.FirstCapacity)

  /** An empty sink, limited as the options say. */
  def sink(options: PickleOptions): ByteSink =
    if options.sizeHint > Scratch.MostKept then Syntax.limited(ByteSink.growing(Scratch.roomFor(options)), options)
    else
      ownSink.reset()
      Syntax.limited(ownSink, options)

  /** Whether it is the sink of the thread, which the next call gets, too. */
  def isOwn(sink: ByteSink): Boolean = sink eq ownSink

  /** A builder over the thread's own sink, to be used again; null if there is none. */
  private[brine] var ownBuilder: PickleBuilder | Null = null

  /** For a format that fills an array by itself: one in which the value is likely to have room; empty if nothing is known. */
  def room: Array[Byte] = if longRoom == 0 then ownRoom else new Array[Byte](longRoom)

  /** The value had so many bytes: for the next one. */
  def makeRoom(length: Int): Unit =
    longRoom = if length > Scratch.MostKept then math.min(length + length / 16, Scratch.MostLent) else 0
    if longRoom == 0 && ownRoom.length < 2 * length then ownRoom = new Array[Byte](math.max(2 * length, Scratch.LeastRoom))

  private var ownRoom = Scratch.NoRoom

  /** Of an array that is not kept; 0 if one is. */
  private var longRoom = 0

  /** Whether arrays may be held that are larger than small pickles need, and how many small ones have been written since. */
  private var isLarge = false
  private var smallSince = 0

  /** After a call that went well and gave so many bytes. */
  def release(length: Int): Unit =
    if length > Scratch.MostKept then shrink()
    else if length > Scratch.Small then
      isLarge = true
      smallSince = 0
    else if isLarge then
      smallSince += 1
      if smallSince == Scratch.Patience then shrink()
    val builder = ownBuilder
    if builder != null then builder.forget()
    isTaken = false

  private def shrink(): Unit =
    ownSink = ByteSink.growing(Scratch.FirstCapacity)
    ownBuilder = null
    ownRoom = Scratch.NoRoom
    isLarge = false
    smallSince = 0

private[brine] object Scratch:
  private final val FirstCapacity = 512

  /** Bytes of a [[Scratch.room]], since whoever fills it may want to have more of it than will be used. */
  private final val LeastRoom = 8192

  private val NoRoom = new Array[Byte](0)

  /** Bytes of a pickle after which the arrays are kept: making room for megabytes anew each time takes a quarter of the time that
    * writing them takes.
    */
  private final val MostKept = 4 * 1024 * 1024

  /** Bytes of an array that is made for one pickle because the one before was as long. */
  private final val MostLent = 64 * 1024 * 1024

  private final val Small = 64 * 1024

  /** So many small pickles in a row, and large arrays are let go. */
  private final val Patience = 100

  /** Bytes to make room for at once: as many as are expected, but not more than may be written, nor than a part of the heap
    * that leaves room for all else. A pickle that is longer doubles the room.
    */
  private def roomFor(options: PickleOptions): Int =
    val most = math.min(options.limits.maxOutputBytes, math.min(ByteSink.MAX_ARRAY, Runtime.getRuntime.maxMemory / PartOfHeap))
    math.max(FirstCapacity.toLong, math.min(options.sizeHint.toLong, most)).toInt

  private final val PartOfHeap = 8

  private val own = new ThreadLocal[SoftReference[Scratch]]

  /** What `write` gives by this thread's, or by a new one where that is taken. */
  inline def bytes(inline write: Scratch => Array[Byte]): Array[Byte] =
    val scratch = take()
    val bytes =
      try write(scratch)
      catch
        case e: Throwable =>
          drop()
          throw e
    scratch.release(bytes.length)
    bytes

  /** This thread's, or a new one where that is taken. */
  def take(): Scratch =
    val known = own.get()
    val scratch = if known == null then null else known.get()
    if scratch == null || scratch.isTaken then anew()
    else
      scratch.isTaken = true
      scratch

  /** After a call that failed. */
  def drop(): Unit = own.remove()

  private def anew(): Scratch =
    val made = new Scratch
    if !isVirtual(Thread.currentThread) then own.set(new SoftReference(made))
    made

  // Thread.isVirtual is of JDK 21; that all virtual threads are of a group of this name is documented with it.
  def isVirtual(thread: Thread): Boolean =
    val group = thread.getThreadGroup
    group != null && group.getName == "VirtualThreads"
