package brine.binary

import java.lang.Long as JLong
import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_8}
import java.util.UUID
import brine.{
  HandwrittenCalls,
  NumberedSubtype,
  NumberedSubtypes,
  PickleBuffers,
  PickleBuilder,
  PickleException,
  PickleOptions,
  Sharing,
  Subtype
}
import brine.shape.{ScalarKind, Shape}
import brine.wire.{Alphabet, ByteSink, Latin1, Utf8, Varint}

/** Writes the body of a binary pickle: docs/spec/binary.md.
  *
  * Final, so that emitted code reaches the sink without a virtual call, however many formats the JVM has loaded. The
  * interpreter and handwritten picklers make the same calls through [[PickleBuilder]]. Calls for structure that takes
  * no bytes are empty here.
  */
final class BinaryBuilder(val sink: ByteSink, options: PickleOptions) extends PickleBuilder(options):
  private val sharedStrings: java.util.HashMap[String, Integer] | Null =
    if sharesAll then new java.util.HashMap() else null

  override def offset: Long = sink.written

  /** True if emitted code writes a pickle from its first value on. */
  private[brine] val startsEmitted: Boolean = options.limits.emittedDepth > 0 && !options.sharesAll

  /** Levels that emitted code may still recurse from here. */
  def levels: Int = emittedDepth - depth

  def putNull(): Unit = sink.putByte(BinaryTags.Null)
  def putPresent(): Unit = sink.putByte(BinaryTags.Present)

  /** The offset at which the last value of an unmarked type began that is not null. */
  private var unmarkedStart = -1L

  override def putNull(shape: Shape): Unit =
    if !BinaryTags.isUnmarked(shape) then putNull()
    else
      // A handwritten pickler has put a null for a value, under a shape that it has from elsewhere.
      if sink.written == unmarkedStart then
        throw new PickleException.NullValue(
          s"a pickler by hand has the shape of ${shape.name} and puts a null for a value: give it a Shape.Custom"
        )
      sink.putShort(BinaryTags.UnmarkedNull)

  override def putPresent(shape: Shape): Unit =
    if BinaryTags.isUnmarked(shape) then unmarkedStart = sink.written else putPresent()

  private[brine] override def forget(): Unit =
    forgetObjects()
    if subtypeNumbers != null then forgetNames()

  /** Does as [[forget]], but keeps the names of subtypes. */
  private[brine] def forgetObjects(): Unit =
    super.forget()
    unmarkedStart = -1L
    if sharedStrings != null then sharedStrings.clear()

  /** Keeps the table of a few names to use it again. */
  private def forgetNames(): Unit =
    if subtypeNumbers.nn.size > BinaryBuilder.FewNames then subtypeNumbers = null else subtypeNumbers.nn.clear()

  /** How many subtypes have been named. */
  private[brine] def namedSubtypes: Int = if subtypeNumbers == null then 0 else subtypeNumbers.nn.size

  /** Takes the names of another builder's subtypes, except those above this number. */
  private[brine] def takeNames(other: BinaryBuilder, most: Int): Unit =
    subtypeNumbers = other.names
    if subtypeNumbers != null then { val ignored = subtypeNumbers.nn.values.removeIf(_ > most) }

  def putUnit(): Unit = ()
  def putBoolean(value: Boolean): Unit = sink.putByte(if value then 1 else 0)
  def putByte(value: Byte): Unit = sink.putByte(value)
  def putShort(value: Short): Unit = sink.putShort(value)
  def putChar(value: Char): Unit = sink.putChar(value)
  def putInt(value: Int): Unit = sink.putZigzagInt(value)
  def putLong(value: Long): Unit = sink.putZigzagLong(value)
  def putFloat(value: Float): Unit = sink.putFloat(value)
  def putDouble(value: Double): Unit = sink.putDouble(value)

  /** False with [[Sharing.All]], where a string may have been written before. */
  private val hasPlainStrings = sharedStrings == null

  def putString(value: String | Null): Unit =
    if value == null || !hasPlainStrings || !sink.putVarintAndLatin1(1 + (value.length << 1), value)
    then putOtherString(value)

  /** Handles all rare cases, apart from [[putString]], which stays small (ADR 95, inlining). */
  private def putOtherString(value: String | Null): Unit =
    if value == null then sink.putByte(BinaryTags.Null)
    else
      val strings = sharedStrings
      if strings == null then anyString(value)
      else
        // With [[Sharing.All]] a string is Null, 1 and its form, or 2 + the number of an equal one before it.
        val known = strings.putIfAbsent(value, strings.size)
        if known != null then sink.putVarint(BinaryTags.firstReference(1) + known)
        else
          sink.putByte(BinaryTags.Present)
          anyString(value)

  private inline def anyString(value: String): Unit =
    if !sink.putVarintAndLatin1(1 + (value.length << 1), value) then
      if Latin1.holds(value) then bytesOfString(value.getBytes(ISO_8859_1), 0) else putWideString(value)

  /** Puts a string in its shortest form. If several are equally short, UTF-8 is preferred, then UTF-16. */
  private def putWideString(value: String): Unit =
    val alphabet = Alphabet.guess(value)
    val bytes = if alphabet < 0 then null else Alphabet.encode(value, alphabet)
    if bytes != null && Alphabet.isShorterThanUtf8(bytes, alphabet)
    then // and than UTF-16, which takes a byte a character more
      sink.putByte(BinaryTags.AlphabeticString)
      sink.putByte(alphabet)
      sink.putVarint(bytes.length)
      sink.putBytes(bytes, 0, bytes.length)
    else putManyAlphabets(value)

  private def putManyAlphabets(value: String): Unit =
    val utf8 = Utf8.size(value)
    val asUtf16 = 1L + Varint.size(value.length) + 2L * value.length
    if utf8 >= 0 && Varint.size(2 * utf8 + 2) + utf8 <= asUtf16 then bytesOfString(value.getBytes(UTF_8), 1)
    else utf16String(value)

  private inline def bytesOfString(bytes: Array[Byte], isUtf8: Int): Unit =
    sink.putVarlong(1 + (bytes.length.toLong << 1 | isUtf8))
    sink.putBytes(bytes, 0, bytes.length)

  private def utf16String(value: String): Unit =
    sink.putByte(BinaryTags.Utf16String)
    sink.putVarint(value.length)
    sink.putChars(value.toCharArray, 0, value.length)

  /** Its 16 bytes, the two with the version first: they differ from an [[BinaryTags.UnmarkedNull]] in nearly all UUIDs.
    */
  private[brine] def putUuid(value: UUID): Unit =
    val high = JLong.reverseBytes(JLong.rotateLeft(value.getMostSignificantBits, 48))
    if BinaryTags.isLikeNull(high.toInt) then sink.putShort(BinaryTags.UuidEscape)
    sink.putLong(high)
    sink.putLong(JLong.reverseBytes(value.getLeastSignificantBits))

  def beginProduct(shape: Shape.Product): Unit = ()
  def beginField(shape: Shape.Product, index: Int): Unit = ()
  def endProduct(shape: Shape.Product): Unit = ()

  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit = putLeaf(leaf)
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit = ()
  def putSingleton(shape: Shape.Sum, leaf: Int): Unit = putLeaf(leaf)

  def putLeaf(leaf: Int): Unit = sink.putVarint(BinaryTags.leaf(leaf))

  /** The table of the options' subtypes at numbered places; null if they have no numbers. */
  private[brine] val openClasses: NumberedSubtypes | Null = options.subtypes.openClasses

  // The classes of the last objects at numbered places: those of a key and a value, or of elements that are of two
  // kinds.
  private var lastClass: Class[?] | Null = null
  private var lastOpenClass: NumberedSubtype | Null = null
  private var earlierClass: Class[?] | Null = null
  private var earlierOpenClass: NumberedSubtype | Null = null

  /** Returns the class of an object at a numbered place, or null if it is not a subtype. */
  private[brine] def openClassOf(value: AnyRef): NumberedSubtype | Null =
    val c = value.getClass
    if c eq lastClass then lastOpenClass
    else if c eq earlierClass then earlierOpenClass
    else findOpenClass(c, value)

  private def findOpenClass(c: Class[?], value: AnyRef): NumberedSubtype | Null =
    val found = openClasses.nn.of(value)
    if openClasses.nn.isOfAll(c, found) then
      earlierClass = lastClass
      earlierOpenClass = lastOpenClass
      lastClass = c
      lastOpenClass = found
    found

  /** An object at a numbered place, its class untold: false if it was written before, and a reference has been put. */
  private[brine] def enterOpen(value: AnyRef): Boolean =
    if options.sharing == Sharing.Off then true
    else
      val id = identities.add(value)
      if id >= 0 then sink.putVarint(BinaryTags.openReference(id))
      id < 0

  /** The class of the object that follows at a numbered place. */
  private[brine] def putClass(openClass: NumberedSubtype): Unit =
    if openClass.number >= 0 then sink.putVarint(BinaryTags.classNumber(openClass.number))
    else
      sink.putVarint(BinaryTags.NamedClass)
      putSubtype(openClass.subtype)

  private var subtypeNumbers: java.util.HashMap[String, Integer] | Null = null
  private def names: java.util.HashMap[String, Integer] | Null = subtypeNumbers

  def beginOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = putSubtype(subtype)

  /** Its name and fingerprint, or the number that it has since they were put. */
  private def putSubtype(subtype: Subtype[?]): Unit =
    if subtypeNumbers == null then subtypeNumbers = new java.util.HashMap()
    val numbers = subtypeNumbers.nn
    val known = numbers.putIfAbsent(subtype.name, numbers.size + 1)
    if known != null then sink.putVarint(known)
    else
      sink.putVarint(BinaryTags.NewSubtype)
      putString(subtype.name)
      sink.putLong(subtype.pickler.shape.fingerprint)

  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = ()

  def putNone(shape: Shape.Optional): Unit = sink.putByte(BinaryTags.None)
  def beginSome(shape: Shape.Optional, isNull: Boolean): Unit =
    sink.putByte(if isNull then BinaryTags.SomeNull else BinaryTags.Some)
  def endSome(shape: Shape.Optional): Unit = ()

  /** Puts an option up to its content. Returns false if that was all. `isMarkerType`: the nullness of the content's
    * type is Marker.
    */
  def putOption(value: Option[Any] | Null, isMarkerType: Boolean): Boolean =
    if value == null then sink.putByte(BinaryTags.Null)
    else if value.isEmpty then sink.putByte(BinaryTags.None)
    else if isMarkerType && value.get == null then sink.putByte(BinaryTags.SomeNull)
    else
      sink.putByte(BinaryTags.Some)
      return true
    false

  // Options of scalars at their places, null included.

  private inline def putOptionOf[A](option: Option[A] | Null)(inline put: A => Unit): Unit =
    if putOption(option, isMarkerType = false) then put(option.get)

  def putBooleanOption(option: Option[Boolean] | Null): Unit = putOptionOf(option)(putBoolean(_))
  def putByteOption(option: Option[Byte] | Null): Unit = putOptionOf(option)(putByte(_))
  def putShortOption(option: Option[Short] | Null): Unit = putOptionOf(option)(putShort(_))
  def putCharOption(option: Option[Char] | Null): Unit = putOptionOf(option)(putChar(_))
  def putIntOption(option: Option[Int] | Null): Unit = putOptionOf(option)(putInt(_))
  def putLongOption(option: Option[Long] | Null): Unit = putOptionOf(option)(putLong(_))
  def putFloatOption(option: Option[Float] | Null): Unit = putOptionOf(option)(putFloat(_))
  def putDoubleOption(option: Option[Double] | Null): Unit = putOptionOf(option)(putDouble(_))
  def putStringOption(option: Option[String] | Null): Unit = putOptionOf(option)(putString(_))

  override def putArrayClass(shape: Shape.Sequence, name: String): Unit =
    sink.putVarlong(BinaryTags.OtherArray)
    putString(name)

  def beginSequence(shape: Shape.Sequence, size: Int, hasNulls: Boolean): Unit =
    if shape.isTracked || sharesAll then putTrackedSize(size, hasNulls) else putSize(size, hasNulls)
  def beginElement(shape: Shape.Sequence, index: Int): Unit = ()
  def endSequence(shape: Shape.Sequence): Unit = ()

  def beginMapping(shape: Shape.Mapping, size: Int, hasNulls: Boolean): Unit =
    if shape.isTracked || sharesAll then putTrackedSize(size, hasNulls) else putSize(size, hasNulls)
  def beginKey(shape: Shape.Mapping, index: Int): Unit = ()
  def beginValue(shape: Shape.Mapping, index: Int): Unit = ()
  def endMapping(shape: Shape.Mapping): Unit = ()

  /** A collection's header: 1 + (size << 1 | marked). */
  def putSize(size: Int, isMarked: Boolean): Unit =
    sink.putVarlong(1 + (size.toLong << 1 | (if isMarked then 1 else 0)))

  /** Puts the size of a collection that keeps its identity: [[BinaryTags.newCollection]]. */
  def putTrackedSize(size: Int, isMarked: Boolean): Unit =
    sink.putVarlong(BinaryTags.newCollection(size.toLong << 1 | (if isMarked then 1 else 0)))

  private def putArraySize(size: Int): Unit = if sharesAll then putTrackedSize(size, false) else putSize(size, false)

  override def putArray(shape: Shape.Sequence, kind: ScalarKind, array: AnyRef): Unit = putArray(array)

  /** An array of a primitive type: its header, then the elements at their width. */
  def putArray(array: AnyRef): Unit = array match
    case a: Array[Int]     => putArray(a)
    case a: Array[Long]    => putArray(a)
    case a: Array[Double]  => putArray(a)
    case a: Array[Byte]    => putArray(a)
    case a: Array[Float]   => putArray(a)
    case a: Array[Short]   => putArray(a)
    case a: Array[Char]    => putArray(a)
    case a: Array[Boolean] => putArray(a)
    case other             => throw new IllegalArgumentException(other.getClass.getName)

  // For emitted code, which knows the class.

  def putArray(array: Array[Int]): Unit =
    putArraySize(array.length)
    sink.putInts(array, 0, array.length)

  def putArray(array: Array[Long]): Unit =
    putArraySize(array.length)
    sink.putLongs(array, 0, array.length)

  def putArray(array: Array[Double]): Unit =
    putArraySize(array.length)
    sink.putDoubles(array, 0, array.length)

  def putArray(array: Array[Byte]): Unit =
    putArraySize(array.length)
    sink.putBytes(array, 0, array.length)

  def putArray(array: Array[Float]): Unit =
    putArraySize(array.length)
    sink.putFloats(array, 0, array.length)

  def putArray(array: Array[Short]): Unit =
    putArraySize(array.length)
    sink.putShorts(array, 0, array.length)

  def putArray(array: Array[Char]): Unit =
    putArraySize(array.length)
    sink.putChars(array, 0, array.length)

  def putArray(array: Array[Boolean]): Unit =
    putArraySize(array.length)
    sink.putBooleans(array, 0, array.length)

  def putReference(id: Int, arity: Int): Unit =
    if arity > 0 then sink.putVarint(BinaryTags.firstReference(arity) + id)
    else sink.putVarlong(BinaryTags.collectionReference(id))
  def putIdentity(id: Int): Unit = ()

private[brine] object BinaryBuilder:
  /** See [[HandwrittenCalls.LevelCost]]. */
  final val LevelCost = HandwrittenCalls.LevelCost

  /** A builder over the sink that a call got from its thread. */
  def of(buffers: PickleBuffers, sink: ByteSink, options: PickleOptions): BinaryBuilder =
    buffers.ownBuilder match
      case known: BinaryBuilder if (known.sink eq sink) && (known.options eq options) => known
      case _ =>
        val made = new BinaryBuilder(sink, options)
        if buffers.isOwn(sink) && !options.sharesAll then buffers.ownBuilder = made
        made

  /** Names of subtypes up to which their table is used again. */
  final val FewNames = 64
