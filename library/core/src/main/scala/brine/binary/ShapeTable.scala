package brine.binary

import java.util.IdentityHashMap
import scala.collection.mutable
import scala.collection.mutable.ArrayBuffer
import brine.{Limits, PickleException, PickleOptions, NotNull, ReadBudget}
import brine.shape.{Fingerprint, ScalarKind, Shape}
import brine.wire.{ByteSink, ByteSource}

/** A shape as bytes, to be kept beside the data that were written from it: docs/spec/binary.md, "Shape table". Nodes
  * come breadth first from the root. Shapes whose nodes are shared alike have equal tables, which are then deflated.
  */
object ShapeTable:
  /** The table of all that a shape is made of.
    *
    * @throws PickleException.Malformed     for a shape with names that cannot be shown
    * @throws PickleException.LimitExceeded for one that readers with the default limits would refuse
    */
  def write(shape: Shape): Array[Byte] =
    val writing = new Writing
    writing.put(NotNull(shape, "a shape"))
    val plain = writing.result()
    if plain.length > MostBytes then throw malformed(s"cannot have more than $MostBytes bytes")
    val table = Deflated.write(plain)
    new ReadBudget(Limits.Default).takeTable(table.length, plain.length)
    table

  /** The table of a shape that is in use, made once. It is not copied: nobody may change it.
    *
    * @throws PickleException as [[write]]
    */
  private[brine] def of(shape: Shape): Array[Byte] =
    val known = shape.table
    if known != null then known
    else
      val made = write(shape)
      shape.table = made
      made

  /** The shape that a table holds.
    *
    * @throws PickleException for bytes that are none, whoever made them: nothing is allocated for a claim, no type that
    *                         leads to itself without an object between is taken
    */
  def read(bytes: Array[Byte]): Shape = read(bytes, new ReadBudget(Limits.Default))

  /** Reads a table as a part of the read that has this budget. */
  private[brine] def read(bytes: Array[Byte], budget: ReadBudget): Shape =
    val deflated = ByteSource.of(NotNull(bytes, "the bytes of a shape"))
    brine.FailureBoundary.reading(deflated) {
      val source = ByteSource.of(Deflated.read(deflated, MostBytes, budget))
      val shape = new Reading(source).root()
      Fingerprint.together(shape, budget)
      val more = source.remaining + deflated.remaining
      if more > 0 then throw malformed(s"has $more bytes too many")
      shape
    }

  private def malformed(what: String): PickleException = new PickleException.Malformed(s"a shape table $what")

  // ---- out

  private final val Scalars = ScalarKind.values.length

  /** Replaces a node's number: the next node, which nothing has referred to before. The corresponding number of texts
    * is 0.
    */
  private final val NewNode = Scalars

  /** The texts precede the nodes: similar bytes are compressed better together. */
  private final class Writing:
    private val sink = ByteSink.growing(256)
    private val nodes = new ArrayBuffer[Shape]
    private val numbers = new IdentityHashMap[Shape, Integer]
    private val texts = mutable.LinkedHashMap.empty[String, Int]

    def result(): Array[Byte] =
      val whole = ByteSink.growing(256)
      whole.putVarint(texts.size)
      val strings = new BinaryBuilder(whole, PickleOptions.Default)
      for text <- texts.keys do strings.putString(text)
      val bytes = sink.toByteArray
      whole.putBytes(bytes, 0, bytes.length)
      whole.toByteArray

    def put(root: Shape): Unit =
      reference(root)
      var next = 0
      while next < nodes.length do
        if nodes.length > MostNodes then throw malformed(s"cannot have more than $MostNodes nodes")
        node(nodes(next))
        next += 1

    private def reference(shape: Shape): Unit = shape match
      case s: Shape.Scalar => sink.putVarint(s.kind.ordinal)
      case _ =>
        val known = numbers.putIfAbsent(shape, nodes.length)
        if known != null then sink.putVarint(NewNode + 1 + known)
        else
          nodes += shape
          sink.putVarint(NewNode)

    /** Puts a text, in the same way as a node. */
    private def text(text: String): Unit =
      if !isName(text) then throw malformed("cannot hold a name that is long or does not print")
      val known = texts.getOrElse(text, -1)
      sink.putVarint(known + 1)
      if known < 0 then texts(text) = texts.size

    private def node(shape: Shape): Unit =
      def named(code: Int, name: String): Unit =
        sink.putByte(code)
        text(name)
      def members(names: Array[String], shapes: Array[Shape]): Unit =
        sink.putVarint(names.length)
        for (name, shape) <- names.zip(shapes) do
          text(name)
          reference(shape)
      def collection(code: Int, kind: String, isTracked: Boolean, isMutable: Boolean, ordering: String): Unit =
        val sorted = if ordering.isEmpty then 0 else Codes.Sorted
        named(code | tracked(isTracked) | marked(isMutable) | sorted, kind)
        if sorted != 0 then text(ordering)
        for child <- Fingerprint.childrenOf(shape) do reference(child)
      shape match
        case p: Shape.Product =>
          named(Codes.Product | tracked(p.isTracked) | marked(p.isMutableValue), p.name)
          members(p.fieldNames, p.fieldShapes)
        case s: Shape.Sum =>
          named(Codes.Sum | tracked(s.isTracked), s.name)
          members(s.leafNames, s.leafShapes)
        case s: Shape.Singleton => named(Codes.Singleton, s.name)
        case o: Shape.Optional =>
          sink.putByte(Codes.Optional)
          reference(o.element)
        case s: Shape.Sequence => collection(Codes.Sequence, s.kind, s.isTracked, s.isMutable, s.ordering)
        case m: Shape.Mapping  => collection(Codes.Mapping, m.kind, m.isTracked, m.isMutable, m.ordering)
        case m: Shape.Mapped =>
          sink.putByte(Codes.Mapped)
          reference(m.inner)
        case o: Shape.Open     => named(Codes.Open, o.name)
        case c: Shape.CodeName => named(Codes.CodeName, c.name)
        case c: Shape.Custom =>
          named(Codes.Custom, c.name)
          sink.putVarint(c.version)
        case s: Shape.Scalar => throw new IllegalStateException(s.name) // has no node

  private def tracked(is: Boolean): Int = if is then Codes.Tracked else 0
  private def marked(is: Boolean): Int = if is then Codes.Mutable else 0

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
    final val CodeName = 9

    /** The code is in the lower four bits; these are above. */
    final val Tracked = 16
    final val Mutable = 32
    final val Sorted = 64

  /** Names occur in messages, so their characters are restricted. */
  private def isName(text: String): Boolean =
    text.length <= MostNameChars && text.forall(c => c >= ' ' && c != 0x7f && Character.getType(c) != Character.FORMAT)

  // ---- in

  private final class Reading(source: ByteSource):
    private val shapes = new ArrayBuffer[Shape]
    private val texts: Array[String] =
      val strings = new BinaryReader(source, PickleOptions.Default)
      Array.fill(counted("text")) {
        val text = strings.getString()
        if text == null || !isName(text) then throw malformed("has a name that is null, is long or does not print")
        text
      }
    private var met = 0 // texts

    /** The nodes that have been referred to; they follow in this order. */
    private var announced = 0

    def root(): Shape =
      val root = reference()
      while shapes.length < announced do
        if announced > MostNodes then throw malformed(s"has more than $MostNodes nodes")
        shapes += node()
      val shape = shapeOf(root)
      for shape <- shapes do refuseEndless(shape)
      shape

    /** Reads the number of items that follow; each takes a byte or more. */
    private def counted(what: String): Int =
      val claimed = source.getVarint()
      if claimed < 0 || claimed > source.remaining then
        throw malformed(s"claims ${Integer.toUnsignedString(claimed)} ${what}s")
      claimed

    private def text(): String =
      val number = source.getVarint()
      if number == 0 then met += 1
      val index = if number == 0 then met - 1 else number - 1
      if index < 0 || index >= met || index >= texts.length then
        throw malformed(s"has no text ${Integer.toUnsignedString(number)}")
      texts(index)

    /** Returns the number of a node that may come later, or of a scalar as a negative number. */
    private def reference(): Int =
      val number = source.getVarint()
      if number >= 0 && number < Scalars then -1 - number
      else
        if number == NewNode then announced += 1
        val node = if number == NewNode then announced - 1 else number - NewNode - 1
        if node < 0 || node >= announced then throw malformed(s"has no node ${Integer.toUnsignedString(number)}")
        node

    private def shapeOf(reference: Int): Shape =
      if reference < 0 then Shape.Scalar(ScalarKind.fromOrdinal(-1 - reference)) else shapes(reference)

    private def later(): () => Shape =
      val node = reference()
      () => shapeOf(node)

    private def members(): (Array[String], () => Array[Shape]) =
      val names = new Array[String](counted("member"))
      val nodes = new Array[Int](names.length)
      for i <- names.indices do
        names(i) = text()
        nodes(i) = reference()
      // Sorted, not hashed: names may be chosen to collide.
      val sorted = names.sorted
      if (1 until sorted.length).exists(i => sorted(i) == sorted(i - 1)) then throw malformed("has a name twice")
      (names, () => nodes.map(shapeOf))

    private def node(): Shape =
      val head = source.getByte() & 0xff
      val isTracked = (head & Codes.Tracked) != 0
      val isMutable = (head & Codes.Mutable) != 0
      def ordering() = if (head & Codes.Sorted) != 0 then text() else ""
      val (code, flags) = (head & 15, head & 0xf0)
      def only(allowed: Int): Unit = if (flags & ~allowed) != 0 then throw malformed(f"has a node of code $head%02x")
      code match
        case Codes.Product =>
          only(Codes.Tracked | Codes.Mutable)
          val name = text()
          val (names, shapes) = members()
          if isMutable && (!isTracked || names.length != 1) then
            throw malformed("has a mutable value that is not tracked or has several fields")
          new Shape.Product(name, names, isTracked, shapes, isMutableValue = isMutable)
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
          new Shape.Optional(later())
        case Codes.Sequence =>
          only(Codes.Tracked | Codes.Mutable | Codes.Sorted)
          val kind = text()
          val order = ordering()
          new Shape.Sequence(kind, isTracked, later(), isMutable, () => order)
        case Codes.Mapping =>
          only(Codes.Tracked | Codes.Mutable | Codes.Sorted)
          val kind = text()
          val order = ordering()
          new Shape.Mapping(kind, isTracked, later(), later(), isMutable, () => order)
        case Codes.Mapped =>
          only(0)
          new Shape.Mapped(later())
        case Codes.Open =>
          only(0)
          new Shape.Open(text())
        case Codes.Custom =>
          only(0)
          new Shape.Custom(text(), source.getVarint())
        case Codes.CodeName =>
          only(0)
          new Shape.CodeName(text())
        case _ => throw malformed(f"has a node of code $head%02x")

    /** A chain of types that represent each other must come to an end. */
    private def refuseEndless(shape: Shape): Unit =
      var inner = shape
      var steps = 0
      while steps <= MostMapped && inner.isInstanceOf[Shape.Mapped] do
        inner = inner.asInstanceOf[Shape.Mapped].inner
        steps += 1
      if steps > MostMapped then throw malformed(s"has more than $MostMapped mapped shapes inside each other")

  /** More types than anybody's program pickles at once. */
  private final val MostNodes = 10_000

  /** A table in a pickle has no more. */
  private[brine] final val MostBytes = 1 << 20
  private final val MostNameChars = 1000
  private final val MostMapped = 100
