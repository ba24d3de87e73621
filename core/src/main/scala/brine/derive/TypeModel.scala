package brine.derive

/** What the compiler says of one type, as pure data: the macro's reading, before any decision.
  *
  * Types are numbered (`key`) as they are met; components are named by their keys and read when asked for.
  *
  * @param key        the number of this type
  * @param name       simple name, for tags and messages
  * @param shown      the type as a person writes it
  * @param symbol     full name of the class, `scala.collection.immutable.List`
  * @param arguments  type arguments
  * @param form       what sort of type it is
  * @param findPickler looks for a given pickler in scope
  */
final class TypeModel(
    val key: Int,
    val name: String,
    val shown: String,
    val symbol: String,
    val arguments: Vector[Int],
    val form: TypeForm,
    findPickler: => FoundPickler
):
  /** Searched for when first asked: a search costs, and the analysis of cycles needs none. */
  lazy val pickler: FoundPickler = findPickler

enum TypeForm:
  /** A class that has instances of exactly itself. */
  case Class(facts: ClassFacts)

  /** A sealed trait, abstract class or enum, with all its leaves, however deep. */
  case Sealed(leaves: Vector[LeafModel])

  /** An object or an enum's value. */
  case Object

  case Array(element: Int)

  /** Something with no instances of its own: why, for the message. */
  case Other(what: OtherType)

enum OtherType:
  case OpenTrait, AbstractClass, TypeVariable, Opaque, Function, Structural, NotAClass

  /** A class with state that neither its constructor nor its fields show. */
  case HiddenState

  /** Larger than a person writes: its arguments grow without end. */
  case Endless

/** @param fields         constructor parameters in order, then `var`s of the body
  * @param parameterCount how many of them are constructor parameters
  * @param isFinal        no other class can extend it
  * @param computes       the class has fields that its constructor computes
  * @param isLocalOnly    its constructor cannot be called from where the pickler stands
  * @param hidden         constructor parameters that are not fields
  * @param outOfReach     `var`s of the body that cannot be assigned from where the pickler stands
  */
final case class ClassFacts(
    fields: Vector[FieldModel],
    parameterCount: Int,
    isFinal: Boolean,
    computes: Boolean,
    isLocalOnly: Boolean,
    hidden: Vector[String],
    outOfReach: Vector[String]
)

/** A field of a class: its type by its key; `isMutable`: it is a `var`. */
final case class FieldModel(name: String, key: Int, isMutable: Boolean)

/** A leaf of a sealed type: its name in pickles, and its type by its key. */
final case class LeafModel(name: String, key: Int)

/** Where a type's pickler comes from, if a search finds one. */
enum FoundPickler:
  case None

  /** One of [[brine.picklers]]. */
  case Standard

  /** A `derives` clause of a class with type parameters: each use makes a new one. */
  case DerivedGeneric

  /** Any other: written by hand, derived elsewhere, or a parameter. */
  case Own
