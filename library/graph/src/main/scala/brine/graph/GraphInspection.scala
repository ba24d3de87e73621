package brine.graph

import scala.collection.mutable.ArrayBuffer
import brine.{PickleException, PickleOptions, Unpickler}
import brine.graph.clustered.columns.Role
import brine.graph.clustered.file.{Block, Clusters, ColumnInput, ColumnKey, GraphFile}
import brine.graph.clustered.parts.{IndexedValues, MemberValues}
import brine.graph.clustered.index.{IndexPass, IndexWalk, ObjectIndex, Vertex}
import brine.shape.{ScalarKind, Shape}

/** The contents of a graph by type and field, without its classes ([[Graph.inspect]]). Serves one thread. */
class GraphInspection private[graph] (private[graph] val file: GraphFile, asked: PickleOptions):
  // Objects inside values of standard types are numbered, too, so they must be counted.
  private val options = GraphFormat.sharing(asked)

  /** The header that its writer gave it. */
  def header: Map[String, String] = file.header

  /** The bytes of the whole graph. */
  def bytes: Long = file.bytes

  /** The number of objects that keep their identity: objects of classes, and collections. */
  def objects: Long = file.objects

  /** The number of objects with references from more than one place. */
  def shared: Int = file.referredTo.length

  private val clusters = new Clusters[ColumnInput](file.hasFullNames, key => new ColumnInput(key))
  for table <- file.tables do clusters.add(table.shape)
  file.checkCounts(clusters, file.columns)

  /** The classes and collections with objects in the graph, the most frequent first. */
  val types: Seq[GraphType] =
    val columnsOf = file.columns.groupBy(_.key.cluster)
    val found = ArrayBuffer.empty[GraphType]
    file.countOf(clusters.iterator) { (cluster, count) =>
      val isOfObjects = cluster.shape match
        case _: Shape.Product | _: Shape.Sequence | _: Shape.Mapping => true
        case _                                                       => false
      if count > 0 && isOfObjects then
        val columns = columnsOf.getOrElse(cluster.number, IndexedSeq.empty)
        found += new GraphType(this, cluster, count, columns)
    }
    found.sortBy(-_.count).toSeq

  // ---- single objects

  private[graph] def byHand: Shape.Custom => Unpickler[?] | Null = _ => null

  private var knownIndex: ObjectIndex | Null = null
  private var knownValues: IndexedValues | Null = null

  /** The index of all objects: made by the first question that needs it, in one pass over the graph's codes. It is made
    * again if picklers by hand have become known since, and it lacks objects.
    */
  private[graph] def index: ObjectIndex =
    val known = knownIndex
    if known != null && (known.isComplete || known.byHandKnown == picklersByHand) then known
    else
      val made = GraphVertex.safely(makeIndex(new IndexPass(file.reopened, byHand, options)))
      made.byHandKnown = picklersByHand
      knownIndex = made
      knownValues = null
      made

  private[graph] def makeIndex(pass: => IndexPass): ObjectIndex = pass.run()

  /** The number of picklers by hand that are known. */
  private[graph] def picklersByHand: Int = 0

  private[graph] def indexed: IndexedValues =
    val all = index
    val known = knownValues
    if known != null then known
    else
      val made = new IndexedValues(all, byHand, number => vertex(number), name => new OutsideGraph(name))
      knownValues = made
      made

  /** Returns the object with this number, in the order in which objects begin. */
  def vertex(number: Long): GraphVertex = new GraphVertex(
    this,
    () =>
      val all = index.typeOf(Math.toIntExact(number))
      new Vertex(number.toInt, all.cluster.number, index.rowOf(number.toInt))
  )

  private[graph] def vertexAt(cluster: Int, row: Long): GraphVertex =
    new GraphVertex(this, () => new Vertex(index.numberAt(cluster, row), cluster, row.toInt))

  /** The values at a member, with their rows. */
  private[graph] def walk(cluster: Int, member: Int): Iterator[(Long, Any)] =
    val pairs = GraphVertex.safely(new MemberValues(file, cluster, member, byHand, new GraphType.Edges(this), options))
    Iterator.continually(GraphVertex.safely(pairs.nextOption())).takeWhile(_.isDefined).map(_.get)

  /** The tuple, or mutable standard value, with this number, at a place of this type. */
  private[graph] def productValue(number: Int, p: Shape.Product): Any = GraphVertex.safely(indexed.oneValue(p, number))

  private[graph] def isReferredTo(number: Int): Boolean = java.util.Arrays.binarySearch(file.referredTo, number) >= 0

  private[graph] def pathOf(vertex: Vertex): String =
    if vertex.number >= 0 then index.path(vertex.number)
    else new IndexWalk(index).pathToEmpty(index.rows(vertex.cluster), vertex.row)

  private[graph] def pathsTo(vertex: Vertex, most: Int): IndexedSeq[String] =
    if vertex.number < 0 then IndexedSeq(pathOf(vertex))
    else pathOf(vertex) +: new IndexWalk(index).references(vertex.number, most - 1)

  /** Returns the type with this name: a simple or a full one ([[GraphType.fullName]]).
    *
    * @throws NoSuchElementException if no type or several types have this name
    */
  def apply(typeName: String): GraphType =
    val found = types.filter(_.isNamed(typeName))
    if found.length == 1 then found.head
    else if found.isEmpty then
      throw new NoSuchElementException(s"no $typeName; there are ${types.map(_.name).mkString(", ")}")
    else
      val names = found.map(_.distinctName(found))
      val places = found.map(t => s"types(${types.indexOf(t)})").mkString(", ")
      val cure = if names.distinct.length == names.length then "Ask for one of these names"
      else s"Take one of them by its place: $places"
      throw new NoSuchElementException(s"${found.length} types are named $typeName: ${names.mkString(", ")}. $cure")

  /** Returns the graph's bytes, annotated: every block of every column with its offset, its first bytes and its first
    * values. Reads all of the graph; for graphs that a person can look through.
    */
  def dump: String =
    val out = new StringBuilder
    out ++= s"${toString}\n"
    for (name, number) <- file.externals.zipWithIndex do out ++= s"external object $number: $name\n"
    if file.referredTo.nonEmpty then
      val more = if file.referredTo.length > GraphInspection.Shown then ", …" else ""
      out ++= file.referredTo.take(GraphInspection.Shown).mkString("objects that are referred to: ", ", ", s"$more\n")
    for cuts <- file.cuts do
      out ++= cuts.all.init.map(_.element).mkString(
        s"collection ${cuts.collection} is cut before elements ",
        ", ",
        "\n"
      )
    for column <- file.columns; block <- column.blocks do
      val loaded = block.segment.load(block.offset, block.length)
      val shown = loaded.bytes.slice(loaded.from, loaded.from + math.min(block.length, GraphInspection.Shown))
      val hex = shown.map(b => f"$b%02x").mkString(" ")
      val at = block.segment.at + block.offset
      out ++= f"$at%8d ${block.length}%6d  ${nameOf(column.key)}: ${block.count} ${Role.name(column.key.role)}"
      out ++= s" = ${firstOf(column, block)}  [$hex${if block.length > GraphInspection.Shown then " …" else ""}]\n"
    out.toString

  private def firstOf(column: ColumnInput, block: Block): String =
    val values: Iterator[Any] = column.key.role match
      case Role.String => block.strings.take(block.count).map(GraphInspection.quoted)
      case Role.Codes  => GraphField.longs(block)
      case role        => GraphField.longs(block).map(ScalarKind.fromOrdinal(role).ofBits(_))
    val first = values.take(GraphInspection.Shown).toSeq
    first.mkString("", ", ", if block.count > first.length then ", …" else "")

  private def nameOf(key: ColumnKey): String =
    val within = if key.level == 0 then "" else s" (inside, ${key.level})"
    if key.cluster == Clusters.Root then s"the value$within"
    else if key.cluster >= clusters.size then s"type ${key.cluster}, member ${key.member}"
    else
      val member = clusters(key.cluster).shape match
        case p: Shape.Product if key.member < p.fieldNames.length => p.fieldNames(key.member)
        case _: Shape.Sequence => List("elements", "", "size", "class").lift(key.member).getOrElse("")
        case _: Shape.Mapping  => List("keys", "values", "size").lift(key.member).getOrElse("")
        case _                 => List("which", "content").lift(key.member).getOrElse("")
      s"${clusters(key.cluster).shape.name}.$member$within"

  /** A table of the types: the number and the bytes of each. */
  override def toString: String =
    val rows = types.map(t => f"${t.count}%,14d ${t.bytes}%,14d  ${t.name}")
    val first =
      f"$objects%,d objects ($shared%,d shared) in $bytes%,d bytes" + header.map((k, v) => s", $k = $v").mkString
    (first +: f"${"count"}%14s ${"bytes"}%14s  type" +: rows).mkString("\n")

private object GraphInspection:
  /** The most bytes, values and so on of one line of a dump. */
  final val Shown = 12

  def quoted(text: String | Null): String = if text == null then "null" else s"\"${PickleException.quote(text, 20)}\""
