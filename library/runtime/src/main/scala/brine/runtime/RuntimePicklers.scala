package brine.runtime

import java.lang.reflect.{Modifier, Type}
import java.util.concurrent.ConcurrentHashMap
import scala.reflect.ClassTag
import brine.{CompanionPicklers, Migrations, PickleException, Pickler, ScalaEnums, Subtypes}
import brine.model.StandardClasses
import brine.run.structures.OpenPickler
import brine.runtime.classes.{ClassLayout, FieldAccess, MemberAnnotations, RuntimeNames, RuntimeType, SealedTypes}
import brine.runtime.family.RuntimePickler
import brine.runtime.standard.{OptionalPickler, Refused, StandardTypes}

/** Picklers for classes that are known only when the program runs, or that no `derives` clause can be written for.
  *
  * {{{
  * val runtime = RuntimePicklers(AllowList(classOf[Order], classOf[Customer]))
  * given Pickler[Order] = runtime.pickler[Order]
  * }}}
  *
  * They read the real fields of classes, private and inherited ones included, and follow the same rules as the macro.
  * They write the same bytes wherever the class file says as much as the source. It does not give type arguments that
  * are primitives (a `List[Int]` is a list of anything there). It does not distinguish value classes and opaque types
  * from the types under them. It does not say which of Scala's types are sealed.
  *
  * Places whose declared type does not determine the class (`Any`, traits, abstract classes) take objects of allowed
  * classes and enums, of the standard types and of the standard collections. To read and write these, pass
  * `PickleOptions(subtypes = runtime.subtypes)`. A class there that only derives a pickler is refused: a read would not
  * know it.
  *
  * Immutable, for any number of threads; the facts read from a class are cached.
  *
  * @param allowed      the classes that may be taken apart and made; a pickle cannot add others
  * @param known        picklers written for single classes
  * @param compileAfter the number of objects of a class after which its code is compiled to bytecode
  * @param hook         gives picklers for classes, before anything else does; None for a class that it leaves to the
  *                     others. It is called once for each class, declared types and classes of objects alike, but for
  *                     no primitive. At an open place the class must be allowed, too. Where a class with subclasses is
  *                     declared, an object of a subclass is refused unless the hook gives the same pickler for the
  *                     subclass.
  * @param exactCollections whether a field of a collection's interface (`Seq`, `Map`, `java.util.List`) gives back the
  *                     class that it held, where it otherwise gives back the usual one, and a field of a sorted
  *                     collection its own order. The field then takes the same objects as an open place
  * @param javaForm     the classes that are written by Java's serialization
  * @param fieldAccess  whether a class that no constructor rebuilds is handled by its fields alone: its objects are
  *                     allocated without a constructor, and final fields are assigned by reflection, where the JVM
  *                     permits it. Places that declare a class which is not final then take objects of its subclasses,
  *                     too, as places of open types do
  * @param onOtherWay   is called for a class that goes by its fields alone or by Java's serialization, with the words
  *                     for that; perhaps more than once
  * @param annotations  the names, aliases and skipped fields that class files have as annotations
  * @param sealedTypes  whether a `sealed` type of Java's is a family of the leaves that it permits, as a sealed type of
  *                     Scala's is for the macro, where it is otherwise an open type. A type with a `non-sealed` class
  *                     below it stays open. The bytes differ: an object then has its leaf's number, and in JSON the
  *                     leaf's simple name
  * @param migrations   gives the migrations to a class, as a given of its companion does for a derived pickler
  */
