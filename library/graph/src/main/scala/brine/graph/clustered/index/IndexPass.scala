package brine.graph.clustered.index

import scala.util.control.NonFatal
import brine.{FailureBoundary, HandwrittenCalls, PickleException, PickleOptions, Unpickler}
import brine.evolve.StandardValues
import brine.graph.clustered.columns.{Member, Role}
import brine.graph.clustered.PathText
import brine.graph.clustered.file.{ColumnInput, GraphFile}
import brine.graph.types.TypeTable
import brine.shape.{Fingerprint, ScalarKind, Shape}

/** Finds all objects of a graph, in one pass over its codes: makes an [[ObjectIndex]].
  *
  * Follows codes as [[ClusteredReader]] does, and builds nothing. Does not recurse. Moves only the columns of codes. In
  * a graph with picklers by hand it moves all columns, since the calls of these picklers may take values from any of
  * them.
  */
private[graph] final class IndexPass(
    file: GraphFile,
    byHand: Shape.Custom => Unpickler[?] | Null,
    options: PickleOptions
) extends TypesByShape:
  private val reader = new TouchReader(this, file.reopened, options)
  private val root = file.tables.head.shape
  private[index] var rootSlot = 0
  private[index] val rows: Array[TypeRows] =
    val all = new Array[TypeRows](reader.clusters.size)
    for cluster <- reader.clusters.iterator do
      all(cluster.number) = new TypeRows(cluster, cluster.count, expected(cluster.count), this)
    all

  /** The number of places to make room for. A claim may be false: more room is made when they are there. */
  private def expected(claimed: Long): Long = math.min(claimed, math.max(16, 4 * file.bytes))

  def of(shape: Shape): TypeRows = rows(reader.cluster(shape).number)
  def subtype(number: Int): Shape = subtypes(number).shape
  def isSubtype(number: Int): Boolean = number >= 0 && number < subtypes.length

  private val rootPlace = EdgePlace.inside(reader.clusters.root(root), root, this)

  /** True if picklers by hand may take values from any column. */
  private val countsAll: Boolean = file.tables.exists(table => IndexPass.holdsCustom(table.shape))

  private val subtypes = reader.subtypeTables
  private val hand = new HandValues
  private[index] val odd = new ObjectIndex.OddCodes
  private val handEdges = new ObjectIndex.HandEdges

  // Of each object.
  private[index] val types = new Ints(expected(file.objects))
  private[index] val rowOf = new Ints(expected(file.objects))
  private[index] val parents = new Ints(expected(file.objects))
  private var objects = 0

  // The objects around the place: the rows, the row and the number of each, the next member or element, the number of
  // these, and the first slot.
  private var around = new Array[TypeRows](16)
  private var row = new Array[Int](16)
  private var owner = new Array[Int](16)
  private var next = new Array[Int](16)
  private var end = new Array[Int](16)
  private var first = new Array[Int](16)
  private var depth = 0

  /** The codes read last, for the offset of a failure. */
  private var last: ColumnInput | Null = null

  def run(): ObjectIndex =
    try
      rootSlot = enter(rootPlace, -1)
      while depth > 0 do follow()
      check()
      made(null)
    catch
      case NonFatal(e) =>
        FailureBoundary.partFailure(e) match
          case e: PickleException =>
            failed(e.atOffset(if last == null then PickleException.NoOffset else last.nn.offset))
          case other => throw other

  /** The index that a file has, in place of a pass. */
  private[index] def restored(count: Int, root: Int): ObjectIndex =
    objects = count
    rootSlot = root
    made(null)

  /** True if some values can be read only by calls of a pickler. */
  private[index] def hasHandValues: Boolean = countsAll || hand.nonEmpty

  private def made(failure: PickleException | Null): ObjectIndex =
    new ObjectIndex(
      file,
      rows,
      types,
      rowOf,
      parents,
      objects,
      rootPlace,
      rootSlot,
      hand,
      odd,
      handEdges,
      reader,
      failure
    )

  /** Throws the failure, with its path. If the reason is a pickler by hand that is not known here, makes an index of
    * the objects before its value.
    */
  private def failed(e: PickleException): ObjectIndex =
    val failure = e.prepend(pathHere)
    e match
      case _: PickleException.IncompatibleShape =>
        val unknown = Slot.of(Slot.Odd, odd.add(ObjectIndex.Unknown, 0, -1))
        if depth == 0 then rootSlot = unknown
        while depth > 0 do leaveUnknown(unknown)
        for all <- rows if all.shape.isInstanceOf[Shape.Open] && all.count > 0 do all.slots(0)(all.count - 1) = unknown
        made(failure)
      case _ => throw failure

  /** Leaves the innermost object: its remaining places, from that of the failure on, are unknown. */
  private def leaveUnknown(unknown: Int): Unit =
    depth -= 1
    val all = around(depth)
    for at <- math.max(0, next(depth) - 1) until end(depth) do
      if all.isCollection then all.slots(0)(first(depth) + at) = unknown
      else all.slots(at)(row(depth)) = unknown

  private def check(): Unit =
    if objects != file.objects then
      throw new PickleException.Malformed(s"expected ${file.objects} objects, found $objects")
    for all <- rows do
      if all.count != all.announced then
        throw new PickleException.Malformed(
          s"the footer announces ${all.announced} of ${all.shape.name}, and ${all.count} were found"
        )
      all.codes.foreach(checkEnd)
    if countsAll then reader.file.columns.foreach(checkEnd)

  private def checkEnd(column: ColumnInput): Unit =
    if !column.isAtEnd then
      throw new PickleException.Malformed(s"a column of ${Role.name(column.key.role)} has more values than its objects")

  // ---- steps

  /** Follows the members or elements of the innermost object until another object begins in it, or it ends. */
  private def follow(): Unit =
    val top = depth - 1
    val all = around(top)
    if all.isClass then followFields(all, top)
    else if all.isMap then followEntries(all, top)
    else followElements(all, top)
    if depth == top + 1 then depth = top

  private def followFields(all: TypeRows, top: Int): Unit =
    val (atRow, number, last) = (row(top), owner(top), end(top))
    var at = next(top)
    while at < last && depth == top + 1 do
      next(top) = at + 1
      all.slots(at)(atRow) = enter(all.edges(at), number)
      at += 1

  private def followElements(all: TypeRows, top: Int): Unit =
    val (start, number, last) = (first(top), owner(top), end(top))
    val slots = all.slots(0)
    val place = all.edges(0)
    var at = next(top)
    while at < last && depth == top + 1 do
      next(top) = at + 1
      slots.set(start + at, enter(place, number))
      at += 1

  private def followEntries(all: TypeRows, top: Int): Unit =
    val (start, number, last) = (first(top), owner(top), end(top))
    var at = next(top)
    while at < last && depth == top + 1 do
      next(top) = at + 1
      val member = at & 1
      val slot = if all.isPassed(member) then pass(all, member) else enter(all.edges(member), number)
      all.slots(0).set(start + at, slot)
      at += 1

  /** Passes a key or a value without objects of a map that has objects, too. Returns its position in its column. */
  private def pass(all: TypeRows, member: Int): Int =
    if countsAll then
      all.passed(member) = positionOf(all.columnOf(member))
      skip(all.edges(member))
    all.passed(member) += 1
    all.passed(member) - 1

  private def positionOf(column: ColumnInput | Null): Int =
    if column == null then 0 else Math.toIntExact(column.position)

  private def push(all: TypeRows, atRow: Int, number: Int, count: Int, firstSlot: Int): Unit =
    if depth == next.length then grow()
    around(depth) = all
    row(depth) = atRow
    owner(depth) = number
    next(depth) = 0
    end(depth) = count
    first(depth) = firstSlot
    depth += 1

  private def grow(): Unit =
    around = java.util.Arrays.copyOf(around, depth * 2)
    row = java.util.Arrays.copyOf(row, depth * 2)
    owner = java.util.Arrays.copyOf(owner, depth * 2)
    next = java.util.Arrays.copyOf(next, depth * 2)
    end = java.util.Arrays.copyOf(end, depth * 2)
    first = java.util.Arrays.copyOf(first, depth * 2)

  // ---- places

  /** Follows a place up to an object, whose parts come in later steps. Returns the place's slot. */
  private def enter(start: EdgePlace, parent: Int): Int =
    val codes = start.codes
    last = codes
    if start.kind == EdgePlace.Object && start.isMarked then
      val code = codes.next()
      if code == Role.Present then begin(start, parent, -1)
      else if code >= Role.FirstReference then target(code)
      else absent(start, code, 0)
    else enterOther(start, parent)

  private def enterOther(start: EdgePlace, parent: Int): Int =
    var place = start
    var owner = parent
    var level = 0
    var slot = 0
    var isDone = false
    // The objects of open types around the place: the first one, and the rows, the row and the content of the last one.
    var opened = -1
    var open: TypeRows | Null = null
    var openRow = 0
    var content: EdgePlace | Null = null
    // The leaves around the place that are neither a class nor a collection.
    var leaves = List.empty[Int]
    while !isDone do
      last = place.codes
      val code = if place.isMarked then place.codes.next() else Role.Present.toLong
      isDone = true
      if code != Role.Present then slot = absent(place, code, level)
      else
        place.kind match
          case EdgePlace.Object => slot = begin(place, owner, if place eq content then owner else -1)
          case EdgePlace.Wrapper =>
            place = place.content
            level += 1
            isDone = false
          case EdgePlace.Family =>
            val leaf = leafOf(place)
            place = place.rows.leafPlaces(leaf)
            if place.kind == EdgePlace.Single then slot = Slot.of(Slot.Leaf, leaf)
            else
              isDone = false
              if place.isInsideLeaf then
                leaves = leaf :: leaves
                level = 0
          case EdgePlace.Open =>
            if place eq content then
              throw new PickleException.Malformed(s"an object of a ${place.shape.name} is itself of an open type")
            val number = newObject(place.rows, place.rows.count, owner)
            if open == null then opened = inLeaves(leaves, number)
            else open.slots(0)(openRow) = inLeaves(leaves, number)
            leaves = Nil
            owner = number
            open = place.rows
            openRow = place.rows.count
            beginOpen(place, number)
            content = place.rows.openContent(openRow)
            place = content.nn
            level = 0
            isDone = false
          case EdgePlace.Single => slot = Slot.of(Slot.Leaf, 0)
          case EdgePlace.Hand   => slot = byHand(place, place.shape.asInstanceOf[Shape.Custom], owner)
          case _                => slot = scalar(place)
    if open == null then inLeaves(leaves, slot)
    else
      open.slots(0)(openRow) = inLeaves(leaves, slot)
      opened

  /** The slot of a leaf's content. */
  private def inLeaves(leaves: List[Int], slot: Int): Int =
    leaves.foldLeft(slot)((inner, leaf) => Slot.of(Slot.Odd, odd.add(ObjectIndex.InLeaf, leaf, inner)))

  private def leafOf(place: EdgePlace): Int =
    val all = place.rows
    val leaf = all.leaves.nn.next()
    if leaf < 0 || leaf >= all.leafPlaces.length then
      throw new PickleException.Malformed(s"invalid leaf $leaf of ${all.shape.name}")
    all.count += 1
    leaf.toInt

  private def beginOpen(place: EdgePlace, number: Int): Unit =
    val all = place.rows
    all.numbers(all.count) = number
    val subtype = all.leaves.nn.next()
    if subtype < 0 || subtype >= subtypes.length then
      throw new PickleException.Malformed(s"invalid subtype $subtype of ${all.shape.name}")
    all.subtypes(all.count) = subtype.toInt
    all.count += 1

  /** The object to which a code refers. */
  private def target(code: Long): Int =
    val target = objects - 1 - (code - Role.FirstReference)
    if target < 0 then throw new PickleException.Malformed(s"invalid code $code after $objects objects")
    target.toInt

  private def absent(place: EdgePlace, code: Long, level: Int): Int =
    if code >= Role.FirstReference && place.leadsToObjects then target(code)
    else if level > 0 || code >= Role.FirstReference then
      val number = if code >= Role.FirstReference then odd.add(level, Role.FirstReference, target(code))
      else odd.add(level, code, -1)
      Slot.of(Slot.Odd, number)
    else if code <= Role.FirstExternal then Slot.of(Slot.External, external(code))
    else Slot.of((code - Role.Null).toInt, 0)

  private def external(code: Long): Long =
    val number = Role.FirstExternal - code
    if number >= file.externals.length then
      throw new PickleException.Malformed(s"invalid external object $number: the graph has ${file.externals.length}")
    number

  // ---- objects

  private def newObject(all: TypeRows, atRow: Int, parent: Int): Int =
    val number = objects
    if number >= file.objects then
      throw new PickleException.Malformed(s"more objects than the ${file.objects} that the footer announces")
    objects = number + 1
    types(number) = all.cluster.number
    rowOf(number) = atRow
    parents(number) = parent
    number

  /** Begins an object of a class or a collection; `opened` is its number if it has one already. Returns its slot. */
  private def begin(place: EdgePlace, parent: Int, opened: Int): Int =
    val all = place.rows
    val atRow = all.count
    if atRow >= all.announced then
      throw new PickleException.Malformed(s"more values of ${all.shape.name} than the footer announces")
    if all.isClass then
      all.count = atRow + 1
      val number = numberOf(all, atRow, parent, opened)
      all.numbers(atRow) = number
      if countsAll then skipValues(all)
      if all.edges.length > 0 then push(all, atRow, number, all.edges.length, 0)
      number
    else
      val size = all.sizes.nn.next()
      checkSize(size, all)
      all.count = atRow + 1
      val number =
        if size == 0 && opened < 0 && !all.isMutableCollection then TypeRows.NoObject
        else numberOf(all, atRow, parent, opened)
      all.numbers(atRow) = number
      elements(all, atRow, number, size.toInt)
      if number >= 0 then number else Slot.of(Slot.Empty, atRow)

  private def numberOf(all: TypeRows, atRow: Int, parent: Int, opened: Int): Int =
    if opened < 0 then newObject(all, atRow, parent)
    else
      types(opened) = all.cluster.number
      rowOf(opened) = atRow
      opened

  private def checkSize(size: Long, all: TypeRows): Unit =
    if size < 0 || size > Int.MaxValue then
      throw new PickleException.Malformed(s"invalid size $size of a ${all.shape.name}")
    val most = all.elementsInColumns
    if most != Long.MaxValue && size > most - all.elements then
      throw new PickleException.Malformed(
        s"a ${all.shape.name} claims $size elements, and ${most - all.elements} are left"
      )

  private def elements(all: TypeRows, atRow: Int, number: Int, size: Int): Unit =
    // Values inside values of picklers by hand lie between those of other rows.
    if countsAll && all.edges.length == 0 then all.elements = positionOf(all.columnOf(Member.Element))
    all.starts(atRow) = all.elements
    if all.hasElements then
      val total = all.elements.toLong + size
      if total * math.max(1, all.edges.length) > Int.MaxValue then
        throw new PickleException.LimitExceeded("an " +
          s"index of $total elements")
      all.elements = total.toInt
    if countsAll then
      all.shape match
        case s: Shape.Sequence if TypeTable.mayHaveClass(s) =>
          all.cluster.place(Member.ArrayClass).column(Role.String).skip(1)
        case _ => ()
    if all.edges.length > 0 then
      if size > 0 && all.hasElements then
        val parts = size * all.edges.length
        val start = all.starts(atRow) * all.edges.length
        all.slots(0).require(start.toLong + parts)
        push(all, atRow, number, parts, start)
    else if countsAll then skipElements(all, size)

  // ---- values, whose columns are moved only for picklers by hand

  private def skipValues(all: TypeRows): Unit = for place <- all.valueFields if place != null do skip(place.nn)

  private def skipElements(all: TypeRows, size: Int): Unit = all.shape match
    case s: Shape.Sequence => skipSome(all, Member.Element, s.element, size)
    case m: Shape.Mapping =>
      skipSome(all, Member.Key, m.key, size)
      skipSome(all, Member.Value, m.value, size)
    case _ => ()

  private def skipSome(all: TypeRows, member: Int, shape: Shape, size: Int): Unit = shape match
    case s: Shape.Scalar =>
      if s.kind != ScalarKind.Unit then all.cluster.place(member).column(Role.of(s.kind)).skip(size)
    case _ =>
      val place = EdgePlace.member(all.cluster.place(member), shape, this)
      for _ <- 0 until size do skip(place)

  private def skip(start: EdgePlace): Unit =
    var place = start
    var isPresent = true
    while isPresent && place.kind == EdgePlace.Wrapper do
      isPresent = !place.isMarked || place.codes.next() == Role.Present
      if isPresent then place = place.content
    if isPresent then
      val kind = place.shape.asInstanceOf[Shape.Scalar].kind
      if kind != ScalarKind.Unit then place.place.column(Role.of(kind)).skip(1)

  private def scalar(place: EdgePlace): Int =
    val number = hand.begin(place, objects)
    val kind = place.shape.asInstanceOf[Shape.Scalar].kind
    if kind != ScalarKind.Unit then
      val column = place.place.column(Role.of(kind))
      hand.moves(reader.numberOf(column), column.position)
      column.skip(1)
    Slot.of(Slot.Value, number)

  // ---- picklers by hand

  /** The object that holds the value which a pickler by hand reads. */
  private var holder = -1

  private def byHand(place: EdgePlace, shape: Shape.Custom, owner: Int): Int =
    val known = StandardValues.picklerOf(shape)
    val unpickler = if known.isDefined then known.get else byHand(shape)
    if unpickler == null then
      val reason = s"a pickler by hand wrote ${PickleException.quote(shape.name)}, and its end is unknown here"
      throw new PickleException.IncompatibleShape(Seq(reason), shape.name, "a value to skip")
    val number = hand.begin(place, objects)
    holder = owner
    reader.objects = objects
    reader.place = place.place
    reader.recordIn(hand)
    val ignored = HandwrittenCalls.get(unpickler, reader)
    reader.stopRecording()
    while objects < reader.objects do
      val hidden = newObject(rows(0), 0, owner)
      types(hidden) = TypeRows.Hidden
      handEdges.add(owner, hidden)
    Slot.of(Slot.Value, number)

  /** A value of this type begins inside a value of a pickler by hand. */
  def beginsHidden(cluster: Int): Unit =
    val all = rows(cluster)
    if all.count >= all.announced then
      throw new PickleException.Malformed(s"more values of ${all.shape.name} than the footer announces")
    all.shape match
      case _: Shape.Sum  => ()
      case _: Shape.Open => all.numbers(all.count) = reader.objects - 1 // ascending, as those of other rows
      case _             => all.numbers(all.count) = TypeRows.Hidden
    if all.isCollection then all.starts(all.count) = all.elements
    all.count += 1

  /** A value of a pickler by hand refers to this object. */
  def refersByHand(target: Int): Unit = handEdges.add(holder, target)

  // ---- failures

  private def pathHere: String =
    PathText(depth) { i =>
      val at = next(i) - 1
      around(i).shape match
        case _ if at < 0       => ""
        case p: Shape.Product  => s".${p.fieldNames(around(i).edgeMembers(at))}"
        case _: Shape.Sequence => s"[$at]"
        case _                 => if (at & 1) != 0 then s".values[${at / 2}]" else s".keys[${at / 2}]"
    }.drop(1)

private object IndexPass:
  /** True if a pickler by hand may write a part of a value of this shape. */
  def holdsCustom(root: Shape): Boolean =
    val met = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap[Shape, java.lang.Boolean])
    val open = scala.collection.mutable.Queue(root)
    var holds = false
    while !holds && open.nonEmpty do
      val shape = open.dequeue()
      if met.add(shape) then
        holds = shape.isInstanceOf[Shape.Custom]
        open ++= Fingerprint.childrenOf(shape)
    holds
