package brine.graph

import brine.Door
import brine.graph.clustered.Vertex

/** An object of a graph, which need not be read: its place, its fields, what they lead to.
  *
  * What is asked is found by walking over codes, from a place at most some thousand objects before the vertex that earlier walks have
  * remembered, or from the graph's beginning; a field is found by passing over those before it. So it is for looking at some
  * objects. For a field of all objects there is [[GraphField]].
  */
final class GraphVertex private[graph] (graph: GraphInspection, find: () => Vertex):
  private[graph] lazy val found: Vertex = GraphVertex.door(find())

  /** How many objects and collections begin before it; -1 for a collection without elements, which is none. */
  def number: Long = found.number

  /** The class's name, or the collection's with its elements' type. */
  def typeName: String = graph.nameOf(found)

  /** How many of its type begin before it. */
  def row: Long = found.row

  /** From the value to where it began. */
  def path: String = found.path

  /** What stands in a field: a number, a string, null, an option; an object of the graph as its vertex, one outside of it as
    * [[OutsideGraph]], one without fields as its name, an empty collection as `Nil`.
    *
    * @throws NoSuchElementException where there is no such field
    */
  def apply(field: String): Any = GraphVertex.door(graph.look(found).field(field))

  /** The elements of a collection, of a map its keys and values in turn; each as a field's value. */
  def elements: Iterator[Any] =
    val all = GraphVertex.door(graph.look(found).elements)
    Iterator.continually(GraphVertex.door(Option.when(all.hasNext)(all.next()))).takeWhile(_.isDefined).map(_.get)

  /** Why it is in the graph: where it began, and the places that refer to it, the first so many. Goes through the codes of all. */
  def paths(most: Int = 1000): IndexedSeq[String] = GraphVertex.door(graph.pathsTo(found, most))

  override def equals(other: Any): Boolean = other match
    case that: GraphVertex => that.isOf(graph) && that.found.cluster == found.cluster && that.found.row == found.row
    case _                 => false

  private def isOf(other: GraphInspection): Boolean = other eq graph

  override def hashCode: Int = 31 * found.cluster + found.row.hashCode

  override def toString: String = s"$typeName $row at $path"

private[graph] object GraphVertex:
  /** Only what Brine and standard Scala say leaves. */
  def door[A](use: => A): A =
    try use
    catch
      case e: NoSuchElementException => throw e
      case e: Throwable              => throw Door.partFailure(e)
