package brine.derive.types

import scala.quoted.*
import brine.model.Declared

/** Reads the annotations of fields and leaves: [[brine.rename]], [[brine.alias]], [[brine.ifAbsent]],
  * [[brine.fallback]], [[brine.jsonRest]].
  */
private[brine] final class ReadDeclarations[Q <: Quotes](val quotes: Q):
  import quotes.reflect.*

  /** Returns the declarations on any of these symbols, such as a constructor's parameter and its field. */
  def of(symbols: Symbol*): Declared =
    val renames = arguments("brine.rename", symbols).flatten
    val aliases = arguments("brine.alias", symbols).flatMap(_.flatMap(elements))
    val rests = arguments("brine.jsonRest", symbols).map(_.flatMap(elements))
    val unreadable = Seq("rename" -> renames, "alias" -> aliases, "jsonRest" -> rests.flatten).collectFirst {
      case (annotation, names) if names.map(constant).contains(None) => annotation
    }
    Declared(
      renames.headOption.flatMap(constant),
      aliases.flatMap(constant).distinct.toVector,
      isFallback = arguments("brine.fallback", symbols).nonEmpty,
      unreadable = unreadable,
      rest = rests.headOption.map(_.flatMap(constant).toVector)
    )

  /** The value of `@ifAbsent`. */
  def ifAbsent(symbols: Symbol*): Option[Term] = arguments("brine.ifAbsent", symbols).flatten.headOption

  /** Returns the term as a value of the field's type; None if it is not one. Numbers are literals of any numeric
    * type.
    */
  def typed(value: Term, expected: TypeRepr): Option[Term] =
    val symbol = expected.dealias.typeSymbol
    value match
      case _ if value.tpe.widen <:< expected => Some(value)
      case Literal(IntConstant(n)) =>
        if symbol == defn.LongClass then Some(Literal(LongConstant(n)))
        else if symbol == defn.DoubleClass then Some(Literal(DoubleConstant(n)))
        else if symbol == defn.FloatClass && n.toFloat.toInt == n then Some(Literal(FloatConstant(n.toFloat)))
        else if symbol == defn.ShortClass && n.isValidShort then Some(Literal(ShortConstant(n.toShort)))
        else if symbol == defn.ByteClass && n.isValidByte then Some(Literal(ByteConstant(n.toByte)))
        else None
      case _ => None

  private def arguments(annotation: String, symbols: Seq[Symbol]): List[List[Term]] =
    symbols.toList.filterNot(_.isNoSymbol).distinct.flatMap(_.annotations).collect {
      case Apply(Select(New(tree), _), values) if tree.tpe.typeSymbol.fullName == annotation =>
        values.map {
          case NamedArg(_, value) => value
          case value              => value
        }
    }

  private def elements(argument: Term): List[Term] = argument match
    case Typed(Repeated(all, _), _) => all
    case other                      => List(other)

  private def constant(name: Term): Option[String] = name.tpe.widenTermRefByName.dealias match
    case ConstantType(StringConstant(text)) => Some(text)
    case _ =>
      name match
        case Literal(StringConstant(text)) => Some(text)
        case _                             => None
