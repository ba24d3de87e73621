package brine.model

import brine.shape.ScalarKind

/** The types that one derivation covers, and the treatment of each, as pure data: the plan.
  *
  * The macro computes it from the types it read, renders it to one string constant in the class file, and emits code
  * from it; at run time [[FamilyText]] reads the string and [[Plan]] links it to the emitted accessors. The emitted
  * code, the interpreter and any later compiler of a plan thus follow the same decisions.
  *
  * @param copies  the definitions of generic classes of other modules, which have derived picklers there
  * @param foreign the other classes of other modules
  */
private[brine] final case class Family(
    definitions: Vector[TypePlan],
    copies: Vector[Int] = Vector.empty,
    foreign: Vector[ForeignClass] = Vector.empty
)

/** A class of another module, by its definition, with the names of the fields that may have been variables when the
  * family was derived.
  */
private[brine] final case class ForeignClass(definition: Int, variables: Vector[String])

/** The treatment of a place's value. */
private[brine] enum Use:
  case Scalar(kind: ScalarKind)

  /** The definition of this index in the same family. */
  case Local(index: Int)

  /** The given pickler in this slot. */
  case Given(slot: Int)

/** A field of a product; `isMutable`: it can be assigned after the object exists; `aliases`: its names in older data;
  * `isNamed`: an annotation gives it its name; `isNullable`: it is declared as `A | Null`;
  * `isUnboxed`: it is of a value class; `rest`: the prefixes of
  * `brine.jsonRest`, if the field has that annotation.
  */
private[brine] final case class FieldPlan(
    name: String,
    use: Use,
    isMutable: Boolean,
    aliases: Vector[String] = Vector.empty,
    isNamed: Boolean = false,
    isNullable: Boolean = false,
    rest: Option[Vector[String]] = None,
    isUnboxed: Boolean = false
)

/** A leaf of a sum: its name in JSON and in the fingerprint, and the use of its values; `aliases`: its names in older
  * data; `isFallback`: it replaces leaves that are not known; `isNamed`: an annotation gives it its name.
  */
private[brine] final case class LeafPlan(
    name: String,
    use: Use,
    aliases: Vector[String] = Vector.empty,
    isFallback: Boolean = false,
    isNamed: Boolean = false
)

/** One type of a family.
  *
  * `isTracked`: its objects keep their identity. `isCyclic`: an object of it can be reached from itself, so reading
  * must be ready for a reference to an object that is not built yet. (An immutable type can be cyclic, through a
  * mutable one.)
  */
private[brine] enum TypePlan:
  /** The first `constructorArity` fields are constructor arguments, the rest is assigned afterwards. `storesOnly`: the
    * constructor does nothing but store them, so a mutable one can be filled later. `isGeneric`: the class alone does
    * not tell the type.
    */
  case Product(
      name: String,
      fields: Vector[FieldPlan],
      constructorArity: Int,
      isTracked: Boolean,
      isCyclic: Boolean,
      storesOnly: Boolean,
      isGeneric: Boolean
  )

  /** An object or an enum's value: nothing but its name. */
  case Singleton(name: String)

  /** A sealed family; a leaf's index is its number. `isTracked`: some leaf is tracked. */
  case Sum(name: String, leaves: Vector[LeafPlan], isTracked: Boolean, isCyclic: Boolean)

  /** `Option`, which is never tracked. */
  case Optional(element: Use, isCyclic: Boolean)

  /** `kind` names a [[SequenceOps]]; `Array` is made by the family itself, which knows the element class. */
  case Sequence(kind: String, element: Use, isTracked: Boolean, isCyclic: Boolean)

  /** `kind` names a [[MappingOps]]. */
  case Mapping(kind: String, key: Use, value: Use, isTracked: Boolean, isCyclic: Boolean)

  /** An array of a primitive type, written in one piece. */
  case ScalarArray(kind: ScalarKind)

  /** True for a class with fields. */
  def isClass: Boolean = this match
    case _: Product => true
    case _          => false

  /** Selects a function by the sort of definition, and gives it the definition's parts. */
  def fold[R](
      fields: Vector[FieldPlan] => R,
      leaves: Vector[LeafPlan] => R,
      content: Use => R,
      elements: Use => R,
      entries: (Use, Use) => R,
      numbers: ScalarKind => R,
      alone: => R
  ): R = this match
    case p: Product        => fields(p.fields)
    case s: Sum            => leaves(s.leaves)
    case o: Optional       => content(o.element)
    case s: Sequence       => elements(s.element)
    case ScalarArray(kind) => numbers(kind)
    case m: Mapping        => entries(m.key, m.value)
    case Singleton(_)      => alone
