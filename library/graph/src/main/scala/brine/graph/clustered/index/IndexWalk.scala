package brine.graph.clustered.index

import brine.graph.clustered.PathText

/** Walks over all places of a graph by its index, in the order in which they were written. */
private[graph] final class IndexWalk(index: ObjectIndex):
  private var owners = new Array[Int](16)
  private var places = new Array[Int](16)
  private var depth = 0

  /** The object that begins next. */
  private var next = 0

  /** The path to the place of the last call of a visitor. */
  def path: String = PathText(depth)(i => index.segment(index.typeOf(owners(i)), places(i)))

  /** Calls `isWanted` with each place and its slot, and with true if an object begins there; until it returns true.
    * Returns whether it did.
    */
  def find(isWanted: (EdgePlace, Int, Boolean) => Boolean): Boolean =
    index.checkComplete()
    depth = 0
    next = 0
    var isFound = meet(index.rootPlace, index.root)(isWanted)
    while depth > 0 && !isFound do
      val owner = owners(depth - 1)
      val all = index.typeOf(owner)
      val row = index.rowOf(owner)
      val at = places(depth - 1) + 1
      val parts = all.edges.length
      if at == placesOf(all, row) then depth -= 1
      else
        places(depth - 1) = at
        if all.isCollection then
          if parts == 1 || !all.isPassed(at & 1) then
            isFound = meet(all.edges(at % parts), all.slots(0)(all.starts(row) * parts + at))(isWanted)
        else
          val place = if parts > 0 then all.edges(at) else all.openContent(row)
          isFound = meet(place, all.slots(at)(row))(isWanted)
    isFound

  private def placesOf(all: TypeRows, row: Int): Int =
    if all.slots.length == 0 then 0
    else if all.isCollection then index.sizeOf(all, row) * all.edges.length
    else all.slots.length

  private def meet(place: EdgePlace, slot: Int)(isWanted: (EdgePlace, Int, Boolean) => Boolean): Boolean =
    while next < index.count && index.isHidden(next) do next += 1
    val begins = index.objectAt(slot) == next
    val isFound = isWanted(place, slot, begins)
    if begins && !isFound then
      next += 1
      if depth == owners.length then
        owners = java.util.Arrays.copyOf(owners, depth * 2)
        places = java.util.Arrays.copyOf(places, depth * 2)
      owners(depth) = index.objectAt(slot)
      places(depth) = -1
      depth += 1
    isFound

  /** The paths of the first places, at most `most`, that refer to an object that began earlier. */
  def references(number: Int, most: Int): IndexedSeq[String] = paths(most)((slot, begins) =>
    !begins && index.objectAt(slot) == number
  )

  /** The paths of the first places that refer to an object outside of the graph, by the number of its name. */
  def referencesOutside(number: Int, most: Int): IndexedSeq[String] =
    val slotOfName = Slot.of(Slot.External, number)
    paths(most)((slot, _) => slot == slotOfName || oddOf(slot).exists(odd => odd.level > 0 && odd.code == -1L - number))

  private def oddOf(slot: Int): Option[ObjectIndex.OddCode] =
    Option.when(slot < 0 && Slot.kind(slot) == Slot.Odd)(index.odd(Slot.number(slot)))

  private def paths(most: Int)(is: (Int, Boolean) => Boolean): IndexedSeq[String] =
    val found = IndexedSeq.newBuilder[String]
    var count = 0
    if most > 0 then
      val ignored = find { (_, slot, begins) =>
        if is(slot, begins) then
          found += path
          count += 1
        count == most
      }
    found.result()

  /** The path to an empty collection. */
  def pathToEmpty(all: TypeRows, row: Int): String =
    val slotOfRow = Slot.of(Slot.Empty, row)
    val isFound = find((place, slot, _) => slot == slotOfRow && isOf(place, all))
    if isFound then path else ""

  private def isOf(place: EdgePlace, all: TypeRows): Boolean = place.kind match
    case EdgePlace.Object  => place.rows eq all
    case EdgePlace.Wrapper => isOf(place.content, all)
    case EdgePlace.Family  => place.rows.leafPlaces.exists(leaf => leaf.kind == EdgePlace.Object && (leaf.rows eq all))
    case _                 => false
