package brine.runtime

import java.util.concurrent.ConcurrentHashMap
import brine.{CompanionPicklers, PickleException, Pickler, ScalaEnums, Subtype, Subtypes}
import brine.model.Declared
import brine.runtime.classes.{DeclaredNames, RuntimeNames, RuntimeType}
import brine.runtime.standard.Refused

/** The classes that may occur at the open places of runtime picklers, found on first use. Names are looked up among
  * those of the allowed classes and of the standard ones; no class is loaded by name.
  *
  * A class is looked for in this order: the hook, picklers written for single classes, the standard classes, the list.
  */
private[runtime] final class RuntimeSubtypes(picklers: RuntimePicklers, known: Subtypes) extends Subtypes.Source:
  private val allowed: Map[String, Class[?]] =
    val all = picklers.allowed.classes.toList.filterNot(StandardSubtypes.isKnown)
    for (name, same) <- all.groupBy(nameOf) if same.length > 1 do
      throw new IllegalArgumentException(
        s"${same.mkString(" and ")} are both named $name in pickles. Take one off the list, and name its pickler: " +
          "`Subtype[…].named(…)`"
      )
    all.map(c => nameOf(c) -> c).toMap

  private def nameOf(c: Class[?]): String = c.getName.stripSuffix("$")

  override def names: Iterable[String] =
    val families = allowed.values.toList.filter(ScalaEnums.isEnum).map(ofAllowed)
    known.names ++ (allowed.keySet -- families.map(_.name)) ++ families.flatMap(
      _.leaves.map(_.name)
    ) ++ StandardSubtypes.names

  private[brine] override def cure: String = picklers.allowed.cure

  /** By the class of the objects. */
  private val met = new ConcurrentHashMap[Class[?], Subtype[?]]

  /** By the class that was listed, or that the hook knows. */
  private val found = new ConcurrentHashMap[Class[?], Subtype[?]]

  // ---- by name

  /** Names for which there is a subtype. Others are not kept: pickles can have any number of them. */
  private val foundNames = new ConcurrentHashMap[String, Subtype[?]]

  def named(name: String): Subtype[?] | Null =
    val before = foundNames.get(name)
    if before != null then before
    else
      val subtype = findNamed(name)
      if subtype != null then foundNames.put(name, subtype)
      subtype

  private def findNamed(name: String): Subtype[?] | Null =
    val hooked = hookedNamed(name)
    val own = if hooked != null then hooked else known.named(name)
    if own != null then own
    else
      val standard = StandardSubtypes.named(name)
      if standard != null then standard
      else if name.startsWith("[") then arrayNamed(name)
      else
        val c = classOfName(name)
        if c == null then leafNamed(name) else ofAllowed(c)

  /** The class of this name that is listed, or that a predicate on names accepts. */
  private def classOfName(name: String): Class[?] | Null =
    val listed = allowed.getOrElse(name, null)
    if listed != null then listed else picklers.allowed.named(name)

  private def hookedNamed(name: String): Subtype[?] | Null =
    if !picklers.hasHook then null
    else
      val standard = StandardSubtypes.named(name)
      if standard != null then ofHook(standard.runtimeClass, name)
      else
        val c = if name.startsWith("[") then arrayClassNamed(name) else classOfName(name)
        if c == null then null else ofHook(c, name)

  /** The name of an enum's case: the enum's name, `$`, and the case's. */
  private def leafNamed(name: String): Subtype[?] | Null =
    val end = name.lastIndexOf('$')
    val c = if end <= 0 then null else classOfName(name.substring(0, end))
    if c == null || !ScalaEnums.isEnum(c) then null else ofAllowed(c).leaves.find(_.name == name).orNull

  // ---- by class

  def of(runtimeClass: Class[?]): Subtype[?] | Null =
    val before = met.get(runtimeClass)
    if before != null then before
    else
      val subtype = find(runtimeClass)
      if subtype != null then met.put(runtimeClass, subtype)
      subtype

  private def find(c: Class[?]): Subtype[?] | Null =
    val standard = StandardSubtypes.of(c)
    val hooked =
      if standard != null then ofHook(standard.runtimeClass, standard.name)
      else if isAllowed(listed(c)) then ofHook(listed(c), nameOf(listed(c)))
      else if isArray(c) then ofHook(c, c.getName)
      else null
    if hooked == null then refuseUnnamed(c, if standard != null then standard.runtimeClass else listed(c))
    val own = if hooked != null then hooked else known.of(c)
    if own != null then own
    else if standard != null then standard
    else if picklers.usesJavaForm(c) then ofAllowed(c)
    else
      val why = Refused.why(c)
      if why != null && !picklers.goesByFields(c) then
        throw PickleException.UnexpectedClass.because("an open type", c.getName, why)
      else if isAllowed(listed(c)) then ofAllowed(listed(c))
      else if isArray(c) then ofArray(c)
      else null

  private def isArray(c: Class[?]): Boolean = c.isArray && isKnown(c.getComponentType)

  /** Refuses a class for which the hook has a pickler, but whose objects are written under the name of another. */
  private def refuseUnnamed(c: Class[?], by: Class[?]): Unit =
    if c != by && picklers.hooked(c) != null then
      throw PickleException.UnexpectedClass.because(
        "an open type",
        c.getName,
        s"the hook has a pickler for this class, but its objects are written as those of ${RuntimeNames.shown(by)}. " +
          "Let the hook have one for that"
      )

  private def isAllowed(c: Class[?]): Boolean = picklers.allowed.allows(c)

  /** The class that the list, and the hook, would name for objects of this one: of a constant, its enum. */
  private def listed(c: Class[?]): Class[?] =
    val of = enumOf(c)
    if of == null || isAllowed(c) && !c.isAnonymousClass && !(isAllowed(of) && isRenamed(c)) then c else of

  /** A case of an enum that has another name in pickles than its class: the enum's pickler knows it. */
  private def isRenamed(c: Class[?]): Boolean = DeclaredNames.of(c, picklers.annotations) != Declared.nothing

  /** The enum, Java's or Scala's, that a class is a case of. */
  private def enumOf(c: Class[?]): Class[?] | Null =
    if classOf[java.lang.Enum[?]].isAssignableFrom(c) && !c.isEnum then c.getSuperclass else ScalaEnums.enumOf(c)

  /** By the pickler that the hook has for this class; null if it has none. */
  private def ofHook(c: Class[?], name: String): Subtype[?] | Null =
    val pickler = picklers.hooked(c)
    if pickler == null then null
    else
      found.computeIfAbsent(
        c,
        _ => Subtype.of(c, StandardSubtypes.atOpenPlace(pickler).asInstanceOf[Pickler[Any]]).named(name)
      )

  private def isKnown(element: Class[?]): Boolean =
    StandardSubtypes.isOfOneName(element) || StandardSubtypes.arrayElement(
      element.getName
    ) != null || picklers.allowed.mentions(element) ||
      element.isArray && isKnown(element.getComponentType)

  private def ofArray(c: Class[?]): Subtype[?] =
    found.computeIfAbsent(c, _ => Subtype.of(c, StandardSubtypes.arrayOf(c.getComponentType)))

  private def arrayNamed(name: String): Subtype[?] | Null =
    val c = arrayClassNamed(name)
    if c == null then null else of(c)

  /** `[Lpackage.Name;`, as class files write it. */
  private def arrayClassNamed(name: String): Class[?] | Null =
    val dimensions = name.indexWhere(_ != '[')
    val element = name.substring(math.max(dimensions, 0))
    if dimensions < 0 || dimensions > RuntimeSubtypes.MostDimensions then null
    else
      val base: Class[?] | Null =
        if element.length == 1 then primitiveNamed(element)
        else if element.startsWith("L") && element.endsWith(";") && element.charAt(1) != '[' then
          elementNamed(element.substring(1, element.length - 1))
        else null
      if base == null then null else (1 to dimensions).foldLeft[Class[?]](base)((c, _) => c.arrayType)

  private def primitiveNamed(descriptor: String): Class[?] | Null =
    RuntimeNames.primitives.find(p => p != classOf[Unit] && p.descriptorString == descriptor).orNull

  private def elementNamed(name: String): Class[?] | Null =
    val ofStandard = StandardSubtypes.arrayElement(name)
    val mentioned = if ofStandard != null then ofStandard else picklers.allowed.mentioned(name)
    if mentioned != null then mentioned
    else
      val subtype = named(name)
      if subtype == null then null else subtype.runtimeClass

  private def ofAllowed(c: Class[?]): Subtype[?] =
    val known = found.get(c)
    if known != null then known
    else
      val derived = if picklers.usesDerived then CompanionPicklers.own(c) else null
      val subtype =
        if derived != null then derived
        else if picklers.usesJavaForm(c) then ofJavaForm(c)
        else
          try named(Subtype.of(c, picklerOf(c).asInstanceOf[Pickler[Any]]), c)
          catch
            case _: UnfitClassException if picklers.canUseJavaForm(c) => ofJavaForm(c)
            case e: UnfitClassException =>
              throw PickleException.UnexpectedClass.because("an open type", c.getName, e.getMessage, e)
      found.put(c, subtype)
      subtype

  /** The companion of a class keeps the `$` of its name. */
  private def named(subtype: Subtype[Any], c: Class[?]): Subtype[Any] =
    if isNamesake(c) then subtype.named(c.getName) else subtype

  /** Without the `$`, its name would be that of a class. */
  private def isNamesake(c: Class[?]): Boolean = RuntimeNames.isObject(c) && !picklers.allowed.classes(c) && {
    try Class.forName(nameOf(c), false, c.getClassLoader).getDeclaredConstructors.nonEmpty
    catch case _: ClassNotFoundException => false
  }

  private def ofJavaForm(c: Class[?]): Subtype[?] =
    val form = picklers.javaFormOf(c)
    Subtype.of(c, form.pickler.asInstanceOf[Pickler[Any]]).refusing(form)

  private def picklerOf(c: Class[?]): Pickler[?] =
    if picklers.isExternal(c) then ExternalizablePickler.of(c)
    else if ScalaEnums.isEnum(c) && !c.isEnum then picklers.enumPickler(c)
    else StandardSubtypes.atOpenPlace(picklers.picklerOf(RuntimeType.raw(c)))

  // ---- classes that are values themselves

  /** As a value, any class that may stand here is allowed, and each primitive type. */
  private[brine] override def nameOfClass(c: Class[?]): String | Null = if isClassAllowed(c) then c.getName else null

  private def isClassAllowed(c: Class[?]): Boolean =
    if c.isArray then isClassAllowed(c.getComponentType)
    else c.isPrimitive || StandardSubtypes.isOfOneName(c) || picklers.allowed.mentions(c)

  private lazy val classesAsValues: Map[String, Class[?]] =
    (picklers.allowed.classes ++ StandardSubtypes.classes ++ RuntimeNames.primitives).map(c => c.getName -> c).toMap

  private def classAsValue(name: String): Class[?] | Null =
    classesAsValues.getOrElse(name, picklers.allowed.mentioned(name))

  private[brine] override def classNamed(name: String): Class[?] | Null =
    val dimensions = name.indexWhere(_ != '[')
    if dimensions <= 0 then classAsValue(name)
    else if dimensions > RuntimeSubtypes.MostDimensions then null
    else
      val element =
        if name.charAt(dimensions) != 'L' then Option(primitiveNamed(name.substring(dimensions)))
        else if name.endsWith(";") then Option(classAsValue(name.substring(dimensions + 1, name.length - 1)))
        else None
      element.fold(null)(e => (1 to dimensions).foldLeft[Class[?]](e)((c, _) => c.arrayType))

private object RuntimeSubtypes:
  /** The name of an array class, by the virtual machine's rules. */
  private final val MostDimensions = 255
