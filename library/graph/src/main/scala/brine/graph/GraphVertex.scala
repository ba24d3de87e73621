package brine.graph

import brine.FailureBoundary
import brine.graph.clustered.reading.Vertex

/** An object of a graph: its position, its fields and their targets, without reading the object.
  *
  * A call walks over codes to find the object. The walk starts at most some thousand objects before it, at a place that an
  * earlier walk remembered, or at the graph's beginning. A call for a field skips the fields before it. This suits a look at
  * some objects; for one field of all objects use [[GraphField]].
  */
final class GraphVertex private[graph] (graph: GraphInspection, find: () => Vertex):
  private[graph] lazy val found: Vertex = GraphVertex.safely(find())

  /** The number of objects and collections that begin earlier; -1 for an empty collection, which does not count as an object. */
  def number: Long = found.number

  /** The name of the class, or of the collection with the type of its elements. */
  def typeName: String = graph.nameOf(found)

  /** The number of objects of its type that begin earlier. */
  def row: Long = found.row

  /** The path from the value to the place where the object begins. */
  def path: String = found.path

  /** Returns the value of a field. Numbers, strings, nulls and options are themselves. An object of the graph is its vertex,
    * one outside of it an [[OutsideGraph]]; an object without fields is its name, an empty collection `Nil`.
    *
    * @throws NoSuchElementException if the class has no such field
    */
  def apply(field: String): Any = GraphVertex.safely(graph.look(found).field(field))

  /** Returns the elements of a collection, or alternately the keys and values of a map, each in the form of a field's value. */
  def elements: Iterator[Any] =
    val all = GraphVertex.safely(graph.look(found).elements)
    Iterator.continually(GraphVertex.safely(Option.when(all.hasNext)(all.next()))).takeWhile(_.isDefined).map(_.get)

  /** Explains why it is in the graph: returns the place where it begins, and the first places that refer to it, at most `most`.
    * Reads all codes of the graph.
    */
  def paths(most: Int = 1000): IndexedSeq[String] = GraphVertex.safely(graph.pathsTo(found, most))

  override def equals(other: Any): Boolean = other match
    case that: GraphVertex => that.isOf(graph) && that.found.cluster == found.cluster && that.found.row == found.row
    case _                 => false

  private def isOf(other: GraphInspection): Boolean = other eq graph

  override def hashCode: Int = 31 * found.cluster + found.row.hashCode

  override def toString: String = s"$typeName $row at $path"

private[graph] object GraphVertex:
  /** Lets only exceptions of Brine and of standard Scala through. */
  def safely[A](use: => A): A =
    try use
    catch
      case e: NoSuchElementException => throw e
      case e: Throwable              => throw FailureBoundary.partFailure(e)
