package brine.checks

import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer
import java.nio.channels.Channels
import scala.collection.mutable
import scala.util.Random
import brine.*
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.graph.decoupled.DecoupledFormat
import brine.json.JsonFormat
import brine.region.Region
import brine.testkit.Patient
import brine.testkit.entrances.DeclaredTypes
import TypeConfusionSuite.*

/** References to other objects than those that were written: the object at each place has the type that the place
  * declares, type arguments included, or the pickle is refused.
  *
  * A reference is a few bytes, whose values are small. Each byte is replaced by each small number, which puts each
  * other object in the place of each reference; and JSON's references by each number of an object. The property
  * `brine.confusion` has the number of samples.
  */
class TypeConfusionSuite extends munit.FunSuite, Patient:
  private val samples = Integer.getInteger("brine.confusion", 1)

  private val settings = List(
    PickleOptions(checksum = false),
    PickleOptions(checksum = false, sharing = Sharing.All),
    PickleOptions(checksum = false, sharing = Sharing.All, limits = Limits(emittedDepth = 0))
  )

  /** Reads changed bytes, and returns true if they are refused. */
  private def isRefused(what: String)(read: => Any): Boolean =
    try
      DeclaredTypes.check(read)
      false
    catch
      case e: PickleException.UserCode => throw new AssertionError(what, e)
      case _: PickleException          => true
      case e: Throwable                => throw new AssertionError(what, e)

  private def eachChange(bytes: Array[Byte])(read: (String, Array[Byte]) => Unit): Unit =
    for i <- bytes.indices; number <- 0 to MostNumber if bytes(i) != number do
      read(s"byte $i is $number", bytes.updated(i, number.toByte))

  for format <- List[PickleFormat](BinaryFormat.Bare, BinaryFormat, GraphFormat, DecoupledFormat) do
    test(s"a reference to another object has the type of its place, or is refused: $format"):
      given PickleFormat = format
      var refused = 0
      val all = if format == GraphFormat || format == DecoupledFormat then settings.slice(1, 2) else settings
      for n <- 0 until samples; options <- all do
        given PickleOptions = options
        val value = sample(new Random(n))
        eachChange(value.pickle.bytes) { (how, bytes) =>
          if isRefused(s"sample $n, $how")(Pickle.read[Places](bytes)) then refused += 1
        }
      assert(refused > 100, refused)

  test("a reference to another object has the type of its place, or is refused: JSON"):
    var refused = 0
    for n <- 0 until 2 * samples; options <- settings do
      given PickleOptions = options
      val text = JsonFormat.write(sample(new Random(n)))
      val numbers = "\"\\$id\":(\\d+)".r.findAllMatchIn(text).map(_.group(1)).toList.distinct
      val references = "\"\\$ref\":(\\d+)".r.findAllMatchIn(text).toList
      assert(references.length > 2, text)
      for reference <- references; number <- numbers if number != reference.group(1) do
        val changed = text.substring(0, reference.start(1)) + number + text.substring(reference.end(1))
        if isRefused(s"sample $n, $changed")(JsonFormat.read[Places](changed)) then refused += 1
    assert(refused > 10, refused)

  test("a reference to another object has the type of its place, or is refused: region"):
    var refused = 0
    for n <- 0 until samples do
      val out = new ByteArrayOutputStream
      Region.compactSharing(page(new Random(n))).sendTo(Channels.newChannel(out))
      eachChange(out.toByteArray) { (how, bytes) =>
        def region = Region.inUnchecked[Page](ByteBuffer.wrap(bytes))
        val isBad = isRefused(s"sample $n, $how")(region.toValue)
        if isBad then
          refused += 1
          assert(isRefused(s"sample $n, $how")(region.verify()), s"sample $n, $how: verified, and cannot be read")
      }
    assert(refused > 10, refused)

  test("a region of sets and maps that is verified can be read, with any byte changed"):
    val out = new ByteArrayOutputStream
    val keys = Keys(
      Set("a", "b", "ü☃"),
      Set(1, 2, 3),
      (1L to 12L).map(n => n * n -> s"$n").toMap,
      Map('x' -> true, 'y' -> false)
    )
    Region.compact(keys).sendTo(Channels.newChannel(out))
    val equalKeys = mutable.Set.empty[Int]
    eachChange(out.toByteArray) { (how, bytes) =>
      def region = Region.inUnchecked[Keys](ByteBuffer.wrap(bytes))
      try
        region.verify()
        val ignored = region.toValue
      catch
        case e: PickleException =>
          if e.getMessage.contains("invariant 9") then equalKeys += e.getMessage.filter(_.isDigit).hashCode
          else assert(isRefused(how)(region.verify()), s"$how: verified, and cannot be read: $e")
    }
    assert(equalKeys.size > 3, equalKeys)

