package brine.checks.graphs

import java.util as ju
import scala.collection.mutable
import scala.collection.mutable.ArrayBuffer
import scala.jdk.CollectionConverters.*
import scala.util.Random

/** Random graphs of a dozen objects. Immutable objects refer to objects made before; then all assignable fields are
  * assigned.
  */
final class GraphGenerator(seed: Long):
  private val random = new Random(seed)

  private def pick[A <: AnyRef](from: ArrayBuffer[A]): A =
    if from.isEmpty || random.nextInt(8) == 0 then null.asInstanceOf[A] else from(random.nextInt(from.length))
  private def few[A](one: => A): List[A] = List.fill(random.nextInt(4))(one)
  private def option[A](one: => A): Option[A] = Option.when(random.nextInt(3) > 0)(one)
  private def either[A, B](left: => A, right: => B): Either[A, B] =
    if random.nextBoolean() then Left(left) else Right(right)
  private def last[A](from: ArrayBuffer[A]): A = from(random.nextInt(from.length))

  def vertex(): Vertex =
    val cells = ArrayBuffer.empty[Cell]
    val all = ArrayBuffer[Vertex](End)
    val buffers = ArrayBuffer.fill(2)(ArrayBuffer.empty[Vertex])
    for i <- 0 to 1 + random.nextInt(9) do
      all += (random.nextInt(11) match
        case 0 | 1 =>
          cells += new Cell(s"c$i", null)
          cells.last
        case 2     => new LinkFirst(null, i)
        case 3     => new Mixed(i, null, option(pick(all)), few(pick(all)))
        case 4     => new Two(null, null, i)
        case 5     => Fixed(pick(all), option(pick(all)), (pick(all), i))
        case 6     => Lists(few(pick(all)), few(pick(cells)).toVector)
        case 7     => new Arrays(Array.fill[Vertex](random.nextInt(3))(null), null, null)
        case 8 | 9 => new Buffers(pick(buffers), null, mutable.LinkedHashMap.empty, null)
        case _     => Choice(option(option(pick(all))), either(pick(all), few(pick(all))))
      )
    all.foreach {
      case v: Cell      => v.next = pick(all)
      case v: LinkFirst => v.next = pick(all)
      case v: Mixed =>
        v.next = pick(all)
        v.list = few(pick(all))
      case v: Two =>
        v.a = pick(all)
        v.b = pick(cells)
      case v: Arrays =>
        for i <- v.items.indices do v.items(i) = pick(all)
        v.cells = few(pick(cells)).toArray
        v.nested = few(if random.nextBoolean() then v.items else few(pick(all)).toArray[Vertex]).toArray
      case v: Buffers =>
        v.cells = new ju.ArrayList(few(pick(cells)).asJava)
        for _ <- few(()) do v.named(random.nextInt(5).toString) = pick(buffers)
        v.nested = few(ArrayBuffer.from(few(pick(buffers))))
      case _ => ()
    }
    for buffer <- buffers do buffer ++= few(pick(all))
    last(all)

  def hashing(): Hashing =
    val ranked = ArrayBuffer.empty[Ranked]
    val all = ArrayBuffer.empty[Hashing]
    // Above four elements a set hashes.
    def set() = List.fill(random.nextInt(if random.nextInt(6) == 0 then 9 else 4))(pick(ranked)).filter(_ != null).toSet
    for i <- 0 to 1 + random.nextInt(9) do
      all += (random.nextInt(10) match
        case 0 | 1 => new Named(s"n$i", null)
        case 2 | 3 =>
          ranked += new Ranked(null, i * 7)
          ranked.last
        case 4 => new Sets(set(), Set.empty)
        case 5 => new Maps(set().toList.map(_ -> pick(all)).toMap, Map.empty)
        case 6 => FixedSet(pick(all), set(), i)
        case 7 => new SetArray(Array.fill[Hashing](random.nextInt(3))(null), null)
        case 8 => new Tables(new ju.HashSet, mutable.HashMap.empty, null)
        case _ => new Computed(pick(all), i)
      )
    all.foreach {
      case v: Named  => v.next = pick(all)
      case v: Ranked => v.next = pick(all)
      case v: Sets   => v.open = set()
      case v: Maps   => v.open = few(random.nextInt(5) -> few(pick(all))).toMap
      case v: SetArray =>
        for i <- v.items.indices do v.items(i) = pick(all)
        v.sets = few(set()).toArray
      case v: Tables =>
        for r <- set() do v.ranked.add(r)
        for r <- set() do v.map(r) = pick(all)
        v.sets = new ju.LinkedList(few(mutable.LinkedHashSet.from(set()): mutable.Set[Ranked]).asJava)
      case _ => ()
    }
    last(all)

  def town(): Town =
    val people = ArrayBuffer.empty[Person]
    val homes = ArrayBuffer.empty[Home]
    val keys = ArrayBuffer.empty[Key]
    val towns = ArrayBuffer.empty[Town]
    val mayors = ArrayBuffer.empty[Box[Person]]
    val boxes = ArrayBuffer.empty[Box[Town]]
    val numbers = ArrayBuffer.from(few(new Box(random.nextInt(9), 2, few(random.nextInt(3)), ArrayBuffer.empty)))
    def newTown() = new Town(pick(mayors), null, null, few(random.nextInt(9).toString -> pick(towns)).toMap, null, null)
    for i <- 0 to 2 + random.nextInt(10) do
      random.nextInt(7) match
        case 0 | 1 => people += new Person(s"p$i", null, null)
        case 2 => homes += new Home(null, option(pick(people)), option(new Plate(few(pick(people)))).orNull, null, null)
        case 3 => keys += new Key(null, i * 5)
        case 4 => mayors += new Box[Person](pick(people), null, null, ArrayBuffer.empty)
        case 5 => boxes += new Box[Town](pick(towns), null, null, ArrayBuffer.empty)
        case _ => towns += newTown()
    towns += newTown()
    for p <- people do
      p.home = pick(homes)
      p.homes = few(pick(homes))
    for h <- homes do
      h.owner = pick(people)
      h.keys = few(pick(keys)).filter(_ != null).toSet
      h.all = few(pick(people)).toArray
    for k <- keys do k.holder = pick(people)
    for m <- mayors do
      m.open = pick(people)
      m.list = few(pick(people))
    for b <- boxes do
      b.open = pick(towns)
      b.list = few(pick(towns))
      b.buffer ++= few(pick(boxes))
    for t <- towns do
      t.towns = pick(boxes)
      t.numbers = pick(numbers)
      t.guest = pick(people)
      t.either = either(pick(towns), pick(homes))
    towns.last
