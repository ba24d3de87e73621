package brine.model

/** The compiler's facts about one type, as pure data, before any decision.
  *
  * Types are numbered (`key`) in the order in which they occur. Components are named by their keys and read on demand.
  *
  * @param key        the number of this type
  * @param name       simple name, for tags and messages
  * @param shown      the type as a person writes it
  * @param symbol     full name of the class, `scala.collection.immutable.List`
  * @param arguments  type arguments
  * @param form       the sort of type
  * @param findPickler looks for a given pickler in scope
  * @param findOrder  looks for the order of a sorted collection's elements in scope
  * @param origin     the declaration of the type, for the advice of errors
  */
private[brine] final class TypeModel(
    val key: Int,
    val name: String,
    val shown: String,
    val symbol: String,
    val arguments: Vector[Int],
    val form: TypeForm,
    findPickler: => FoundPickler,
    findOrder: => FoundOrder,
    val origin: Origin = Origin.Program
):
  /** Searched for on demand: a search costs, and the analysis of cycles needs none. */
  lazy val pickler: FoundPickler = findPickler

  lazy val order: FoundOrder = findOrder

  /** Returns these facts with another origin of the pickler, for a reader that needs no order. */
  def withPickler(other: => FoundPickler): TypeModel =
    TypeModel(key, name, shown, symbol, arguments, form, other, FoundOrder.Given, origin)

  /** Returns a type with a pickler of its own and without parts. */
  def asLeaf: TypeModel =
    TypeModel(key, name, shown, symbol, Vector.empty, TypeForm.Object, FoundPickler.Own, FoundOrder.Given)

  /** True for an enum of Java's: its constants exist without any pickle, so nobody has to opt in. */
  def isJavaEnum: Boolean = form match
    case TypeForm.Sealed(_, isJavaEnum) => isJavaEnum
    case _                              => false

/** The declaration of a type: who can change it, and how. */
private[brine] enum Origin:
  /** In Scala, in the program or in a library whose author may be the user. */
  case Program

  /** As a case of the enum `of`, which has the clauses for all its cases. */
  case EnumCase(of: String)

  /** In Java, in the program or in a library. */
  case Java

  /** In the JDK or in Scala's standard library: no user can change it. */
  case Library

private[brine] enum TypeForm:
  /** A class that has instances of exactly itself. */
  case Class(facts: ClassFacts)

  /** A sealed trait, abstract class or enum, with all its leaves, however deep; `isJavaEnum`: Java's sort of enum. */
  case Sealed(leaves: Vector[LeafModel], isJavaEnum: Boolean = false)

  /** An object or an enum's value. */
  case Object

  case Array(element: Int)

  /** A type that has no direct instances, with the reason for the message. */
  case Other(what: OtherType)

private[brine] enum OtherType:
  case OpenTrait, AbstractClass, OpenInJava, TypeVariable, Opaque, Function, Structural, NotAClass

  /** A union type that has no pickler, with the reason, which takes searches. `parts`: its types. */
  case Union(parts: Vector[Int], reason: () => String)

  /** The type of no object: Nothing, or Null. */
  case NoObjects

  /** A type member that only subclasses define. */
  case AbstractType

  /** The type of one value; `widened` is its type without the value: `1` is an `Int`. */
  case SingleValue(widened: String)

  /** A class inside a class, `Outer#Inner`: any object of the outer class may be the one around it. */
  case InnerClass(outer: String)

  /** Names of a named tuple are types, of which nothing is known at run time. */
  case NamedTuple

  /** A class with state that neither its constructor nor its fields show. */
  case HiddenState

  /** A class whose superclass `ancestor` keeps state in its own fields; `isOfLibrary`: it is of the JDK or Scala's
    * library.
    */
  case InheritsState(ancestor: String, fields: Vector[String], isOfLibrary: Boolean)

  /** A class whose superclass `ancestor` has no class file that can be read, so that its fields are not known. */
  case InheritsUnread(ancestor: String)

  /** An exception, which has a stack trace, a cause and suppressed exceptions beside its fields. */
  case Throwable

  /** A class that the list of a runtime pickler does not have. */
  case NotAllowed

  /** Larger than a person writes: its arguments grow without end. */
  case Endless

