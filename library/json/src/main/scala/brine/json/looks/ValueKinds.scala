package brine.json.looks

import brine.json.dialects.JsonDialect
import brine.shape.{KeptLeaf, ScalarKind, Shape}
import JsonDialect.*

/** Finds the kinds of JSON that the values of types have in one dialect. */
private[json] final class ValueKinds(dialect: JsonDialect):
  import ValueKinds.MostLevels

  private val forms = new DialectForms(dialect)
  private val isLenient = dialect.reading == NumberReading.Lenient

  def of(shape: Shape): Kinds = of(shape, 0)

  private def of(shape: Shape, levels: Int): Kinds =
    if levels > MostLevels then Kinds(JsonKinds.Any)
    else
      shape match
        case s: Shape.Scalar                      => scalar(s.kind)
        case p: Shape.Product if p.isMutableValue => of(p.fieldShapes(0), levels + 1)
        case p: Shape.Product                     => ofClass(p, levels)
        case _: Shape.Singleton                   => Kinds(JsonKinds.Text)
        case s: Shape.Sum                         => ofFamily(Looks.ofFamily(s, dialect), levels)
        case o: Shape.Optional                    => of(o.element, levels + 1) | Kinds(JsonKinds.Null)
        case s: Shape.Sequence if isBytes(s)      => Kinds(JsonKinds.Text, JsonKinds.Array)
        case s: Shape.Sequence                    => Kinds(JsonKinds.Array, ofSingle(s, levels))
        case m: Shape.Mapping if forms.isObject(m) =>
          Kinds(JsonKinds.Object, also(Lenient.EmptyArrays, JsonKinds.Array))
        case _: Shape.Mapping                       => Kinds(JsonKinds.Array)
        case m: Shape.Mapped                        => of(m.inner, levels + 1)
        case s: Shape.Standard if !AnyJson.isAny(s) => standard(s)
        case _: Shape.Open                          => Kinds(JsonKinds.Object)
        case _: Shape.CodeName                      => Kinds(JsonKinds.Text)
        case _                                      => Kinds(JsonKinds.Any)

  private def ofClass(p: Shape.Product, levels: Int): Kinds =
    val look = Looks.ofClass(p, dialect)
    if look.unwraps then in(look.dialect).of(p.fieldShapes(0), levels + 1)
    else if look.isArray then Kinds(JsonKinds.Array)
    else Kinds(JsonKinds.Object, in(look.dialect).also(Lenient.EmptyArrays, JsonKinds.Array))

  /** The kinds by the rules of a type. */
  private def in(own: JsonDialect): ValueKinds = if own eq dialect then this else new ValueKinds(own)

  /** The kinds that a reader takes in this form. */
  private def also(form: Lenient, kinds: Int): Int = if dialect.lenient.contains(form) then kinds else 0

  /** The kinds of a value that stands for an array of it. */
  private def ofSingle(s: Shape.Sequence, levels: Int): Int =
    if !dialect.lenient.contains(Lenient.SingleElements) then 0
    else
      val element = of(s.element, levels + 1)
      (element.own | element.also) & ~(JsonKinds.Array | JsonKinds.Null)

  private def ofFamily(look: FamilyLook, levels: Int): Kinds =
    if look.isPair then Kinds(JsonKinds.Array)
    else look.shape.leafShapes.indices.map(in(look.dialect).ofLeaf(look, _, levels + 2)).fold(Kinds(0))(_ | _)

  /** The kinds of a family's leaf. */
  def ofLeaf(look: FamilyLook, leaf: Int): Kinds = ofLeaf(look, leaf, 0)

  private def ofLeaf(look: FamilyLook, leaf: Int, levels: Int): Kinds =
    val own = ofType(look, leaf, levels)
    LeafRule.of(look.shape, leaf) match
      case LeafRule.OfKinds(kinds) => Kinds(kinds, own.also & ~kinds)
      case _: LeafRule.OfMember    => Kinds(JsonKinds.Object, own.also & ~JsonKinds.Object)
      case null                    => own

  /** The kinds of the values of a leaf's type, which may be more than its rule allows. */
  def ofType(look: FamilyLook, leaf: Int): Kinds = ofType(look, leaf, 0)

  private def ofType(look: FamilyLook, leaf: Int, levels: Int): Kinds =
    if !look.isKept(leaf) then ofOwnLeaf(look, leaf, levels)
    else if look.shape.keeps == KeptLeaf.Text then Kinds(JsonKinds.Text)
    else Kinds(JsonKinds.Object | JsonKinds.Text)

  private def ofOwnLeaf(look: FamilyLook, leaf: Int, levels: Int): Kinds = look.shape.leafShapes(leaf) match
    case _: Shape.Singleton =>
      if leaf == look.shape.nullLeaf then Kinds(JsonKinds.Null)
      else if leaf == look.shape.absentLeaf then Kinds(0)
      else if look.isNumbered then Kinds(JsonKinds.Number, JsonKinds.Text)
      else if look.hasTexts then Kinds(JsonKinds.Text, JsonKinds.Object)
      else Kinds(JsonKinds.Object, JsonKinds.Text)
    case other if look.isContent(leaf) => of(other, levels + 1)
    // A class that has fields only since a later release may be its name alone.
    case _ => Kinds(JsonKinds.Object, if look.isUntagged then 0 else JsonKinds.Text)

  private def isBytes(s: Shape.Sequence): Boolean =
    dialect.bytes != Bytes.Numbers && s.kind == "Array" && (s.element match
      case e: Shape.Scalar => e.kind == ScalarKind.Byte
      case _               => false
    )

  private def scalar(kind: ScalarKind): Kinds = kind match
    case ScalarKind.Unit                     => Kinds(JsonKinds.Object)
    case ScalarKind.Boolean                  => Kinds(JsonKinds.Boolean, also(Lenient.TextBooleans, JsonKinds.Text))
    case ScalarKind.Char | ScalarKind.String => Kinds(JsonKinds.Text, also(Lenient.NumbersForTexts, JsonKinds.Number))
    case ScalarKind.Long                     => number(dialect.longs)
    case ScalarKind.Float | ScalarKind.Double if dialect.notFinite == NotFinite.Texts =>
      Kinds(JsonKinds.Number, JsonKinds.Text)
    case ScalarKind.Float | ScalarKind.Double if dialect.notFinite == NotFinite.Null =>
      number(NumberForm.Number) | Kinds(0, JsonKinds.Null)
    case _ => number(NumberForm.Number)

  private def number(form: NumberForm): Kinds = form match
    case NumberForm.Number => Kinds(JsonKinds.Number, if isLenient then JsonKinds.Text else 0)
    case NumberForm.Text   => Kinds(JsonKinds.Text, if isLenient then JsonKinds.Number else 0)
    case NumberForm.Safe   => Kinds(JsonKinds.Number | JsonKinds.Text)

  private def standard(s: Shape.Standard): Kinds =
    val form = forms.of(s)
    if form == null || !form.nn.isNumber then Kinds(JsonKinds.Text)
    else if s.name == "BigInteger" then number(dialect.integers) | Kinds(0, JsonKinds.Text)
    else Kinds(JsonKinds.Number, JsonKinds.Text)

private object ValueKinds:
  private final val MostLevels = 20
