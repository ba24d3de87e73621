package brine.graph.clustered

import brine.{PickleOptions, Unpickler}
import brine.shape.{Fingerprint, Shape}

/** What stands at a member of a cluster, one value after the other, each with the row of the object or collection that it belongs
  * to; in the order in which they were written. It walks over the graph's codes, and reads values only at this member.
  *
  * For what no column tells by itself: types whose values are put together of several columns, and objects that begin between an
  * object and its field.
  */
private[graph] final class MemberWalk(
    file: GraphFile, wanted: Int, member: Int, byHand: Shape.Custom => Unpickler[?] | Null, objects: Values.Objects, options: PickleOptions
) extends Iterator[(Long, Any)], Walk.Watch:
  private val root = file.tables.head.shape
  private val reader = new Blinkered(file.reopened, root, options)
  private val total = reader.clusters(wanted).count
  private val values = new Values(reader, byHand, objects)
  private val walk = new Walk(reader, this, byHand)
  private val shape = Cluster.shapeOf(reader.clusters(wanted).shape, member).nn
  private val isValue = Values.isValue(shape)

  /** The row of the wanted cluster's object at each depth. */
  private var rows = new Array[Long](16)

  private var found: (Long, Any) | Null = null

  reader.place = reader.clusters.root(root)
  walk.start(root)

  def hasNext: Boolean =
    while found == null && !walk.isEnded do walk.step()
    found != null

  def next(): (Long, Any) =
    if !hasNext then throw new NoSuchElementException
    val value = found.nn
    found = null
    value

  def begins(number: Int, subtype: Int, cluster: Cluster[InColumn]): Unit = if cluster.number == wanted then
    if walk.depth >= rows.length then rows = java.util.Arrays.copyOf(rows, walk.depth * 2)
    rows(walk.depth) = total - cluster.count

  override def takes(cluster: Cluster[InColumn], at: Int): Boolean =
    val isWanted = at == member && cluster.number == wanted
    if isWanted then
      val row = rows(walk.depth - 1)
      found = (row, if isValue then values.read(shape)(other => throw new IllegalStateException(other.name)) else values.peek(shape))
    isWanted && isValue

  def refers(number: Int): Unit = ()
  def refersOutside(number: Long): Unit = ()

private[graph] object MemberWalk:
  /** Whether the values of this field are in the order of their objects: none of its class begins before the field is reached. */
  def isInOrder(p: Shape.Product, field: Int): Boolean =
    p.isValue(field) || !p.valuesFirst.iterator.takeWhile(_ != field).map(p.fieldShapes(_)).exists(leadsTo(_, p))

  /** Whether the values of this collection's members follow each other, collection by collection. */
  def isTogether(collection: Shape): Boolean = !Fingerprint.childrenOf(collection).exists(leadsTo(_, collection))

  private def leadsTo(from: Shape, to: Shape): Boolean =
    val met = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap[Shape, java.lang.Boolean])
    val open = scala.collection.mutable.Queue(from)
    var leads = false
    while !leads && open.nonEmpty do
      val shape = open.dequeue()
      if met.add(shape) then
        leads = shape match
          case _: Shape.Open     => true
          case c: Shape.Custom   => brine.evolve.StandardValues.picklerOf(c).isEmpty
          case other             => (other eq to) || other.name == to.name && other.fingerprint == to.fingerprint
        open ++= Fingerprint.childrenOf(shape)
    leads
