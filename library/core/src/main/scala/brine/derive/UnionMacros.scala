package brine.derive

import brine.{internal, DerivationOnTheSpot}
import brine.derive.types.ReadType
import scala.quoted.*

/** The permission to derive unions on the spot, [[DerivationOnTheSpot.union]]. */
@internal
object UnionMacros:
  def permission[A: Type](using quotes: Quotes): Expr[DerivationOnTheSpot[A]] =
    import quotes.reflect.*
    TypeRepr.of[A].dealias match
      case union @ OrType(_, _) if new ReadType[quotes.type](quotes).unionPickler(union, isAtCall = true).isDefined =>
        '{ DerivationOnTheSpot.granted[A] }
      case _ => report.errorAndAbort("only a union is derived on the spot")
