package brine.graph

import scala.collection.mutable
import scala.collection.mutable.ArrayBuffer
import brine.PickleOptions
import brine.graph.clustered.file.{Cluster, ColumnInput}
import brine.graph.clustered.index.{IndexPass, ObjectIndex}
import brine.graph.clustered.reading.{CodeWalker, PicklersByHand, SkipReader}
import brine.plan.Plan
import brine.shape.Shape

/** The plain twin of a graph's index: what a walk over its values meets, object by object. */
private[brine] final class IndexTwin(inspection: GraphInspection, plan: Plan) extends CodeWalker.Visitor:
  private val options = GraphFormat.sharing(PickleOptions.Default)
  private val file = inspection.file
  private val byHand = new PicklersByHand(options).add(plan)
  private val root = file.tables.head.shape
  private val reader = new SkipReader(file.reopened, root, options)
  private val walk = new CodeWalker(reader, this, byHand)

  /** The type and the row of each object, and the object that holds its first place. */
  val types: mutable.LongMap[(String, Int)] = mutable.LongMap.empty
  val owners: mutable.LongMap[Int] = mutable.LongMap.empty

  /** From an object to another. */
  val edges: ArrayBuffer[(Int, Int)] = ArrayBuffer.empty

  private val rows = mutable.HashMap.empty[Int, Int]
  private val around = ArrayBuffer.empty[Int]

  reader.place = reader.clusters.root(root)
  walk.start(root)
  while !walk.isEnded do walk.step()

  val index: ObjectIndex = new IndexPass(file.reopened, byHand, options).run()

  private def owner: Int = if walk.depth == 0 then -1 else around(walk.depth - 1)

  def begins(number: Int, cluster: Cluster[ColumnInput]): Unit =
    val row = rows.getOrElse(cluster.number, 0)
    if !cluster.shape.isInstanceOf[Shape.Open] then rows(cluster.number) = row + 1
    if number >= 0 then
      types(number) = (cluster.shape.name, row)
      owners(number) = owner
      if owner >= 0 then edges += ((owner, number))
    around.dropRightInPlace(around.length - walk.depth)
    around += number

  def refers(number: Int): Unit = if owner >= 0 then edges += ((owner, number))
  def refersOutside(number: Long): Unit = ()

  // ---- the index, in the same terms

  /** An object of an open type without fields has no parts in a walk: its owner has them. */
  private def isAlone(number: Int): Boolean = index.typeOf(number).shape.isInstanceOf[Shape.Open]

  private def ownerInIndex(number: Int): Int =
    Iterator.iterate(index.parentOf(number))(index.parentOf(_)).find(owner => owner < 0 || !isAlone(owner)).get

  def differences: List[String] =
    val found = List.newBuilder[String]
    def compare(what: String, walked: Any, indexed: Any): Unit =
      if walked != indexed then found += s"$what: walked $walked, indexed $indexed"
    compare("objects", file.objects, index.count.toLong)
    for number <- 0 until index.count if !index.isHidden(number) do
      val all = index.typeOf(number)
      compare(s"$number", types(number)._1, all.shape.name)
      if !isAlone(number) then
        compare(s"row of $number", types(number)._2, index.rowOf(number))
        compare(
          s"number of row ${index.rowOf(number)}",
          number,
          index.numberAt(all.cluster.number, index.rowOf(number))
        )
      compare(s"owner of $number", owners(number), ownerInIndex(number))
    val indexed = ArrayBuffer.empty[(Int, Int)]
    for number <- 0 until index.count if !index.isHidden(number) do
      val from = if isAlone(number) then ownerInIndex(number) else number
      // (Edges of picklers by hand are unknown to a walk.)
      if from >= 0 then index.slots(number)(slot => if slot >= 0 then indexed += ((from, slot)))
    compare("edges", edges.sorted.toList, indexed.sorted.toList)
    found.result()
