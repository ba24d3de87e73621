package brine.region

import java.nio.ByteBuffer
import java.nio.channels.{ReadableByteChannel, WritableByteChannel}
import java.nio.file.Path
import brine.{Door, PickleException, PickleOptions, Unpickler}
import brine.run.PlanReader
import brine.shape.Shape
import brine.wire.Blocks

/** Immutable values in contiguous memory, which are read where they lie: docs/spec/region.md.
  *
  * {{{
  * val region = Region.compact(tree)
  * val root = region.root                     // a view: a position, an unboxed number
  * root(_.left.value)                         // a load or two
  * root(_.left).toValue                       // copied out, as ordinary objects
  * region.writeTo(path)
  * val again = Region.open[Tree](path)        // maps the file, whatever its size
  * }}}
  * A view belongs to its region by its type, so that those of two regions cannot be confused. A region holds no references to
  * anything else, what is in it never changes, and references in it are relative: it works at any address, in any process.
  * The source is "Efficient Communication and Collection with Compact Normal Forms", sections 3 and 4.
  *
  * Any number of threads may read, and one at a time may append. What fails because of the region's bytes, its memory or its limits
  * is a [[PickleException]]; indexes and keys that are not there fail as those of collections do.
  */
final class Region[A] private[region] (
    /** For the code of views. */
    val blocks: Blocks,
    rootRef: Long,
    compactable: Compactable[A],
    options: PickleOptions,
    sameMemory: Option[Memory] = None
) extends AutoCloseable:
  /** A value of type `B` in this region: a position and a tag. Two views are equal if they are of the same object; [[isSame]]
    * compares what objects hold.
    */
  opaque type View[+B] <: AnyVal = Long

  /** The value that was compacted. */
  val root: View[A] = viewed(rootRef, compactable)

  /** What the root is made of. */
  def shape: Shape = compactable.pickler.shape

  /** Bytes that the values take. */
  def length: Long = blocks.length

  extension [B](view: View[B])
    /** What is at the end of a path from here: `view(_.left.value)`, `view(_.posts(3).tags.size)`, `view(_.ages("Jim"))`. A path
      * goes along fields, elements of collections, values of maps, and `get` of options. Numbers and strings are given as they
      * are, everything else as a view; `view(_.name == "Jim")` compares a string where it lies.
      *
      * Throws a [[PickleException.NullValue]] if a null is on the way, as code on objects throws a `NullPointerException`.
      */
    transparent inline def apply[C](inline path: B => C): Any = ${ RegionMacros.path[B, C]('view, 'blocks, 'path) }

    /** What the case for the leaf gives that is here. There is one case for each leaf, or this does not compile:
      * {{{
      * tree.fold(
      *   (leaf: region.View[Leaf]) => leaf(_.value),
      *   (node: region.View[Node]) => sum(node(_.left)) + sum(node(_.right))
      * )
      * }}}
      */
    inline def fold[R](inline cases: (View[Nothing] => R)*): R = ${ RegionMacros.fold[B, R]('view, 'cases) }

    /** The value as ordinary objects, a copy. What two objects share is copied for each. */
    def toValue(using unpickler: Unpickler[B], options: PickleOptions): B =
      Region.reading(blocks) {
        if unpickler eq compactable.pickler then compactable.valueOf(refOf(view), blocks, options).asInstanceOf[B]
        else Region.read(unpickler, refOf(view), blocks, options)
      }

    /** Whether it is null. */
    def isNull: Boolean = Viewed.isNull(view)

    /** Whether both hold the same, wherever they are. Maps are the same in any order of their keys; all else in its own. */
    def isSame(that: View[B])(using unpickler: Unpickler[B]): Boolean =
      isSameIn(this)(that)

    /** The same with a view of another region. */
    def isSameIn(other: Region[?])(that: other.View[B])(using unpickler: Unpickler[B]): Boolean =
      val steps = Steps.over(blocks, other.blocks, options)
      Region.reading(blocks)(Contents.equal(Place.of(unpickler.shape), refOf(view), blocks, other.refOf(that), other.blocks, steps))

    /** A hash of what it holds: equal for views that are [[isSame]]. */
    def contentHash(using unpickler: Unpickler[B]): Int =
      Region.reading(blocks)(Contents.hash(Place.of(unpickler.shape), refOf(view), blocks, Steps.over(blocks, options)))

    /** The value as text, by its own `toString`. */
    def show(using Unpickler[B], PickleOptions): String =
      val value = view.toValue
      Door.reading(Region.noSource)(String.valueOf(value))

  /** The elements of an array or collection of numbers, as they lie there: a read-only buffer of its own. */
  extension [N](numbers: View[Array[N]])
    def buffer(using unpickler: Unpickler[Array[N]]): ByteBuffer = Place.of(unpickler.shape).layout match
      case i: Layout.Items if !i.element.isReference =>
        val rows = Rows.ofItems(Words.present(numbers), i.element, blocks)
        blocks.slice(rows.start, rows.size * rows.width)
      case _ => throw new PickleException.WrongType("an array of numbers", unpickler.shape.name)

  /** The root as ordinary objects, a copy. */
  def toValue(using PickleOptions): A = root.toValue(using compactable.pickler)

  private[region] def refOf(view: View[Any]): Long = Viewed.ref(view)

  private def viewed(ref: Long, of: Compactable[?]): Long = Viewed.of(ref, of.place.bits)

  /** Whether a view's position is one in this region, or its value takes none. In constant time: what lies there is not looked at,
    * and a view of another region, which its type excludes, may be taken for one of this.
    */
  def contains(view: View[Any]): Boolean =
    val ref = refOf(view)
    !isClosed && (if Ref.position(ref) == 0 then Ref.tag(ref) > 0 else !Ref.isNull(ref) && Ref.position(ref) < blocks.length)

  // ---- appending

  private[region] val memory: Memory = sameMemory.getOrElse(new Memory(blocks, options))

  /** Lays out another value behind what is there, and gives its view. What was there before does not change; its views are as good
    * as before. Of a region that was compacted by [[Region.compactSharing]], objects that are in it already are referred to.
    *
    * A view of this region that is taken out where it is an argument of a constructor in `value` is referred to, in constant time:
    * of `region.append(Node(region.root.toValue, Leaf(3)))` two objects are laid out.
    *
    * Throws a [[PickleException.ReadOnly]] for a region in a file or buffer.
    */
  inline def append[B](inline value: B)(using other: Compactable[B]): View[B] =
    ${ RegionMacros.append[B]('value, 'other, 'this) }

  // What `append` calls; not for users.

  def appendValue[B](value: B, other: Compactable[B]): Long = appendBy(other, builder => other.write(value, builder))

  def appendBy(other: Compactable[?], write: RegionBuilder => Long): Long =
    viewed(blocks.synchronized(Region.writing(memory.builder)(write(memory.builder))), other)

  /** The same region with another root: for [[writeTo]] and [[sendTo]]. */
  def rooted[B](view: View[B])(using other: Compactable[B]): Region[B] = new Region(blocks, refOf(view), other, options, Some(memory))

  /** A region of its own that holds what the root leads to and nothing else: appended values that are of no use any more are left
    * behind. A copy.
    */
  def compacted(using PickleOptions): Region[A] = Region.compact(toValue)(using compactable)

  // ---- files and channels

  private def root0: Long = rootRef

  /** Writes a file that [[Region.open]] maps. It is there whole or not at all. */
  def writeTo(path: Path): Unit = RegionFiles.write(path, RegionHeader.of(blocks, shape, root0), blocks)

  /** Sends this region: [[Region.receive]] takes it. Blocks go as they are, without a copy of Brine's. */
  def sendTo(channel: WritableByteChannel): Unit = RegionFiles.send(channel, RegionHeader.of(blocks, shape, root0), blocks)

  /** Sends what was appended since the region was `since` bytes long ([[length]] told then), and a view that is meant: a region that
    * has the rest takes it by [[receiveMore]].
    */
  def sendSince[B](since: Long, view: View[B], channel: WritableByteChannel): Unit = RegionFiles.sendSince(channel, since, view, blocks)

  /** What another region of the same beginning sent by [[sendSince]], behind what is here; the view that was meant. It must be of the
    * type that was sent: nothing in the bytes tells.
    */
  def receiveMore[B](channel: ReadableByteChannel): View[B] = blocks.synchronized(RegionFiles.receiveMore(channel, blocks, options))

  /** The memory of this region, block by block, read-only: what one-sided transfers need beside the [[header]]. */
  def buffers: Array[ByteBuffer] = blocks.buffers(0, blocks.length)

  /** What stands before the blocks in a file. */
  def header: ByteBuffer = RegionHeader.of(blocks, shape, root0).bytes.asReadOnlyBuffer

  /** Checks every invariant of docs/spec/region.md, in time that grows with the region's bytes alone, whatever is shared in it.
    *
    * Throws a [[PickleException]] that says which does not hold.
    */
  def verify(): Unit = Region.reading(blocks)(new RegionVerifier(blocks, compactable).verify(root0))

  /** Loads by views from a file that others may cut while it is mapped. They give zeros for what is gone, and the JVM tells of that
    * later, by an `InternalError` wherever the thread is then. Here it is told at the end at the latest, and by a
    * [[PickleException.Truncated]]. (What takes a value as a whole, such as [[toValue]], does so by itself.)
    */
  def guarded[B](loads: => B): B = Region.settled(blocks)(loads)

  /** Lets go of the memory; what is loaded from it from here on fails by a [[PickleException.Closed]]. (What needs none of it, such as
    * [[shape]], [[length]] or a view of an object without parts, does not; nor does a buffer that was given before.) A file's mapping
    * ends when the garbage collector finds that nothing uses it (JDK 17 has no other way), and may be replaced or deleted before.
    */
  def close(): Unit = blocks.close()

  def isClosed: Boolean = blocks.isClosed

  override def toString: String = if isClosed then "Region(closed)" else s"Region(${shape.name}, $length bytes)"

object Region:
  private[region] inline def unnamed[R]: R =
    scala.compiletime.error(
      "this view's region has no stable name: put the region into a val or a parameter, as in `val region = …`, then `region.root(…)`"
    )

  /** For views of a region that is a `var` or the result of a call. Views of a region that has a name have these methods by it. */
  extension [B](view: Region[?]#View[B])
    inline def apply[C](inline path: B => C): Any = unnamed
    inline def fold[R](inline cases: Any*): R = unnamed
    inline def toValue: B = unnamed
    inline def isNull: Boolean = unnamed
    inline def isSame(that: Any): Boolean = unnamed
    inline def contentHash: Int = unnamed
    inline def show: String = unnamed

  /** Lays out a value in memory of its own. What two objects share is laid out for each.
    *
    * @throws PickleException.NotCompact for values that only turn out to be mutable when they are met
    */
  def compact[A](value: A)(using compactable: Compactable[A], options: PickleOptions): Region[A] =
    compact(value, RegionSize())

  /** The same, with blocks of another size. */
  def compact[A](value: A, size: RegionSize)(using compactable: Compactable[A], options: PickleOptions): Region[A] =
    val blocks = Blocks.growing(size.blockBits, math.max(size.firstBytes, compactable.expectedBytes), Failing)
    val root = first(value, compactable, new RegionBuilder(blocks, options, size.nearBytes))
    new Region(blocks, root, compactable, options)

  private def first[A](value: A, compactable: Compactable[A], builder: RegionBuilder): Long =
    compactable.expectIn(builder)
    val root = writing(builder)(compactable.write(value, builder))
    compactable.expect(builder)
    root

  /** The same, with what objects share laid out once: by an identity table, which the region keeps, so that values that are
    * appended share with those before. It takes memory for each object, and holds them, as long as the region is there.
    */
  def compactSharing[A](value: A)(using compactable: Compactable[A], options: PickleOptions): Region[A] =
    val blocks = Blocks.growing(Blocks.MOST_BITS, compactable.expectedBytes, Failing)
    val sharing = options.copy(sharing = brine.Sharing.All)
    val memory = new Memory(blocks, sharing)
    new Region(blocks, first(value, compactable, memory.builder), compactable, sharing, Some(memory))

  /** Builds a file element by element, and maps it: a region may so be larger than the heap. Its root is the collection of all
    * elements. In memory are a few hundred kilobytes of them at a time, or the largest; what they share may be laid out for each. As by
    * [[Region.writeTo]], the file is there whole or not at all.
    *
    * @throws PickleException.LimitExceeded for more elements than a block of 1 GiB has room for: 2^28 words of 4 bytes, or half as
    *                                       many where the file is larger than they reach
    */
  def build[A](path: Path)(elements: IterableOnce[A])(using
      element: Compactable[A], all: Compactable[Vector[A]], options: PickleOptions
  ): Region[Vector[A]] =
    buildNear(path, Long.MaxValue)(elements)

  /** With references that reach so many bytes back at most; for tests. */
  private[brine] def buildNear[A](path: Path, nearBytes: Long)(elements: IterableOnce[A])(using
      element: Compactable[A], all: Compactable[Vector[A]], options: PickleOptions
  ): Region[Vector[A]] =
    Door.writing(RegionFiles.build(path, elements.iterator)(element, all, options, nearBytes))
    open(path)

  /** Maps a file that [[Region.writeTo]] wrote. In constant time: pages are loaded when they are touched. It is safe on any file:
    * every load is checked against the bounds, and references lead backwards only.
    *
    * @throws PickleException.IncompatibleShape if the class has changed since: [[upgrade]] reads it then
    * @throws PickleException for bytes that are no region
    */
  def open[A](path: Path)(using compactable: Compactable[A], options: PickleOptions): Region[A] =
    RegionFiles.open(path)(RegionHeader.read).as(compactable, options)

  /** The same for a file that is trusted to be of this type, whatever shape it says that it was written from: neither that nor the
    * header's checksum is looked at. So a file opens whose classes and fields have got other names since.
    *
    * What you promise: that its values lie as those of `A` do. The fields of each class have the same types in the same order, or
    * at least the same widths; sealed types have the same leaves in the same order; the same types are options, collections, maps.
    * What is checked as ever is that the file has the length that it claims and the root is in it, and each load against the
    * bounds: a promise that is broken gives other values or a [[PickleException]], never a crash. [[Region.verify]] tells whether
    * the structure is that of `A`.
    */
  def openUnchecked[A](path: Path)(using compactable: Compactable[A], options: PickleOptions): Region[A] =
    RegionFiles.open(path)(RegionHeader.trust).trusted(compactable, options)

  /** A region in memory that is another's, from the buffer's position to its limit: a record, a page of a database. It is not
    * copied, and must not change while the region is used.
    */
  def in[A](buffer: ByteBuffer)(using compactable: Compactable[A], options: PickleOptions): Region[A] =
    RegionFiles.in(buffer)(RegionHeader.read).as(compactable, options)

  /** The same, trusted as by [[openUnchecked]]: for many small records. */
  def inUnchecked[A](buffer: ByteBuffer)(using compactable: Compactable[A], options: PickleOptions): Region[A] =
    RegionFiles.in(buffer)(RegionHeader.trust).trusted(compactable, options)

  /** A region that [[Region.sendTo]] sent. The channel is left open, behind it. There is never room for more than
    * twice what has come, or 64 KiB.
    */
  def receive[A](channel: ReadableByteChannel)(using compactable: Compactable[A], options: PickleOptions): Region[A] =
    RegionFiles.receive(channel, options).as(compactable, options)

  /** Reads a file that was written from an older version of the class: each object by the names of its fields, as
    * [[brine.Unpickler.from]] does, and lays it out anew in memory.
    */
  def upgrade[A](path: Path)(using compactable: Compactable[A], options: PickleOptions): Region[A] =
    val old = RegionFiles.open(path)(RegionHeader.read)
    val writer = old.header.shape
    val unpickler = Unpickler.from(writer)(using compactable.pickler)
    val reader = new RegionReader(old.blocks, Place.of(writer), old.header.root, options)
    compact(reading(old.blocks)(unpickler.unpickle(reader)))

  /** Copies a value out by its unpickler's calls. */
  private[region] def read[B](unpickler: Unpickler[B], ref: Long, blocks: Blocks, options: PickleOptions): B =
    PlanReader.place(unpickler, new RegionReader(blocks, Place.of(unpickler.shape), ref, options))

  private[region] val noSource = brine.wire.ByteSource.of(new Array[Byte](0))

  /** A read of a whole value. */
  private[region] inline def reading[B](blocks: Blocks)(inline read: B): B = settled(blocks)(Door.reading(noSource)(read))

  /** If a mapping's memory was lost meanwhile, the JVM tells at the latest in `settle`, whatever else came of what was read. */
  private[region] inline def settled[B](blocks: Blocks)(inline read: B): B =
    try
      try read
      finally blocks.settle()
    catch case e: InternalError => throw blocks.lost(e)

  /** A failed write leaves the builder as new. */
  private[region] inline def writing(builder: RegionBuilder)(inline write: Long): Long =
    try Door.writing(write)
    catch
      case e: Throwable =>
        builder.restart()
        throw e

/** How a region in memory grows.
  *
  * @param firstBytes room at first
  * @param blockBits  a block has `2^blockBits` bytes, of which no object has more
  */
final case class RegionSize(firstBytes: Int = 256, blockBits: Int = Blocks.MOST_BITS):
  private[region] def nearBytes: Long = near
  private var near = Long.MaxValue

  /** With references that reach so many bytes back at most; for tests. */
  private[brine] def withNear(bytes: Long): RegionSize =
    val size = copy()
    size.near = bytes
    size

/** What a region's memory throws. */
private[region] object Failing extends Blocks.Failures:
  def outside(at: Long): RuntimeException =
    if at < Int.MinValue / 2 then new PickleException.NullValue("a view of null has no parts")
    else new PickleException.BadReference(s"to position $at, which is outside of the region")
  def closed(): RuntimeException = new PickleException.Closed()
  def lost(cause: Throwable): RuntimeException = new PickleException.Truncated("the file was cut while it was mapped", cause)
  def readOnly(): RuntimeException = new PickleException.ReadOnly()
  def tooLarge(bytes: Long, most: Long): RuntimeException =
    new PickleException.LimitExceeded(s"an object of $bytes bytes, more than the $most of a block")
