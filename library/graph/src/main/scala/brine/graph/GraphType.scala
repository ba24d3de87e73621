package brine.graph

import scala.collection.mutable
import brine.PickleException
import brine.graph.clustered.columns.Member
import brine.graph.clustered.file.{Cluster, ColumnInput}
import brine.graph.clustered.parts.{MemberValues, ValueReader}
import brine.shape.{ScalarKind, Shape}

/** All objects of a class, or all collections of a kind. */
final class GraphType private[graph] (
    graph: GraphInspection,
    cluster: Cluster[ColumnInput],
    val count: Long,
    columns: IndexedSeq[ColumnInput]
):
  private val shape = cluster.shape

  /** The name of the class without its package, or of the collection with the type of its elements. */
  def name: String = shape.name

  /** The name with the full names of classes. The graph has full names if two of its classes have one simple name;
    * otherwise this is the simple name.
    */
  def fullName: String = cluster.fullName

  /** The name with the fields and their types, which distinguishes generic classes: `Box(value: Int)`. */
  def description: String = shape.describe

  private[graph] def isNamed(wanted: String): Boolean =
    name == wanted || fullName == wanted || description == wanted ||
      isClass && !graph.file.hasFullNames && name == GraphType.simpleName(wanted)

  /** The shortest name that no other type has. */
  private[graph] def distinctName(others: Seq[GraphType]): String =
    if others.count(_.fullName == fullName) == 1 then fullName else description

  /** True for a class, false for a kind of collection. */
  def isClass: Boolean = shape.isInstanceOf[Shape.Product]

  /** The bytes of all of its fields or elements. */
  def bytes: Long = columns.iterator.map(_.bytes).sum

  /** The fields: those of a class; `elements` and `size` of a collection; `keys`, `values` and `size` of a map. */
  val fields: Seq[GraphField] = shape match
    case p: Shape.Product  => p.fieldNames.indices.map(i => field(p.fieldNames(i), i, p.fieldShapes(i)))
    case s: Shape.Sequence => Seq(field("elements", Member.Element, s.element), size)
    case m: Shape.Mapping  => Seq(field("keys", Member.Key, m.key), field("values", Member.Value, m.value), size)
    case _                 => Nil

  private def field(name: String, member: Int, shape: Shape): GraphField =
    new GraphField(name, shape, graph.file, of(member), new GraphType.Members(this, member))

  private def size: GraphField =
    new GraphField(
      "size",
      Shape.Scalar(ScalarKind.Int),
      graph.file,
      of(Member.Size),
      new GraphType.Members(this, Member.Size)
    )

  private def of(member: Int): IndexedSeq[ColumnInput] = columns.filter(_.key.member == member)

  /** Returns the field with this name.
    *
    * @throws NoSuchElementException if there is none
    */
  def apply(fieldName: String): GraphField =
    def missing = new NoSuchElementException(s"$name has no $fieldName, it has ${fields.map(_.name).mkString(", ")}")
    fields.find(_.name == fieldName).getOrElse(throw missing)

  /** Returns the rows of the objects whose field passes `is`, in the order in which they were written. For collections,
    * returns the rows of those with such an element, each once, in the order of the elements. `is` gets the results of
    * [[GraphField.values]].
    */
  def find(fieldName: String)(is: Any => Boolean): Iterator[Long] =
    val field = apply(fieldName)
    if isClass || fieldName == "size" then field.values.zipWithIndex.filter((value, _) => is(value)).map(_._2.toLong)
    else
      val met = mutable.HashSet.empty[Long]
      elementsByRow(fieldName, field).filter((row, value) => is(value) && met.add(row)).map(_._1)

  private def elementsByRow(name: String, field: GraphField): Iterator[(Long, Any)] =
    if field.isUnit then Iterator.empty
    else if MemberValues.isTogether(shape) then
      val values = field.values
      val sizes = apply("size").values.map(_.asInstanceOf[Long]).zipWithIndex
      sizes.flatMap((size, row) =>
        Iterator.range(0, math.min(size, Int.MaxValue).toInt).map(_ => (row.toLong, GraphField.next(values)))
      )
    else walk(if name == "values" then Member.Value else if name == "keys" then Member.Key else Member.Element)

  private[graph] def walk(member: Int): Iterator[(Long, Any)] = graph.walk(cluster.number, member)

  /** The values of a walk in the order of the rows; a value waits until every earlier row has one. */
  private[graph] def walkedInOrder(member: Int): Iterator[Any] =
    if !isClass then walk(member).map(_._2)
    else
      val pairs = walk(member)
      val early = mutable.LongMap.empty[Any]
      Iterator.range(0L, count).map { row =>
        while !early.contains(row) && pairs.hasNext do
          val (at, value) = pairs.next()
          early(at) = value
        val value = early.getOrElse(row, throw inByHand(row))
        early -= row
        value
      }

  private def inByHand(row: Long): PickleException =
    val reason = s"$name $row is inside a value of a pickler by hand, and only that pickler can read it"
    new PickleException.IncompatibleShape(Seq(reason), name, "a single object")

  private[graph] def isInOrder(member: Int): Boolean = shape match
    case p: Shape.Product => MemberValues.isInOrder(p, member)
    case _                => true

  private[graph] def elementCount: Long = apply("size").values.map(_.asInstanceOf[Long]).sum

  /** All objects of the class, or all collections of the kind that are not empty, for questions about them and their
    * edges.
    */
  def objects: GraphSelection =
    val rows = graph.index.rows(cluster.number)
    val all = new java.util.BitSet
    for row <- 0 until rows.count do if rows.numbers(row) >= 0 then all.set(rows.numbers(row))
    new GraphSelection(graph, all)

  /** Returns the objects with a value at these fields that passes `is`: see [[GraphSelection.where]]. */
  def where(fields: String*)(is: Any => Boolean): GraphSelection = objects.where(fields*)(is)

  /** Returns the object or collection of this row. */
  def vertex(row: Long): GraphVertex = graph.vertexAt(cluster.number, row)

  /** Returns the objects whose field passes `is`, like [[find]]. */
  def vertices(fieldName: String)(is: Any => Boolean): Iterator[GraphVertex] = find(fieldName)(is).map(vertex)

  override def toString: String =
    (f"$count%,d $name in $bytes%,d bytes" +: fields.map(f => f"${f.bytes}%,14d  ${f.name}: ${f.typeName}")).mkString(
      "\n"
    )

