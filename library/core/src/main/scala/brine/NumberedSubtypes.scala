package brine

/** A class as a write names it at a numbered place of an open type.
  *
  * @param number -1 if the class is written by name
  */
private[brine] final class NumberedSubtype(val subtype: Subtype[?], val number: Int)

/** Finds subtypes with numbers: by the class of an object, and by a number. Each object of an open type needs it once.
  * For any number of threads.
  *
  * Tables are replaced as a whole, so that a lookup needs no lock. Cost of a lookup: a load and a comparison, if no two
  * classes collide; see docs/adr/0044.
  */
private[brine] final class NumberedSubtypes(subtypes: Subtypes, numbering: Subtypes.Numbering):
  import NumberedSubtypes.*

  /** Classes, each followed by its entry: a [[NumberedSubtype]] or a [[LeafClasses]]. Open addressing, at most half
    * full.
    */
  @volatile private var byClass = new Array[AnyRef](2 * FirstSlots)
  private var count = 0

  @volatile private var byNumber = new Array[Subtype[?]](FirstSlots)

  /** Returns the subtype of this object's class, or null if it is not a subtype. */
  def of(value: AnyRef): NumberedSubtype | Null =
    val c = value.getClass
    val table = byClass
    var i = slotOf(c, table)
    while (table(i) ne c) && (table(i) ne null) do i = i + 2 & table.length - 1
    if table(i) eq null then find(c, value)
    else
      table(i + 1) match
        case known: NumberedSubtype if known.number >= 0 => known
        case other                                       => current(c, other, value)

  /** Returns whether all objects of a class have the number that was found for one of them. */
  def isOfAll(c: Class[?], found: NumberedSubtype | Null): Boolean =
    val table = byClass
    found != null && found.number >= 0 && (table(place(c, table) + 1) eq found)

  /** The subtype of this number.
    *
    * @throws brine.PickleException.UnknownSubtype if there is none
    */
  def numbered(number: Int): Subtype[?] =
    val known = byNumber
    val subtype = if number < known.length then known(number) else null
    if subtype != null then subtype else findNumber(number)

  private def find(c: Class[?], value: AnyRef): NumberedSubtype | Null =
    val subtype = subtypes.of(c)
    if subtype == null then null
    else if subtype.isFamily then
      val leaves = new LeafClasses(subtype)
      keep(c, leaves)
      leafOf(leaves, value)
    else
      val own = numberedClass(subtype, null)
      keep(c, own)
      own

  /** Resolves a family to the leaf, and reads the numbering again for a number that it did not give before. */
  private def current(c: Class[?], known: AnyRef, value: AnyRef): NumberedSubtype | Null = known match
    case leaves: LeafClasses => leafOf(leaves, value)
    case own: NumberedSubtype =>
      val now = numberedClass(own.subtype, own)
      if now ne own then keep(c, now)
      now
    case other => throw new IllegalStateException(other.toString)

  private def leafOf(family: LeafClasses, value: AnyRef): NumberedSubtype | Null =
    val leaf = family.subtype.of(value)
    if leaf == null then null
    else
      val number = family.subtype.leaves.indexOf(leaf)
      val known = family.known(number)
      val now = numberedClass(leaf, known)
      family.known(number) = now
      now

  private def numberedClass(subtype: Subtype[?], known: NumberedSubtype | Null): NumberedSubtype =
    if known != null && known.number >= 0 then known
    else
      val number = numbering.numberOf(subtype)
      if number > Subtypes.MaxNumber then
        throw new IllegalArgumentException(s"the number of ${subtype.name} is $number, above ${Subtypes.MaxNumber}")
      if known != null && number < 0 then known else new NumberedSubtype(subtype, math.max(number, -1))

  private def keep(c: Class[?], found: AnyRef): Unit = synchronized {
    val old = byClass
    val isNew = old(place(c, old)) eq null
    val slots = old.length / 2
    val table = if isNew && 2 * count >= slots then enlarged(old) else old.clone
    val i = place(c, table)
    table(i) = c
    table(i + 1) = found
    if isNew then count += 1
    byClass = table
  }

  private def enlarged(old: Array[AnyRef]): Array[AnyRef] =
    val table = new Array[AnyRef](2 * old.length)
    for at <- old.indices by 2 if old(at) != null do
      val i = place(old(at).asInstanceOf[Class[?]], table)
      table(i) = old(at)
      table(i + 1) = old(at + 1)
    table

  private def findNumber(number: Int): Subtype[?] =
    val subtype = numbering.numbered(number)
    if subtype == null || subtype.isFamily then throw PickleException.UnknownSubtype.ofNumber(number)
    if number < MostKept then keepNumber(number, subtype)
    subtype

  private def keepNumber(number: Int, subtype: Subtype[?]): Unit = synchronized {
    val old = byNumber
    val length = math.max(old.length, Integer.highestOneBit(number) * 2)
    val longer = java.util.Arrays.copyOf(old, length)
    longer(number) = subtype
    byNumber = longer
  }

private object NumberedSubtypes:
  private final val FirstSlots = 64

  /** Subtypes of larger numbers are looked up each time, since a pickle chooses the numbers and tables grow with
    * them.
    */
  private final val MostKept = 1 << 16

  /** A sealed type or an enum, whose objects are written as their leaves. */
  private final class LeafClasses(val subtype: Subtype[?]):
    val known: Array[NumberedSubtype | Null] = new Array[NumberedSubtype | Null](subtype.leaves.length)

  /** Returns the slot at which the search for a class begins. */
  private inline def slotOf(c: Class[?], table: Array[AnyRef]): Int =
    val hash = c.hashCode
    ((hash ^ hash >>> 12) << 1) & table.length - 1

  /** Returns the slot of a class, or the slot where it belongs. */
  private def place(c: Class[?], table: Array[AnyRef]): Int =
    var i = slotOf(c, table)
    while (table(i) ne c) && (table(i) ne null) do i = i + 2 & table.length - 1
    i
