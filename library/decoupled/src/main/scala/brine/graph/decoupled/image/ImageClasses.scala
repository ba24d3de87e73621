package brine.graph.decoupled.image

import scala.collection.mutable
import scala.collection.mutable.ArrayBuffer
import brine.PickleException
import brine.graph.types.{KnownType, KnownTypes, TypeTable}
import brine.shape.{Note, ScalarKind, Shape}
import brine.wire.layout.DecoupledLayout

/** A type of an image.
  *
  * @param own    the class of its objects; null for a sealed type
  * @param leaves the classes of the leaves of a sealed type; otherwise null
  */
private[decoupled] final class ImageType(val shape: Shape, val fullShape: Shape, val own: ImageClass | Null)
    extends KnownType:
  var leaves: LeafClasses | Null = null

/** The classes of the leaves of a sealed type.
  *
  * @param wrappers for each leaf the class of its wrapper, or null if the leaf's own class identifies it
  * @param isObject the leaves that are objects
  * @param leafOf   the leaf by the class of its object
  */
private[decoupled] final class LeafClasses(
    val wrappers: Array[ImageClass | Null],
    val own: Array[ImageClass | Null],
    val isObject: Array[Boolean],
    leafOf: Map[Int, Int]
):
  /** The leaf with objects of this class, -1 if there is none. */
  def leaf(c: Int): Int = leafOf.getOrElse(c, -1)

/** The classes of an image, by their numbers and by their shapes: docs/spec/decoupled.md, "Classes".
  *
  * @param hasFullNames whether types with different full names of classes differ
  */
