package brine.derive.types

import scala.quoted.*
import brine.model.{ClassFacts, OtherType, TypeForm}

/** Reads records of Java. */
private[brine] final class ReadRecord[Q <: Quotes](val quotes: Q)(
    canonical: CanonicalTypes[quotes.type],
    state: ReadState[quotes.type],
    key: quotes.reflect.TypeRepr => Int
):
  import quotes.reflect.*

  private given Quotes = quotes

  def isRecord(symbol: Symbol): Boolean =
    symbol.flags.is(Flags.JavaDefined) && symbol.typeRef <:< TypeRepr.of[java.lang.Record]

  /** A record of Java's: its canonical constructor is the one whose parameters are all components, as their accessors
    * show. (The class file says so outright, but the compiler passes that over; [[brine.plan.Plan.Product]] checks it.)
    */
  def facts(tpe: TypeRepr, symbol: Symbol): TypeForm =
    canonicalConstructor(symbol) match
      case None => TypeForm.Other(OtherType.HiddenState)
      case Some(constructor) =>
        val components =
          valueParameters(constructor).toVector.map(p => p.name -> key(componentType(tpe, symbol, p.name)))
        TypeForm.Class(ClassFacts.ofValues(components).copy(computes = state.computesComponents(symbol)))

  def canonicalConstructor(symbol: Symbol): Option[Symbol] =
    symbol.declarations
      .filter(c =>
        c.isClassConstructor && !c.flags.is(Flags.Private) && valueParameters(c).forall(p =>
          accessor(symbol, p.name).isDefined
        )
      )
      .maxByOption(valueParameters(_).length)

  private def componentType(tpe: TypeRepr, symbol: Symbol, name: String): TypeRepr =
    tpe.memberType(accessor(symbol, name).get) match
      case MethodType(_, _, result) => ofJava(result)
      case other                    => ofJava(other)

  /** Returns the type without the null that `-Yexplicit-nulls` adds: any reference of Java's may be null anyway. */
  private def ofJava(tpe: TypeRepr): TypeRepr = tpe match
    case OrType(declared, right) if canonical.isNull(right) => declared
    case other                                              => other

  private def valueParameters(constructor: Symbol): List[Symbol] =
    constructor.paramSymss.filterNot(_.exists(_.isType)).flatten

  def accessor(symbol: Symbol, name: String): Option[Symbol] =
    symbol.declaredMethod(name).find(m => m.paramSymss.flatten.isEmpty && !m.flags.is(Flags.JavaStatic))
