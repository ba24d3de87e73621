package brine.plan.subtypes

import brine.{CompanionPicklers, PickleBuilder, PickleException, PickleOptions, PickleReader, ScalaEnums, Subtype}
import brine.plan.Plan

/** The subtypes of the objects of an open type: found by class, or named by the data, and refused with a cure. */
private[brine] object OpenSubtypes:
  /** The subtype that an object is, by its class. */
  def of(open: Plan.Open, value: AnyRef, builder: PickleBuilder): Subtype[?] = of(open, value, builder.options)

  def of(open: Plan.Open, value: AnyRef, options: PickleOptions): Subtype[?] =
    val named = options.subtypes.ofObject(value)
    val subtype = if named != null || !options.subtypes.isEmpty then named else optedIn(value)
    if subtype == null || isOpen(subtype) then throw refused(open, value, subtype, options)
    subtype.check(value, options.subtypes)
    subtype

  /** The failure of an object that has no subtype, or one that is open itself. */
  def refused(open: Plan.Open, value: AnyRef, subtype: Subtype[?] | Null, options: PickleOptions): PickleException =
    val why = if subtype == null then cure(open, value.getClass, options) else OfItself
    PickleException.UnexpectedClass.because(open.shape.name, value.getClass.getName, why)

  /** Returns true if an object of exactly this class would never be written: [[OpenForm.isOpen]]. */
  private def isOpen(subtype: Subtype[?]): Boolean = OpenForm.of(subtype).isOpen

  private final val OfItself =
    "its pickler writes objects of its subclasses only. Put such an object or null there, or give it a pickler that " +
      "is not open"

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
      "it is a lambda or another hidden class, which has no name that a reader could find. Give it a name by " +
        "`PickleOptions(code = …)`, " +
        "with a pickler by CodeNames, or make it a class"
    else if c.isAnonymousClass && enumClass == null then
      "a class that is anonymous cannot be made again. Define it as a named class"
    else if CompanionPicklers.subtype(c) != null then
      "it is not among the subtypes that this write names, so a read that names the same ones would refuse it. Add " +
        s"`Subtype[$name]` to them, or its class to the `AllowList` of runtime picklers"
    else if open.isAtRuntime && options.subtypes.of(classOf[String]) == null then
      "the classes for this place are in `subtypes` of the RuntimePicklers that made this pickler: give the write " +
        "and the read " +
        "`PickleOptions(subtypes = runtime.subtypes)`"
    else if open.isAtRuntime then
      // A case with parameters has a separate class; a constant's class has no name.
      val listed = if c.isAnonymousClass then name else nameOf(elementOf(c))
      s"it is not on the list of classes that may be pickled at run time. Add `classOf[$listed]` to it, or name a " +
        "pickler for it where " +
        s"the RuntimePicklers are made, by `Subtypes(Subtype[$listed])`"
    else if c.isArray then
      s"it has no pickler of its own. Name one $byName, or put the class of its elements on the `AllowList` of " +
        "runtime picklers"
    else if isOfLibrary(c) then
      s"it has no pickler of its own. Name one $byName, or give `subtypes` of RuntimePicklers (brine.runtime), which " +
        "has the " +
        "standard types and collections"
    else
      s"it has no pickler of its own. Add `derives Pickler` to ${if enumClass == null then "it" else shown}, or name " +
        "the one that it has " +
        s"$byName, or put its class on the `AllowList` of runtime picklers"

  /** The class of the elements of an array, which is on the list with them; the class itself for others. */
  @annotation.tailrec
  private def elementOf(c: Class[?]): Class[?] = if c.isArray then elementOf(c.getComponentType) else c

  /** Returns a class's name as the program writes it, without the package. */
  private def nameOf(c: Class[?]): String =
    if c.isArray then s"Array[${nameOf(c.getComponentType)}]"
    else c.getName.substring(c.getName.lastIndexOf('.') + 1).stripSuffix("$").replace('$', '.')

  private def isOfLibrary(c: Class[?]): Boolean =
    c.isArray || c.getName.startsWith("java.") || c.getName.startsWith("scala.")

  /** Returns a subtype that this write names, or null if there is none. A write that names none allows any class
    * whose author derived its pickler: a reader may name it.
    */
  def ofClass(c: Class[?], options: PickleOptions): Subtype[?] | Null =
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
