package brine.graph.clustered.writing

import scala.collection.mutable.{ArrayBuffer, HashMap}
import brine.{PickleOptions, PlaceMemory, Subtype}
import brine.graph.clustered.columns.{ColumnBuilder, ColumnSink, Counter, Member, Role}
import brine.graph.clustered.file.{Cluster, ClusteredLayout, CollectionCuts, ColumnPlace, ReferredObjects}
import brine.graph.clustered.code.{ColumnsMaker, ElementSink}
import brine.graph.types.TypeTable
import brine.plan.Plan
import brine.shape.{ScalarKind, Shape}

/** Puts the values of a pickler's calls into columns: docs/spec/clustered.md. */
private[clustered] class ClusteredBuilder(to: Serialization, root: Shape, mapper: ObjectMapper, options: PickleOptions)
    extends ColumnBuilder(options), PlaceMemory:
  /** The place of the next value. */
  private var place: ColumnPlace[OutColumn] = to.clusters.root(root)

  /** The clusters of the enclosing values. */
  private var around = new Array[Cluster[OutColumn]](16)
  private var depthAround = 0

  private var objects = 0

  /** The number of objects that keep their identity. */
  def objectCount: Long = objects

  val referredTo: ReferredObjects = new ReferredObjects

  /** The names of objects outside of the graph, in the order of their first references. */
  val externals: ArrayBuffer[String] = ArrayBuffer.empty

  protected def putExternal(name: String): Unit =
    code(Role.FirstExternal - externalNumbers.getOrElseUpdate(name, addExternal(name)))

  private val externalNumbers = HashMap.empty[String, Int]

  private def addExternal(name: String): Int =
    externals += name
    externals.length - 1

  private[brine] override def sharesOnStack: Boolean = true

  override def asksEachElement: Boolean = true
  override private[brine] def putsValuesFirst: Boolean = true

  private[brine] override def placeMemory: PlaceMemory | Null = this
  def currentPlace: AnyRef | Null = place
  def returnTo(before: AnyRef | Null): Unit =
    place = before.asInstanceOf[ColumnPlace[OutColumn]]

  private def longs(role: Int): OutColumn = place.column(role)
  private def code(code: Long): Unit = longs(Role.Codes).add(code)

  def putNull(): Unit = code(Role.Null)
  override def putNull(shape: Shape): Unit = shape match
    case _: Shape.Scalar => putString(null)
    case _               => putNull()
  def putPresent(): Unit = code(Role.Present)
  override def putPresent(shape: Shape): Unit =
    code(Role.Present)
    place = place.content

  def putUnit(): Unit = ()
  def putBoolean(value: Boolean): Unit = longs(Role.Boolean).add(if value then 1 else 0)
  def putByte(value: Byte): Unit = longs(Role.Byte).add(value)
  def putShort(value: Short): Unit = longs(Role.Short).add(value)
  def putChar(value: Char): Unit = longs(Role.Char).add(value)
  def putInt(value: Int): Unit = longs(Role.Int).add(value)
  def putLong(value: Long): Unit = longs(Role.Long).add(value)
  def putFloat(value: Float): Unit = longs(Role.Float).add(java.lang.Float.floatToRawIntBits(value))
  def putDouble(value: Double): Unit = longs(Role.Double).add(java.lang.Double.doubleToRawLongBits(value))
  def putString(value: String | Null): Unit = place.column(Role.String).addString(value)

  def column(shape: Shape, member: Int, level: Int, role: Int): ColumnSink = placeOf(shape, member, level).column(role)
  def goTo(shape: Shape, member: Int, level: Int): Unit = place = placeOf(shape, member, level)
  def counter(shape: Shape): Counter = cluster(shape)

  private def placeOf(shape: Shape, member: Int, level: Int): ColumnPlace[OutColumn] =
    cluster(shape).place(member, level)

  private def cluster(shape: Shape): Cluster[OutColumn] =
    val known = to.clusters.find(shape)
    if known != null then known
    else
      if !mapper.hasReferences && Reachable.mayHold(shape) then throw Reachable.unexpected(shape.name)
      to.addTable(new TypeTable(TypeTable.Inner, "", shape))
      to.clusters.find(shape).nn

  private def begin(cluster: Cluster[OutColumn]): Unit =
    if depthAround == around.length then around = java.util.Arrays.copyOf(around, depthAround * 2)
    around(depthAround) = cluster
    depthAround += 1
    cluster.count += 1

  override def elementsAtOnce: Int = cutter.elementsAtOnce(depthAround)
  override def mayCut(size: Int): Boolean = size >= CutFinder.LeastOfWhole

  private[brine] override def hasCodes: Boolean = true
  private[brine] final override def beginsElement(value: AnyRef): Boolean = isNew(value, longs(Role.Codes))

  private[brine] final override def putsReferences(
      plan: Plan.Product,
      array: Array[AnyRef],
      from: Int,
      until: Int
  ): Int = putsReferences(longs(Role.Codes), plan, array, from, until)

  private[brine] final def putsObject(plan: Plan.Product, value: AnyRef): Boolean =
    val code = ColumnsMaker.of(plan)
    if code != null then code.write(plan.index, value, this)
    code != null

  private[brine] final override def putsElements(plan: Plan.Sequence, all: Iterator[Any], size: Int): Boolean =
    val elements = ElementSink.of(plan, size, this)
    if elements != null then elements.writeAll(plan, all, size, this)
    elements != null

  private def end(): Unit = depthAround -= 1
  private def at(member: Int): Unit = place = around(depthAround - 1).place(member)

  def beginProduct(shape: Shape.Product): Unit = begin(cluster(shape))
  def beginField(shape: Shape.Product, index: Int): Unit = at(index)
  def endProduct(shape: Shape.Product): Unit = end()

  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit =
    code(Role.Present)
    val sum = cluster(shape)
    place = sum.place(Member.Leaf)
    code(leaf)
    place = sum.place(Member.Content)
    sum.count += 1
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit = ()
  def putSingleton(shape: Shape.Sum, leaf: Int): Unit = beginLeaf(shape, leaf)

  def beginOpen(shape: Shape.Open, subtype: Subtype[?]): Unit =
    val open = cluster(shape)
    place = open.place(Member.Leaf)
    code(subtypes.getOrElseUpdate(subtype.name, add(subtype)))
    place = open.place(Member.Content)
    open.count += 1
  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = ()

  private val subtypes = HashMap.empty[String, Int]

  private def add(subtype: Subtype[?]): Int =
    if !mapper.hasReferences && Reachable.mayHold(subtype.pickler.shape) then throw Reachable.unexpected(subtype.name)
    to.addTable(new TypeTable(TypeTable.Subtype, subtype.name, subtype.pickler.shape))
    subtypes.size

  def putNone(shape: Shape.Optional): Unit = code(Role.None)
  def beginSome(shape: Shape.Optional, isNull: Boolean): Unit =
    code(if isNull then Role.SomeNull else Role.Present)
    place = place.content
  def endSome(shape: Shape.Optional): Unit = ()

  private var arrayClass: String | Null = null
  override def putArrayClass(shape: Shape.Sequence, name: String): Unit = arrayClass = name

  def beginSequence(shape: Shape.Sequence, size: Int, hasNulls: Boolean): Unit =
    code(Role.Present)
    begin(cluster(shape))
    cutter.begin(size, objects, depthAround)
    putSize(size)
    if TypeTable.mayHaveClass(shape) then
      at(Member.ArrayClass)
      putString(arrayClass)
      arrayClass = null
  def beginElement(shape: Shape.Sequence, index: Int): Unit =
    if cutter.cutsBefore(index, objects, depthAround) then beginSegment()
    at(Member.Element)
  def endSequence(shape: Shape.Sequence): Unit =
    cutter.end(objects, depthAround)
    end()

  override def putArray(shape: Shape.Sequence, kind: ScalarKind, array: AnyRef): Unit =
    beginSequence(shape, java.lang.reflect.Array.getLength(array), hasNulls = false)
    at(Member.Element)
    if kind != ScalarKind.Unit then longs(Role.of(kind)).addArray(array)
    endSequence(shape)

  private def putSize(size: Int): Unit =
    at(Member.Size)
    code(size)

  def beginMapping(shape: Shape.Mapping, size: Int, hasNulls: Boolean): Unit =
    code(Role.Present)
    begin(cluster(shape))
    putSize(size)
  def beginKey(shape: Shape.Mapping, index: Int): Unit = at(Member.Key)
  def beginValue(shape: Shape.Mapping, index: Int): Unit = at(Member.Value)
  def endMapping(shape: Shape.Mapping): Unit = end()

  def putReference(id: Int, arity: Int): Unit = putReference(id, longs(Role.Codes))

  protected def putReference(id: Int, codes: ColumnSink): Unit =
    referredTo.add(id)
    if id < cutter.bound then cutter.refer(id)
    codes.add(Role.FirstReference + (objects - 1 - id))

  def putIdentity(id: Int): Unit =
    objects += 1
    if objects == nextEvent then event()

  /** The numbers of objects at which the segment ends, and at which the listener is called. */
  private var segmentEnd = ClusteredLayout.SegmentObjects
  private var nextTold = ClusteredLayout.SegmentObjects
  private var nextEvent = ClusteredLayout.SegmentObjects

  private def event(): Unit =
    if objects == nextTold then
      nextTold += ClusteredLayout.SegmentObjects
      to.tellProgress(objects, -1)
    if objects == segmentEnd then
      to.closeSegment()
      segmentEnd += ClusteredLayout.SegmentObjects
    nextEvent = math.min(segmentEnd, nextTold)

  /** Begins a segment. */
  private def beginSegment(): Unit =
    segmentEnd = objects + ClusteredLayout.SegmentObjects
    nextEvent = math.min(segmentEnd, nextTold)

  private val cutter = new CutFinder(to)

  /** The positions at which pieces of collections begin. */
  def cuts: collection.Seq[CollectionCuts] = cutter.result
