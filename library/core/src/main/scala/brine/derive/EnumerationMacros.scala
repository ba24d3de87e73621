package brine.derive

import scala.quoted.*
import brine.{internal, Pickler}
import brine.picklers.EnumerationPicklers

/** Finds the object of an `Enumeration` in the type of its values: `Color` in `Color.Value`. */
@internal
object EnumerationMacros:
  def value[V: Type](using Quotes): Expr[Pickler[V]] = '{ EnumerationPicklers.ofValue[V](${ enumeration[V]("Value") }) }

  def set[V: Type](using Quotes): Expr[Pickler[V]] = '{ EnumerationPicklers.ofSet[V](${ enumeration[V]("ValueSet") }) }

  private def enumeration[V: Type](member: String)(using quotes: Quotes): Expr[Enumeration] =
    import quotes.reflect.*
    TypeRepr.of[V].dealias match
      case TypeRef(prefix: TermRef, `member`) if prefix.termSymbol.flags.is(Flags.Module) =>
        Ref.term(prefix).asExprOf[Enumeration]
      case TypeRef(prefix, `member`) if prefix.typeSymbol.flags.is(Flags.Module) =>
        Ref(prefix.typeSymbol.companionModule).asExprOf[Enumeration]
      case other =>
        report.errorAndAbort(
          s"${Type.show[V]} does not name its enumeration. Only the $member of an `object` that extends Enumeration has a " +
            s"pickler: declare it as `Color.$member`"
        )
