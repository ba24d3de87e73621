package brine.derive.types

import scala.collection.mutable
import scala.quoted.*
import brine.model.OtherType

/** Finds the state of an object that no pickler derived for its class can see, so that the class is refused.
  *
  * Superclasses are read one by one. [[ReadType]] reads the declarations of the program's own classes. The compiler
  * does not keep private fields of Java classes, so their class files are read; those of Scala's library keep their
  * elements in fields.
  */
private[brine] final class ReadState[Q <: Quotes](val quotes: Q):
  import quotes.reflect.*

  private given Quotes = quotes

  /** Returns the first superclass that holds state itself. */
  def inherited(symbol: Symbol): Option[OtherType] =
    val isValue = symbol.typeRef <:< TypeRepr.of[scala.util.control.NoStackTrace]
    symbol.typeRef.baseClasses.iterator.filterNot(c => c == symbol || c == defn.ObjectClass).flatMap(stateOf(
      _,
      isValue
    )).nextOption()

  private def stateOf(c: Symbol, isValue: Boolean): Option[OtherType] =
    if c == throwable then Option.unless(isValue)(OtherType.Throwable)
    else if c.flags.is(Flags.JavaDefined) then
      if c.flags.is(Flags.Trait) then None
      else
        ofJava(c) match
          case Some(fields) =>
            val unseen = fields.filterNot(variables(c))
            Option.when(unseen.nonEmpty)(OtherType.InheritsState(shown(c), unseen, isOfLibrary(c)))
          case None => Some(OtherType.InheritsUnread(shown(c)))
    else if c.fullName.startsWith("scala.") then
      val fields = c.declaredFields.filterNot(isComputedOrAbstract).map(_.name.trim)
      Option.when(fields.nonEmpty)(OtherType.InheritsState(shown(c), fields.toVector, isOfLibrary = true))
    else None

  /** The fields of a Java superclass that [[ReadType]] reads as it does a Scala class's `var`s. */
  private def variables(c: Symbol): Set[String] =
    if isOfLibrary(c) then Set.empty else c.declaredFields.filter(_.flags.is(Flags.Mutable)).map(_.name).toSet

  /** Returns true for a Java class's `transient` field, which holds no state. */
  def isTransientOfJava(field: Symbol): Boolean =
    field.owner.flags.is(Flags.JavaDefined) && !ofJava(field.owner).exists(_.contains(field.name))

  private val throwable = TypeRepr.of[Throwable].typeSymbol

  private def shown(c: Symbol): String = c.fullName.replace("$.", ".")

  private def isOfLibrary(c: Symbol): Boolean = ReadState.libraries.exists(c.fullName.startsWith)

  private def isComputedOrAbstract(f: Symbol): Boolean =
    f.flags.is(Flags.Lazy) || f.flags.is(Flags.Module) || f.flags.is(Flags.Deferred)

  /** Returns the fields of a Java class. Uses its source, if it is compiled together with this one and has no class
    * file yet, or an old one.
    */
  private def ofJava(c: Symbol): Option[Vector[String]] = fields.getOrElseUpdate(c, readJava(c))

  private val fields = mutable.HashMap.empty[Symbol, Option[Vector[String]]]

  private def readJava(c: Symbol): Option[Vector[String]] =
    if isSource(c) then
      Some(
        c.declaredFields.filterNot(f => f.flags.is(Flags.JavaStatic) || f.flags.is(Flags.Param)).map(_.name).toVector
      )
    else JavaClassFile.stateOf(binaryName(c), getClass.getClassLoader)

  /** Returns true if a record's constructor may do more than keep its arguments. A record that is compiled in this
    * run has no class file.
    */
  def computesComponents(record: Symbol): Boolean =
    isSource(record) || !JavaClassFile.keepsComponents(binaryName(record), getClass.getClassLoader)

  /** Returns the direct subclasses of a sealed class or interface. Java's are in its class file: compilers before 3.7
    * do not read them. One that is compiled in this run has no class file, and no children that they know.
    */
  def children(c: Symbol): List[Symbol] =
    if !c.flags.is(Flags.JavaDefined) || isSource(c) then c.children
    else
      JavaClassFile.permittedBy(binaryName(c), getClass.getClassLoader).toList.map(name =>
        Symbol.requiredClass(name.replace('$', '.'))
      )

  private def isSource(c: Symbol): Boolean = c.pos.exists(_.sourceFile.name.endsWith(".java"))

  private def binaryName(c: Symbol): String =
    if c.owner.isPackageDef || c.owner.isNoSymbol then c.fullName
    else binaryName(c.owner).stripSuffix("$") + "$" + c.name

private object ReadState:
  /** Packages whose classes runtime picklers do not take apart, either. */
  val libraries: List[String] = List("scala.", "java.", "javax.", "jdk.")
