package brine.derive.types

import scala.quoted.*
import brine.model.StandardClasses

/** Gives each type one form, however a program writes it: aliases, annotations, nulls, tuples and objects are resolved.
  */
private[brine] final class CanonicalTypes[Q <: Quotes](val quotes: Q):
  import quotes.reflect.*

  private given Quotes = quotes

  /** Returns the form of a type. */
  def apply(tpe: TypeRepr): TypeRepr = withoutNull(tpe.widenByName.dealias) match
    case AnnotatedType(underlying, _) => apply(underlying)
    case AppliedType(repeated, List(element)) if repeated.typeSymbol == defn.RepeatedParamClass =>
      TypeRepr.of[Seq].appliedTo(canonicalArgument(element))
    case t if t.isSingleton && !isObject(t) && isObject(t.widen.dealias) => apply(t.widen)
    case t if t.typeSymbol.flags.is(Flags.Module) && !isObject(t)        => objectType(t)
    case t if t.typeSymbol.fullName == StandardClasses.Cons              => tuple(t)
    case AppliedType(constructor, arguments) =>
      nestedInJava(constructor.dealias).appliedTo(arguments.map(canonicalArgument))
    case t => nestedInJava(t)

  /** Returns `Outer.Record` for the `Outer#Record` of a signature in Java's class file: one type, but two texts. */
  private def nestedInJava(tpe: TypeRepr): TypeRepr = tpe match
    case TypeRef(outer: TypeRef, _)
        if tpe.typeSymbol.flags.is(Flags.JavaDefined) && outer.typeSymbol.flags.is(Flags.Module) =>
      moduleOf(outer.typeSymbol).select(tpe.typeSymbol)
    case t => t

  private def moduleOf(c: Symbol): TypeRepr =
    val module = c.companionModule
    if c.owner.flags.is(Flags.Module) && !c.owner.isPackageDef then moduleOf(c.owner).select(module) else module.termRef

  /** Returns `A` for `A | Null`, which any place of a reference can hold. */
  def withoutNull(tpe: TypeRepr): TypeRepr = tpe.dealias match
    case OrType(left, right) if isNull(right) && left <:< TypeRepr.of[AnyRef | Null] => withoutNull(left)
    case OrType(left, right) if isNull(left) && right <:< TypeRepr.of[AnyRef | Null] => withoutNull(right)
    case flexible if flexible.getClass.getSimpleName.contains("FlexibleType")        => declaredByJava(flexible)
    case _                                                                           => tpe

  /** Returns `String` for the type that newer compilers make of Java's `String` under `-Yexplicit-nulls`; the API of
    * Scala 3.3 does not know it.
    */
  private def declaredByJava(flexible: TypeRepr): TypeRepr =
    val symbol = flexible.typeSymbol
    if symbol.isClassDef then flexible.baseType(symbol) else symbol.typeRef

  /** Returns true for `A | Null`. */
  def isNullable(tpe: TypeRepr): Boolean = tpe.dealias match
    case OrType(left, right) => isNullable(left) || isNullable(right)
    case t                   => isNull(t)

  /** Returns true for a class that extends `AnyVal`, whose value the JVM keeps without it. */
  def isValueClass(tpe: TypeRepr): Boolean =
    val of = tpe.dealias.typeSymbol
    of.isClassDef && tpe <:< TypeRepr.of[AnyVal] && !isNull(tpe) && !of.fullName.startsWith("scala.")

  def isNull(tpe: TypeRepr): Boolean = tpe.dealias =:= TypeRepr.of[Null]

  /** Returns the class `Tuple2[A, B]` for `A *: B *: EmptyTuple`; a tuple that is longer than any class stays. */
  private def tuple(tpe: TypeRepr): TypeRepr =
    val elements = tupleElements(tpe)
    if elements.isEmpty || elements.length > 22 then
      tpe match
        case AppliedType(constructor, arguments) => constructor.appliedTo(arguments.map(canonicalArgument))
        case t                                   => t
    else defn.TupleClass(elements.length).typeRef.appliedTo(elements.map(canonicalArgument).toList)

  /** The types of a tuple that is written with `*:`; none if its end is not known. */
  def tupleElements(tpe: TypeRepr): Vector[TypeRepr] =
    @annotation.tailrec
    def from(rest: TypeRepr, before: Vector[TypeRepr]): Vector[TypeRepr] = rest.dealias match
      case AppliedType(constructor, List(head, tail)) if constructor.typeSymbol.fullName == StandardClasses.Cons =>
        from(tail, before :+ head)
      case AppliedType(constructor, last) if defn.isTupleClass(constructor.typeSymbol) => before ++ last
      case end if end =:= TypeRepr.of[EmptyTuple]                                      => before
      case _                                                                           => Vector.empty
    from(tpe, Vector.empty)

  private def canonicalArgument(tpe: TypeRepr): TypeRepr = tpe match
    case bounds: TypeBounds => bounds
    case t                  => apply(t)

  /** Returns `Nobody.type` for an object's class, which a `derives` clause of the object means. */
  private def objectType(tpe: TypeRepr): TypeRepr =
    val module = tpe.typeSymbol.companionModule
    tpe match
      case TypeRef(prefix, _) => prefix.select(module)
      case _                  => module.termRef

  /** The class of `outer` in `outer.Inner`, where that is a field of an object that nothing names. */
  def unknownOuter(tpe: TypeRepr): Option[TypeRepr] = tpe match
    case AppliedType(constructor, _)                                       => unknownOuter(constructor)
    case TypeRef(outer @ TermRef(TypeRef(_, _) | AppliedType(_, _), _), _) => Some(outer.widen)
    case _                                                                 => None

  def isObject(tpe: TypeRepr): Boolean =
    val symbol = tpe.termSymbol
    symbol.flags.is(Flags.Module) || symbol.flags.is(Flags.Enum) &&
    (symbol.flags.is(Flags.Case) || symbol.flags.is(Flags.StableRealizable) || symbol.flags.is(Flags.JavaStatic))

  /** Types that double with each recursion are found long before their number shows it. */
  def isEndless(tpe: TypeRepr): Boolean =
    var nodes = 0
    def exceeds(t: TypeRepr, depth: Int): Boolean =
      nodes += 1
      nodes > CanonicalTypes.MostNodes || depth > CanonicalTypes.MostLevels || (t match
        case AppliedType(_, arguments) => arguments.exists(exceeds(_, depth + 1))
        case _                         => false
      )
    exceeds(tpe, 0)

private object CanonicalTypes:
  /** Parts of a type, and how deep its type arguments nest. */
  private final val MostNodes = 1000
  private final val MostLevels = 50
