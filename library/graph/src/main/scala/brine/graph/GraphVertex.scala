package brine.graph

import brine.FailureBoundary
import brine.graph.clustered.index.{IndexQueries, TypeRows, Vertex}
import brine.shape.Shape

/** An object of a graph: its position, its fields and their targets, without reading the object.
  *
  * The first question about an object makes an index of all objects, in one pass over the graph's codes. A field is
  * then a few reads, wherever the object is. For one field of all objects use [[GraphField]].
  */
final class GraphVertex private[graph] (graph: GraphInspection, find: () => Vertex):
  private[graph] lazy val found: Vertex = GraphVertex.safely(find())

  private def rows: TypeRows = graph.index.rows(found.cluster)

  /** The number of objects and collections that begin earlier; -1 for an empty collection, which does not count as an
    * object.
    */
  def number: Long = found.number

  /** The name of the class, or of the collection with the type of its elements. */
  def typeName: String = rows.shape.name

  /** The number of objects of its type that begin earlier. */
  def row: Long = found.row

  /** The path from the value to the place where the object begins. */
  def path: String = GraphVertex.safely(graph.pathOf(found))

  /** Returns the value of a field. Numbers, strings, nulls and options are themselves. An object of the graph is its
    * vertex, one outside of it an [[OutsideGraph]]; an object without fields is its name, an empty collection `Nil`.
    *
    * @throws NoSuchElementException if the class has no such field
    */
  def apply(field: String): Any = GraphVertex.safely(rows.shape match
    case p: Shape.Product =>
      val number = p.fieldNames.indexOf(field)
      if number < 0 then
        throw new NoSuchElementException(s"${p.name} has no $field, it has ${p.fieldNames.mkString(", ")}")
      graph.indexed.field(rows, found.row, number)
    case other => throw new NoSuchElementException(s"expected a class with fields, found ${other.name}")
  )

  /** Returns the elements of a collection, or alternately the keys and values of a map, each in the form of a field's
    * value.
    */
  def elements: Iterator[Any] =
    if !rows.isCollection then
      throw new NoSuchElementException(s"expected a collection, found ${rows.shape.name}")
    val all = GraphVertex.safely(graph.indexed.elements(rows, found.row))
    Iterator.continually(GraphVertex.safely(Option.when(all.hasNext)(all.next()))).takeWhile(_.isDefined).map(_.get)

  /** Explains why it is in the graph: returns the place where it begins, and the first places that refer to it, at most
    * `most`. Reads all codes of the graph.
    */
  def paths(most: Int = 1000): IndexedSeq[String] = GraphVertex.safely(graph.pathsTo(found, most))

  /** The object alone, for questions about its edges. */
  def selected: GraphSelection =
    if number < 0 then throw new NoSuchElementException("an empty collection is not an object of the graph")
    val alone = new java.util.BitSet
    alone.set(number.toInt)
    new GraphSelection(graph, alone)

  /** Returns the objects that refer to this one: see [[GraphSelection.referrers]]. */
  def referrers: GraphSelection = selected.referrers

  /** Returns the objects that only this one holds: see [[GraphSelection.retained]]. */
  def retained: GraphSelection = selected.retained

  /** Returns the shortest path from the graph's value to the object. */
  def shortestPath: String =
    if number < 0 then path
    else
      val found = GraphVertex.safely(new IndexQueries(graph.index).shortestPath(number.toInt))
      if found == null then path else found

  /** True for a collection. */
  private[graph] def isBetween: Boolean = rows.isCollection
  private[graph] def isIn(other: GraphInspection): Boolean = other eq graph

  override def equals(other: Any): Boolean = other match
    case that: GraphVertex => that.isIn(graph) && that.found.cluster == found.cluster && that.found.row == found.row
    case _                 => false

  override def hashCode: Int = 31 * found.cluster + found.row

  override def toString: String = s"$typeName $row at $path"

private[graph] object GraphVertex:
  /** Lets only exceptions of Brine and of standard Scala through. */
  def safely[A](use: => A): A =
    try use
    catch
      case e: NoSuchElementException => throw e
      case e: Throwable              => throw FailureBoundary.partFailure(e)
