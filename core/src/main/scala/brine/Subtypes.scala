package brine

import brine.plan.OptedIn
import brine.shape.Shape

/** The classes that may stand where an open type is declared, by their names: what a read allows. Nothing that is not listed
  * here is looked up, loaded or made, whatever a pickle says.
  *
  * {{{ given PickleOptions = PickleOptions(subtypes = Subtypes(Subtype[Dog], Subtype[Cat])) }}}
  */
final class Subtypes private (byName: Map[String, Subtype[?]], byClass: Map[Class[?], Subtype[?]], others: Subtypes.Source):
  def +(subtype: Subtype[?]): Subtypes = subtype.leaves.foldLeft(this)(_.added(_, subtype)).added(subtype, subtype)

  /** `goesBy`: what finds the subtype of an object of its class. */
  private def added(subtype: Subtype[?], goesBy: Subtype[?]): Subtypes =
    for known <- byName.get(subtype.name) if known.runtimeClass != subtype.runtimeClass do
      throw new IllegalArgumentException(s"two classes are named ${subtype.name}: ${known.runtimeClass} and ${subtype.runtimeClass}")
    // A family's own name is that of arrays of it only. A class that has subclasses is a leaf of its own family, and has that name.
    val isTaken = subtype.isFamily && byName.get(subtype.name).exists(!_.isFamily)
    new Subtypes(if isTaken then byName else byName.updated(subtype.name, subtype), byClass.updated(subtype.runtimeClass, goesBy), others)

  def ++(others: Iterable[Subtype[?]]): Subtypes = others.foldLeft(this)(_ + _)

  /** The names, sorted. */
  def names: List[String] = (byName.filterNot(_._2.isFamily).keySet ++ others.names).toList.sorted

  private[brine] def isEmpty: Boolean = byName.isEmpty && (others eq Subtypes.NoSource)

  private[brine] def named(name: String): Subtype[?] | Null = byName.getOrElse(name, others.named(name))

  /** The subtype of this name, where `place` is declared.
    *
    * @throws PickleException.UnknownSubtype if it is not listed
    */
  private[brine] def named(place: Shape.Open, name: String): Subtype[?] =
    val known = named(name)
    if known == null || known.isFamily then throw new PickleException.UnknownSubtype(place.name, name, names)
    known

  /** As [[named]], of an array's elements: a family is one class there. */
  private[brine] def ofElements(place: Shape.Open, name: String): Subtype[?] =
    val known = named(name)
    if known == null then throw new PickleException.UnknownSubtype(place.name, name, names)
    known

  /** The subtype that an object is: that of its class, or the leaf of its family. Null if there is none. */
  private[brine] def ofObject(value: AnyRef): Subtype[?] | Null =
    val own = byClass.getOrElse(value.getClass, null)
    val found = if own != null then own else others.ofObject(value)
    if found == null then null else found.of(value)

  /** The subtype of objects of this class, or the family that finds it: [[Subtype.of]]. */
  private[brine] def of(runtimeClass: Class[?]): Subtype[?] | Null = byClass.getOrElse(runtimeClass, others.of(runtimeClass))

  /** The name of a class that is a value itself; null if this source allows no such value. */
  private[brine] def nameOfClass(c: Class[?]): String | Null = others.nameOfClass(c)

  /** As [[nameOfClass]]. */
  private[brine] def classNamed(name: String): Class[?] | Null = others.classNamed(name)

  override def toString: String = names.mkString("Subtypes(", ", ", ")")

object Subtypes:
  val none: Subtypes = from(NoSource)

  /** Subtypes that are found when they are needed, among a set that is known beforehand. */
  private[brine] trait Source:
    def names: Iterable[String]

    /** Null if this source has none. */
    def named(name: String): Subtype[?] | Null
    def of(runtimeClass: Class[?]): Subtype[?] | Null

    /** By its class, unless the source knows its objects by something else. */
    def ofObject(value: AnyRef): Subtype[?] | Null = of(value.getClass)

    /** As [[Subtypes.nameOfClass]]. */
    def nameOfClass(c: Class[?]): String | Null = null

    /** As [[Subtypes.classNamed]]. */
    def classNamed(name: String): Class[?] | Null = null

  private object NoSource extends Source:
    def names: Iterable[String] = Nil
    def named(name: String): Subtype[?] | Null = null
    def of(runtimeClass: Class[?]): Subtype[?] | Null = null

  private[brine] def from(source: Source): Subtypes = new Subtypes(Map.empty, Map.empty, source)

  def apply(all: Subtype[?]*): Subtypes = none ++ all

  /** Where [[indexed]] looks. */
  val IndexFile = "META-INF/brine/subtypes"

  /** The classes listed in all files [[IndexFile]] of a class path: one full name a line, `#` begins a comment. A build writes
    * such a file, as it does for `java.util.ServiceLoader`; each class listed must have a pickler that its author derived.
    *
    * @throws IllegalArgumentException for a class that is not there, or has none
    */
  def indexed(loader: ClassLoader): Subtypes =
    none ++ OptedIn.indexed(IndexFile, loader).distinct.map(name => listed(name, loader))

  private def listed(name: String, loader: ClassLoader): Subtype[?] =
    val found =
      try OptedIn.own(OptedIn.load(name, loader))
      catch case e: ClassNotFoundException => throw new IllegalArgumentException(s"$IndexFile lists $name, and the class path lacks it", e)
    if found == null then
      throw new IllegalArgumentException(s"$IndexFile lists $name, which has no pickler of its own: add `derives Pickler` to it")
    found
