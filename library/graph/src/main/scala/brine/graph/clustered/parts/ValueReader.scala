package brine.graph.clustered.parts

import scala.collection.mutable
import brine.{HandwrittenCalls, PickleException, Unpickler}
import brine.graph.clustered.columns.Role
import brine.evolve.StandardValues
import brine.graph.clustered.reading.PeekingReader
import brine.shape.{ScalarKind, Shape}

/** Reads a value at the place of `reader`, without its class. Numbers, strings, dates and UUIDs are themselves. Names
  * of code and objects without fields are names. Tuples of values are tuples.
  *
  * Does not read objects with fields or collections: `objects` supplies values in their place.
  */
private[graph] final class ValueReader(
    reader: PeekingReader,
    byHand: Shape.Custom => Unpickler[?] | Null,
    objects: ValueReader.Objects
):
  import ValueReader.*

  /** Reads the value at the reader's place. For an object, `begun` makes the value, and moves the cursors to the end of
    * the object.
    */
  def read(shape: Shape)(begun: Shape => Any): Any = shape match
    case s: Shape.Scalar    => scalar(s)
    case o: Shape.Optional  => option(o, reader.code())(inside(_)(begun))
    case m: Shape.Mapped    => marked(m, reader.code())(inside(m.inner)(begun))
    case c: Shape.Custom    => marked(c, reader.code())(custom(c))
    case s: Shape.Singleton => marked(s, reader.code())(s.name)
    case s: Shape.Sum if isValue(s) =>
      val code = reader.code()
      if code == Role.Present then s.leafShapes(reader.leaf(s)).name else absent(code, s)
    case p: Shape.Product if isOneValue(p) =>
      val code = reader.code()
      if code == Role.Present then product(p) else absent(code, p)
    case other =>
      reader.lookAhead(reader.nextCode()) match
        case Role.Present =>
          val name = singleton(other)
          val object0 = begun(other)
          if name != null then name else object0
        case _ => absent(reader.code(), other)

  /** Reads a scalar, or a value of a pickler by hand whose code was read. */
  def unmarked(shape: Shape): Any = shape match
    case s: Shape.Scalar => scalar(s)
    case c: Shape.Custom => custom(c)
    case other           => throw new IllegalStateException(other.name)

  private def inside(shape: Shape)(begun: Shape => Any): Any = shape match
    case m: Shape.Mapped    => inside(m.inner)(begun)
    case c: Shape.Custom    => custom(c)
    case s: Shape.Singleton => s.name
    case other              => read(other)(begun)

  /** Looks at the value by its codes alone, without reading it. For types with objects as values. */
  def peek(shape: Shape): Any = reader.lookAhead(peekHere(shape))

  private def peekHere(shape: Shape): Any = shape match
    case o: Shape.Optional => option(o, reader.nextCode())(peekInside)
    case m: Shape.Mapped   => marked(m, reader.nextCode())(peekInside(m.inner))
    case other =>
      val code = reader.nextCode()
      if code != Role.Present then absent(code, other)
      else
        val name = other match
          case s: Shape.Sum => singletonAt(s)
          case _            => null
        if name != null then name else objects.begins

  private def peekInside(shape: Shape): Any = shape match
    case m: Shape.Mapped => peekInside(m.inner)
    case other           => peekHere(other)

  private def option(o: Shape.Optional, code: Long)(content: Shape => Any): Any = code match
    case Role.Present =>
      reader.place = reader.place.content
      Some(content(o.element))
    case Role.None     => None
    case Role.SomeNull => Some(null)
    case Role.Null     => null
    case other         => throw new PickleException.BadReference(s"invalid code $other at an option, which is a value")

  private def marked(shape: Shape, code: Long)(content: => Any): Any =
    if code != Role.Present then absent(code, shape)
    else
      reader.place = reader.place.content
      content

  private def absent(code: Long, shape: Shape): Any =
    if code >= Role.FirstReference then objects.earlier(reader.target(code), reader.objects, shape)
    else if code <= Role.FirstExternal then objects.outside(reader.file.externalName(Role.FirstExternal - code))
    else if code == Role.Null then objects.nothing(shape)
    else throw new PickleException.Malformed(s"invalid code $code at a ${shape.name}")

  private def singleton(shape: Shape): String | Null = shape match
    case s: Shape.Sum => reader.lookAhead(singletonAt(s))
    case _            => null

  /** The name of the next leaf, if it is an object without fields. */
  private def singletonAt(s: Shape.Sum): String | Null =
    reader.place = reader.cluster(s).place(brine.graph.clustered.columns.Member.Leaf)
    val leaf = reader.nextCode()
    if leaf < 0 || leaf >= s.leafShapes.length then
      throw new PickleException.Malformed(s"invalid leaf $leaf of ${s.name}")
    s.leafShapes(leaf.toInt) match
      case o: Shape.Singleton => o.name
      case _                  => null

  private def product(p: Shape.Product): Any =
    val number = reader.objects
    val ignored = reader.getIdentity(p)
    val value = productParts(p)
    objects.hasRead(number, value)
    value

  /** Reads a tuple, or a mutable standard value, whose number has been counted already. */
  def productParts(p: Shape.Product): Any =
    val cluster = reader.cluster(p)
    val parts = new Array[Object](p.fieldNames.length)
    reader.begin(cluster)
    var next = cluster.next(0)
    while next >= 0 do
      reader.place = cluster.place(next)
      parts(next) = read(p.fieldShapes(next))(shape => throw new IllegalStateException(shape.name)).asInstanceOf[Object]
      next = cluster.next(next + 1)
    reader.end()
    if p.isMutableValue then parts(0) else Tuple.fromArray(parts)

  private def scalar(s: Shape.Scalar): Any = s.kind match
    case ScalarKind.Unit   => ()
    case ScalarKind.String => reader.getString()
    case kind              => reader.place.column(Role.of(kind)).nextScalar(kind)

  private def custom(c: Shape.Custom): Any =
    val known = StandardValues.picklerOf(c)
    val unpickler = if known.isDefined then known.get else byHand(c)
    if unpickler == null then
      val reason = s"a pickler by hand wrote ${PickleException.quote(c.name)}, and only that pickler can read it"
      throw new PickleException.IncompatibleShape(Seq(reason), c.name, "a value")
    HandwrittenCalls.get(unpickler, reader)

