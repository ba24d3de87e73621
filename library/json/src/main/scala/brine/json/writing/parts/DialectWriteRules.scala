package brine.json.writing.parts

import brine.json.dialects.JsonDialect
import brine.json.looks.{
  ClassLook,
  CodeForms,
  DialectForms,
  DialectNames,
  FamilyLook,
  FieldKeys,
  Look,
  Looks,
  Places,
  Scopes
}
import brine.json.text.{ByteStack, Tags}
import brine.PickleException
import brine.shape.{Nullness, ScalarKind, Shape}
import brine.wire.JsonSink
import JsonDialect.*

/** The rules of a dialect, and of the places in it that have rules of their own. */
private[json] final class DialectWriteRules(val root: DialectForms, out: JsonSink, sharesAll: Boolean)
    extends WriteRules:
  /** The dialect of the value that is next. Rules for types and fields change it. */
  var forms: DialectForms = root
  var dialect: JsonDialect = root.dialect

  /** The dialects of the open objects, where some types and fields have rules of their own; else null. */
  val scopes: Scopes | Null = if root.dialect.places.isEmpty then null else new Scopes(root)

  def activate(next: DialectForms): Unit =
    if next ne forms then
      forms = next
      dialect = next.dialect
      out.looksOf(next.isEcma)
      lastShape = null
      lastFamily = null

  /** An object begins, whose class or family has this dialect. */
  def enter(own: JsonDialect): Unit = if scopes != null then
    val next = root.of(own)
    scopes.nn.push(forms, next)
    activate(next)

  override def enterOwn(): Unit = enter(dialect)
  override def leave(): Unit = if scopes != null then activate(scopes.nn.pop())

  /** Goes to the dialect of the open object itself. */
  def inOwn(): Unit = if scopes != null then activate(scopes.nn.own)

  /** Goes to the dialect of a field of the open object. */
  def inField(shape: Shape.Product, index: Int): Unit = if scopes != null then
    inOwn()
    activate(root.of(Places.ofField(shape, index, dialect)))
    scopes.nn.place = forms

  /** Returns to the dialect of the place, after an element or a key of another type. */
  override def atPlace(): Unit = if scopes != null then activate(scopes.nn.place)

  override def dialectForms: DialectForms | Null = forms

  override def codeForms: CodeForms = forms.ofCode

  override def tags: Tags = forms.tags
  override def id: String = forms.id
  override def ref: String = forms.ref
  override def kind: String = forms.member

  override def isObject(shape: Shape.Mapping): Boolean = forms.isObject(shape)

  override def keyName(shape: Shape.Mapping, key: Any): String | Null = forms.keyName(shape.key, key)

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

  /** Refuses a type that only a handwritten pickler refers to. */
  def check(look: Look, shape: Shape): Unit =
    if look.problems.nonEmpty then throw new PickleException.UnsupportedType(shape.name, look.problems)

  val isMarked: Boolean = dialect.marks == Marks.Written

  // ---- what needs a mark

  override def checkMark(name: String): Unit =
    if !isMarked then
      throw new PickleException.RuleNotObeyed(
        s"a value needs a member '$name', which the dialect does not write (Marks.Refused)"
      )

  override def checkNullKey(isWrapped: Boolean): Unit =
    admitNull()
    if isWrapped || !isMarked then
      throw new PickleException.NullValue("a map with a null key has no form in the dialect")

  override def escapedKey(key: String): String =
    val text = DialectNames.escaped(key, dialect)
    if isMarked && (text == forms.id || text == forms.ref) then
      throw givenMeaning(s"a key is '$text'")
    text

  override def isField(of: Shape.Product, name: String): Boolean =
    val text = DialectNames.escaped(name, dialect)
    if text == forms.id || text == forms.ref then throw givenMeaning(s"a further member is '$text'")
    val own = if scopes != null then scopes.nn.own else forms
    val look = Looks.ofClass(of, own.dialect)
    FieldKeys.take(of, look.names, name) || isGathering.nn.top == 1 && text == own.member ||
    look.dialect.lenient(Lenient.AnyCase) && look.inOtherCase(name) >= 0

  private def givenMeaning(what: String): PickleException =
    new PickleException.RuleNotObeyed(
      s"$what, which the dialect gives a meaning: choose other names by Identity.Marked"
    )

  override def mayLookNull(shape: Shape): Boolean = shape match
    case p: Shape.Product if lookOf(p).unwraps =>
      val inner = p.fieldShapes(0)
      inner.nullness == Nullness.Own || mayLookNull(inner)
    case m: Shape.Mapped => m.inner.nullness == Nullness.Own || mayLookNull(m.inner)
    case s: Shape.Scalar =>
      dialect.notFinite == NotFinite.Null && (s.kind == ScalarKind.Double || s.kind == ScalarKind.Float)
    case other => super.mayLookNull(other)

  /** The content of an object that is written as its field stands where the object's number could stand. */
  override def checkFirstName(name: Option[String]): Unit = name match
    case Some(first) if sharesAll && tags.isOfIdentity(first) && isInField =>
      throw givenMeaning(s"an object of any JSON begins with '$first'")
    case _ => ()

  private def isInField: Boolean =
    contents != null && contents.length > 0 && contents.top == DialectWriteRules.AsField

  override def leafName(shape: Shape.Sum, leaf: Int): String = lookOf(shape).names(leaf)

  override def isKnown(shape: Shape.Sum, name: String): Boolean =
    super.isKnown(shape, lookOf(shape).nameOf(name))

  // ---- nulls

  /** The type of the field that comes next, if it is an option of an option of which the outer one leaves no trace. */
  var nestedOption: Shape | Null = null

  /** The content of the option inside that one comes next. */
  var isInsideNested = false

  /** The option inside that one, if it comes next. */
  var insideNested: Shape | Null = null

  def refuseNestedNull(): Nothing =
    throw new PickleException.RuleNotObeyed(
      "a null in an option of an option would come back as another (Nested.Nulls)"
    )

  def refusesNulls = dialect.nulls == Nulls.Refused

  /** The null that comes next is the value of a field that is declared as `A | Null`. */
  var isNullAdmitted = false

  override def admitNull(): Unit =
    if isInsideNested then refuseNestedNull()
    if refusesNulls && !isNullAdmitted then
      throw new PickleException.NullValue(
        "a null where the type is not an option (Nulls.Refused). Declare the field as an Option or as `A | Null`"
      )
    isNullAdmitted = false

  // ---- open objects

  /** For each object around that may be written without its fields' names: how it is, and whether it has a number. */
  val contents = if scopes != null || dialect.hasNameless then new ByteStack else null

  /** For each object around whose class gathers members: 1 if one of its members names the leaf. */
  private var isGathering: ByteStack | Null = null

  /** A member names the leaf whose object begins. */
  private var isLeafNamed = false

  override def beginGathering(): Unit =
    if isGathering == null then isGathering = new ByteStack
    isGathering.nn.push(if isLeafNamed then 1 else 0)
    isLeafNamed = false

  override def endGathering(): Unit = { val ignored = isGathering.nn.pop() }

  override def nameLeaf(shape: Shape): Unit = shape match
    case p: Shape.Product => isLeafNamed = p.gathersAny
    case _                => ()

private[json] object DialectWriteRules:
  // How an object is written that may be written as its field.
  final val AsObject = 0
  final val AsField = 1
  final val AsNumbered = 2
  final val AsArray = 3
