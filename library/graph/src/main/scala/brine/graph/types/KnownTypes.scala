package brine.graph.types

import java.util.{Collections, IdentityHashMap}
import scala.collection.mutable
import scala.collection.mutable.ArrayBuffer
import brine.shape.{Fingerprint, Shape}

/** A type of a graph, as a format keeps it. */
private[graph] trait KnownType:
  /** The reader's shape, or the writer's. */
  def shape: Shape

  /** The shape with the full names of classes, as far as the graph tells them. */
  def fullShape: Shape

/** The numbered types of a graph. A type is known by its shape: equal shapes are one type, though they were made
  * separately.
  *
  * Types come in tables: first the types of which the value's type is made, then the types that no declaration names.
  *
  * @param hasFullNames whether types with different full names of classes differ
  */
private[graph] abstract class KnownTypes[T >: Null <: KnownType](hasFullNames: Boolean):
  import KnownTypes.*

  private val all = ArrayBuffer.empty[T]
  private val byKey = new java.util.HashMap[Key, Alike[T]]
  private val byShape = new IdentityHashMap[Shape, T]

  // The shapes of the last lookups, and their types: the objects of a graph are mostly of a few types in turn.
  private val recentShapes = new Array[Shape](Recent)
  private val recentTypes = new Array[AnyRef](Recent)
  private var oldest = 0

  /** True if some types differ in the full names of classes alone. */
  var hasSplit: Boolean = false

  /** True for a shape whose types are kept. */
  protected def isKept(shape: Shape): Boolean

  /** Makes a new type. */
  protected def made(number: Int, shape: Shape, fullShape: Shape): T

  /** Adds the types of a table that are not known. */
  final def add(root: Shape): Unit = add(root, root)

  /** Adds the types of a table by the shape here and by `fullShape`, which has the graph's full names of classes. */
  final def add(root: Shape, fullShape: Shape): Unit =
    forgetRecent()
    val open = mutable.Queue((root, fullShape))
    val met = Collections.newSetFromMap(new IdentityHashMap[Shape, java.lang.Boolean])
    met.add(root)
    while open.nonEmpty do
      val (shape, named) = open.dequeue()
      if isKept(shape) then { val ignored = byShape.put(shape, typeOf(shape, named)) }
      for (child, fullShape) <- Fingerprint.childrenOf(shape).zip(Fingerprint.childrenOf(named)) do
        if met.add(child) then open += (child -> fullShape)

  private def typeOf(shape: Shape, fullShape: Shape): T =
    val key = Key(fullShape.name, fullShape.fingerprint)
    val alike = byKey.get(key)
    val known = sameIn(alike, fullShape)
    if known != null then known
    else
      val made = this.made(all.length, shape, fullShape)
      all += made
      if alike == null then byKey.put(key, new Alike(made))
      else
        alike.add(made)
        hasSplit = true
      made

  /** The type of this name and form, and of these full names of classes if they count. */
  private def sameIn(alike: Alike[T] | Null, shape: Shape): T | Null =
    if alike == null then null else if hasFullNames then alike.of(shape) else alike.first

  final def size: Int = all.length
  final def iterator: Iterator[T] = all.iterator
  final def apply(number: Int): T = all(number)

  /** The type of a shape, null if no table has it. */
  final def find(shape: Shape): T | Null =
    var i = 0
    while i < Recent do
      if recentShapes(i) eq shape then return recentTypes(i).asInstanceOf[T]
      i += 1
    val known = byShape.get(shape)
    val found = if known != null then known else findEqual(shape)
    recentShapes(oldest) = shape
    recentTypes(oldest) = found
    oldest = (oldest + 1) % Recent
    found

  private def forgetRecent(): Unit = java.util.Arrays.fill(recentShapes.asInstanceOf[Array[AnyRef]], null)

  /** A pickler by hand may make new shapes each time: the number of remembered shapes is limited. */
  private def findEqual(shape: Shape): T | Null =
    val found = sameIn(byKey.get(Key(shape.name, shape.fingerprint)), shape)
    if found != null then remember(shape, found)
    found

  private def remember(shape: Shape, known: T): Unit = if byShape.size < MostShapes then byShape.put(shape, known)

  /** The type of a shape, or the only type of the same form, whose class then had another name. */
  final def findLike(shape: Shape): T | Null =
    val known = find(shape)
    if known != null then known
    else
      val ofName = byKey.get(Key(shape.name, shape.fingerprint))
      val only = if ofName != null then ofName.only else onlyOfForm(shape)
      if only != null then
        remember(shape, only)
        forgetRecent()
      only

  private def onlyOfForm(shape: Shape): T | Null =
    val alike = all.iterator.filter(_.shape.fingerprint == shape.fingerprint).take(2).toList
    if alike.length == 1 then alike.head else null

private[graph] object KnownTypes:
  private final val MostShapes = 100_000

  /** The number of lookups that are remembered. */
  private final val Recent = 4

  /** Comparable, so that Java's hash tables search keys of one hash code in an order: names may be chosen to collide.
    */
  private final case class Key(name: String, fingerprint: Long) extends Comparable[Key]:
    def compareTo(other: Key): Int =
      val byName = name.compareTo(other.name)
      if byName != 0 then byName else java.lang.Long.compare(fingerprint, other.fingerprint)

  /** The types of one name and form; they differ in the full names of classes. */
  private final class Alike[T >: Null <: KnownType](val first: T):
    private var byClasses: java.util.HashMap[java.lang.Long, T] | Null = null

    def add(other: T): Unit =
      if byClasses == null then
        byClasses = new java.util.HashMap
        byClasses.nn.put(first.fullShape.classFingerprint, first)
      byClasses.nn.put(other.fullShape.classFingerprint, other)

    /** The only type of them, null if there are several. */
    def only: T | Null = if byClasses == null then first else null

    /** The type with these full names of classes. */
    def of(shape: Shape): T | Null =
      if byClasses != null then byClasses.nn.get(shape.classFingerprint)
      else if (first.fullShape eq shape) || first.fullShape.classFingerprint == shape.classFingerprint then first
      else null
