package brine.testkit.entrances

import java.io.ByteArrayInputStream
import java.nio.ByteBuffer
import java.nio.channels.Channels
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.util.Using
import brine.*
import brine.binary.{BinaryFormat, RecordNames, RecordReader, ShapeTable}
import brine.evolve.Lock
import brine.graph.{Graph, GraphFormat, GraphInspection, GraphPickle}
import brine.graph.decoupled.{DecoupledFormat, Image}
import brine.json.{JsonDialect, JsonFormat, JsonMigration}
import brine.json.dialects.*
import brine.json.schemas.JsonSchema
import brine.json.trees.{Json, RawJson}
import brine.region.Region

/** One public way into Brine that takes bytes, a text or a file of strangers.
  *
  * @param seed bytes that it takes
  * @param run  reads them; returns the values, which have the types of the fields that hold them
  */
final class Entrance(val name: String, val seed: Array[Byte], val run: Array[Byte] => Any):
  /** Runs it, and returns how it ended. Throws any exception that is not documented: no code of a user runs here, and
    * no text of the JVM's or of a library's belongs into a message.
    */
  def ends(bytes: Array[Byte]): String = read(bytes) match
    case refusal: Exception => named(refusal)
    case value =>
      DeclaredTypes.check(value)
      "a value"

  /** Runs it, and returns the value, or the documented exception. */
  def read(bytes: Array[Byte]): Any =
    try run(bytes)
    catch
      case e: PickleException.UserCode                     => throw new AssertionError(e)
      case e: PickleException                              => e
      case e: IllegalArgumentException if name == "a lock" => e
      // No record follows.
      case e: NoSuchElementException if name == "records" => e

  /** Inference makes code for each dialect that it proposes, and a search for all errors reads once for each. */
  def isSlow: Boolean =
    name.startsWith("JSON, infer") || name == "JSON, all errors" || name.startsWith("graph, inspect")

  private def named(e: Exception): String =
    Entrance.refuseForeign(e.getMessage)
    e.getClass.getSimpleName