private[graph] object ValueReader:
  /** The values in place of objects that are not read. */
  trait Objects:
    /** The value for an object that begins here. */
    def begins: Any

    /** The value for the object with this number, which began when fewer than `objects` had begun. */
    def earlier(number: Int, objects: Int, shape: Shape): Any
    def outside(name: String): Any
    def nothing(shape: Shape): Any

    /** Called after a tuple of values, or a mutable standard value, was read. */
    def hasRead(number: Int, value: Any): Unit

  /** The most levels of a type of values. */
  private final val MostLevels = 20

  /** True if no value of this type is an object to inspect: values have no fields except those of tuples. */
  def isValue(shape: Shape): Boolean = isValue(shape, 0)

  private def isValue(shape: Shape, levels: Int): Boolean = levels < MostLevels && (shape match
    case _: Shape.Scalar | _: Shape.Custom | _: Shape.Singleton => true
    case o: Shape.Optional                                      => isValue(o.element, levels + 1)
    case m: Shape.Mapped                                        => isValue(m.inner, levels + 1)
    case s: Shape.Sum                                           => s.leafShapes.forall(_.isInstanceOf[Shape.Singleton])
    case p: Shape.Product                                       => isOneValue(p, levels)
    case _                                                      => false
  )

  /** True for a tuple of values, or a mutable standard value such as a date. */
  def isOneValue(p: Shape.Product): Boolean = isOneValue(p, 0)

  private def isOneValue(p: Shape.Product, levels: Int): Boolean = p.isMutableValue || isTuple(p, levels)

  private val nameOfTuple = mutable.HashMap.from((1 to 22).map(n => s"Tuple$n" -> n))

  private def isTuple(p: Shape.Product, levels: Int): Boolean =
    val size = nameOfTuple.getOrElse(p.name, 0)
    size > 0 && size == p.fieldNames.length && p.fieldNames.indices.forall(i => p.fieldNames(i) == s"_${i + 1}") &&
    p.fieldShapes.forall(isValue(_, levels + 1))
