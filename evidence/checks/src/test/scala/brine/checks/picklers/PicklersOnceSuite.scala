package brine.checks

import java.lang.ref.WeakReference
import java.util.concurrent.{Callable, CyclicBarrier, Executors, TimeUnit}
import scala.collection.immutable.*
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import scala.reflect.ClassTag
import brine.*
import brine.combine.*
import brine.graph.Lazy
import brine.shape.Shape
import brine.testkit.Allocation

/** A pickler of a type with arguments is made once, wherever the call is written (docs/adr/0038). */
class PicklersOnceSuite extends munit.FunSuite:
  import PicklersOnceSuite.*

  private def assertOnce[A](pickler: => Pickler[A])(using munit.Location): Unit = assert(pickler eq pickler)

  test("a collection has one pickler for each pickler of its elements") {
    assertOnce(summon[Pickler[List[Int]]])
    assertOnce(summon[Pickler[List[Person]]])
    assertOnce(summon[Pickler[Map[String, Vector[Int]]]])
    assertOnce(summon[Pickler[Map[Person, Option[Set[Person]]]]])
    assertOnce(summon[Pickler[mutable.ArrayBuffer[Person]]])
    assertOnce(summon[Pickler[mutable.LongMap[Person]]])
    assertOnce(summon[Pickler[java.util.HashMap[Person, Person]]])
    assertOnce(summon[Pickler[java.util.Optional[Person]]])
    assertOnce(summon[Pickler[NumericRange[Long]]])
    assertOnce(summon[Pickler[Lazy[Person]]])
    assert(summon[Pickler[List[Person]]] ne summon[Pickler[Vector[Person]]])
    assert(summon[Pickler[List[Person]]] ne summon[Pickler[List[Int]]])
    assert(summon[Pickler[Map[Int, Long]]] ne summon[Pickler[Map[Long, Int]]])
  }

  test("an array has one pickler for each class of its elements") {
    assertOnce(summon[Pickler[Array[Int]]])
    assertOnce(summon[Pickler[Array[Person]]])
    assertOnce(summon[Pickler[Array[Array[Person]]]])
    def of[A: Pickler: ClassTag]: Pickler[Array[A]] = summon
    assert(of[Int] ne of[Int](using Pickler.int, ClassTag(classOf[Integer])))
  }

  test("tuples of any size, Either and generic classes have one pickler for each pickler of a part") {
    assertOnce(summon[Pickler[Tuple1[Person]]])
    assertOnce(summon[Pickler[(Int, String)]])
    assertOnce(summon[Pickler[(Int, Person)]])
    assertOnce(summon[Pickler[(Person, Person, Int)]])
    assertOnce(summon[Pickler[(
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Person
    )]])
    assertOnce(summon[Pickler[(
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Int,
        Person
    )]])
    assertOnce(summon[Pickler[Either[String, Person]]])
    assertOnce(summon[Pickler[Box[Person]]])
    assertOnce(summon[Pickler[Box[Int]]])
    assertOnce(summon[Pickler[Box[Box[(Int, Box[Person])]]]])
    assertOnce(summon[Pickler[Tree[Person]]])
    assert(summon[Pickler[Box[Person]]] ne summon[Pickler[Box[Int]]])
    assert(summon[Pickler[(Int, Long)]] ne summon[Pickler[(Long, Int)]])
  }

  test("a generic method gets the pickler that its caller would") {
    def boxes[A: Pickler]: Pickler[List[Box[A]]] = summon
    def pairs[A: Pickler, B: Pickler]: Pickler[(A, Map[A, B])] = summon
    assert(boxes[Person] eq summon[Pickler[List[Box[Person]]]])
    assert(pairs[Person, Int] eq Pickler[(Person, Map[Person, Int])])
    assert(summon[Unpickler[List[Box[Person]]]] eq summon[Pickler[List[Box[Person]]]])
  }

  test("a sorted collection has one pickler for each order, and equal orders are one") {
    assertOnce(summon[Pickler[TreeSet[Int]]])
    assertOnce(summon[Pickler[TreeMap[(Int, String), Person]]])
    assertOnce(summon[Pickler[mutable.PriorityQueue[Int]]])
    assertOnce(summon[Pickler[java.util.TreeMap[String, Person]]])
    assertOnce(summon[Pickler[java.util.EnumSet[TimeUnit]]])
    assertOnce(summon[Pickler[java.util.EnumMap[TimeUnit, Person]]])
    def reversed: Pickler[TreeSet[Int]] =
      given Ordering[Int] = Ordering.Int.reverse
      summon
    assertOnce(reversed)
    assert(reversed ne summon[Pickler[TreeSet[Int]]])
    val reverse = TreeSet(1, 2, 3)(using Ordering.Int.reverse)
    assertEquals(reverse.pickle(using reversed).unpickle(using reversed).toList, List(3, 2, 1))
    intercept[PickleException.UnexpectedClass](reverse.pickle(using summon[Pickler[TreeSet[Int]]]))
  }

  test("a pickler derived on the spot is made once for the place in the code") {
    def plain(): Pickler[Plain] =
      import brine.auto.given
      summon
    def generic[A: Pickler](): Pickler[Labelled[A]] =
      import brine.auto.given
      summon
    def inMethod(): Pickler[Plain] =
      given Pickler[Plain] = Pickler.derived
      summon
    assertOnce(plain())
    assertOnce(inMethod())
    assertOnce(generic[Person]())
    assert(generic[Person]() ne generic[Int]())
    assertEquals(
      Labelled("a", 1).pickle(using generic[Int]()).unpickle[Labelled[Int]](using generic[Int]()),
      Labelled("a", 1)
    )
  }

  test("captured values are part of a derivation's key, or it is made anew") {
    def by(celsius: Pickler[Celsius]): Pickler[Reading] =
      given Pickler[Celsius] = celsius
      Pickler.derived
    def byParameter(using celsius: Pickler[Celsius]): Pickler[Reading] = Pickler.derived
    def byName(celsius: => Pickler[Celsius]): Pickler[Reading] =
      import brine.auto.given
      given Pickler[Celsius] = celsius
      summon
    val reading = Reading(Celsius(1.5))
    for derive <- List[Pickler[Celsius] => Pickler[Reading]](by, p => byParameter(using p), p => byName(p)) do
      val first = derive(Celsius.asDouble)
      val second = derive(Celsius.asText)
      assertEquals(reading.pickle(using first).unpickle(using first), reading)
      assertEquals(reading.pickle(using second).unpickle(using second), reading)
      assertNotEquals(first.shape.fingerprint, second.shape.fingerprint)
    assertOnce(byParameter(using Celsius.asText))
  }

  test("a class within an object of another class has a pickler for each of these") {
    val (one, two) = (new Outer(1), new Outer(2))
    assertOnce(one.pickler)
    assert(one.pickler ne two.pickler)
    assertEquals(new one.Inner(5).pickle(using one.pickler).unpickle(using one.pickler).sum, 6)
    assertEquals(new two.Inner(5).pickle(using two.pickler).unpickle(using two.pickler).sum, 7)
  }

  test("a class within a method that captures a variable is made by this call's pickler") {
    def sum(n: Int): Int =
      class Local(val a: Int):
        def sum: Int = a + n
      import brine.auto.given
      new Local(5).pickle.unpickle[Local].sum
    assertEquals((sum(1), sum(2)), (6, 7))
  }

  test("picklers by hand are parts, and two of one type are two") {
    given Pickler[Celsius] = Celsius.asDouble
    assertOnce(summon[Pickler[List[Celsius]]])
    assertOnce(summon[Pickler[Map[Celsius, Person]]])
    assertOnce(summon[Pickler[Box[Celsius]]])
    val asText = Pickler.list(using Celsius.asText)
    assert(asText ne summon[Pickler[List[Celsius]]])
    val all = List(Celsius(1), Celsius(2.5))
    assertEquals(all.pickle(using asText).unpickle(using asText), all)
    assertEquals(all.pickle.unpickle[List[Celsius]], all)
    assert(Pickler.list(using new Fresh) ne Pickler.list(using new Fresh))
  }

  test("imap is made once for functions that capture nothing") {
    assertOnce(summon[Pickler[Wrapped[Person]]])
    assertOnce(summon[Pickler[List[Wrapped[Int]]]])
    def plus(n: Int): Pickler[Int] = Pickler.int.imap(_ + n)(_ - n)
    assertEquals(5.pickle(using plus(1)).unpickle(using plus(2)), 6)
    assertEquals(List(5).pickle(using Pickler.list(using plus(1))).unpickle(using Pickler.list(using plus(3))), List(7))
  }

  test("four threads get the same pickler from the first use on") {
    val pool = Executors.newFixedThreadPool(4)
    try
      for _ <- 1 to 200 do
        val fresh = new Fresh
        val start = new CyclicBarrier(4)
        val call: Callable[List[AnyRef]] = () =>
          start.await()
          List(Pickler.list(using fresh), Pickler.map(using fresh, fresh), summon[Pickler[Box[Box[Long]]]]) ::: {
            given Pickler[Celsius] = fresh
            List(summon[Pickler[Box[Celsius]]], summon[Pickler[(Celsius, Int, Celsius)]])
          }
        val all = pool.invokeAll(java.util.Collections.nCopies(4, call)).asScala.map(_.get()).toList
        for other <- all.tail do assert(other.corresponds(all.head)(_ eq _))
    finally pool.shutdown()
  }

  test("finding the pickler of a tuple, a collection or a generic class allocates nothing") {
    assertFree(summon[Pickler[(Int, String)]])
    assertFree(summon[Pickler[(Int, Person)]])
    assertFree(summon[Pickler[List[Person]]])
    assertFree(summon[Pickler[Map[String, Vector[Int]]]])
    assertFree(summon[Pickler[TreeSet[Int]]])
    assertFree(summon[Pickler[Array[Person]]])
    assertFree(summon[Pickler[Box[Person]]])
    assertFree(summon[Pickler[Box[Int]]])
    assertFree(summon[Pickler[Either[String, Person]]])
    given Pickler[Celsius] = Celsius.asDouble
    assertFree(summon[Pickler[List[Celsius]]])
    assertFree {
      import brine.auto.given
      summon[Pickler[Plain]]
    }
  }

  private def assertFree(pickler: => Pickler[?])(using munit.Location): Unit =
    val calls = 1000
    def all() =
      var i = 0
      while i < calls do
        last = pickler
        i += 1
    assert(!Allocation.isAlwaysAbove(calls, 100)(all()), Allocation.of(all()).toString)

  private var last: AnyRef = null

  test("picklers that are made anew at each call do not pile up, and are forgotten") {
    val held = mutable.ArrayBuffer.empty[WeakReference[AnyRef]]
    for _ <- 1 to 10_000 do
      val fresh = new Fresh
      held += new WeakReference[AnyRef](Pickler.map(using fresh, summon[Pickler[Person]]))
      held += new WeakReference[AnyRef](Pickler.map(using Pickler.int.imap(_ + fresh.hashCode)(_ - 1), Pickler.int))
    forget(held.drop(1000).dropRight(1000).toList)
  }

  test("a pickler that nothing else holds is forgotten, with all that was made of it") {
    def made(): List[WeakReference[AnyRef]] =
      val part = Pickler.int.imap(_ + held.hashCode)(_ - held.hashCode)
      val list = Pickler.list(using part)
      List(part, list, Pickler.option(using list), Pickler.map(using Pickler.string, list)).map(
        new WeakReference[AnyRef](_)
      )
    forget(made())
  }

  test("a class loader is forgotten with the picklers of its classes") {
    def made(): List[WeakReference[AnyRef]] =
      val loader = new Again(getClass.getClassLoader)
      val kept = loader.loadClass(classOf[InAnotherLoader].getName).getDeclaredConstructor().newInstance()
      val picklers = kept.asInstanceOf[java.util.function.Supplier[java.util.List[AnyRef]]].get
      assert(picklers.asScala.head.getClass.getClassLoader eq loader)
      new WeakReference[AnyRef](loader) :: picklers.asScala.toList.map(new WeakReference[AnyRef](_))
    forget(made())
  }

  private val held = new Object

  private def forget(all: List[WeakReference[AnyRef]]): Unit =
    val deadline = System.nanoTime + 20_000_000_000L
    while all.exists(_.get != null) && System.nanoTime < deadline do
      System.gc()
      Thread.sleep(10)
    assertEquals(all.count(_.get != null), 0)

