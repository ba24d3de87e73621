package brine.graph.clustered.parts

import brine.{PickleException, Unpickler}
import brine.graph.types.ElementsWithoutBytes
import brine.graph.clustered.columns.Role
import brine.graph.clustered.index.{EdgePlace, ObjectIndex, Slot, TypeRows}
import brine.shape.Shape

/** Reads single values of a graph by its index, without classes. Numbers, strings, dates and UUIDs are themselves.
  * Names of code and objects without fields are names. Tuples of values are tuples. An empty collection is `Nil`.
  *
  * @param vertex  stands for an object
  * @param outside stands for an object outside of the graph
  */
private[graph] final class IndexedValues(
    index: ObjectIndex,
    byHand: Shape.Custom => Unpickler[?] | Null,
    vertex: Int => Any,
    outside: String => Any
):
  private val handValues = new ValueReader(index.reader, byHand, IndexedValues.NoObjects)

  /** The value of a field of a class. */
  def field(all: TypeRows, row: Int, field: Int): Any =
    val value = all.valueFields(field)
    if value != null then inColumns(value, row)
    else
      val edge = all.edgeOfField(field)
      at(all.edges(edge), all.slots(edge)(row))

  /** The elements of a collection, or keys and values in turn. */
  def elements(all: TypeRows, row: Int): Iterator[Any] =
    val places = all.elementPlaces
    val parts = places.length
    val start = if all.hasElements then all.starts(row).toLong else 0L
    if places.forall(place => ElementsWithoutBytes.takeNoBytes(place.shape)) then
      val budget = index.reader.file.budget
      budget.restart()
      budget.takeElements(index.sizeOf(all, row))
    Iterator.range(0L, index.sizeOf(all, row).toLong * parts).map { i =>
      val part = (i % parts).toInt
      if all.edges.length == 0 then inColumns(places(part), start + i / parts)
      else
        val slot = all.slots(0)((start * parts + i).toInt)
        if all.isPassed(part) then inColumns(places(part), slot) else at(places(part), slot)
    }

  /** The value at this position of the columns of a place, whose values are in the order of the place's rows. */
  def inColumns(place: EdgePlace, position: Long): Any = place.shape match
    case s: Shape.Scalar => place.scalarAccess.scalar(s.kind, position)
    case _: Shape.Optional =>
      place.codeAccess.long(position) match
        case Role.Present  => Some(inColumns(place.content, place.codeAccess.presentAt(position)))
        case Role.None     => None
        case Role.SomeNull => Some(null)
        case Role.Null     => null
        case other => throw new PickleException.BadReference(s"invalid code $other at an option, which is a value")
    case _ if !place.isMarked => inColumns(place.content, position)
    case m =>
      place.codeAccess.long(position) match
        case Role.Present => inColumns(place.content, place.codeAccess.presentAt(position))
        case Role.Null    => null
        case other        => throw new PickleException.Malformed(s"invalid code $other at a ${m.name}")

  /** The value at a place with this slot. */
  def at(place: EdgePlace, slot: Int): Any = at(place, slot, 0)

  private def at(place: EdgePlace, slot: Int, level: Int): Any =
    if slot >= 0 then present(place, slot, level)
    else
      Slot.kind(slot) match
        case Slot.Null     => null
        case Slot.None     => None
        case Slot.SomeNull => Some(null)
        case Slot.External => outside(index.file.externalName(Slot.number(slot)))
        case Slot.Odd =>
          val odd = index.odd(Slot.number(slot))
          if odd.level > level || odd.level == ObjectIndex.InLeaf then present(place, slot, level) else absent(odd)
        case _ => present(place, slot, level)

  private def absent(odd: ObjectIndex.OddCode): Any =
    if odd.level == ObjectIndex.Unknown then index.checkComplete()
    if odd.target >= 0 then vertex(odd.target)
    else if odd.code <= Role.FirstExternal then outside(index.file.externalName(Role.FirstExternal - odd.code))
    else
      odd.code match
        case Role.None     => None
        case Role.SomeNull => Some(null)
        case _             => null

  private def present(place: EdgePlace, slot: Int, level: Int): Any = place.shape match
    case _: Shape.Optional                                          => Some(at(place.content, slot, level + 1))
    case _: Shape.Mapped                                            => at(place.content, slot, level + 1)
    case p: Shape.Product if slot >= 0 && ValueReader.isOneValue(p) => oneValue(p, slot)
    case o: Shape.Open if slot >= 0                                 => content(o, slot)
    case _ if slot >= 0                                             => vertex(slot)
    case shape =>
      Slot.kind(slot) match
        case Slot.Leaf =>
          shape match
            case s: Shape.Sum => s.leafShapes(Slot.number(slot)).name
            case other        => other.name
        case Slot.Empty => Nil
        case Slot.Value => byHand(Slot.number(slot))
        case _ =>
          val leaf = index.odd(Slot.number(slot))
          at(place.rows.leafPlaces(leaf.code.toInt), leaf.target)

  /** An object of an open type is its vertex, if it has fields or elements; else it is its value. */
  private def content(o: Shape.Open, number: Int): Any =
    val all = index.typeOf(number)
    if !all.shape.isInstanceOf[Shape.Open] then vertex(number)
    else
      val row = index.rowOf(number)
      at(all.openContent(row), all.slots(0)(row))

  /** A tuple of values, or a mutable standard value. */
  def oneValue(p: Shape.Product, number: Int): Any =
    val all = index.typeOf(number)
    all.shape match
      case found: Shape.Product if found.fieldNames.length == p.fieldNames.length && ValueReader.isOneValue(found) =>
        val parts = new Array[Object](p.fieldNames.length)
        for i <- parts.indices do parts(i) = field(all, index.rowOf(number), i).asInstanceOf[Object]
        if p.isMutableValue then parts(0) else Tuple.fromArray(parts)
      case other => throw new PickleException.WrongType(p.name, s"a reference to a ${other.name}")

  private def byHand(number: Int): Any =
    val place = index.goToValue(number)
    handValues.unmarked(place.shape)

private object IndexedValues:
  /** Values of picklers by hand are read by their picklers, which see no objects. */
  object NoObjects extends ValueReader.Objects:
    private def refused = throw new IllegalStateException
    def begins: Any = refused
    def earlier(number: Int, objects: Int, shape: Shape): Any = refused
    def outside(name: String): Any = refused
    def nothing(shape: Shape): Any = null
    def hasRead(number: Int, value: Any): Unit = ()
