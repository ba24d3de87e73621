package brine.graph.clustered.parts

import brine.{PickleOptions, Unpickler}
import brine.graph.clustered.file.{Cluster, ColumnInput, GraphFile}
import brine.graph.clustered.reading.{CodeWalker, SkipReader}
import brine.shape.{Fingerprint, Shape}

/** The values at a member of a cluster, each with the row of its object or collection, in the order in which they were
  * written. Walks over the graph's codes, and reads values only at this member.
  *
  * Needed where no column alone has the values: for types with values from several columns, and for objects that begin
  * between an object and its field.
  */
private[graph] final class MemberValues(
    file: GraphFile,
    wanted: Int,
    member: Int,
    byHand: Shape.Custom => Unpickler[?] | Null,
    objects: ValueReader.Objects,
    options: PickleOptions
) extends Iterator[(Long, Any)], CodeWalker.Visitor:
  private val root = file.tables.head.shape
  private val reader = new SkipReader(file.reopened, root, options)
  private val total = reader.clusters(wanted).count
  private val values = new ValueReader(reader, byHand, objects)
  private val walk = new CodeWalker(reader, this, byHand)
  private val shape = Cluster.shapeOf(reader.clusters(wanted).shape, member).nn
  private val isValue = ValueReader.isValue(shape)

  /** The row of the object of the wanted cluster at each depth. */
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

  def begins(number: Int, cluster: Cluster[ColumnInput]): Unit = if cluster.number == wanted then
    if walk.depth >= rows.length then rows = java.util.Arrays.copyOf(rows, walk.depth * 2)
    rows(walk.depth) = total - cluster.count

  override def takes(cluster: Cluster[ColumnInput], at: Int): Boolean =
    val isWanted = at == member && cluster.number == wanted
    if isWanted then
      val row = rows(walk.depth - 1)
      found = (
        row,
        if isValue then values.read(shape)(other => throw new IllegalStateException(other.name)) else values.peek(shape)
      )
    isWanted && isValue

  def refers(number: Int): Unit = ()
  def refersOutside(number: Long): Unit = ()

private[graph] object MemberValues:
  /** True if the values of this field are in the order of their objects: no object of the class begins before the field
    * is reached.
    */
  def isInOrder(p: Shape.Product, field: Int): Boolean =
    p.isValue(field) || !p.valuesFirst.iterator.takeWhile(_ != field).map(p.fieldShapes(_)).exists(leadsTo(_, p))

  /** True if the values of this collection's members are consecutive, collection by collection. */
  def isTogether(collection: Shape): Boolean = !Fingerprint.childrenOf(collection).exists(leadsTo(_, collection))

  private def leadsTo(from: Shape, to: Shape): Boolean =
    val met = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap[Shape, java.lang.Boolean])
    val open = scala.collection.mutable.Queue(from)
    var leads = false
    while !leads && open.nonEmpty do
      val shape = open.dequeue()
      if met.add(shape) then
        leads = shape match
          case _: Shape.Open   => true
          case c: Shape.Custom => brine.evolve.StandardValues.picklerOf(c).isEmpty
          case other           => (other eq to) || other.name == to.name && other.fingerprint == to.fingerprint
        open ++= Fingerprint.childrenOf(shape)
    leads
