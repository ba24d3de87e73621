package brine.graph

import brine.columns.{Member, Role}
import brine.graph.clustered.{GraphFile, InColumn}
import brine.shape.{ScalarKind, Shape}

/** All objects of a class, or all collections of a kind. */
final class GraphType private[graph] (
    shape: Shape, val count: Long, file: GraphFile, vertexAt: Long => GraphVertex, columns: IndexedSeq[InColumn]
):
  /** The class's name without its package, or the collection's with its elements' type. */
  def name: String = shape.name

  /** Whether it is a class, and no kind of collection. */
  def isClass: Boolean = shape.isInstanceOf[Shape.Product]

  /** Those of all of its fields or elements. */
  def bytes: Long = columns.iterator.map(_.bytes).sum

  /** The fields of a class; of a collection its `elements` and `size`, of a map its `keys`, `values` and `size`. */
  val fields: Seq[GraphField] = shape match
    case p: Shape.Product  => p.fieldNames.indices.map(i => field(p.fieldNames(i), i, p.fieldShapes(i)))
    case s: Shape.Sequence => Seq(field("elements", Member.Element, s.element), size)
    case m: Shape.Mapping  => Seq(field("keys", Member.Key, m.key), field("values", Member.Value, m.value), size)
    case _                 => Nil

  private def field(name: String, member: Int, shape: Shape): GraphField = new GraphField(name, shape, file, of(member))

  private def size: GraphField = new GraphField("size", Shape.Scalar(ScalarKind.Int), file, of(Member.Size), Role.Codes)

  private def of(member: Int): IndexedSeq[InColumn] = columns.filter(_.key.member == member)

  /** The field of this name.
    *
    * @throws NoSuchElementException where there is none
    */
  def apply(fieldName: String): GraphField =
    def missing = new NoSuchElementException(s"$name has no $fieldName, it has ${fields.map(_.name).mkString(", ")}")
    fields.find(_.name == fieldName).getOrElse(throw missing)

  /** The numbers of the objects whose field is such, in the order in which they were written. */
  def find(fieldName: String)(is: Any => Boolean): Iterator[Long] =
    apply(fieldName).values.zipWithIndex.filter((value, _) => is(value)).map(_._2.toLong)

  /** The object or collection of this row. */
  def vertex(row: Long): GraphVertex = vertexAt(row)

  /** The objects whose field is such. */
  def vertices(fieldName: String)(is: Any => Boolean): Iterator[GraphVertex] = find(fieldName)(is).map(vertexAt)

  override def toString: String =
    (f"$count%,d $name in $bytes%,d bytes" +: fields.map(f => f"${f.bytes}%,14d  ${f.name}: ${f.typeName}")).mkString("\n")
