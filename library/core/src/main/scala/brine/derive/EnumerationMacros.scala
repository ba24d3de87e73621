package brine.derive

import scala.quoted.*
import brine.{internal, Pickler}
import brine.picklers.EnumerationPicklers

/** Finds the object of an `Enumeration` in the type of its values: `Color` in `Color.Value`. */
@internal
object EnumerationMacros:
  /** The pickler of an `Enumeration`'s values, or of sets of them; None for other types. */
  def pickler[V: Type](using quotes: Quotes): Option[Expr[Pickler[V]]] =
    import quotes.reflect.*
    val tpe = TypeRepr.of[V]
    if tpe <:< TypeRepr.of[Enumeration#Value] then
      Some('{ EnumerationPicklers.ofValue[V](${ enumeration[V]("Value") }) })
    else if tpe <:< TypeRepr.of[Enumeration#ValueSet] then
      Some('{ EnumerationPicklers.ofSet[V](${ enumeration[V]("ValueSet") }) })
    else None

  private def enumeration[V: Type](member: String)(using quotes: Quotes): Expr[Enumeration] =
    import quotes.reflect.*
    TypeRepr.of[V].dealias match
      case TypeRef(prefix: TermRef, `member`) if prefix.termSymbol.flags.is(Flags.Module) =>
        Ref.term(prefix).asExprOf[Enumeration]
      case TypeRef(prefix, `member`) if prefix.typeSymbol.flags.is(Flags.Module) =>
        Ref(prefix.typeSymbol.companionModule).asExprOf[Enumeration]
      case other =>
        report.errorAndAbort(
          s"${Type.show[V]} does not name its enumeration. Only the $member of an `object` that extends Enumeration " +
            "has a " +
            s"pickler: declare it as `Color.$member`"
        )
