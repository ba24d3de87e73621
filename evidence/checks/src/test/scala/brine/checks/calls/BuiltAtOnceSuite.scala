package brine.checks

import brine.*
import brine.binary.BinaryFormat
import brine.graph.GraphFormat

/** The interpreter builds an object before its variables are read only where nothing could see it half-read, as emitted
  * code does. Each test runs in emitted code and in the interpreter.
  */
class BuiltAtOnceSuite extends munit.FunSuite:
  for (format, name) <- Seq(BinaryFormat -> "binary", GraphFormat -> "graph"); emittedDepth <- Seq(512, 0) do
    val options = PickleOptions(limits = Limits(emittedDepth = emittedDepth))
    val where = s"with an emittedDepth of $emittedDepth, in the $name format"

    def there[A](value: A)(using pickler: Pickler[A]): A =
      format.pickled(value.pickle(using pickler, format, options).bytes).unpickle(using pickler, options)

    test(s"references to open objects lead to the object itself, $where") {
      val first = new Station("a", null, Array.empty)
      val second = new Station("b", first, Array(first))
      first.next = second
      first.all = Array(second, first, null, second)
      val back = there(first)
      assertEquals(back.next.name, "b")
      assert(back.next.next eq back)
      assert(back.next.all(0) eq back)
      assert((back.all(0) eq back.next) && (back.all(1) eq back) && back.all(2) == null && (back.all(3) eq back.next))
    }

    test(s"an object waits for a part that is not a variable, $where") {
      val first = new Stop(null, Nil, "a")
      val second = new Stop(first, List(first, new Stop(first, Nil, "c")), "b")
      first.next = second
      val back = there(first)
      assertEquals(back.next.others.map(_.name), List("a", "c"))
      assert((back.next.others.head eq back) && (back.next.others(1).next eq back))
    }

    test(s"a handwritten pickler sees no half-read object, $where") {
      val boss = new Boss(null, null)
      boss.next = boss
      boss.helper = new Helper(boss)
      val e = intercept[PickleException.CyclicConstruction](there(boss))
      assert(e.getMessage.contains("hand-written"), e.getMessage)
    }

    test(s"a set in a cycle hashes complete objects, $where") {
      val hub = new Hub(null, Set.empty, "hub")
      val other = new Hub(hub, Set(hub), "other")
      hub.next = other
      hub.near = Set(other)
      val back = there(hub)
      assert(back.near.contains(back.next))
      assert(back.next.near.contains(back))
    }

final class Station(val name: String, var next: Station, var all: Array[Station]) derives Pickler

final class Stop(var next: Stop, val others: List[Stop], val name: String) derives Pickler

final class Boss(var next: Boss, var helper: Helper) derives Pickler
final class Helper(val boss: Boss)
object Helper:
  given Pickler[Helper] with
    def shape = brine.shape.Shape.Custom("Helper", version = 1)
    def pickle(value: Helper, builder: PickleBuilder): Unit = builder.put(value.boss)
    def unpickle(reader: PickleReader): Helper = new Helper(reader.get[Boss])

final class Hub(var next: Hub, var near: Set[Hub], var name: String) derives Pickler:
  override def hashCode: Int = name.hashCode
  override def equals(that: Any): Boolean = that match
    case that: Hub => that.name == name
    case _         => false
