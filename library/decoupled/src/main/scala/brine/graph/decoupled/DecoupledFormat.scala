package brine.graph.decoupled

import java.nio.ByteBuffer
import java.nio.file.Path
import java.util.concurrent.Executor
import brine.{
  FailureBoundary,
  Pickle,
  PickleException,
  PickleFormat,
  PickleOptions,
  Pickler,
  NotNull,
  Sharing,
  Unpickler
}
import brine.graph.decoupled.image.{ArrayMemory, BufferMemory, Head, SlotMemory}
import brine.graph.decoupled.writing.ImageBuilding
import brine.wire.{ByteSink, ByteSource}

/** The decoupled format, in place of the binary one: `import brine.graph.decoupled.given`. */
given decoupledFormat: DecoupledFormat = DecoupledFormat

/** Object graphs as an image in slots of eight bytes, taken apart into values, references and layouts:
  * docs/spec/decoupled.md.
  *
  * {{{
  * import brine.graph.decoupled.given
  * library.pickleTo(path)
  * Pickle.read[Library](path)
  * }}}
  * Every object keeps its identity, immutable objects included. Several threads can rebuild the image, and a program
  * can read it without making objects.
  *
  * The format is that of "A Specialized Architecture for Object Serialization with Applications to Big Data Analytics"
  * (Cereal), IV.
  */
sealed class DecoupledFormat private[decoupled] (settings: DecoupledSettings) extends PickleFormat:
  type Pickled = DecoupledPickle

  def pickled(bytes: Array[Byte]): DecoupledPickle = new DecoupledPickle(bytes, this)

  /** Writes one value, or throws a [[PickleException]]. */
  inline def write[A](value: A)(using pickler: Pickler[A], options: PickleOptions): Array[Byte] = writeBytes(value)

  def write[A](value: A, pickler: Pickler[A], sink: ByteSink, options: PickleOptions): Unit =
    FailureBoundary.writing {
      if options.sharing == Sharing.Off then throw DecoupledFormat.noSharing
      new ImageBuilding(settings.hasMarkWords, options.copy(sharing = Sharing.All)).write(value, pickler, sink)
    }

  def read[A](source: ByteSource, unpickler: Unpickler[A], options: PickleOptions): A =
    FailureBoundary.reading(source)(building(options).read(source, unpickler))

  /** Rebuilds the image of a pickle in an array, and makes no object of it.
    *
    * @throws PickleException for bytes that are not one pickle of this format
    */
  def image(bytes: Array[Byte])(using options: PickleOptions): Image =
    imageIn(bytes)((_, _) => slots => new ArrayMemory(new Array[Long](slots)))

  /** Rebuilds the image of a pickle in a buffer, from its position on: eight bytes a slot, little-endian. The image is
    * read there, and the buffer must not change. Its position and its order stay as they are.
    *
    * @throws PickleException.LimitExceeded if the buffer has no room for the image
    * @throws PickleException for bytes that are not one pickle of this format
    */
  def image(bytes: Array[Byte], into: ByteBuffer)(using options: PickleOptions): Image =
    val _ = NotNull(into, "a buffer")
    imageIn(bytes)((_, _) => slots => BufferMemory.of(into, slots))

  /** Rebuilds the image of a pickle in a file, for [[Image.open]]. The file is there with the whole image, or not at
    * all.
    *
    * @throws PickleException.InputOutput if the file cannot be written, or its disk is full
    * @throws PickleException for bytes that are not one pickle of this format
    */
  def image(bytes: Array[Byte], into: Path)(using options: PickleOptions): Unit =
    Pickle.writeFileChannel(into) { channel =>
      SlotMemory.mapping {
        val ignored = imageIn(bytes)(ImageFile.create(channel, _, _))
        channel.force(true)
      }
    }

  private def imageIn(bytes: Array[Byte])(memoryOf: (Head, Boolean) => Int => SlotMemory)(using
      options: PickleOptions
  ): Image =
    val source = ByteSource.of(NotNull(bytes, "the bytes of a pickle"))
    FailureBoundary.reading(source)(building(options).image(source, memoryOf))

  private def building(options: PickleOptions): ObjectBuilding =
    new ObjectBuilding(settings, options.copy(sharing = Sharing.All))

  private def copyWith(change: DecoupledSettings => DecoupledSettings): DecoupledFormat =
    new DecoupledFormat(change(settings))

  /** Writes a mark word before each object's header, as HotSpot does on its heap: for comparisons with the paper. */
  def withMarkWords: DecoupledFormat = copyWith(_.copy(hasMarkWords = true))

  /** Reads by this thread and by tasks of `executor`, as many together as there are processors: rebuilds images, and
    * makes objects where the graph allows it. Constructors of classes, and functions of picklers, then run in several
    * threads.
    */
  def withExecutor(executor: Executor): DecoupledFormat = copyWith(_.copy(executor = executor))

  /** Makes objects by several threads of images with `count` slots or more. */
  private[brine] def withLeastSlots(count: Int): DecoupledFormat = copyWith(_.copy(leastSlots = count))

/** The format without settings. */
object DecoupledFormat extends DecoupledFormat(DecoupledSettings()):
  private def noSharing: PickleException = new PickleException.RuleNotObeyed(
    "the decoupled format writes every object once, and `PickleOptions(sharing = Sharing.Off)` asks for the " +
      "opposite. Leave the sharing as " +
      "it is, or write the binary format"
  )

/** A value in the decoupled format, which is read by `format`. */
final class DecoupledPickle(bytes: Array[Byte], val format: DecoupledFormat = DecoupledFormat) extends Pickle(bytes):
  type Format = DecoupledFormat

  /** The image that these bytes hold, without objects: [[DecoupledFormat.image]]. */
  def image(using options: PickleOptions): Image = format.image(bytes)

  /** The image in a buffer. */
  def imageTo(buffer: ByteBuffer)(using options: PickleOptions): Image = format.image(bytes, buffer)

  /** Writes the image to a file, for [[Image.open]]. */
  def imageTo(path: Path)(using options: PickleOptions): Unit = format.image(bytes, path)

/** The settings of a format.
  *
  * @param leastSlots the slots of an image of which several threads make objects faster than one
  */
private[decoupled] final case class DecoupledSettings(
    hasMarkWords: Boolean = false,
    executor: Executor | Null = null,
    leastSlots: Int = 1 << 13
)
