package brine

import brine.shape.Shape

/** The classes that may occur where an open type is declared, by their names. Reads allow no others. Brine never
  * looks up, loads or creates a class that is not listed here, whatever a pickle contains.
  *
  * {{{ given PickleOptions = PickleOptions(subtypes = Subtypes(Subtype[Dog], Subtype[Cat])) }}}
  */
final class Subtypes private (
    byName: Map[String, Subtype[?]],
    byClass: Map[Class[?], Subtype[?]],
    others: Subtypes.Source,
    numbering: Subtypes.Numbering | Null = null
):
  def +(subtype: Subtype[?]): Subtypes = subtype.leaves.foldLeft(this)(_.added(_, subtype)).added(subtype, subtype)

  /** Adds a subtype. `goesBy` finds the subtype of an object of its class. */
  private def added(subtype: Subtype[?], goesBy: Subtype[?]): Subtypes =
    for known <- byName.get(subtype.name) if known.runtimeClass != subtype.runtimeClass do
      throw new IllegalArgumentException(
        s"two classes are named ${subtype.name}: ${known.runtimeClass} and ${subtype.runtimeClass}"
      )
    // A family's own name is used for arrays of it only. A class that has subclasses is a leaf of the family that it
    // defines, and has the family's name.
    val isTaken = subtype.isFamily && byName.get(subtype.name).exists(!_.isFamily)
    new Subtypes(
      if isTaken then byName else byName.updated(subtype.name, subtype),
      byClass.updated(subtype.runtimeClass, goesBy),
      others,
      numbering
    )

  def ++(others: Iterable[Subtype[?]]): Subtypes = others.foldLeft(this)(_ + _)

  /** The names, sorted. */
  def names: List[String] = (byName.filterNot(_._2.isFamily).keySet ++ others.names).toList.sorted

  /** The subtype of this name, or null if there is none. */
  def named(name: String): Subtype[?] | Null = byName.getOrElse(name, others.named(name))

  /** The subtype of objects of this class, or null if there is none. The subtype of a sealed type or an enum allows
    * all its leaves.
    */
  def of(runtimeClass: Class[?]): Subtype[?] | Null = byClass.getOrElse(runtimeClass, others.of(runtimeClass))

  /** Returns these subtypes with numbers. The binary format then writes a number of one or two bytes instead of a
    * name and a fingerprint (docs/spec/binary.md, "Numbered subtypes"). Nothing in the bytes identifies the
    * numbering: writer and reader must have the same one, with the same picklers. Keep the result: it caches its
    * lookups.
    */
  def numberedBy(numbering: Subtypes.Numbering): Subtypes = new Subtypes(byName, byClass, others, numbering)

  /** Returns these subtypes, with the numbers 0, 1, 2, … for those of `names`, in this order. The others are written
    * by name.
    */
  def numberedBy(names: Seq[String]): Subtypes = numberedBy(new Subtypes.Listed(this, names.toVector))

  /** Returns these subtypes without numbers: all are written by name. */
  def unnumbered: Subtypes = if numbering == null then this else new Subtypes(byName, byClass, others)

  /** Returns true if the subtypes have numbers. */
  def isNumbered: Boolean = numbering != null

  /** The binary format's table of numbered subtypes; null if they have no numbers. */
  private[brine] val openClasses: NumberedSubtypes | Null =
    if numbering == null then null else new NumberedSubtypes(this, numbering)

  private[brine] def isEmpty: Boolean = byName.isEmpty && (others eq Subtypes.NoSource)

  /** The subtype of this name, where `place` is declared.
    *
    * @throws PickleException.UnknownSubtype if it is not listed
    */
  private[brine] def named(place: Shape.Open, name: String): Subtype[?] =
    val known = named(name)
    if known == null || known.isFamily then throw unknown(place, name)
    known

  /** Does as [[named]] for an array's elements: a family is one class there. */
  private[brine] def ofElements(place: Shape.Open, name: String): Subtype[?] =
    val known = named(name)
    if known == null then throw unknown(place, name)
    known

  private def unknown(place: Shape.Open, name: String): PickleException =
    PickleException.UnknownSubtype.at(place.name, name, names, others.cure)

  /** Returns the subtype of an object: that of its class, or the leaf of its family. Null if there is none. */
  private[brine] def ofObject(value: AnyRef): Subtype[?] | Null =
    val own = byClass.getOrElse(value.getClass, null)
    val found = if own != null then own else others.ofObject(value)
    if found == null then null else found.of(value)

  /** Returns the name of a class that is a value itself; null if this source does not allow the class as a value. */
  private[brine] def nameOfClass(c: Class[?]): String | Null = others.nameOfClass(c)

  /** Returns the class of this name, as [[nameOfClass]] gives names. */
  private[brine] def classNamed(name: String): Class[?] | Null = others.classNamed(name)

  override def toString: String = names.mkString("Subtypes(", ", ", ")")

