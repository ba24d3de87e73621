package brine.binary

import brine.*
import brine.wire.{ByteSink, ByteSource}
import brine.wire.layout.BinaryLayout.{FLAG_CHECKSUM, FLAG_NUMBERED, FLAG_SHARING}

/** The default format: compact binary. The body is in the shape's order, without names. A header before it carries
  * the writer's shape ([[Carriage]]), and a checksum follows it unless switched off. Pickles of another shape are
  * resolved to the reader's or refused; damaged pickles are refused.
  *
  * Layout: [[brine.wire.layout.BinaryLayout]], docs/spec/binary.md. Cost against [[BinaryFormat.Bare]]: 12 bytes, 4 for
  * the checksum, and with [[Carriage.Names]] the table of the shape.
  */
sealed abstract class BinaryFormat extends PickleFormat, RecordFormat:
  type Pickled = BinaryPickle

  def pickled(bytes: Array[Byte]): BinaryPickle = new BinaryPickle(bytes)

  /** Writes one value, or throws a [[PickleException]]. */
  inline def write[A](value: A)(using pickler: Pickler[A], options: PickleOptions): Array[Byte] = writeBytes(value)

  def write[A](value: A, pickler: Pickler[A], sink: ByteSink, options: PickleOptions): Unit =
    FailureBoundary.writing(put(value, pickler, new BinaryBuilder(sink, options)))

  override def pickleOf[A](value: A, pickler: Pickler[A], options: PickleOptions): BinaryPickle =
    pickled(PickleBuffers.bytes(options) { buffers =>
      val sink = buffers.sink(options)
      FailureBoundary.writing(put(value, pickler, BinaryBuilder.of(buffers, sink, options)))
      FailureBoundary.writing(sink.toByteArray)
    })

  private def put[A](value: A, pickler: Pickler[A], builder: BinaryBuilder): Unit =
    val sink = builder.sink
    val options = builder.options
    if options.checksum then sink.startChecksum()
    val sharing = if options.sharesAll then FLAG_SHARING else 0
    val checksum = if options.checksum then FLAG_CHECKSUM else 0
    val numbered = if options.subtypes.isNumbered then FLAG_NUMBERED else 0
    Header.write(sink, pickler.shape, options.carriage, sharing | checksum | numbered)
    pickler.pickle(value, builder)
    if options.checksum then sink.putInt(sink.checksum())

  def read[A](source: ByteSource, unpickler: Unpickler[A], options: PickleOptions): A =
    FailureBoundary.reading(source)(afterFlags(Header.flags(source), source, unpickler, options))

  private[brine] override def ofRecords: RecordFormat = this

  private[brine] def readRecord[A](source: ByteSource, unpickler: Unpickler[A], options: PickleOptions): A =
    FailureBoundary.reading(source) {
      val flags = Header.flags(source)
      if options.checksum && (flags & FLAG_CHECKSUM) == 0 then
        throw new PickleException.Malformed(
          "expected a record with a checksum, found one without. To read records that were written without, " +
            "name `PickleOptions(checksum = false)`"
        )
      afterFlags(flags, source, unpickler, options)
    }

  private inline def afterFlags[A](
      flags: Int,
      source: ByteSource,
      unpickler: Unpickler[A],
      options: PickleOptions
  ): A =
    val budget = Header.budget(flags, options)
    val body = Header.shape(source, flags, unpickler, options, budget)
    val reader = new BinaryReader(source, BinaryFormat.written(options, flags))
    if budget != null then reader.budget = budget
    val value = BinaryPickler.read(body, reader)
    if (flags & FLAG_CHECKSUM) != 0 then
      val expected = source.checksum()
      val found = source.getInt()
      if found != expected then throw new PickleException.ChecksumMismatch(found, expected)
    value