/** All entrances: a table by hand. */
object Entrance:
  /** Texts of the JVM and of libraries. */
  private val Foreign =
    ("java\\.|scala\\.|cannot be cast|out of bounds|Exception|com\\.github|could not be parsed|buf:|" +
      "For input string|Cannot invoke").r

  /** Throws for a message with a text of the JVM or of a library. */
  private[entrances] def refuseForeign(message: String): Unit =
    if Foreign.findFirstIn(message).isDefined then throw new AssertionError(message)

  private val unchecked = PickleOptions(checksum = false, limits = Limits(maxElementsWithoutBytes = 1000))
    .copy(history = History(summon[Pickler[Store]].shape))
  private val shared = unchecked.copy(sharing = Sharing.All)
  private val file: Path = Files.createTempFile("entrance", ".bin")
  file.toFile.deleteOnExit()

  private def written(bytes: Array[Byte]): Path = Files.write(file, bytes)
  private def text(bytes: Array[Byte]): String = new String(bytes, UTF_8)
  private def utf8(text: String): Array[Byte] = text.getBytes(UTF_8)

  private[entrances] def nameOf(format: PickleFormat): String = format.getClass.getSimpleName.stripSuffix("$")

  private def of(name: String, seed: Array[Byte])(run: Array[Byte] => Any): Entrance = new Entrance(name, seed, run)

  def all: Vector[Entrance] =
    streams ++ roots ++ texts ++ graphs ++ images ++ regions ++ tables ++ CostlyEntrances.all ++
      PartialEntrances.all

  private def streams: Vector[Entrance] =
    val formats =
      List[PickleFormat](BinaryFormat, BinaryFormat.Bare, BinaryFormat.Keyed, JsonFormat, GraphFormat, DecoupledFormat)
    for
      format <- formats.toVector
      options <- List(unchecked, shared)
      if options == shared || format != GraphFormat
      (how, read) <- ways(format, options)
    yield
      given PickleFormat = format
      given PickleOptions = options
      of(s"${nameOf(format)}, $how", Store.sample.pickle.bytes)(read)

  /** Roots of types that have no null. */
  private def roots: Vector[Entrance] =
    def root[A: Pickler](value: A): Vector[Entrance] =
      for format <- Vector[PickleFormat](BinaryFormat.Bare, BinaryFormat, JsonFormat, GraphFormat, DecoupledFormat)
      yield
        given PickleFormat = format
        given PickleOptions = if format == GraphFormat then shared else unchecked
        of(s"${nameOf(format)}, a root of ${summon[Pickler[A]].shape.name}", value.pickle.bytes) { bytes =>
          val read = Pickle.read[A](bytes)
          if read == null then throw new AssertionError("a null of a type without one")
          read
        }
    root(Store.sample.node) ++ root(Store.sample.items.head) ++ root(Store.sample.node.items) ++ root(BigDecimal(2)) ++
      root(java.time.Instant.EPOCH) ++ root(new java.util.Date(7)) ++ root(("a", 1))

  private def ways(format: PickleFormat, options: PickleOptions): List[(String, Array[Byte] => Any)] =
    given PickleFormat = format
    given PickleOptions = options
    List(
      "bytes" -> (bytes => Pickle.read[Store](bytes)),
      "a stream" -> (bytes => Pickle.read[Store](ByteArrayInputStream(bytes))),
      "a channel" -> (bytes => Pickle.read[Store](Channels.newChannel(ByteArrayInputStream(bytes)))),
      "a buffer" -> (bytes => Pickle.read[Store](ByteBuffer.wrap(bytes))),
      "a file" -> (bytes => Pickle.read[Store](written(bytes))),
      "all values of a stream" -> (bytes => Pickle.readAll[Store](ByteArrayInputStream(bytes)).take(9).toList),
      "all values of a file" -> (bytes => Pickle.readAll[Store, List[Store]](written(bytes))(_.take(9).toList))
    )

  private def texts: Vector[Entrance] =
    given PickleOptions = unchecked
    val seed = utf8(JsonFormat.write(Store.sample))
    val lenient = JsonFormat(JsonDialect.Default.copy(leniency = JsonDialect.Leniency.Configuration))
    Vector(
      of("JSON, a lenient dialect", seed)(bytes => lenient.read[Store](text(bytes))),
      of("JSON, a tree", seed)(bytes => Json.parse(text(bytes)).toString),
      of("JSON, any value", seed)(bytes => JsonFormat.read[Json](text(bytes)).toString),
      of("JSON, a raw value", seed)(bytes => RawJson(text(bytes)).bytes.length),
      of("JSON, lines", seed)(bytes => JsonFormat.readLines[Store](ByteArrayInputStream(bytes)).take(9).toList),
      of("JSON, an array", utf8("[") ++ seed ++ utf8("]"))(bytes =>
        JsonFormat.readArray[Store](ByteArrayInputStream(bytes)).take(9).toList
      ),
      of("JSON, infer", seed)(bytes =>
        JsonDialect.infer[Store](Seq(text(bytes), JsonFormat.write(Store.sample))).contradictions.length
      ),
      of("JSON, a schema", utf8(JsonSchema.of[Store](JsonDialect.Default).toString))(bytes =>
        JsonSchema.parse(text(bytes)).toString
      )
    )

  private def graphs: Vector[Entrance] =
    given PickleOptions = shared
    val seed = GraphFormat.withHeader("by" -> "a test").write(Store.sample)
    // Values by hand are read by their picklers alone.
    def tried(look: => Any): Unit =
      try
        val ignored = look
      catch case _: PickleException.IncompatibleShape => ()
    def fields(graph: GraphInspection): Any =
      for t <- graph.types; f <- t.fields do tried(f.values.foreach(_ => ()))
      for t <- graph.types; row <- 0L until math.min(t.count, 3) do
        val vertex = t.vertex(row)
        if t.isClass then t.fields.foreach(f => tried(vertex(f.name)))
        else tried(vertex.elements.take(10).foreach(_ => ()))
        tried(vertex.paths(10))
      tried(graph.dump)
    def pickle(bytes: Array[Byte]) = new GraphPickle(bytes)
    Vector(
      of("graph, header", seed)(bytes => Graph.header(pickle(bytes))),
      of("graph, header of a file", seed)(bytes => Graph.header(written(bytes))),
      of("graph, header of a stream", seed)(bytes => Graph.header(ByteArrayInputStream(bytes))),
      of("graph, inspect", seed)(bytes => fields(Graph.inspect(pickle(bytes)))),
      of("graph, inspect a file", seed)(bytes => Graph.inspect(written(bytes))(fields)),
      of("graph, inspect unchecked", seed)(bytes => Graph.inspectUnchecked(written(bytes))(fields)),
      of("graph, records", seed)(bytes => Graph.records(pickle(bytes)).pickle.bytes.length),
      of("graph, records of a file", seed)(bytes => Graph.records(written(bytes)).pickle.bytes.length),
      of("graph, in pieces", seed)(bytes =>
        Pickle.read[Store](bytes)(using format = GraphFormat.withExecutor(_.run()))
      ),
      of("graph, in part", seed)(bytes => Pickle.read[Store](bytes)(using format = GraphFormat.withDepth(2)): Any),
      of("graph, open", seed)(bytes => opened(Graph.open(written(bytes)))),
      of("graph, open unchecked", seed)(bytes => opened(Graph.openUnchecked(written(bytes)))),
      indexFile
    )

  /** The index of a graph that has no values of picklers by hand. */
  private def indexFile(using PickleOptions): Entrance =
    val graph = Files.createTempFile("entrance", ".graph")
    graph.toFile.deleteOnExit()
    Files.write(graph, GraphFormat.write(Store.sample.node))
    def asked(index: Path): Any = Using.resource(Graph.open(graph, index)) { graph =>
      for number <- 0L until graph.objects do (graph.vertex(number).path, graph.vertex(number).referrers.size)
      graph.load[Node](graph("Node").vertex(0))
    }
    Files.delete(file)
    asked(file): Unit
    of("graph, the file of an index", Files.readAllBytes(file))(bytes => asked(written(bytes)))

  private def opened(graph: brine.graph.OpenGraph)(using PickleOptions): Any =
    try
      val loaded =
        for t <- graph.types if t.name == "Item"; row <- 0L until math.min(t.count, 3)
        yield graph.load[Item](t.vertex(row))
      (loaded.toList, graph.root[Store])
    finally graph.close()

  private def images: Vector[Entrance] =
    given PickleOptions = unchecked
    val seed = DecoupledFormat.write(Store.sample)
    val other = Files.createTempFile("entrance", ".image")
    other.toFile.deleteOnExit()
    DecoupledFormat.image(seed, other)
    def look(image: Image): Any =
      image.dump
      image.sizes
      for o <- image.objects.take(100) do
        o.fieldNames.foreach(o(_))
        o.elements.take(10).foreach(_ => ())
        o.toString
      if image.slots > 0 then image.root.read[Store] else null
    Vector(
      of("decoupled, an image", seed)(bytes => look(DecoupledFormat.image(bytes))),
      of("decoupled, an image in a buffer", seed)(bytes =>
        look(DecoupledFormat.image(bytes, ByteBuffer.allocate(bytes.length * 8)))
      ),
      of("decoupled, an image in a file", seed)(bytes =>
        DecoupledFormat.image(bytes, other)
        look(Image.open(other))
      ),
      of("decoupled, the file of an image", Files.readAllBytes(other))(bytes => look(Image.open(written(bytes)))),
      of("decoupled, by threads", seed)(bytes =>
        Pickle.read[Store](bytes)(using format = DecoupledFormat.withExecutor(_.run()))
      )
    )

  private def regions: Vector[Entrance] =
    given PickleOptions = unchecked
    val out = new java.io.ByteArrayOutputStream
    Region.compact(Page.sample).sendTo(Channels.newChannel(out))
    val seed = out.toByteArray
    def look(region: Region[Page]): Any =
      try
        region.verify()
        List(region.root(_.title), region.root(_.lines.size), region.root.contentHash, region.toString, region.toValue)
      finally region.close()
    def looser(region: Region[Page]): Any =
      try List(region.root(_.title), region.root(_.lines.size), region.toValue)
      finally region.close()
    Vector(
      of("region, a buffer", seed)(bytes => look(Region.in[Page](ByteBuffer.wrap(bytes)))),
      of("region, a trusted buffer", seed)(bytes => look(Region.inUnchecked[Page](ByteBuffer.wrap(bytes)))),
      of("region, a channel", seed)(bytes =>
        look(Region.receive[Page](Channels.newChannel(ByteArrayInputStream(bytes))))
      ),
      of("region, a file", seed)(bytes => looser(Region.open[Page](written(bytes)))),
      of("region, a trusted file", seed)(bytes => looser(Region.openUnchecked[Page](written(bytes)))),
      of("region, an upgraded file", seed)(bytes => Region.upgrade[Page](written(bytes)).toValue)
    )

  private def tables: Vector[Entrance] =
    val table = ShapeTable.write(summon[Pickler[Store]].shape)
    Vector(
      of("a shape", table)(bytes => ShapeTable.read(bytes).describe),
      of("the shape of a writer", table)(bytes => Unpickler.from[Store](ShapeTable.read(bytes)).shape.describe),
      of("a lock", utf8(Lock.empty.withSchema("a", "in", "1.0", "{}").text))(bytes => Lock.parse(text(bytes)).text),
      of("records", BinaryFormat.Bare.write(Store.sample))(bytes =>
        given PickleOptions = unchecked
        RecordReader.over(ByteArrayInputStream(bytes), unchecked, RecordNames.values.head).read[Store]
      )
    )

