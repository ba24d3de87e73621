package brine.json.writing.parts

import brine.json.looks.{AnyJson, CodeForms, DefaultForms, DialectForms, FieldKeys}
import brine.json.text.{JsonTags, Tags}
import brine.shape.{Nullness, Shape}

/** The rules of JSON without a dialect, which all parts of a builder ask. [[DialectWriteRules]] has others. */
private[json] class WriteRules:
  /** The dialect of the value that is next; null if it is the default one. */
  def dialectForms: DialectForms | Null = null

  /** How values look, for the code that writes objects of a class. */
  def codeForms: CodeForms = DefaultForms

  /** Returns to the rules of the place, after an element or a key of another type. */
  def atPlace(): Unit = ()

  /** An object with the rules of its place begins. */
  def enterOwn(): Unit = ()

  /** An object or leaf ends. */
  def leave(): Unit = ()

  // ---- nulls

  /** Refuses a null in place of a value whose type is not an option, where there must be none. */
  def admitNull(): Unit = ()

  /** Refuses a null as a key, where it has no form. `isWrapped`: it is in an object that says which null it is. */
  def checkNullKey(isWrapped: Boolean): Unit = ()

  /** Returns true if a value that is there may be written as null. */
  def mayLookNull(shape: Shape): Boolean = shape match
    case _: Shape.Optional => true
    case m: Shape.Mapped   => m.inner.nullness == Nullness.Own || mayLookNull(m.inner)
    case s: Shape.Standard => AnyJson.isAny(s)
    case _: Shape.Custom   => true
    case _                 => false

  // ---- the format's own names

  def tags: Tags = Tags.Default
  def id: String = JsonTags.Id
  def ref: String = JsonTags.Ref
  def kind: String = JsonTags.Type

  /** Refuses a member of [[JsonTags]], where there are none. */
  def checkMark(name: String): Unit = ()

  /** Refuses a name of an object of any JSON value that a reader would take for the format's own. */
  def checkFirstName(name: Option[String]): Unit = ()

  // ---- names

  def segment(shape: Shape.Product, field: Int): String = JsonTags.segment(shape, field)

  def escapedKey(key: String): String = JsonTags.escaped(key)

  /** Returns true if a reader takes a member of this name for a field of the class, or for one of the format's own. */
  def isField(of: Shape.Product, name: String): Boolean = FieldKeys.take(of, of.fieldNames, name)

  /** Returns true if a map is an object; else it is an array of pairs. */
  def isObject(shape: Shape.Mapping): Boolean = JsonTags.isObject(shape)

  /** The name of the member that a map's key is, for errors; null if it is unknown. */
  def keyName(shape: Shape.Mapping, key: Any): String | Null = JsonTags.keyName(key)

  /** Before the members of an object whose class gathers some, and behind them. */
  def beginGathering(): Unit = ()
  def endGathering(): Unit = ()

  /** Notes that the leaf which begins is named by a member, if its class gathers members: none may have that name. */
  def nameLeaf(shape: Shape): Unit = ()

  def leafName(shape: Shape.Sum, leaf: Int): String = shape.leafNames(leaf)

  /** Returns true if a reader takes another leaf than the fallback by this name. */
  def isKnown(shape: Shape.Sum, name: String): Boolean =
    shape.leafNames.indices.exists(i => i != shape.fallback && leafName(shape, i) == name) ||
      shape.aliases.getOrElse(name, shape.fallback) != shape.fallback

private[json] object WriteRules:
  /** The rules without a dialect. */
  val Own = new WriteRules