// The methods of the three formats look alike and are repeated in each (ADR 95, profiles): a shared method would have
// to test the format.
object BinaryFormat extends BinaryFormat:
  private def shared(options: PickleOptions, all: Boolean): PickleOptions =
    val sharing = if all then Sharing.All else Sharing.Tracked
    if options.sharing eq sharing then options else options.copy(sharing = sharing)

  /** The options as the flags of a header say that they were. */
  private def written(options: PickleOptions, flags: Int): PickleOptions =
    val known = shared(options, (flags & FLAG_SHARING) != 0)
    if known.subtypes.isNumbered == ((flags & FLAG_NUMBERED) != 0) then known else numberedOtherwise(known)

  private def numberedOtherwise(options: PickleOptions): PickleOptions =
    if !options.subtypes.isNumbered then throw PickleException.UnknownSubtype.withoutNumbers()
    options.copy(subtypes = options.subtypes.unnumbered)

  /** The body alone, chosen by name only: `x.pickleIn(BinaryFormat.Bare)`. The reader must know the writer's shape
    * and its `sharing`, which the bytes do not contain. Another shape's body is refused, or read as some well-typed
    * value.
    */
  object Bare extends PickleFormat:
    type Pickled = BarePickle

    def pickled(bytes: Array[Byte]): BarePickle = new BarePickle(bytes)

    /** Writes one value, or throws a [[PickleException]]. */
    inline def write[A](value: A)(using pickler: Pickler[A], options: PickleOptions): Array[Byte] = writeBytes(value)

    def write[A](value: A, pickler: Pickler[A], sink: ByteSink, options: PickleOptions): Unit =
      FailureBoundary.writing(pickler.pickle(value, new BinaryBuilder(sink, options)))

    override def pickleOf[A](value: A, pickler: Pickler[A], options: PickleOptions): BarePickle =
      pickled(PickleBuffers.bytes(options) { buffers =>
        val sink = buffers.sink(options)
        FailureBoundary.writing(pickler.pickle(value, BinaryBuilder.of(buffers, sink, options)))
        FailureBoundary.writing(sink.toByteArray)
      })

    def read[A](source: ByteSource, unpickler: Unpickler[A], options: PickleOptions): A =
      FailureBoundary.reading(source)(BinaryPickler.read(unpickler, new BinaryReader(source, options)))

  /** The body behind two bytes: the key of its shape in the `history` of the options, which the reader's must have,
    * too. For messages within a system whose parts share the history of their shapes, that is its `brine.lock`. No
    * magic and no checksum; chosen by name only: `x.pickleIn(BinaryFormat.Keyed)`.
    *
    * Throws a [[PickleException.UnknownKey]] where a history does not have the shape.
    */
  object Keyed extends PickleFormat:
    type Pickled = KeyedPickle

    def pickled(bytes: Array[Byte]): KeyedPickle = new KeyedPickle(bytes)

    /** Writes one value, or throws a [[PickleException]]. */
    inline def write[A](value: A)(using pickler: Pickler[A], options: PickleOptions): Array[Byte] = writeBytes(value)

    def write[A](value: A, pickler: Pickler[A], sink: ByteSink, options: PickleOptions): Unit =
      FailureBoundary.writing(put(value, pickler, new BinaryBuilder(sink, options)))

    override def pickleOf[A](value: A, pickler: Pickler[A], options: PickleOptions): KeyedPickle =
      pickled(PickleBuffers.bytes(options) { buffers =>
        val sink = buffers.sink(options)
        FailureBoundary.writing(put(value, pickler, BinaryBuilder.of(buffers, sink, options)))
        FailureBoundary.writing(sink.toByteArray)
      })

    private def put[A](value: A, pickler: Pickler[A], builder: BinaryBuilder): Unit =
      val options = builder.options
      val key = options.history.keyOf(pickler.shape.fingerprint)
      if key < 0 then throw PickleException.UnknownKey.ofShape(pickler.shape)
      builder.sink.putShort((key << 1 | (if options.sharesAll then 1 else 0)).toShort)
      pickler.pickle(value, builder)

    def read[A](source: ByteSource, unpickler: Unpickler[A], options: PickleOptions): A =
      FailureBoundary.reading(source) {
        val keyAndSharing = source.getShort() & 0xffff
        val key = keyAndSharing >>> 1
        val writer = options.history.ofKey(key)
        if writer == null then throw PickleException.UnknownKey(key, unpickler.shape)
        val body =
          if writer.fingerprint == unpickler.shape.fingerprint then unpickler else unpickler.ofKnownShape(writer)
        BinaryPickler.read(body, new BinaryReader(source, shared(options, (keyAndSharing & 1) != 0)))
      }

/** A value in the default format. */
final class BinaryPickle(bytes: Array[Byte]) extends Pickle(bytes):
  type Format = BinaryFormat
  def format: BinaryFormat = BinaryFormat

  override def unpickle[A](using unpickler: Unpickler[A], options: PickleOptions): A =
    Pickle.only(ByteSource.of(bytes), unpickler, BinaryFormat, options)

/** A value in the binary format behind the key of its shape. */
final class KeyedPickle(bytes: Array[Byte]) extends Pickle(bytes):
  type Format = BinaryFormat.Keyed.type
  def format: BinaryFormat.Keyed.type = BinaryFormat.Keyed

  override def unpickle[A](using unpickler: Unpickler[A], options: PickleOptions): A =
    Pickle.only(ByteSource.of(bytes), unpickler, BinaryFormat.Keyed, options)

/** A value in the binary format without a header. */
final class BarePickle(bytes: Array[Byte]) extends Pickle(bytes):
  type Format = BinaryFormat.Bare.type
  def format: BinaryFormat.Bare.type = BinaryFormat.Bare

  override def unpickle[A](using unpickler: Unpickler[A], options: PickleOptions): A =
    Pickle.only(ByteSource.of(bytes), unpickler, BinaryFormat.Bare, options)
