package brine.derive.types

import scala.quoted.*

/** Finds the types that the leaves of a sealed type have where the sealed type has certain arguments: `Some[Int]` is
  * the leaf of `Option[Int]`.
  *
  * In a GADT, `enum Command[A] { case Ping extends Command[Unit]; case Get(key: String) extends Command[String] }`, a
  * leaf exists for some arguments only. For others it is not a leaf: bytes may not make a `Command[Unit]` out of a
  * `Get`.
  */
private[brine] final class LeafTypes[Q <: Quotes](val quotes: Q):
  import quotes.reflect.*

  private given Quotes = quotes

  /** Returns a child class with the type arguments that its parent's imply. An argument that the parent does not
    * determine becomes its bound, or a wildcard where the parent has one.
    */
  def ofClass(child: Symbol, parent: TypeRepr, parentSymbol: Symbol): TypeRepr =
    val parameters = child.declaredTypes.filter(_.isTypeParam)
    val constructor = prefixOf(child.owner, parent, parentSymbol).fold(child.typeRef)(_.select(child))
    if parameters.isEmpty then constructor
    else
      val known = arguments(child.typeRef, parentSymbol).zip(arguments(parent, parentSymbol)).flatMap(bound(
        parameters.toSet
      )).toMap
      constructor.appliedTo(parameters.map(p => known.get(p).fold(upperBound(child, p))(within(_, child, p))))

  /** An object or an enum's value. */
  def ofTerm(child: Symbol, parent: TypeRepr, parentSymbol: Symbol): TypeRepr =
    prefixOf(child.owner, parent, parentSymbol).fold(child.termRef)(_.select(child))

  /** Returns true if the leaf is a subtype of its parent; None if that depends on the parent's type parameters. */
  def conforms(leaf: TypeRepr, parent: TypeRepr): Option[Boolean] =
    if leaf <:< parent then Some(true) else Option.when(isConcrete(parent))(false)

  private def arguments(tpe: TypeRepr, symbol: Symbol): List[TypeRepr] = tpe.baseType(symbol) match
    case AppliedType(_, arguments) => arguments
    case _                         => Nil

  /** The child's parameters, from an argument that it passes on to its parent and from the one that the parent has. */
  private def bound(parameters: Set[Symbol])(passed: TypeRepr, actual: TypeRepr): List[(Symbol, TypeRepr)] =
    passed match
      case AppliedType(constructor, nested) =>
        actual match
          case _: TypeBounds => nested.flatMap(bound(parameters)(_, TypeBounds.empty))
          case AppliedType(other, inside) if other =:= constructor => nested.zip(inside).flatMap(bound(parameters))
          case _                                                   => Nil
      case _ if parameters(passed.typeSymbol) => List(passed.typeSymbol -> actual)
      case _                                  => Nil

  /** A wildcard of the parent's is bound by the child's parameter, too. */
  private def within(argument: TypeRepr, child: Symbol, parameter: Symbol): TypeRepr = argument match
    case TypeBounds(low, high) if high =:= TypeRepr.of[Any] => TypeBounds(low, upperBound(child, parameter))
    case other                                              => other

  private def upperBound(child: Symbol, parameter: Symbol): TypeRepr =
    child.typeRef.memberType(parameter) match
      case TypeBounds(_, high) => high
      case _                   => TypeRepr.of[Any]

  /** Returns the prefix of a member of `owner`, if an object of a class is around it: the parent's prefix. */
  private def prefixOf(owner: Symbol, parent: TypeRepr, parentSymbol: Symbol): Option[TypeRepr] =
    if owner == parentSymbol.owner then
      parent match
        case AppliedType(constructor, _)                                   => prefixOf(owner, constructor, parentSymbol)
        case TypeRef(prefix, _) if isInObject(owner) && prefix.isSingleton => Some(prefix)
        case _                                                             => None
    else if owner.isClassDef && owner.flags.is(Flags.Module) && !owner.flags.is(Flags.Package) then
      prefixOf(owner.owner, parent, parentSymbol).map(_.select(owner.companionModule))
    else None

  /** Returns true if a class is around that is not an object's. */
  private def isInObject(owner: Symbol): Boolean =
    owner.isClassDef && !owner.flags.is(Flags.Package) && (!owner.flags.is(Flags.Module) || isInObject(owner.owner))

  private def isConcrete(tpe: TypeRepr): Boolean = tpe match
    case AppliedType(constructor, arguments) => isConcrete(constructor) && arguments.forall(isConcrete)
    case TypeBounds(low, high)               => isConcrete(low) && isConcrete(high)
    case other                               => other.dealias.typeSymbol.isClassDef
