package brine.accel.model

/** The parts of a class's objects, behind their header (docs/spec/decoupled.md, "Objects"). */
sealed trait ClassShape

object ClassShape {

  /** Fields; of each, whether it is a reference. */
  final case class Plain(references: Seq[Boolean]) extends ClassShape

  /** A length, then the slots of each element; of each slot, whether it is a reference. */
  final case class Elements(references: Seq[Boolean]) extends ClassShape

  /** A length, then numbers of 1, 2, 4 or 8 bytes, eight bytes to a slot. */
  final case class Packed(elementBytes: Int) extends ClassShape

  /** The counts of values and references, then the values, then the references. */
  case object ByHand extends ClassShape
}

/** A class and its number in pickles. */
final case class GraphClass(number: Int, shape: ClassShape)

/** An object of a graph.
  *
  * @param classIndex its class's place in the graph's list of classes
  * @param length     the slot behind the header, except of a plain object
  * @param content    the slots behind it. A reference is the index of the object in the graph, or -1 for null
  */
final class GraphObject(val classIndex: Int, val length: Long, val content: Array[Long])

/** A graph of objects as data. The root is the index of an object, or -1 for null. */
final class ObjectGraph(val classes: IndexedSeq[GraphClass], val objects: IndexedSeq[GraphObject], val root: Int) {
  def shape(o: GraphObject): ClassShape = classes(o.classIndex).shape

  /** True if a slot of an object's content is a reference. */
  def isReference(o: GraphObject, position: Int): Boolean = shape(o) match {
    case ClassShape.Plain(references)    => references(position)
    case ClassShape.Elements(references) => references(position % references.size)
    case ClassShape.Packed(_)            => false
    case ClassShape.ByHand               => position >= (o.length & 0xffffffffL)
  }

  def hasLength(o: GraphObject): Boolean = !shape(o).isInstanceOf[ClassShape.Plain]

  /** Bytes behind the last packed number that share its slot, and are zero in pickles. */
  def spareBytes(o: GraphObject): Int = shape(o) match {
    case ClassShape.Packed(bytes) => (8 * o.content.length - o.length * bytes).toInt
    case _                        => 0
  }
}

/** Builds a graph, object by object; each method gives the object's index. */
final class GraphBuilder(classes: IndexedSeq[GraphClass]) {
  private val objects = scala.collection.mutable.ArrayBuffer.empty[GraphObject]

  def size: Int = objects.size

  def plain(classIndex: Int, fields: Long*): Int = add(new GraphObject(classIndex, 0, fields.toArray))

  def elements(classIndex: Int, length: Int, slots: Array[Long]): Int = add(new GraphObject(classIndex, length, slots))

  def packed(classIndex: Int, bytes: Array[Byte]): Int = {
    val ClassShape.Packed(elementBytes) = classes(classIndex).shape
    require(bytes.length % elementBytes == 0, "whole elements")
    val words = Array.tabulate((bytes.length + 7) / 8) { i =>
      (0 until 8).map(k => 8 * i + k).filter(_ < bytes.length).foldLeft(0L) { (word, at) =>
        word | (bytes(at) & 0xffL) << 8 * (at % 8)
      }
    }
    add(new GraphObject(classIndex, bytes.length / elementBytes, words))
  }

  def byHand(classIndex: Int, values: Array[Long], references: Array[Long]): Int =
    add(new GraphObject(classIndex, values.length | references.length.toLong << 32, values ++ references))

  /** Changes a slot of an object that is there already, for cycles. */
  def set(index: Int, position: Int, value: Long): Unit = objects(index).content(position) = value

  def result(root: Int): ObjectGraph = new ObjectGraph(classes, objects.toIndexedSeq, root)

  private def add(o: GraphObject): Int = {
    objects += o
    objects.size - 1
  }
}
