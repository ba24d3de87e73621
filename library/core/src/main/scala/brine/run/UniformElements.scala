package brine.run

import scala.collection.mutable.Growable
import scala.util.control.NonFatal
import brine.{Failures, HandwrittenCalls, NumberedSubtype, PickleBuilder, PickleException, PickleReader, Subtype}
import brine.assembly.Construction
import brine.binary.{BinaryBuilder, BinaryReader, BinaryTags}
import brine.plan.{Plan, PlanRef}
import brine.plan.subtypes.OpenForm
import brine.assembly.ReaderAssembly.*

/** Elements, keys and values of an open type whose subtypes have numbers, in the binary format. If all are plain
  * objects of one class, the collection numbers that class once, and their bodies follow: docs/spec/binary.md,
  * "Numbered subtypes". A list of boxed ints then takes the bytes and the time of a list of ints.
  *
  * Bodies of plain objects hold no others, so they are written and read on the Java stack at any depth.
  */
private[brine] object UniformElements:
  // ---- writing

  /** Writes the class of the `size` elements of a collection, if their type is open and has numbers, and the elements
    * if they are of one class. Returns true if it has written them.
    */
  def put(plan: Plan.Sequence, collection: AnyRef, size: Int, builder: PickleBuilder): Boolean =
    val binary = numbering(plan.element, size, builder)
    binary != null && {
      val form = putClass(plan.ops.iterator(collection), binary)
      if form != null then putBodies(form, plan.ops.iterator(collection), size, binary)
      form != null
    }

  /** Writes the class of a map's keys, like [[put]]. Returns the form in which [[putBody]] writes each; null if each
    * is written as a separate place.
    */
  def putKeyClass(plan: Plan.Mapping, map: AnyRef, size: Int, builder: PickleBuilder): OpenForm | Null =
    val binary = numbering(plan.key, size, builder)
    if binary == null then null else putClass(plan.ops.keys(map), binary)

  /** Writes the class of a map's values, like [[putKeyClass]], and after it. */
  def putValueClass(plan: Plan.Mapping, map: AnyRef, size: Int, builder: PickleBuilder): OpenForm | Null =
    val binary = numbering(plan.value, size, builder)
    if binary == null then null else putClass(plan.ops.values(map), binary)

  /** Returns the builder, or null if no class has to be written. */
  private def numbering(element: PlanRef, size: Int, builder: PickleBuilder): BinaryBuilder | Null =
    if size > 0 && element.get.isInstanceOf[Plan.Open] then NumberedPlaces.in(builder) else null

  private def putClass(all: Iterator[Any], builder: BinaryBuilder): OpenForm | Null =
    val found = classOfAll(all, builder)
    builder.sink.putVarint(if found == null then BinaryTags.Mixed else BinaryTags.classNumber(found.number))
    if found == null then null else OpenForm.of(found.subtype)

  /** Returns the class of all values; null if there is no such class, or if it cannot be numbered once. */
  private def classOfAll(all: Iterator[Any], builder: BinaryBuilder): NumberedSubtype | Null =
    val first = all.next().asInstanceOf[AnyRef]
    val found = if first == null then null else builder.openClasses.nn.of(first)
    if found == null || !canBeUniform(found) then null
    else
      val c = first.getClass
      var areOfOne = true
      while areOfOne && all.hasNext do
        val next = all.next().asInstanceOf[AnyRef]
        areOfOne = next != null && (next.getClass eq c)
      if areOfOne then found else null

  private def canBeUniform(found: NumberedSubtype): Boolean =
    found.number >= 0 && OpenForm.of(found.subtype).canBeUniform && !found.subtype.hasCheck

  private def putBodies(form: OpenForm, all: Iterator[Any], size: Int, builder: BinaryBuilder): Unit =
    form.pickler match
      case scalars: ScalarPickler[Any]  => Elements.writeScalars(scalars, all, size, builder)
      case planned: PlannedPickler[Any] => Elements.writeBodies(planned, all, size, builder)
      case _                            => putByHand(form, all, size, builder)
    Elements.checkEnd(all, size)

  private def putByHand(form: OpenForm, all: Iterator[Any], size: Int, builder: BinaryBuilder): Unit =
    var index = 0
    try
      while index < size do
        HandwrittenCalls.put(form.pickler, all.next(), builder)
        index += 1
    catch case NonFatal(e) => throw Failures.writing(e).prepend(s"[$index]")

  /** Writes a key or a value of a class that [[putKeyClass]] has numbered. */
  def putBody(form: OpenForm, value: Any, builder: PickleBuilder): Unit = form.pickler match
    case planned: PlannedPickler[Any] => planned.writeBinary(value, builder.asInstanceOf[BinaryBuilder])
    case custom                       => HandwrittenCalls.put(custom, value, builder)

  // ---- reading

  /** Reads the class that [[put]] or [[putKeyClass]] wrote. Returns the form in which [[getBodies]] or [[getBody]]
    * reads each of the `size` elements; null if each is a separate place.
    */
  def next(element: Plan, size: Int, reader: PickleReader): OpenForm | Null =
    val open = if size > 0 then openIn(element) else null
    val binary = if open == null then null else NumberedPlaces.in(reader)
    if binary == null then null else nextClass(open.nn, binary)

  /** Values of another type can be made of those that were written. */
  def openIn(element: Plan): Plan.Open | Null = element match
    case o: Plan.Open      => o
    case c: Plan.Converted => openIn(c.inner.get)
    case _                 => null

  private def nextClass(open: Plan.Open, reader: BinaryReader): OpenForm | Null =
    val code = reader.source.getVarint()
    if code == BinaryTags.Mixed then null
    else if (code & 1) != 0 then
      throw new PickleException.Malformed(
        s"expected the class of all elements, found code ${Integer.toUnsignedString(code)}"
      )
    else
      val subtype: Subtype[?] = NumberedPlaces.subtypeOf(open, code, reader)
      if !OpenForm.of(subtype).canBeUniform then
        throw new PickleException.Malformed(
          s"elements of ${subtype.name} must be written one by one, each with its class"
        )
      OpenForm.of(subtype)

  /** A whole collection behind its header and the class of its elements. */
  def collection(plan: Plan.Sequence, form: OpenForm, size: Int, id: Int, reader: PickleReader): AnyRef =
    val all = plan.ops.newBuilder(size)
    if NumberedPlaces.in(reader).nn.source.bounded then all.sizeHint(size) // there are as many bytes
    getBodies(plan.element.get, form, size, reader, all)
    Construction.completed(Construction.built(plan, all, size, reader), id, plan, reader)

  private def getBodies(element: Plan, form: OpenForm, size: Int, reader: PickleReader, into: Growable[Any]): Unit =
    val binary = reader.asInstanceOf[BinaryReader]
    element match
      case _: Plan.Open => getBodies(form, size, binary, into)
      case made         => getBodies(form, size, binary, new Made(made, reader, into))

  private def getBodies(form: OpenForm, size: Int, reader: BinaryReader, into: Growable[Any]): Unit = form.pickler match
    case planned: PlannedPickler[Any] =>
      if Elements.areNumbers(form.plan) then Elements.readNumbers(form.plan, size, reader, into)
      else Elements.readBodies(planned, size, reader, into)
    case _ => getByHand(form, size, reader, into)

  private def getByHand(form: OpenForm, size: Int, reader: BinaryReader, into: Growable[Any]): Unit =
    var index = 0
    try
      while index < size do
        into.addOne(HandwrittenCalls.get(form.pickler, reader))
        index += 1
    catch case NonFatal(e) => throw Failures.reading(e).prepend(s"[$index]")

  /** Reads a value that [[putBody]] wrote. */
  def getBody(part: Plan, form: OpenForm, reader: PickleReader): AnyRef | Null =
    val value = form.pickler match
      case planned: PlannedPickler[Any] => planned.readBinary(reader.asInstanceOf[BinaryReader], -1)
      case custom                       => HandwrittenCalls.get(custom, reader)
    madeOf(part, value.asInstanceOf[AnyRef], reader)

  /** Converts a value that was read for a place of this plan. */
  private def madeOf(part: Plan, value: AnyRef, reader: PickleReader): AnyRef | Null = part match
    case c: Plan.Converted => Construction.converted(c, madeOf(c.inner.get, value, reader), reader.assembly)
    case _                 => value

  /** Takes values of the type that was written. */
  private final class Made(element: Plan, reader: PickleReader, into: Growable[Any]) extends Growable[Any]:
    def addOne(value: Any): this.type =
      into.addOne(madeOf(element, value.asInstanceOf[AnyRef], reader))
      this
    def clear(): Unit = into.clear()
