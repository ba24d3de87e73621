package brine.graph.clustered.index

import scala.collection.mutable.ArrayBuffer
import brine.PickleException
import brine.graph.clustered.PathText
import brine.graph.clustered.file.GraphFile
import brine.graph.clustered.reading.SkipReader
import brine.shape.Shape

/** The objects of a graph: the class, the row, the owner and the targets of each, in four bytes for each of these.
  * [[IndexPass]] makes it.
  *
  * @param types   of each object the number of its cluster
  * @param count   the number of objects in the index
  * @param reader  reads values of picklers by hand
  * @param failure the reason why objects are missing, or null
  * @param parents of each object the one that holds its first place; -1 for the graph's value
  */
private[graph] final class ObjectIndex(
    val file: GraphFile,
    val rows: Array[TypeRows],
    types: Ints,
    rowsOf: Ints,
    parents: Ints,
    val count: Int,
    val rootPlace: EdgePlace,
    val root: Int,
    val hand: HandValues,
    val odd: ObjectIndex.OddCodes,
    handEdges: ObjectIndex.HandEdges,
    val reader: SkipReader,
    failure: PickleException | Null
):
  private def check(number: Int): Unit =
    if number < 0 || number >= count then
      if number >= 0 && number < file.objects then checkComplete()
      throw new NoSuchElementException(s"object $number of ${file.objects}")

  def isComplete: Boolean = failure == null

  /** The number of picklers by hand that were known when it was made. */
  var byHandKnown: Int = 0

  /** The subtype by which an object was written at a place of an open type; -1 for other objects. */
  def subtypeOf(number: Int): Int =
    rows.iterator.filter(_.shape.isInstanceOf[brine.shape.Shape.Open]).map { all =>
      val row = all.numbers.search(number, all.count)
      if row < 0 then -1 else all.subtypes(row)
    }.find(_ >= 0).getOrElse(-1)

  /** Refuses a question about all objects if the index has only some. */
  def checkComplete(): Unit = if failure != null then throw failure

  /** The rows of an object's type.
    *
    * @throws NoSuchElementException if there is no such object
    * @throws PickleException.IncompatibleShape for an object inside a value of a pickler by hand
    */
  def typeOf(number: Int): TypeRows =
    check(number)
    val cluster = types(number)
    if cluster == TypeRows.Hidden then throw ObjectIndex.inByHand(s"object $number") else rows(cluster)

  def isHidden(number: Int): Boolean = types(number) == TypeRows.Hidden

  /** The number of an object's type; [[TypeRows.Hidden]] for an object inside a value of a pickler by hand. */
  def clusterOf(number: Int): Int = types(number)

  def rowOf(number: Int): Int = rowsOf(number)

  /** The object that holds the place where this one begins; -1 for the graph's value. */
  def parentOf(number: Int): Int = parents(number)

  /** The object or collection of this row of a cluster; [[TypeRows.NoObject]] for an empty collection. */
  def numberAt(cluster: Int, row: Long): Int =
    val all = rows(cluster)
    def name = s"$row of ${all.count} of ${all.shape.name}"
    if row < 0 || row >= all.count then
      if row >= 0 && row < file.announced(all.cluster) then checkComplete()
      throw new NoSuchElementException(name)
    val number = all.numbers(row.toInt)
    if number == TypeRows.Hidden then throw ObjectIndex.inByHand(name) else number

  /** The number of elements of a collection, of entries of a map. */
  def sizeOf(all: TypeRows, row: Int): Int =
    if !all.hasElements then all.sizeAccess.long(row).toInt
    else (if row + 1 < all.count then all.starts(row + 1) else all.elements) - all.starts(row)

  /** The object at a slot; -1 if there is none. */
  @annotation.tailrec
  def objectAt(slot: Int): Int =
    if slot >= 0 then slot
    else if Slot.kind(slot) != Slot.Odd then -1
    else
      val code = odd(Slot.number(slot))
      if code.level == ObjectIndex.InLeaf then objectAt(code.target) else code.target

  /** Calls `use` with the slot of each place of an object, in the order in which they were written. */
  inline def slots(number: Int)(inline use: Int => Unit): Unit =
    val cluster = types(number)
    if cluster >= 0 then
      val all = rows(cluster)
      val row = rowOf(number)
      val places = all.slots
      if all.isCollection then
        if places.length > 0 then
          val parts = all.edges.length
          val slots = places(0)
          var at = all.starts(row) * parts
          val end = at + sizeOf(all, row) * parts
          while at < end do
            if parts == 1 || !all.isPassed(at & 1) then use(slots(at))
            at += 1
      else
        var i = 0
        while i < places.length do
          use(places(i)(row))
          i += 1

  /** Calls `use` with each object to which this one refers, once for each reference. */
  inline def targets(number: Int)(inline use: Int => Unit): Unit =
    slots(number) { slot =>
      val target = if slot >= 0 || !hasOdd then slot else objectAt(slot)
      if target >= 0 then use(target)
    }
    if hasHandEdges then handTargets(number).foreach(target => use(target))

  /** True if some slots that are no objects lead to one. */
  val hasOdd: Boolean = odd.nonEmpty

  /** True if values of picklers by hand refer to objects. */
  val hasHandEdges: Boolean = handEdges.nonEmpty

  /** The objects to which values of picklers by hand in this object refer. */
  def handTargets(number: Int): collection.Seq[Int] = handEdges.of(number)

  /** Moves the reader to a value that only its pickler can read, after its code. */
  def goToValue(number: Int): EdgePlace =
    val place = hand.place(number)
    reader.forget()
    reader.objects = hand.begun(number)
    reader.place = place.place
    hand.goTo(number, reader.file.columns)
    place

  /** Calls `use` with each object that holds a value of a pickler by hand, and an object to which it refers, or that is
    * in it.
    */
  def eachHandEdge(use: (Int, Int) => Unit): Unit = handEdges.foreach(use)

  /** True if an object is one of these rows, not only the object of an open type that has the fields of a class. */
  def isOf(number: Int, all: TypeRows): Boolean = types(number) == all.cluster.number

  // ---- paths

  /** The path from the graph's value to the place where an object begins. */
  def path(number: Int): String =
    val way = ArrayBuffer(number)
    while way.last >= 0 && parents(way.last) >= 0 do way += parents(way.last)
    PathText(way.length - 1)(i => step(way(way.length - 1 - i), way(way.length - 2 - i)))

  /** The first step from an object to this slot. */
  def step(owner: Int, slot: Int): String =
    var found = ""
    if !isHidden(owner) then
      val all = typeOf(owner)
      slotsWithPlaces(owner)((place, met) => if found.isEmpty && objectAt(met) == slot then found = segment(all, place))
    found

  /** Calls `use` with each place of an object and its slot: of a class the number of the edge, else the element. */
  def slotsWithPlaces(owner: Int)(use: (Int, Int) => Unit): Unit =
    val all = typeOf(owner)
    val row = rowOf(owner)
    if all.isCollection && all.slots.length > 0 then
      val parts = all.edges.length
      val from = all.starts(row) * parts
      for at <- 0 until sizeOf(all, row) * parts do
        if parts == 1 || !all.isPassed(at & 1) then use(at, all.slots(0)(from + at))
    else for i <- all.slots.indices do use(i, all.slots(i)(row))

  def segment(all: TypeRows, place: Int): String = all.shape match
    case p: Shape.Product  => s".${p.fieldNames(all.edgeMembers(place))}"
    case _: Shape.Sequence => s"[$place]"
    case _: Shape.Mapping  => if (place & 1) != 0 then s".values[${place / 2}]" else s".keys[${place / 2}]"
    case _                 => ""

