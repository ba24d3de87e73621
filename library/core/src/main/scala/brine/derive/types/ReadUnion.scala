package brine.derive.types

import scala.quoted.*
import brine.Pickler
import brine.combine.Unions
import brine.model.{OtherType, TypeForm}

/** Reads union types, `String | Recipe`: the types that they are made of, and their picklers. */
private[brine] final class ReadUnion[Q <: Quotes](val quotes: Q)(canonical: CanonicalTypes[quotes.type]):
  import quotes.reflect.*

  private given Quotes = quotes

  /** Returns the types without `Null`, each once, ordered by their texts: the order in which a program writes them
    * means nothing.
    */
  private def parts(tpe: TypeRepr): Vector[TypeRepr] =
    def flat(t: TypeRepr): Vector[TypeRepr] = t.dealias match
      case OrType(left, right)              => flat(left) ++ flat(right)
      case other if canonical.isNull(other) => Vector.empty
      case other                            => Vector(canonical(other))
    val all =
      flat(tpe).foldLeft(Vector.empty[TypeRepr])((known, t) => if known.exists(_ =:= t) then known else known :+ t)
    all.sortBy(_.show)

  /** Returns true if each type is that of one class or object. */
  def isOfClasses(tpe: TypeRepr): Boolean = parts(tpe).forall(isOfClass)

  private def isOfClass(tpe: TypeRepr): Boolean = tpe match
    case TypeRef(_, _) | AppliedType(_, _) => tpe.typeSymbol.isClassDef && tpe.typeSymbol != defn.AnyClass
    case ref: TermRef                      => ref.termSymbol.flags.is(Flags.Module)
    case _                                 => false

  /** Returns the union as a type without a class. */
  def form(tpe: TypeRepr)(key: TypeRepr => Int): TypeForm =
    TypeForm.Other(OtherType.Union(parts(tpe).map(key), () => reason(tpe)))

  /** Returns the pickler; None if [[reason]] has something to say.
    *
    * @param isAtCall whether the code runs at each call, which should find the pickler of the call before
    */
  def pickler(tpe: TypeRepr, isAtCall: Boolean): Option[Term] = tpe match
    case OrType(_, _) if isOfClasses(tpe) && overlap(parts(tpe)).isEmpty =>
      val all = parts(tpe)
      val picklers = all.map(found(_))
      Option.when(picklers.forall(_.isDefined))(made(tpe, all, picklers.map(_.get.asExprOf[Pickler[?]]), isAtCall))
    case _ => None

  private def found(part: TypeRepr): Option[Term] = Implicits.search(TypeRepr.of[Pickler].appliedTo(part)) match
    case success: ImplicitSearchSuccess => Some(success.tree)
    case _                              => None

  /** Returns the reason why the union has no pickler. */
  private def reason(tpe: TypeRepr): String = overlap(parts(tpe)).getOrElse {
    parts(tpe).filter(found(_).isEmpty).map(shown) match
      case Vector() => "it is written by hand elsewhere"
      case missing  => s"there is no pickler for ${missing.mkString(" and ")}"
  }

  /** Returns the reason why the class of a value may not tell its type. */
  private def overlap(all: Vector[TypeRepr]): Option[String] =
    val pairs = for i <- all.indices; j <- all.indices if i != j yield (all(i), all(j))
    pairs.collectFirst {
      case (a, b) if classOf(a) == classOf(b)         => s"${shown(a)} and ${shown(b)} are of one class"
      case (a, b) if a.derivesFrom(b.classSymbol.get) => s"${shown(a)} is a ${shown(b)}, too"
    }

  private def classOf(tpe: TypeRepr): Symbol = tpe.classSymbol.get

  private def shown(tpe: TypeRepr): String = tpe.show(using Printer.TypeReprShortCode)

  private def made(tpe: TypeRepr, all: Vector[TypeRepr], picklers: Vector[Expr[Pickler[?]]], isAtCall: Boolean): Term =
    val simple = all.map(t => classOf(t).name.stripSuffix("$"))
    val texts =
      if simple.distinct.length == simple.length then simple else all.map(t => classOf(t).fullName.stripSuffix("$"))
    val names = '{ Vector(${ Varargs(texts.map(Expr(_))) }*) }
    val classes =
      '{ Vector(${ Varargs(all.map(t => Literal(ClassOfConstant(t.widen)).asExprOf[Class[?]])) }*) }
    tpe.asType match
      case '[t] if isAtCall => '{ Unions.once[t]($names, $classes, Array(${ Varargs(picklers) }*)) }.asTerm
      case '[t] => '{ Unions.of[t]($names, $classes, Vector(${ Varargs(picklers.map(p => '{ () => $p })) }*)) }.asTerm
