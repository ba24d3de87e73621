package brine.region

import java.nio.ByteBuffer
import java.nio.channels.{ReadableByteChannel, WritableByteChannel}
import java.nio.file.Path
import brine.{FailureBoundary, PickleException, PickleOptions, Unpickler, internal}
import brine.region.derive.RegionMacros
import brine.region.files.RegionHeader
import brine.region.layout.{ElementSlots, ObjectLayout, Ref, ReferenceWords, SlotLayout, ViewEncoding}
import brine.region.values.{RegionReader, StepBudget, StructuralEquality}
import brine.run.PlanReader
import brine.shape.Shape
import brine.wire.Blocks

/** Immutable values in contiguous memory, read in place: docs/spec/region.md.
  * {{{
  * val region = Region.compact(tree)
  * val root = region.root                     // a view: a position, an unboxed number
  * root(_.left.value)                         // a load or two
  * root(_.left).toValue                       // copied out, as ordinary objects
  * region.writeTo(path)
  * val again = Region.open[Tree](path)        // maps the file, whatever its size
  * }}}
  * The type of a view names its region, so that a view cannot be used with another region. A region holds no references
  * to other memory, and its values never change. Its references are relative: it works at any address, in any process.
  * The source is "Efficient Communication and Collection with Compact Normal Forms", sections 3 and 4.
  *
  * Any number of threads may read, and one at a time may append. Damaged bytes, lost memory and exceeded limits raise a
  * [[PickleException]]. Missing indexes and keys fail as those of collections do.
  */
