package brine.region.values

import brine.{PickleException, PickleOptions, PickleReader, Sharing, Subtype, Unpickler}
import brine.binary.BinaryReader
import brine.region.layout.{ElementSlots, ObjectLayout, Ref, SlotLayout}
import brine.shape.{ScalarKind, Shape}
import brine.wire.{Blocks, ByteSource}

/** Copies values out of a region, for any pickler: the counterpart of `RegionBuilder`.
  *
  * It is at a slot (a word, a scalar), or has already followed the word to an object, which is read next.
  */
private[region] final class RegionReader(blocks: Blocks, root: SlotLayout, rootRef: Long, options: PickleOptions)
    extends PickleReader(options):
  private var place = root
  private var at = 0L

  /** The bytes between the beginning of the object and `at`. */
  private var before = 0L
  private var width = 4
  private var ref = rootRef
  private var isFollowed = true

  private var frames = new Array[RegionReader.Frame](16)
  private var depthAround = 0

  /** The object or collection that is being read. */
  private var around = new RegionReader.Frame

  override def offset: Long = at

  private def stand(place: SlotLayout, start: Long, at: Long, width: Int): Unit =
    this.place = place
    this.at = at
    this.before = at - start
    this.width = width
    isFollowed = false

  private def found(place: SlotLayout, ref: Long): Unit =
    this.place = place
    this.ref = ref
    isFollowed = true

  private def peek(): Long =
    if !isFollowed then
      found(
        place,
        if place.isReference then StructuralEquality.follow(place, at, before, width, blocks) else wrong("an object")
      )
    ref

  /** The object here; a null is refused. */
  private def take(): Long =
    val ref = peek()
    if Ref.isNull(ref) then throw new PickleException.NullValue(s"expected an object, found null")
    Ref.position(ref)

  private def wrong(expected: String): Nothing =
    throw new PickleException.WrongType(expected, "a place of another type").atOffset(at)

  /** Goes into the cell of a value that is not an object. */
  private def enterCell(): Unit =
    if isFollowed || place.isReference then
      place.layout match
        case c: ObjectLayout.Cell =>
          val cell = take()
          stand(c.content, cell, cell, c.content.width)
        case _ if !place.isReference => stand(place, Ref.position(ref), Ref.position(ref), place.width) // the root
        case _                       => ()

  private def scalar(kind: ScalarKind): Long =
    while place.isCelled || isFollowed && !place.isReference do enterCell()
    if place.kind != kind.ordinal then wrong(kind.toString)
    StructuralEquality.bits(place, at, blocks)

  def getUnit(): Unit = { val ignored = scalar(ScalarKind.Unit) }
  def getBoolean(): Boolean = scalar(ScalarKind.Boolean) match
    case 0 => false
    case 1 => true
    case n => throw new PickleException.Malformed(s"expected a Boolean of 0 or 1, found $n").atOffset(at)
  def getByte(): Byte = scalar(ScalarKind.Byte).toByte
  def getShort(): Short = scalar(ScalarKind.Short).toShort
  def getChar(): Char = scalar(ScalarKind.Char).toChar
  def getInt(): Int = scalar(ScalarKind.Int).toInt
  def getLong(): Long = scalar(ScalarKind.Long)
  def getFloat(): Float = java.lang.Float.intBitsToFloat(scalar(ScalarKind.Float).toInt)
  def getDouble(): Double = java.lang.Double.longBitsToDouble(scalar(ScalarKind.Double))

  def getString(): String | Null =
    enterOwn()
    if Ref.isNull(peek()) then null
    else
      val text = take()
      count(ElementSlots.textWords(text, blocks))
      ElementSlots.text(text, blocks)

  /** A value that encodes its own null, inside a type with another null: it is in a cell. */
  private def enterOwn(): Unit = while place.isCelled do enterCell()

  def getTag(shape: Shape, arity: Int): Int = shape match
    case s: Shape.Sum =>
      enterOwn()
      val ref = peek()
      if Ref.isNull(ref) then PickleReader.NullTag else leaf(s, ref)
    case _ =>
      if Ref.isNull(peek()) then PickleReader.NullTag else 0

  private def leaf(s: Shape.Sum, ref: Long): Int =
    val tagged = place.layout match
      case t: ObjectLayout.Tagged => t
      case _                      => wrong(s.name)
    val leaf = Ref.tag(ref) - 1
    if leaf < 0 || leaf >= tagged.leaves.length then
      throw new PickleException.UnknownLeaf(s.name, s"number $leaf").atOffset(at)
    val content = tagged.leaves(leaf)
    if (content == null) != (Ref.position(ref) == 0) then
      throw new PickleException.UnknownLeaf(
        s.name,
        s"number $leaf ${if content == null then "with" else "without"} an object"
      ).atOffset(at)
    if content != null then enter(content, Ref.position(ref))
    leaf

  private def enter(content: ObjectLayout.Content, position: Long): Unit =
    if content.isDirect then found(content.place, position)
    else stand(content.place, position, position, content.place.width)

  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit = ()
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit = ()

  // ---- objects

  /** The words of 4 bytes that the region's bytes still pay for. */
  private var wordsLeft = blocks.length >>> 2

  /** Counts the words that objects, strings and collections take. */
  private def count(words: Long): Unit =
    wordsLeft -= words
    if wordsLeft < 0 then
      budget.takeUnits(-wordsLeft, StepBudget.Sharing)
      wordsLeft = 0

  private var bytesLeft = blocks.length

  private[brine] override def payBudget(): Unit =
    budget.pay(bytesLeft)
    bytesLeft = 0

  private def push(): RegionReader.Frame =
    count(1)
    if depthAround == frames.length then frames = java.util.Arrays.copyOf(frames, depthAround * 2)
    var frame = frames(depthAround)
    if frame == null then
      frame = new RegionReader.Frame
      frames(depthAround) = frame
    depthAround += 1
    around = frame
    frame

  private def pop(): Unit =
    depthAround -= 1
    if depthAround > 0 then around = frames(depthAround - 1)

  def beginProduct(shape: Shape.Product): Unit =
    val at = take()
    place.layout match
      case r: ObjectLayout.Record =>
        val frame = push()
        frame.places = r.places
        frame.offsets = r.offsets
        frame.start = at
      case _ => wrong(shape.name)

  def nextField(shape: Shape.Product, previous: Int): Int =
    val index = previous + 1
    val frame = around
    if index >= frame.places.length then -1
    else
      val place = frame.places(index)
      stand(place, frame.start, frame.start + frame.offsets(index), place.width)
      index

  def endProduct(shape: Shape.Product): Unit = pop()

  override def getObject(shape: Shape.Singleton): Unit = ()
  def beginOpen(shape: Shape.Open): Subtype[?] = throw new PickleException.NotCompact(shape.name, "is an open type")
  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = ()

  def beginOptional(shape: Shape.Optional): Int =
    enterOwn()
    val ref = peek()
    place.layout match
      case m: ObjectLayout.Maybe =>
        if Ref.isNull(ref) then PickleReader.NullTag
        else if Ref.tag(ref) == SlotLayout.None then PickleReader.None
        else if Ref.tag(ref) != SlotLayout.Some then
          throw new PickleException.UnknownLeaf("Option", s"number ${Ref.tag(ref)}").atOffset(at)
        else if Ref.position(ref) == 0 then someNull(m)
        else
          enter(m.content, Ref.position(ref))
          PickleReader.Some
      case _ => wrong(shape.name)

  private def someNull(m: ObjectLayout.Maybe): Int =
    if m.shape.element.nullness == brine.shape.Nullness.Own then
      found(m.content.place, Ref.Null)
      PickleReader.Some
    else PickleReader.SomeNull

  def endSome(shape: Shape.Optional): Unit = ()

  // ---- collections

  def beginSequence(shape: Shape.Sequence): Long =
    enterOwn()
    if Ref.isNull(peek()) then PickleReader.NullTag
    else
      place.layout match
        case i: ObjectLayout.Items =>
          val frame = push()
          frame.element = i.element
          frame.start = take()
          frame.rows = ElementSlots.ofItems(frame.start, i.element, blocks)
          checkCount(frame.rows.nn)
          if frame.rows.nn.width > 0 then count(frame.rows.nn.words)
          PickleReader.header(frame.rows.nn.size, hasNulls = true)
        case _ => wrong(shape.name)

  private def checkCount(rows: ElementSlots): Unit = if rows.width == 0 then budget.takeElements(rows.size)

  def nextElement(shape: Shape.Sequence, index: Int, size: Int): Boolean =
    index < size && {
      val frame = around
      stand(frame.element.nn, frame.start, frame.rows.nn.at(index), frame.rows.nn.width)
      true
    }

  def endSequence(shape: Shape.Sequence): Unit = pop()

  override def getArray(shape: Shape.Sequence, kind: ScalarKind): AnyRef | Null =
    enterOwn()
    if Ref.isNull(peek()) then null
    else
      val rows = place.layout match
        case i: ObjectLayout.Items => ElementSlots.ofItems(take(), i.element, blocks)
        case _                     => wrong(shape.name)
      checkCount(rows)
      count(1 + (if rows.width > 0 then rows.words else 0))
      val array = kind.tag.newArray(rows.size).asInstanceOf[AnyRef]
      if rows.size > 0 && kind != ScalarKind.Unit then blocks.getArray(rows.start, array)
      array

  def beginMapping(shape: Shape.Mapping): Long =
    enterOwn()
    if Ref.isNull(peek()) then PickleReader.NullTag
    else
      place.layout match
        case e: ObjectLayout.Entries =>
          val map = take()
          val table = ElementSlots.tableOf(map, e, blocks)
          val frame = push()
          count(table.bytes / 4 - 1)
          frame.start = map
          frame.entries = e
          frame.rows = new ElementSlots(map + table.keysAt, table.size, table.keyWidth, table.keyWidth == 8)
          frame.values = new ElementSlots(map + table.valuesAt, table.size, table.valueWidth, table.valueWidth == 8)
          if table.keyWidth == 0 then checkCount(frame.rows.nn)
          PickleReader.header(table.size, hasNulls = true)
        case _ => wrong(shape.name)

  def nextEntry(shape: Shape.Mapping, index: Int, size: Int): Boolean =
    index < size && {
      val frame = around
      frame.index = index
      stand(frame.entries.nn.key, frame.start, frame.rows.nn.at(index), frame.rows.nn.width)
      true
    }

  def beginValue(shape: Shape.Mapping): Unit =
    val frame = around
    stand(frame.entries.nn.value, frame.start, frame.values.nn.at(frame.index), frame.values.nn.width)

  def endMapping(shape: Shape.Mapping): Unit = pop()

  def getIdentity(shape: Shape): Int = -1

  /** `RegionBuilder.putByHand` writes with this sharing, whatever the options say. */
  private lazy val byHand = options.copy(sharing = Sharing.Tracked)

  private[brine] override def getByHand(unpickler: Unpickler[?]): Any =
    val bytes = take()
    count(ElementSlots.textWords(bytes, blocks))
    val source = ByteSource.of(ElementSlots.ofBytes(bytes, blocks))
    val value = unpickler.unpickle(new BinaryReader(source, byHand))
    if !source.atEnd() then throw new PickleException.TrailingBytes(source.remaining).atOffset(at)
    value

private[region] object RegionReader:
  /** An object or collection that is being read. */
  private final class Frame:
    var start = 0L
    var places: Array[SlotLayout] = RegionReader.NoPlaces
    var offsets: Array[Int] = RegionReader.NoOffsets
    var element: SlotLayout | Null = null
    var entries: ObjectLayout.Entries | Null = null
    var rows: ElementSlots | Null = null
    var values: ElementSlots | Null = null
    var index = 0

  private val NoPlaces = new Array[SlotLayout](0)
  private val NoOffsets = new Array[Int](0)
