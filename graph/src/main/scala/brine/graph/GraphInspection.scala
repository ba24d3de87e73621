package brine.graph

import scala.collection.mutable.ArrayBuffer
import brine.graph.clustered.*
import brine.shape.{ScalarKind, Shape}
import brine.wire.PackedLongs

/** What is in a graph, by type and field, without its classes ([[Graph.inspect]]). Serves one thread. */
final class GraphInspection private[graph] (file: GraphFile):
  /** What its writer said of it. */
  def header: Map[String, String] = file.header

  /** All of its bytes. */
  def bytes: Long = file.bytes

  /** Objects that keep their identity: those of classes, and collections. */
  def objects: Long = file.objects

  /** Objects that are referred to from more than one place. */
  def shared: Int = file.referredTo.length

  private val clusters = new Clusters[InColumn](key => new InColumn(key))
  for table <- file.tables do clusters.add(table.shape)

  /** The classes and collections of which there are objects, the most frequent first. */
  val types: Seq[GraphType] =
    val found = ArrayBuffer.empty[GraphType]
    file.countOf(clusters.iterator) { (cluster, count) =>
      val isOfObjects = cluster.shape match
        case _: Shape.Product | _: Shape.Sequence | _: Shape.Mapping => true
        case _                                                       => false
      if count > 0 && isOfObjects then found += new GraphType(cluster.shape, count, file, file.columns.filter(_.key.cluster == cluster.number))
    }
    found.sortBy(-_.count).toSeq

  /** The type of this name.
    *
    * @throws NoSuchElementException where there is none
    */
  def apply(typeName: String): GraphType =
    types.find(_.name == typeName).getOrElse(throw new NoSuchElementException(s"no $typeName; there are ${types.map(_.name).mkString(", ")}"))

  /** The graph's bytes, annotated: every block of every column with its place, its first bytes and its first values. For graphs
    * that one can look through; it reads all of the graph.
    */
  def dump: String =
    val out = new StringBuilder
    out ++= s"${toString}\n"
    for (name, number) <- file.externals.zipWithIndex do out ++= s"external object $number: $name\n"
    for ids <- Option.when(file.referredTo.nonEmpty)(file.referredTo) do
      out ++= ids.take(GraphInspection.Shown).mkString("objects that are referred to: ", ", ", if ids.length > GraphInspection.Shown then ", …\n" else "\n")
    for column <- file.columns; block <- column.blocks do
      val bytes = block.segment.load(block.offset, block.length)
      val start = block.segment.startOf(block.offset)
      val hex = bytes.slice(start, start + math.min(block.length, GraphInspection.Shown)).map(b => f"$b%02x").mkString(" ")
      val at = block.segment.at + block.offset
      out ++= f"$at%8d ${block.length}%6d  ${nameOf(column.key)}: ${block.count} ${Role.name(column.key.role)}"
      out ++= s" = ${firstOf(column, block)}  [$hex${if block.length > GraphInspection.Shown then " …" else ""}]\n"
    out.toString

  private def firstOf(column: InColumn, block: Block): String =
    val values: Iterator[Any] = column.key.role match
      case Role.String => block.strings.take(block.count).map(s => if s == null then "null" else s"\"${brine.PickleException.quote(s, 20)}\"")
      case Role.Codes  => GraphField.longs(block)
      case role        => GraphField.longs(block).map(GraphField.value(ScalarKind.fromOrdinal(role), _))
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

  /** A table: the types, how many of each, their bytes. */
  override def toString: String =
    val rows = types.map(t => f"${t.count}%,14d ${t.bytes}%,14d  ${t.name}")
    val first = f"$objects%,d objects ($shared%,d shared) in $bytes%,d bytes" + header.map((k, v) => s", $k = $v").mkString
    (first +: f"${"count"}%14s ${"bytes"}%14s  type" +: rows).mkString("\n")

private object GraphInspection:
  /** Bytes, values and the like of each, in a dump. */
  final val Shown = 12

