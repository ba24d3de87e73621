package brine.checks.copies

import scala.collection.mutable
import scala.util.chaining.*
import org.scalacheck.{Arbitrary, Gen}
import org.scalacheck.Prop.forAll
import brine.*
import brine.combine.imap
import brine.shape.Shape
import brine.testkit.{GraphIsomorphism, Laws, Same}
import brine.testkit.Generators.given
import brine.testkit.corpus.*

/** A deep copy is as good as a pickle's round trip, and shares what nobody can change. */
class DeepCopySuite extends munit.ScalaCheckSuite:
  /** By the walk over the plan, by a walk that ends early, and by calls alone. */
  private val ways: List[PickleOptions] =
    for sharing <- List(Sharing.Tracked, Sharing.All); depth <- List(512, 3, 0)
    yield PickleOptions(sharing = sharing, limits = Limits(emittedDepth = depth))

  private def checkCopy[A: Pickler](value: A): Unit =
    for options <- ways do
      val copy = value.deepCopy(using options = options)
      Laws.assertSame(copy, value, options.copy(limits = Limits.Default))
      for shared <- Reached.sharedMutable(value, copy) do fail(s"original and copy share $shared, a ${shared.getClass}")

  for sample <- Corpus.all do
    test(s"a copy is the same as its original, and apart from it: ${sample.name}"):
      checkCopy(sample.value)(using sample.pickler)
      for _ <- 1 to 32 do sample.value.deepCopy(using sample.pickler) // until handles are put together
      checkCopy(sample.value)(using sample.pickler)

  private def law[A: Pickler](name: String, values: Gen[A]): Unit =
    property(s"a copy is the same as its original, and apart from it: $name"):
      given Arbitrary[A] = Arbitrary(values)
      forAll((value: A) => if value != null then checkCopy(value))

  law("everything", summon[Arbitrary[Everything]].arbitrary)
  law("a sealed family", summon[Arbitrary[Tree]].arbitrary)
  law("mutable objects", summon[Arbitrary[List[Cell]]].arbitrary)
  law("cycles through lists", summon[Arbitrary[Friend]].arbitrary)
  law("nested collections", summon[Arbitrary[Map[Option[String], Vector[List[Char]]]]].arbitrary)

  test("an immutable value is its own copy, and so is an immutable part"):
    val tree: Tree = Node(Leaf(1, 0.5), Node(Leaf(2, 1.5), null))
    assert(tree.deepCopy eq tree)
    val map = Map("a" -> List(Person("Jim", 1)))
    assert(map.deepCopy eq map)
    val id = java.util.UUID.randomUUID()
    assert(id.deepCopy eq id)
    val pair = Pair(Array(1, 2), map)
    val copy = pair.deepCopy
    assert((copy ne pair) && (copy.a ne pair.a) && (copy.b eq map))
    assertEquals(copy.a.toSeq, Seq(1, 2))
    val cells = List(new Cell("a", null), null)
    assert((cells.deepCopy ne cells) && (cells.deepCopy.head ne cells.head))

  test("a null is its own copy"):
    assertEquals(null.asInstanceOf[Person].deepCopy, null)

  test("shared objects are copied once, and cycles come back"):
    val ring = Corpus.ring(3)
    val copy = ring.deepCopy
    assert((copy ne ring) && (copy.next.next.next eq copy))
    val cell = new Cell("a", null)
    val list = List(cell, cell).deepCopy
    assert((list(0) eq list(1)) && (list(0) ne cell))

  test("a long chain, a large ring and a deep tree need no more stack than short ones"):
    Laws.onSmallStack {
      val ring = Corpus.ring(100_000).deepCopy
      assertEquals(Iterator.iterate(ring)(_.next).drop(1).takeWhile(_ ne ring).size, 99_999)
      val chain = Corpus.chain(100_000).deepCopy
      assertEquals(Iterator.iterate(chain)(_.tail).takeWhile(_ != null).size, 100_000)
      val rose = Corpus.rose(20_000).deepCopy
      assertEquals(Iterator.iterate(rose)(_.children.headOption.orNull).takeWhile(_ != null).size, 20_001)
      var deep = Deep(0, new Array[Int](1), None)
      for i <- 1 to 50_000 do deep = Deep(i, new Array[Int](1), Some(deep))
      val copy = deep.deepCopy
      assertEquals(Iterator.iterate(Option(copy))(_.flatMap(_.next)).takeWhile(_.isDefined).size, 50_001)
    }

  test("a set or map within a cycle hashes its elements when they are complete"):
    val node = new Hub("a")
    node.all += node
    node.all += new Hub("b")
    node.named(node) = node
    node.fixed = Set(node)
    for options <- ways do
      val copy = node.deepCopy(using options = options)
      assert((copy ne node) && copy.all.contains(copy) && copy.all.size == 2)
      assert((copy.named(copy) eq copy) && copy.fixed.contains(copy) && !copy.fixed.contains(node))

  test("a constructor that looks into its parts finds them as parts of the copy"):
    val second = new Cell("b", null)
    val peeking = Peeking(new Cell("a", second))
    val copy = peeking.deepCopy
    assert((copy.second eq copy.first.next) && (copy.second ne second))

  test("a class with a field beside its constructor's is not shared"):
    val counting = Counting(3)
    counting.hits += 1
    val copy = counting.deepCopy
    assert((copy ne counting) && copy.hits == 0)
    val buffered = Buffered("x")
    buffered.buffer += 1
    assert((buffered.deepCopy ne buffered) && buffered.deepCopy.buffer.isEmpty)

  test("handwritten picklers are called, and keep the identity of the objects that they put"):
    val box = new Box(new Cell("a", null))
    box.cell.next = box.cell
    val (first, second) = (box, box.cell).deepCopy
    assert((first ne box) && (first.cell ne box.cell) && (first.cell.next eq first.cell))
    assertEquals(second.name, "a")

  test("objects of open types are copied by their own picklers"):
    val cell = new Cell("a", null)
    val options = PickleOptions(subtypes = Subtypes(Subtype[Cell], Subtype[Person], Subtype[String]))
    given Pickler[Any] = Pickler.open
    val any: List[Any] = List(cell, Person("Jim", 1), "text", cell)
    val copy = deepCopy[List[Any]](any)(using options = options)
    val parts = copy.asInstanceOf[List[AnyRef]]
    assert((parts(0) ne cell) && (parts(0) eq parts(3)))
    assert((parts(1) eq any(1).asInstanceOf[AnyRef]) && parts(2) == "text")

  test("many copies are as the first: of value classes, private and inherited fields, and variables of the body"):
    def same[A: Pickler](make: => A)(parts: A => Any*): Unit =
      for _ <- 1 to 40 do
        val value = make
        val copy = value.deepCopy
        for part <- parts do assert(Same(part(copy), part(value)), s"${part(copy)} for ${part(value)}")
        for shared <- Reached.sharedMutable(value, copy) do fail(s"original and copy share $shared")
    def inValue = InValue(new Wrapped(Array(1)), new Wrapped(Array(2)), new Narrow(3))
    same(inValue)(_.first.numbers, _.second.numbers, _.third.number)
    same(new Hidden(Array(1), 2))(_.all)
    same(new Longer("b").tap(_.numbers = Array(1)))(_.numbers, _.name)
    same(new Body(3).tap(_.numbers = Array(4)))(_.numbers, _.number)
    same(new Mixed(Array(1), 2L)(Array("a")))(_.numbers, _.long, _.names)
    same(Generic(new Wrapped(Array(1)), Array(2)))(_.value.numbers, _.numbers)
    same((Array(1), 2L))(_._1, _._2)
    same(new Doubled(2).tap(_.half = 7))(_.half)

  test("a constructor that fails after many copies is reported as at first"):
    for i <- 1 to 40 do
      val picky = Picky(Array(i))
      assertEquals(picky.deepCopy.array.toSeq, Seq(i))
      picky.array(0) = -1
      assert(intercept[PickleException.UserCode](picky.deepCopy).getMessage.contains("not positive"))

  test("what a pickle refuses, a copy refuses, with its place"):
    val wrong = Holder(List(new Base(1), new Sub(2)))
    val e = intercept[PickleException.UnexpectedClass](wrong.deepCopy)
    assertEquals(e.path, "$.all[1]")
    val picky = Picky(Array(1))
    picky.array(0) = -1
    assert(intercept[PickleException.UserCode](picky.deepCopy).getMessage.contains("not positive"))

