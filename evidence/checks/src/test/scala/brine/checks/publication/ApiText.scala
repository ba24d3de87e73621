package brine.checks.publication

import scala.collection.mutable
import dotty.tools.dotc.core.Contexts.Context
import dotty.tools.dotc.core.Flags.*
import dotty.tools.dotc.core.Symbols.{ClassSymbol, Symbol, TermSymbol}

/** Collects public definitions and writes them as lines, in an order that does not depend on the sources.
  *
  * @param isInternal whether a package or class, by its full name, is not for users
  */
final class ApiText(val isInternal: String => Boolean)(using Context):
  private val members = mutable.TreeMap.empty[String, mutable.TreeSet[String]]

  /** The lines: a head, its members, a head, its members. */
  def text: String =
    members.map((head, lines) => (head +: lines.toVector.map("  " + _)).mkString("\n", "\n", "\n")).mkString

  def addPackage(of: TermSymbol): Unit =
    for symbol <- of.moduleClass.info.decls.toList if isClass(symbol) && !isNested(symbol) do addClass(symbol.asClass)

  private def isClass(symbol: Symbol): Boolean = symbol.isClass && !symbol.is(Package)

  /** Classes of classes, which a package also lists by the names of their files. */
  private def isNested(symbol: Symbol): Boolean =
    symbol.name.toString.stripSuffix("$").stripSuffix("$package").contains('$')

  private def addClass(symbol: ClassSymbol): Unit =
    symbol.ensureCompleted()
    if isVisible(symbol) && !symbol.isAbsent() && !isInternal(nameOf(symbol)) then
      val lines = declared(symbol).flatMap(line(symbol, _))
      val isNamed = !symbol.is(Synthetic) && !isPackageObject(symbol)
      if isNamed || lines.nonEmpty then members.getOrElseUpdate(head(symbol), mutable.TreeSet.empty) ++= lines
      for nested <- symbol.info.decls.toList if isClass(nested) do addClass(nested.asClass)

  /** The members of a class: its own, and those that it inherits from classes that users cannot see. */
  private def declared(symbol: ClassSymbol): List[Symbol] =
    symbol.info.baseClasses.filter(base => base == symbol || isHidden(base)).flatMap(_.info.decls.toList).filterNot(
      _.isClass
    )

  private def isHidden(base: ClassSymbol): Boolean =
    val name = base.fullName.toString
    name.startsWith("brine.") && (!isVisible(base) || isInternal(name))

  // ---- public members

  private def isVisible(symbol: Symbol): Boolean =
    isPublic(symbol) && !symbol.isLocal &&
      (symbol.is(Package) || symbol.maybeOwner.is(Package) || !symbol.maybeOwner.exists || isVisible(symbol.maybeOwner))

  /** Flags are checked one by one: some are of terms only, and the compiler does not mix them with those of types. */
  private def isPublic(symbol: Symbol): Boolean =
    !symbol.is(Private) && !symbol.is(Artifact) && !symbol.is(Bridge) && !symbol.privateWithin.exists && !isMarked(
      symbol
    )

  private def isMarked(symbol: Symbol): Boolean =
    symbol.annotations.exists(_.symbol.fullName.toString == "brine.internal")

  private def isListed(of: ClassSymbol, member: Symbol): Boolean =
    isPublic(member) && !member.isSetter && !member.is(Module) && !member.is(TypeParam) && !isDefault(member) &&
      (!member.is(Synthetic) || member.is(Given)) && (!member.isConstructor || isConstructorOf(of, member))

  private def isConstructorOf(of: ClassSymbol, member: Symbol): Boolean =
    member.owner == of && !of.is(Trait) && !of.is(ModuleClass)

  private def isDefault(member: Symbol): Boolean = member.name.toString.contains("$default$")

  // ---- lines

  private def isPackageObject(symbol: Symbol): Boolean = symbol.name.toString.stripSuffix("$").endsWith("$package")

  private def nameOf(symbol: ClassSymbol): String = symbol.fullName.toString.replace("$.", ".").stripSuffix("$")

  private def head(symbol: ClassSymbol): String =
    val name = nameOf(symbol)
    if isPackageObject(symbol) then s"package ${symbol.owner.fullName}"
    else
      val kind = if symbol.is(ModuleClass) then "object" else if symbol.is(Trait) then "trait" else "class"
      val flags = List(
        Sealed -> "sealed",
        Abstract -> "abstract",
        Final -> "final",
        Open -> "open",
        Case -> "case",
        Enum -> "enum"
      )
      val modifiers =
        flags.collect { case (flag, text) if symbol.is(flag) && !(kind == "object" && flag == Final) => text }
      val parameters = symbol.typeParams.map(p => s"${variance(p)}${p.name}${p.info.show}")
      val parents = symbol.info.parents.map(_.show).filterNot(unsaid)
      val extending = if parents.isEmpty then "" else parents.mkString(" extends ", ", ", "")
      s"$name${if parameters.isEmpty then "" else parameters.mkString("[", ", ", "]")}: " +
        s"${(modifiers :+ kind).mkString(" ")}$extending"

  /** Superclasses that say nothing of a class to its users. */
  private def unsaid(parent: String): Boolean =
    Set("Object", "Any", "Matchable", "Product", "Serializable")(parent) || parent.startsWith("scala.deriving.Mirror.")

  private def variance(parameter: Symbol): String =
    if parameter.is(Covariant) then "+" else if parameter.is(Contravariant) then "-" else ""

  private def line(of: ClassSymbol, member: Symbol): Option[String] =
    member.ensureCompleted()
    Option.when(isListed(of, member)) {
      val modifier = if member.is(Deferred) && !member.isType then "abstract " else ""
      val defaults = defaulted(of, member)
      val note = if defaults.isEmpty then "" else defaults.mkString(" // defaults: ", ", ", "")
      modifier + plain(member.showDcl) + note
    }

  /** Without the names that the compiler gives to parameters and constructors. */
  private def plain(shown: String): String =
    shown.replace("<init>", "this").replace("<static> ", "").replace("final final", "final").replaceAll(
      "(x|evidence)\\$\\d+: ",
      ""
    )

  /** The numbers of the parameters that have defaults. */
  private def defaulted(of: ClassSymbol, member: Symbol): List[Int] =
    val prefix = if member.isConstructor then "$lessinit$greater$default$" else s"${member.name}$$default$$"
    val getters =
      if member.isConstructor then of.companionModule.moduleClass.info.decls.toList else member.owner.info.decls.toList
    getters.map(_.name.toString).collect {
      case name if name.startsWith(prefix) => name.drop(prefix.length).toInt
    }.sorted
