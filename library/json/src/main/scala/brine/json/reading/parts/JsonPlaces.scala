package brine.json.reading.parts

import brine.json.text.JsonCursor
import brine.{PickleOptions, PickleReader, Subtype}
import brine.shape.{Nullness, Shape}

/** Tells a null, a reference, a wrapper, a leaf and a value apart. Reads options and open types.
  */
private[json] class JsonPlaces(
    cursor: JsonCursor,
    rules: ReadRules,
    scalars: JsonScalars,
    leaves: JsonLeaves,
    options: PickleOptions
):
  import JsonCursor.*
  import JsonLeaves.Value
  import cursor.*

  def getTag(shape: Shape, arity: Int): Int =
    if scalars.isAnyAhead(shape) then Value else tag(shape)

  private def tag(shape: Shape): Int =
    look() match
      case 'n' => nullTag(shape)
      case '{' => objectTag(shape)
      case token =>
        shape match
          case s: Shape.Sum =>
            if s.isUnion then leaves.part(s)
            else if token == '"' then leaves.singleton(s)
            else expected(s"a leaf of ${s.name}")
          case _ => Value

  private def nullTag(shape: Shape): Int = shape match
    case s: Shape.Sum if s.nullLeaf >= 0 => leaves.part(s)
    case _ =>
      scalars.takeNullValue()
      PickleReader.NullTag

  protected def objectTag(shape: Shape): Int = shape match
    case s: Shape.Sum =>
      if s.isUnion then leaves.part(s)
      else if isAt(tags.kind) then leaves.leaf(s)
      else if isAt(tags.ref) then leaves.reference()
      else expected(s"\"${tags.kind.text}\" as the first key of a ${s.name}")
    case o: Shape.Open => if isAt(tags.ref) then leaves.reference() else openType(o)
    case s: Shape.Sequence if s.isTracked && s.kind == "Array" && isAt(tags.kind) => otherArray()
    case _: Shape.Product | _: Shape.Sequence | _: Shape.Mapping => if isAt(tags.ref) then leaves.reference() else Value
    case _: Shape.Optional if isAt(tags.none)                    => nullOption()
    case _                                                       =>
      // The value has another type in place of this one, so its tag decides about the rest.
      if isAt(tags.value) then openWrap()
      Value

  private var arrayClass: String | Null = null

  /** An array that says its class; `$id` may follow. */
  private def otherArray(): Int =
    takeKey()
    arrayClass = in.readText()
    nextMember()
    Value

  /** See [[brine.PickleReader.getArrayClass]]. */
  final def takeArrayClass(): String | Null =
    val name = arrayClass
    arrayClass = null
    name

  // ---- open types

  /** See [[brine.PathSegments.subtype]]. */
  def subtypeSegment(name: String, hasFields: Boolean): String =
    if hasFields then "" else s".${tags.value.text}"

  /** The value of `$type`; `$id` may follow before the caller takes it. */
  final var subtypeName: String | Null = null

  protected def openType(shape: Shape.Open): Int =
    if !isAt(tags.kind) then expected(s"\"${tags.kind.text}\" as the first key of a ${shape.name}")
    takeKey()
    subtypeName = in.readText()
    nextMember()
    Value

  def beginOpen(shape: Shape.Open): Subtype[?] =
    val name = subtypeName
    if name == null then expected(s"an object with \"${tags.kind.text}\"")
    subtypeName = null
    val subtype = options.subtypes.named(shape, name)
    if subtype.isObject && ahead != Empty then expected(s"no fields in ${subtype.name}")
    if !subtype.isObject && !subtype.hasFields then
      if !isAt(tags.value) then expected(s"\"${tags.value.text}\" of a ${subtype.name}")
      takeKey()
    subtype

  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit =
    if subtype.isObject then ahead = Fresh else if !subtype.hasFields then begin('}')

  // ---- options

  def beginOptional(shape: Shape.Optional): Int =
    if scalars.isAnyAhead(shape) then
      bareSome()
      PickleReader.Some
    else option(shape)

  private def option(shape: Shape.Optional): Int =
    val token = look()
    if token == 'n' then
      takeNull()
      PickleReader.None
    else if token == '{' && isAt(tags.none) then nullOption()
    else if token == '{' && isAt(tags.some) then
      openWrap()
      if shape.element.nullness == Nullness.Marker then someOfMarker() else PickleReader.Some
    else
      bareSome()
      PickleReader.Some

  // `Some` around a value leaves no trace, so a type that is nothing but options inside each other could be read for
  // ever at one place. Values without characters are counted.
  private var bareSomes = 0
  private var bareSomesFrom = -1L

  private def bareSome(): Unit =
    bareSomes += 1
    if bareSomes % JsonPlaces.MostBareSomes == 0 then
      if offset == bareSomesFrom then expected("the end of options inside each other")
      bareSomesFrom = offset

  /** `Some` of a null, or of another type's value which is written as null. */
  private def someOfMarker(): Int =
    if look() == 'n' then
      scalars.takeNullValue()
      PickleReader.SomeNull
    else
      if !isAt(tags.value) then expected("null")
      openWrap()
      PickleReader.Some

  private def nullOption(): Int =
    rules.checkNull()
    takeKey()
    if !in.readBoolean() then refuse("true")
    begin('}')
    closeWraps()
    PickleReader.NullTag

private object JsonPlaces:
  /** Options inside each other at one place. */
  final val MostBareSomes = 1000
