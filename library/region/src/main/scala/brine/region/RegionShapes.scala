package brine.region

import scala.collection.mutable
import brine.{PickleException, Pickler, Unpickler, internal}
import brine.region.layout.StaticLayout
import brine.shape.{Fingerprint, Shape}

/** The shapes of the values in one region. Code that reads a view compares the shape of its own pickler with them: a
  * type may have another given where it is read than where the region was made. A region has one shape for each type.
  *
  * The comparison runs once for each place in the code and each region. It does not run where the layouts of both sides
  * follow from classes alone, since then they are equal ([[isPlain]]). Not for users.
  */
@internal
abstract class RegionShapes private[region] (first: StaticLayout):
  private var layouts = List(first)
  @volatile private var plain = first.isPlain

  /** The codes of the places whose shapes were compared, each at an index that it determines. */
  private var known: Array[Long] | Null = null

  /** The pickler that was compared last. */
  private var lastRead: Unpickler[?] | Null = null

  /** True if bytes of another process were appended: they do not name their types. */
  private var hasUnnamed = false

  /** The shapes by the full names of their types, and those of all parts by their fingerprints; null until they are
    * needed.
    */
  private var byName: mutable.HashMap[String, Shape] | Null = null
  private var byFingerprint: mutable.HashMap[Long, Shape] | Null = null

  // Called by the code of views, which `EmitViews` emits.

  /** True if all layouts follow from the classes of the values. */
  final def isPlain: Boolean = plain

  /** True if the place in the code with this number was compared. */
  final def isKnown(place: Long): Boolean =
    val all = known
    all != null && all(RegionShapes.indexOf(place)) == place

  /** Compares types as the code at a place reads them with those of this region.
    *
    * @param texts the types, as `StaticLayout` reads them
    * @throws PickleException.IncompatibleShape if they differ
    */
  final def check(place: Long, texts: Array[String], picklers: Array[Pickler[?]], classes: Array[Class[?]]): Unit =
    synchronized {
      for i <- texts.indices do
        val layout = new StaticLayout(texts(i))
        val shape = ViewLoads.ofClass(picklers(i).shape, classes(i))
        for difference <- Option(layout.mismatch(shape)) do
          throw RegionShapes.incompatible(shape, shape, s"the given of a part is another one here: $difference")
        compare(layout.typeName(0), shape)
      if known == null then known = new Array[Long](1 << RegionShapes.KnownBits)
      known.nn(RegionShapes.indexOf(place)) = place
    }

  // Called by regions.

  /** Compares a pickler that reads a view with the shapes of this region.
    *
    * @throws PickleException.IncompatibleShape if no value in this region has its shape
    */
  private[region] final def checkRead(unpickler: Unpickler[?]): Unit =
    if unpickler ne lastRead then
      synchronized(compare("", unpickler.shape))
      lastRead = unpickler

  /** Adds the types of a value that is appended.
    *
    * @throws PickleException.IncompatibleShape if one of them has another shape here
    */
  private[region] final def add(layout: StaticLayout): Unit =
    if !layouts.exists(_ eq layout) then
      synchronized {
        val names = named
        for i <- 0 until layout.size; shape <- Option(layout.shape(i)) do compareNamed(names, layout.typeName(i), shape)
        layouts = layout :: layouts
        byFingerprint = null
        byName = null
        plain = plain && layout.isPlain
      }

  /** Compares the types of a value in this region with those of `layout`, which reads it as a root. */
  private[region] final def checkRoot(layout: StaticLayout): Unit =
    if !layouts.exists(_ eq layout) then
      synchronized {
        for i <- 0 until layout.size; shape <- Option(layout.shape(i)) do compare(layout.typeName(i), shape)
      }

  private[region] final def addUnnamed(): Unit = synchronized { hasUnnamed = true }

  private def named: mutable.HashMap[String, Shape] =
    if byName == null then
      val names = new mutable.HashMap[String, Shape]
      for layout <- layouts; i <- 0 until layout.size if layout.shape(i) != null && !layout.typeName(i).isEmpty do
        names(layout.typeName(i)) = layout.shape(i)
      byName = names
    byName.nn

  private def parts: mutable.HashMap[Long, Shape] =
    if byFingerprint == null then
      val all = new mutable.HashMap[Long, Shape]
      val roots = layouts.flatMap(layout => (0 until layout.size).map(layout.shape).filter(_ != null))
      for root <- roots; part <- Fingerprint.reachable(root).toArray(Array.empty[Shape]) do all(part.fingerprint) = part
      byFingerprint = all
    byFingerprint.nn

  private def compareNamed(names: mutable.HashMap[String, Shape], name: String, shape: Shape): Boolean =
    val there = if name.isEmpty then None else names.get(name)
    for other <- there do
      if other.fingerprint != shape.fingerprint then
        throw RegionShapes.incompatible(other, shape, RegionShapes.difference(other, shape))
    there.isDefined

  private def compare(name: String, shape: Shape): Unit =
    def isThere = shape.isInstanceOf[Shape.Scalar] || parts.contains(shape.fingerprint) || isWider(shape)
    if !compareNamed(named, name, shape) && !isThere then
      if !hasUnnamed then
        val root = layouts.last.shape(0)
        throw RegionShapes.incompatible(root, shape, s"no value in this region has the shape ${shape.describe}")
      else if !name.isEmpty then named(name) = shape

  /** True if the shape is that of a more general collection, such as a `Seq`, and the elements' shapes are in this
    * region.
    */
  private def isWider(shape: Shape): Boolean = shape match
    case s: Shape.Sequence => parts.values.exists {
        case t: Shape.Sequence => t.element.fingerprint == s.element.fingerprint
        case _                 => false
      }
    case m: Shape.Mapping => parts.values.exists {
        case t: Shape.Mapping =>
          t.key.fingerprint == m.key.fingerprint && t.value.fingerprint == m.value.fingerprint
        case _ => false
      }
    case _ => false

