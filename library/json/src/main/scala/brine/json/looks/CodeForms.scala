package brine.json.looks

import brine.json.dialects.JsonDialect
import brine.bytecode.CodeUses
import brine.json.text.NameTable
import brine.shape.{KeptLeaf, Note, ScalarKind, Shape}

/** How values look in the JSON that code is made for: the default dialect, or one dialect. */
private[brine] abstract class CodeForms:
  /** The keys of a class's fields; null if the builder's calls write its objects. */
  def keys(shape: Shape.Product): Array[String] | Null

  /** Returns true if a field is left out for some values. */
  def mayOmit(shape: Shape.Product, field: Int): Boolean

  /** Returns true if a field with this value is left out. */
  def omits(shape: Shape.Product, field: Int, value: Any): Boolean

  /** How an object begins that is a leaf of a sealed type; null if the builder's calls write it. */
  def begun(shape: Shape.Sum, leaf: Int): Array[Byte] | Null

  /** The text of a leaf that is an object or a constant; null if the builder's calls write it. */
  def constant(shape: Shape.Sum, leaf: Int): Array[Byte] | Null

  /** Returns true if some number of this kind is written as null. */
  def hasNull(kind: ScalarKind): Boolean

  /** True if a field that occurs twice is an error. */
  def refusesDuplicates: Boolean

  /** The keys of a class for which [[keys]] is not null. */
  def readKeys(shape: Shape.Product): FieldKeys

  /** Returns true if such a number is always written as a number, or may be. */
  def takesNumbers(kind: ScalarKind): Boolean

  /** The names of the leaves of a sealed type; null if the reader's calls read its values. */
  def leaves(shape: Shape.Sum): NameTable | Null

  /** The key of the first member of an object, which names its leaf; null if no object has one. */
  def leafKey(shape: Shape.Sum): Array[Byte] | Null

  /** The object that keeps the code for a shape. */
  def holder(shape: Shape): CodeHolder

/** Keeps the code for one shape. */
private[brine] trait CodeHolder extends Note:
  @volatile private[json] final var code: Note | Null = null

  private[json] final val uses = new CodeUses

  private[json] final val readUses = new CodeUses

  /** The code that reads. */
  @volatile private[json] final var readCode: Note | Null = null

/** The default dialect. */
private[brine] object DefaultForms extends CodeForms:
  def keys(shape: Shape.Product): Array[String] | Null = if shape.hasSimpleNames then shape.fieldNames else null
  def mayOmit(shape: Shape.Product, field: Int): Boolean = ClassLook.isPatch(shape.fieldShapes(field))
  def omits(shape: Shape.Product, field: Int, value: Any): Boolean =
    value.isInstanceOf[LeftOut] && Looks.ofClass(shape, JsonDialect.Default).mayOmit(field)

  def begun(shape: Shape.Sum, leaf: Int): Array[Byte] | Null =
    val names = LeafNames.of(shape)
    if names.isObject(leaf) && !shape.isUnion && (leaf != shape.fallback || shape.keeps == KeptLeaf.Nothing) then
      names.begun(leaf)
    else null

  def constant(shape: Shape.Sum, leaf: Int): Array[Byte] | Null =
    if shape.nullLeaf >= 0 then null else LeafNames.of(shape).quoted(leaf)

  def hasNull(kind: ScalarKind): Boolean = false
  def refusesDuplicates: Boolean = true
  def readKeys(shape: Shape.Product): FieldKeys = FieldKeys.of(shape)
  def takesNumbers(kind: ScalarKind): Boolean = true
  def leaves(shape: Shape.Sum): NameTable | Null = if shape.isUnion then null else LeafNames.of(shape)
  def leafKey(shape: Shape.Sum): Array[Byte] | Null = LeafNames.Key

  def holder(shape: Shape): CodeHolder = shape match
    case p: Shape.Product => FieldKeys.of(p)
    case s: Shape.Sum     => LeafNames.of(s)
    case other =>
      other.note match
        case known: CodeHolder => known
        case note =>
          val made = new CodeAndLooks
          note match
            case holder: HasLooks => made.looks = holder.looks
            case _                => ()
          other.note = made
          made

  private final class CodeAndLooks extends HasLooks, CodeHolder