final class Region[A] private[region] (
    /** For the code of views. */
    val blocks: Blocks,
    rootRef: Long,
    compactable: Compactable[A],
    options: PickleOptions,
    sameMemory: Option[RegionMemory] = None
) extends AutoCloseable:
  /** A value of type `B` in this region: a position and a tag. Two views are equal if they refer to the same object;
    * [[isSame]] compares the contents of objects.
    */
  opaque type View[+B] <: AnyVal = Long

  /** The value that was compacted. */
  val root: View[A] = viewed(rootRef, compactable)

  /** For the code of views: the shapes of its values. */
  @internal def shapes: RegionShapes = memory

  /** The shape of the root. */
  def shape: Shape = compactable.pickler.shape

  /** Bytes that the values take. */
  def length: Long = blocks.length

  extension [B](view: View[B])
    /** Follows a path: `view(_.left.value)`, `view(_.posts(3).tags.size)`, `view(_.ages("Jim"))`. A path consists of
      * fields, elements of collections, values of maps, and `get` of options. Returns numbers and strings as they are,
      * every other value as a view; `view(_.name == "Jim")` compares a string in place.
      *
      * Throws a [[PickleException.NullValue]] if a null is on the way, as code on objects throws a
      * `NullPointerException`.
      */
    transparent inline def apply[C](inline path: B => C): Any =
      ${ RegionMacros.path[B, C]('view, 'blocks, 'shapes, 'path) }

    /** Calls the case for this value's leaf. Compiles only if there is one case for each leaf:
      * {{{
      * tree.fold(
      *   (leaf: region.View[Leaf]) => leaf(_.value),
      *   (node: region.View[Node]) => sum(node(_.left)) + sum(node(_.right))
      * )
      * }}}
      */
    inline def fold[R](inline cases: (View[Nothing] => R)*): R = ${ RegionMacros.fold[B, R]('view, 'shapes, 'cases) }

    /** Copies the value to ordinary objects. Copies an object that two others share for each of them. */
    def toValue(using unpickler: Unpickler[B], options: PickleOptions): B =
      Region.reading(blocks) {
        if unpickler eq compactable.pickler then compactable.valueOf(refOf(view), blocks, options).asInstanceOf[B]
        else
          memory.checkRead(unpickler)
          Region.read(unpickler, refOf(view), blocks, options)
      }

    /** Returns true for a view of null. */
    def isNull: Boolean = ViewEncoding.isNull(view)

    /** Compares the contents of two views. The order of a map's entries does not count; every other order does. */
    def isSame(that: View[B])(using unpickler: Unpickler[B]): Boolean =
      isSameIn(this)(that)

    /** Compares the contents of a view with those of a view of another region, like [[isSame]]. */
    def isSameIn(other: Region[?])(that: other.View[B])(using unpickler: Unpickler[B]): Boolean =
      memory.checkRead(unpickler)
      other.memory.checkRead(unpickler)
      val steps = StepBudget.over(blocks, other.blocks, options)
      Region.reading(blocks)(StructuralEquality.equal(
        SlotLayout.of(unpickler.shape),
        refOf(view),
        blocks,
        other.refOf(that),
        other.blocks,
        steps
      ))

    /** Hashes the contents: the result is equal for views that are [[isSame]]. */
    def contentHash(using unpickler: Unpickler[B]): Int =
      memory.checkRead(unpickler)
      Region.reading(blocks)(StructuralEquality.hash(
        SlotLayout.of(unpickler.shape),
        refOf(view),
        blocks,
        StepBudget.over(blocks, options)
      ))

    /** Converts the value to text by its class's `toString`. */
    def show(using Unpickler[B], PickleOptions): String =
      val value = view.toValue
      FailureBoundary.reading(Region.noSource)(String.valueOf(value))

  /** Returns the elements of an array or collection of numbers in place, as a new read-only buffer. */
  extension [N](numbers: View[Array[N]])
    def buffer(using unpickler: Unpickler[Array[N]]): ByteBuffer =
      memory.checkRead(unpickler)
      SlotLayout.of(unpickler.shape).layout match
        case i: ObjectLayout.Items if !i.element.isReference =>
          val rows = ElementSlots.ofItems(ReferenceWords.present(numbers), i.element, blocks)
          blocks.slice(rows.start, rows.size * rows.width)
        case _ => throw new PickleException.WrongType("an array of numbers", unpickler.shape.name)

  /** Copies the root to ordinary objects. */
  def toValue(using PickleOptions): A = root.toValue(using compactable.pickler)

  private[region] def refOf(view: View[Any]): Long = ViewEncoding.ref(view)

  private def viewed(ref: Long, of: Compactable[?]): Long = ViewEncoding.of(ref, of.place.bits)

  /** Returns true if the view's position lies in this region, or if its value has no position. Takes constant time: it
    * does not examine the memory there. It may return true for a view of another region, which the type excludes.
    */
  def contains(view: View[Any]): Boolean =
    val ref = refOf(view)
    !isClosed && (if Ref.position(ref) == 0 then Ref.tag(ref) > 0
                  else !Ref.isNull(ref) && Ref.position(ref) < blocks.length)

  // ---- appending

  private[region] val memory: RegionMemory = sameMemory.getOrElse(new RegionMemory(blocks, options, compactable.types))

  /** Lays out another value after the existing ones, and returns its view. Existing values do not change, and their
    * views stay valid. In a region from [[Region.compactSharing]], the new value refers to objects that the region
    * already has.
    *
    * A view of this region that is copied out as a constructor's argument in `value` is not copied: the new object
    * refers to it, in constant time. `region.append(Node(region.root.toValue, Leaf(3)))` lays out two objects.
    * Constructors that do more than keep their arguments run, on copies.
    *
    * Throws a [[PickleException.ReadOnly]] for a region in a file or buffer.
    */
  inline def append[B](inline value: B)(using other: Compactable[B]): View[B] =
    ${ RegionMacros.append[B]('value, 'other, 'this) }

  // Called by the code of `append`; not for users.

  def appendValue[B](value: B, other: Compactable[B]): Long = appendBy(other, builder => other.write(value, builder))

  def appendBy(other: Compactable[?], write: RegionBuilder => Long): Long =
    blocks.synchronized {
      memory.add(other.types)
      viewed(Region.writing(memory.builder)(write(memory.builder)), other)
    }

  /** Returns this region with another root: for [[writeTo]] and [[sendTo]]. */
  def rooted[B](view: View[B])(using other: Compactable[B]): Region[B] =
    memory.checkRoot(other.types)
    new Region(blocks, refOf(view), other, options, Some(memory))

  /** Copies the root and its parts into a new region, without the appended values that are unused. */
  def compacted(using PickleOptions): Region[A] = Region.compact(toValue)(using compactable)

  // ---- files and channels

  private def root0: Long = rootRef

  /** Writes a file for [[Region.open]]. The file appears with all its bytes, or not at all. */
  def writeTo(path: Path): Unit = RegionFiles.write(path, RegionHeader.of(blocks, shape, root0), blocks)

  /** Sends this region to [[Region.receive]]. Sends the blocks without copying them. */
  def sendTo(channel: WritableByteChannel): Unit =
    RegionFiles.send(channel, RegionHeader.of(blocks, shape, root0), blocks)

  /** Sends the bytes that were appended since the region was `since` bytes long ([[length]] at that time), and a view.
    * A region that has the earlier bytes receives them by [[receiveMore]].
    */
  def sendSince[B](since: Long, view: View[B], channel: WritableByteChannel): Unit =
    RegionFiles.sendSince(channel, since, view, blocks)

  /** Receives the bytes that another region with the same beginning sent by [[sendSince]], appends them, and returns
    * the view that was sent. `B` must be the type that was sent: the bytes do not name it.
    */
  def receiveMore[B](channel: ReadableByteChannel): View[B] =
    memory.addUnnamed()
    blocks.synchronized(RegionFiles.receiveMore(channel, blocks, options))

  /** Returns the memory of this region, block by block, read-only: for one-sided transfers, together with the
    * [[header]].
    */
  def buffers: Array[ByteBuffer] = blocks.buffers(0, blocks.length)

  /** Returns the bytes that precede the blocks in a file. */
  def header: ByteBuffer = RegionHeader.of(blocks, shape, root0).bytes.asReadOnlyBuffer

  /** Checks every invariant of docs/spec/region.md. The time grows with the region's bytes alone, however much the
    * values share.
    *
    * Throws a [[PickleException]] that names the broken invariant.
    */
  def verify(): Unit = Region.reading(blocks)(compactable.verifier(blocks).verify(root0))

  /** Runs loads by views from a file that another process may truncate while it is mapped. Loads of lost pages return
    * zeros, and the JVM reports the loss later, by an `InternalError` in whatever code the thread then runs. This
    * method reports the loss before it returns, by a [[PickleException.Truncated]]. (Methods that read a whole value,
    * such as [[toValue]], do so automatically.)
    */
  def guarded[B](loads: => B): B = Region.settled(blocks)(loads)

  /** Releases the memory. Later loads from it throw a [[PickleException.Closed]]. [[shape]], [[length]], views of
    * objects without parts, and buffers from earlier calls stay usable. The mapping of a file ends when the garbage
    * collector finds it unused: JDK 17 has no other way. The file may be replaced or deleted before that.
    */
  def close(): Unit = blocks.close()

  def isClosed: Boolean = blocks.isClosed

  override def toString: String = if isClosed then "Region(closed)" else s"Region(${shape.name}, $length bytes)"

object Region:
  /** Views are compared with views alone: a view is not the object that it shows, so `view == Leaf(3)` and the pattern
    * `Leaf(3)` would never hold. They do not compile.
    */
  given comparedViews[A, B, C, D]: CanEqual[Region[A]#View[B], Region[C]#View[D]] = CanEqual.derived

  private[region] inline def unnamed[R]: R =
    scala.compiletime.error(
      "this view's region has no stable name: put the region into a val or a parameter, as in `val region = …`, then " +
        "`region.root(…)`"
    )

  /** Catches the use of views whose region is a `var` or the result of a call. Views of a region with a stable name
    * have these methods by that region.
    */
  extension [B](view: Region[?]#View[B])
    inline def apply[C](inline path: B => C): Any = unnamed
    inline def fold[R](inline cases: Any*): R = unnamed
    inline def toValue: B = unnamed
    inline def isNull: Boolean = unnamed
    inline def isSame(that: Any): Boolean = unnamed
    inline def contentHash: Int = unnamed
    inline def show: String = unnamed

  /** Lays out a value in a new region. Lays out an object that two others share for each of them.
    *
    * @throws PickleException.NotCompact for values that prove to be mutable only while they are laid out
    */
  def compact[A](value: A)(using compactable: Compactable[A], options: PickleOptions): Region[A] =
    compact(value, RegionSize())

  /** Lays out a value in a new region with blocks of another size. */
  def compact[A](value: A, size: RegionSize)(using compactable: Compactable[A], options: PickleOptions): Region[A] =
    val blocks = Blocks.growing(size.blockBits, math.max(size.firstBytes, compactable.expectedBytes), Failing)
    val root = first(value, compactable, new RegionBuilder(blocks, options, size.nearBytes))
    new Region(blocks, root, compactable, options)

  private def first[A](value: A, compactable: Compactable[A], builder: RegionBuilder): Long =
    compactable.expectIn(builder)
    val root = writing(builder)(compactable.write(value, builder))
    compactable.expect(builder)
    root

  /** Lays out a value in a new region, each shared object once. The region keeps an identity table, so that appended
    * values share objects with earlier ones. The table takes memory for each object, and holds the objects as long as
    * the region exists.
    */
  def compactSharing[A](value: A)(using compactable: Compactable[A], options: PickleOptions): Region[A] =
    val blocks = Blocks.growing(Blocks.MOST_BITS, compactable.expectedBytes, Failing)
    val sharing = options.copy(sharing = brine.Sharing.All)
    val memory = new RegionMemory(blocks, sharing, compactable.types)
    new Region(blocks, first(value, compactable, memory.builder), compactable, sharing, Some(memory))

  /** Builds a file element by element, and maps it: the region may be larger than the heap. Its root is the collection
    * of all elements. Keeps a few hundred kilobytes of elements in memory at a time, or the largest element. Elements
    * that share an object may each get a copy. Like [[Region.writeTo]], the file appears with all its bytes, or not at
    * all.
    *
    * A block of 1 GiB has room for 2^28 elements with words of 4 bytes, or for half as many in a file that is larger
    * than a word can reach.
    *
    * @throws PickleException.LimitExceeded for more elements than a block has room for
    */
  def build[A](path: Path)(elements: IterableOnce[A])(using
      element: Compactable[A],
      all: Compactable[Vector[A]],
      options: PickleOptions
  ): Region[Vector[A]] =
    buildNear(path, Long.MaxValue)(elements)

  /** Limits how far back references reach, in bytes; for tests. */
  private[brine] def buildNear[A](path: Path, nearBytes: Long)(elements: IterableOnce[A])(using
      element: Compactable[A],
      all: Compactable[Vector[A]],
      options: PickleOptions
  ): Region[Vector[A]] =
    FailureBoundary.writing(RegionFiles.build(path, elements.iterator)(element, all, options, nearBytes))
    open(path)

  /** Maps a file that [[Region.writeTo]] wrote. Takes constant time: pages are loaded when they are touched. It is safe
    * on any file: every load is checked against the bounds, and references lead backwards only.
    *
    * @throws PickleException.IncompatibleShape if the class has changed since: use [[upgrade]]
    * @throws PickleException for bytes that are not a region
    */
  def open[A](path: Path)(using compactable: Compactable[A], options: PickleOptions): Region[A] =
    RegionFiles.open(path)(RegionHeader.read).as(compactable, options)

  /** Maps a file that the caller trusts to be of this type. Ignores the shape in the header and the header's checksum,
    * so that a file opens although its classes and fields have other names now.
    *
    * The caller promises that the values in the file have the layout of `A`. The fields of each class have the same
    * types in the same order, or at least the same widths. Sealed types have the same leaves in the same order. The
    * same types are options, collections and maps. The claimed length, the position of the root and each load are
    * checked nevertheless: a broken promise leads to other values or a [[PickleException]], never to a crash.
    * [[Region.verify]] checks that the structure is that of `A`.
    */
  def openUnchecked[A](path: Path)(using compactable: Compactable[A], options: PickleOptions): Region[A] =
    RegionFiles.open(path)(RegionHeader.trust).trusted(compactable, options)

  /** Reads a region in a buffer, from its position to its limit: a record, a page of a database. Does not copy it; it
    * must not change while the region is used.
    */
  def in[A](buffer: ByteBuffer)(using compactable: Compactable[A], options: PickleOptions): Region[A] =
    RegionFiles.in(buffer)(RegionHeader.read).as(compactable, options)

  /** Reads a region in a buffer that the caller trusts, as [[openUnchecked]] does: for many small records. */
  def inUnchecked[A](buffer: ByteBuffer)(using compactable: Compactable[A], options: PickleOptions): Region[A] =
    RegionFiles.in(buffer)(RegionHeader.trust).trusted(compactable, options)

  /** Receives a region from [[Region.sendTo]]. Leaves the channel open, after the region's last byte. Allocates at most
    * twice the bytes received, or 64 KiB.
    */
  def receive[A](channel: ReadableByteChannel)(using compactable: Compactable[A], options: PickleOptions): Region[A] =
    RegionFiles.receive(channel, options).as(compactable, options)

  /** Reads a file that an older version of the class wrote, and lays the value out anew in memory. Reads each object by
    * the names of its fields, as [[brine.Unpickler.from]] does.
    */
  def upgrade[A](path: Path)(using compactable: Compactable[A], options: PickleOptions): Region[A] =
    val old = RegionFiles.open(path)(RegionHeader.read)
    val writer = old.header.shape
    val unpickler = Unpickler.from(writer)(using compactable.pickler)
    val reader = new RegionReader(old.blocks, SlotLayout.of(writer), old.header.root, options)
    compact(reading(old.blocks)(unpickler.unpickle(reader)))

  /** Copies a value out by its unpickler's calls. */
  private[region] def read[B](unpickler: Unpickler[B], ref: Long, blocks: Blocks, options: PickleOptions): B =
    PlanReader.place(unpickler, new RegionReader(blocks, SlotLayout.of(unpickler.shape), ref, options))

  private[region] val noSource = brine.wire.ByteSource.of(new Array[Byte](0))

  /** A read of a whole value. */
  private[region] inline def reading[B](blocks: Blocks)(inline read: B): B =
    settled(blocks) {
      FailureBoundary.reading(noSource) {
        try read
        catch case e: InternalError => throw blocks.lost(e) // a cut file, which is Truncated here
      }
    }

  /** Calls `settle` after the read, whatever its outcome: if a mapping's memory was lost meanwhile, the JVM reports it
    * there at the latest.
    */
  private[region] inline def settled[B](blocks: Blocks)(inline read: B): B =
    try
      try read
      finally blocks.settle()
    catch case e: InternalError => throw blocks.lost(e)

  /** A failed write leaves the builder as new. */
  private[region] inline def writing(builder: RegionBuilder)(inline write: Long): Long =
    try FailureBoundary.writing(write)
    catch
      case e: Throwable =>
        builder.restart()
        throw e

/** The growth of a region in memory.
  *
  * @param firstBytes the bytes of the first allocation
  * @param blockBits  a block has `2^blockBits` bytes, and no object has more
  */
final case class RegionSize(firstBytes: Int = 256, blockBits: Int = Blocks.MOST_BITS):
  private[region] def nearBytes: Long = near
  private var near = Long.MaxValue

  /** Limits how far back references reach, in bytes; for tests. */
  private[brine] def withNear(bytes: Long): RegionSize =
    val size = copy()
    size.near = bytes
    size

/** The exceptions of a region's memory. */
private[region] object Failing extends Blocks.Failures:
  def outside(at: Long): RuntimeException =
    if at < Int.MinValue / 2 then new PickleException.NullValue("a view of null has no parts")
    else new PickleException.BadReference(s"to position $at, which is outside of the region")
  def closed(): RuntimeException = new PickleException.Closed()
  def lost(cause: Throwable): RuntimeException =
    new PickleException.Truncated("the file was cut while it was mapped", cause)
  def readOnly(): RuntimeException = new PickleException.ReadOnly()
  def tooLarge(bytes: Long, most: Long): RuntimeException =
    new PickleException.LimitExceeded(s"an object of $bytes bytes, more than the $most of a block")