private[graph] object GraphType:
  def simpleName(name: String): String = name.substring(math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1)

  final class Members(of: GraphType, member: Int) extends GraphField.Source:
    def isSize: Boolean = !of.isClass && member == Member.Size
    def count: Long = if of.isClass || isSize then of.count else of.elementCount
    def isInOrder: Boolean = of.isInOrder(member)
    def walked: Iterator[Any] = of.walkedInOrder(member)

  /** Represents objects as edges. */
  final class Edges(graph: GraphInspection) extends ValueReader.Objects:
    private val products = mutable.HashMap.empty[Int, Any]
    def begins: Any = GraphEdge.New
    def earlier(number: Int, objects: Int, shape: Shape): Any = shape match
      case p: Shape.Product if ValueReader.isOneValue(p) =>
        products.getOrElseUpdate(number, graph.productValue(number, p))
      case _ => GraphEdge.Back(objects - 1L - number)
    def outside(name: String): Any = GraphEdge.External(name)
    def nothing(shape: Shape): Any = shape match
      case _: Shape.Mapped | _: Shape.Custom | _: Shape.Singleton               => null
      case s: Shape.Sum if s.leafShapes.forall(_.isInstanceOf[Shape.Singleton]) => null
      case p: Shape.Product if ValueReader.isOneValue(p)                        => null
      case _                                                                    => GraphEdge.Null
    def hasRead(number: Int, value: Any): Unit = if graph.isReferredTo(number) then products(number) = value
