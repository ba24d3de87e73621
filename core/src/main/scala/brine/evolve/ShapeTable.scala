package brine.evolve

import java.util.IdentityHashMap
import scala.collection.mutable.ArrayBuffer
import brine.{PickleException, PickleOptions}
import brine.binary.{BinaryBuilder, BinaryReader}
import brine.shape.{Fingerprint, ScalarKind, Shape}
import brine.wire.{ByteSink, ByteSource}

/** A shape as bytes, so that it can be kept beside what was written from it: docs/spec/binary.md, "Shape table". Nodes are
  * numbered from the root on, breadth first; equal shapes give equal bytes if their nodes are shared alike.
  */
object ShapeTable:
  /** The table of all that a shape is made of. */
  def write(shape: Shape): Array[Byte] =
    val sink = ByteSink.growing(256)
    val nodes = new Numbering(shape)
    sink.putVarint(nodes.rootReference)
    sink.putVarint(nodes.all.length)
    for node <- nodes.all do put(node, nodes, sink)
    sink.toByteArray

  /** The shape that a table holds.
    *
    * @throws PickleException for bytes that are none, whoever made them: nothing is allocated for a claim, no type that leads
    *                         to itself without an object between is taken
    */
  def read(bytes: Array[Byte]): Shape = brine.Door.reading(ByteSource.of(bytes)) {
    val source = ByteSource.of(bytes)
    val shape = new Reading(source).root()
    if !source.atEnd() then throw malformed(s"has ${source.remaining} bytes too many")
    shape
  }

  private def malformed(what: String): PickleException = new PickleException.Malformed(s"a shape table $what")

  // ---- out

  /** Scalars are known by their number, and all others by theirs behind those. */
  private final class Numbering(root: Shape):
    val all = new ArrayBuffer[Shape]
    private val numbers = new IdentityHashMap[Shape, Integer]

    val rootReference: Int = reference(root)
    private var next = 0
    while next < all.length do
      for child <- Fingerprint.childrenOf(all(next)) do reference(child)
      next += 1

    def reference(shape: Shape): Int = shape match
      case s: Shape.Scalar => s.kind.ordinal
      case _ =>
        val known = numbers.get(shape)
        if known != null then known
        else
          val number = Scalars + all.length
          numbers.put(shape, number)
          all += shape
          number

  private val Scalars = ScalarKind.values.length

  private object Codes:
    final val Product = 0
    final val Sum = 1
    final val Singleton = 2
    final val Optional = 3
    final val Sequence = 4
    final val Mapping = 5
    final val Mapped = 6
    final val Open = 7
    final val Custom = 8

    /** The code is in the lower four bits; these are above. */
    final val Tracked = 16
    final val Mutable = 32
    final val Sorted = 64

  private def put(shape: Shape, nodes: Numbering, sink: ByteSink): Unit =
    def named(code: Int, name: String): Unit =
      sink.putByte(code)
      putText(name, sink)
    def members(names: Array[String], shapes: Array[Shape]): Unit =
      sink.putVarint(names.length)
      for (name, shape) <- names.zip(shapes) do
        putText(name, sink)
        sink.putVarint(nodes.reference(shape))
    def collection(code: Int, kind: String, isTracked: Boolean, isMutable: Boolean, ordering: String): Unit =
      val sorted = if ordering.isEmpty then 0 else Codes.Sorted
      named(code | tracked(isTracked) | (if isMutable then Codes.Mutable else 0) | sorted, kind)
      if sorted != 0 then putText(ordering, sink)
      for child <- Fingerprint.childrenOf(shape) do sink.putVarint(nodes.reference(child))
    shape match
      case p: Shape.Product =>
        named(Codes.Product | tracked(p.isTracked), p.name)
        members(p.fieldNames, p.fieldShapes)
      case s: Shape.Sum =>
        named(Codes.Sum | tracked(s.isTracked), s.name)
        members(s.leafNames, s.leafShapes)
      case s: Shape.Singleton => named(Codes.Singleton, s.name)
      case o: Shape.Optional =>
        sink.putByte(Codes.Optional)
        sink.putVarint(nodes.reference(o.element))
      case s: Shape.Sequence => collection(Codes.Sequence, s.kind, s.isTracked, s.isMutable, s.ordering)
      case m: Shape.Mapping  => collection(Codes.Mapping, m.kind, m.isTracked, m.isMutable, m.ordering)
      case m: Shape.Mapped =>
        sink.putByte(Codes.Mapped)
        sink.putVarint(nodes.reference(m.inner))
      case o: Shape.Open => named(Codes.Open, o.name)
      case c: Shape.Custom =>
        named(Codes.Custom, c.name)
        sink.putVarint(c.version)
      case s: Shape.Scalar => throw new IllegalStateException(s.name) // has no node

  private def tracked(is: Boolean): Int = if is then Codes.Tracked else 0

  /** As strings are in binary pickles: any UTF-16 units. */
  private def putText(text: String, sink: ByteSink): Unit =
    if !isName(text) then throw malformed("cannot hold a name that is long or does not print")
    new BinaryBuilder(sink, PickleOptions.Default).putString(text)

  /** Names come up in messages, so they must be such as may. */
  private def isName(text: String): Boolean =
    text.length <= MostNameChars && text.forall(c => c >= ' ' && c != 0x7f && Character.getType(c) != Character.FORMAT)

  // ---- in

  private final class Reading(source: ByteSource):
    private val shapes = new ArrayBuffer[Shape]
    private var count = 0

    def root(): Shape =
      val root = source.getVarint()
      count = counted("node")
      if count > MostNodes then throw malformed(s"has $count nodes, more than $MostNodes")
      for _ <- 0 until count do shapes += node()
      val shape = at(root)
      for shape <- shapes do refuseEndless(shape)
      shape

    /** How many follow; each takes a byte or more. */
    private def counted(what: String): Int =
      val claimed = source.getVarint()
      if claimed < 0 || claimed > source.remaining then throw malformed(s"claims ${Integer.toUnsignedString(claimed)} ${what}s")
      claimed

    private val strings = new BinaryReader(source, PickleOptions.Default)

    private def text(): String =
      val text = strings.getString()
      if text == null || !isName(text) then throw malformed("has a name that is null, is long or does not print")
      text

    private def at(reference: Int): Shape =
      if reference >= 0 && reference < Scalars then Shape.Scalar(ScalarKind.fromOrdinal(reference))
      else if reference < 0 || reference - Scalars >= count then throw malformed(s"has no node ${Integer.toUnsignedString(reference)}")
      else shapes(reference - Scalars)

    /** A node that may come later, checked at once. */
    private def reference(): () => Shape =
      val number = source.getVarint()
      if number < 0 || number - Scalars >= count then throw malformed(s"has no node ${Integer.toUnsignedString(number)}")
      () => at(number)

    private def members(): (Array[String], () => Array[Shape]) =
      val all = Array.fill(counted("member"))((text(), reference()))
      val names = all.map(_._1)
      // Sorted, not hashed: names may be chosen to collide.
      val sorted = names.sorted
      if sorted.indices.drop(1).exists(i => sorted(i) == sorted(i - 1)) then throw malformed("has a name twice")
      (names, () => all.map(_._2()))

    private def node(): Shape =
      val head = source.getByte() & 0xff
      val isTracked = (head & Codes.Tracked) != 0
      val isMutable = (head & Codes.Mutable) != 0
      def ordering() = if (head & Codes.Sorted) != 0 then text() else ""
      val (code, flags) = (head & 15, head & 0xf0)
      def only(allowed: Int): Unit = if (flags & ~allowed) != 0 then throw malformed(f"has a node of code $head%02x")
      code match
        case Codes.Product =>
          only(Codes.Tracked)
          val name = text()
          val (names, shapes) = members()
          new Shape.Product(name, names, isTracked, shapes)
        case Codes.Sum =>
          only(Codes.Tracked)
          val name = text()
          val (names, shapes) = members()
          if names.isEmpty then throw malformed("has a sealed type without leaves")
          new Shape.Sum(name, names, isTracked, shapes)
        case Codes.Singleton =>
          only(0)
          new Shape.Singleton(text())
        case Codes.Optional =>
          only(0)
          new Shape.Optional(reference())
        case Codes.Sequence =>
          only(Codes.Tracked | Codes.Mutable | Codes.Sorted)
          val kind = text()
          val order = ordering()
          new Shape.Sequence(kind, isTracked, reference(), isMutable, () => order)
        case Codes.Mapping =>
          only(Codes.Tracked | Codes.Mutable | Codes.Sorted)
          val kind = text()
          val order = ordering()
          new Shape.Mapping(kind, isTracked, reference(), reference(), isMutable, () => order)
        case Codes.Mapped =>
          only(0)
          new Shape.Mapped(reference())
        case Codes.Open =>
          only(0)
          new Shape.Open(text())
        case Codes.Custom =>
          only(0)
          new Shape.Custom(text(), source.getVarint())
        case _ => throw malformed(f"has a node of code $head%02x")

    /** A type that stands for another, and that for another, must come to an end. */
    private def refuseEndless(shape: Shape): Unit =
      var inner = shape
      var steps = 0
      while steps <= MostMapped && inner.isInstanceOf[Shape.Mapped] do
        inner = inner.asInstanceOf[Shape.Mapped].inner
        steps += 1
      if steps > MostMapped then throw malformed("has types that stand for each other without end")

  /** More types than anybody's program pickles at once. */
  private final val MostNodes = 10_000
  private final val MostNameChars = 1000
  private final val MostMapped = 100
