package brine.json.reading.parts

import brine.json.dialects.JsonDialect
import brine.json.looks.{DialectForms, FamilyLook, LeafNames, Looks}
import brine.json.streams.PathStep
import brine.json.text.{ByteStack, JsonCursor}
import brine.{PickleException, PickleReader}
import brine.shape.{KeptLeaf, Shape}
import JsonDialect.*

/** Tells the leaves of sealed families in a dialect. */
private[json] final class DialectLeaves(
    cursor: JsonCursor,
    rules: DialectRules,
    scalars: DialectScalars,
    sharesAll: Boolean
) extends JsonLeaves(cursor, rules, scalars, sharesAll):
  import DialectLeaves.NoPlace
  import JsonCursor.*
  import JsonLeaves.*
  import cursor.*
  import rules.{activate, check, dialect, forms, lookOf, root, scopes}

  override def part(union: Shape.Sum): Int = familyTag(union)

  override def checkPatch(s: Shape.Sum): Unit = ()

  final def familyTag(s: Shape.Sum): Int =
    val family = lookOf(s)
    check(family, s)
    isAlone = false
    if scopes == null then tagOf(s, family)
    else
      val around = forms
      activate(root.of(family.dialect))
      val tag = tagOf(s, family)
      val isLeaf = tag != PickleReader.NullTag && !PickleReader.isReference(tag) &&
        !s.leafShapes(tag).isInstanceOf[Shape.Singleton]
      if isLeaf then aroundLeaf = around else activate(around)
      tag

  /** The dialect around the leaf that begins next, which is in the dialect of its family. */
  private var aroundLeaf: DialectForms = root

  private def tagOf(s: Shape.Sum, family: FamilyLook): Int =
    if s.nullLeaf >= 0 then patchLeaf(s)
    else if family.hasContents then untaggedLeaf(s, family)
    else taggedLeaf(s, family)

  final def taggedLeaf(s: Shape.Sum, family: FamilyLook): Int =
    look() match
      case 'n' =>
        scalars.takeNullValue()
        PickleReader.NullTag
      case '{' =>
        if ahead == Key && isAt(tags.ref) then reference()
        else if keepsObject(s) then keepObject(s)
        else if family.isMember then memberLeaf(s)
        else if family.isWrapper then wrappedLeaf(s)
        else if family.isPair then expected(s"an array of a number and a value for ${s.name}")
        else untaggedLeaf(s, family)
      case '"' => singleton(s)
      case '[' if family.isPair =>
        begin('[')
        val leaf = ofName("[0]")(leafNumbered(s, in.readWhole(0, Int.MaxValue)))
        begin(',')
        leaf
      case b if family.isNumbered && b >= '0' && b <= '9' =>
        leafAlone(s, leafNumbered(s, in.readWhole(0, Int.MaxValue)))
      case _ => expected(s"a leaf of ${s.name}")

  final def leafNumbered(s: Shape.Sum, number: Long): Int =
    if number >= s.leafNames.length then throw new PickleException.UnknownLeaf(s.name, s"number $number")
    number.toInt

  override def leafNamed(sum: Shape.Sum): Int =
    val leaf = in.takeName(lookOf(sum).table)
    if leaf >= 0 then leaf else otherLeaf(sum, in.readText())

  /** The member that names the leaf may be anywhere: if it is not the first, the members before it are looked over. */
  final def memberLeaf(s: Shape.Sum): Int =
    val literals = lookOf(s).areLiterals
    if !isNamedFirst(literals) then
      findName(s.name, literals)
      begunLeaf(s, lateLeaf(s))
    else if !literals then leaf(s)
    else
      takeKey(tags.kind)
      lateName = nameInMember(literals)
      val leaf = lateLeaf(s)
      nextMember()
      begunLeaf(s, leaf)

  /** The name of the leaf, from the value of the member that names it. */
  private def nameInMember(literals: Boolean): String = ofName(kindSegment)(
    in.peek() match
      case '"' =>
        val name = in.readText()
        if literals && LeafNames.isLiteral(name) then expected(s"$name, not a string")
        name
      case 't' | 'f' if literals                               => in.readBoolean().toString
      case b if literals && (b == '-' || b >= '0' && b <= '9') => in.readNumber()
      case _ => expected(if literals then "a string, a number or a boolean" else "a string")
  )

  /** Returns true if the next member names the leaf. Members before the last one with the name are skipped if the last
    * one counts.
    */
  final def isNamedFirst(literals: Boolean): Boolean =
    if takesLast && ahead == Key then
      val last = placeOf(tags.kind.text, literals)
      while ahead == Key && isAt(tags.kind) && offset != last do
        takeKey(tags.kind)
        in.skip()
        nextMember()
    ahead == Key && isAt(tags.kind)

  final def findName(typeName: String, literals: Boolean): Unit =
    val at = if ahead == Key then placeOf(tags.kind.text, literals) else NoPlace
    if at == NoPlace then expected(s"a member \"${tags.kind.text}\" of a $typeName")
    later += at

  // The offsets of members that name a leaf, where that leaf is already known.
  final var later: Set[Long] = Set.empty

  final var lateName: String = ""

  final def lateLeaf(s: Shape.Sum): Int =
    val name = lookOf(s).nameOf(lateName)
    val leaf = lookOf(s).names.indexOf(name)
    if leaf >= 0 then leaf else ofName(kindSegment)(otherLeaf(s, name, lateName))

  /** For each object that is open: 1 if one of its members names its leaf. */
  final val named: ByteStack | Null =
    if scopes != null || dialect.families.isInstanceOf[Families.Member] then new ByteStack else null

  /** Before the value of a member that has the name of one that names the leaf. [[memberLeaf]] has chosen the one that
    * counts.
    */
  final def skipName(typeName: String, place: Long): Unit =
    if later.contains(place) then later -= place
    else if dialect.duplicates == Duplicates.Refused then
      throw new PickleException.DuplicateField(typeName, tags.kind.text)
    in.skip()

  override def skipMembers(typeName: String): Unit =
    if named == null then super.skipMembers(typeName)
    else
      while ahead != Empty do
        val place = offset
        val isName = isAt(tags.kind)
        takeKey()
        if isName then skipName(typeName, place) else in.skip()
        nextMember()

  /** Ends an object with a member for the whole value, behind which only the member that names the leaf may be. */
  final def endValued(typeName: String): Unit =
    nextMember()
    while isAt(tags.kind) do
      val place = offset
      takeKey()
      skipName(typeName, place)
      nextMember()
    if ahead != Empty then expected("'}'")
    ahead = Fresh

  override def nameAhead(): String | Null = dialect.families match
    case Families.Member(_, literals) =>
      if placeOf(tags.kind.text, literals) == NoPlace then null
      else if literals then LeafNames.literal(lateName)
      else lateName
    case Families.Wrapper =>
      in.mark()
      val name = in.readKey()
      in.reset()
      name
    case Families.Untagged => null

  final def takesLast = dialect.duplicates == Duplicates.Last

  /** The offset of the key with this name among the members from here on, the first or the last one as the dialect
    * chooses; [[lateName]] has its value.
    */
  final def placeOf(name: String, literals: Boolean): Long =
    in.mark()
    var place = NoPlace
    while
      in.peek()
      val here = offset
      val key = in.readKey()
      if key == name then
        place = here
        lateName = nameInMember(literals)
      else in.skipAhead()
      (place == NoPlace || takesLast) && nextAhead()
    do ()
    in.reset()
    place

  final def wrappedLeaf(s: Shape.Sum): Int =
    if ahead != Key then expected(s"a member with the name of a leaf of ${s.name}")
    val leaf =
      try leafNamed(s)
      catch case e: PickleException.UnknownLeaf => throw e.prepend(PathStep.segment(unknownName))
    in.colon()
    ahead = Fresh
    if leaf == Unknown && s.keeps == KeptLeaf.Fields then keepFields(s, isAlone = false)
    else if leaf == Unknown then
      in.skip()
      endWrapper()
      leafAlone(s, leaf)
    else
      if s.leafShapes(leaf).isInstanceOf[Shape.Singleton] then
        if look() == '{' then
          skipMembers(s.name)
          ahead = Fresh
        else takeNull()
        endWrapper()
      leaf

  final def endWrapper(): Unit = begin('}')

  override def getIdentity(shape: Shape): Int =
    def isWrapped = dialect.families == Families.Wrapper || dialect.eithers != Eithers.Families
    def hasId = in.peek() == '{' && (!scalars.holdsAny(shape, 0) || in.firstName().contains(tags.id.text))
    if ahead == Fresh && kept == null && isWrapped && hasId then { val ignored = look() }
    super.getIdentity(shape)

  override def getObject(shape: Shape.Singleton): Unit =
    if ahead == KeyNext then
      if scalars.getString() != shape.name then refuse(s"\"${shape.name}\"")
    else super.getObject(shape)

  override def beginLeaf(shape: Shape.Sum, leaf: Int): Unit =
    val family = lookOf(shape)
    if scopes != null then scopes.nn.push(aroundLeaf, forms)
    endsAlone = isAlone
    isAlone = false
    asLeaf = kept == null && shape.leafShapes(leaf).hasMembers && !family.isValue(leaf) && !family.isContent(leaf)
    if family.isMember then super.beginLeaf(shape, leaf)

  /** A failed read asks once for each leaf, the innermost first: only that one can be its name alone. (A fallback is in
    * the member of the leaf that it replaces, whose name is gone.)
    */
  override def leafSegment(shape: Shape.Sum, leaf: Int): String =
    val family = Looks.ofFamily(shape, root.dialect)
    val isName = endsAlone
    endsAlone = false
    if isName || leaf == shape.fallback && shape.keeps != KeptLeaf.Nothing then ""
    else if family.isWrapper then PathStep.segment(family.names(leaf))
    else if family.isPair then "[1]"
    else if family.isMember then super.leafSegment(shape, leaf)
    else ""

  /** The leaf that is open is a name alone, which no brace ends. Its class reads no members, and thus no leaves. */
  final var endsAlone = false

  override def endLeaf(shape: Shape.Sum, leaf: Int): Unit =
    val family = lookOf(shape)
    val wasAlone = endsAlone
    endsAlone = false
    if kept != null then kept = null
    else if wasAlone then ()
    else if family.isWrapper then endWrapper()
    else if family.isMember then { if !shape.leafShapes(leaf).hasMembers then endValued(shape.name) }
    else if family.isPair then begin(']')
    if scopes != null then activate(scopes.nn.pop())

  /** The next product is a leaf at a place of its family. */
  final var asLeaf = false

  override def isLeafOpen: Boolean = named != null && named.nn.top != 0

private object DialectLeaves:
  /** The offset of no member. */
  final val NoPlace = -1L
