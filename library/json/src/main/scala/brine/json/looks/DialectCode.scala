package brine.json.looks

import brine.json.dialects.JsonDialect
import brine.json.text.{NameTable, Tag}
import brine.shape.{KeptLeaf, ScalarKind, Shape}
import JsonDialect.{Duplicates, NotFinite, NumberForm, NumberReading}

/** The facts about one dialect that the code for classes needs. */
private[json] final class DialectCode(forms: DialectForms) extends CodeForms:
  private val dialect = forms.dialect
  private def look(shape: Shape.Product): ClassLook = Looks.ofClass(shape, dialect)

  def keys(shape: Shape.Product): Array[String] | Null =
    val known = look(shape)
    val isPlain = known.dialect == dialect && !Places.hasFields(shape, dialect) && known.areSimple &&
      !known.isNameless && !known.hasNullsForMissing && !known.isByCalls && known.problems.isEmpty
    if isPlain then known.written else null

  def mayOmit(shape: Shape.Product, field: Int): Boolean = look(shape).mayOmit(field)
  def omits(shape: Shape.Product, field: Int, value: Any): Boolean = look(shape).omits(field, value)

  def begun(shape: Shape.Sum, leaf: Int): Array[Byte] | Null =
    val family = Looks.ofFamily(shape, dialect)
    if isOwn(family) && family.isMember && family.problems.isEmpty && shape.leafShapes(leaf).hasMembers &&
      (leaf != shape.fallback || shape.keeps == KeptLeaf.Nothing)
    then
      s"{${new String(Tag.quoted(forms.member), "UTF-8")}:".getBytes("UTF-8") ++ family.tagged(leaf)
    else null

  def constant(shape: Shape.Sum, leaf: Int): Array[Byte] | Null =
    val family = Looks.ofFamily(shape, dialect)
    if shape.nullLeaf >= 0 || !isOwn(family) then null
    else if family.isNumbered then leaf.toString.getBytes("US-ASCII")
    else if family.hasTexts && family.problems.isEmpty then family.quoted(leaf)
    else null

  def hasNull(kind: ScalarKind): Boolean =
    dialect.notFinite == NotFinite.Null && (kind == ScalarKind.Double || kind == ScalarKind.Float)

  def refusesDuplicates: Boolean = dialect.duplicates == Duplicates.Refused
  def readKeys(shape: Shape.Product): FieldKeys = look(shape).keys
  def takesNumbers(kind: ScalarKind): Boolean =
    kind != ScalarKind.Long || dialect.longs != NumberForm.Text || dialect.reading == NumberReading.Lenient

  def leaves(shape: Shape.Sum): NameTable | Null =
    val family = Looks.ofFamily(shape, dialect)
    if isOwn(family) && family.problems.isEmpty && !family.hasContents then family.table else null

  def leafKey(shape: Shape.Sum): Array[Byte] | Null =
    val family = Looks.ofFamily(shape, dialect)
    if isOwn(family) && family.isMember && !family.areLiterals && forms.member != forms.id && forms.member != forms.ref
    then
      Tag.quoted(forms.member) :+ ':'.toByte
    else null

  /** Returns false for a family that has rules of its own. */
  private def isOwn(look: Look): Boolean = look.dialect == dialect

  def holder(shape: Shape): CodeHolder =
    val look = Looks.of(shape, dialect)
    if isOwn(look) then look else new CodeHolder {}