private[graph] object ObjectIndex:
  /** The level of a code that was not found. */
  final val Unknown = -1

  /** The level of a leaf of a family: its number is the code, and the slot of its content the target. */
  final val InLeaf = -2

  def inByHand(name: String): PickleException =
    val reason = s"$name is inside a value of a pickler by hand, and only that pickler can read it"
    new PickleException.IncompatibleShape(Seq(reason), name, "a single object")

  /** Codes inside options and mapped types that are neither a value nor the absence of the outermost one. */
  final class OddCodes:
    private val all = ArrayBuffer.empty[OddCode]
    def add(level: Int, code: Long, target: Int): Long =
      all += new OddCode(level, code, target)
      all.length - 1
    def apply(number: Int): OddCode = all(number)
    def length: Int = all.length
    def nonEmpty: Boolean = all.nonEmpty

  /** A code inside `level` options or mapped types; `target` is the object to which it refers, or -1. */
  final class OddCode(val level: Int, val code: Long, val target: Int)

  /** The objects to which values of picklers by hand refer, by the object that holds the value. */
  final class HandEdges:
    private val all = scala.collection.mutable.LongMap.empty[ArrayBuffer[Int]]
    def add(holder: Int, target: Int): Unit = all.getOrElseUpdate(holder, ArrayBuffer.empty) += target
    def nonEmpty: Boolean = all.nonEmpty
    def foreach(use: (Int, Int) => Unit): Unit =
      for (holder, targets) <- all; target <- targets do use(holder.toInt, target)
    def of(holder: Int): collection.Seq[Int] = all.getOrElse(holder, ArrayBuffer.empty)
