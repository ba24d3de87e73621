package brine.binary

import java.lang.Long as JLong
import java.util.UUID
import brine.{NumberedSubtypes, PickleException, PickleOptions, PickleReader, Subtype, Unpickler}
import brine.shape.{Nullness, ScalarKind, Shape}
import brine.wire.ByteSource

/** Reads the body of a binary pickle, which [[BinaryBuilder]] wrote: docs/spec/binary.md. */
final class BinaryReader(val source: ByteSource, options: PickleOptions) extends PickleReader(options):
  private val sharedStrings: java.util.ArrayList[String] | Null =
    if options.sharesAll then new java.util.ArrayList() else null

  /** Collection elements that take bytes and may still be claimed: at the first collection as many as there are bytes,
    * if that is known.
    */
  private var elementsLeft = BinaryReader.NotCounted

  private var madeRare: BinaryReader.Rare | Null = null

  private def rare: BinaryReader.Rare =
    if madeRare == null then madeRare = new BinaryReader.Rare
    madeRare.nn

  /** The header of the collection whose tag was read, or [[NoHeader]]. */
  private var pendingHeader = BinaryReader.NoHeader

  private[brine] override def forgetAll(): Unit =
    forgetObjects()
    val rare = madeRare
    if rare != null then rare.subtypes.clear()

  /** Does as [[forgetAll]], but keeps the names of subtypes. */
  private[brine] def forgetObjects(): Unit =
    super.forgetAll()
    elementsLeft = BinaryReader.NotCounted
    paidUntil = source.offset
    if sharedStrings != null then sharedStrings.clear()
    val rare = madeRare
    if rare != null then rare.arrayClass = null

  /** Returns true if emitted code may begin here. */
  private[brine] def isDirect: Boolean = sharedStrings == null && depth < emittedDepth

  override def offset: Long = source.offset

  /** The offset of the bytes that have not paid for steps yet; first that of this value, which others may precede. */
  private var paidUntil = source.offset

  private[brine] override def payBudget(): Unit =
    budget.pay(source.offset - paidUntil)
    paidUntil = source.offset

  /** The levels that are left on the Java stack: see [[BinaryBuilder.levels]]. */
  def levels: Int = emittedDepth - depth

  def getUnit(): Unit = ()
  def getBoolean(): Boolean = source.getBoolean()
  def getByte(): Byte = source.getByte()
  def getShort(): Short = source.getShort()
  def getChar(): Char = source.getChar()
  def getInt(): Int = source.getZigzagInt()
  def getLong(): Long = source.getZigzagLong()
  def getFloat(): Float = source.getFloat()
  def getDouble(): Double = source.getDouble()

  def getString(): String | Null = getString(source)

  /** Reads the next string from [[source]]. A caller that holds the source in a local variable passes it here: the
    * JIT cannot know that the field has not changed, and would load its position again.
    */
  def getString(source: ByteSource): String | Null = if sharedStrings == null then newString(source) else sharedString()

  private def newString(source: ByteSource): String | Null =
    val header = source.getLength()
    if (header & 1) != 0 then source.getLatin1(length(header >>> 1))
    else if header == BinaryTags.Null then null
    else if header <= BinaryTags.AlphabeticString && header > 0 then
      if header == BinaryTags.Utf16String then source.getUtf16(length(source.getVarint()))
      else source.getAlphabetic(source.getByte() & 0xff, length(source.getVarint()))
    else source.getUtf8(length((header - 1) >>> 1))

  /** Skips a scalar; not with [[brine.Sharing.All]]. */
  private[brine] def skipScalar(kind: ScalarKind): Unit = kind match
    case ScalarKind.Int | ScalarKind.Long => source.getVarlong()
    case ScalarKind.String                => skipString()
    case fixed                            => source.skip(fixed.width)

  private def skipString(): Unit =
    val header = source.getVarlong()
    if (header & 1) != 0 then source.skip(length(header >>> 1))
    else if header == BinaryTags.Utf16String then source.skip(2L * length(source.getVarint()))
    else if header == BinaryTags.AlphabeticString then
      source.getByte()
      source.skip(length(source.getVarint()))
    else if header != BinaryTags.Null then source.skip(length((header - 1) >>> 1))

  private def sharedString(): String | Null =
    val strings = sharedStrings.nn
    source.getVarint() match
      case BinaryTags.Null => null
      case BinaryTags.Present =>
        val value = newString(source)
        if value == null then throw new PickleException.Malformed("a new string is null")
        strings.add(value)
        value
      case tag =>
        val number = tag - BinaryTags.firstReference(1)
        if number < 0 || number >= strings.size then
          throw new PickleException.BadReference(s"string $number has not appeared; ${strings.size} have")
        strings.get(number)

  /** A length that an array can have. The source allocates for no more than has arrived. */
  private def length(claimed: Long): Int =
    if claimed < 0 || claimed > Int.MaxValue then
      throw new PickleException.Truncated(s"a length of $claimed is claimed")
    claimed.toInt

  /** Reads a UUID that [[BinaryBuilder.putUuid]] wrote. */
  private[brine] def getUuid(): UUID =
    val isEscaped = source.skipShort(BinaryTags.UuidEscape)
    val high = source.getLong()
    if BinaryTags.isLikeNull(high.toInt) != isEscaped then
      val what = if isEscaped then "an escape that it does not need" else "a null's bytes"
      throw new PickleException.Malformed(s"a UUID begins with $what")
    new UUID(JLong.rotateRight(JLong.reverseBytes(high), 48), JLong.reverseBytes(source.getLong()))

  /** The table of the options' subtypes at numbered places; null if they have no numbers. */
  private[brine] def openClasses: NumberedSubtypes | Null = options.subtypes.openClasses

  /** The class of the object that follows at a numbered place, behind a code that says that there is one. */
  private[brine] def classOf(code: Int, shape: Shape.Open): Subtype[?] =
    if code == BinaryTags.NamedClass then subtypeByName(shape) else openClasses.nn.numbered((code >>> 1) - 1)

  // The subtypes of the last numbered places, with their codes: those of a key and a value, or of elements that are of
  // two kinds.
  private var lastCode = 0
  private var lastOpen: Shape.Open | Null = null
  private var lastSubtype: Subtype[?] | Null = null
  private var earlierCode = 0
  private var earlierOpen: Shape.Open | Null = null
  private var earlierSubtype: Subtype[?] | Null = null

  /** The subtype that such a place had for this code, if it was one of the last two; null otherwise. */
  private[brine] def subtypeBefore(open: Shape.Open, code: Int): Subtype[?] | Null =
    if code == lastCode && (open eq lastOpen) then lastSubtype
    else if code == earlierCode && (open eq earlierOpen) then earlierSubtype
    else null

  /** A number once given stays, so a subtype can be kept beyond the pickle. */
  private[brine] def keepSubtype(open: Shape.Open, code: Int, subtype: Subtype[?]): Unit =
    earlierCode = lastCode
    earlierOpen = lastOpen
    earlierSubtype = lastSubtype
    lastCode = code
    lastOpen = open
    lastSubtype = subtype

  def beginOpen(shape: Shape.Open): Subtype[?] =
    val subtype = subtypeByName(shape)
    if options.sharesAll then beginShared(subtype)
    subtype

  /** With [[brine.Sharing.All]] a collection has the header of a new object, though its place has already shown that
    * it is one.
    */
  private[brine] def beginShared(subtype: Subtype[?]): Unit =
    if subtype.isCollection && collectionTag() != 0 then
      throw new PickleException.Malformed(s"expected the elements of a ${subtype.name}, found a reference")

  private def subtypeByName(shape: Shape.Open): Subtype[?] =
    val known = rare.subtypes
    val number = source.getVarint()
    val subtype =
      if number == BinaryTags.NewSubtype then newSubtype(shape)
      else if number < 0 || number > known.size then
        throw new PickleException.Malformed(
          s"subtype ${Integer.toUnsignedString(number)} has not appeared; ${known.size} have"
        )
      else known.get(number - 1)
    if number == BinaryTags.NewSubtype then known.add(subtype)
    subtype

  private def newSubtype(shape: Shape.Open): Subtype[?] =
    val name = getString()
    if name == null then throw new PickleException.Malformed("a subtype's name is null")
    val subtype = this.subtype(shape, name)
    val written = source.getLong()
    val own = subtype.pickler.shape
    if written != own.fingerprint then
      throw PickleException.OtherShape.ofSubtype(subtype.name, written, own.fingerprint, own.describe)
    subtype

  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = ()

  def getTag(shape: Shape, arity: Int): Int =
    if !BinaryTags.isUnmarked(shape) then getTag(arity)
    else if source.skipShort(BinaryTags.UnmarkedNull) then PickleReader.NullTag
    else 0

  /** See [[PickleReader.getTag]]. */
  def getTag(arity: Int): Int =
    if arity == 0 then collectionTag() else tag(source.getVarint(), arity)

  /** Returns the tag of a marker or of a leaf's code. */
  def tag(code: Int, arity: Int): Int =
    if code <= arity && code >= 0 then code - 1
    else if code < 0 then
      throw new PickleException.BadReference(s"tag ${Integer.toUnsignedString(code)} is out of range")
    else PickleReader.reference(code - BinaryTags.firstReference(arity))

  private def collectionTag(): Int =
    val code = source.getVarlong()
    if code == BinaryTags.Null then PickleReader.NullTag
    else if code == BinaryTags.OtherArray then otherArray()
    else if (code & 1) == 0 then
      val number = (code - BinaryTags.collectionReference(0)) >>> 1
      if number > Int.MaxValue - 2 then throw new PickleException.BadReference(s"object $number is out of range")
      PickleReader.reference(number.toInt)
    else
      pendingHeader = (code - 1) >>> 1
      0

  private def otherArray(): Int =
    val name = getString()
    val code = source.getVarlong()
    if name == null || (code & 1) == 0 then
      throw new PickleException.Malformed("an array of another class than its place has no name or size")
    rare.arrayClass = name
    rare.arrayHeader = (code - 1) >>> 1
    pendingHeader = BinaryReader.OtherArray
    0

  override def getArrayClass(shape: Shape.Sequence): String | Null =
    if !isOtherArray then null
    else
      pendingHeader = rare.arrayHeader
      rare.arrayClass

  /** Returns true if the array whose tag was read is not of its place's class. */
  def isOtherArray: Boolean = pendingHeader == BinaryReader.OtherArray

  /** Returns true if the collection whose tag was read is empty; if so, it has been read. */
  def skipEmpty(): Boolean =
    val isEmpty = pendingHeader == 0
    if isEmpty then pendingHeader = BinaryReader.NoHeader
    isEmpty

  /** The marker of a value: false for a null. */
  def getPresence(): Boolean =
    val code = source.getVarint()
    if code == BinaryTags.Present then true
    else if code == BinaryTags.Null then false
    else
      throw new PickleException.BadReference(
        s"expected 0 or 1 before a value, found tag ${Integer.toUnsignedString(code)}"
      )

  def beginProduct(shape: Shape.Product): Unit = ()
  def nextField(shape: Shape.Product, previous: Int): Int =
    if previous + 1 < shape.fieldNames.length then previous + 1 else -1
  def endProduct(shape: Shape.Product): Unit = ()

  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit = ()
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit = ()

  def beginOptional(shape: Shape.Optional): Int =
    val found = getOption()
    if found == PickleReader.SomeNull && shape.element.nullness != Nullness.Marker then throw noSomeNull()
    found

  /** Fails because the content of this option is never null, or encodes its own null. */
  private[brine] def noSomeNull(): PickleException =
    new PickleException.Malformed(s"invalid option code ${BinaryTags.SomeNull}: the content type encodes its own null")

  /** Returns [[PickleReader.NullTag]], [[PickleReader.None]], [[PickleReader.Some]] or [[PickleReader.SomeNull]]. */
  def getOption(): Int =
    val code = source.getByte()
    if code < 0 || code > BinaryTags.SomeNull then
      throw new PickleException.Malformed(s"invalid option code $code: expected 0 to ${BinaryTags.SomeNull}")
    code - 1

  // Options of scalars at their places; from [[source]] itself, as in [[getString]].

  private inline def optionOf[A](inline get: => A): Option[A] | Null = getOption() match
    case PickleReader.None     => None
    case PickleReader.Some     => Some(get)
    case PickleReader.SomeNull => throw noSomeNull()
    case _                     => null

  def getBooleanOption(source: ByteSource): Option[Boolean] | Null = optionOf(source.getBoolean())
  def getByteOption(source: ByteSource): Option[Byte] | Null = optionOf(source.getByte())
  def getShortOption(source: ByteSource): Option[Short] | Null = optionOf(source.getShort())
  def getCharOption(source: ByteSource): Option[Char] | Null = optionOf(source.getChar())
  def getIntOption(source: ByteSource): Option[Int] | Null = optionOf(source.getZigzagInt())
  def getLongOption(source: ByteSource): Option[Long] | Null = optionOf(source.getZigzagLong())
  def getFloatOption(source: ByteSource): Option[Float] | Null = optionOf(source.getFloat())
  def getDoubleOption(source: ByteSource): Option[Double] | Null = optionOf(source.getDouble())
  def getStringOption(source: ByteSource): Option[String] | Null = optionOf(getString(source).asInstanceOf[String])

  def endSome(shape: Shape.Optional): Unit = ()

  def beginSequence(shape: Shape.Sequence): Long =
    val element = shape.element
    if element.takesBytes then getSize()
    else if element.isByHand then header()
    else sizeWithoutBytes(hasMarkers = isMarked(element))

  def nextElement(shape: Shape.Sequence, index: Int, size: Int): Boolean = index < size
  def endSequence(shape: Shape.Sequence): Unit = ()

  def beginMapping(shape: Shape.Mapping): Long =
    val (key, value) = (shape.key, shape.value)
    if key.takesBytes || value.takesBytes then getSize()
    else if key.isByHand || value.isByHand then header()
    else sizeWithoutBytes(hasMarkers = isMarked(key) || isMarked(value))

  def nextEntry(shape: Shape.Mapping, index: Int, size: Int): Boolean = index < size
  def beginValue(shape: Shape.Mapping): Unit = ()
  def endMapping(shape: Shape.Mapping): Unit = ()

  /** The header, as [[PickleReader.header]] or [[PickleReader.NullTag]], of a collection whose elements take a byte
    * each or more. A size is a claim, and a byte bears out one element at most, whichever collections are inside which:
    * all elements of the pickle are counted against all its bytes.
    */
  def getSize(): Long =
    val found = header()
    if found > 0 then
      if elementsLeft == BinaryReader.NotCounted then
        elementsLeft = if source.bounded then source.remaining else Long.MaxValue
      elementsLeft -= found >> 1
      if elementsLeft < 0 then throw tooFewBytes(found >> 1)
    found

  private def tooFewBytes(size: Long): PickleException =
    new PickleException.Truncated(s"a collection claims $size elements, ${source.remaining} bytes are left").atOffset(
      offset
    )

  /** Reads the size of a collection whose elements take no bytes. `hasMarkers`: if one of them is null, each has a
    * marker, so that the bytes bound their number. Otherwise they count against the limit, whatever the header says of
    * nulls.
    */
  private def sizeWithoutBytes(hasMarkers: Boolean): Long =
    val found = header()
    if found > 0 && !(hasMarkers && PickleReader.hasNulls(found)) then countWithoutBytes(found >> 1)
    found

  private def isMarked(shape: Shape): Boolean = shape.nullness == Nullness.Marker

  private def countWithoutBytes(values: Long): Unit =
    try budget.takeElements(values)
    catch case e: PickleException => throw e.atOffset(offset)

  /** It may take no bytes. */
  private[brine] override def readByHand[A](unpickler: Unpickler[A]): A =
    val start = offset
    val value = unpickler.unpickle(this)
    if offset == start then countWithoutBytes(1)
    value

  private def header(): Long =
    var found = pendingHeader
    if found == BinaryReader.NoHeader then found = source.getVarlong() - 1 else pendingHeader = BinaryReader.NoHeader
    if found < 0 && found != PickleReader.NullTag || found > (Int.MaxValue.toLong << 1 | 1) then
      throw new PickleException.Malformed("a collection's size is out of range")
    found

  override def getArray(shape: Shape.Sequence, kind: ScalarKind): AnyRef | Null = getArray(kind)

  /** An array of a primitive type. */
  def getArray(kind: ScalarKind): AnyRef | Null = kind match
    case ScalarKind.Boolean => getBooleans()
    case ScalarKind.Byte    => getBytes()
    case ScalarKind.Char    => getChars()
    case ScalarKind.Double  => getDoubles()
    case ScalarKind.Float   => getFloats()
    case ScalarKind.Int     => getInts()
    case ScalarKind.Long    => getLongs()
    case ScalarKind.Short   => getShorts()
    case other              => throw new IllegalArgumentException(other.toString)

  // For emitted code, which knows the class.

  def getBooleans(): Array[Boolean] | Null = array(source.getBooleans(_))
  def getBytes(): Array[Byte] | Null = array(source.getBytes(_))
  def getChars(): Array[Char] | Null = array(source.getChars(_))
  def getDoubles(): Array[Double] | Null = array(source.getDoubles(_))
  def getFloats(): Array[Float] | Null = array(source.getFloats(_))
  def getInts(): Array[Int] | Null = array(source.getInts(_))
  def getLongs(): Array[Long] | Null = array(source.getLongs(_))
  def getShorts(): Array[Short] | Null = array(source.getShorts(_))

  private inline def array[A](inline get: Int => A): A | Null =
    val header = getSize()
    if header == PickleReader.NullTag then null else get(length(header >>> 1))

  def getIdentity(shape: Shape): Int = if isEmptyNext && !shape.isMutableCollection then -1 else objectCount

  /** Returns true if the collection whose tag was read is empty. */
  private[brine] def isEmptyNext: Boolean =
    val header = if isOtherArray then rare.arrayHeader else pendingHeader
    header == 0 || header == 1

private object BinaryReader:
  final val NoHeader = -2L

  /** The count of elements before the first collection. */
  final val NotCounted = Long.MinValue

  /** The state that most messages do not need: a reader without it takes fewer bytes. */
  final class Rare:
    val subtypes = new java.util.ArrayList[Subtype[?]]()

    // The class and header of an array that is not of its place's class. A caller that does not read the class finds
    // no header.
    var arrayClass: String | Null = null
    var arrayHeader: Long = NoHeader

  /** Replaces a header that must be read together with the array's class. */
  final val OtherArray = -3L
