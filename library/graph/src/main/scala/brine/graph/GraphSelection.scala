package brine.graph

import java.util.BitSet
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import brine.graph.clustered.index.{IndexQueries, ObjectIndex, TypeRows}
import brine.shape.Shape

/** A set of objects of a graph, for questions about them that build no object: [[GraphType.objects]],
  * [[GraphVertex.selected]].
  *
  * {{{
  * val papers = graph("Paper").where("venue", "name")(_ == "ICFP")
  * papers.follow("authors").values("name")     // who wrote them
  * papers.referrers("cites").size              // how many papers cite them
  * papers.retained.counts                      // what would go with them
  * }}}
  * The objects are those of classes. A collection is between objects: an edge leads through it to its elements, keys
  * and values, and a field that is a collection has the values of its elements. Fields are given by their names, one
  * after the other along edges. An object without such a field has no value there.
  *
  * Every question may throw what [[GraphVertex.apply]] throws. If a value of an unknown pickler by hand is in the
  * graph, questions about all objects are refused.
  */
final class GraphSelection private[graph] (graph: GraphInspection, private val numbers: BitSet):
  private def index: ObjectIndex = graph.index
  private lazy val queries: IndexQueries = GraphVertex.safely(new IndexQueries(index))

  private def of(found: BitSet): GraphSelection = new GraphSelection(graph, found)

  /** The number of objects. */
  def size: Int = numbers.cardinality

  def isEmpty: Boolean = numbers.isEmpty

  def contains(vertex: GraphVertex): Boolean =
    vertex.isIn(graph) && vertex.number >= 0 && numbers.get(vertex.number.toInt)

  private def all: Iterator[Int] =
    Iterator.iterate(numbers.nextSetBit(0))(n => numbers.nextSetBit(n + 1)).takeWhile(_ >= 0)

  /** The objects, in the order in which they begin. */
  def vertices: Iterator[GraphVertex] = all.map(graph.vertex(_))

  /** The objects of the type with this name ([[GraphInspection.apply]]). */
  def of(typeName: String): GraphSelection = this & graph(typeName).objects

  // ---- fields

  /** Returns the objects with a value at these fields that passes `is`. Values are those of [[GraphVertex.apply]].
    *
    * @throws NoSuchElementException if no object here has the first field
    */
  def where(fields: String*)(is: Any => Boolean): GraphSelection = select(fields)(is)

  private def select(fields: Seq[String])(is: Any => Boolean): GraphSelection =
    check(fields)
    val found = new BitSet
    each(number => if exists(number, fields)(is) then found.set(number))
    of(found)

  /** Returns the values at these fields of all objects. */
  def values(fields: String*): Iterator[Any] =
    check(fields)
    all.flatMap { number =>
      val found = mutable.ArrayBuffer.empty[Any]
      val ignored = exists(number, fields) { value =>
        found += value
        false
      }
      found
    }

  /** Counts the objects by the values at these fields, the most frequent first. An object with several values counts
    * for each.
    */
  def countBy(fields: String*): Seq[(Any, Long)] =
    val counts = new java.util.HashMap[Any, Long] // strings of one hash code are searched in their order
    for value <- values(fields*) do { val ignored = counts.merge(value, 1L, _ + _) }
    counts.asScala.toSeq.sortBy((value, count) => (-count, String.valueOf(value)))

  private inline def each(inline use: Int => Unit): Unit =
    var at = numbers.nextSetBit(0)
    while at >= 0 do
      use(at)
      at = numbers.nextSetBit(at + 1)

  private def check(fields: Seq[String]): Unit =
    if fields.isEmpty then throw new IllegalArgumentException("name a field")
    val types = typesHere
    if types.nonEmpty && !types.exists(fieldOf(_, fields.head) >= 0) then
      val known = types.map(all => s"${all.shape.name} has ${namesOf(all).mkString(", ")}").mkString("; ")
      throw new NoSuchElementException(s"no ${fields.head}: $known")

  private def typesHere: Seq[TypeRows] =
    val met = new BitSet
    each { number =>
      val cluster = index.clusterOf(number)
      if cluster >= 0 then met.set(cluster)
    }
    index.rows.toSeq.filter(all => met.get(all.cluster.number))

  private def namesOf(all: TypeRows): Array[String] = all.shape match
    case p: Shape.Product => p.fieldNames
    case _                => Array.empty

  private def fieldOf(all: TypeRows, name: String): Int = namesOf(all).indexOf(name)

  /** True if a value at these fields of an object passes `is`. */
  private def exists(number: Int, fields: Seq[String])(is: Any => Boolean): Boolean =
    val cluster = index.clusterOf(number)
    val field = if cluster < 0 then -1 else fieldOf(index.rows(cluster), fields.head)
    field >= 0 && {
      val all = index.rows(cluster)
      val row = index.rowOf(number)
      val edge = all.edgeOfField(field)
      if fields.length == 1 then existsIn(GraphVertex.safely(graph.indexed.field(all, row, field)))(is)
      else
        var isFound = false
        if edge >= 0 then
          queries.through(all.slots(edge)(row))(to => if !isFound then isFound = exists(to, fields.tail)(is))
        isFound
    }

  /** A collection stands for its elements. */
  private def existsIn(value: Any)(is: Any => Boolean): Boolean = value match
    case vertex: GraphVertex if vertex.isBetween => vertex.elements.exists(existsIn(_)(is))
    case Nil                                     => false
    case Some(v: GraphVertex) if v.isBetween     => existsIn(v)(is)
    case other                                   => is(other)

  // ---- edges

  /** Returns the objects to which these fields lead, in turn; without a field those to which any field leads. */
  def follow(fields: String*): GraphSelection =
    if fields.isEmpty then followAll
    else
      check(fields)
      fields.foldLeft(this)(_.followField(_))

  private def followAll: GraphSelection =
    val found = new BitSet
    each(number => index.targets(number)(target => queries.through(target)(found.set(_))))
    of(found)

  private def followField(name: String): GraphSelection =
    val found = new BitSet
    each(number => targets(number, name)(found.set(_)))
    of(found)

  private def targets(number: Int, name: String)(use: Int => Unit): Unit =
    val cluster = index.clusterOf(number)
    if cluster >= 0 then
      val all = index.rows(cluster)
      val field = fieldOf(all, name)
      if field >= 0 && all.edgeOfField(field) >= 0 then
        queries.through(all.slots(all.edgeOfField(field))(index.rowOf(number)))(use)

  /** Returns each object with each object to which a field leads. */
  def join(field: String): Iterator[(GraphVertex, GraphVertex)] =
    check(Seq(field))
    all.flatMap { number =>
      val found = mutable.ArrayBuffer.empty[Int]
      targets(number, field)(found += _)
      found.map(target => (graph.vertex(number), graph.vertex(target)))
    }

  /** Returns the objects that refer to one of these. */
  def referrers: GraphSelection = of(GraphVertex.safely(queries.referrers(numbers, null)))

  /** Returns the objects that refer to one of these by a field of this name. */
  def referrers(field: String): GraphSelection = of(GraphVertex.safely(queries.referrers(numbers, field)))

  /** Returns the objects at most `steps` edges away, these included. */
  def within(steps: Int): GraphSelection = grown(steps)(_.follow())

  /** Returns the objects from which at most `steps` edges lead to one of these, these included. */
  def withinReferrers(steps: Int): GraphSelection = grown(steps)(_.referrers)

  private def grown(steps: Int)(step: GraphSelection => GraphSelection): GraphSelection =
    var near = this
    var last = this
    var left = steps
    while left > 0 && !last.isEmpty do
      last = step(last) - near
      near = near | last
      left -= 1
    near

  /** Returns all objects to which these lead, these included. */
  def reachable: GraphSelection = of(queries.reachable(numbers, new BitSet)).ofClasses

  /** Returns the objects that only these hold: every path from the graph's value to them goes through one of these.
    * They would be missing if these were. These are included.
    */
  def retained: GraphSelection = of(queries.retained(numbers)).ofClasses

  private def ofClasses: GraphSelection =
    each(number => if queries.isBetween(number) then numbers.clear(number))
    this

  /** The number of objects of each class, the most frequent first. */
  def counts: Seq[(String, Long)] =
    val counts = mutable.LongMap.empty[Long]
    each { number =>
      val cluster = index.clusterOf(number)
      counts(cluster) = counts.getOrElse(cluster, 0L) + 1
    }
    counts.toSeq.map((cluster, count) => (nameOf(cluster.toInt), count)).sortBy((name, count) => (-count, name))

  private def nameOf(cluster: Int): String =
    if cluster < 0 then "(of a pickler by hand)" else index.rows(cluster).shape.name

  // ---- sets

  private def combined(other: GraphSelection)(change: (BitSet, BitSet) => Unit): GraphSelection =
    if other.graphOf ne graph then throw new IllegalArgumentException("the objects are of two graphs")
    val result = numbers.clone.asInstanceOf[BitSet]
    change(result, other.numbers)
    of(result)

  private def graphOf: GraphInspection = graph

  /** The objects of both. */
  def |(other: GraphSelection): GraphSelection = combined(other)(_.or(_))

  /** The objects in both. */
  def &(other: GraphSelection): GraphSelection = combined(other)(_.and(_))

  /** The objects that are not in the other one. */
  def -(other: GraphSelection): GraphSelection = combined(other)(_.andNot(_))

  override def equals(other: Any): Boolean = other match
    case that: GraphSelection => (that.graphOf eq graph) && that.numbers == numbers
    case _                    => false

  override def hashCode: Int = numbers.hashCode

  override def toString: String = counts.map((name, count) => s"$count $name").mkString(", ")
