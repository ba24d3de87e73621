package brine.derive

import brine.{PickleBuilder, PickleException, PickleReader, Pickler}
import brine.binary.{BinaryBuilder, BinaryReader, BinaryTags}
import brine.plan.{Construction, DirectPickler, Elements, GivenElements, Plan, PlannedPickler, PlanReader, PlanWriter, SequenceOps, WaitingPart}

/** What emitted code calls: everything rare or long, so that the code itself stays small. Not for users; public only
  * because emitted code lives in their classes.
  */
object Emitted:
  // ---- depth

  /** Levels that emitted code may still recurse from here. */
  def levels(builder: PickleBuilder): Int = builder.options.limits.emittedDepth - builder.depth

  def levels(reader: PickleReader): Int = reader.options.limits.emittedDepth - reader.depth

  /** Too deep for the stack: the interpreter goes on from here. */
  def writeDeep(self: DerivedPickler[?], definition: Int, value: Any, builder: PickleBuilder): Unit =
    nested(builder, 0)(PlanWriter.body(self.planOf(definition), value, builder))

  def readDeep(self: DerivedPickler[?], definition: Int, reader: PickleReader, id: Int): AnyRef | Null =
    nested(reader, 0)(PlanReader.body(self.planOf(definition), reader, id))

  private[derive] inline def nested[A](builder: PickleBuilder, left: Int)(inline write: => A): A =
    val depth = builder.depth
    builder.depth = builder.options.limits.emittedDepth - left
    val result = write
    builder.depth = depth
    result

  private[derive] inline def nested[A](reader: PickleReader, left: Int)(inline read: => A): A =
    val depth = reader.depth
    reader.depth = reader.options.limits.emittedDepth - left
    val result = read
    reader.depth = depth
    result

  // ---- values of types with picklers of their own

  /** Begins a value at its place: true if its body is to be written now, at the depth that this sets. It is emitted code that
    * calls `writeBinary` then, since at a call of its own HotSpot sees one pickler, always the same, and can compile it in.
    */
  def beginGiven(pickler: Pickler[?], value: Any, builder: BinaryBuilder, left: Int): Boolean = pickler match
    case planned: PlannedPickler[?] if left > 0 =>
      planned.beginAtPlace(value, builder) match
        case PlannedPickler.Body =>
          builder.depth = builder.options.limits.emittedDepth - left + Plan.LevelCost
          true
        case PlannedPickler.Null => false
        case _ =>
          writePlace(pickler, value, builder, left)
          false
    case direct: DirectPickler =>
      direct.writeAtPlace(value, builder)
      false
    case _ =>
      writePlace(pickler, value, builder, left)
      false

  private def writePlace(pickler: Pickler[?], value: Any, builder: BinaryBuilder, left: Int): Unit =
    nested(builder, left)(PlanWriter.place(pickler.asInstanceOf[Pickler[Any]], value, builder))

  def writeGivenElement(pickler: Pickler[?], value: Any, isMarked: Boolean, builder: BinaryBuilder, left: Int): Unit =
    nested(builder, left)(PlanWriter.element(pickler.asInstanceOf[Pickler[Any]], value, isMarked, builder))

  /** A collection or map that is not null, of such values or of scalars. */
  def writeCollection(self: DerivedPickler[?], definition: Int, value: Any, builder: BinaryBuilder, left: Int): Unit =
    nested(builder, left)(self.planOf(definition) match
      case s: Plan.Sequence => Elements.write(s, value.asInstanceOf[AnyRef], builder)
      case m: Plan.Mapping  => Elements.write(m, value.asInstanceOf[AnyRef], builder)
      case other            => throw new IllegalStateException(other.shape.name))

  /** The same at its place. */
  def writeCollectionOrNull(self: DerivedPickler[?], definition: Int, value: Any, builder: BinaryBuilder, left: Int): Unit =
    if value == null then builder.putNull() else writeCollection(self, definition, value, builder, left)

  /** Mirrors both. */
  def readCollection(self: DerivedPickler[?], definition: Int, id: Int, reader: BinaryReader, left: Int): AnyRef | Null =
    nested(reader, left)(self.planOf(definition) match
      case s: Plan.Sequence => Elements.read(s, id, reader)
      case m: Plan.Mapping  => Elements.read(m, id, reader)
      case other            => throw new IllegalStateException(other.shape.name))

  def writeGivenBody(pickler: Pickler[?], value: Any, builder: BinaryBuilder, left: Int): Unit =
    nested(builder, left)(PlanWriter.element(pickler.asInstanceOf[Pickler[Any]], value, false, builder))

  /** `Some` and its content are left to the caller when true. */
  def writeGivenOption(pickler: Pickler[?], value: Option[Any], builder: BinaryBuilder, left: Int): Unit =
    val plan = Plan.of(pickler)
    val isMarkerType = plan.nullness == brine.shape.Nullness.Marker
    if builder.putOption(value, isMarkerType) then writeGivenElement(pickler, value.get, plan.isTracked, builder, left)

  /** A leaf with a pickler of its own. */
  def writeGivenLeaf(pickler: Pickler[?], value: AnyRef, leaf: Int, arity: Int, builder: BinaryBuilder, left: Int): Unit =
    if !Plan.of(pickler).isTracked || builder.enter(value, arity) then
      builder.putLeaf(leaf)
      writeGivenBody(pickler, value, builder, left)

  /** What comes next at the place of such a value: [[brine.plan.PlannedPickler.Body]] if emitted code is to call `readBinary`, else
    * for [[readGiven]].
    */
  def nextGiven(pickler: Pickler[?], reader: BinaryReader, left: Int): Int = pickler match
    case planned: PlannedPickler[?] if left > 0 =>
      reader.depth = reader.options.limits.emittedDepth - left + Plan.LevelCost
      planned.nextAtPlace(reader)
    case _ => PlannedPickler.Place

  /** Mirrors what [[beginGiven]] does alone. A null may stand for an object that is not built yet. */
  def readGiven(next: Int, pickler: Pickler[?], reader: BinaryReader, left: Int): Any =
    if next == PlannedPickler.Null then null
    else
      pickler match
        case direct: DirectPickler => direct.readAtPlace(reader)
        case _                     => nested(reader, left)(PlanReader.placed(pickler, reader))

  /** Where an object that is not built yet cannot be handled. */
  def built(value: Any, pickler: Pickler[?], reader: BinaryReader): Any = PlanReader.noUnbuilt(value, pickler, reader)

  def readGivenElement(pickler: Pickler[?], isMarked: Boolean, reader: BinaryReader, left: Int): Any =
    nested(reader, left)(PlanReader.element(pickler, isMarked, reader))

  def readGivenElementBuilt(pickler: Pickler[?], isMarked: Boolean, reader: BinaryReader, left: Int): Any =
    nested(reader, left)(PlanReader.builtElement(pickler, isMarked, reader))

  /** Elements of a collection in which some may stand for objects that are not built yet. */
  def elements(pickler: Pickler[?], isMarked: Boolean, reader: BinaryReader, left: Int): GivenElements =
    new GivenElements(pickler.asInstanceOf[Pickler[Any]], isMarked, reader, left)

  def readGivenLeaf(pickler: Pickler[?], reader: BinaryReader, left: Int): Any =
    val plan = Plan.of(pickler)
    val id = if plan.isTracked then reader.openObject(plan.shape) else -1
    nested(reader, left)(pickler match
      case planned: brine.plan.PlannedPickler[?] => planned.readBody(reader, id)
      case custom                                => PlanReader.custom(custom, reader))

  def isTracked(pickler: Pickler[?]): Boolean = Plan.of(pickler).isTracked

  // ---- collections

  /** The header of a collection whose elements may take no bytes. */
  def size(self: DerivedPickler[?], definition: Int, reader: BinaryReader): Long = self.planOf(definition) match
    case s: Plan.Sequence => reader.beginSequence(s.shape)
    case m: Plan.Mapping  => reader.beginMapping(m.shape)
    case other            => throw new IllegalStateException(other.shape.name)

  /** Whether a collection that keeps its identity is to be written here: null and what was put before is not. */
  def enterCollection(collection: Iterable[Any], builder: BinaryBuilder): Boolean =
    if collection == null then
      builder.putNull()
      false
    else collection.isEmpty || builder.enter(collection, 0)

  /** The same of one that can change, so that an empty one has an identity, too. */
  def enterMutable(self: DerivedPickler[?], definition: Int, collection: AnyRef | Null, builder: BinaryBuilder): Boolean =
    if collection == null then
      builder.putNull()
      false
    else PlanWriter.enterCollection(self.planOf(definition), collection, builder)

  /** Refuses a collection that would come back as another. */
  def check(self: DerivedPickler[?], definition: Int, collection: AnyRef): Unit = self.planOf(definition) match
    case s: Plan.Sequence => s.ops.check(collection)
    case m: Plan.Mapping  => m.ops.check(collection)
    case other            => throw new IllegalStateException(other.shape.name)

  /** A collection of Java's as one of Scala's. */
  def asScala(self: DerivedPickler[?], definition: Int, collection: AnyRef): scala.collection.Iterable[Any] =
    self.planOf(definition) match
      case s: Plan.Sequence => s.ops.iterable(collection)
      case other            => throw new IllegalStateException(other.shape.name)

  /** A map of Java's as one of Scala's. */
  def mapAsScala(self: DerivedPickler[?], definition: Int, map: AnyRef): scala.collection.Map[Any, Any] =
    self.planOf(definition) match
      case m: Plan.Mapping => m.ops.map(map)
      case other           => throw new IllegalStateException(other.shape.name)

  def enterArray(array: Array[?], builder: BinaryBuilder): Boolean =
    if array == null then
      builder.putNull()
      false
    else array.length == 0 || builder.enter(array, 0)

  /** Whether an array is one of a subtype of its place's elements. */
  def isNarrower(self: DerivedPickler[?], definition: Int, array: AnyRef): Boolean = self.planOf(definition) match
    case s: Plan.Sequence => array.getClass != s.ops.asInstanceOf[SequenceOps.OfArray].arrayClass
    case other            => throw new IllegalStateException(other.shape.name)

  /** A length is a claim until the elements have come: what is allocated for it at once. */
  final val FirstCapacity = 64

  /** Remembers that element `index` of an array stands for an object that is not built yet, if it does. */
  def waitFor(waiting: AnyRef, index: Int, reader: PickleReader): AnyRef =
    WaitingPart.addTo(waiting, index, reader)

  /** An array is complete but for the elements that wait. */
  def completeArray(self: DerivedPickler[?], definition: Int, id: Int, array: AnyRef, waiting: AnyRef, reader: PickleReader): Unit =
    if id >= 0 || waiting != null then register(self, definition, id, array, waiting, reader)

  /** The same where the array's class tells its type. */
  def completeReifiedArray(self: DerivedPickler[?], definition: Int, id: Int, array: AnyRef, waiting: AnyRef, reader: PickleReader): Unit =
    if waiting != null then register(self, definition, id, array, waiting, reader)
    else reader.assembly.complete(id, array)

  private def register(self: DerivedPickler[?], definition: Int, id: Int, array: AnyRef, waiting: AnyRef, reader: PickleReader): Unit =
    self.planOf(definition) match
      case s: Plan.Sequence =>
        WaitingPart.foreach(waiting)((index, element) => element.fillLater(s, array, index))
        reader.assembly.complete(id, array, s)
      case other => throw new IllegalStateException(other.shape.name)

  def marksGiven(pickler: Pickler[?], values: scala.collection.Iterable[Any]): Boolean = PlanWriter.marks(pickler, values.iterator)

  def containsNull(values: scala.collection.Iterable[Any]): Boolean = PlanWriter.holdsNull(values.iterator)

  /** An array as what [[marksGiven]] and [[containsNull]] take. */
  def iterable(array: Array[?]): Iterable[Any] = scala.collection.immutable.ArraySeq.unsafeWrapArray(array)

  def newBuilder(self: DerivedPickler[?], definition: Int, size: Int): scala.collection.mutable.Builder[Any, AnyRef] =
    self.planOf(definition) match
      case s: Plan.Sequence => s.ops.newBuilder(size)
      case other            => throw new IllegalStateException(other.shape.name)

  def result(
      self: DerivedPickler[?], definition: Int, builder: scala.collection.mutable.Builder[Any, AnyRef], size: Int, reader: PickleReader
  ): AnyRef =
    self.planOf(definition) match
      case s: Plan.Sequence => Construction.built(s, builder, size, reader)
      case other            => throw new IllegalStateException(other.shape.name)

  /** Puts a map together. */
  def mapping(self: DerivedPickler[?], definition: Int, id: Int, parts: java.util.ArrayList[AnyRef], reader: PickleReader): AnyRef =
    self.planOf(definition) match
      case m: Plan.Mapping => Construction.mapping(m, id, parts.toArray, reader)
      case other           => throw new IllegalStateException(other.shape.name)

  /** Where the next element goes on the stack of elements. */
  def stacked(reader: PickleReader): Int = reader.assembly.stacked

  def stack(element: Any, reader: PickleReader): Unit = reader.assembly.stack(element.asInstanceOf[AnyRef])

  /** An element that came as null: true if it stands for an object that is not built yet. */
  def stackNull(reader: PickleReader): Boolean =
    val unbuilt = reader.takeUnbuilt()
    reader.assembly.stack(unbuilt)
    unbuilt != null

  /** Puts a collection together from the elements on the stack above `base`. */
  def sequence(self: DerivedPickler[?], definition: Int, id: Int, base: Int, waits: Boolean, reader: PickleReader): AnyRef =
    self.planOf(definition) match
      case s: Plan.Sequence => reader.assembly.hide(reader.assembly.unstack(id, s, base, waits))
      case other            => throw new IllegalStateException(other.shape.name)

  // ---- objects that refer to each other

  /** What a part that was read as `value` really is: itself, or the object that is not built yet. */
  def part(value: Any, reader: PickleReader): AnyRef =
    if value != null then value.asInstanceOf[AnyRef]
    else
      val unbuilt = reader.takeUnbuilt()
      if unbuilt == null then null else unbuilt

  def product(self: DerivedPickler[?], definition: Int, id: Int, parts: Array[AnyRef], reader: PickleReader): AnyRef =
    self.planOf(definition) match
      case p: Plan.Product => reader.assembly.hide(reader.assembly.product(id, p, parts))
      case other           => throw new IllegalStateException(other.shape.name)

  /** The object of slot `id` could be built from these parts if something refers to it now. */
  def pend(self: DerivedPickler[?], definition: Int, id: Int, parts: Array[AnyRef], reader: PickleReader): Unit =
    self.planOf(definition) match
      case p: Plan.Product => reader.assembly.pend(id, p, parts, isReady = true)
      case other           => throw new IllegalStateException(other.shape.name)

  /** An object of this definition could lead to one that is not complete. */
  def isAwaiting(self: DerivedPickler[?], definition: Int, reader: PickleReader): Boolean =
    reader.isAwaiting(self.planOf(definition))

  /** The object of slot `id`, if something referred to it before it was complete. */
  def early(id: Int, reader: PickleReader): AnyRef | Null = reader.assembly.early(id)

  /** Fills the mutable fields of an object that was built early, from parts of which some may be unbuilt. */
  def fill(self: DerivedPickler[?], definition: Int, id: Int, value: AnyRef, parts: Array[AnyRef], reader: PickleReader): AnyRef =
    self.planOf(definition) match
      case p: Plan.Product => reader.assembly.fill(id, p, value, parts)
      case other           => throw new IllegalStateException(other.shape.name)

  /** An object that was built before its mutable fields are read. */
  def begun(id: Int, value: AnyRef, reader: PickleReader): Unit = reader.assembly.begin(id, value)

  def begunGeneric(self: DerivedPickler[?], definition: Int, id: Int, value: AnyRef, reader: PickleReader): Unit =
    if id >= 0 then reader.assembly.begin(id, value, self.planOf(definition))

  /** A field that came as null: if that stands for an object that is not built yet, it is filled later. */
  def fillLater(self: DerivedPickler[?], definition: Int, field: Int, target: AnyRef, reader: PickleReader): Unit =
    val unbuilt = reader.takeUnbuilt()
    if unbuilt != null then
      self.planOf(definition) match
        case p: Plan.Product => unbuilt.fillLater(p, target, field)
        case other           => throw new IllegalStateException(other.shape.name)

  /** `Some(null)`, where the option has to say so. */
  def someNull(pickler: Pickler[?], reader: BinaryReader): AnyRef =
    if Plan.of(pickler).nullness != brine.shape.Nullness.Marker then throw reader.noSomeNull()
    Some(null)

  /** `Some` of what was read as null: of null, or of an object that is not built yet. */
  def someOfNull(self: DerivedPickler[?], definition: Int, reader: PickleReader): AnyRef =
    val unbuilt = reader.takeUnbuilt()
    if unbuilt == null then Some(null)
    else
      self.planOf(definition) match
        case o: Plan.Optional => reader.assembly.hide(reader.assembly.some(o, unbuilt))
        case other            => throw new IllegalStateException(other.shape.name)

  /** Begins an object that keeps its identity: its slot. */
  def open(reader: BinaryReader): Int = reader.assembly.openNext()

  /** The same for a collection, which has none if it is empty. */
  def openCollection(reader: BinaryReader): Int = reader.openCollection()

  def complete(id: Int, value: AnyRef, reader: PickleReader): Unit = reader.assembly.complete(id, value)

  def completeGeneric(self: DerivedPickler[?], definition: Int, id: Int, value: AnyRef, reader: PickleReader): Unit =
    if id >= 0 then reader.assembly.complete(id, value, self.planOf(definition))

  /** What a marker stands for that is not a new object's: null, or an object whose class the caller checks. */
  def refer(self: DerivedPickler[?], definition: Int, code: Int, reader: BinaryReader): AnyRef =
    if code == BinaryTags.Null then null else numbered(self, definition, code - BinaryTags.firstReference(1), reader)

  /** The same of a tag that is no new object. */
  def lookUp(self: DerivedPickler[?], definition: Int, tag: Int, reader: BinaryReader): AnyRef =
    if tag == PickleReader.NullTag then null else numbered(self, definition, PickleReader.referenceId(tag), reader)

  private def numbered(self: DerivedPickler[?], definition: Int, number: Int, reader: BinaryReader): AnyRef =
    val known = reader.assembly.numbered(number)
    if known != null then known else reader.assembly.awaitedOrNull(number, self.planOf(definition))

  /** A code that is no leaf's: null, or a reference. */
  def resolveLeaf(self: DerivedPickler[?], definition: Int, code: Int, reader: BinaryReader): AnyRef =
    resolve(self, definition, reader.tag(code, self.planOf(definition).arity), reader)

  /** A tag that is no new object: null, or a reference. */
  def resolve(self: DerivedPickler[?], definition: Int, tag: Int, reader: BinaryReader): AnyRef =
    val plan = self.planOf(definition)
    if tag != PickleReader.NullTag && !plan.isTracked then
      throw plan match
        case s: Plan.Sum =>
          new PickleException.UnknownLeaf(s.shape.name, s"${PickleReader.referenceId(tag).toLong + s.arity} (it has ${s.arity})")
        case other => new PickleException.BadReference(s"a ${other.shape.name} is a value here, not an object to refer to")
    reader.assembly.resolveOrNull(tag, plan)

  // ---- checks

  /** An object of another class than the plan's own: passes only as a specialised variant of it. */
  def checkClass(self: DerivedPickler[?], definition: Int, value: AnyRef): Unit = self.planOf(definition) match
    case p: Plan.Product => PlanWriter.checkClass(p, value)
    case other           => throw new IllegalStateException(other.shape.name)
