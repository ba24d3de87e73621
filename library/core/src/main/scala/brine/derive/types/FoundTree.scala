package brine.derive.types

import scala.quoted.*
import brine.model.FoundPickler

/** Tells the kinds of picklers apart by the code that a search for a given returns. */
private[brine] final class FoundTree[Q <: Quotes](val quotes: Q):
  import quotes.reflect.*

  def classify(symbol: Symbol, tree: Term): FoundPickler =
    val owner = symbol.maybeOwner.fullName
    if owner.startsWith("brine.AutomaticPicklers") then FoundPickler.None
    else if owner.startsWith("brine.picklers.") then FoundPickler.Standard
    else if symbol.name == "derived$Pickler" && isApplied(tree) then FoundPickler.DerivedGeneric
    else FoundPickler.Own

  def isApplied(tree: Term): Boolean = tree match
    case Apply(_, _) | TypeApply(_, _) => true
    case _                             => false

  def head(tree: Term): Symbol = tree match
    case Apply(f, _)                     => head(f)
    case TypeApply(f, _)                 => head(f)
    case Inlined(Some(call: Term), _, _) => head(call)
    case Inlined(_, _, t)                => head(t)
    case Typed(t, _)                     => head(t)
    case Block(_, t)                     => head(t)
    case t                               => t.symbol