/** All objects of a class, or all collections of a kind. */
final class GraphType private[graph] (shape: Shape, val count: Long, file: GraphFile, columns: IndexedSeq[InColumn]):
  /** The class's name without its package, or the collection's with its elements' type. */
  def name: String = shape.name

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

  private def field(name: String, member: Int, shape: Shape): GraphField = new GraphField(name, shape, file, columns.filter(_.key.member == member))

  private def size: GraphField = new GraphField("size", Shape.Scalar(ScalarKind.Int), file, columns.filter(_.key.member == Member.Size), Role.Codes)

  /** The field of this name.
    *
    * @throws NoSuchElementException where there is none
    */
  def apply(fieldName: String): GraphField =
    fields.find(_.name == fieldName).getOrElse(throw new NoSuchElementException(s"$name has no $fieldName, it has ${fields.map(_.name).mkString(", ")}"))

  /** The numbers of the objects whose field is such, in the order in which they were written. */
  def find(fieldName: String)(is: Any => Boolean): Iterator[Long] =
    apply(fieldName).values.zipWithIndex.filter((value, _) => is(value)).map(_._2.toLong)

  override def toString: String =
    (f"$count%,d $name in $bytes%,d bytes" +: fields.map(f => f"${f.bytes}%,14d  ${f.name}: ${f.typeName}")).mkString("\n")

/** A field of all objects of a class: its values in the order in which the objects were written. */
final class GraphField private[graph] (
    val name: String, shape: Shape, file: GraphFile, columns: IndexedSeq[InColumn], role: Int = GraphField.ByShape
):
  def typeName: String = shape.name

  def bytes: Long = columns.iterator.map(_.bytes).sum

  /** Its values say nothing, and are not there. */
  def isUnit: Boolean = isOf(ScalarKind.Unit)

  /** How many values: of a class as many as objects, of elements as many as there are in all. */
  def count: Long = column(0).count

  private def column(level: Int): InColumn =
    val wanted = if role != GraphField.ByShape then role else shapeAt(level) match
      case s: Shape.Scalar => Role.of(s.kind)
      case _               => Role.Codes
    val key = ColumnKey(-1, -1, level, wanted)
    columns.find(c => c.key.level == level && c.key.role == wanted).getOrElse(new InColumn(key))

  private def shapeAt(level: Int): Shape =
    Iterator.iterate(shape) {
      case o: Shape.Optional => Place.unmarked(o.element)
      case m: Shape.Mapped   => Place.unmarked(m.inner)
      case other             => other
    }.drop(level).next()

  /** The values: numbers, strings, options of them; where objects stand, an [[GraphEdge]] for each. */
  def values: Iterator[Any] = at(0)

  private def at(level: Int): Iterator[Any] =
    val here = column(level)
    def codes: Iterator[Long] = here.blocks.iterator.flatMap(block => GraphField.longs(block))
    shapeAt(level) match
      case _ if role != GraphField.ByShape => codes
      case s: Shape.Scalar if s.kind == ScalarKind.String => here.blocks.iterator.flatMap(block => block.strings.take(block.count))
      case s: Shape.Scalar => codes.map(GraphField.value(s.kind, _))
      case _: Shape.Optional =>
        val contents = at(level + 1)
        codes.map {
          case Role.Present  => Some(GraphField.next(contents))
          case Role.None     => None
          case Role.SomeNull => Some(null)
          case _             => null
        }
      case _: Shape.Mapped =>
        val contents = at(level + 1)
        codes.map(code => if code == Role.Present then GraphField.next(contents) else null)
      case _ =>
        codes.map {
          case Role.Present => GraphEdge.New
          case Role.Null    => GraphEdge.Null
          case code if code <= Role.FirstExternal => GraphEdge.External(nameOf(Role.FirstExternal - code))
          case code         => GraphEdge.Back(code - Role.FirstReference)
        }

  private def nameOf(external: Long): String =
    if external < file.externals.length then file.externals(external.toInt)
    else throw new brine.PickleException.Malformed(s"external object $external of ${file.externals.length}")

  /** Of a field of numbers: what `use` makes of each, one after the other, without boxing. */
  private inline def fold(inline use: Double => Unit): Unit =
    val isSingle = isOf(ScalarKind.Float)
    val isDouble = isOf(ScalarKind.Double)
    if !isSingle && !isDouble && !isIntegral then throw new UnsupportedOperationException(s"$name is a ${shape.name}, no number")
    for block <- column(0).blocks do
      val numbers = block.longs
      var left = block.count
      while left > 0 do
        val count = math.min(left, GraphField.Chunk)
        if isDouble then GraphField.eachDouble(numbers, count)(use)
        else if isSingle then GraphField.eachFloat(numbers, count)(use)
        else GraphField.eachLong(numbers, count)(use)
        left -= count

  private def isOf(kind: ScalarKind): Boolean = shape match
    case s: Shape.Scalar => s.kind == kind
    case _               => false

  private def isIntegral: Boolean = role != GraphField.ByShape || (shape match
    case s: Shape.Scalar => s.kind != ScalarKind.String && s.kind != ScalarKind.Unit
    case _               => false)

  /** Of a field of numbers: their sum. */
  def sum: Double =
    var sum = 0.0
    fold(value => sum += value)
    sum

  /** Of a field of numbers: the least and the greatest, those that are NaN apart; by the footer, where it tells. */
  def range: Option[(Double, Double)] =
    var least = Double.PositiveInfinity
    var greatest = Double.NegativeInfinity
    def meet(value: Double): Unit =
      if value < least then least = value
      if value > greatest then greatest = value
    val blocks = column(0).blocks
    if blocks.forall(_.range != null) then
      for block <- blocks do
        meet(block.range.nn.least)
        meet(block.range.nn.greatest)
    else fold(meet(_))
    Option.when(least <= greatest)((least, greatest))

  override def toString: String = s"$name: $typeName"

