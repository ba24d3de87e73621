package brine.accel.model

import scala.collection.mutable

/** The host's own serializer, for requests that the accelerator gives back. It walks the same heap with a hash table,
  * and neither reads nor writes the objects' extension words (section V-E, "Supports for Shared Objects").
  *
  * @param read   reads words of memory: an address and a count
  * @param shapes each class by its klass pointer
  */
final class SoftwareSerializer(read: (Long, Int) => Array[Long], shapes: Map[Long, GraphClass]) {
  def serialize(root: Long, keepMarks: Boolean = false): DecoupledArrays = {
    val indexes = mutable.HashMap.empty[Long, Int]
    val waiting = mutable.Queue.empty[Long]
    val objects = mutable.ArrayBuffer.empty[GraphObject]
    val classes = shapes.values.toVector
    def index(address: Long): Long =
      if (address == 0) -1
      else indexes.getOrElseUpdate(address, { waiting += address; indexes.size }).toLong
    index(root)
    while (waiting.nonEmpty) {
      val address = waiting.dequeue()
      val Array(_, klass, _) = read(address, Heap.headerWords)
      val graphClass =
        shapes.getOrElse(klass, throw new NoSuchElementException(s"no class has the klass pointer $klass"))
      objects += objectAt(address, graphClass, classes.indexOf(graphClass), index)
    }
    Decoupled.serialize(new ObjectGraph(classes, objects.toIndexedSeq, 0), keepMarks)
  }

  private def objectAt(address: Long, graphClass: GraphClass, classIndex: Int, index: Long => Long): GraphObject = {
    val at = address + 8 * Heap.headerWords
    val length = graphClass.shape match {
      case ClassShape.Plain(_) => 0L
      case _                   => read(at, 1).head
    }
    val (from, slots) = graphClass.shape match {
      case ClassShape.Plain(references)    => (at, references.size)
      case ClassShape.Elements(references) => (at + 8, length.toInt * references.size)
      case ClassShape.Packed(bytes)        => (at + 8, (length.toInt * bytes + 7) / 8)
      case ClassShape.ByHand               => (at + 8, length.toInt + (length >>> 32).toInt)
    }
    val o = new GraphObject(classIndex, length, read(from, slots))
    val graph = new ObjectGraph(Vector(graphClass), Vector(new GraphObject(0, length, o.content)), 0)
    for (i <- 0 until slots) if (graph.isReference(graph.objects.head, i)) o.content(i) = index(o.content(i))
    val spare = graph.spareBytes(graph.objects.head)
    if (spare > 0) o.content(slots - 1) &= -1L >>> 8 * spare
    o
  }
}
