package brine.json.reading.parts

import brine.json.looks.FieldKeys
import brine.json.text.JsonCursor
import brine.{Extras, PickleException}
import brine.shape.{HiddenFields, Shape}

/** Reads the members of objects: keys in any order, unknown ones, and those that maps and extras gather. Mirrors
  * [[brine.json.writing.JsonBuilder]].
  */
private[json] class JsonMembers(cursor: JsonCursor, rules: ReadRules, scalars: JsonScalars, leaves: JsonLeaves):
  import JsonCursor.*
  import JsonMembers.*
  import ReadRules.wasShared
  import cursor.*

  def beginProduct(shape: Shape.Product): Unit =
    if shape eq leaves.kept then () // its field is the value
    else if shape.isMutableValue then isValueNumbered = beginContent(shape)
    else { val ignored = beginMembers(shape) }

  /** True if the mutable value around is a member of an object. None contains another. */
  private var isValueNumbered = false

  /** Mirrors [[brine.json.writing.JsonBuilder.beginContent]]. */
  final def beginContent(shape: Shape.Product): Boolean =
    val isTaken = ahead != Fresh && ahead != Wrapped
    val isObject = ahead != KeyNext && (isTaken || !scalars.holdsAny(shape, 0)) && look() == '{'
    val isNumbered = isObject && isAt(tags.value)
    if isNumbered then takeKey()
    else if isObject && (isAt(tags.id) || isAt(tags.ref)) then throw wasShared(shape)
    isNumbered

  // Often the class of the last field's object.
  private var lastShape: Shape.Product | Null = null
  private var lastKeys: FieldKeys = null.asInstanceOf[FieldKeys]

  /** The keys of a class's fields. */
  protected def keysOf(shape: Shape.Product): FieldKeys =
    if shape ne lastShape then
      lastKeys = FieldKeys.of(shape)
      lastShape = shape
    lastKeys

  def nextField(shape: Shape.Product, previous: Int): Int =
    if shape.isMutableValue || (shape eq leaves.kept) then -1 - previous // one field, which has no key
    else
      if previous < 0 && shape.gathersAny then beginGathering(shape)
      val keys = keysOf(shape)
      val likely = likelyField(cursor, shape, keys, previous)
      if likely >= 0 then likely else unlikelyField(shape, keys, previous, leaves.isLeafOpen)

  /** The next field of a class whose objects have members, if it is none of the likely ones. `isLeaf`: a member names
    * the object's leaf.
    */
  final def unlikelyField(shape: Shape.Product, keys: FieldKeys, previous: Int, isLeaf: Boolean): Int =
    if previous >= 0 && shape.gathers(previous) then behindMembers(shape, previous)
    else
      if previous >= 0 then nextMember()
      memberField(shape, keys, previous, isLeaf)

  /** Before the first field of a class that gathers the members it has no field for. */
  final def beginGathering(shape: Shape.Product): Unit =
    if shape.rests != null then
      val problems = shape.rests.nn.problems
      if problems.nonEmpty then throw new PickleException.UnsupportedType(shape.name, problems)
      rests ::= new RestMembers(shape.rests.nn, in)
    if shape.extras >= 0 then
      val kept = new Extras.Builder(shape.name)
      kept.leaf = leaves.keptLeaf
      leaves.keptLeaf = null
      extras ::= kept

  /** The maps of open objects that have some of their members, the innermost object's first. */
  private var rests: List[RestMembers] = Nil

  /** The map that comes next has members of the object whose last member has been read. */
  private var isRestNext = false

  /** Returns true, once, if the map that begins has members of the object around it. */
  final def takesRest(): Boolean =
    val isRest = isRestNext
    isRestNext = false
    isRest

  /** Goes to the next member of the object around that such a map has; false after the last. */
  def nextOfRest(): Boolean = rests.head.nextMember()

  /** The field behind the last member of an object, since it is not a member itself; -1 if there is none. */
  private def behindMembers(shape: Shape.Product, previous: Int): Int =
    val isLast = shape.extras >= 0 && previous == shape.extras
    val rest = if isLast || shape.rests == null then -1 else rests.head.nextField()
    isRestNext = rest >= 0
    if rest >= 0 then
      ahead = Empty
      rest
    else
      if !isLast && shape.rests != null then rests = rests.tail
      ahead = if isLast || shape.extras < 0 then Fresh else Empty
      if isLast then -1 else shape.extras

  /** Takes the beginning of an object. Returns true if a member has named its leaf. */
  def beginMembers(shape: Shape.Product): Boolean =
    beginObject(shape.name)
    false

  /** The field of the member whose key is next, or of one behind it. Fields that gather members come last. */
  private def memberField(shape: Shape.Product, keys: FieldKeys, previous: Int, isLeaf: Boolean): Int =
    var index = Skipped
    var skipped: String | Null = null
    while index == Skipped do
      if ahead == Empty then
        // No member fits if the value is of another type.
        if previous < 0 && skipped != null && rules.refusesStrangers && isStrange(shape) then
          throw new PickleException.UnknownField(shape.name, skipped)
        index = behindMembers(shape, -1)
      else
        index = field(shape, keys)
        if index == Skipped then skipped = unknownField(shape, isLeaf)
    index

  /** Returns true if an object is of another type if none of its members is a field. */
  private def isStrange(shape: Shape.Product): Boolean =
    shape.fieldNames.length > 0 && shape.extras < 0 && (shape.rests == null || rests.head.isEmpty)

  /** The unknown fields that open objects keep, the innermost object's first. */
  private var extras: List[Extras.Builder] = Nil

  /** The members that the open object keeps; null if it is not one that does. */
  final def takeExtras(): Extras | Null =
    if extras.isEmpty || ahead != Empty then null
    else
      val met = extras.head
      extras = extras.tail
      met.result()

  /** Keeps the value that is next under this name. */
  def keep(kept: Extras.Builder, name: String): Unit = kept.add(name, new Extras.Json(scalars.rawValue()))

  /** The field whose key comes next, which is taken then; or [[Skipped]]. */
  private def field(shape: Shape.Product, keys: FieldKeys): Int =
    val own = in.takeName(keys)
    val known = if own < 0 && (!shape.aliases.isEmpty || rules.takesAnyCase) then aliased(shape) else own
    if known < 0 then Skipped
    else
      in.colon()
      in.skipSpace() // which made code does not expect before a value
      ahead = Fresh
      known

  private def aliased(shape: Shape.Product): Int =
    in.mark()
    val name = rules.unescaped(in.readText())
    val known = if name == null then -1 else shape.aliases.getOrElse(name, rules.inOtherCase(shape, name))
    if known < 0 || shape.gathers(known) then
      in.reset()
      Skipped
    else
      in.unmark()
      known

  /** Passes over a field that is none of the class's; its name. */
  private def unknownField(shape: Shape.Product, isLeaf: Boolean): String =
    if isAt(tags.id) || isAt(tags.ref) then throw wasShared(shape)
    keyPlace = offset
    if shape.rests != null then rests.head.hold()
    val name = keyText()
    skipUnknown(shape, name, isLeaf)
    if shape.rests != null then rests.head.letGo()
    nextMember()
    name

  /** The offset of the key that [[skipUnknown]] is called for. */
  final var keyPlace = 0L

  /** Skips or keeps the value of a member that the class has no field for. `isLeaf`: a member names the object's leaf.
    */
  def skipUnknown(shape: Shape.Product, name: String, isLeaf: Boolean): Unit =
    val own = rules.unescaped(name)
    if own == null then throw new PickleException.UnknownField(shape.name, name)
    val rest = if shape.rests == null then -1 else shape.rests.nn.indexOf(own)
    val hidden = HiddenFields.ownName(own)
    if rest >= 0 then
      rests.head.add(rest, keyPlace)
      in.skipAhead()
    else if hidden != null && shape.fieldNames.contains(hidden) then
      throw new PickleException.UnknownField(shape.name, name) // which one is it?
    else if shape.extras >= 0 then keep(extras.head, own)
    else if rules.refusesUnknown then throw new PickleException.UnknownField(shape.name, name)
    else in.skip()

  def endProduct(shape: Shape.Product): Unit =
    if (shape ne leaves.kept) && shape.isMutableValue && isValueNumbered then begin('}')

private[json] object JsonMembers:
  /** Instead of a field's number: it was none of the class, and is behind us. */
  final val Skipped = -2

  /** The number of fields behind the previous one that are compared with a key before it is looked up. */
  private final val MostLikely = 3

  /** The field whose key comes next and is taken, if it is one of the few behind the previous one; else -1. The usual
    * order is the shape's, and writers leave fields out.
    */
  def likelyField(cursor: JsonCursor, shape: Shape.Product, keys: FieldKeys, previous: Int): Int =
    val in = cursor.in
    val until = math.min(previous + 1 + MostLikely, keys.length)
    var field = previous + 1
    if shape.gathers(previous) then field = until // it was the last one
    else if previous >= 0 then while field < until && !in.takesNextKey(keys.written(field)) do field += 1
    else if cursor.ahead == JsonCursor.Key then
      while field < until && !in.takesKey(keys.written(field)) do field += 1
    else field = until
    if field >= until then -1
    else
      cursor.ahead = JsonCursor.Fresh
      field
