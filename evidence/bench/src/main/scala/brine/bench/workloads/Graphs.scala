package brine.bench.workloads

import java.math.BigInteger
import java.time.LocalDate
import java.time.temporal.ChronoField
import java.util.SplittableRandom
import scala.collection.mutable.ArrayBuffer
import brine.Pickler

/** Many objects of one kind in a vector: the primitive objects of "Clustered Serialization with Fuel", 8.2, and its
  * dates, points and rectangles. `size`: objects.
  */
final class Elements[A](kind: String, size: Int)(draw: SplittableRandom => A)(using val pickler: Pickler[Vector[A]])
    extends Workload[Vector[A]](kind):
  lazy val values: Vector[Vector[A]] =
    val random = new SplittableRandom(1)
    Vector(Vector.fill(size)(draw(random)))

object Elements:
  private final val ShortLength = 8
  private final val LongLength = 256

  def floats(size: Int): Workload[?] = new Elements("floats", size)(_.nextDouble())
  def smallInts(size: Int): Workload[?] = new Elements("smallInts", size)(_.nextInt(1 << 10))

  /** Beyond a machine word, as Smalltalk's large integers are beyond a small one. */
  def largeInts(size: Int): Workload[?] =
    new Elements("largeInts", size)(r => new BigInteger(65 + r.nextInt(64), Bits(r)))

  def shortStrings(size: Int): Workload[?] = new Elements("shortStrings", size)(text(_, ShortLength, 'a', 26))
  def longStrings(size: Int): Workload[?] = new Elements("longStrings", size)(text(_, LongLength, 'a', 26))

  /** Of Greek letters. */
  def wideStrings(size: Int): Workload[?] = new Elements("wideStrings", size)(text(_, ShortLength, 'α', 17))

  /** Names of which a program has one instance each, as the JVM has of an enum's constants. */
  def symbols(size: Int): Workload[?] =
    new Elements("symbols", size)(r => ChronoField.values()(r.nextInt(ChronoField.values.length)))

  def dates(size: Int): Workload[?] = new Elements("dates", size)(r => LocalDate.ofEpochDay(r.nextInt(40_000)))
  def spots(size: Int): Workload[?] = new Elements("spots", size)(spot)
  def rectangles(size: Int): Workload[?] = new Elements("rectangles", size)(r => Rectangle(spot(r), spot(r)))

  def spot(random: SplittableRandom): Spot = Spot(random.nextInt(2000), random.nextInt(2000))

  private def text(random: SplittableRandom, length: Int, first: Char, letters: Int): String =
    val chars = new Array[Char](length / 2 + random.nextInt(length))
    for i <- chars.indices do chars(i) = (first + random.nextInt(letters)).toChar
    new String(chars)

  /** A [[java.util.Random]] for those who ask for one. */
  private object Bits:
    def apply(random: SplittableRandom): java.util.Random = new java.util.Random(random.nextLong())

/** Collections with a given capacity, of which a part is filled (Fuel's empty, 25 % and 85 % filled ones). `percent`:
  * the filled part.
  */
final class Filled(percent: Int) extends Workload[Vector[ArrayBuffer[Spot]]]("filled"):
  def pickler: Pickler[Vector[ArrayBuffer[Spot]]] = summon

  lazy val values: Vector[Vector[ArrayBuffer[Spot]]] =
    val random = new SplittableRandom(1)
    Vector(Vector.fill(Filled.Collections) {
      val buffer = new ArrayBuffer[Spot](Filled.Room)
      while buffer.length < Filled.Room * percent / 100 do buffer += Elements.spot(random)
      buffer
    })

object Filled:
  final val Collections = 1 << 10
  final val Room = 1 << 5

/** Vertices with edges into each other, in a vector. `count`: vertices. */
final class Vertices(kind: String, count: Int)(edges: SplittableRandom => Int => Seq[Int])
    extends Workload[Vector[Vertex]](kind):
  def pickler: Pickler[Vector[Vertex]] = summon

  /** A path that meets no vertex twice can go on for so long, and does where every vertex has many edges. */
  override def depth: Int = 2 * count + 2
  override def isDeep: Boolean = kind != "sparse" && count > Vertices.MostOnUsualStack

  lazy val values: Vector[Vector[Vertex]] =
    val leadingTo = edges(new SplittableRandom(1))
    val vertices = Vector.tabulate(count)(new Vertex(_, Array.empty[Vertex]))
    for vertex <- vertices do vertex.edges = leadingTo(vertex.id).map(vertices).toArray
    Vector(vertices)

  override def isSame(value: Vector[Vertex], back: Vector[Vertex]): Boolean =
    def ends(all: Vector[Vertex]) = all.iterator ++ all.iterator.flatMap(_.edges)
    value.map(_.id) == back.map(_.id) && value.map(_.edges.length) == back.map(_.edges.length) && Alike.rows(
      ends(value),
      ends(back)
    )