private[decoupled] final class ImageClasses(hasFullNames: Boolean, hasMarkWords: Boolean)
    extends KnownTypes[ImageType](hasFullNames):
  val first: Int = ImageClass.headerSlots(hasMarkWords)
  private val classes = ArrayBuffer.from(ImageClass.builtIn(first))
  private val subtypes = mutable.HashMap.empty[Int, SubtypeClass]
  private val subtypesByName = new java.util.HashMap[String, SubtypeClass]
  private val arrays = mutable.HashMap.empty[Int, String]
  private var numbered = 0

  /** The count of numbers; some of the first have no class. */
  def count: Int = classes.length

  /** The class of this number, or null if there is none. */
  def classOf(number: Long): ImageClass | Null =
    if number >= 0 && number < classes.length then classes(number.toInt) else null

  /** All of them, by their numbers. */
  def result: Array[ImageClass | Null] =
    if classes.length > DecoupledLayout.MOST_CLASSES then
      throw new PickleException.LimitExceeded(
        s"${classes.length} classes of objects exceed ${DecoupledLayout.MOST_CLASSES}, the most of a pickle"
      )
    classes.toArray

  protected def isKept(shape: Shape): Boolean = shape match
    case _: Shape.Product | _: Shape.Sum | _: Shape.Singleton | _: Shape.Optional => true
    case _: Shape.Mapping | _: Shape.Custom                                       => true
    case s: Shape.Sequence                                                        => !ImageClasses.isScalars(s)
    case _                                                                        => false

  protected def made(number: Int, shape: Shape, fullShape: Shape): ImageType =
    val next = classes.length
    val own = shape match
      case p: Shape.Product   => ImageClass.fixed(next, p, p.name, p.fieldShapes.map(SlotKind.of(_)), first)
      case s: Shape.Singleton => ImageClass.fixed(next, s, s.name, Array.emptyIntArray, first)
      case o: Shape.Optional  => ImageClass.fixed(next, o, o.name, Array(SlotKind.of(o.element)), first)
      case s: Shape.Sequence  => ImageClass.elements(next, s, s.name, Array(SlotKind.of(s.element)), first)
      case m: Shape.Mapping =>
        ImageClass.elements(next, m, m.name, Array(SlotKind.of(m.key), SlotKind.of(m.value)), first)
      case c: Shape.Custom => ImageClass.byHand(next, c, first)
      case _               => null
    if own != null then classes += own
    new ImageType(shape, fullShape, own)

  /** Adds a table of the head: numbers its shapes, and then the wrappers of leaves. */
  def addTable(table: TypeTable, shape: Shape, fullShape: Shape): Unit = table.kind match
    case TypeTable.ArrayClass => addArray(table.name, shape)
    case kind =>
      add(shape, fullShape)
      while numbered < size do
        val known = apply(numbered)
        known.shape match
          case s: Shape.Sum => known.leaves = leavesOf(s)
          case _            => ()
        numbered += 1
      if kind == TypeTable.Subtype then addSubtype(table.name, shape)

  private def leavesOf(sum: Shape.Sum): LeafClasses =
    val leafOf = mutable.HashMap.empty[Int, Int]
    val own = new Array[ImageClass | Null](sum.leafShapes.length)
    val wrappers = new Array[ImageClass | Null](sum.leafShapes.length)
    for (leaf, i) <- sum.leafShapes.zipWithIndex do
      val c = ImageClasses.plain(leaf) match
        case null  => null
        case plain => ownOf(plain)
      if c != null && !leafOf.contains(c.number) then
        own(i) = c
        leafOf(c.number) = i
      else
        val wrapper = wrapperOf(leaf, sum.leafNames(i))
        wrappers(i) = wrapper
        leafOf(wrapper.number) = i
    new LeafClasses(wrappers, own, sum.leafShapes.map(_.isInstanceOf[Shape.Singleton]), leafOf.toMap)

  private def wrapperOf(content: Shape, name: String): ImageClass =
    val wrapper = ImageClass.fixed(classes.length, null, name, Array(SlotKind.of(content)), first)
    classes += wrapper
    wrapper

  private def addSubtype(name: String, shape: Shape): Unit =
    val own = ImageClasses.plain(shape) match
      case null  => null
      case plain => ownOf(plain)
    val isWrapper = own == null || subtypes.contains(own.number)
    val made = new SubtypeClass(name, if isWrapper then wrapperOf(shape, name) else own.nn, isWrapper)
    subtypes(made.c.number) = made
    subtypesByName.putIfAbsent(name, made)

  private def addArray(name: String, shape: Shape): Unit = shape match
    case s: Shape.Sequence =>
      val c = ImageClass.elements(classes.length, s, name, Array(SlotKind.of(s.element)), first)
      classes += c
      arrays(c.number) = name
    case other => throw new PickleException.Malformed(s"expected an array, found ${other.name}")

  /** The subtype with objects of this class; null if there is none. */
  def subtypeOf(c: Int): SubtypeClass | Null = subtypes.getOrElse(c, null)

  def subtypeNamed(name: String): SubtypeClass | Null = subtypesByName.get(name)

  /** The name of an array's class where its place declares another; otherwise null. */
  def arrayName(c: Int): String | Null = if arrays.isEmpty then null else arrays.getOrElse(c, null)

  private def ownOf(shape: Shape): ImageClass | Null = find(shape) match
    case null  => null
    case known => known.own

/** The class of the objects of an open type's subtype: its own, or its wrapper. */
private[decoupled] final class SubtypeClass(val name: String, val c: ImageClass, val isWrapper: Boolean)

/** The note of a shape: its type among these classes. */
private[decoupled] final class TypeNote(val of: ImageClasses, val known: ImageType) extends Note

private[decoupled] object ImageClasses:
  /** The classes of a pickle, by the shapes of its writer. */
  def of(head: Head, hasMarkWords: Boolean): ImageClasses =
    val classes = new ImageClasses(head.hasFullNames, hasMarkWords)
    for table <- head.tables do classes.addTable(table, table.shape, table.shape)
    classes

  /** True for an array of scalars, which has a class that every pickle has. */
  def isScalars(s: Shape.Sequence): Boolean = s.kind == "Array" && !s.isTracked && (s.element match
    case scalar: Shape.Scalar => scalar.kind != ScalarKind.String
    case _                    => false
  )

  /** The class of an array of scalars. */
  def arrayOf(kind: ScalarKind): Int = DecoupledLayout.ARRAY + kind.ordinal

  /** The shape itself if each value is one object of one class; otherwise null. */
  private def plain(shape: Shape): Shape | Null = shape match
    case _: Shape.Product | _: Shape.Singleton | _: Shape.Mapping | _: Shape.Custom => shape
    case s: Shape.Sequence => if isScalars(s) || TypeTable.mayHaveClass(s) then null else s
    case _                 => null
