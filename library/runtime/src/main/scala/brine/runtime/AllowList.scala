package brine.runtime

import java.lang.reflect.Modifier
import java.util.concurrent.atomic.AtomicInteger
import brine.ScalaEnums
import brine.runtime.classes.RuntimeNames
import brine.runtime.standard.StandardTypes

/** The classes whose objects runtime picklers may take apart and make: exactly these, not their subclasses.
  *
  * {{{
  * AllowList(classOf[Order], classOf[Customer])
  * AllowList.where(_.getPackageName == "shop.orders")
  * AllowList.whereNamed(loader)(_.startsWith("shop."))
  * }}}
  *
  * A pickle chooses among these classes and never adds to them. List no class whose constructor does more than keep its
  * arguments. A predicate is trusted with every class that it accepts, the ones that are added to the program later
  * too.
  *
  * A predicate answers for classes that somebody wrote: for concrete classes, enums and objects. It is not called for
  * classes that need no list: primitives, arrays, standard types and collections. Nor is it called for classes without
  * objects (interfaces, abstract classes) and for single constants of an enum. Lambdas and other hidden classes cannot
  * be found by name, so it is not called for them either. The exception are interfaces and abstract classes that an
  * array or a `Class` names: `Array[Shape]`, `classOf[Shape]`. It must give the same answer for a class each time, in
  * writer and reader.
  */
final class AllowList private (val classes: Set[Class[?]], rules: List[AllowList.Rule]):
  /** Returns true if it lists this class, or a predicate accepts it. */
  def allows(c: Class[?]): Boolean =
    classes(c) || rules.nonEmpty && AllowList.isForPredicates(c) && rules.exists(_.accepts(c))

  /** The class of this name that a predicate on names accepts, loaded but not initialized; null if there is none. An
    * object goes by its name without the `$`.
    */
  private[runtime] def named(name: String): Class[?] | Null =
    rules.iterator.map(_.named(name)).find(c => c != null && AllowList.isForPredicates(c)).orNull

  /** Allows arrays of this class, and the class as a value. It may be an interface or an abstract class. */
  private[runtime] def mentions(c: Class[?]): Boolean =
    allows(c) || rules.nonEmpty && AllowList.isOpenForPredicates(c) && rules.exists(_.accepts(c))

  /** The class of exactly this name that a predicate on names accepts, as [[mentions]] allows it; null if there is
    * none.
    */
  private[brine] def mentioned(name: String): Class[?] | Null =
    rules.iterator.map(_.load(name)).find(c =>
      c != null && (AllowList.isForPredicates(c) || AllowList.isOpenForPredicates(c))
    ).orNull

  /** The way to allow a class that a pickle names. */
  private[runtime] def cure: String =
    if rules.exists(_.isByClass) then
      "A predicate of `AllowList.where` finds no class by its name: list the class, `AllowList(classOf[…])`, or give " +
        "the predicate " +
        "names, by `AllowList.whereNamed`"
    else "Add its class to the list of classes that may be pickled at run time, `AllowList(classOf[…])`"

  def +(c: Class[?]): AllowList = new AllowList(classes + c, rules)

  /** Allows the classes of this list and of the other one. */
  def ++(others: AllowList): AllowList = new AllowList(classes ++ others.classes, rules ++ others.ownRules)

  private def ownRules: List[AllowList.Rule] = rules

  override def toString: String =
    val listed = classes.map(_.getName).toList.sorted
    (listed ++ List.fill(rules.length)("a predicate")).mkString("AllowList(", ", ", ")")

object AllowList:
  val empty: AllowList = new AllowList(Set.empty, Nil)

  def apply(classes: Class[?]*): AllowList = new AllowList(classes.toSet, Nil)

  /** Allows each class that `accepts` returns true for, at places that declare it and for objects that are written. A
    * pickle's names find none of them: to read objects at places of open types, list the classes, number them
    * ([[brine.Subtypes.numberedBy]]), or use [[whereNamed]].
    */
  def where(accepts: Class[?] => Boolean): AllowList = new AllowList(Set.empty, List(new ClassRule(accepts)))

  /** Allows each class whose full name `accepts` returns true for. If a pickle names such a class, `loader` loads it;
    * the class is initialized when an object of it is made. A pickle can therefore load any class that `accepts` lets
    * pass.
    */
  def whereNamed(loader: ClassLoader)(accepts: String => Boolean): AllowList =
    new AllowList(Set.empty, List(new NameRule(loader, accepts)))

  private abstract class Rule:
    def accepts(c: Class[?]): Boolean
    def named(name: String): Class[?] | Null

    /** The accepted class of exactly this name. */
    def load(name: String): Class[?] | Null

    /** True if it accepts classes, and knows none by name. */
    def isByClass: Boolean

  private final class ClassRule(predicate: Class[?] => Boolean) extends Rule:
    def accepts(c: Class[?]): Boolean = predicate(c)
    def named(name: String): Class[?] | Null = null
    def load(name: String): Class[?] | Null = null
    def isByClass: Boolean = true

  private final class NameRule(loader: ClassLoader, predicate: String => Boolean) extends Rule:
    def accepts(c: Class[?]): Boolean = predicate(c.getName)
    def isByClass: Boolean = false

    def named(name: String): Class[?] | Null =
      val own = load(name)
      if own != null && own.getDeclaredConstructors.nonEmpty then own
      else
        // A class without constructors has the static methods of an object of this name.
        val ofObject = load(name + "$")
        if ofObject != null && RuntimeNames.isObject(ofObject) then ofObject else own

    /** The names without a class file that a loader was asked for in vain: the JDK's loaders keep each for ever. */
    private val misses = new AtomicInteger

    def load(name: String): Class[?] | Null =
      if !predicate(name) || name.length > MostNameChars || !mayFind(name) then null
      else
        try Class.forName(name, false, loader)
        catch
          case _: ClassNotFoundException | _: LinkageError =>
            misses.incrementAndGet()
            null

    /** Loaders that make classes without files are few, and asked for a limited number of names. */
    private def mayFind(name: String): Boolean =
      misses.get < MostMisses || isFile(s"${name.replace('.', '/')}.class")

    private def isFile(resource: String): Boolean =
      (if loader == null then ClassLoader.getSystemResource(resource) else loader.getResource(resource)) != null

  private final val MostMisses = 1000
  private final val MostNameChars = 1000

  /** Returns true if a predicate is called for a class. */
  private def isForPredicates(c: Class[?]): Boolean =
    !c.isPrimitive && !c.isArray && !c.isHidden && !RuntimeNames.isConstant(c) && !isConstantOfScala(c) && hasObjects(
      c
    ) &&
      StandardTypes.familyOf(c) == null && StandardSubtypes.of(c) == null

  private def isOpenForPredicates(c: Class[?]): Boolean = RuntimeNames.isOpen(c) && c != classOf[Object]

  /** A case without parameters of one of Scala's enums, which has no name. */
  private def isConstantOfScala(c: Class[?]): Boolean = ScalaEnums.enumOf(c) != null && c.isAnonymousClass

  private def hasObjects(c: Class[?]): Boolean =
    c.isEnum || ScalaEnums.isEnum(c) || !c.isInterface && !Modifier.isAbstract(c.getModifiers) && c != classOf[Object]