/** A value of each kind. */
final case class Store(
    items: List[Item],
    byName: Map[String, Item],
    numbers: Vector[Int],
    times: Array[Long],
    kind: Kind,
    keys: Set[Option[String]],
    price: BigDecimal,
    at: java.time.Instant,
    pair: (Item, Either[String, Int]),
    node: Node
) derives Pickler
final case class Item(name: String, count: Int, kind: Kind) derives Pickler
final class Node(val name: String, var next: Node | Null, var items: scala.collection.mutable.ArrayBuffer[Item])
    derives Pickler
enum Kind derives Pickler:
  case Usual, Other
  case Named(name: String)

object Store:
  def sample: Store =
    val item = Item("tea", 7, Kind.Named("x"))
    val node = new Node("a", null, scala.collection.mutable.ArrayBuffer(item))
    node.next = new Node("b", node, node.items)
    Store(
      List(item, item, Item("☃", -1, Kind.Usual)),
      Map("tea" -> item),
      Vector(1, 2, 300000),
      Array(1L, Long.MinValue),
      Kind.Other,
      Set(None, Some("k")),
      BigDecimal("2.50"),
      java.time.Instant.ofEpochSecond(1_000_000_000L, 5),
      (item, Right(4)),
      node
    )

/** A value that a region holds. */
final case class Page(title: String, lines: Vector[Line], byNumber: Map[Int, Line], first: Option[Line], at: Double)
    derives Pickler
final case class Line(text: String, isOpen: Boolean, kind: Kind, numbers: Array[Int]) derives Pickler

object Page:
  def sample: Page =
    val line = Line("a line", true, Kind.Named("k"), Array(1, 2))
    Page("page", Vector(line, line.copy(text = "ü☃")), Map(7 -> line), Some(line), 1.5)