final class Wrapped(val numbers: Array[Int]) extends AnyVal

object Wrapped:
  given Pickler[Wrapped] = Pickler.derived

final class Narrow(val number: Int) extends AnyVal

object Narrow:
  given Pickler[Narrow] = Pickler.int.imap(new Narrow(_))(_.number)

final case class InValue(first: Wrapped, var second: Wrapped, var third: Narrow) derives Pickler
final class Hidden(private val numbers: Array[Int], private var number: Int) derives Pickler:
  def all: (Array[Int], Int) = (numbers, number)
class Shorter:
  var numbers: Array[Int] = Array.empty
final class Longer(val name: String) extends Shorter derives Pickler
final class Body(val number: Int) derives Pickler:
  var numbers: Array[Int] = Array.empty
final class Mixed(val numbers: Array[Int], var long: Long)(val names: Array[String]) derives Pickler
final case class Generic[A](var value: A, numbers: Array[Int]) derives Pickler

/** Its constructor does not keep what it is given. */
final class Doubled(var half: Int) derives Pickler:
  half *= 2

final case class Deep(number: Int, array: Array[Int], next: Option[Deep]) derives Pickler

final class Hub(val name: String) derives Pickler:
  var all: mutable.Set[Hub] = mutable.HashSet.empty
  var named: mutable.Map[Hub, Hub] = mutable.HashMap.empty
  var fixed: Set[Hub] = Set.empty

final case class Peeking(first: Cell) derives Pickler:
  val second: Cell = first.next

final case class Counting(number: Int) derives Pickler:
  @transient var hits: Int = 0

final case class Buffered(name: String) derives Pickler:
  val buffer: mutable.ArrayBuffer[Int] = mutable.ArrayBuffer.empty

final class Box(var cell: Cell)

object Box:
  given Pickler[Box] with
    def shape: Shape = Shape.Custom("Box", version = 1)
    def pickle(box: Box, builder: PickleBuilder): Unit = builder.put(box.cell)
    def unpickle(reader: PickleReader): Box = new Box(reader.get[Cell])

class Base(val number: Int) derives Pickler
class Sub(number: Int) extends Base(number)
final case class Holder(all: List[Base]) derives Pickler

final case class Picky(array: Array[Int]) derives Pickler:
  require(array(0) > 0, "not positive")
