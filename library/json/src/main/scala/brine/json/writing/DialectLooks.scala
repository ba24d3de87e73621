package brine.json.writing

import brine.json.dialects.JsonDialect
import brine.json.looks.{ClassLook, CodeForms, DialectForms, FamilyLook, Looks, Places, Scopes}
import brine.json.text.Tags
import brine.PickleOptions
import brine.shape.Shape
import brine.wire.JsonSink

/** Finds the look of each value to write, and follows the dialect's rules for types and fields. */
private[json] abstract class DialectLooks(
    root: DialectForms,
    sink: JsonSink,
    shared: Array[Int],
    options: PickleOptions
) extends JsonBuilder(sink, shared, options):
  /** The dialect of the value that is next. Rules for types and fields change it. */
  protected final var dialectForms = root
  protected final var dialect = root.dialect

  /** The dialects of the open objects, where some types and fields have rules of their own; else null. */
  protected final val scopes: Scopes | Null = if root.dialect.places.isEmpty then null else new Scopes(root)

  protected final def activate(next: DialectForms): Unit =
    if next ne dialectForms then
      dialectForms = next
      dialect = next.dialect
      sink.looksOf(next.isEcma)
      lastShape = null
      lastFamily = null

  /** Goes to the dialect of the open object itself. */
  protected final def inOwn(): Unit = if scopes != null then activate(scopes.nn.own)

  /** Goes to the dialect of a field of the open object. */
  protected final def inField(shape: Shape.Product, index: Int): Unit = if scopes != null then
    inOwn()
    activate(root.of(Places.ofField(shape, index, dialect)))
    scopes.nn.place = dialectForms

  /** Returns to the dialect of the place, after an element or a key of another type. */
  protected final def atPlace(): Unit = if scopes != null then activate(scopes.nn.place)

  protected final override def forms: CodeForms = dialectForms.ofCode

  protected override def tags: Tags = dialectForms.tags

  // ---- looks

  private var lastShape: Shape.Product | Null = null
  private var lastLook: ClassLook = null.asInstanceOf[ClassLook]

  private[brine] override def segment(shape: Shape.Product, field: Int): String =
    Looks.ofClass(shape, root.dialect).segment(field)

  protected final def lookOf(shape: Shape.Product): ClassLook =
    if shape ne lastShape then
      lastLook = Looks.ofClass(shape, dialect)
      lastShape = shape
    lastLook

  private var lastFamily: Shape.Sum | Null = null
  private var lastFamilyLook: FamilyLook = null.asInstanceOf[FamilyLook]

  protected final def lookOf(shape: Shape.Sum): FamilyLook =
    if shape ne lastFamily then
      lastFamilyLook = Looks.ofFamily(shape, dialect)
      lastFamily = shape
    lastFamilyLook
