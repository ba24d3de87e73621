package brine.json.reading.parts

import brine.json.dialects.JsonDialect
import brine.json.looks.{ClassLook, FieldKeys, Places}
import brine.json.text.JsonCursor
import brine.Extras
import brine.shape.Shape
import JsonDialect.*

/** Reads the members of objects in a dialect. */
private[json] final class DialectMembers(
    cursor: JsonCursor,
    rules: DialectRules,
    scalars: DialectScalars,
    leaves: DialectLeaves,
    collections: DialectCollections
) extends JsonMembers(cursor, rules, scalars, leaves):
  import JsonCursor.*
  import cursor.*
  import rules.{activate, check, dialect, forms, lookOf, root, scopes, takes}

  protected override def keysOf(shape: Shape.Product): FieldKeys = lookOf(shape).keys

  override def nextOfRest(): Boolean =
    rules.atPlace()
    super.nextOfRest()

  private val frames: ProductFrames | Null =
    if scopes != null || dialect.hasNameless || dialect.duplicates != Duplicates.Refused then new ProductFrames
    else null

  override def beginProduct(shape: Shape.Product): Unit = if shape ne leaves.kept then beginAsLooks(shape)

  private def beginAsLooks(shape: Shape.Product): Unit =
    val look = lookOf(shape)
    check(look, shape)
    if scopes != null then
      val own = root.of(look.dialect)
      scopes.nn.push(forms, own)
      activate(own)
    val isLeaf = leaves.asLeaf
    leaves.asLeaf = false
    if leaves.named != null then leaves.named.nn.push(if isLeaf then 1 else 0)
    if frames == null then super.beginProduct(shape) else beginFrame(shape, look, isLeaf)

  override def beginMembers(shape: Shape.Product): Boolean =
    val isLeaf = leaves.asLeaf
    leaves.asLeaf = false
    if ahead == Fresh && takes(Lenient.EmptyArrays) && in.peek() == '[' then collections.takeEmptyArray()
    super.beginMembers(shape) || isLeaf

  private def beginFrame(shape: Shape.Product, look: ClassLook, isLeaf: Boolean): Unit =
    if look.unwraps && !isLeaf then frames.nn.push(ProductFrame.Field).isNumbered = beginContent(shape)
    else if look.isArray && !isLeaf then
      collections.beginCollection(shape, tags.items, '[')
      val ignored = frames.nn.push(ProductFrame.Elements)
    else
      super.beginProduct(shape)
      val frame = frames.nn.push(ProductFrame.Members)
      if dialect.duplicates == Duplicates.Last && ahead == Key && !shape.isMutableValue then
        frame.last = lastPlaces(shape, look)

  /** For each field, the offset of its last value in the open object. */
  private def lastPlaces(shape: Shape.Product, look: ClassLook): Array[Long] =
    val places = new Array[Long](look.names.length)
    in.mark()
    while
      val key = in.readKey()
      in.peek()
      val field = fieldNamed(shape, look, key)
      if field >= 0 then places(field) = offset
      in.skipAhead()
      nextAhead()
    do ()
    in.reset()
    places

  private def fieldNamed(shape: Shape.Product, look: ClassLook, key: String): Int =
    val own = look.written.indexOf(key)
    val name = if own >= 0 then null else rules.unescaped(key)
    if name == null then own else shape.aliases.getOrElse(name, rules.inOtherCase(shape, name))

  override def nextField(shape: Shape.Product, previous: Int): Int =
    if scopes == null || (shape eq leaves.kept) then nextAsLooks(shape, previous)
    else
      activate(scopes.nn.own)
      val field = nextAsLooks(shape, previous)
      if field >= 0 then
        activate(root.of(Places.ofField(shape, field, dialect)))
        scopes.nn.place = forms
      field

  private def nextAsLooks(shape: Shape.Product, previous: Int): Int =
    if shape eq leaves.kept then -1 - previous
    else if frames != null && !shape.isMutableValue && frames.nn.top.kind != ProductFrame.Members then
      if frames.nn.top.kind == ProductFrame.Field then -1 - previous else nextPart(shape, previous)
    else
      val look = lookOf(shape)
      var field = super.nextField(shape, previous)
      while field >= 0 && !shape.gathers(field) && isSkipped(look, field) do field = super.nextField(shape, field)
      field

  /** The next field of an object that is an array of them, all of which have to be there. */
  private def nextPart(shape: Shape.Product, previous: Int): Int =
    val count = shape.fieldNames.length
    val goesOn = collections.nextOf(previous + 1)
    if goesOn != (previous + 1 < count) then refuse(s"an array of $count elements")
    if goesOn then previous + 1 else -1

  /** Skips the value of a field that is as good as missing, or that is not the one to take. */
  private def isSkipped(look: ClassLook, field: Int): Boolean =
    if look.isByCalls then
      val isNull = in.peek() == 'n'
      rules.isNullAdmitted = isNull && look.isNullable(field)
      nestedOption = if isNull && look.isNested(field) then look.shape.fieldShapes(field) else null
    if look.hasNullsForMissing && look.takesNullForMissing(field) && in.peek() == 'n' then
      in.readNull()
      true
    else frames != null && !look.shape.isMutableValue && isDuplicate(frames.nn.top, field)

  /** The type of the field that is next, if it is an option of an option and a null is its content. */
  var nestedOption: Shape | Null = null

  private def isDuplicate(frame: ProductFrame, field: Int): Boolean = dialect.duplicates match
    case Duplicates.Refused => false
    case Duplicates.First =>
      val isSecond = frame.seen.get(field)
      frame.seen.set(field)
      if isSecond then in.skip()
      isSecond
    case Duplicates.Last =>
      in.peek()
      val isEarlier = frame.last != null && offset != frame.last.nn(field)
      if isEarlier then in.skip()
      isEarlier

  override def endProduct(shape: Shape.Product): Unit = if shape ne leaves.kept then
    if scopes != null then activate(scopes.nn.own)
    endAsLooks(shape)
    if scopes != null then activate(scopes.nn.pop())

  private def endAsLooks(shape: Shape.Product): Unit =
    if leaves.named != null then { val ignored = leaves.named.nn.pop() }
    if frames == null then super.endProduct(shape)
    else
      val frame = frames.nn.pop()
      frame.kind match
        case ProductFrame.Members  => super.endProduct(shape)
        case ProductFrame.Elements => collections.endCollection()
        case _                     => if frame.isNumbered then begin('}')

  override def skipUnknown(shape: Shape.Product, name: String, isLeaf: Boolean): Unit =
    if isLeaf && leaves.named != null && name == tags.kind.text then leaves.skipName(shape.name, keyPlace)
    else super.skipUnknown(shape, name, isLeaf)

  override def keep(kept: Extras.Builder, name: String): Unit = dialect.duplicates match
    case Duplicates.Refused                         => super.keep(kept, name)
    case Duplicates.First if kept.get(name) != null => in.skip()
    case _                                          => kept.put(name, new Extras.Json(scalars.rawValue()))