/** @param fields         constructor parameters in order, then `var`s of the body, all but transient ones
  * @param parameterCount how many of them are constructor parameters
  * @param isFinal        no other class can extend it
  * @param computes       the class has fields that its constructor computes
  * @param isLocalOnly    its constructor cannot be called from the pickler's place
  * @param transients     the indexes, among all constructor parameters, of those that are not data (`@transient`)
  * @param hidden         constructor parameters that are not fields
  * @param outOfReach     `var`s of the body that cannot be assigned from the pickler's place
  * @param contexts       the types of `using` parameters that are not fields
  * @param clashing       names that two fields have, one of them a superclass's or trait's: emitted code cannot
  *                       distinguish them
  */
private[brine] final case class ClassFacts(
    fields: Vector[FieldModel],
    parameterCount: Int,
    isFinal: Boolean,
    computes: Boolean,
    isLocalOnly: Boolean,
    transients: Vector[Int],
    hidden: Vector[String],
    outOfReach: Vector[String],
    contexts: Vector[String] = Vector.empty,
    clashing: Vector[String] = Vector.empty
)

private[brine] object ClassFacts:
  /** Returns the facts of a class that has these immutable fields and nothing else. */
  def ofValues(fields: Vector[(String, Int)]): ClassFacts = ClassFacts(
    fields.map((name, key) => FieldModel(name, key, isMutable = false)),
    fields.length,
    isFinal = true,
    computes = false,
    isLocalOnly = false,
    transients = Vector.empty,
    hidden = Vector.empty,
    outOfReach = Vector.empty
  )

/** A field of a class: its type by its key; `isMutable`: it is a `var`; `absent`: its declared value for data that do
  * not have it; `isNullable`: it is declared as `A | Null`; `isUnboxed`: of a value class, which is never null.
  */
private[brine] final case class FieldModel(
    name: String,
    key: Int,
    isMutable: Boolean,
    declared: Declared = Declared.nothing,
    absent: Absent = Absent.Unsaid,
    isNullable: Boolean = false,
    isUnboxed: Boolean = false
)

/** The value of a field for data that do not have it. */
private[brine] enum Absent:
  case Unsaid

  /** A default argument, or `brine.ifAbsent`. */
  case Known

  /** A value of `brine.ifAbsent` that is of another type. */
  case Wrong(expected: String, found: String)

/** A leaf of a sealed type: its name, and its type by its key.
  *
  * @param isForAll whether the leaf is a subtype for all type arguments, as far as the compiler sees:
  *                 `case object Ping extends Command[Unit]` is not a `Command[A]` for every `A`
  */
private[brine] final case class LeafModel(
    name: String,
    key: Int,
    declared: Declared = Declared.nothing,
    isForAll: Boolean = true
)

/** The annotations of a field or a leaf: another name in pickles, names in older data, the fallback for leaves that
  * are not known, and the prefixes of `brine.jsonRest`. `unreadable` is the annotation whose names are not constants,
  * if there is one.
  */
private[brine] final case class Declared(
    rename: Option[String],
    aliases: Vector[String],
    isFallback: Boolean,
    unreadable: Option[String],
    rest: Option[Vector[String]] = None
)

private[brine] object Declared:
  val nothing: Declared = Declared(None, Vector.empty, isFallback = false, unreadable = None)

/** The origin of a type's pickler, if a search finds one. */
private[brine] enum FoundPickler:
  case None

  /** One of `brine.picklers`. */
  case Standard

  /** A `derives` clause of a class with type parameters: each use makes a new one. */
  case DerivedGeneric

  /** Any other pickler: handwritten, derived elsewhere, or a parameter. */
  case Own

/** The order of a sorted collection, if a search finds one. */
private[brine] enum FoundOrder:
  case None

  /** A given `Ordering`, or for Java's collections `Comparator`. */
  case Given

  /** The order of the elements themselves: Java's collections use it without a comparator. */
  case Natural