object PicklersOnceSuite:
  final case class Person(name: String, since: Int) derives Pickler
  final case class Box[A](content: A) derives Pickler
  final case class Tree[A](value: A, children: List[Tree[A]]) derives Pickler
  final case class Plain(n: Int, names: List[String])
  final case class Labelled[A](label: String, content: A)

  final case class Celsius(degrees: Double)
  object Celsius:
    val asDouble: Pickler[Celsius] = new Fresh
    val asText: Pickler[Celsius] = new Pickler[Celsius]:
      def shape = Shape.Custom("CelsiusText", version = 1)
      def pickle(t: Celsius, builder: PickleBuilder): Unit = builder.putString(t.degrees.toString)
      def unpickle(reader: PickleReader): Celsius = Celsius(reader.getString().nn.toDouble)

  final class Fresh extends Pickler[Celsius]:
    def shape = Shape.Custom("Celsius", version = 1)
    def pickle(t: Celsius, builder: PickleBuilder): Unit = builder.putDouble(t.degrees)
    def unpickle(reader: PickleReader): Celsius = Celsius(reader.getDouble())

  final case class Reading(value: Celsius)

  final case class Wrapped[A](content: A)
  object Wrapped:
    given [A](using content: Pickler[A]): Pickler[Wrapped[A]] = content.imap(Wrapped(_))(_.content)

  final class Outer(n: Int):
    final class Inner(val a: Int):
      def sum: Int = a + n
    def pickler: Pickler[Inner] = Pickler.derived

  final case class Own(name: String) derives Pickler
  final case class OwnBox[A](content: A) derives Pickler

  /** The picklers requested by an application in a separate class loader. */
  final class InAnotherLoader extends java.util.function.Supplier[java.util.List[AnyRef]]:
    def get: java.util.List[AnyRef] =
      Own("a").pickle.unpickle[Own]
      (1, Own("a")).pickle.unpickle[(Int, Own)]
      OwnBox(1).pickle.unpickle[OwnBox[Int]]
      java.util.List.of(
        summon[Pickler[Own]],
        summon[Pickler[List[Own]]],
        summon[Pickler[Map[String, Own]]],
        summon[Pickler[(Int, Own)]],
        summon[Pickler[OwnBox[Int]]],
        summon[Pickler[OwnBox[Own]]],
        summon[Pickler[Array[Own]]]
      )

  /** Loads this suite's classes again, and all else as its parent. */
  final class Again(parent: ClassLoader) extends ClassLoader(parent):
    override protected def loadClass(name: String, resolve: Boolean): Class[?] =
      getClassLoadingLock(name).synchronized {
        if !name.startsWith("brine.checks.PicklersOnceSuite") then super.loadClass(name, resolve)
        else
          val known = findLoadedClass(name)
          if known != null then known
          else
            val in = parent.getResourceAsStream(name.replace('.', '/') + ".class")
            val bytes =
              try in.readAllBytes()
              finally in.close()
            defineClass(name, bytes, 0, bytes.length)
      }
