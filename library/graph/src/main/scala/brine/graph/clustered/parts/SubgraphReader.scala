package brine.graph.clustered.parts

import scala.collection.mutable.{ArrayBuffer, Growable}
import brine.{PickleException, PickleOptions, PickleReader, Subtype}
import brine.graph.clustered.columns.{Member, Role}
import brine.graph.clustered.file.{Cluster, ColumnInput, GraphFile}
import brine.graph.clustered.index.{EdgePlace, ObjectIndex, Slot, TypeRows}
import brine.graph.clustered.reading.{CodeWalker, PeekingReader}
import brine.plan.Plan
import brine.shape.{Nullness, ScalarKind, Shape}

/** Reads objects of a graph one by one, by its index, with all objects that they lead to, wherever they begin. Each
  * object is read once, and is then known.
  *
  * An object of the index is read by its row: the index has the object of each place, and the position of each value.
  * Calls of a pickler by hand read one value after the other from the columns, as in every reader.
  */
private[clustered] final class SubgraphReader(
    file: GraphFile,
    externals: IndexedSeq[AnyRef],
    index: ObjectIndex,
    isWatched: Boolean,
    loadLater: (Int, Plan) => Any,
    options: PickleOptions
) extends PeekingReader(file, file.tables.head.shape, externals, null, isWatched, options), Plan.LeavesTargets:

  /** The fields and elements that were read by the index. */
  var steps: Long = 0

  /** The numbers of the objects that have begun here. */
  private val met = new java.util.BitSet

  // The objects around the place. The rows are null for an object inside a value of a pickler by hand. `isByCalls` is
  // true while the calls of such a pickler read the place.
  private var rowsOf = new Array[TypeRows | Null](16)
  private var rowOf = new Array[Int](16)
  private var elementOf = new Array[Int](16)
  private var isByCalls = new Array[Boolean](16)

  /** The object that begins next. */
  private var nextRows: TypeRows | Null = null
  private var nextRow = 0

  // The place of an object, in the index: its slot, and the options and mapped types that were entered.
  private var edge: EdgePlace | Null = null
  private var isAtSlot = false
  private var slot = 0
  private var level = 0

  // The place of a value, in the index: its position in the place's column.
  private var value: EdgePlace | Null = null
  private var position = 0L

  /** Makes the object with this number the next value. */
  def want(number: Int): Unit =
    restart()
    enterSlot(null, number)

  /** Makes the graph's value the next value. */
  def beginRoot(): Unit =
    restart()
    objects = 0
    enterContent(index.rootPlace, index.root)

  private def restart(): Unit =
    nextRows = null
    nextAlone = -1
    place = clusters.root(file.tables.head.shape)
    isByCalls(0) = false
    leave()

  private def leave(): Unit =
    isAtSlot = false
    value = null

  private def enterSlot(place: EdgePlace | Null, at: Int): Unit =
    edge = place
    slot = at
    level = 0
    isAtSlot = true
    value = null

  /** Enters a place that has no marker for some types: inside options, at open places and at the root. */
  private def enterContent(place: EdgePlace, at: Int): Unit =
    enterSlot(place, at)
    skipUnmarked()

  /** Passes mapped types without a marker. Values that only calls can read have none either. */
  private def skipUnmarked(): Unit =
    while edge != null && edge.nn.kind == EdgePlace.Wrapper && !edge.nn.isMarked do
      edge = edge.nn.content
      level += 1
    if edge != null && !edge.nn.isMarked && slot < 0 && Slot.kind(slot) == Slot.Value then
      readByCalls(Slot.number(slot))

  /** Goes to a value that only calls of its pickler can read. */
  private def readByCalls(number: Int): Unit =
    leave()
    isByCalls(depthAround) = true
    objects = index.hand.begun(number)
    index.hand.goTo(number, file.columns)

  // ---- fields and elements

  private[graph] override def begin(cluster: Cluster[ColumnInput]): Unit =
    super.begin(cluster)
    leave()
    if depthAround >= rowOf.length then
      rowsOf = java.util.Arrays.copyOf(rowsOf, depthAround * 2)
      rowOf = java.util.Arrays.copyOf(rowOf, depthAround * 2)
      elementOf = java.util.Arrays.copyOf(elementOf, depthAround * 2)
      isByCalls = java.util.Arrays.copyOf(isByCalls, depthAround * 2)
    rowsOf(depthAround) = nextRows
    rowOf(depthAround) = nextRow
    isByCalls(depthAround) = nextRows == null
    nextRows = null

  /** The rows of the innermost object; null if it is read by calls. */
  private def here: TypeRows | Null = if depthAround == 0 then null else rowsOf(depthAround)

  override def nextField(shape: Shape.Product, previous: Int): Int =
    val next = super.nextField(shape, previous)
    val all = here
    if next >= 0 && all != null then
      steps += 1
      isByCalls(depthAround) = false
      val field = all.valueFields(next)
      if field != null then enterValue(field, rowOf(depthAround))
      else
        val at = all.edgeOfField(next)
        enterSlot(all.edges(at), all.slots(at)(rowOf(depthAround)))
    next

  private def enterValue(at: EdgePlace, first: Long): Unit =
    isAtSlot = false
    value = at
    position = first

  override def nextElement(shape: Shape.Sequence, index: Int, size: Int): Boolean =
    val isThere = super.nextElement(shape, index, size)
    if isThere then enterElement(index, 0)
    isThere

  override def nextEntry(shape: Shape.Mapping, index: Int, size: Int): Boolean =
    val isThere = super.nextEntry(shape, index, size)
    if isThere then enterElement(index, 0)
    isThere

  override def beginValue(shape: Shape.Mapping): Unit =
    super.beginValue(shape)
    if here != null then enterElement(elementOf(depthAround), 1)

  private def enterElement(element: Int, part: Int): Unit =
    val all = here
    if all != null then
      steps += 1
      isByCalls(depthAround) = false
      elementOf(depthAround) = element
      val at = (if all.hasElements then all.starts(rowOf(depthAround)) else 0) + element
      if all.edges.length == 0 then enterValue(all.elementPlaces(part), at)
      else
        val kept = all.slots(0)(at * all.edges.length + part)
        if all.isPassed(part) then enterValue(all.elementPlaces(part), kept)
        else enterSlot(all.edges(part), kept)

  // ---- scalars

  /** The number at the place. */
  private inline def number(inline byCalls: => Long): Long =
    val at = value
    if at == null then byCalls else at.scalarAccess.long(position)

  /** The value at the place; damage is reported with its block. */
  private def scalar: Any = value.nn.scalarAccess.scalar(value.nn.shape.asInstanceOf[Shape.Scalar].kind, position)

  override def getBoolean(): Boolean =
    if value == null then super.getBoolean() else scalar.asInstanceOf[Boolean]
  override def getByte(): Byte = if value == null then super.getByte() else scalar.asInstanceOf[Byte]
  override def getShort(): Short = if value == null then super.getShort() else scalar.asInstanceOf[Short]
  override def getChar(): Char = if value == null then super.getChar() else scalar.asInstanceOf[Char]
  override def getInt(): Int = if value == null then super.getInt() else scalar.asInstanceOf[Int]
  override def getLong(): Long = number(super.getLong())
  override def getFloat(): Float = if value == null then super.getFloat() else scalar.asInstanceOf[Float]
  override def getDouble(): Double =
    if value == null then super.getDouble() else java.lang.Double.longBitsToDouble(number(0))
  override def getString(): String | Null =
    val at = value
    if at == null then super.getString() else at.scalarAccess.string(position)

  override def getArray(shape: Shape.Sequence, kind: ScalarKind): AnyRef | Null =
    if nextRows == null || kind == ScalarKind.Unit then super.getArray(shape, kind)
    else
      val header = beginSequence(shape)
      at(Member.Element)
      val numbers = in(Role.of(kind))
      if PickleReader.size(header) > 0 then numbers.moveTo(here.nn.starts(rowOf(depthAround)))
      val array = numbers.nextArray(kind, PickleReader.size(header))
      endSequence(shape)
      array

  override def getArrayClass(shape: Shape.Sequence): String | Null =
    val all = nextRows
    if all == null then super.getArrayClass(shape) else all.arrayClasses.string(nextRow)

  private[brine] override def getElements(plan: Plan.Sequence, header: Long, into: Growable[Any]): Int = -1

  // ---- identities

  protected override def identityOf(id: Int): Int =
    met.set(id)
    externals.length + id

  private def referenceTo(number: Int): Int = PickleReader.reference(externals.length + number)

  /** Counts nothing: only a reader of the whole graph can compare counts with the footer. */
  private[graph] override def begun(cluster: Cluster[ColumnInput]): Unit = ()

  // ---- places

  override def getTag(shape: Shape, arity: Int): Int =
    if value != null then tagOfValue(shape)
    else if isAtSlot then tagOfSlot(shape, arity)
    else if isAhead then super.getTag(shape, arity)
    else
      val code = lookAhead(nextCode())
      if code < Role.FirstReference then super.getTag(shape, arity) else refer(target(this.code()), shape, arity)

  /** A scalar in mapped types. */
  private def tagOfValue(shape: Shape): Int =
    value.nn.codeAccess.long(position) match
      case Role.Present =>
        enterPresent()
        0
      case Role.Null => PickleReader.NullTag
      case other     => throw new PickleException.Malformed(s"invalid code $other at a ${shape.name}")

  private def enterPresent(): Unit =
    position = value.nn.codeAccess.presentAt(position)
    value = value.nn.content
    while value.nn.kind == EdgePlace.Wrapper && !value.nn.isMarked do value = value.nn.content
    place = place.content

  /** The code at the slot: that of a value, or of the absence of one, by which an external object is its number. */
  private def codeOfSlot: Long =
    if slot >= 0 then Role.Present
    else
      Slot.kind(slot) match
        case Slot.Null     => Role.Null
        case Slot.None     => Role.None
        case Slot.SomeNull => Role.SomeNull
        case Slot.External => Role.FirstExternal - Slot.number(slot)
        case Slot.Odd =>
          val odd = index.odd(Slot.number(slot))
          if odd.level == ObjectIndex.Unknown then index.checkComplete()
          if odd.level > level || odd.level == ObjectIndex.InLeaf then Role.Present else odd.code
        case _ => Role.Present

  private def tagOfSlot(shape: Shape, arity: Int): Int =
    val code = codeOfSlot
    if code >= Role.FirstReference then refer(index.odd(Slot.number(slot)).target, shape, arity)
    else if code != Role.Present then
      leave()
      tagOf(code)
    else
      shape match
        case _: Shape.Mapped =>
          enterInside()
          0
        case _ if slot >= 0 => refer(slot, shape, arity)
        case other          => tagOfOther(other, arity)

  /** Enters an option or a mapped type. */
  private def enterInside(): Unit =
    place = place.content
    level += 1
    if edge != null then
      edge = edge.nn.content
      skipUnmarked()

  private def tagOfOther(shape: Shape, arity: Int): Int =
    val at = slot
    val from = edge.nn
    leave()
    Slot.kind(at) match
      case Slot.Leaf => Slot.number(at)
      case Slot.Empty =>
        val rows = if from.kind == EdgePlace.Family then leafWith(from, _.kind == EdgePlace.Object) else from
        open(rows.rows, Slot.number(at))
        pretend(codes(rows.rows, Slot.number(at), shape))
        super.getTag(shape, arity)
      case Slot.Value =>
        val number = Slot.number(at)
        val leaf = from.kind match
          case EdgePlace.Family => from.rows.leafPlaces.indexOf(index.hand.place(number))
          case _                => 0
        place = if from.kind == EdgePlace.Family then cluster(shape).place(Member.Content) else place.content
        readByCalls(number)
        leaf
      case _ =>
        val leaf = index.odd(Slot.number(at))
        place = cluster(shape).place(Member.Content)
        enterContent(from.rows.leafPlaces(leaf.code.toInt), leaf.target)
        leaf.code.toInt

  private def leafWith(family: EdgePlace, is: EdgePlace => Boolean): EdgePlace = family.rows.leafPlaces.find(is).get

  override def beginOptional(shape: Shape.Optional): Int =
    val code =
      if value != null then value.nn.codeAccess.long(position)
      else if isAtSlot then codeOfSlot
      else -1
    if value == null && !isAtSlot then super.beginOptional(shape)
    else if code == Role.Present then
      if value != null then enterPresent() else enterInside()
      PickleReader.Some
    else
      leave()
      pretend(Seq(code))
      super.beginOptional(shape)

  // ---- objects

  private def open(all: TypeRows, row: Int): Unit =
    nextRows = all
    nextRow = row

  /** Begins an object of the index, or refers to it. */
  private def refer(number: Int, shape: Shape, arity: Int): Int =
    val isSequential = isByCalls(depthAround)
    leave()
    if met.get(number) then referenceTo(number)
    else
      val all = index.typeOf(number)
      val row = index.rowOf(number)
      val codes = this.codes(all, row, shape)
      if isSequential then jumps += new Jump(depthAround, objects, shape.isInstanceOf[Shape.Open], file.positions)
      objects = number
      open(all, row)
      pretend(codes)
      if all.shape.isInstanceOf[Shape.Open] then
        nextRows = null
        nextAlone = number
      super.getTag(shape, arity)

  /** The codes that precede the fields of an object, or the elements of a collection, at a place of this type. */
  private def codes(all: TypeRows, row: Int, shape: Shape): Seq[Long] =
    def is(shape: Shape) =
      val known = clusters.findLike(shape)
      known != null && known.number == all.cluster.number
    def wrong = new PickleException.WrongType(shape.name, s"a reference to a ${all.shape.name}")
    def size = if all.isCollection then Seq(index.sizeOf(all, row).toLong) else Nil
    shape match
      case s: Shape.Sum =>
        val leaf = s.leafShapes.indexWhere(is)
        if leaf < 0 then throw wrong
        val isFirst = !all.shape.isMutableCollection // its size is read for its identity
        val rest = if !all.isCollection then Nil else if isFirst then size :+ 0L else 0L +: size
        Seq(Role.Present.toLong, leaf.toLong) ++ rest
      case _: Shape.Open =>
        val subtype = subtypeOf(all, row, is)
        if subtype < 0 then throw wrong
        Seq(Role.Present.toLong, subtype.toLong) ++ (if all.isCollection then 0L +: size else Nil)
      case other =>
        if !is(other) then throw wrong
        Role.Present.toLong +: size

  private def subtypeOf(all: TypeRows, row: Int, is: Shape => Boolean): Int =
    if all.shape.isInstanceOf[Shape.Open] then all.subtypes(row)
    else
      val known = index.subtypeOf(objectAt(all, row))
      if known >= 0 then known else subtypeTables.indexWhere(table => is(table.shape))

  private def objectAt(all: TypeRows, row: Int): Int = all.numbers(row)

  /** The object without fields of an open type that begins next; -1 if its content is read by calls, or has fields. */
  private var nextAlone = -1

  override def beginOpen(shape: Shape.Open): Subtype[?] =
    val number = nextAlone
    nextAlone = -1
    val subtype = super.beginOpen(shape)
    if number >= 0 then
      val all = index.typeOf(number)
      val row = index.rowOf(number)
      enterContent(all.openContent(row), all.slots(0)(row))
    subtype

  private[graph] override def end(): Unit =
    super.end()
    leave()
    goBack(isOpen = false)

  override def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit =
    super.endOpen(shape, subtype)
    leave()
    goBack(isOpen = true)

  // ---- references of values of picklers by hand

  private final class Jump(val depth: Int, val objects: Int, val isOpen: Boolean, val positions: Array[Long])

  private val jumps = ArrayBuffer.empty[Jump]

  /** Goes on behind a reference of a pickler by hand, after the object has been read. */
  private def goBack(isOpen: Boolean): Unit =
    if jumps.nonEmpty && jumps.last.depth == depthAround && jumps.last.isOpen == isOpen then
      val jump = jumps.remove(jumps.length - 1)
      objects = jump.objects
      file.moveTo(jump.positions)

  // ---- edges whose targets are read later

  private[brine] override def later(edge: Plan.Mapped): AnyRef | Null =
    val target = edge.inner.get
    if !isAtSlot || slot < 0 || !CodeWalker.hasNumber(target.shape) then null
    else
      val number = slot
      leave()
      edge.edge.nn.later(() => loadLater(number, target))
