package brine.runtime

import brine.{PickleException, Subtype, Subtypes}
import brine.plan.{OptedIn, ScalaEnums}

/** What may stand at the open places of runtime picklers, found when it is met. Names are looked up among those of the allowed
  * classes and of the standard ones; no class is loaded by name.
  */
private[runtime] final class RuntimeSubtypes(picklers: RuntimePicklers, known: Subtypes) extends Subtypes.Source:
  private val allowed: Map[String, Class[?]] =
    val all = picklers.allowed.classes.toList.filter(c => StandardSubtypes.of(c) == null)
    for (name, same) <- all.groupBy(nameOf) if same.length > 1 do
      throw new IllegalArgumentException(
        s"${same.mkString(" and ")} are both named $name in pickles. Take one off the list, and name its pickler: `Subtype[…].named(…)`"
      )
    all.map(c => nameOf(c) -> c).toMap

  private def nameOf(c: Class[?]): String = c.getName.stripSuffix("$")

  override def names: Iterable[String] =
    val families = allowed.values.toList.filter(ScalaEnums.isEnum).map(ofAllowed)
    known.names ++ (allowed.keySet -- families.map(_.name)) ++ families.flatMap(_.leaves.map(_.name)) ++ StandardSubtypes.byName.keys

  private val found = new java.util.concurrent.ConcurrentHashMap[Class[?], Subtype[?]]

  def named(name: String): Subtype[?] | Null =
    val own = known.named(name)
    if own != null then own
    else
      val standard = StandardSubtypes.byName.getOrElse(name, null)
      if standard != null then standard
      else if name.startsWith("[") then arrayNamed(name)
      else allowedNamed(name)

  /** Of the names that were looked up by a class loader, those that were found. */
  private val foundNames = new java.util.concurrent.ConcurrentHashMap[String, Subtype[?]]

  private def allowedNamed(name: String): Subtype[?] | Null =
    val known = foundNames.get(name)
    if known != null then known
    else
      val c = classOfName(name)
      val subtype = if c == null then leafNamed(name) else ofAllowed(c)
      if subtype != null then foundNames.put(name, subtype)
      subtype

  /** The class of this name that is listed, or that a predicate on names accepts. */
  private def classOfName(name: String): Class[?] | Null =
    val listed = allowed.getOrElse(name, null)
    if listed != null then listed else picklers.allowed.named(name)

  /** Of an enum: its name, `$`, and the case's. */
  private def leafNamed(name: String): Subtype[?] | Null =
    val end = name.lastIndexOf('$')
    val c = if end <= 0 then null else classOfName(name.substring(0, end))
    if c == null || !ScalaEnums.isEnum(c) then null else ofAllowed(c).leaves.find(_.name == name).orNull

  def of(runtimeClass: Class[?]): Subtype[?] | Null =
    val c = RuntimeNames.written(runtimeClass)
    val own = known.of(c)
    if own != null then own
    else
      val standard = StandardSubtypes.of(c)
      if standard != null then standard
      else if picklers.allowed.allows(c) then ofAllowed(c)
      else if enumOf(c) != null && picklers.allowed.allows(enumOf(c).nn) then ofAllowed(enumOf(c).nn)
      else if c.isArray && isKnown(c.getComponentType) then ofArray(c)
      else null

  /** As a value, any class that may stand here is allowed, and each primitive type. */
  private[brine] override def nameOfClass(c: Class[?]): String | Null = if isClassAllowed(c) then c.getName else null

  private def isClassAllowed(c: Class[?]): Boolean =
    if c.isArray then isClassAllowed(c.getComponentType)
    else c.isPrimitive || picklers.allowed.allows(c) || StandardSubtypes.byName.get(c.getName).exists(_.runtimeClass == c)

  private lazy val classesAsValues: Map[String, Class[?]] =
    (picklers.allowed.classes ++ StandardSubtypes.byName.values.map(_.runtimeClass) ++ RuntimeNames.primitives).map(c => c.getName -> c).toMap

  private def classAsValue(name: String): Class[?] | Null = classesAsValues.getOrElse(name, picklers.allowed.named(name))

  private[brine] override def classNamed(name: String): Class[?] | Null =
    val dimensions = name.indexWhere(_ != '[')
    if dimensions <= 0 then classAsValue(name)
    else if dimensions > RuntimeSubtypes.MostDimensions then null
    else
      val element =
        if name.charAt(dimensions) != 'L' then RuntimeNames.primitives.find(p => p != classOf[Unit] && p.descriptorString == name.substring(dimensions))
        else if name.endsWith(";") then Option(classAsValue(name.substring(dimensions + 1, name.length - 1)))
        else None
      element.fold(null)(e => (1 to dimensions).foldLeft[Class[?]](e)((c, _) => c.arrayType))

  /** The enum, Java's or Scala's, that a class is a case of. */
  private def enumOf(c: Class[?]): Class[?] | Null =
    if classOf[java.lang.Enum[?]].isAssignableFrom(c) && !c.isEnum then c.getSuperclass else ScalaEnums.enumOf(c)

  private def isKnown(element: Class[?]): Boolean =
    picklers.allowed.allows(element) || StandardSubtypes.of(element) != null || element.isArray && isKnown(element.getComponentType)

  private def ofArray(c: Class[?]): Subtype[?] =
    found.computeIfAbsent(c, _ => Subtype.of(c, StandardSubtypes.arrayOf(c.getComponentType)))

  /** `[Lpackage.Name;`, as class files write it. */
  private def arrayNamed(name: String): Subtype[?] | Null =
    val dimensions = name.indexWhere(_ != '[')
    val element = name.substring(math.max(dimensions, 0))
    if dimensions < 0 || dimensions > RuntimeSubtypes.MostDimensions then null
    else
      val base =
        if element.length == 1 then StandardSubtypes.byName.getOrElse("[" + element, null)
        else if element.startsWith("L") && element.endsWith(";") && element.charAt(1) != '[' then
          named(element.substring(1, element.length - 1))
        else null
      if base == null then null
      else
        val more = if element.length == 1 then dimensions - 1 else dimensions
        ofArray((1 to more).foldLeft[Class[?]](base.runtimeClass)((c, _) => c.arrayType))

  private def ofAllowed(c: Class[?]): Subtype[?] =
    val known = found.get(c)
    if known != null then known
    else
      if isNamesake(c) then throw PickleException.UnexpectedClass.because("an open type", c.getName, RuntimeSubtypes.OfCompanion)
      val derived = if picklers.usesDerived then OptedIn.own(c) else null
      val subtype =
        if derived != null then derived
        else
          try Subtype.of(c, picklerOf(c).asInstanceOf[brine.Pickler[Any]])
          catch case e: UnfitClassException => throw PickleException.UnexpectedClass.because("an open type", c.getName, e.getMessage)
      found.put(c, subtype)
      subtype

  /** The companion of a class would go by the class's name. */
  private def isNamesake(c: Class[?]): Boolean = RuntimeNames.isObject(c) && !picklers.allowed.classes(c) && {
    try Class.forName(nameOf(c), false, c.getClassLoader).getDeclaredConstructors.nonEmpty
    catch case _: ClassNotFoundException => false
  }

  private def picklerOf(c: Class[?]): brine.Pickler[?] =
    if picklers.isExternal(c) then ExternalizablePickler.of(c)
    else if ScalaEnums.isEnum(c) && !c.isEnum then picklers.enumPickler(c)
    else StandardSubtypes.atOpenPlace(picklers.picklerOf(RuntimeType.raw(c)))

private object RuntimeSubtypes:
  private final val OfCompanion =
    "it is the companion of a class that has the same name in pickles. List it in the AllowList, or name a pickler for it where the " +
      "RuntimePicklers are made, by `Subtypes(Subtype[…].named(…))`"

  /** Of an array, by the virtual machine's rules. */
  private final val MostDimensions = 255
