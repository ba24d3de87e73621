package brine.json.reading.parts

import brine.json.dialects.JsonDialect
import brine.json.looks.{ClassLook, Looks}
import brine.json.streams.PathStep
import brine.json.text.JsonCursor
import brine.{PickleOptions, PickleReader, Subtype}
import brine.shape.Shape
import JsonDialect.*

/** Tells nulls, references, leaves and values apart in a dialect. */
private[json] final class DialectPlaces(
    cursor: JsonCursor,
    rules: DialectRules,
    scalars: DialectScalars,
    leaves: DialectLeaves,
    collections: DialectCollections,
    members: DialectMembers,
    options: PickleOptions
) extends JsonPlaces(cursor, rules, scalars, leaves, options):
  import JsonCursor.*
  import JsonLeaves.Value
  import cursor.*
  import rules.{dialect, lookOf, root}

  override def getTag(shape: Shape, arity: Int): Int =
    if ahead == KeyNext then keyTag(shape)
    else
      shape match
        case s: Shape.Sum => leaves.familyTag(s)
        case p: Shape.Product => if scalars.isAnyAhead(p) then Value
          else if lookOf(p).isNameless then contentTag(lookOf(p))
          else super.getTag(p, arity)
        case _: Shape.Sequence if rules.takesSingles && collections.isSingle => Value
        case _: Shape.Sequence | _: Shape.Mapping if !collections.isMarked =>
          if look() == 'n' then { scalars.takeNullValue(); PickleReader.NullTag }
          else Value
        case other => super.getTag(other, arity)

  /** A null as a key, or a family's leaf; other values are read by what asks for the tag. */
  private def keyTag(shape: Shape): Int =
    if in.mayBe(tags.none) && in.isText(tags.none.text, tags.none.quoted) then
      rules.checkNull()
      takeKey()
      PickleReader.NullTag
    else keyOfValue(shape)

  private def keyOfValue(shape: Shape): Int = shape match
    case s: Shape.Sum =>
      leaves.isAlone = false
      val keeps = leaves.keepsName(s)
      val leaf = if keeps then leaves.keep(s)
      else if lookOf(s).isNumbered then leaves.leafNumbered(s, in.readWholeKey(0, Int.MaxValue))
      else leaves.leafNamed(s)
      if keeps then leaf
      else
        if !lookOf(s).isNumbered then in.colon()
        ahead = Fresh
        leaves.leafAlone(s, leaf)
    case _ => Value

  private def contentTag(of: ClassLook): Int = look() match
    case 'n' =>
      scalars.takeNullValue()
      PickleReader.NullTag
    case '{' =>
      if isAt(tags.ref) then leaves.reference()
      else
        if !of.isArray && isAt(tags.value) then openWrap()
        Value
    case _ => Value

  override def beginOptional(shape: Shape.Optional): Int =
    if shape eq members.nestedOption then
      members.nestedOption = null
      PickleReader.Some
    else super.beginOptional(shape)

  override def subtypeSegment(name: String, hasFields: Boolean): String =
    if root.dialect.families == Families.Wrapper then PathStep.segment(name) else super.subtypeSegment(name, hasFields)

  // ---- open types

  override def openType(shape: Shape.Open): Int =
    if dialect.families == Families.Wrapper then
      if ahead != Key then expected(s"a member with the name of a subtype of ${shape.name}")
      subtypeName = keyText()
    else if leaves.isNamedFirst(literals = false) then { val ignored = super.openType(shape) }
    else
      leaves.findName(shape.name, literals = false)
      subtypeName = leaves.lateName
    Value

  override def beginOpen(shape: Shape.Open): Subtype[?] =
    val name = subtypeName
    if name == null then expected(s"an object with the name of a subtype of ${shape.name}")
    val subtype = if dialect.families == Families.Wrapper then wrappedSubtype(shape, name) else super.beginOpen(shape)
    Looks.verifySubtype(subtype.pickler.shape, dialect)
    leaves.asLeaf = subtype.hasFields
    subtype

  private def wrappedSubtype(shape: Shape.Open, name: String): Subtype[?] =
    subtypeName = null
    val subtype = options.subtypes.named(shape, name)
    if subtype.isObject then
      if look() != '{' then expected("{}")
      leaves.skipMembers(subtype.name)
      ahead = Fresh
    subtype

  override def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit =
    if dialect.families == Families.Wrapper then leaves.endWrapper()
    else if subtype.isObject || subtype.hasFields then super.endOpen(shape, subtype)
    else leaves.endValued(subtype.name)