private[graph] object GraphField:
  final val ByShape = -1

  /** A loop of so many is compiled as a method, and not when it is half through. */
  final val Chunk = 4096

  inline def eachLong(numbers: PackedLongs, count: Int)(inline use: Double => Unit): Unit =
    var i = 0
    while i < count do
      use(numbers.next().toDouble)
      i += 1

  inline def eachDouble(numbers: PackedLongs, count: Int)(inline use: Double => Unit): Unit =
    var i = 0
    while i < count do
      use(java.lang.Double.longBitsToDouble(numbers.next()))
      i += 1

  inline def eachFloat(numbers: PackedLongs, count: Int)(inline use: Double => Unit): Unit =
    var i = 0
    while i < count do
      use(java.lang.Float.intBitsToFloat(numbers.next().toInt).toDouble)
      i += 1

  /** What a code says is there. */
  def next(values: Iterator[Any]): Any =
    if values.hasNext then values.next() else throw new brine.PickleException.Malformed("a column of options has more values than what is in them")

  def longs(block: Block): Iterator[Long] =
    val numbers = block.longs
    Iterator.fill(block.count)(numbers.next())

  def value(kind: ScalarKind, bits: Long): Any = kind match
    case ScalarKind.Boolean => bits != 0
    case ScalarKind.Byte    => bits.toByte
    case ScalarKind.Short   => bits.toShort
    case ScalarKind.Char    => bits.toChar
    case ScalarKind.Int     => bits.toInt
    case ScalarKind.Float   => java.lang.Float.intBitsToFloat(bits.toInt)
    case ScalarKind.Double  => java.lang.Double.longBitsToDouble(bits)
    case _                  => bits

/** Where an object stands. */
enum GraphEdge:
  case Null

  /** The object begins here. */
  case New

  /** An object outside of the graph, by its name. */
  case External(name: String)

  /** An object that began before: so many objects have begun since. */
  case Back(objects: Long)
