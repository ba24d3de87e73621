package brine.checks.docs

/** docs/guide/sharing-and-cycles.md. */
object SharingPage:
  // doc:ring
  import brine.*

  final class Cell(val name: String, var next: Cell) derives Pickler

  val cell = Cell("a", null)
  cell.next = cell

  val back = cell.pickle.unpickle[Cell]
  println(back.next eq back)                       // true
  // end

  // doc:immutable
  final case class Person(name: String, since: Int) derives Pickler
  final case class Couple(a: Person, b: Person) derives Pickler

  val jim = Person("Jim", 2005)
  val twice = Couple(jim, jim)

  val copies = twice.pickle.unpickle[Couple]
  println(copies == twice)                         // true
  println(copies.a eq copies.b)                    // false
  // end

  // doc:all
  locally:
    given PickleOptions = PickleOptions(sharing = Sharing.All)
    val one = twice.pickle.unpickle[Couple]
    println(one.a eq one.b)                        // true
  // end

  // doc:json
  locally:
    import brine.json.given
    println(cell.pickle.text)
    // {"$id":1,"name":"a","next":{"$ref":1}}
  // end

  // doc:constructor
  final case class Owner(thing: Thing) derives Pickler
  final class Thing(val label: String, var owner: Owner) derives Pickler

  val thing = Thing("t", null)
  thing.owner = Owner(thing)

  val rebuilt = thing.owner.pickle.unpickle[Owner]
  println(rebuilt.thing.owner eq rebuilt)          // true
  // end

  // doc:refused
  final class Node(val name: String, var next: Node) derives Pickler:
    val label = name.toUpperCase

  val node = Node("a", null)
  node.next = node

  try node.pickle.unpickle[Node]
  catch case e: PickleException => println(e.getMessage)
  // at $, byte 16: this cycle cannot be rebuilt by constructors: Node's field 'next' leads back
  // to it, and the class computes in its constructor, so the field cannot be filled afterwards
  // end

  // doc:deep
  final case class Chain(head: Int, tail: Chain) derives Pickler

  var chain: Chain = null
  for i <- 1 to 1_000_000 do chain = Chain(i, chain)

  println(chain.pickle.unpickle[Chain].tail.head)  // 999999
  // end

  // doc:deep-stack
  final class DeepCopy(value: Chain) extends Thread(null, null, "deep", 1L << 30):  // 1 GB of stack
    var copy: Chain = null
    override def run(): Unit =
      val deep = PickleOptions(limits = Limits(emittedDepth = 4_000_000))
      copy = value.pickle(using options = deep).unpickle[Chain](using options = deep)

  def deepCopy(value: Chain): Chain =
    val thread = DeepCopy(value)
    thread.start()
    thread.join()
    thread.copy
  // end

  // doc:null
  println(List(jim, null).pickle.unpickle[List[Person]])   // List(Person(Jim,2005), null)
  // end
