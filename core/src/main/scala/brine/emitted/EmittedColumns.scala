package brine.emitted

import brine.{internal, PickleException, PickleReader}
import brine.columns.{
  ColumnBuilder,
  ColumnReader,
  ColumnSink,
  ColumnSinks,
  ColumnSource,
  ColumnSources,
  Member,
  ObjectSink,
  ObjectSource,
  Role
}
import brine.plan.Plan
import brine.run.{EventReader, EventWriter, PlanReader, PlanWriter}
import brine.shape.ScalarKind
import brine.assembly.ReaderAssembly.*

/** The methods that emitted code for columns calls, as [[Emitted]] is for the binary format. They handle rare cases,
  * and values that the code does not read from columns itself.
  */
@internal
object EmittedColumns:
  import Emitted.nested

  // ---- reading

  // `mayWait`: the caller checks afterwards if a null replaces an object that is not built yet.

  /** An object that begins, of a class that has no code here. */
  def readObject(
      self: DerivedPickler[?],
      definition: Int,
      mayWait: Boolean,
      in: ColumnReader,
      left: Int
  ): AnyRef | Null =
    val plan = self.planOf(definition)
    val id = in.begin()
    settled(nested(in, left)(EventReader.nonNull(plan, in, id)), plan, mayWait, in)

  /** Reads the value of this member of the definition, by the plan of another. */
  def readPlace(
      self: DerivedPickler[?],
      definition: Int,
      member: Int,
      content: Int,
      mayWait: Boolean,
      columns: ColumnSources,
      in: ColumnReader,
      left: Int
  ): AnyRef | Null =
    in.goTo(columns.shapes(definition), member, 0)
    val plan = self.planOf(content)
    settled(nested(in, left)(EventReader.place(plan, in)), plan, mayWait, in)

  /** Reads the value of this member, by a given of another type. */
  def readGiven(
      self: DerivedPickler[?],
      definition: Int,
      member: Int,
      slot: Int,
      mayWait: Boolean,
      objects: ObjectSource,
      columns: ColumnSources,
      in: ColumnReader,
      left: Int
  ): Any =
    val leaves = objects.leaves
    val pickler = self.slot(slot)
    val value =
      if leaves != null && left > 0 then leaves.next(left)
      else
        in.goTo(columns.shapes(definition), member, 0)
        nested(in, left)(PlanReader.placed(pickler, in))
    if mayWait then value else PlanReader.noUnbuilt(value, pickler, in)

  /** Returns the value that such a given read, where an object that is not built yet cannot be handled. */
  def built(self: DerivedPickler[?], slot: Int, value: AnyRef | Null, in: ColumnReader): AnyRef | Null =
    if value != null then value else PlanReader.noUnbuilt(value, self.slot(slot), in)

  private def settled(value: AnyRef | Null, plan: Plan, mayWait: Boolean, in: ColumnReader): AnyRef | Null =
    if value == null && !mayWait && in.takeUnbuilt() != null then throw PlanReader.needsUnbuilt(plan.shape, "a value")
    value

  /** A leaf that has no code here. */
  def readLeaf(
      self: DerivedPickler[?],
      definition: Int,
      leaf: Long,
      mayWait: Boolean,
      columns: ColumnSources,
      in: ColumnReader,
      left: Int
  ): AnyRef | Null =
    self.planOf(definition) match
      case s: Plan.Sum if leaf >= 0 && leaf < s.leaves.length =>
        in.goTo(s.shape, Member.Content, 0)
        settled(nested(in, left)(EventReader.leafOf(s, leaf.toInt, in)), s, mayWait, in)
      case s => throw new PickleException.Malformed(s"leaf $leaf of ${s.shape.name}")

  /** Returns the value of a code that does not announce a new value: null, or an object that has begun before or is
    * outside of the pickle.
    */
  def elsewhere(
      self: DerivedPickler[?],
      definition: Int,
      code: Long,
      mayWait: Boolean,
      in: ColumnReader
  ): AnyRef | Null =
    if code == Role.Null then null else refer(self.planOf(definition), code, mayWait, in)

  /** Returns the value of such a code where the object's class determines its type, which the caller checks by a
    * cast.
    */
  def elsewhereReified(
      self: DerivedPickler[?],
      definition: Int,
      code: Long,
      mayWait: Boolean,
      in: ColumnReader
  ): AnyRef | Null =
    val known = if code >= Role.FirstReference then in.earlier(code) else null
    if known != null then known else elsewhere(self, definition, code, mayWait, in)

  /** Returns the value of such a code for a value of the pickler in this slot. */
  def elsewhereGiven(
      self: DerivedPickler[?],
      slot: Int,
      code: Long,
      mayWait: Boolean,
      in: ColumnReader
  ): AnyRef | Null =
    if code == Role.Null then null else refer(Plan.of(self.slot(slot)), code, mayWait, in)

  private def refer(plan: Plan, code: Long, mayWait: Boolean, in: ColumnReader): AnyRef | Null =
    settled(PlanReader.reference(in.tagOf(code), plan, in), plan, mayWait, in)

  /** Reads the code of an option that is neither Some nor None. `isMarker`: the nullness of its content is Marker. */
  def option(code: Long, isMarker: Boolean): Option[Any] | Null =
    if code == Role.SomeNull && isMarker then Some(null)
    else if code == Role.Null then null
    else if code == Role.SomeNull then
      throw new PickleException.Malformed("invalid option code 3 (Some of null): the content type encodes its own null")
    else throw new PickleException.BadReference(s"an option is a value, not an object to refer to")

  /** Reads the elements of a collection of `size` elements, [[ColumnBuilder.Large]] or more, and makes the
    * collection.
    */
  def readLarge(
      self: DerivedPickler[?],
      definition: Int,
      size: Int,
      id: Int,
      in: ColumnReader,
      left: Int
  ): AnyRef = self.planOf(definition) match
    case s: Plan.Sequence =>
      in.enter(s.shape)
      nested(in, left)(EventReader.collection(s, PickleReader.header(size, hasNulls = true), id, in))
    case other => throw new IllegalStateException(other.shape.name)

  /** An array that begins. */
  def readArray(
      self: DerivedPickler[?],
      definition: Int,
      size: Int,
      kind: Int,
      elements: ColumnSource,
      in: ColumnReader
  ): AnyRef =
    val id = if size == 0 then -1 else in.begin()
    val array = elements.nextArray(ScalarKind.fromOrdinal(kind), size)
    if id >= 0 then in.assembly.complete(id, array, self.planOf(definition))
    array

  /** An array of a class that has no subclasses is of no other class. */
  def checkArrayClass(self: DerivedPickler[?], definition: Int, name: String | Null): Unit =
    if name != null then
      throw new PickleException.WrongType(
        self.planOf(definition).shape.name,
        s"an array of ${PickleException.quote(name)}"
      )

  // ---- writing

  /** An object of a class that has no code here, after its code. */
  def writeObject(self: DerivedPickler[?], definition: Int, value: AnyRef, out: ColumnBuilder, left: Int): Unit =
    nested(out, left)(EventWriter.nonNull(self.planOf(definition), value, out))

  /** The elements of a collection of [[ColumnBuilder.Large]] or more. */
  def writeLarge(
      self: DerivedPickler[?],
      definition: Int,
      all: Iterator[Any],
      size: Int,
      out: ColumnBuilder,
      left: Int
  ): Unit =
    self.planOf(definition) match
      case s: Plan.Sequence =>
        out.enter(s.shape, size)
        nested(out, left)(EventWriter.elements(s, all, size, isMarked = true, out))
        out.endSequence(s.shape)
      case other => throw new IllegalStateException(other.shape.name)

  def writePlace(
      self: DerivedPickler[?],
      definition: Int,
      member: Int,
      content: Int,
      value: Any,
      columns: ColumnSinks,
      out: ColumnBuilder,
      left: Int
  ): Unit =
    out.goTo(columns.shapes(definition), member, 0)
    nested(out, left)(EventWriter.place(self.planOf(content), value, out))

  def writeGiven(
      self: DerivedPickler[?],
      definition: Int,
      member: Int,
      slot: Int,
      value: Any,
      objects: ObjectSink,
      columns: ColumnSinks,
      out: ColumnBuilder,
      left: Int
  ): Unit =
    val leaves = objects.leaves
    if leaves != null && left > 0 then leaves.put(value.asInstanceOf[AnyRef | Null], left)
    else
      out.goTo(columns.shapes(definition), member, 0)
      nested(out, left)(self.slot(slot).asInstanceOf[brine.Pickler[Any]].putPlace(value, out))

  /** A leaf that has no code here: all of it. */
  def writeLeaf(
      self: DerivedPickler[?],
      definition: Int,
      value: AnyRef,
      holder: Int,
      member: Int,
      level: Int,
      columns: ColumnSinks,
      out: ColumnBuilder,
      left: Int
  ): Unit =
    out.goTo(columns.shapes(holder), member, level)
    nested(out, left)(EventWriter.nonNull(self.planOf(definition), value, out))

  /** The code of a collection; true if it is to be put now. */
  def isNewCollection(
      self: DerivedPickler[?],
      definition: Int,
      value: AnyRef | Null,
      codes: ColumnSink,
      out: ColumnBuilder
  ): Boolean =
    if value != null && PlanWriter.isValue(self.planOf(definition), value) then
      codes.add(Role.Present)
      true
    else out.isNew(value, codes)

  def writeArray(array: AnyRef, size: ColumnSink, elements: ColumnSink): Unit =
    size.add(java.lang.reflect.Array.getLength(array))
    elements.addArray(array)

  /** Puts the code of an option. Returns true if its content follows. `isMarker`: the nullness of its type is Marker.
    */
  def hasContent(value: Option[Any] | Null, isMarker: Boolean, codes: ColumnSink): Boolean =
    if value == null then codes.add(Role.Null)
    else if value.isEmpty then codes.add(Role.None)
    else if isMarker && value.get == null then codes.add(Role.SomeNull)
    else codes.add(Role.Present)
    value != null && value.nonEmpty && !(isMarker && value.get == null)
