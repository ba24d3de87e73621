package brine.json.reading.parts

import brine.json.dialects.JsonDialect
import brine.json.looks.{FamilyLook, JsonKinds, LeafNames, Looks, ObjectForm}
import brine.json.streams.PathStep
import brine.json.text.JsonCursor
import java.util.{HashMap, Map as JavaMap}
import brine.{Extras, PickleException, PickleReader}
import brine.shape.{KeptLeaf, Shape}

/** Tells the leaves of sealed families and of unions: by a name, by the kind of a value, or by the members of an
  * object.
  */
private[json] class JsonLeaves(cursor: JsonCursor, rules: ReadRules, scalars: JsonScalars, sharesAll: Boolean):
  import JsonCursor.*
  import JsonLeaves.*
  import cursor.*

  // ---- told by a name

  final def reference(): Int =
    takeKey()
    val number = in.readInt()
    begin('}')
    if number < 1 || number > MaxNumber then throw new PickleException.BadReference(s"no object has the number $number")
    PickleReader.reference(number)

  final def leaf(sum: Shape.Sum): Int =
    if keepsObject(sum) then keepObject(sum) else usualLeaf(sum)

  private def usualLeaf(sum: Shape.Sum): Int =
    takeKey(tags.kind)
    val leaf = ofName(kindSegment)(leafNamed(sum))
    nextMember()
    begunLeaf(sum, leaf)

  /** Reads what names a leaf: a failure is at its place in the value, `segment`. */
  final inline def ofName[A](inline segment: String)(inline read: A): A =
    try read
    catch case e: PickleException => throw e.ofLeafName().prepend(segment)

  final def kindSegment: String = PathStep.segment(tags.kind.text)

  /** The leaf whose name has been read, of an object whose next key is next. */
  final def begunLeaf(sum: Shape.Sum, leaf: Int): Int =
    if leaf == Unknown && sum.keeps == KeptLeaf.Fields then keepFields(sum, isAlone = false)
    else if leaf == Unknown then
      if sum.keeps != KeptLeaf.Nothing then throw wouldLose(sum)
      val number = if isAt(tags.id) then getIdentity(sum) else NoNumber
      skipMembers(sum.name)
      sum.leafShapes(sum.fallback) match
        case p: Shape.Product if p.isTracked || sharesAll => passedOverNumber = number
        case _                                            => ()
      fallback(sum)
    else
      if sum.leafShapes(leaf).isInstanceOf[Shape.Singleton] then
        if ahead != Empty && rules.refusesUnknown then expected(s"no fields in ${sum.leafNames(leaf)}")
        skipMembers(sum.name)
        ahead = Fresh
      leaf

  /** A leaf that is written as its name alone: a singleton, or a class that has fields only since a later release. */
  final def singleton(sum: Shape.Sum): Int =
    if keepsName(sum) then keep(sum) else leafAlone(sum, leafNamed(sum))

  final def leafAlone(sum: Shape.Sum, leaf: Int): Int =
    isAlone = true
    if leaf == Unknown && sum.keeps == KeptLeaf.Fields then
      ahead = Empty
      keepFields(sum, isAlone = true)
    else if leaf == Unknown then fallback(sum)
    else
      sum.leafShapes(leaf) match
        case _: Shape.Singleton => ()
        case s if s.hasMembers  => ahead = Empty
        case _                  => refuse(s"an object for the leaf ${sum.leafNames(leaf)}")
      leaf

  /** True if the leaf that was read last is a name alone, and not an object. */
  final var isAlone = false

  /** The leaf for unknown ones; it gets no data. */
  private def fallback(sum: Shape.Sum): Int =
    ahead = if sum.leafShapes(sum.fallback).isInstanceOf[Shape.Singleton] then Fresh else Empty
    sum.fallback

  /** The number of a skipped object, until the caller takes it. */
  private var passedOverNumber = NoNumber

  /** Skips the other members of the object that is open, which is a value of this type. */
  def skipMembers(typeName: String): Unit =
    while ahead != Empty do
      takeKey()
      in.skip()
      nextMember()

  def leafNamed(sum: Shape.Sum): Int =
    val leaf = in.takeName(LeafNames.of(sum))
    if leaf >= 0 then leaf else otherLeaf(sum, in.readText())

  final def otherLeaf(sum: Shape.Sum, name: String): Int = otherLeaf(sum, name, name)

  /** The leaf with an alias, or the fallback, which keeps the name as it was spelled. */
  final def otherLeaf(sum: Shape.Sum, name: String, spelled: String): Int =
    val known = sum.aliases.getOrElse(name, if sum.fallback >= 0 then Unknown else -1)
    unknownName = spelled
    if known == -1 then throw new PickleException.UnknownLeaf(sum.name, s"'${PickleException.quote(name)}'")
    known

  // ---- unknown leaves that are kept

  /** The class of the leaf that keeps the value that is next, all of it; null if the value is read as usual. */
  final var kept: Shape.Product | Null = null

  /** True if the value that is next is kept as it stands. */
  final def keepsValue: Boolean = kept != null

  /** The unknown leaf whose members the object that is next has; null if there is none. */
  final var keptLeaf: Extras.Leaf | Null = null

  final var unknownName: String = ""

  /** Notes that the fallback's object keeps the members of the leaf whose name has been read. */
  final def keepFields(sum: Shape.Sum, isAlone: Boolean): Int =
    keptLeaf = new Extras.Leaf(unknownName, isAlone)
    sum.fallback

  /** Notes that the value that is next is kept as it stands. */
  final def keep(sum: Shape.Sum): Int =
    kept = sum.leafShapes(sum.fallback).asInstanceOf[Shape.Product]
    sum.fallback

  /** Returns true if the fallback keeps names without members, and the next text or key is none of another leaf's. */
  final def keepsName(sum: Shape.Sum): Boolean =
    (sum.keeps == KeptLeaf.Text || sum.keeps == KeptLeaf.Json) && {
      in.mark()
      val name = in.readText()
      in.reset()
      isUnknown(sum, name)
    }

  /** Returns true if the fallback keeps the object that is open. */
  final def keepsObject(sum: Shape.Sum): Boolean = sum.keeps == KeptLeaf.Json && ahead == Key && {
    val name = nameAhead()
    name != null && isUnknown(sum, name)
  }

  /** The name of the leaf of the object that is open, of which nothing is taken; null if it has none. */
  def nameAhead(): String | Null =
    if !isAt(tags.kind) then null
    else
      in.mark()
      in.skipText()
      in.colon()
      val name = if in.peek() == '"' then in.readText() else null
      in.reset()
      name

  private def isUnknown(sum: Shape.Sum, name: String): Boolean =
    val own = rules.leafNumber(sum, name)
    (if own >= 0 then own else sum.aliases.getOrElse(name, sum.fallback)) == sum.fallback

  /** Takes all of the object that is open, for the field of the leaf that keeps it. */
  final def keepObject(sum: Shape.Sum): Int =
    takeObject(sum)
    keep(sum)

  private def takeObject(sum: Shape.Sum): Unit =
    scalars.keptObject = '{'.toByte +: (if ahead == Empty then Array[Byte]('}') else members(sum))
    ahead = Fresh

  private def members(sum: Shape.Sum): Array[Byte] =
    in.mark()
    while
      val name = in.readKey()
      if name == tags.id.text || name == tags.ref.text then
        refuse(s"a leaf of ${sum.name} without a number: a fallback cannot keep an object to refer to")
      in.skip()
      nextAhead()
    do ()
    in.sinceMark()

  private def wouldLose(sum: Shape.Sum): PickleException =
    new PickleException.UnknownLeaf(
      sum.name,
      s"'${PickleException.quote(unknownName)}', an object whose members its fallback cannot keep: use Extras or Json"
    )

  def getIdentity(shape: Shape): Int =
    if !isAt(tags.id) then
      val number = passedOverNumber
      passedOverNumber = NoNumber
      number
    else
      takeKey()
      val number = in.readInt()
      if number < 1 || number > MaxNumber then refuse("a number of an object")
      nextMember()
      number

  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit =
    if !shape.leafShapes(leaf).hasMembers && !shape.isUnion then
      if !isAt(tags.value) then expected(s"\"${tags.value.text}\" of the leaf ${shape.leafNames(leaf)}")
      takeKey()

  def endLeaf(shape: Shape.Sum, leaf: Int): Unit =
    if kept != null then kept = null
    else if !shape.leafShapes(leaf).hasMembers && !shape.isUnion then begin('}')

  def leafSegment(shape: Shape.Sum, leaf: Int): String =
    if shape.leafShapes(leaf).hasMembers || shape.isUnion then "" else s".${tags.value.text}"

  def getObject(shape: Shape.Singleton): Unit =
    if look() != '"' || in.readText() != shape.name then refuse(s"\"${shape.name}\"")

  /** Returns true if the object that began last, and is read by calls, has a member that names its leaf. */
  def isLeafOpen: Boolean = false

  // ---- told by the JSON itself

  /** The type of a union's value that is next. */
  def part(union: Shape.Sum): Int =
    if union.nullLeaf >= 0 then patchLeaf(union) else partOf(union)

  /** The null, or the leaf with a value: nothing of it is taken then but its brace. */
  final def patchLeaf(s: Shape.Sum): Int =
    checkPatch(s)
    val isNull = (ahead == Fresh || ahead == Wrapped) && in.peek() == 'n'
    if isNull then
      takeNull()
      s.nullLeaf
    else Value

  def checkPatch(s: Shape.Sum): Unit = check(Looks.ofFamily(s, JsonDialect.Default))

  private def check(family: FamilyLook): Unit =
    if family.problems.nonEmpty then throw new PickleException.UnsupportedType(family.shape.name, family.problems)

  private def partOf(union: Shape.Sum): Int =
    val family = Looks.ofFamily(union, JsonDialect.Default)
    check(family)
    untaggedLeaf(union, family)

  /** The leaf of the value that is next, of which nothing is taken but its brace. */
  final def untaggedLeaf(s: Shape.Sum, family: FamilyLook): Int = look() match
    case 'n' =>
      scalars.takeNullValue()
      PickleReader.NullTag
    case '{' => if ahead == Key && isAt(tags.ref) then reference() else objectLeaf(s, family)
    case '"' =>
      val leaf = family.leafOfKind(JsonKinds.Text)
      if leaf >= 0 && family.isContent(leaf) then leaf else if keepsName(s) then keep(s) else namedLeaf(s)
    case first =>
      val leaf = family.leafOfKind(JsonKinds.of(first))
      if leaf < 0 && s.keeps == KeptLeaf.Json then keep(s)
      else
        if leaf < 0 then expected(s"a leaf of ${s.name}")
        leaf

  /** A union has names for its objects only. */
  private def namedLeaf(s: Shape.Sum): Int =
    val leaf = leafNamed(s)
    if s.isUnion && !s.leafShapes(leaf).isInstanceOf[Shape.Singleton] then refuse(s"a leaf of ${s.name}")
    leafAlone(s, leaf)

  private def objectLeaf(s: Shape.Sum, family: FamilyLook): Int =
    if family.anyObject >= 0 then
      takeObject(s)
      family.anyObject
    else if isAt(tags.utf16) then family.leafOfKind(JsonKinds.Text)
    else
      val members = if ahead == Empty then JavaMap.of[String, String]() else membersAhead(family.tags)
      if members.containsKey(tags.items.text) then family.leafOfKind(JsonKinds.Array)
      else if members.containsKey(tags.entries.text) then family.mapping
      else if members.containsKey(tags.value.text) then family.mutableValue
      else leafOf(s, family, members)

  private def leafOf(s: Shape.Sum, family: FamilyLook, members: JavaMap[String, String]): Int =
    val all = family.leavesOf(members)
    if all.length > 1 then
      refuse(s"the fields of one leaf of ${s.name}, not of ${all.map(s.leafNames(_)).mkString(" and ")}")
    if all.isEmpty && s.fallback < 0 then refuse(s"the fields of a leaf of ${s.name}")
    val leaf = if all.isEmpty then Unknown else all.head
    if leaf == Unknown && s.keeps == KeptLeaf.Json then keepObject(s)
    else if leaf == Unknown && s.keeps == KeptLeaf.Fields then s.fallback
    else if leaf >= 0 && family.isContent(leaf) then leaf
    else begunLeaf(s, leaf)

  /** The keys of the object that is open, without that of its number. The members with these names have their values,
    * if these are scalars ([[brine.json.looks.ObjectForm]]).
    */
  private def membersAhead(values: Set[String]): HashMap[String, String] =
    val all = new HashMap[String, String]
    in.mark()
    while
      val key = in.readKey()
      all.putIfAbsent(key, valueAhead(values.contains(key)))
      nextAhead()
    do ()
    in.reset()
    all.remove(tags.id.text)
    all

  /** Skips a value, and returns it if it is a scalar and `isKept`; else an empty text. */
  private def valueAhead(isKept: Boolean): String = in.peek() match
    case '"' if isKept                                      => ObjectForm.text(in.readText())
    case 't' | 'f' if isKept                                => in.readBoolean().toString
    case b if isKept && JsonKinds.of(b) == JsonKinds.Number => LeafNames.literal(in.readNumber())
    case _ =>
      in.skipAhead()
      ""

private object JsonLeaves:
  /** Instead of a leaf's number: it was none of the family, which has a fallback. */
  final val Unknown = -2

  /** The tag of a value that is not a leaf. */
  final val Value = 0

  final val NoNumber = -1

  /** A reference's tag must fit. */
  final val MaxNumber: Int = Int.MaxValue - 2
