package brine.json.looks

import brine.json.dialects.JsonDialect
import brine.json.text.{JsonTags, Tags}
import brine.{PickleOptions, Sharing, Unpickler}
import brine.shape.{ScalarKind, Shape}
import brine.wire.ShortestDecimal
import JsonDialect.*

/** The parts of a dialect that a format prepares once, independent of types. */
private[json] final class DialectForms(val dialect: JsonDialect):
  val tags: Tags = DialectNames.tags(dialect)

  /** The name of the member that says which leaf an object is. */
  val member: String = tags.kind.text
  val id: String = tags.id.text
  val ref: String = tags.ref.text

  /** True if a reader takes JSON for people, with comments. */
  val isLenient: Boolean = dialect.leniency == Leniency.Configuration

  /** True if numbers with a point look as in ECMAScript. */
  val isEcma: Boolean = dialect.doubles == Doubles.EcmaScript

  /** True if a reader takes a byte order mark before a document. */
  val takesMark: Boolean = dialect.lenient.contains(Lenient.ByteOrderMark)

  private val values = DialectValues.forms(dialect)

  @volatile private var others: List[DialectForms] = Nil

  /** The forms of a dialect to which the rules of this one lead. */
  def of(other: JsonDialect): DialectForms =
    if other eq dialect then this
    else
      val known = others
      known.find(_.dialect eq other).getOrElse {
        val made = new DialectForms(other)
        others = made :: known.take(DialectForms.MostOthers)
        made
      }

  /** The facts that the code for classes needs. */
  val ofCode: DialectCode = new DialectCode(this)

  /** The form of a standard type, or null if that is its pickler's. */
  def of(shape: Shape.Standard): ValueForm | Null = values.get(shape.name)

  /** The same for any type: null for one that is not a standard type. */
  def formOf(shape: Shape): ValueForm | Null = shape match
    case s: Shape.Standard => of(s)
    case _                 => null

  /** The options of a call. Refuses a type that the dialect does not fit. */
  def prepared(unpickler: Unpickler[?], options: PickleOptions): PickleOptions =
    Looks.verify(unpickler.shape, dialect)
    if dialect.identity.isInstanceOf[Identity.Marked] || options.sharing == Sharing.Off then options
    else options.copy(sharing = Sharing.Off)

  // The map that was met last is often met again.
  @volatile private var lastObject: Shape.Mapping | Null = null

  def isObject(shape: Shape.Mapping): Boolean =
    JsonTags.isObject(shape) || dialect.keys != Keys.Simple && {
      (shape eq lastObject) || {
        val isText = if dialect.keys == Keys.Texts then isTextKey(shape.key, 0) else isStandardKey(shape.key)
        if isText then lastObject = shape
        isText
      }
    }

  /** A `BigInt` is a `BigInteger` by two functions. */
  private def isStandardKey(shape: Shape): Boolean = shape match
    case s: Shape.Scalar   => s.kind != ScalarKind.Unit
    case s: Shape.Standard => !AnyJson.isAny(s)
    case m: Shape.Mapped   => isStandardKey(m.inner)
    case _                 => false

  /** Returns true if all values of this type but null are one string or number. */
  private def isTextKey(shape: Shape, levels: Int): Boolean = levels < MostLevels && (shape match
    case s: Shape.Scalar    => s.kind != ScalarKind.Unit
    case s: Shape.Standard  => !AnyJson.isAny(s)
    case s: Shape.Sum       => Looks.ofFamily(s, dialect).areTexts
    case _: Shape.Singleton => true
    case m: Shape.Mapped    => isTextKey(m.inner, levels + 1)
    case p: Shape.Product =>
      !p.isTracked && Looks.ofClass(p, dialect).unwraps && isTextKey(p.fieldShapes(0), levels + 1)
    case _ => false
  )

  /** The name of the member that a map's key is, for errors; null if only the key's pickler knows it. */
  def keyName(shape: Shape, key: Any): String | Null = (shape, key) match
    case (_, text: String) => if dialect.marks == Marks.Written then JsonTags.escaped(text) else text
    case (s: Shape.Sum, _) => Looks.ofFamily(s, dialect).textOf(key)
    case (_, value: Double) if java.lang.Double.isFinite(value) => ShortestDecimal.text(value, isEcma)
    case (_, value: Float) if java.lang.Float.isFinite(value)   => ShortestDecimal.text(value, isEcma)
    case (s: Shape.Standard, _) =>
      val form = of(s)
      val text = if form == null || key == null then null else form.nn.textOf(key)
      if text == null then JsonTags.keyName(key) else text
    case (p: Shape.Product, wrapped: Product) if wrapped.productArity == 1 =>
      keyName(p.fieldShapes(0), wrapped.productElement(0))
    case _ => JsonTags.keyName(key)

  private final val MostLevels = 20

private object DialectForms:
  private final val MostOthers = 100
