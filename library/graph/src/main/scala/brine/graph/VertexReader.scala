package brine.graph

import brine.{PickleOptions, Unpickler}
import brine.graph.clustered.columns.Member
import brine.graph.clustered.file.GraphFile
import brine.graph.clustered.parts.ValueReader
import brine.graph.clustered.reading.{CodeWalker, SkipReader, Vertex}
import brine.shape.Shape

/** Reads the parts of one object, without its class: returns the value at a place, objects as [[GraphVertex]]es, and skips the
  * objects that the place leads to.
  */
private[graph] final class VertexReader(
    graph: GraphInspection,
    file: GraphFile,
    vertex: Vertex,
    byHand: Shape.Custom => Unpickler[?] | Null,
    options: PickleOptions
):
  private val reader = new SkipReader(file.reopened, file.tables.head.shape, options)
  private val walk = new CodeWalker(reader, CodeWalker.IgnoringVisitor, byHand)
  private val values = new ValueReader(reader, byHand, new VertexReader.Vertices(graph))
  private val cluster = reader.clusters(vertex.cluster)
  for i <- vertex.positions.indices do reader.file.columns(i).moveTo(vertex.positions(i))
  for cluster <- reader.clusters.iterator do cluster.count = Long.MaxValue
  reader.objects = vertex.number + 1

  /** Returns the value of a class's field. Skips the fields before it.
    *
    * @throws NoSuchElementException if there is none
    */
  def field(name: String): Any = cluster.shape match
    case p: Shape.Product =>
      val wanted = p.fieldNames.indexOf(name)
      if wanted < 0 then
        throw new NoSuchElementException(s"${p.name} has no $name, it has ${p.fieldNames.mkString(", ")}")
      var next = cluster.next(0)
      while next != wanted do
        reader.place = cluster.place(next)
        walk.place(p.fieldShapes(next))
        next = cluster.next(next + 1)
      at(next, p.fieldShapes(next))
    case other => throw new NoSuchElementException(s"expected a class with fields, found ${other.name}")

  /** Returns the elements of a collection, or alternately the keys and values of a map. */
  def elements: Iterator[Any] =
    if !cluster.shape.isInstanceOf[Shape.Sequence] && !cluster.shape.isInstanceOf[Shape.Mapping] then
      throw new NoSuchElementException(s"expected a collection, found ${cluster.shape.name}")
    val size = reader.readSize(cluster.shape)
    cluster.shape match
      case s: Shape.Sequence =>
        reader.check(size, s.element, s)
        Iterator.range(0, size).map(_ => at(Member.Element, s.element))
      case m: Shape.Mapping =>
        reader.check(size, m.key, m)
        Iterator.range(0, size).flatMap(_ =>
          Iterator(() => at(Member.Key, m.key), () => at(Member.Value, m.value))
        ).map(_())
      case _ => Iterator.empty

  /** Reads a tuple of values, or a mutable standard value. */
  def productValue(p: Shape.Product): Any = values.productParts(p)

  private def at(member: Int, shape: Shape): Any =
    reader.place = cluster.place(member)
    values.read(shape) { other =>
      val number = reader.objects
      walk.place(other)
      if reader.objects == number then Nil else graph.vertex(number)
    }

private[graph] object VertexReader:
  /** Represents objects as vertices. */
  final class Vertices(graph: GraphInspection) extends ValueReader.Objects:
    def begins: Any = throw new IllegalStateException
    def earlier(number: Int, objects: Int, shape: Shape): Any = shape match
      case p: Shape.Product if ValueReader.isOneValue(p) => graph.productValue(number, p)
      case _                                             => graph.vertex(number)
    def outside(name: String): Any = new OutsideGraph(name)
    def nothing(shape: Shape): Any = null
    def hasRead(number: Int, value: Any): Unit = ()
