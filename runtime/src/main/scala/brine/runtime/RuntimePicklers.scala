package brine.runtime

import java.lang.reflect.Type
import scala.reflect.ClassTag
import brine.{Pickler, Subtypes}
import brine.derive.Rules
import brine.plan.{OpenPickler, OptedIn}

/** Picklers for classes that are known only when the program runs, or that no `derives` clause can be written for.
  *
  * {{{
  * val runtime = RuntimePicklers(AllowList(classOf[Order], classOf[Customer]))
  * given Pickler[Order] = runtime.pickler[Order]
  * }}}
  *
  * They read the real fields of classes, private and inherited ones included, follow the same rules as the macro, and write
  * the same bytes wherever the class file tells as much as the source. It does not tell type arguments that are primitives
  * (a `List[Int]` is a list of anything there), value classes and opaque types (they are what they stand for), nor which of
  * Scala's types are sealed.
  *
  * Places whose declared type does not tell the class (`Any`, traits, abstract classes) take objects of allowed classes and
  * enums, of the standard types and of the standard collections; reading and writing such asks for
  * `PickleOptions(subtypes = runtime.subtypes)`. A class there that only derives a pickler is refused: a read would not know it.
  *
  * Immutable, for any number of threads; what has been read of a class is kept.
  *
  * @param allowed      the classes that may be taken apart and made; nothing else is, whatever a pickle says
  * @param known        picklers written for single classes, which win
  * @param compileAfter the number of objects of a class after which its code is compiled to bytecode
  */
final class RuntimePicklers(val allowed: AllowList, known: Subtypes = Subtypes.none, compileAfter: Int = RuntimePicklers.CompileAfter):
  /** Whether a class that derives a pickler goes by that one. Tests compare the two. */
  private[brine] var usesDerived = true

  private val picklers = new java.util.concurrent.ConcurrentHashMap[RuntimeType.Of, Pickler[?]]

  /** The pickler of a class without type parameters, or of one whose type arguments are not known.
    *
    * @throws UnfitClassException if some class it is made of is not allowed or cannot be handled: all problems at once
    */
  def pickler[A](using tag: ClassTag[A]): Pickler[A] = pickler(tag.runtimeClass).asInstanceOf[Pickler[A]]

  /** The pickler of a type with its type arguments, as reflection gives it for a field or a superclass. */
  def pickler(of: Type): Pickler[?] = of match
    case c: Class[?] if RuntimeNames.isConstant(c) => pickler(c.getSuperclass)
    case _                                         => picklerOf(RuntimeType.resolve(of, RuntimeType.Any))

  /** Of anything that [[subtypes]] allows. */
  def any: Pickler[Any] = StandardSubtypes.any

  /** The classes that may stand where the declared type does not tell: those of [[allowed]], the standard types, and the
    * standard collections.
    */
  val subtypes: Subtypes = Subtypes.from(new RuntimeSubtypes(this, known))

  private[runtime] def picklerOf(t: RuntimeType.Of): Pickler[?] =
    val known = picklers.get(t)
    if known != null then known
    else
      val found = find(t)
      val first = picklers.putIfAbsent(t, found)
      if first == null then found else first

  private def find(t: RuntimeType.Of): Pickler[?] =
    val own = ownOf(t)
    if own != null then own
    else if StandardTypes.of(t.runtimeClass) != null then StandardTypes.of(t.runtimeClass).nn
    else if t.runtimeClass == RuntimeNames.optional then new OptionalPickler(picklerOf(t.arguments.head.asInstanceOf[RuntimeType.Of]))
    else planned(t)

  private def planned(t: RuntimeType.Of): Pickler[?] =
    val survey = new Survey(this, t)
    val planned = survey.planned
    if planned == null then throw UnfitClassException.of(survey)
    new RuntimePickler[Any](survey.types, planned, compileAfter)

  /** The pickler of an enum of Scala's that derives none: of its constants and of those of its classes that are allowed. */
  private[runtime] def enumPickler(scalaEnum: Class[?]): Pickler[?] = planned(RuntimeType.raw(scalaEnum))

  /** The pickler that a type has whatever it is made of. */
  private[runtime] def ownOf(t: RuntimeType.Of): Pickler[?] | Null =
    val c = t.runtimeClass
    val named = known.of(c)
    if named != null then named.pickler
    else if c.isPrimitive || c.isArray then null
    else
      val derived = if t.arguments.isEmpty && usesDerived then OptedIn.own(c) else null
      if derived != null then derived.pickler
      else if isExternal(c) && allowed.allows(c) || RuntimeNames.isOpen(c) && !isKnown(c) then new OpenPickler[Any](c, isAtRuntime = true)
      else null

  /** It writes itself, which the place cannot tell, so its objects stand there like those of an open type. */
  private[runtime] def isExternal(c: Class[?]): Boolean = classOf[java.io.Externalizable].isAssignableFrom(c)

  /** An open class that stands for something else than its subclasses. */
  private def isKnown(c: Class[?]): Boolean =
    c.isEnum || c == RuntimeNames.either || StandardTypes.of(c) != null || Rules.isKind(c.getName) || c.getName == Rules.Option

object RuntimePicklers:
  final val CompileAfter = 20

  /** Whether it was made of class files, and whether it has code for the binary format: for tests. */
  private[brine] def isReflected(pickler: Pickler[?]): Boolean = pickler.isInstanceOf[RuntimePickler[?]]
  private[brine] def hasCode(pickler: Pickler[?]): Boolean = pickler match
    case runtime: RuntimePickler[?] => runtime.hasCode
    case _                          => false