final class RuntimePicklers(
    val allowed: AllowList,
    known: Subtypes = Subtypes.none,
    compileAfter: Int = RuntimePicklers.CompileAfter,
    hook: Class[?] => Option[Pickler[?]] = RuntimePicklers.NoHook,
    exactCollections: Boolean = false,
    javaForm: JavaForm = JavaForm.none,
    private[runtime] val fieldAccess: Boolean = false,
    private[brine] val onOtherWay: (Class[?], String) => Unit = RuntimePicklers.Silent,
    private[runtime] val annotations: MemberAnnotations = MemberAnnotations.none,
    sealedTypes: Boolean = false,
    migrations: Class[?] => Option[Migrations[?]] = RuntimePicklers.NoMigrations
):
  /** Returns true if a class that derives a pickler uses that one. Tests compare the two. */
  private[brine] var usesDerived = true

  /** Whether arrays of primitives keep their identity where a field declares them, which costs a byte. Not with
    * [[brine.Sharing.All]], which numbers an array anyway. Set before the first use.
    */
  private[brine] var sharesArrays = false

  private val picklers = new ConcurrentHashMap[RuntimeType.Of, Pickler[?]]

  /** The pickler of a class without type parameters, or of one whose type arguments are not known.
    *
    * @throws UnfitClassException if some class it is made of is not allowed or cannot be handled: all problems at once
    */
  def pickler[A](using tag: ClassTag[A]): Pickler[A] = pickler(tag.runtimeClass).asInstanceOf[Pickler[A]]

  /** The pickler of a type with its type arguments, as reflection gives it for a field or a superclass. */
  def pickler(of: Type): Pickler[?] = of match
    case c: Class[?] if RuntimeNames.isConstant(c) => pickler(c.getSuperclass)
    case _                                         => picklerOf(RuntimeType.resolve(of, RuntimeType.Any))

  /** The pickler of any value that [[subtypes]] allows. */
  def any: Pickler[Any] = StandardSubtypes.any

  /** The classes that may occur where the declared type does not determine the class: those of [[allowed]], the
    * standard types, and the standard collections.
    */
  val subtypes: Subtypes = Subtypes.from(new RuntimeSubtypes(this, known))

  /** The causes for which objects of a class cannot be pickled, each once; none if they can. It inspects the class and
    * the classes of its fields, but not the fields of objects whose class the declared type does not determine.
    *
    * {{{ val causes = runtime.check(classOf[Order]) // before a job begins }}}
    */
  def check(of: Type): Seq[UnfitClassException.Cause] =
    try
      of match
        case c: Class[?] if !c.isPrimitive && !RuntimeNames.isOpen(c) =>
          if subtypes.of(c) == null then Seq(UnfitClassException.notAllowed(c)) else Nil
        case other =>
          val ignored = pickler(other)
          Nil
    catch
      case e: UnfitClassException => e.causes
      case e: PickleException     => UnfitClassException.causesOf(of, e)

  private[runtime] def migrationsOf(c: Class[?]): Migrations[?] | Null = migrations(c).orNull

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
    else if StandardTypes.contains(t.runtimeClass) then StandardTypes.of(t.runtimeClass).nn
    else if t.runtimeClass == RuntimeNames.optional then
      new OptionalPickler(picklerOf(t.arguments.head.asInstanceOf[RuntimeType.Of]))
    else planned(t)

  private def planned(t: RuntimeType.Of): Pickler[?] =
    val survey = new TypeScan(this, t)
    val planned = survey.planned
    if planned == null then throw UnfitClassException.of(survey)
    new RuntimePickler[Any](survey.types, planned, compileAfter)

  /** The pickler of an enum of Scala's that derives none: of its constants and of those of its classes that are
    * allowed.
    */
  private[runtime] def enumPickler(scalaEnum: Class[?]): Pickler[?] = planned(RuntimeType.raw(scalaEnum))

  /** The pickler that a type has without regard to its parts. */
  private[runtime] def ownOf(t: RuntimeType.Of): Pickler[?] | Null =
    val c = t.runtimeClass
    val hooked = hookedPlace(c)
    // A pickler of `Object` itself, which locks are, is not one of places that declare it.
    val named = if hooked != null || c == classOf[Object] then null else known.of(c)
    if hooked != null then hooked
    else if named != null then named.pickler
    else if hasOwnBelow(c) then new OpenPickler[Any](c, isAtRuntime = true)
    else if c.isPrimitive then null
    else if c.isArray then if sharesArrays then StandardSubtypes.sharedArray(c) else null
    else
      val derived = if t.arguments.isEmpty && usesDerived then CompanionPicklers.own(c) else null
      if derived != null then derived.pickler
      else if isExternal(c) && allowed.allows(c) || isOpenPlace(c) || usesJavaForm(c) then
        new OpenPickler[Any](c, isAtRuntime = true)
      else null

  /** It writes itself, which the place cannot see, so its objects are handled there like those of an open type. */
  private[runtime] def isExternal(c: Class[?]): Boolean = classOf[java.io.Externalizable].isAssignableFrom(c)

  /** Each object at a place of this type names its class. */
  private def isOpenPlace(c: Class[?]): Boolean =
    if StandardClasses.isKind(c.getName) then exactCollections && RuntimeNames.isOfManyClasses(c)
    else RuntimeNames.isOpen(c) && !isKnown(c) && !isSealed(c)

  /** A type of Java's all of whose leaves are known. */
  private[runtime] def isSealed(c: Class[?]): Boolean = sealedTypes && SealedTypes.isFamily(c)

  /** Returns false if there are no picklers but those that are found here. */
  private def mayHaveOwn: Boolean = hasHook || !known.isEmpty

  private val withOwnBelow = new ConcurrentHashMap[Class[?], java.lang.Boolean]

  /** A standard type or collection for whose subclasses the hook, or the caller, has picklers: each object there goes
    * by that of its class. Other types do so anyway, or have objects of their own class only.
    */
  private def hasOwnBelow(c: Class[?]): Boolean =
    mayHaveOwn && (c.isArray || !Modifier.isFinal(c.getModifiers) && (StandardClasses.isKind(c.getName) || isKnown(
      c
    ))) && {
      val known = withOwnBelow.get(c)
      if known != null then known.booleanValue
      else
        val found = (StandardSubtypes.classes.iterator ++ allowed.classes).exists(below =>
          below != c && c.isAssignableFrom(below) && (hooked(below) != null || this.known.of(below) != null)
        )
        withOwnBelow.put(c, found)
        found
    }

  /** An open class that represents other classes than its subclasses. */
  private def isKnown(c: Class[?]): Boolean =
    c.isEnum || c == RuntimeNames.either || StandardTypes.contains(c) || c.getName == StandardClasses.Option

  // ---- Java's serialization

  private val inJavaForm = new ConcurrentHashMap[Class[?], java.lang.Boolean]

  /** Objects of this class are written by Java's serialization. */
  private[runtime] def usesJavaForm(c: Class[?]): Boolean =
    if javaForm eq JavaForm.none then false
    else
      val known = inJavaForm.get(c)
      if known != null then known.booleanValue
      else
        val found = allowed.allows(c) && javaForm.takes(c) && !isExempt(c) && !JavaForm.isOfCollectionAbove(
          c
        ) && (JavaForm.hasOwn(c) || isUnfit(c))
        inJavaForm.put(c, found)
        found

  /** Returns true for a class that never needs Java's serialization. */
  private def isExempt(c: Class[?]): Boolean =
    StandardSubtypes.isKnown(c) || RuntimeNames.isObject(c) || c.isEnum || RuntimeNames.isConstant(
      c
    ) || ScalaEnums.enumOf(c) != null || CompanionPicklers.own(c) != null

  private def isUnfit(c: Class[?]): Boolean =
    (Refused.why(c) != null && !goesByFields(c)) || !RuntimeNames.isOpen(c) && layoutOf(RuntimeType.raw(c)).isLeft

  /** How objects of a class are taken apart and made: by a constructor, or else by their fields if that is allowed. */
  private[runtime] def layoutOf(t: RuntimeType.Of): Either[ClassLayout.Refusal, ClassLayout] =
    val c = t.runtimeClass
    ClassLayout.of(t, hasOtherWay = fieldAccess || javaForm.takes(c), annotations) match
      case Left(refusal) if fieldAccess => FieldAccess.of(t, refusal, javaForm.takes(c), annotations)
      case other                        => other

  /** A class that computes its elements, such as a view, and that is all fields. */
  private[runtime] def goesByFields(c: Class[?]): Boolean =
    fieldAccess && allowed.allows(c) && Refused.isComputation(c) && layoutOf(RuntimeType.raw(c)).exists(_.isByFields)

  private val inside = new ClassesInside(this, javaForm)

  private[runtime] def javaFormOf(c: Class[?]): JavaFormPickler =
    if !JavaForm.hasOwn(c) then onOtherWay(c, "Java's serialization")
    new JavaFormPickler(c, javaForm, inside)

  /** A class that has parts for which there are no picklers may still go by Java's serialization. */
  private[runtime] def canUseJavaForm(c: Class[?]): Boolean =
    (javaForm ne JavaForm.none) && allowed.allows(c) && javaForm.takes(c) && !JavaForm.isOfCollectionAbove(c)

  // ---- the hook

  private[runtime] def hasHook: Boolean = hook ne RuntimePicklers.NoHook

  private val asked = new ConcurrentHashMap[Class[?], Option[Pickler[?]]]

  /** The hook's pickler for this class; null if it has none. */
  private[runtime] def hooked(c: Class[?]): Pickler[?] | Null =
    if !hasHook || c.isPrimitive then null
    else
      val known = asked.get(c)
      if known != null then known.orNull
      else
        val found = hook(c)
        val first = asked.putIfAbsent(c, found)
        (if first == null then found else first).orNull

  /** The same for a place that is declared by this class. */
  private def hookedPlace(c: Class[?]): Pickler[?] | Null =
    val pickler = hooked(c)
    if pickler == null || Modifier.isFinal(c.getModifiers) || RuntimeNames.isOpen(c) then pickler
    else HookedPickler(pickler, c, subclass => hooked(subclass) eq pickler)

object RuntimePicklers:
  final val CompileAfter = 20

  private val Silent: (Class[?], String) => Unit = (_, _) => ()

  private val NoMigrations: Class[?] => Option[Migrations[?]] = _ => None

  /** Has no pickler for any class. */
  val NoHook: Class[?] => Option[Pickler[?]] = _ => None

  /** For tests: returns true if it was made from class files, and if it has code for the binary format. */
  private[brine] def isReflected(pickler: Pickler[?]): Boolean = pickler.isInstanceOf[RuntimePickler[?]]
  private[brine] def hasCode(pickler: Pickler[?]): Boolean = pickler match
    case runtime: RuntimePickler[?] => runtime.hasCode
    case _                          => false
