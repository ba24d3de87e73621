package brine.graph

import scala.collection.mutable
import brine.PickleException
import brine.columns.Member
import brine.graph.clustered.{Cluster, InColumn, MemberWalk, Values}
import brine.shape.{ScalarKind, Shape}

/** All objects of a class, or all collections of a kind. */
final class GraphType private[graph] (
    graph: GraphInspection, cluster: Cluster[InColumn], val count: Long, columns: IndexedSeq[InColumn]
):
  private val shape = cluster.shape

  /** The class's name without its package, or the collection's with its elements' type. */
  def name: String = shape.name

  /** The name with those of classes in full, with their packages, if the graph tells them: it does where two of its classes have one
    * simple name.
    */
  def fullName: String = cluster.fullName

  /** The fields with their types, which tell generic classes apart: `Box(value: Int)`. */
  def description: String = shape.describe

  private[graph] def isNamed(wanted: String): Boolean =
    name == wanted || fullName == wanted || description == wanted ||
      isClass && !graph.file.areClassesTold && name == GraphType.simpleName(wanted)

  /** The shortest name that none of the others has. */
  private[graph] def distinctName(others: Seq[GraphType]): String =
    if others.count(_.fullName == fullName) == 1 then fullName else description

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

  private def field(name: String, member: Int, shape: Shape): GraphField =
    new GraphField(name, shape, graph.file, of(member), new GraphType.Members(this, member))

  private def size: GraphField =
    new GraphField("size", Shape.Scalar(ScalarKind.Int), graph.file, of(Member.Size), new GraphType.Members(this, Member.Size))

  private def of(member: Int): IndexedSeq[InColumn] = columns.filter(_.key.member == member)

  /** The field of this name.
    *
    * @throws NoSuchElementException where there is none
    */
  def apply(fieldName: String): GraphField =
    def missing = new NoSuchElementException(s"$name has no $fieldName, it has ${fields.map(_.name).mkString(", ")}")
    fields.find(_.name == fieldName).getOrElse(throw missing)

  /** The rows of the objects whose field `is` accepts, in the order in which they were written; of a collection, the rows of those
    * that hold such an element, each once, in the order in which the elements were written. `is` gets what [[GraphField.values]] gives.
    */
  def find(fieldName: String)(is: Any => Boolean): Iterator[Long] =
    val field = apply(fieldName)
    if isClass || fieldName == "size" then field.values.zipWithIndex.filter((value, _) => is(value)).map(_._2.toLong)
    else
      val met = mutable.HashSet.empty[Long]
      elementsByRow(fieldName, field).filter((row, value) => is(value) && met.add(row)).map(_._1)

  private def elementsByRow(name: String, field: GraphField): Iterator[(Long, Any)] =
    if field.isUnit then Iterator.empty
    else if MemberWalk.isTogether(shape) then
      val values = field.values
      val sizes = apply("size").values.map(_.asInstanceOf[Long]).zipWithIndex
      sizes.flatMap((size, row) => Iterator.range(0, math.min(size, Int.MaxValue).toInt).map(_ => (row.toLong, GraphField.next(values))))
    else walk(if name == "values" then Member.Value else if name == "keys" then Member.Key else Member.Element)

  private[graph] def walk(member: Int): Iterator[(Long, Any)] = graph.walk(cluster.number, member)

  /** The values of a walk in the order of the rows, each once there is one of every row before. */
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
    case p: Shape.Product => MemberWalk.isInOrder(p, member)
    case _                => true

  private[graph] def elementCount: Long = apply("size").values.map(_.asInstanceOf[Long]).sum

  /** The object or collection of this row. */
  def vertex(row: Long): GraphVertex = graph.vertexAt(cluster.number, row)

  /** The objects whose field `is` accepts, as [[find]] has it. */
  def vertices(fieldName: String)(is: Any => Boolean): Iterator[GraphVertex] = find(fieldName)(is).map(vertex)

  override def toString: String =
    (f"$count%,d $name in $bytes%,d bytes" +: fields.map(f => f"${f.bytes}%,14d  ${f.name}: ${f.typeName}")).mkString("\n")

private[graph] object GraphType:
  def simpleName(name: String): String = name.substring(math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1)

  final class Members(of: GraphType, member: Int) extends GraphField.Source:
    def isSize: Boolean = !of.isClass && member == Member.Size
    def count: Long = if of.isClass || isSize then of.count else of.elementCount
    def isInOrder: Boolean = of.isInOrder(member)
    def walked: Iterator[Any] = of.walkedInOrder(member)

  /** Objects as edges. */
  final class Edges(graph: GraphInspection) extends brine.graph.clustered.Values.Objects:
    private val products = mutable.HashMap.empty[Int, Any]
    def begins: Any = GraphEdge.New
    def earlier(number: Int, objects: Int, shape: Shape): Any = shape match
      case p: Shape.Product if Values.isOneValue(p) => products.getOrElseUpdate(number, graph.productValue(number, p))
      case _                                     => GraphEdge.Back(objects - 1L - number)
    def outside(name: String): Any = GraphEdge.External(name)
    def nothing(shape: Shape): Any = shape match
      case _: Shape.Mapped | _: Shape.Custom | _: Shape.Singleton      => null
      case s: Shape.Sum if s.leafShapes.forall(_.isInstanceOf[Shape.Singleton]) => null
      case p: Shape.Product if Values.isOneValue(p)                       => null
      case _                                                           => GraphEdge.Null
    def hasRead(number: Int, value: Any): Unit = if graph.isReferredTo(number) then products(number) = value
