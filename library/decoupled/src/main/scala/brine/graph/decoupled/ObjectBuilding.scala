package brine.graph.decoupled

import brine.{FailureBoundary, HandwrittenCalls, PickleException, PickleOptions, ReadBudget, Sharing, Unpickler}
import brine.graph.decoupled.image.{
  ArrayMemory,
  Head,
  ImageClass,
  ImageClasses,
  ImageReader,
  ImageVerifier,
  SlotMemory,
  Unpacked
}
import brine.graph.decoupled.reading.{
  DecoupledReader,
  HeaderNumbers,
  ObjectHeaders,
  ObjectNumbers,
  ObjectThreads,
  ReaderTypes,
  TableNumbers
}
import brine.graph.types.WrittenTypes
import brine.shape.Shape
import brine.wire.ByteSource

/** Reads a value: rebuilds the image, checks it, and has the unpickler make objects of it. Mirrors [[ImageBuilding]].
  */
private[decoupled] final class ObjectBuilding(settings: DecoupledSettings, options: PickleOptions):
  def read[A](source: ByteSource, unpickler: Unpickler[A]): A =
    val budget = new ReadBudget(options.limits)
    val unpacked = new ImageReader(source, settings.executor, budget).read()
    val body = WrittenTypes.resolved(unpacked.head.tables.head, unpickler)
    val types = new ReaderTypes(unpacked.head, unpacked.hasMarkWords, body.shape, budget)
    ObjectBuilding.get(body, readerOf(unpacked, types, body))

  /** The reader of the value, of which threads may have made the greater part. */
  private def readerOf(unpacked: Unpacked[ArrayMemory], types: ReaderTypes, body: Unpickler[?]): DecoupledReader =
    val memory = unpacked.memory
    val headers = new ObjectHeaders(memory.all, unpacked.bits, types.first, types.classes, unpacked.places.offsetOf(_))
    val root = if memory.size == 0 then 0L else 1L
    def reader(numbers: ObjectNumbers) =
      new DecoupledReader(memory, root, types, numbers, unpacked.places.offsetOf(_), options)
    if settings.executor == null || memory.size < settings.leastSlots then
      headers.prepare(memory)
      reader(new HeaderNumbers(headers, 0))
    else
      verify(unpacked, types.classes, types.first)
      new ObjectThreads(memory, headers, types, reader, settings.executor.nn).read(body)

  /** Rebuilds the image in a memory, and checks it. */
  def image(source: ByteSource, memoryOf: (Head, Boolean) => Int => SlotMemory): Image =
    val unpacked = new ImageReader(source, settings.executor, new ReadBudget(options.limits)).readInto(memoryOf)
    val classes = ImageClasses.of(unpacked.head, unpacked.hasMarkWords)
    verify(unpacked, classes.result, classes.first)
    if source.remaining > 0 then throw new PickleException.TrailingBytes(source.remaining)
    new Image(unpacked.memory, unpacked.head, unpacked.hasMarkWords, Image.sizes(unpacked.bits, unpacked.head))

  private def verify(unpacked: Unpacked[?], classes: Array[ImageClass | Null], first: Int): Unit =
    new ImageVerifier(unpacked.memory, unpacked.bits, classes, first, unpacked.places.offsetOf(_)).run(
      settings.executor
    )

private[decoupled] object ObjectBuilding:
  /** Reads the value at the reader's place. */
  private def get[A](unpickler: Unpickler[A], reader: DecoupledReader): A =
    try
      unpickler.shape match
        case _: Shape.Custom => HandwrittenCalls.get(unpickler, reader)
        case _               => unpickler.unpickle(reader)
    catch case e: PickleException => throw e.atOffset(reader.offset)

  /** Makes the object to which references with this number lead, and the objects to which it leads. */
  def readAt[A](image: Image, address: Long, unpickler: Unpickler[A], options: PickleOptions): A =
    try
      val all = options.copy(sharing = Sharing.All)
      val budget = new ReadBudget(options.limits)
      budget.pay(8L * image.memory.size)
      val types = new ReaderTypes(image.head, image.hasMarkWords, image.head.tables.head.shape, budget)
      val noOffset = (slot: Int) => PickleException.NoOffset
      val body = resolved(image.classAt(Math.toIntExact(address - 1)).shape, unpickler, types)
      get(body, new DecoupledReader(image.memory, address, types, new TableNumbers, noOffset, all))
    catch case e: Throwable => throw FailureBoundary.partFailure(e)

  /** The unpickler of an object that has this shape: `unpickler` itself, or a plan from the writer's shape to its own.
    */
  private def resolved[A](written: Shape | Null, unpickler: Unpickler[A], types: ReaderTypes): Unpickler[A] =
    if written == null || types.has(unmapped(unpickler.shape)) then unpickler
    else WrittenTypes.ofPart(written, unpickler, types.known)

  @annotation.tailrec
  private def unmapped(shape: Shape): Shape = shape match
    case m: Shape.Mapped => unmapped(m.inner)
    case other           => other
