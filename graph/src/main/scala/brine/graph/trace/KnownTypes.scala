package brine.graph.trace

import java.util.{Collections, IdentityHashMap}
import scala.collection.mutable
import scala.collection.mutable.ArrayBuffer
import brine.shape.{Fingerprint, Shape}

/** A type of a graph, as a format keeps it. */
private[graph] trait KnownType:
  /** The reader's shape, or the writer's. */
  def shape: Shape

  /** The shape with the full names of classes, as far as the graph tells them. */
  def told: Shape

/** The types of a graph, numbered. A type is known by its shape: shapes that were made separately and say the same are one type.
  *
  * Types come in tables: first what the value's type is made of, then what is met on the way and no type tells.
  *
  * @param areClassesTold types are told apart by the full names of classes, too
  */
private[graph] abstract class KnownTypes[T >: Null <: KnownType](areClassesTold: Boolean):
  import KnownTypes.*

  private val all = ArrayBuffer.empty[T]
  private val byKey = mutable.HashMap.empty[Key, List[T]]
  private val byShape = new IdentityHashMap[Shape, T]
  private var lastShape: Shape | Null = null
  private var last: T | Null = null

  /** Some types are told apart by nothing but the full names of classes. */
  var hasSplit: Boolean = false

  /** Whether types of this shape are kept. */
  protected def isKept(shape: Shape): Boolean

  /** A type that is new. */
  protected def made(number: Int, shape: Shape, told: Shape): T

  /** Adds the types of a table, each that is not known. */
  final def add(root: Shape): Unit = add(root, root)

  /** Adds the types of a table as shapes that are put together alike and have other names of classes: `told` has those of the graph. */
  final def add(root: Shape, told: Shape): Unit =
    lastShape = null
    val open = mutable.Queue((root, told))
    val met = Collections.newSetFromMap(new IdentityHashMap[Shape, java.lang.Boolean])
    met.add(root)
    while open.nonEmpty do
      val (shape, named) = open.dequeue()
      if isKept(shape) then { val ignored = byShape.put(shape, typeOf(shape, named)) }
      for (child, told) <- Fingerprint.childrenOf(shape).zip(Fingerprint.childrenOf(named)) do if met.add(child) then open += (child -> told)

  private def typeOf(shape: Shape, told: Shape): T =
    val key = Key(told.name, told.fingerprint)
    val alike = byKey.getOrElse(key, Nil)
    val known = sameIn(alike, told)
    if known != null then known
    else
      val made = this.made(all.length, shape, told)
      all += made
      byKey(key) = alike :+ made
      if alike.nonEmpty then hasSplit = true
      made

  /** Types of one name and one form are the same, unless they are told apart by the full names of their classes. */
  private def sameIn(alike: List[T], shape: Shape): T | Null =
    if alike.isEmpty || !areClassesTold then alike.headOption.orNull
    else alike.find(c => (c.told eq shape) || c.told.classFingerprint == shape.classFingerprint).orNull

  final def size: Int = all.length
  final def iterator: Iterator[T] = all.iterator
  final def apply(number: Int): T = all(number)

  /** The type of a shape, null if it is in no table. */
  final def find(shape: Shape): T | Null =
    if shape eq lastShape then last
    else
      val known = byShape.get(shape)
      val found = if known != null then known else findEqual(shape)
      lastShape = shape
      last = found
      found

  /** A pickler by hand may make its shapes anew each time: these are not remembered without end. */
  private def findEqual(shape: Shape): T | Null =
    val found = sameIn(byKey.getOrElse(Key(shape.name, shape.fingerprint), Nil), shape)
    if found != null then remember(shape, found)
    found

  private def remember(shape: Shape, known: T): Unit = if byShape.size < MostShapes then byShape.put(shape, known)

  /** The same, or that of a class that had another name, if it is clear which one it was. */
  final def findLike(shape: Shape): T | Null =
    val known = find(shape)
    if known != null then known
    else
      val ofName = byKey.getOrElse(Key(shape.name, shape.fingerprint), Nil)
      val alike = if ofName.nonEmpty then ofName else all.toList.filter(_.shape.fingerprint == shape.fingerprint)
      if alike.length != 1 then null
      else
        remember(shape, alike(0))
        lastShape = null
        alike(0)

private[graph] object KnownTypes:
  private final val MostShapes = 100_000

  private final case class Key(name: String, fingerprint: Long)
