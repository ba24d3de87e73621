package brine.derive.types

import scala.quoted.*
import scala.util.control.NonFatal

/** Types as texts. The compiler's own text of a type parameter or a local class needs the modifiers of the method that
  * owns it, and these are unknown in a method whose result type the compiler is inferring from the code that is being
  * expanded.
  */
private[brine] final class TypeTexts[Q <: Quotes](val quotes: Q):
  import quotes.reflect.*
  private given Quotes = quotes

  /** With the packages. */
  def full(tpe: TypeRepr): String = text(tpe, _.show(using Printer.TypeReprCode))

  /** As a person writes it, on one line. */
  def short(tpe: TypeRepr): String =
    text(tpe, _.show(using Printer.TypeReprShortCode)).linesIterator.map(_.trim).mkString(" ")

  private def text(tpe: TypeRepr, show: TypeRepr => String): String =
    def of(t: TypeRepr): String =
      try show(t)
      catch
        case NonFatal(_) =>
          t match
            case AppliedType(constructor, arguments) => arguments.map(of).mkString(s"${of(constructor)}[", ", ", "]")
            case AndType(left, right)                => s"${of(left)} & ${of(right)}"
            case OrType(left, right)                 => s"${of(left)} | ${of(right)}"
            case TypeBounds(low, high)               => s"? >: ${of(low)} <: ${of(high)}"
            case other                               => other.typeSymbol.name
    of(tpe)
