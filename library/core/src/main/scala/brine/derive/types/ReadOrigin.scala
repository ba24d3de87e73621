package brine.derive.types

import scala.quoted.*
import brine.DerivationOnTheSpot
import brine.model.Origin

/** Reads who can change the declaration of a type, and whether its pickler would be derived where it is missing. Errors
  * give advice that fits both.
  */
private[derive] final class ReadOrigin[Q <: Quotes](val quotes: Q):
  import quotes.reflect.*
  private given Quotes = quotes

  def of(symbol: Symbol): Origin =
    if isOfLibrary(symbol.fullName) then Origin.Library
    else if symbol.flags.is(Flags.JavaDefined) then Origin.Java
    else if symbol.flags.is(Flags.Enum) && symbol.flags.is(Flags.Case) then
      Origin.EnumCase(symbol.owner.name.stripSuffix("$"))
    else Origin.Program

  /** Returns true for a class of the JDK or of Scala's standard library. */
  def isOfLibrary(className: String): Boolean = className.startsWith("scala.") || className.startsWith("java.")

  /** Returns true if `import brine.auto.given` is in scope, or the type needs none. */
  def isPermitted(tpe: TypeRepr): Boolean =
    Implicits.search(TypeRepr.of[DerivationOnTheSpot].appliedTo(tpe)) match
      case _: ImplicitSearchSuccess => true
      case _                        => false