object TypeConfusionSuite:
  private final val MostNumber = 24

  final class Cell(var n: Int) derives Pickler
  final class Room(var n: Int, var next: Room | Null) derives Pickler
  final class Box[A](var a: A) derives Pickler
  final case class Label(text: String) derives Pickler
  enum Kind derives Pickler:
    case Of(label: Label)
    case Both(one: Label, other: Label)
    case None

  /** Places of types that are alike: the same class with other arguments, and classes with the same fields. */
  final case class Places(
      pairs: List[(Cell, mutable.ArrayBuffer[Cell])],
      rooms: mutable.ArrayBuffer[Room],
      boxes: List[Box[Cell]],
      others: Vector[Box[Room]],
      options: List[Option[mutable.ArrayBuffer[Room]]],
      arrays: Array[Option[Cell]],
      names: mutable.Map[Label, Room],
      either: List[Either[Cell, Room]],
      kinds: List[Kind],
      buffer: mutable.ArrayBuffer[Label],
      nested: Box[Box[Cell]]
  ) derives Pickler

  private def sample(random: Random): Places =
    val cells = Vector.tabulate(2)(new Cell(_))
    val rooms = Vector.tabulate(2)(new Room(_, null))
    rooms(0).next = rooms(1)
    rooms(1).next = rooms(random.nextInt(2))
    val labels = Vector.tabulate(2)(i => Label(s"l$i"))
    def cell = cells(random.nextInt(2))
    def room = rooms(random.nextInt(2))
    def label = labels(random.nextInt(2))
    val buffer = mutable.ArrayBuffer.fill(2)(cell)
    val house = mutable.ArrayBuffer.fill(2)(room)
    val box = new Box(cell)
    Places(
      List((cell, buffer), (cell, buffer)),
      house,
      List(box, new Box(cell), box),
      Vector(new Box(room)),
      List(Some(house), None),
      Array(Some(cell), None),
      mutable.Map(label -> room),
      List(Left(cell), Right(room)),
      List(Kind.Of(label), Kind.Both(label, label), Kind.None),
      mutable.ArrayBuffer(label),
      new Box(box)
    )

  final case class Keys(
      words: Set[String],
      numbers: Set[Int],
      longs: Map[Long, String],
      byChar: Map[Char, Boolean]
  ) derives Pickler

  final case class Page(one: Label, kinds: Vector[Kind], byName: Map[String, Label], first: Option[Label], chain: Chain)
      derives Pickler
  enum Chain derives Pickler:
    case End
    case Link(label: Label, kind: Kind, next: Chain)

  private def page(random: Random): Page =
    val labels = Vector.tabulate(3)(i => Label(s"l$i"))
    def label = labels(random.nextInt(3))
    val kinds = Vector(Kind.Of(label), Kind.Both(label, label), Kind.None)
    val chain = Chain.Link(label, kinds(0), Chain.Link(label, kinds(1), Chain.End))
    Page(label, kinds, Map("a" -> label, "b" -> label), Some(label), chain)
