package brine.graph.clustered.reading

import java.util.concurrent.Executor
import scala.collection.mutable.Growable
import brine.{PickleException, PickleOptions, PickleReader, PlaceMemory, Subtype}
import brine.assembly.ReaderAssembly.*
import brine.graph.clustered.columns.{ColumnReader, ColumnSource, ElementPieces, Member, Role}
import brine.graph.clustered.file.{
  Cluster,
  ClusteredLayout,
  Clusters,
  CollectionCuts,
  ColumnInput,
  ColumnKey,
  ColumnPlace,
  CutPoint,
  GraphFile
}
import brine.graph.clustered.code.{ColumnsMaker, PiecesReader}
import brine.plan.{ObjectReader, Plan}
import brine.graph.types.{ElementsWithoutBytes, TypeTable, WrittenTypes}
import brine.run.ResolvedUnpickler
import brine.shape.{Nullness, ScalarKind, Shape}

/** Reads a pickler's values from columns: the counterpart of `ClusteredBuilder`.
  *
  * Subclasses add features of single runs: leaving objects out, and starting at any object.
  *
  * @param executor helps if a collection has cuts
  * @param whole    the reader of the graph, if this one reads a piece
  */
private[graph] class ClusteredReader(
    val file: GraphFile,
    root: Shape,
    externals: IndexedSeq[AnyRef],
    whenRead: ((Long, Long) => Unit) | Null,
    isWatched: Boolean,
    options: PickleOptions,
    takesCode: Boolean = true,
    executor: Executor | Null = null,
    whole: ClusteredReader | Null = null
) extends ColumnReader(options, takesCode), PlaceMemory:
  private val byKey = new java.util.HashMap[ColumnKey, ColumnInput]
  for column <- file.columns do byKey.put(column.key, column)
  private[graph] val clusters =
    new Clusters[ColumnInput](file.hasFullNames, key => byKey.computeIfAbsent(key, new ColumnInput(_)))
  for table <- file.tables do
    if table.kind == TypeTable.Root then clusters.add(root, if file.hasFullNames then table.shape else root)
    else clusters.add(table.shape)
  if whole == null then file.checkCounts(clusters, file.columns)
  // Clusters with a column of one value per value have been counted now; the others are counted as they come.
  file.countOf(clusters.iterator) { (cluster, count) =>
    if cluster.keyOfEach != null then cluster.isCounted = true
    else cluster.count = count
  }

  for (external, i) <- externals.zipWithIndex do this.assembly.complete(this.assembly.open(i), external)
  private val externalCount = externals.length
  this.assembly.outsideCount = externalCount

  private[graph] var place: ColumnPlace[ColumnInput] = clusters.root(root)
  private[graph] var around = new Array[Cluster[ColumnInput]](16)
  private[graph] var depthAround = 0
  private[graph] var objects = 0

  /** The number of objects with later references that have begun. */
  private var numbered = 0

  /** The first object that is known here: a reader of a piece does not know earlier ones. */
  private var firstNumber = 0

  /** The objects with later references that readers of pieces have read. */
  private val readElsewhere = new java.util.BitSet
  private var hasReadElsewhere = false

  budget = file.budget

  /** Emitted code for fields reports no objects. */
  private[brine] override val sharesOnStack: Boolean = !isWatched

  /** Ends the read: checks that everything was read. */
  def finish(): Unit =
    if whenRead != null then whenRead(objects, file.objects)
    for column <- file.columns do
      if !column.isAtEnd then
        throw new PickleException.Malformed(
          s"a column of ${Role.name(column.key.role)} has more values than its objects"
        )
    for cluster <- clusters.iterator do
      if !cluster.isCounted && cluster.count != 0 then
        throw new PickleException.Malformed(
          s"the footer announces ${cluster.count} more of ${cluster.shape.name} than were read"
        )
    if objects != file.objects then
      throw new PickleException.Malformed(s"expected ${file.objects} objects, found $objects")

  private[brine] override def placeMemory: PlaceMemory | Null = this
  def currentPlace: AnyRef | Null = place
  def returnTo(before: AnyRef | Null): Unit =
    place = before.asInstanceOf[ColumnPlace[ColumnInput]]

  private[graph] def in(role: Int): ColumnInput = place.column(role)

  /** The offset of the block of the last read values at this place, or of the block opened last in the file. */
  override def offset: Long =
    val here = (Role.Codes to 0 by -1).iterator.map(in(_).offset).find(_ >= 0)
    here.orElse(file.columns.iterator.map(_.offset).maxOption).getOrElse(PickleException.NoOffset)

  /** The next code: of the value at this place, of its leaf or subtype, or the number of its elements. */
  private[graph] def code(): Long = in(Role.Codes).next()

  def getUnit(): Unit = ()
  def getBoolean(): Boolean = in(Role.Boolean).nextBoolean()
  def getByte(): Byte = in(Role.Byte).nextByte()
  def getShort(): Short = in(Role.Short).nextShort()
  def getChar(): Char = in(Role.Char).nextChar()
  def getInt(): Int = in(Role.Int).nextInt()
  def getLong(): Long = in(Role.Long).next()
  def getFloat(): Float = in(Role.Float).nextFloat()
  def getDouble(): Double = in(Role.Double).nextDouble()
  def getString(): String | Null = in(Role.String).nextString()

  def column(shape: Shape, member: Int, level: Int, role: Int): ColumnSource =
    cluster(shape).place(member, level).column(role)
  def goTo(shape: Shape, member: Int, level: Int): Unit = place = cluster(shape).place(member, level)

  private[graph] def cluster(shape: Shape): Cluster[ColumnInput] =
    val known = clusters.findLike(shape)
    if known == null then throw new PickleException.WrongType(shape.name, "a graph without it")
    known

  private[graph] def begin(cluster: Cluster[ColumnInput]): Unit =
    enter(cluster)
    begun(cluster)

  private def enter(cluster: Cluster[ColumnInput]): Unit =
    if depthAround == around.length then around = java.util.Arrays.copyOf(around, depthAround * 2)
    around(depthAround) = cluster
    depthAround += 1

  def enter(shape: Shape.Sequence): Unit = enter(cluster(shape))

  /** Begins a value of this type. */
  def count(shape: Shape): Unit = begun(cluster(shape))

  private[graph] def begun(cluster: Cluster[ColumnInput]): Unit =
    if !cluster.isCounted then
      cluster.count -= 1
      if cluster.count < 0 then throw moreThanAnnounced(cluster)

  private def moreThanAnnounced(cluster: Cluster[ColumnInput]): PickleException =
    new PickleException.Malformed(s"more values of ${cluster.shape.name} than the footer announces")

  private[graph] def end(): Unit = depthAround -= 1
  private[graph] def at(member: Int): Unit = place = around(depthAround - 1).place(member)

  def getTag(shape: Shape, arity: Int): Int =
    val code = this.code()
    if code == Role.Present then
      shape match
        case s: Shape.Sum => leaf(s)
        case _ =>
          place = place.content
          isTagged = shape.isInstanceOf[Shape.Sequence] || shape.isInstanceOf[Shape.Mapping]
          0
    else tagOf(code)

  def tagOf(code: Long): Int =
    if code == Role.Null then PickleReader.NullTag
    else if code <= Role.FirstExternal then external(Role.FirstExternal - code)
    else reference(code)

  private def external(number: Long): Int =
    if number >= externalCount then
      throw new PickleException.Malformed(s"invalid external object $number: the graph has ${externals.length}")
    PickleReader.reference(number.toInt)

  /** True if the code of the next collection was read already. */
  private[graph] var isTagged = false

  /** Reads the number of the next leaf. */
  private[graph] def leaf(shape: Shape.Sum): Int =
    val sum = cluster(shape)
    place = sum.place(Member.Leaf)
    val leaf = code()
    if leaf < 0 || leaf >= shape.leafNames.length then
      throw new PickleException.Malformed(s"invalid leaf $leaf of ${shape.name}")
    place = sum.place(Member.Content)
    begun(sum)
    leaf.toInt

  /** The number of the object to which this code refers. */
  private[graph] def target(code: Long): Int =
    val target = objects - 1 - (code - Role.FirstReference)
    if code < Role.FirstReference || target < 0 || target >= objects then
      throw new PickleException.Malformed(s"invalid code $code after $objects objects")
    target.toInt

  private def reference(code: Long): Int =
    val target = this.target(code)
    val number = numbers.of(target)
    if number < 0 then
      throw new PickleException.BadReference(s"to object $target, which the footer does not list as referred to")
    if number < firstNumber || readElsewhere.get(number) then
      throw new PickleException.Malformed(s"a reference crosses a cut, to object $target")
    PickleReader.reference(externalCount + number - firstNumber)

  /** The rank of an object among the objects with later references. */
  private[clustered] val numbers: RankIndex = if whole == null then new RankIndex(file.referredTo) else whole.numbers

  /** The next object with later references, or with another event. */
  private var nextEvent = 0

  def begin(): Int =
    val id = objects
    objects = id + 1
    if id != nextEvent then -1 else this.assembly.open(event(id))

  def getIdentity(shape: Shape): Int =
    if !shape.isMutableCollection && isEmpty(shape) then -1
    else
      val id = objects
      objects = id + 1
      identityOf(id)

  /** The identity of the object with this number, which begins. */
  protected def identityOf(id: Int): Int = if id != nextEvent then -1 else event(id)

  /** The rank of this object if it has later references, else -1. */
  private def event(id: Int): Int =
    if id >= file.objects then
      throw new PickleException.Malformed(s"more objects than the ${file.objects} that the footer announces")
    if whenRead != null && id > 0 && (id & (ClusteredLayout.SegmentObjects - 1)) == 0 then whenRead(id, file.objects)
    val isReferredTo = numbered < file.referredTo.length && file.referredTo(numbered) == id
    if isReferredTo then numbered += 1
    nextEvent = eventAfter(id)
    if isReferredTo then externalCount + numbered - 1 - firstNumber else -1

  private def eventAfter(id: Int): Int =
    val boundary = math.min(file.objects, (id.toLong | (ClusteredLayout.SegmentObjects - 1)) + 1)
    (if numbered < file.referredTo.length then math.min(file.referredTo(numbered).toLong, boundary) else boundary).toInt

  private[brine] final override def hasCodes: Boolean = takesCode

  private[brine] final override def takeReferences(plan: Plan.Product, most: Int, into: Growable[Any]): Int =
    takeReferences(in(Role.Codes), plan, most, into)

  def takeReferences(codes: ColumnSource, plan: Plan.Product, most: Int, into: Growable[Any]): Int =
    if plan.isGeneric || codes.peek() < Role.FirstReference then 0
    else
      val until = math.min(most, codes.unpacked)
      var count = 0
      var known = knownObject(codes.ahead(0), plan)
      while known != null do
        into.addOne(known)
        count += 1
        known = if count < until then knownObject(codes.ahead(count), plan) else null
      codes.passUnpacked(count)
      count

  /** The object to which a code refers, if it is one of this class, and complete; else null. */
  private def knownObject(code: Long, plan: Plan.Product): AnyRef | Null =
    val target = objects - 1 - (code - Role.FirstReference)
    if code < Role.FirstReference || target < 0 then null
    else
      val number = numbers.of(target.toInt)
      if number < firstNumber || hasReadElsewhere && readElsewhere.get(number) then null
      else this.assembly.objectOf(externalCount + number - firstNumber, plan.objectClass)

  private[brine] final def getByCode(plan: Plan.Product, id: Int): AnyRef | Null =
    val code = if takesCode then ColumnsMaker.of(plan) else null
    if code == null then ObjectReader.NoCode else code.read(plan.index, this, id)

  private[brine] final override def beginByCode(plan: Plan.Product, id: Int): AnyRef | Null =
    val code = if takesCode then ColumnsMaker.of(plan) else null
    if code == null then null else code.begin(plan.index, this, id)

  private[brine] final override def beginCollection(plan: Plan.Product, field: Int): Plan.Sequence | Null =
    val code = ColumnsMaker.of(plan)
    val source = if code == null then null else columnsOf(code).collections(field)
    if source == null then null else source.begin()

  private[brine] def getElements(plan: Plan.Sequence, header: Long, into: Growable[Any]): Int =
    if PiecesReader.reads(plan, header, this, into) then PickleReader.size(header) else -1

  // ---- pieces

  /** The index of the next collection with cuts. */
  private var nextCuts = 0

  override def piecesOf(size: Int): ElementPieces | Null =
    if executor == null then null
    else
      while nextCuts < file.cuts.length && file.cuts(nextCuts).collection < objects - 1 do nextCuts += 1
      if nextCuts == file.cuts.length || file.cuts(nextCuts).collection != objects - 1 then null
      else
        nextCuts += 1 // an empty collection inside is not an object, and would be taken for this one
        pieces(file.cuts(nextCuts - 1), size, executor.nn)

  private def pieces(cuts: CollectionCuts, size: Int, executor: Executor): ElementPieces | Null =
    if cuts.end.element != size then
      throw new PickleException.Malformed(
        s"expected a collection of ${cuts.end.element} elements by its cuts, found $size"
      )
    else if ClusteredLayout.areTooMany(cuts.all.length, file.columns.length, file.bytes) then null
    else new GraphPieces(this, cuts, executor)

  /** Makes a reader of the piece after this cut. */
  private[clustered] def piece(from: CutPoint): ClusteredReader =
    val reader = new ClusteredReader(file.reopened, root, externals, null, isWatched, options, takesCode, whole = this)
    reader.goTo(from)
    reader.firstNumber = reader.numbered
    reader

  /** Moves to a cut. */
  private def goTo(cut: CutPoint): Unit =
    for column <- file.columns do column.moveToSegment(file.at(cut))
    objects = cut.objects
    numbered = numbers.below(objects)
    nextEvent = eventAfter(objects - 1)

  /** Checks that this reader has arrived at a cut. */
  private[clustered] def checkAt(cut: CutPoint): Unit =
    if objects != cut.objects then
      throw new PickleException.Malformed(s"expected ${cut.objects} objects before a cut, found $objects")
    for column <- file.columns do
      if column.position != column.firstOfSegment(file.at(cut)) then
        throw new PickleException.Malformed(s"a column of ${Role.name(column.key.role)} is not at its cut")

  /** Adds the numbers of values that have begun here, by cluster, as far as they are counted. */
  private[clustered] def addBegun(to: Array[Long]): Unit =
    for cluster <- clusters.iterator.take(to.length) do
      if !cluster.isCounted then to(cluster.number) += file.announced(cluster) - cluster.count

  /** Continues after pieces that other readers have read, with these numbers of values by cluster. */
  private[clustered] def leave(cuts: CollectionCuts, begun: Array[Long]): Unit =
    val before = numbered
    goTo(cuts.end)
    readElsewhere.set(before, numbered)
    hasReadElsewhere = true
    for _ <- before until numbered do this.assembly.openNext()
    for cluster <- clusters.iterator.take(begun.length) do
      if !cluster.isCounted then
        cluster.count -= begun(cluster.number)
        if cluster.count < 0 then throw moreThanAnnounced(cluster)
    if whenRead != null then whenRead(objects, file.objects)

  private def isEmpty(shape: Shape): Boolean = shape match
    case _: Shape.Sequence | _: Shape.Mapping =>
      size = readSize(shape)
      size == 0
    case _ => false

  /** The size of the next collection, if it was read already. */
  private[graph] var size = ClusteredReader.NotRead

  private[graph] def readSize(shape: Shape): Int =
    place = cluster(shape).place(Member.Size)
    sizeOf(code(), shape)

  private def sizeOf(size: Long, shape: Shape): Int =
    if size < 0 || size > Int.MaxValue then
      throw new PickleException.Malformed(s"invalid size $size of a ${shape.name}")
    size.toInt

  def sizeOf(shape: Shape, claimed: Long): Int =
    val size = sizeOf(claimed, shape)
    shape match
      case s: Shape.Sequence => check(size, s.element, shape)
      case m: Shape.Mapping  => check(size, m.key, shape)
      case _                 => ()
    size

  def beginProduct(shape: Shape.Product): Unit = begin(cluster(shape))
  def nextField(shape: Shape.Product, previous: Int): Int =
    val cluster = around(depthAround - 1)
    val next = cluster.next(previous + 1)
    if next >= 0 then place = cluster.place(next)
    next
  def endProduct(shape: Shape.Product): Unit = end()

  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit = ()
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit = ()

  private[graph] val subtypeTables = file.tables.filter(_.kind == TypeTable.Subtype)
  private val subtypes = new Array[Subtype[?]](subtypeTables.length)

  def beginOpen(shape: Shape.Open): Subtype[?] =
    val open = cluster(shape)
    place = open.place(Member.Leaf)
    val number = code()
    checkSubtype(number, shape)
    place = open.place(Member.Content)
    begun(open)
    val known = subtypes(number.toInt)
    if known != null then known
    else
      val found = resolved(subtypeTables(number.toInt), shape)
      subtypes(number.toInt) = found
      found

  private def checkSubtype(number: Long, shape: Shape.Open): Unit =
    if number < 0 || number >= subtypes.length then
      throw new PickleException.Malformed(s"invalid subtype $number of ${shape.name}")

  /** The shape from which objects of this subtype were written. */
  protected final def subtypeShape(number: Long, shape: Shape.Open): Shape =
    checkSubtype(number, shape)
    subtypeTables(number.toInt).shape

  private def resolved(table: TypeTable, shape: Shape.Open): Subtype[?] =
    val own = subtype(shape, table.name)
    def read[A](subtype: Subtype[A]): Subtype[A] =
      val unpickler = WrittenTypes.resolved(table, subtype.pickler)
      if unpickler eq subtype.pickler then
        clusters.add(subtype.pickler.shape, if file.hasFullNames then table.shape else subtype.pickler.shape)
        subtype
      else
        if file.hasFullNames then clusters.add(unpickler.shape, table.shape)
        ResolvedUnpickler.of(subtype, unpickler)
    read(own)

  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = ()

  def beginOptional(shape: Shape.Optional): Int =
    val code = this.code()
    if code == Role.Present then
      place = place.content
      PickleReader.Some
    else if code == Role.None then PickleReader.None
    else if code == Role.SomeNull && shape.element.nullness == Nullness.Marker then PickleReader.SomeNull
    else if code == Role.Null then PickleReader.NullTag
    else if code == Role.SomeNull then
      throw new PickleException.Malformed("invalid option code 3 (Some of null): the content type encodes its own null")
    else throw new PickleException.BadReference("an option is a value, not an object to refer to")
  def endSome(shape: Shape.Optional): Unit = ()

  override def getArrayClass(shape: Shape.Sequence): String | Null =
    val before = place
    place = cluster(shape).place(Member.ArrayClass)
    val name = getString()
    place = before
    name

  /** Returns true if a value follows, false for a null. */
  private def isCollection(shape: Shape): Boolean =
    if isTagged then
      isTagged = false
      true
    else
      val code = this.code()
      if code != Role.Present && code != Role.Null then
        throw new PickleException.BadReference(s"a ${shape.name} is a value here, not an object to refer to")
      code == Role.Present

  /** The header of a collection with these elements (or keys), or [[PickleReader.NullTag]]. */
  private def header(shape: Shape, element: Shape): Long =
    if !isCollection(shape) then PickleReader.NullTag
    else
      val read = if size != ClusteredReader.NotRead then size else readSize(shape)
      size = ClusteredReader.NotRead
      check(read, element, shape)
      begin(cluster(shape))
      PickleReader.header(read, hasNulls = true)

  /** Checks a size: elements have values in some column, except elements without bytes. */
  private[graph] def check(size: Int, element: Shape, shape: Shape): Unit =
    if size == 0 then ()
    else if ElementsWithoutBytes.takeNoBytes(element) then budget.takeElements(size)
    else if size > file.values then
      throw new PickleException.Malformed(s"a ${shape.name} claims $size elements in a graph of ${file.values} values")

  def beginSequence(shape: Shape.Sequence): Long = header(shape, shape.element)
  def nextElement(shape: Shape.Sequence, index: Int, size: Int): Boolean =
    val isThere = index < size
    if isThere then at(Member.Element)
    isThere
  def endSequence(shape: Shape.Sequence): Unit = end()

  override def getArray(shape: Shape.Sequence, kind: ScalarKind): AnyRef | Null =
    if kind == ScalarKind.Unit then super.getArray(shape, kind)
    else
      val header = beginSequence(shape)
      if header == PickleReader.NullTag then null
      else
        at(Member.Element)
        val array = in(Role.of(kind)).nextArray(kind, PickleReader.size(header))
        endSequence(shape)
        array

  def beginMapping(shape: Shape.Mapping): Long = header(shape, shape.key)
  def nextEntry(shape: Shape.Mapping, index: Int, size: Int): Boolean =
    val isThere = index < size
    if isThere then at(Member.Key)
    isThere
  def beginValue(shape: Shape.Mapping): Unit = at(Member.Value)
  def endMapping(shape: Shape.Mapping): Unit = end()

private[graph] object ClusteredReader:
  final val NotRead = -1