object Subtypes:
  val none: Subtypes = from(NoSource)

  /** Finds subtypes when an object or a pickle needs them. Writes and reads of all threads call it for each object,
    * so it caches its results.
    *
    * A pickle chooses the names that are passed to [[named]]. It must look them up among the subtypes that it allows,
    * and must not load a class only because a pickle names it. An exception that it throws ends the write or the
    * read.
    */
  trait Source:
    /** The subtype of this name, or null if this source does not allow it. */
    def named(name: String): Subtype[?] | Null

    /** The subtype of objects of exactly this class, or null if this source does not allow it. */
    def of(runtimeClass: Class[?]): Subtype[?] | Null

    /** The names that are known now, for error messages. */
    def names: Iterable[String] = Nil

    /** The cure in the error for a name that this source does not allow; null for the usual one. */
    private[brine] def cure: String | Null = null

    /** Returns the subtype of an object. Uses its class, unless the source distinguishes objects by other properties.
      */
    private[brine] def ofObject(value: AnyRef): Subtype[?] | Null = of(value.getClass)

    /** Returns the name of a class: see [[Subtypes.nameOfClass]]. */
    private[brine] def nameOfClass(c: Class[?]): String | Null = null

    /** Returns the class of a name: see [[Subtypes.classNamed]]. */
    private[brine] def classNamed(name: String): Class[?] | Null = null

  /** Numbers subtypes for [[Subtypes.numberedBy]]. Writes and reads of all threads call it. [[Subtypes]] caches its
    * answers: a number once assigned, and the subtype of a number, never change.
    */
  trait Numbering:
    /** Returns the number of this subtype, from 0 to [[MaxNumber]], or -1 if it is written by name. After -1 it is
      * called again for each object of the subtype that is written, so a subtype can get its number later.
      */
    def numberOf(subtype: Subtype[?]): Int

    /** Returns the subtype of this number, or null if there is none. A pickle chooses the number, so this method must
      * only look it up among subtypes that it allows.
      */
    def numbered(number: Int): Subtype[?] | Null

  /** The largest number that a subtype can have. */
  final val MaxNumber = (1 << 30) - 1

  private object NoSource extends Source:
    def named(name: String): Subtype[?] | Null = null
    def of(runtimeClass: Class[?]): Subtype[?] | Null = null

  /** Returns the subtypes of a source, to which others can be added. Keep the result: it caches the source's answers.
    */
  def from(source: Source): Subtypes = new Subtypes(Map.empty, Map.empty, source)

  /** Numbers the subtypes of these names in their order. */
  private final class Listed(subtypes: Subtypes, list: Vector[String]) extends Numbering:
    private val numbers: Map[String, Int] = list.zipWithIndex.toMap
    if numbers.size < list.length then
      throw new IllegalArgumentException(s"a name has two numbers: ${list.diff(list.distinct).distinct.mkString(", ")}")
    def numberOf(subtype: Subtype[?]): Int = numbers.getOrElse(subtype.name, -1)
    def numbered(number: Int): Subtype[?] | Null =
      if number >= 0 && number < list.length then subtypes.named(list(number)) else null

  def apply(all: Subtype[?]*): Subtypes = none ++ all

  /** The resource that [[indexed]] reads. */
  val IndexFile = "META-INF/brine/subtypes"

  /** The classes listed in all files [[IndexFile]] of a class path: one full name a line, `#` begins a comment. A build
    * writes such a file, as it does for `java.util.ServiceLoader`; each class listed must have a pickler that its
    * author derived.
    *
    * @throws IllegalArgumentException for a class that is not there, or has none
    */
  def indexed(loader: ClassLoader): Subtypes =
    none ++ CompanionPicklers.indexed(IndexFile, loader).distinct.map(name => listed(name, loader))

  private def listed(name: String, loader: ClassLoader): Subtype[?] =
    val found =
      try CompanionPicklers.own(CompanionPicklers.load(name, loader))
      catch
        case e: ClassNotFoundException =>
          throw new IllegalArgumentException(s"$IndexFile lists $name, and the class path lacks it", e)
    if found == null then
      throw new IllegalArgumentException(
        s"$IndexFile lists $name, which does not derive a pickler: add `derives Pickler` to it"
      )
    found
