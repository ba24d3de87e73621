package brine.runtime

import brine.{PickleException, Subtype, Subtypes}
import brine.plan.OptedIn

/** What may stand at the open places of runtime picklers, found when it is met. Names are looked up among those of the allowed
  * classes and of the standard ones; no class is loaded by name.
  */
private[runtime] final class RuntimeSubtypes(picklers: RuntimePicklers, known: Subtypes) extends Subtypes.Source:
  private val allowed: Map[String, Class[?]] = picklers.allowed.classes.map(c => nameOf(c) -> c).toMap

  private def nameOf(c: Class[?]): String = c.getName.stripSuffix("$")

  def names: Iterable[String] = known.names ++ allowed.keys ++ StandardSubtypes.byName.keys

  private val found = new java.util.concurrent.ConcurrentHashMap[Class[?], Subtype[?]]

  def named(name: String): Subtype[?] | Null =
    val own = known.named(name)
    if own != null then own
    else
      allowed.get(name) match
        case Some(c)                      => ofAllowed(c)
        case None if name.startsWith("[") => arrayNamed(name)
        case None                         => StandardSubtypes.byName.getOrElse(name, null)

  def of(runtimeClass: Class[?]): Subtype[?] | Null =
    val c = RuntimeNames.written(runtimeClass)
    val own = known.of(c)
    if own != null then own
    else
      val declared = if classOf[java.lang.Enum[?]].isAssignableFrom(c) && !c.isEnum then c.getSuperclass else c
      if picklers.allowed.allows(declared) then ofAllowed(declared)
      else
        val standard = StandardSubtypes.of(c)
        if standard == null && c.isArray && isKnown(c.getComponentType) then ofArray(c) else standard

  private def isKnown(element: Class[?]): Boolean =
    picklers.allowed.allows(element) || StandardSubtypes.of(element) != null || element.isArray && isKnown(element.getComponentType)

  private def ofArray(c: Class[?]): Subtype[?] =
    found.computeIfAbsent(c, _ => Subtype.of(c, StandardSubtypes.arrayOf(c.getComponentType)))

  /** `[Lpackage.Name;`, as class files write it. */
  private def arrayNamed(name: String): Subtype[?] | Null =
    val standard = StandardSubtypes.byName.getOrElse(name, null)
    val element = name.substring(1)
    val of =
      if standard != null then standard
      else if element.startsWith("[") then arrayNamed(element)
      else if element.startsWith("L") && element.endsWith(";") then named(element.substring(1, element.length - 1))
      else null
    if standard != null || of == null then of else ofArray(of.runtimeClass.arrayType)

  private def ofAllowed(c: Class[?]): Subtype[?] =
    val known = found.get(c)
    if known != null then known
    else
      val derived = OptedIn.subtype(c)
      val subtype =
        if derived != null then derived
        else
          try Subtype.of(c, picklers.picklerOf(RuntimeType.raw(c)).asInstanceOf[brine.Pickler[Any]])
          catch case e: UnfitClassException => throw PickleException.UnexpectedClass.because("an open type", c.getName, e.getMessage)
      found.put(c, subtype)
      subtype
