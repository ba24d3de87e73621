package brine.run

import brine.{
  CompanionPicklers,
  PickleBuilder,
  PickleException,
  PickleOptions,
  Pickler,
  PickleReader,
  ScalaEnums,
  Subtype,
  Unpickler
}
import brine.assembly.Construction
import brine.binary.{BinaryBuilder, BinaryReader}
import brine.plan.Plan
import brine.shape.Shape

/** A type whose subclasses are not known where it is pickled. The pickler of an object's class writes the object,
  * after the name of that class. See [[brine.Pickler.open]].
  */
private[brine] final class OpenPickler[A](base: Class[?], isAtRuntime: Boolean = false) extends PlannedPickler[A]:
  val plan: Plan.Open = new Plan.Open(new Shape.Open(base.getSimpleName), base, isAtRuntime)

  private[brine] override def writeRoot(value: A, builder: BinaryBuilder): Unit =
    if value != null && builder.startsEmitted && builder.openClasses != null then
      NumberedPlaces.putRoot(plan, value, builder)
    else pickle(value, builder)

  private[brine] override def readRoot(reader: BinaryReader): A =
    if reader.openClasses != null && reader.isDirect then PlanReader.openRoot(this, reader) else unpickle(reader)

private[brine] object OpenPickler:
  /** The body of an object of an open type, by whichever back end fits its own class. */
  def write(open: Plan.Open, value: Any, builder: PickleBuilder): Unit =
    val binary = NumberedPlaces.in(builder)
    if binary != null then NumberedPlaces.putBody(open, value.asInstanceOf[AnyRef], binary)
    else writeNamed(open, value, builder)

  private def writeNamed(open: Plan.Open, value: Any, builder: PickleBuilder): Unit =
    val subtype = subtypeOf(open, value.asInstanceOf[AnyRef], builder)
    builder.beginOpen(open.shape, subtype)
    if !subtype.isObject then subtype.pickler.asInstanceOf[Pickler[Any]].putBody(value, builder)
    builder.endOpen(open.shape, subtype)

  /** Reads a value that [[write]] wrote. */
  def read(open: Plan.Open, reader: PickleReader, id: Int): AnyRef | Null =
    val binary = NumberedPlaces.in(reader)
    if binary != null then NumberedPlaces.getBody(open, id, binary) else readNamed(open, reader, id)

  private def readNamed(open: Plan.Open, reader: PickleReader, id: Int): AnyRef | Null =
    val subtype = begin(open, reader)
    val own = if reader.tellsVersion then subtype.pickler else Resolutions.undated(subtype.pickler)
    val value = readObject(Plan.of(own), own, id, reader)
    reader.endOpen(open.shape, subtype)
    value

  /** The object of a subtype with this pickler, which has this plan. */
  def readObject(plan: Plan, own: Unpickler[?], id: Int, reader: PickleReader): AnyRef | Null = plan match
    case s: Plan.Singleton => Construction.completed(s.value, id, s, reader)
    // Code for a class completes its object itself if that is tracked, since parts may refer to it.
    case _ if plan.isTracked || plan.isCollection => own.getBody(reader, id).asInstanceOf[AnyRef]
    case _                                        => completed(own.getBody(reader, -1), id, plan, reader)

  /** The subtype that an object is, by its class. */
  def subtypeOf(open: Plan.Open, value: AnyRef, builder: PickleBuilder): Subtype[?] =
    val named = builder.options.subtypes.ofObject(value)
    val subtype = if named != null || !builder.options.subtypes.isEmpty then named else optedIn(value)
    if subtype == null || isOpen(subtype) then throw refused(open, value, subtype, builder.options)
    subtype.check(value, builder.options.subtypes)
    subtype

  /** The failure of an object that has no subtype, or one that is open itself. */
  def refused(open: Plan.Open, value: AnyRef, subtype: Subtype[?] | Null, options: PickleOptions): PickleException =
    val why = if subtype == null then cure(open, value.getClass, options) else OfItself
    PickleException.UnexpectedClass.because(open.shape.name, value.getClass.getName, why)

  /** True if its pickler writes the class of an object once more, so that an object of exactly this class would never
    * be written.
    */
  private def isOpen(subtype: Subtype[?]): Boolean = subtype.pickler.isInstanceOf[OpenPickler[?]]

  private final val OfItself =
    "its pickler writes objects of its subclasses only. Put such an object or null there, or give it a pickler that is not open"

  private def optedIn(value: AnyRef): Subtype[?] | Null =
    val known = CompanionPicklers.subtype(value.getClass)
    if known == null then null else known.of(value)

  /** Returns a cure, by the person who could supply a pickler: the program's author, the caller of runtime picklers,
    * nobody.
    */
  private def cure(open: Plan.Open, c: Class[?], options: PickleOptions): String =
    val enumClass =
      if classOf[java.lang.Enum[?]].isAssignableFrom(c) && !c.isEnum then c.getSuperclass else ScalaEnums.enumOf(c)
    val shown = nameOf(if enumClass == null then c else enumClass)
    val name = shown + (if (if enumClass == null then c else enumClass).getTypeParameters.isEmpty then "" else "[…]")
    val byName = s"by `PickleOptions(subtypes = Subtypes(Subtype[$name]))`"
    if c == classOf[Object] then OfItself
    else if c.isHidden then
      "it is a lambda or another hidden class, which has no name that a reader could find. Give it a name by `PickleOptions(code = …)`, " +
        "with a pickler by CodeNames, or make it a class"
    else if CompanionPicklers.subtype(c) != null then
      "it is not among the subtypes that this write names, so a read that names the same ones would refuse it. Add " +
        s"`Subtype[$name]` to them, or its class to the `AllowList` of runtime picklers"
    else if open.isAtRuntime && options.subtypes.of(classOf[String]) == null then
      "the classes for this place are in `subtypes` of the RuntimePicklers that made this pickler: give the write and the read " +
        "`PickleOptions(subtypes = runtime.subtypes)`"
    else if open.isAtRuntime then
      // A case with parameters has a separate class; a constant's class has no name.
      val listed = if c.isAnonymousClass then name else nameOf(c)
      s"it is not on the list of classes that may be pickled at run time. Add `classOf[$listed]` to it, or name a pickler for it where " +
        s"the RuntimePicklers are made, by `Subtypes(Subtype[$listed])`"
    else if isOfLibrary(c) then
      s"it has no pickler of its own. Name one $byName, or give `subtypes` of RuntimePicklers (brine.runtime), which has the " +
        "standard types and collections"
    else
      s"it has no pickler of its own. Add `derives Pickler` to ${if enumClass == null then "it" else shown}, or name the one that it has " +
        s"$byName, or put its class on the `AllowList` of runtime picklers"

  /** Returns a class's name as the program writes it, without the package. */
  private def nameOf(c: Class[?]): String =
    c.getName.substring(c.getName.lastIndexOf('.') + 1).stripSuffix("$").replace('$', '.')

  private def isOfLibrary(c: Class[?]): Boolean =
    c.isArray || c.getName.startsWith("java.") || c.getName.startsWith("scala.")

  /** Returns a subtype that this write names, or null if there is none. A write that names none allows any class
    * whose author derived its pickler: a reader may name it.
    */
  def subtypeOf(c: Class[?], options: PickleOptions): Subtype[?] | Null =
    val named = options.subtypes.of(c)
    if named != null then named else if options.subtypes.isEmpty then CompanionPicklers.subtype(c) else null

  /** The subtype whose object follows, if it may stand here. */
  def begin(open: Plan.Open, reader: PickleReader): Subtype[?] = checked(open, reader.beginOpen(open.shape))

  /** This subtype, if its objects may stand here. */
  def checked(open: Plan.Open, subtype: Subtype[?]): Subtype[?] =
    if !open.base.isAssignableFrom(subtype.runtimeClass) then
      throw new PickleException.WrongType(open.shape.name, s"a ${subtype.name}")
    if isOpen(subtype) then
      throw new PickleException.WrongType(open.shape.name, s"an object of ${subtype.name} itself, which is open")
    subtype

  private def completed(value: Any, id: Int, plan: Plan, reader: PickleReader): AnyRef =
    if value == null then Elements.refuseUnbuilt(plan.shape, "an object", reader)
    Construction.completed(value.asInstanceOf[AnyRef], id, plan, reader)