private[region] object RegionShapes:
  private final val KnownBits = 6

  private def indexOf(place: Long): Int = (place >>> (64 - KnownBits)).toInt

  private def incompatible(there: Shape, here: Shape, reason: String): PickleException =
    new PickleException.IncompatibleShape(
      Seq(s"$reason. A region is read in place: read it by the givens that made it"),
      there.describe,
      here.describe
    )

  /** Describes the first part in which two shapes differ, with its path. */
  private def difference(there: Shape, here: Shape): String =
    val met = new mutable.HashSet[(Long, Long)]
    def first(there: Shape, here: Shape, path: String): Option[String] =
      if there.fingerprint == here.fingerprint || !met.add((there.fingerprint, here.fingerprint)) then None
      else
        (there, here) match
          case (t: Shape.Product, h: Shape.Product) if t.fieldNames.sameElements(h.fieldNames) =>
            t.fieldNames.indices.iterator.flatMap(i =>
              first(t.fieldShapes(i), h.fieldShapes(i), s"$path.${t.fieldNames(i)}")
            ).nextOption()
          case (t: Shape.Sum, h: Shape.Sum) if t.leafNames.sameElements(h.leafNames) =>
            t.leafNames.indices.iterator.flatMap(i =>
              first(t.leafShapes(i), h.leafShapes(i), s"$path<${t.leafNames(i)}>")
            ).nextOption()
          case (t: Shape.Optional, h: Shape.Optional)                     => first(t.element, h.element, s"$path.get")
          case (t: Shape.Sequence, h: Shape.Sequence) if t.kind == h.kind => first(t.element, h.element, s"$path[…]")
          case (t: Shape.Mapping, h: Shape.Mapping) if t.kind == h.kind =>
            first(t.key, h.key, s"$path.keys[…]").orElse(first(t.value, h.value, s"$path.values[…]"))
          case _ => Some(s"at $path the region has ${kind(there)}, and the given here expects ${kind(here)}")
    first(there, here, "$").getOrElse("the shapes differ")

  private def kind(shape: Shape): String = shape match
    case m: Shape.Mapped => s"a value mapped to ${m.inner.describe}"
    case c: Shape.Custom => s"${c.name} by a pickler written by hand, version ${c.version}"
    case other           => other.describe
