package brine.emitted

import brine.{internal, PickleBuilder, PickleException, Pickler, PickleReader}
import brine.assembly.{Construction, ReaderAssembly, WaitingPart}
import brine.assembly.ReaderAssembly.*
import brine.binary.{BinaryBuilder, BinaryReader, BinaryTags}
import brine.collections.SequenceOps
import brine.plan.{Access, Plan, Slots}
import brine.plan.steps.DirectPickler
import brine.run.{Elements, EventReader, EventWriter, FieldCode, PlannedPickler, PlanReader, PlanWriter, WriteSteps}

/** A pickler with binary code for one family of types, whose root is definition 0. That code calls its methods: they
  * contain everything rare or long, so that the code itself stays small. The code comes from the macro
  * ([[DerivedPickler]]) or, in the module `runtime`, from bytecode that is made when the program runs.
  *
  * The methods belong to the pickler, where the calls are the shortest, which counts in every class file. It is a
  * class and not a trait (ADR 95, traits). Not for users; public only because emitted code is in their classes.
  */
@internal
abstract class Emitted[A] extends PlannedPickler[A] with Access with FieldCode with Slots:
  import Emitted.nested

  /** The plan of a definition of the family. */
  def planOf(definition: Int): Plan

  /** The pickler of a type that is not part of the family. */
  def slot(index: Int): Pickler[?]

  // ---- depth

  /** Writes a value by the interpreter, since it is too deep for the stack. */
  final def writeDeep(definition: Int, value: Any, builder: PickleBuilder): Unit =
    nested(builder, 0)(PlanWriter.body(planOf(definition), value, builder))

  final def readDeep(definition: Int, reader: PickleReader, id: Int): AnyRef | Null =
    nested(reader, 0)(PlanReader.body(planOf(definition), reader, id))

  // ---- values of types with picklers of their own

  /** Begins a value of slot `index` at its place. Returns true if its body must be written now, at the depth that
    * this sets. Emitted code then calls `writeBinary`: each of its calls has one pickler, always the same
    * (ADR 95, profiles).
    */
  final def beginGiven(index: Int, value: Any, builder: BinaryBuilder, left: Int): Boolean =
    beginGiven(slot(index), value, builder, left)

  /** Begins a value, in code that holds the pickler as a constant. */
  final def beginGiven(pickler: Pickler[?], value: Any, builder: BinaryBuilder, left: Int): Boolean = pickler match
    case planned: PlannedPickler[?] if left > 0 =>
      planned.beginAtPlace(value, builder) match
        case PlannedPickler.Body =>
          builder.depth = builder.options.limits.emittedDepth - left + Plan.LevelCost
          true
        case PlannedPickler.Null => false
        case _ =>
          writePlace(planned, value, builder, left)
          false
    case direct: DirectPickler =>
      direct.writeAtPlace(value, builder)
      false
    case other =>
      writePlace(other, value, builder, left)
      false

  private def writePlace(pickler: Pickler[?], value: Any, builder: BinaryBuilder, left: Int): Unit =
    nested(builder, left)(pickler.asInstanceOf[Pickler[Any]].putPlace(value, builder))

  final def writeGivenElement(
      pickler: Pickler[?],
      value: Any,
      isMarked: Boolean,
      builder: BinaryBuilder,
      left: Int
  ): Unit =
    nested(builder, left)(PlanWriter.element(pickler.asInstanceOf[Pickler[Any]], value, isMarked, builder))

  /** Writes a collection or map that is not null, of values that givens write or of scalars. */
  final def writeCollection(definition: Int, value: Any, builder: BinaryBuilder, left: Int): Unit =
    nested(builder, left)(planOf(definition) match
      case s: Plan.Sequence => Elements.write(s, value.asInstanceOf[AnyRef], builder)
      case m: Plan.Mapping  => Elements.write(m, value.asInstanceOf[AnyRef], builder)
      case other            => throw new IllegalStateException(other.shape.name)
    )

  /** Writes a collection or map at a place, which may be null. */
  final def writeCollectionOrNull(definition: Int, value: Any, builder: BinaryBuilder, left: Int): Unit =
    if value == null then builder.putNull() else writeCollection(definition, value, builder, left)

  /** Reads a collection or map that [[writeCollection]] wrote. */
  final def readCollection(definition: Int, id: Int, reader: BinaryReader, left: Int): AnyRef | Null =
    nested(reader, left)(planOf(definition) match
      case s: Plan.Sequence => Elements.read(s, id, reader)
      case m: Plan.Mapping  => Elements.read(m, id, reader)
      case other            => throw new IllegalStateException(other.shape.name)
    )

  /** Returns true if this collection's elements, keys or values are of an open type whose subtypes have numbers. */
  final def isNumbered(definition: Int, builder: BinaryBuilder): Boolean =
    builder.openClasses != null && holdsOpen(definition)

  final def isNumbered(definition: Int, reader: BinaryReader): Boolean =
    reader.openClasses != null && holdsOpen(definition)

  private def holdsOpen(definition: Int): Boolean = planOf(definition) match
    case s: Plan.Sequence => s.element.get.isInstanceOf[Plan.Open]
    case m: Plan.Mapping  => m.key.get.isInstanceOf[Plan.Open] || m.value.get.isInstanceOf[Plan.Open]
    case _                => false

  /** Writes a collection or map that is not null, by its plan. */
  final def writeByPlan(definition: Int, value: Any, builder: BinaryBuilder, left: Int): Unit =
    nested(builder, left)(EventWriter.nonNull(planOf(definition), value, builder))

  /** Reads a value that [[writeByPlan]] wrote; a null may replace a collection that is not built yet. */
  final def readByPlan(definition: Int, id: Int, reader: BinaryReader, left: Int): AnyRef | Null =
    nested(reader, left)(EventReader.nonNull(planOf(definition), reader, id))

  final def writeGivenBody(pickler: Pickler[?], value: Any, builder: BinaryBuilder, left: Int): Unit =
    nested(builder, left)(PlanWriter.element(pickler.asInstanceOf[Pickler[Any]], value, false, builder))

  /** Writes an option, with its content. */
  final def writeGivenOption(pickler: Pickler[?], value: Option[Any], builder: BinaryBuilder, left: Int): Unit =
    val plan = Plan.of(pickler)
    val isMarkerType = plan.nullness == brine.shape.Nullness.Marker
    if builder.putOption(value, isMarkerType) then writeGivenElement(pickler, value.get, plan.isTracked, builder, left)

  /** Writes a leaf that has its own pickler. */
  final def writeGivenLeaf(
      pickler: Pickler[?],
      value: AnyRef,
      leaf: Int,
      arity: Int,
      builder: BinaryBuilder,
      left: Int
  ): Unit =
    if !Plan.of(pickler).isTracked || builder.enter(value, arity) then
      builder.putLeaf(leaf)
      writeGivenBody(pickler, value, builder, left)

  /** Returns the remaining part at the place of a value that a given's pickler reads:
    * [[brine.run.PlannedPickler.Body]] if emitted code must call `readBinary`, else a part for [[readGiven]].
    */
  final def nextGiven(index: Int, reader: BinaryReader, left: Int): Int = nextGiven(slot(index), reader, left)

  final def nextGiven(pickler: Pickler[?], reader: BinaryReader, left: Int): Int = pickler match
    case planned: PlannedPickler[?] if left > 0 =>
      reader.depth = reader.options.limits.emittedDepth - left + Plan.LevelCost
      planned.nextAtPlace(reader)
    case _ => PlannedPickler.Place

  /** Reads a part that [[beginGiven]] writes without emitted code. Also called after `readBinary` if that returned
    * null. A null may replace an object that is not built yet.
    */
  final def readGiven(next: Int, index: Int, reader: BinaryReader, left: Int): Any =
    readGiven(next, slot(index), reader, left)

  final def readGiven(next: Int, pickler: Pickler[?], reader: BinaryReader, left: Int): Any =
    if next != PlannedPickler.Place then null
    else
      pickler match
        case direct: DirectPickler => direct.readAtPlace(reader)
        case planned               => nested(reader, left)(PlanReader.placed(planned, reader))

  /** Reads such a value where an object that is not built yet cannot be handled. */
  final def readGivenBuilt(next: Int, index: Int, reader: BinaryReader, left: Int): Any =
    readGivenBuilt(next, slot(index), reader, left)

  final def readGivenBuilt(next: Int, pickler: Pickler[?], reader: BinaryReader, left: Int): Any =
    PlanReader.noUnbuilt(readGiven(next, pickler, reader, left), pickler, reader)

  final def readGivenElement(pickler: Pickler[?], isMarked: Boolean, reader: BinaryReader, left: Int): Any =
    nested(reader, left)(PlanReader.element(pickler, isMarked, reader))

  final def readGivenElementBuilt(pickler: Pickler[?], isMarked: Boolean, reader: BinaryReader, left: Int): Any =
    nested(reader, left)(PlanReader.builtElement(pickler, isMarked, reader))

  /** Returns a reader of the elements of a collection, which may be objects that are not built yet. */
  final def elements(pickler: Pickler[?], isMarked: Boolean, reader: BinaryReader, left: Int): GivenElements =
    new GivenElements(pickler.asInstanceOf[Pickler[Any]], isMarked, reader, left)

  final def readGivenLeaf(pickler: Pickler[?], reader: BinaryReader, left: Int): Any =
    val plan = Plan.of(pickler)
    val id = if plan.isTracked then reader.openObject(plan.shape) else -1
    nested(reader, left)(pickler.getBody(reader, id))

  final def isTracked(pickler: Pickler[?]): Boolean = Plan.of(pickler).isTracked

  // ---- collections

  /** The header of a collection whose elements may take no bytes. */
  final def size(definition: Int, reader: BinaryReader): Long = planOf(definition) match
    case s: Plan.Sequence => reader.beginSequence(s.shape)
    case m: Plan.Mapping  => reader.beginMapping(m.shape)
    case other            => throw new IllegalStateException(other.shape.name)

  /** Returns true if a collection that keeps its identity must be written here: it is neither null nor written
    * before.
    */
  final def enterCollection(collection: Iterable[Any], builder: BinaryBuilder): Boolean =
    if collection == null then
      builder.putNull()
      false
    else collection.isEmpty || builder.enter(collection, 0)

  /** Returns true if a mutable collection must be written here; an empty one has an identity, too. */
  final def enterMutable(definition: Int, collection: AnyRef | Null, builder: BinaryBuilder): Boolean =
    if collection == null then
      builder.putNull()
      false
    else WriteSteps.enterCollection(planOf(definition), collection, builder)

  /** Refuses a collection that would come back as another. */
  final def check(definition: Int, collection: AnyRef): Unit = planOf(definition) match
    case s: Plan.Sequence => s.ops.check(collection)
    case m: Plan.Mapping  => m.ops.check(collection)
    case other            => throw new IllegalStateException(other.shape.name)

  /** Returns a collection that may be a lazy list, evaluated to its end. */
  final def ended[A](collection: scala.collection.Iterable[A], builder: BinaryBuilder): scala.collection.Iterable[A] =
    brine.collections.LazyLists.checkEnd(collection, builder.options.limits)
    collection

  /** A collection of Java's as one of Scala's. */
  final def asScala(definition: Int, collection: AnyRef): scala.collection.Iterable[Any] =
    planOf(definition) match
      case s: Plan.Sequence => s.ops.iterable(collection)
      case other            => throw new IllegalStateException(other.shape.name)

  /** A map of Java's as one of Scala's. */
  final def mapAsScala(definition: Int, map: AnyRef): scala.collection.Map[Any, Any] =
    planOf(definition) match
      case m: Plan.Mapping => m.ops.map(map)
      case other           => throw new IllegalStateException(other.shape.name)

  final def enterArray(array: Array[?], builder: BinaryBuilder): Boolean =
    if array == null then
      builder.putNull()
      false
    else array.length == 0 || builder.enter(array, 0)

  /** Returns true if an array is one of a subtype of its place's elements. */
  final def isNarrower(definition: Int, array: AnyRef): Boolean = planOf(definition) match
    case s: Plan.Sequence => array.getClass != s.ops.asInstanceOf[SequenceOps.ArrayOps].arrayClass
    case other            => throw new IllegalStateException(other.shape.name)

  /** Records that element `index` of an array waits, if its null replaces an object that is not built yet. */
  final def waitFor(waiting: AnyRef, index: Int, reader: PickleReader): AnyRef =
    WaitingPart.addTo(waiting.asInstanceOf[WaitingPart], index, reader)

  /** Completes an array, except for the elements that wait. */
  final def completeArray(definition: Int, id: Int, array: AnyRef, waiting: AnyRef, reader: PickleReader): Unit =
    if id >= 0 || waiting != null then register(definition, id, array, waiting, reader)

  /** Completes an array whose class determines its type. */
  final def completeReifiedArray(definition: Int, id: Int, array: AnyRef, waiting: AnyRef, reader: PickleReader): Unit =
    if waiting != null then register(definition, id, array, waiting, reader)
    else reader.assembly.complete(id, array)

  private def register(definition: Int, id: Int, array: AnyRef, waiting: AnyRef, reader: PickleReader): Unit =
    planOf(definition) match
      case s: Plan.Sequence =>
        WaitingPart.foreach(waiting.asInstanceOf[WaitingPart])((index, element) => element.fillLater(s, array, index))
        reader.assembly.complete(id, array, s)
      case other => throw new IllegalStateException(other.shape.name)

  final def marksGiven(pickler: Pickler[?], values: scala.collection.Iterable[Any]): Boolean =
    WriteSteps.marks(pickler, values.iterator)

  final def containsNull(values: scala.collection.Iterable[Any]): Boolean = WriteSteps.holdsNull(values.iterator)

  /** Returns an array in the form that [[marksGiven]] and [[containsNull]] take. */
  final def iterable(array: Array[?]): Iterable[Any] = scala.collection.immutable.ArraySeq.unsafeWrapArray(array)

  final def newBuilder(definition: Int, size: Int): scala.collection.mutable.Builder[Any, AnyRef] =
    planOf(definition) match
      case s: Plan.Sequence => s.ops.newBuilder(size)
      case other            => throw new IllegalStateException(other.shape.name)

  final def result(
      definition: Int,
      builder: scala.collection.mutable.Builder[Any, AnyRef],
      size: Int,
      reader: PickleReader
  ): AnyRef =
    planOf(definition) match
      case s: Plan.Sequence => Construction.built(s, builder, size, reader)
      case other            => throw new IllegalStateException(other.shape.name)

  /** Puts a map together. */
  final def mapping(definition: Int, id: Int, parts: java.util.ArrayList[AnyRef], reader: PickleReader): AnyRef =
    planOf(definition) match
      case m: Plan.Mapping => Construction.mapping(m, id, parts.toArray, reader)
      case other           => throw new IllegalStateException(other.shape.name)

  /** Returns the index of the next element on the stack of elements. */
  final def stacked(reader: PickleReader): Int = reader.assembly.stacked

  final def stack(element: Any, reader: PickleReader): Unit = reader.assembly.stack(element.asInstanceOf[AnyRef])

  /** Puts an element that was read as null on the stack. Returns true if the null replaces an object that is not
    * built yet.
    */
  final def stackNull(reader: PickleReader): Boolean =
    val unbuilt = reader.takeUnbuilt()
    reader.assembly.stack(unbuilt)
    unbuilt != null

  /** Puts a collection together from the elements on the stack above `base`. */
  final def sequence(definition: Int, id: Int, base: Int, waits: Boolean, reader: PickleReader): AnyRef =
    planOf(definition) match
      case s: Plan.Sequence => reader.assembly.hide(reader.assembly.unstack(id, s, base, waits))
      case other            => throw new IllegalStateException(other.shape.name)

  // ---- objects that refer to each other

  /** Returns the part that was read as `value`: itself, or the object that is not built yet. */
  final def part(value: Any, reader: PickleReader): AnyRef =
    if value != null then value.asInstanceOf[AnyRef]
    else
      val unbuilt = reader.takeUnbuilt()
      if unbuilt == null then null else unbuilt

  final def product(definition: Int, id: Int, parts: Array[AnyRef], reader: PickleReader): AnyRef =
    planOf(definition) match
      case p: Plan.Product => reader.assembly.hide(reader.assembly.product(id, p, parts))
      case other           => throw new IllegalStateException(other.shape.name)

  /** The object of slot `id` could be built from these parts if something refers to it now. */
  final def pend(definition: Int, id: Int, parts: Array[AnyRef], reader: PickleReader): Unit =
    planOf(definition) match
      case p: Plan.Product => reader.assembly.pend(id, p, parts, isReady = true)
      case other           => throw new IllegalStateException(other.shape.name)

  /** An object of this definition could lead to one that is not complete. */
  final def isAwaiting(definition: Int, reader: PickleReader): Boolean =
    ReaderAssembly.isAwaiting(reader)(planOf(definition))

  /** The object of slot `id`, if something referred to it before it was complete. */
  final def early(id: Int, reader: PickleReader): AnyRef | Null = reader.assembly.early(id)

  /** Fills the mutable fields of an object that was built early, from parts of which some may be unbuilt. */
  final def fill(definition: Int, id: Int, value: AnyRef, parts: Array[AnyRef], reader: PickleReader): AnyRef =
    planOf(definition) match
      case p: Plan.Product => reader.assembly.fill(id, p, value, parts)
      case other           => throw new IllegalStateException(other.shape.name)

  /** An object that was built before its mutable fields are read. */
  final def begun(id: Int, value: AnyRef, reader: PickleReader): Unit = reader.assembly.begin(id, value)

  final def begunGeneric(definition: Int, id: Int, value: AnyRef, reader: PickleReader): Unit =
    if id >= 0 then reader.assembly.begin(id, value, planOf(definition))

  /** Handles a field that was read as null: if the null replaces an object that is not built yet, it is filled later.
    */
  final def fillLater(definition: Int, field: Int, target: AnyRef, reader: PickleReader): Unit =
    val unbuilt = reader.takeUnbuilt()
    if unbuilt != null then
      planOf(definition) match
        case p: Plan.Product => unbuilt.fillLater(p, target, field)
        case other           => throw new IllegalStateException(other.shape.name)

  /** Returns `Some(null)`, where the option encodes it. */
  final def someNull(pickler: Pickler[?], reader: BinaryReader): AnyRef =
    if Plan.of(pickler).nullness != brine.shape.Nullness.Marker then throw reader.noSomeNull()
    Some(null)

  /** Returns the `Some` of a content that was read as null: of null, or of an object that is not built yet. */
  final def someOfNull(definition: Int, reader: PickleReader): AnyRef =
    val unbuilt = reader.takeUnbuilt()
    if unbuilt == null then Some(null)
    else
      planOf(definition) match
        case o: Plan.Optional => reader.assembly.hide(reader.assembly.some(o, unbuilt))
        case other            => throw new IllegalStateException(other.shape.name)

  /** Begins an object that keeps its identity: its slot. */
  final def open(reader: BinaryReader): Int = reader.assembly.openNext()

  /** Returns the slot of a collection, which has none if it is empty. */
  final def openCollection(reader: BinaryReader): Int = ReaderAssembly.openCollection(reader)()

  final def complete(id: Int, value: AnyRef, reader: PickleReader): Unit = reader.assembly.complete(id, value)

  final def completeGeneric(definition: Int, id: Int, value: AnyRef, reader: PickleReader): Unit =
    if id >= 0 then reader.assembly.complete(id, value, planOf(definition))

  /** Returns the value of a marker that does not announce a new object: null, or an object whose class the caller
    * checks.
    */
  final def refer(definition: Int, code: Int, reader: BinaryReader): AnyRef =
    if code == BinaryTags.Null then null else numbered(definition, code - BinaryTags.firstReference(1), reader)

  /** Returns the value of a tag that does not announce a new object: null, or an object whose class the caller
    * checks.
    */
  final def lookUp(definition: Int, tag: Int, reader: BinaryReader): AnyRef =
    if tag == PickleReader.NullTag then null else numbered(definition, PickleReader.referenceId(tag), reader)

  private def numbered(definition: Int, number: Int, reader: BinaryReader): AnyRef =
    val known = reader.assembly.numbered(number)
    if known != null then known else reader.assembly.awaitedOrNull(number, planOf(definition))

  /** Returns the value of a code that is not a leaf's: null, or a referenced object. */
  final def resolveLeaf(definition: Int, code: Int, reader: BinaryReader): AnyRef =
    resolve(definition, reader.tag(code, planOf(definition).arity), reader)

  /** Returns the value of a tag that does not announce a new object: null, or a referenced object. */
  final def resolve(definition: Int, tag: Int, reader: BinaryReader): AnyRef =
    val plan = planOf(definition)
    if tag != PickleReader.NullTag && !plan.isTracked then
      throw plan match
        case s: Plan.Sum =>
          new PickleException.UnknownLeaf(
            s.shape.name,
            s"${PickleReader.referenceId(tag).toLong + s.arity} (it has ${s.arity})"
          )
        case other =>
          new PickleException.BadReference(s"a ${other.shape.name} is a value here, not an object to refer to")
    reader.assembly.resolveOrNull(tag, plan)

  // ---- checks

  /** An object of another class than the plan's own: passes only as a specialised variant of it. */
  final def checkClass(definition: Int, value: AnyRef): Unit = planOf(definition) match
    case p: Plan.Product => WriteSteps.checkClass(p, value)
    case other           => throw new IllegalStateException(other.shape.name)

@internal
object Emitted:
  /** The number of elements to allocate at once. A length is only a claim until the elements have arrived. */
  final val FirstCapacity = 64

  /** Runs `write` at the depth at which `left` levels are left. */
  private[brine] inline def nested[A](builder: PickleBuilder, left: Int)(inline write: => A): A =
    val depth = builder.depth
    builder.depth = builder.options.limits.emittedDepth - left
    val result = write
    builder.depth = depth
    result

  private[brine] inline def nested[A](reader: PickleReader, left: Int)(inline read: => A): A =
    val depth = reader.depth
    reader.depth = reader.options.limits.emittedDepth - left
    val result = read
    reader.depth = depth
    result
