package brine.graph.decoupled.reading

import scala.collection.mutable
import brine.{PickleException, ReadBudget, Subtype}
import brine.graph.decoupled.image.{
  Head,
  ImageClass,
  ImageClasses,
  ImageType,
  LeafClasses,
  SlotMemory,
  SubtypeClass,
  TypeNote
}
import brine.graph.types.{TypeTable, WrittenTypes}
import brine.run.ResolvedUnpickler
import brine.shape.Shape

/** The classes of a pickle that is read, by the shapes of the reader. Threads that read one pickle share it.
  *
  * @param root   the shape that the value is read by
  * @param budget of the read
  */
private[decoupled] final class ReaderTypes(head: Head, hasMarkWords: Boolean, root: Shape, val budget: ReadBudget):
  private val all = new ImageClasses(head.hasFullNames, hasMarkWords)
  for table <- head.tables do
    if table.kind == TypeTable.Root then all.addTable(table, root, if head.hasFullNames then table.shape else root)
    else all.addTable(table, table.shape, table.shape)

  val first: Int = all.first
  val classes: Array[ImageClass | Null] = all.result

  def of(shape: Shape): ImageType = shape.note match
    case note: TypeNote if note.of eq all => note.known
    case _                                => find(shape)

  private def find(shape: Shape): ImageType =
    val known = like(shape)
    if known == null then throw new PickleException.WrongType(shape.name, "a pickle without it")
    shape.note = new TypeNote(all, known)
    known

  /** The type of this shape, null if the pickle has none. */
  private def like(shape: Shape): ImageType | Null = all.synchronized(all.findLike(shape))

  /** The class of this shape's objects, null if the pickle has none. */
  def ownOf(shape: Shape): ImageClass | Null = like(shape) match
    case null  => null
    case known => known.own

  /** The leaves of a sealed type, null if the pickle does not have it. */
  def leavesOf(shape: Shape): LeafClasses | Null = like(shape) match
    case null  => null
    case known => known.leaves

  /** The number of the class of the object at an address. */
  def numberAt(memory: SlotMemory, address: Int): Int = (memory(address + first - 1) & ObjectHeaders.ClassMask).toInt

  /** True if the pickle has this type; scalars and open types are in every pickle. */
  def has(shape: Shape): Boolean = shape match
    case _: Shape.Scalar | _: Shape.Open                => true
    case s: Shape.Sequence if ImageClasses.isScalars(s) => true
    case _                                              => like(shape) != null

  def known: ImageClasses = all

  def arrayName(c: Int): String | Null = all.arrayName(c)

  /** True for an array of this type whose class is not the one that its place declares. */
  def isArrayOf(c: ImageClass, shape: Shape.Sequence): Boolean =
    arrayName(c.number) != null && (of(c.shape.nn) eq of(shape))

  // ---- open types

  private val resolved = mutable.HashMap.empty[String, Subtype[?]]

  def subtypeOf(c: Int): SubtypeClass | Null = all.subtypeOf(c)

  def isWrapped(subtype: Subtype[?]): Boolean = all.subtypeNamed(subtype.name).nn.isWrapper

  /** The reader's subtype for objects of a written one. `named` finds the reader's subtype of a name. */
  def resolved(written: SubtypeClass, shape: Shape.Open, named: (Shape.Open, String) => Subtype[?]): Subtype[?] =
    def resolveNow[A](own: Subtype[A]): Subtype[?] = resolve(written, own)
    all.synchronized(resolved.getOrElseUpdate(written.name, resolveNow(named(shape, written.name))))

  private def resolve[A](written: SubtypeClass, own: Subtype[A]): Subtype[A] =
    val table = head.tables.find(t => t.kind == TypeTable.Subtype && t.name == written.name).get
    val unpickler = WrittenTypes.resolved(table, own.pickler)
    if unpickler eq own.pickler then
      all.add(own.pickler.shape, if head.hasFullNames then table.shape else own.pickler.shape)
      own
    else
      if head.hasFullNames then all.add(unpickler.shape, table.shape)
      ResolvedUnpickler.of(own, unpickler)
