package brine.graph

import brine.{PickleException, PickleOptions, Unpickler}
import brine.columns.{Member, Role}
import brine.evolve.StandardValues
import brine.graph.clustered.*
import brine.plan.PlanReader
import brine.shape.Shape

/** Looks at the parts of one object, without its class: gives what stands at a place, objects as [[GraphVertex]]es, and passes over
  * what it leads to.
  */
private[graph] final class VertexLook(
    graph: GraphInspection, file: GraphFile, vertex: Vertex, byHand: Shape.Custom => Unpickler[?] | Null, options: PickleOptions
):
  private val reader = new Blinkered(file.reopened, file.tables.head.shape, options)
  private val walk = new Walk(reader, Walk.Blind, byHand)
  private val cluster = reader.clusters(vertex.cluster)
  for i <- vertex.positions.indices do reader.file.columns(i).moveTo(vertex.positions(i))
  for cluster <- reader.clusters.iterator do cluster.count = Long.MaxValue
  reader.objects = vertex.number + 1

  /** A class's field. What comes before it is passed over.
    *
    * @throws NoSuchElementException where there is none
    */
  def field(name: String): Any = cluster.shape match
    case p: Shape.Product =>
      val wanted = p.fieldNames.indexOf(name)
      if wanted < 0 then throw new NoSuchElementException(s"${p.name} has no $name, it has ${p.fieldNames.mkString(", ")}")
      var next = cluster.next(0)
      while next != wanted do
        reader.place = cluster.place(next)
        walk.place(p.fieldShapes(next))
        next = cluster.next(next + 1)
      reader.place = cluster.place(next)
      look(p.fieldShapes(next))
    case other => throw new NoSuchElementException(s"${other.name} is no class with fields")

  /** Those of a collection, and the keys and values of a map in turn. */
  def elements: Iterator[Any] =
    if !cluster.shape.isInstanceOf[Shape.Sequence] && !cluster.shape.isInstanceOf[Shape.Mapping] then
      throw new NoSuchElementException(s"${cluster.shape.name} is no collection")
    val size = reader.readSize(cluster.shape)
    cluster.shape match
      case s: Shape.Sequence => Iterator.range(0, size).map(_ => at(Member.Element, s.element))
      case m: Shape.Mapping =>
        Iterator.range(0, size).flatMap(_ => Iterator(() => at(Member.Key, m.key), () => at(Member.Value, m.value))).map(_())
      case _ => Iterator.empty

  private def at(member: Int, shape: Shape): Any =
    reader.place = cluster.place(member)
    look(shape)

  private def look(shape: Shape): Any = shape match
    case s: Shape.Scalar => scalar(s)
    case o: Shape.Optional =>
      reader.code() match
        case Role.Present =>
          reader.place = reader.place.content
          Some(inside(o.element))
        case Role.None     => None
        case Role.SomeNull => Some(null)
        case _             => null
    case m: Shape.Mapped => marked(inside(m.inner))
    case c: Shape.Custom => marked(custom(c))
    case s: Shape.Singleton => marked(s.name)
    case other => reader.lookAhead(reader.nextCode()) match
        case Role.Present => present(other)
        case _            => absent(reader.code())

  private def inside(shape: Shape): Any = shape match
    case m: Shape.Mapped    => inside(m.inner)
    case c: Shape.Custom    => custom(c)
    case s: Shape.Singleton => s.name
    case other              => look(other)

  private def marked(content: => Any): Any =
    val code = reader.code()
    if code != Role.Present then absent(code)
    else
      reader.place = reader.place.content
      content

  private def absent(code: Long): Any =
    if code >= Role.FirstReference then graph.vertex(reader.target(code))
    else if code <= Role.FirstExternal then new OutsideGraph(file.externalName(Role.FirstExternal - code))
    else null

  /** Its code has been looked at. */
  private def present(shape: Shape): Any =
    val number = reader.objects
    val what = shape match
      case s: Shape.Sum =>
        val leaf = reader.lookAhead {
          reader.place = reader.cluster(s).place(Member.Leaf)
          reader.nextCode()
        }
        if leaf < 0 || leaf >= s.leafShapes.length then throw new PickleException.Malformed(s"leaf $leaf of ${s.name}")
        s.leafShapes(leaf.toInt) match
          case o: Shape.Singleton => o.name
          case _                  => null
      case _ => null
    walk.place(shape)
    if what != null then what else if reader.objects == number then Nil else graph.vertex(number)

  private def scalar(s: Shape.Scalar): Any = s.kind match
    case brine.shape.ScalarKind.Unit   => ()
    case brine.shape.ScalarKind.String => reader.getString()
    case kind                          => GraphField.value(kind, reader.place.column(Role.of(kind)).next())

  private def custom(c: Shape.Custom): Any =
    val known = StandardValues.picklerOf(c)
    val unpickler = if known.isDefined then known.get else byHand(c)
    if unpickler == null then
      val reason = s"a pickler by hand wrote ${PickleException.quote(c.name)}, and only that can read it"
      throw new PickleException.IncompatibleShape(Seq(reason), c.name, "a value")
    PlanReader.custom(unpickler, reader)