object Vertices:
  private final val HalfDegree = 4
  private final val MostOnUsualStack = 1000

  /** Every vertex leads to every other one: Fuel's of 256 vertices, Cereal's dense one of 4,096. */
  def complete(count: Int): Vertices =
    new Vertices("complete", count)(_ => vertex => (0 until count).filter(_ != vertex))

  /** Each leads to eight others, which lead back: neighbours on a ring of vertices in some order, and those some steps
    * away (Fuel).
    */
  def regular(count: Int): Vertices = new Vertices("regular", count)({ random =>
    val order = shuffled(count, random)
    val place = new Array[Int](count)
    for i <- order.indices do place(order(i)) = i
    val strides = Vector.tabulate(HalfDegree)(i => 1 + i * (count / (2 * HalfDegree)))
    vertex => strides.flatMap(s => List(s, count - s)).map(s => order((place(vertex) + s) % count))
  })

  /** Each leads to one other (Cereal). */
  def sparse(count: Int): Vertices =
    new Vertices("sparse", count)({ random => vertex => List((vertex + 1 + random.nextInt(count - 1)) % count) })

  private[workloads] def shuffled(count: Int, random: SplittableRandom): Array[Int] =
    val order = Array.range(0, count)
    for i <- count - 1 to 1 by -1 do
      val j = random.nextInt(i + 1)
      val other = order(j)
      order(j) = order(i)
      order(i) = other
    order

/** Cereal's tree below its root: two or eight children each, as `size` says, which counts the nodes without the root.
  */
final class Nodes(size: Int) extends Workload[Node]("nodes"):
  def pickler: Pickler[Node] = summon

  lazy val values: Vector[Node] =
    val (children, levels) = Nodes.form(size)
    val value = Nodes.numbers()
    def build(level: Int): Node =
      Node(value(), if level == 0 then Vector.empty else Vector.fill(children)(build(level - 1)))
    Vector(build(levels))

object Nodes:
  /** The values of the nodes, one after the other. */
  private[workloads] def numbers(): () => Int =
    var next = 0
    () =>
      next += 1
      next * 0x9e3779b1 >>> 20

  /** How many children each node has, and how many levels there are below the root. */
  private[workloads] def form(size: Int): (Int, Int) =
    val forms =
      for children <- List(2, 8); levels <- 1 to 20 if nodes(children, levels) == size yield (children, levels)
    forms.headOption.getOrElse(
      throw new IllegalArgumentException(s"no full tree of two or eight children has $size nodes below its root")
    )

  private def nodes(children: Int, levels: Int): Long = (1 to levels).map(level => math.pow(children, level).toLong).sum

/** Cereal's narrow tree, in fields: `size` counts the nodes without the root, as [[Nodes]] does. */
final class NarrowTree(size: Int) extends Workload[Fork]("narrow"):
  def pickler: Pickler[Fork] = summon
  override def hasNulls: Boolean = true

  lazy val values: Vector[Fork] =
    val value = Nodes.numbers()
    def build(level: Int): Fork =
      new Fork(value(), if level == 0 then null else build(level - 1), if level == 0 then null else build(level - 1))
    Vector(build(Nodes.form(size)._2))

  override def isSame(value: Fork, back: Fork): Boolean =
    if value == null || back == null then value == back
    else value.value == back.value && isSame(value.left, back.left) && isSame(value.right, back.right)

/** Cereal's wide tree, in fields. */
final class WideTree(size: Int) extends Workload[Fan]("wide"):
  def pickler: Pickler[Fan] = summon
  override def hasNulls: Boolean = true

  lazy val values: Vector[Fan] =
    val value = Nodes.numbers()
    def build(level: Int): Fan =
      val own = value()
      def next() = if level == 0 then null else build(level - 1)
      new Fan(own, next(), next(), next(), next(), next(), next(), next(), next())
    Vector(build(Nodes.form(size)._2))

  override def isSame(value: Fan, back: Fan): Boolean =
    if value == null || back == null then value == back
    else value.value == back.value && value.children.zip(back.children).forall(isSame(_, _))

/** Cereal's list, each cell with the next one. `size`: cells. */
final class Chain(size: Int) extends Workload[Cell]("chain"):
  def pickler: Pickler[Cell] = summon

  override def depth: Int = size + 1
  override def isDeep: Boolean = true
  override def hasNulls: Boolean = true

  lazy val values: Vector[Cell] =
    val random = new SplittableRandom(1)
    Vector((1 to size).foldLeft(null: Cell)((next, _) => new Cell(random.nextInt(1 << 16), next)))

  override def isSame(value: Cell, back: Cell): Boolean =
    Chain.cells(value).map(_.value).sameElements(Chain.cells(back).map(_.value))

object Chain:
  private def cells(first: Cell): Iterator[Cell] = Iterator.iterate(first)(_.next).takeWhile(_ != null)

/** Always as many objects and as many references, of which more and more lead to an object that is referred to
  * elsewhere, too (Fuel, 8.4). `percent`: of the parts, how many belong to two owners.
  */
final class SharedParts(percent: Int) extends Workload[Vector[Owner]]("sharing"):
  def pickler: Pickler[Vector[Owner]] = summon

  lazy val values: Vector[Vector[Owner]] =
    val count = SharedParts.Owners
    val parts = Array.tabulate(count)(new Part(_))
    val common = new Part(-1)
    val lent = Vertices.shuffled(count, new SplittableRandom(1))
    val areShared = count * percent / 100
    Vector(Vector.tabulate(count)(i => new Owner(i, parts(i), if i < areShared then parts(lent(i)) else common)))

  override def isSame(value: Vector[Owner], back: Vector[Owner]): Boolean =
    def parts(all: Vector[Owner]) = all.iterator.flatMap(owner => List(owner.own, owner.other))
    def numbers(all: Vector[Owner]) = all.map(owner => (owner.id, owner.own.count, owner.other.count))
    numbers(value) == numbers(back) && Alike.rows(parts(value), parts(back))

object SharedParts:
  final val Owners = 1 << 15
