package brine.json.reading.parts

import brine.json.dialects.JsonDialect
import brine.json.looks.{ClassLook, CodeForms, DialectForms, DialectNames, FamilyLook, Look, Looks, Scopes}
import brine.json.text.JsonCursor
import brine.{PickleException, PickleOptions, UnknownFields}
import brine.shape.Shape
import JsonDialect.*

/** The rules of a dialect, and of the places in it that have rules of their own. */
private[json] final class DialectRules(cursor: JsonCursor, val root: DialectForms, options: PickleOptions)
    extends ReadRules:
  /** The dialect of the value that is next. Rules for types and fields change it. */
  var forms: DialectForms = root
  var dialect: JsonDialect = root.dialect
  var isLenient = root.dialect.reading == NumberReading.Lenient

  def activate(next: DialectForms): Unit =
    if next ne forms then
      forms = next
      dialect = next.dialect
      isLenient = dialect.reading == NumberReading.Lenient
      cursor.tags = next.tags
      lastShape = null
      lastFamily = null

  // ---- looks

  private var lastShape: Shape.Product | Null = null
  private var lastLook: ClassLook = null.asInstanceOf[ClassLook]

  override def segment(shape: Shape.Product, field: Int): String =
    Looks.ofClass(shape, root.dialect).segment(field)

  def lookOf(shape: Shape.Product): ClassLook =
    if shape ne lastShape then
      lastLook = Looks.ofClass(shape, dialect)
      lastShape = shape
    lastLook

  private var lastFamily: Shape.Sum | Null = null
  private var lastFamilyLook: FamilyLook = null.asInstanceOf[FamilyLook]

  def lookOf(shape: Shape.Sum): FamilyLook =
    if shape ne lastFamily then
      lastFamilyLook = Looks.ofFamily(shape, dialect)
      lastFamily = shape
    lastFamilyLook

  override def contentOf(shape: Shape.Product): Shape | Null =
    if lookOf(shape).unwraps then shape.fieldShapes(0) else null

  /** Checks a type that only a handwritten pickler refers to. */
  def check(look: Look, shape: Shape): Unit =
    if look.problems.nonEmpty then throw new PickleException.UnsupportedType(shape.name, look.problems)

  override def unescaped(key: String): String | Null = DialectNames.unescaped(key, dialect)

  // ---- rules

  /** Returns true if the dialect takes this form. */
  def takes(form: Lenient): Boolean = dialect.lenient.contains(form)

  override def takesSingles: Boolean = takes(Lenient.SingleElements)

  override def codeForms: CodeForms = forms.ofCode

  override def isObject(shape: Shape.Mapping): Boolean = forms.isObject(shape)

  override def keyName(shape: Shape.Mapping, key: Any): String | Null = forms.keyName(shape.key, key)

  override def fieldNumber(shape: Shape.Product, name: String): Int = lookOf(shape).names.indexOf(name)

  override def leafNumber(shape: Shape.Sum, name: String | Null): Int = lookOf(shape).names.indexOf(name)

  override def takesAnyCase: Boolean = takes(Lenient.AnyCase)

  override def inOtherCase(shape: Shape.Product, name: String): Int =
    if !takesAnyCase || name == cursor.tags.kind.text then -1 else lookOf(shape).inOtherCase(name)

  private def refusesNulls = dialect.nulls == Nulls.Refused

  /** The null that is next is the value of a field that is declared as `A | Null`. */
  var isNullAdmitted = false

  override def checkNull(): Unit =
    if refusesNulls && !isNullAdmitted then cursor.expected("a value that is not null (Nulls.Refused)")
    isNullAdmitted = false

  override def refusesUnknown: Boolean = dialect.unknown match
    case Unknown.ByOptions => options.unknownFields == UnknownFields.Refuse
    case Unknown.Skip      => false
    case Unknown.Refuse    => true

  override def refusesStrangers: Boolean = dialect.unknown != Unknown.Skip

  // ---- missing members, and members that come twice

  override def fillsMissing: Boolean = scopes == null && dialect.missing == Missing.Filled

  override def missing(shape: Shape.Product, field: Int): AnyRef | Null =
    val look = if fillsMissing then null else lookOf(shape)
    if look == null || look.dialect.missing == Missing.Filled then null
    else
      if !look.canBeMissing(field) then throw PickleException.MissingField.of(shape, field)
      look.zero(field)

  override def distinctEntries(parts: Array[AnyRef]): Array[AnyRef] =
    if dialect.duplicates == Duplicates.Refused then parts
    else new DistinctEntries(dialect.duplicates == Duplicates.Last, options.limits.maxCollidingKeys).of(parts)

  // ---- places with rules of their own

  /** The dialects of the open objects, where some types and fields have rules of their own; else null. */
  val scopes: Scopes | Null = if root.dialect.places.isEmpty then null else new Scopes(root)

  /** Returns to the dialect of the place, after an element or a key of another type. */
  override def atPlace(): Unit = if scopes != null then activate(scopes.nn.place)
