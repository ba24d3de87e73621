package brine.run

import brine.{HandwrittenCalls, NumberedSubtype, PickleBuilder, PickleException, PickleReader, Subtype}
import brine.binary.{BinaryBuilder, BinaryReader, BinaryTags}
import brine.plan.Plan
import brine.plan.subtypes.{OpenForm, OpenSubtypes}
import brine.assembly.ReaderAssembly.*

/** Places of open types in the binary format where the subtypes of the options have numbers. One code says at such a
  * place whether there is an object, which one it refers to, or of which class the next one is: docs/spec/binary.md,
  * "Numbered subtypes".
  *
  * The methods with a builder or a reader run on the Java stack; beyond `limits.emittedDepth`, and with
  * [[brine.Sharing.All]], they call [[PlanWriter]] and [[PlanReader]].
  */
private[brine] object NumberedPlaces:
  /** This builder, if it writes numbered places; else null. */
  def in(builder: PickleBuilder): BinaryBuilder | Null = builder match
    case binary: BinaryBuilder if binary.openClasses != null => binary
    case _                                                   => null

  /** This reader, if it reads numbered places; else null. */
  def in(reader: PickleReader): BinaryReader | Null = reader match
    case binary: BinaryReader if binary.openClasses != null => binary
    case _                                                  => null

  // ---- writing

  /** Writes a value at a place, or null. */
  def put(open: Plan.Open, value: Any, builder: BinaryBuilder): Unit =
    if value == null then builder.putNull()
    else if isDeep(builder) then PlanWriter.openPlace(open, value, builder)
    else
      val found = classOf(open, value.asInstanceOf[AnyRef], builder)
      if OpenForm.of(found.subtype).isPlain || builder.enterOpen(value.asInstanceOf[AnyRef]) then
        putObject(found, value, builder)

  /** Writes a root, or null. */
  def putRoot(open: Plan.Open, value: Any, builder: BinaryBuilder): Unit =
    if value == null then builder.putNull()
    else if isDeep(builder) then PlanWriter.openRoot(open, value, builder)
    else
      val found = classOf(open, value.asInstanceOf[AnyRef], builder)
      if !keepsIdentity(OpenForm.of(found.subtype), isRoot = true, sharesAll = false) || builder.enterOpen(
          value.asInstanceOf[AnyRef]
        )
      then
        putObject(found, value, builder)

  /** Writes an object whose place is not of an open type, after its marker. */
  def putBody(open: Plan.Open, value: AnyRef, builder: BinaryBuilder): Unit =
    val found = classOf(open, value, builder)
    if !isDeep(builder) then putObject(found, value, builder)
    else
      builder.putClass(found)
      val form = OpenForm.of(found.subtype)
      if !form.isObject then form.pickler.putBody(value, builder)

  /** Writes an object on the Java stack. */
  private def putObject(found: NumberedSubtype, value: Any, builder: BinaryBuilder): Unit =
    builder.putClass(found)
    val form = OpenForm.of(found.subtype)
    val planned = form.planned
    if planned != null then
      val depth = builder.depth
      builder.depth = depth + Plan.LevelCost + PlaceCost
      planned.writeBinary(value, builder)
      builder.depth = depth
    else if !form.isObject then HandwrittenCalls.put(form.pickler, value, builder)

  /** Returns the class by which an object is written. */
  def classOf(open: Plan.Open, value: AnyRef, builder: BinaryBuilder): NumberedSubtype =
    val known = builder.openClassOf(value)
    if known == null || OpenForm.of(known.subtype).isOpen then
      throw OpenSubtypes.refused(open, value, if known == null then null else known.subtype, builder.options)
    known.subtype.check(value, builder.options.subtypes)
    known

  private def isDeep(builder: BinaryBuilder): Boolean = builder.depth >= builder.emittedDepth || builder.sharesAll

  // ---- reading

  /** Reads a value that [[put]] wrote. A null may replace an object that is not built yet: see
    * [[Assembly.takeUnbuilt]].
    */
  def get(open: Plan.Open, reader: BinaryReader): AnyRef | Null =
    if isDeep(reader) then PlanReader.openPlace(open, reader) else get(open, isRoot = false, reader)

  /** Reads a root that [[putRoot]] wrote; for nulls see [[get]]. */
  def getRoot(open: Plan.Open, reader: BinaryReader): AnyRef | Null =
    if isDeep(reader) then PlanReader.openRoot(open, reader) else get(open, isRoot = true, reader)

  private def get(open: Plan.Open, isRoot: Boolean, reader: BinaryReader): AnyRef | Null =
    val code = reader.source.getVarint()
    if code == BinaryTags.Null then null
    else if isReference(code) then reader.assembly.resolveOrNull(referenceOf(code), open)
    else
      val form = OpenForm.of(subtypeOf(open, code, reader))
      val id = if keepsIdentity(form, isRoot, sharesAll = false) then reader.assembly.openNext() else -1
      getObject(form, id, reader)

  /** Reads a body that [[putBody]] wrote; for nulls see [[get]]. */
  def getBody(open: Plan.Open, id: Int, reader: BinaryReader): AnyRef | Null =
    getObject(OpenForm.of(bodyOf(open, reader)), id, reader)

  private def getObject(form: OpenForm, id: Int, reader: BinaryReader): AnyRef | Null =
    val depth = reader.depth
    reader.depth = depth + PlaceCost
    val value = OpenObjects.readObject(form.plan, form.pickler, id, reader)
    reader.depth = depth
    value

  /** The subtype of an object that is surely there. */
  def bodyOf(open: Plan.Open, reader: BinaryReader): Subtype[?] =
    val code = reader.source.getVarint()
    if code == BinaryTags.Null || isReference(code) then
      throw new PickleException.Malformed(s"expected the class of a ${open.shape.name}, found a null or a reference")
    subtypeOf(open, code, reader)

  /** Returns true if this code of a place is a reference. */
  def isReference(code: Int): Boolean = (code & 1) != 0 && code != BinaryTags.NamedClass

  /** The tag of the reference that this code is. */
  def referenceOf(code: Int): Int = PickleReader.reference((code - BinaryTags.openReference(0)) >>> 1)

  /** The subtype of the object that follows this code of a place. */
  def subtypeOf(open: Plan.Open, code: Int, reader: BinaryReader): Subtype[?] =
    val known = reader.subtypeBefore(open.shape, code)
    if known != null then known
    else
      val found = OpenSubtypes.checked(open, reader.classOf(code, open.shape))
      if code != BinaryTags.NamedClass then reader.keepSubtype(open.shape, code, found)
      found

  private def isDeep(reader: BinaryReader): Boolean = reader.depth >= reader.emittedDepth || reader.sharesAll

  // ---- both

  /** Levels that a place with a number counts beside those of its object: its calls take almost as much stack. */
  private final val PlaceCost = Plan.LevelCost

  /** Returns true if an object of this form has a number. Nothing in a root can refer to it if its class is not
    * tracked.
    */
  def keepsIdentity(form: OpenForm, isRoot: Boolean, sharesAll: Boolean): Boolean =
    !form.isPlain && (!isRoot || sharesAll || form.isTrackedAtRoot)
