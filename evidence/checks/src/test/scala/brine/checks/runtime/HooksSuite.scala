package brine.checks.runtime

import java.util.concurrent.ConcurrentHashMap
import brine.*
import brine.binary.BinaryFormat
import brine.combine.imap
import brine.graph.GraphFormat
import brine.json.JsonFormat
import brine.runtime.{AllowList, RuntimePicklers, UnfitClassException}
import brine.testkit.{Event, Laws, RecordingBuilder}

/** A program's own picklers by class, which take precedence in runtime picklers, and their knowledge of a class
  * beforehand.
  */
class HooksSuite extends munit.FunSuite:
  import HooksSuite.*

  private val formats = List[PickleFormat](BinaryFormat, BinaryFormat.Bare, JsonFormat, GraphFormat)
  private val allowed = AllowList(
    classOf[Order],
    classOf[Money],
    classOf[Coins],
    classOf[Bag],
    classOf[Purse],
    classOf[Locked],
    classOf[Open],
    classOf[Sealed]
  )

  private def there[A](runtime: RuntimePicklers, value: A)(verify: A => Unit)(using Pickler[A], munit.Location): Unit =
    for format <- formats; depth <- List(512, 0); sharing <- List(Sharing.Tracked, Sharing.All) do
      val options = PickleOptions(subtypes = runtime.subtypes, limits = Limits(emittedDepth = depth), sharing = sharing)
      for _ <- 1 to 2 do verify(Laws.read[A](Laws.write(value, format, options), format, options))

  test("a hook's pickler goes for declared types and at open places alike"):
    val runtime = RuntimePicklers(allowed, hook = c => Option.when(c == classOf[Money])(money))
    given Pickler[Order] = runtime.pickler[Order]
    val order = new Order(new Money(5), List(new Money(6), 1), Array(new Money(7)))
    there(runtime, order) { back =>
      assertEquals(
        (
          back.price.cents,
          back.extras.map { case m: Money => m.cents; case other => other },
          back.rest.map(_.cents).toList
        ),
        (5L, List(6L, 1), List(7L))
      )
    }
    val json = new String(Laws.write(order, JsonFormat, PickleOptions(subtypes = runtime.subtypes)))
    val name = classOf[Money].getName
    assertEquals(
      json,
      s"""{"price":"5 ct","extras":[{"$$type":"$name","$$value":"6 ct"},""" +
        """{"$type":"java.lang.Integer","$value":1}],"rest":["7 ct"]}"""
    )

  test("a hook goes before picklers for single classes, derived ones, standard types and collections"):
    given Pickler[Derived] = Pickler[String].imap(s => Derived(s.length))(d => "x" * d.n)
    val picklers = Map[Class[?], Pickler[?]](
      classOf[Derived] -> summon[Pickler[Derived]],
      classOf[List[?]] -> Pickler[Int].imap(n => List.fill(n)("a"))(_.length),
      classOf[java.time.Instant] -> Pickler[Long].imap(java.time.Instant.ofEpochSecond(_))(_.getEpochSecond),
      classOf[Money] -> money
    )
    given ofMoney: Pickler[Money] = Pickler[Long].imap(new Money(_))(_.cents)
    val runtime = RuntimePicklers(allowed + classOf[Derived], Subtypes(Subtype[Money]), hook = picklers.get(_))
    given Pickler[Any] = runtime.any
    val options = PickleOptions(subtypes = runtime.subtypes)
    def json(value: Any) = new String(Laws.write[Any](value, JsonFormat, options))
    assertEquals(json(new Money(3)), s"""{"$$type":"${classOf[Money].getName}","$$value":"3 ct"}""")
    assertEquals(json(Derived(3)), s"""{"$$type":"${classOf[Derived].getName}","$$value":"xxx"}""")
    assertEquals(json(List(1, 2)), """{"$type":"scala.collection.immutable.List","$value":2}""")
    assertEquals(json(java.time.Instant.ofEpochSecond(7)), """{"$type":"java.time.Instant","$value":7}""")
    for value <- List[Any](Derived(3), List("a", "a"), java.time.Instant.ofEpochSecond(7)) do
      there[Any](runtime, value)(back => assertEquals(back, value))

  test("a hook is called once for each class, and for no primitive"):
    val calls = new ConcurrentHashMap[Class[?], Int]
    val runtime = RuntimePicklers(
      allowed,
      hook = c => {
        calls.merge(c, 1, _ + _)
        Option.when(c == classOf[Money])(money)
      }
    )
    given Pickler[Order] = runtime.pickler[Order]
    for _ <- 1 to 3 do there(runtime, new Order(new Money(5), List(1, "a", new Money(3)), Array.empty[Money]))(_ => ())
    assertEquals(calls.get(classOf[Money]), 1)
    calls.forEach((c, count) => assert(count == 1 && !c.isPrimitive, s"$c: $count"))
    assert(calls.size > 3, calls)

  test("where a class with subclasses is declared, a subclass is refused unless the hook has the same pickler for it"):
    val both = RuntimePicklers(allowed, hook = c => Option.when(classOf[Purse].isAssignableFrom(c))(purse))
    val one = RuntimePicklers(allowed, hook = c => Option.when(c == classOf[Purse])(purse))
    val other = RuntimePicklers(
      allowed,
      hook = c => if c == classOf[Purse] then Some(purse) else Option.when(c == classOf[Coins])(coins)
    )
    val bag = new Bag(new Coins(3))
    there(both, bag)(back => assertEquals((back.purse.cents, back.purse.getClass: Any), (3L, classOf[Coins]: Any)))(
      using both.pickler[Bag]
    )
    for runtime <- List(one, other) do
      there(runtime, new Bag(new Purse(3)))(back => assertEquals(back.purse.cents, 3L))(using runtime.pickler[Bag])
      val e = intercept[PickleException.UnexpectedClass](Laws.write(
        bag,
        BinaryFormat,
        PickleOptions(subtypes = runtime.subtypes)
      )(using runtime.pickler[Bag]))
      assert(
        e.getMessage.contains(
          "the hook has no pickler for it, or another than for brine.checks.runtime.HooksSuite.Purse"
        ),
        e.getMessage
      )

  test(
    "where an interface is declared, the hook's pickler for it handles all its objects, and else each goes by its own"
  ):
    given Pickler[Shape] = Pickler[Int].imap[Shape](new Dot(_))(_.size)
    val whole =
      RuntimePicklers(AllowList(classOf[Frame]), hook = c => Option.when(c == classOf[Shape])(summon[Pickler[Shape]]))
    val each = RuntimePicklers(
      AllowList(classOf[Frame], classOf[Dot]),
      hook = c => Option.when(c == classOf[Dot])(Pickler[Int].imap(new Dot(_))((d: Dot) => d.size))
    )
    for runtime <- List(whole, each) do
      there(runtime, new Frame(new Dot(4)))(back => assertEquals(back.shape.size, 4))(using runtime.pickler[Frame])

  /** Picklers of values of standard classes, each of which keeps the value by its text. */
  private def standardValues: List[(Class[?], AnyRef)] = List(
    classOf[java.util.HashSet[?]] -> new java.util.HashSet(java.util.List.of(1)),
    classOf[java.util.LinkedHashSet[?]] -> new java.util.LinkedHashSet(java.util.List.of(1)),
    classOf[java.util.TreeSet[?]] -> new java.util.TreeSet(java.util.List.of("a")),
    classOf[java.util.ArrayList[?]] -> new java.util.ArrayList(java.util.List.of(1)),
    classOf[java.util.ArrayDeque[?]] -> new java.util.ArrayDeque(java.util.List.of(1)),
    classOf[java.util.HashMap[?, ?]] -> new java.util.HashMap(java.util.Map.of(1, 2)),
    classOf[java.util.TreeMap[?, ?]] -> new java.util.TreeMap(java.util.Map.of("1", 2)),
    classOf[List[?]] -> List(1),
    classOf[Vector[?]] -> Vector(1),
    classOf[Map[?, ?]] -> Map(1 -> 2),
    classOf[scala.collection.mutable.HashMap[?, ?]] -> scala.collection.mutable.HashMap(1 -> 2),
    classOf[scala.collection.mutable.ArrayBuffer[?]] -> scala.collection.mutable.ArrayBuffer(1),
    classOf[scala.concurrent.duration.FiniteDuration] -> scala.concurrent.duration.Duration(1, "s"),
    classOf[java.time.ZoneOffset] -> java.time.ZoneOffset.ofHours(3),
    classOf[Array[String]] -> Array("a"),
    classOf[Array[Int]] -> Array(1),
    classOf[String] -> "a",
    classOf[java.time.Instant] -> java.time.Instant.EPOCH,
    classOf[(?, ?)] -> ("a", "b"),
    classOf[Left[?, ?]] -> Left("a")
  )

  private def declaredTypes: List[Class[?]] = List(
    classOf[java.util.Set[?]],
    classOf[java.util.Collection[?]],
    classOf[java.util.List[?]],
    classOf[java.util.Map[?, ?]],
    classOf[Seq[?]],
    classOf[collection.Seq[?]],
    classOf[Iterable[?]],
    classOf[collection.Map[?, ?]],
    classOf[scala.collection.mutable.Map[?, ?]],
    classOf[scala.concurrent.duration.Duration],
    classOf[java.time.ZoneId],
    classOf[Array[Object]],
    classOf[Either[?, ?]],
    classOf[Comparable[?]],
    classOf[java.io.Serializable],
    classOf[Object]
  )

  test("a hook's pickler for a standard class is called at each declared type that takes the class"):
    for (c, value) <- standardValues; declared <- (c :: declaredTypes).distinct if declared.isAssignableFrom(c) do
      var written = 0
      val pickler = Pickler[String].imap[AnyRef](_ => value) { _ =>
        written += 1
        "by the hook"
      }
      val runtime = RuntimePicklers(AllowList(classOf[Money]), hook = k => Option.when(k == c)(pickler))
      for format <- formats do
        written = 0
        val options = PickleOptions(subtypes = runtime.subtypes)
        given Pickler[AnyRef] = runtime.pickler(declared: java.lang.reflect.Type).asInstanceOf[Pickler[AnyRef]]
        val back = Laws.read[AnyRef](Laws.write(value, format, options), format, options)
        assert(written > 0, s"$c at $declared, $format")
        assert(back eq value, s"$c at $declared, $format")

  test("a hook's pickler for a class without a name in pickles is refused, and the class with the name is told"):
    for (value, by) <- List[(AnyRef, String)](
        List(1) -> "scala.collection.immutable.List",
        Vector(1) -> "scala.collection.immutable.Vector",
        Some(1) -> "scala.Option",
        Map(1 -> 2) -> "scala.collection.immutable.Map"
      )
    do
      val runtime = RuntimePicklers(allowed, hook = k => Option.when(k == value.getClass)(money))
      val e = intercept[PickleException.UnexpectedClass](Laws.write[Any](
        value,
        BinaryFormat,
        PickleOptions(subtypes = runtime.subtypes)
      )(using runtime.any))
      assert(e.getMessage.contains(s"its objects are written as those of $by. Let the hook"), e.getMessage)

  test("a class that the hook handles must be on the list where the declared type does not determine it"):
    val runtime = RuntimePicklers(AllowList.empty, hook = c => Option.when(c == classOf[Money])(money))
    given Pickler[Any] = runtime.any
    val e = intercept[PickleException.UnexpectedClass](Laws.write[Any](
      new Money(1),
      BinaryFormat,
      PickleOptions(subtypes = runtime.subtypes)
    ))
    assert(
      e.getMessage.contains(
        "it is not on the list of classes that may be pickled at run time. Add `classOf[HooksSuite.Money]` to it"
      ),
      e.getMessage
    )
    val json = s"""{"$$type":"${classOf[Money].getName}","$$value":"3 ct"}"""
    intercept[PickleException.UnknownSubtype](Laws.read[Any](
      json.getBytes,
      JsonFormat,
      PickleOptions(subtypes = runtime.subtypes)
    ))

  test("check reports all causes for a class beforehand, each with its places, and nothing of a class that is fit"):
    val runtime = RuntimePicklers(allowed)
    assertEquals(runtime.check(classOf[Order]), Nil)
    assertEquals(runtime.check(classOf[Array[Order]]), Nil)
    for fit <- List(
        classOf[String],
        classOf[Int],
        classOf[Open],
        classOf[Seq[?]],
        classOf[java.util.ArrayList[?]],
        classOf[List[?]],
        Only.getClass
      )
    do
      assertEquals(RuntimePicklers(allowed + Only.getClass).check(fit), Nil, fit)
    assertEquals(
      runtime.check(classOf[Locked]).map(_.toString),
      List(
        "brine.checks.runtime.HooksSuite.Missing is not on the list of classes that may be pickled at run time. Add " +
          "`classOf[brine.checks.runtime.HooksSuite.Missing]` to it " +
          "(at Locked.missing, Locked.all)",
        s"brine.checks.runtime.HooksSuite.Sealed cannot be split into fields: ${sealedWhy} (at Locked.inner)"
      )
    )
    val own = runtime.check(classOf[Missing]).map(_.toString)
    assertEquals(
      own,
      List(
        "brine.checks.runtime.HooksSuite.Missing is not on the list of classes that may be pickled at run time. Add " +
          "`classOf[brine.checks.runtime.HooksSuite.Missing]` to it"
      )
    )
    assert(
      runtime.check(classOf[LazyList[?]]).head.text.contains("it may have no end"),
      runtime.check(classOf[LazyList[?]])
    )
    assertEquals(
      RuntimePicklers(AllowList(classOf[HooksSuite.NoDoor])).check(classOf[NoDoor]).map(_.text),
      List("brine.checks.runtime.HooksSuite.NoDoor is Externalizable, but has no public constructor without parameters")
    )

  private def sealedWhy: String = RuntimePicklers(allowed).check(classOf[Sealed]).head.text.stripPrefix(
    "brine.checks.runtime.HooksSuite.Sealed cannot be split into fields: "
  )

  test("a class that is refused at an open place is refused as a whole before a byte of its object is written"):
    val runtime = RuntimePicklers(allowed)
    val options = PickleOptions(subtypes = runtime.subtypes)
    for value <- List[AnyRef](new Locked, new Missing, new Sealed(3), new Array[Missing](0)) do
      val builder = new RecordingBuilder(options)
      val e = intercept[PickleException.UnexpectedClass](runtime.any.pickle(Vector("before", value), builder))
      assertEquals(
        builder.events.collect { case Event.BeginOpen(_, name) => name },
        Seq("scala.collection.immutable.Vector", "java.lang.String"),
        value
      )
      if value.isInstanceOf[Locked] then
        for part <- List("Missing, at Locked.missing, Locked.all", "Sealed cannot be split into fields") do
          assert(e.getMessage.contains(part), e.getMessage)

  test("an Externalizable that cannot be made is refused with the class that holds it"):
    val e = intercept[UnfitClassException](RuntimePicklers(AllowList(classOf[Doors], classOf[NoDoor])).pickler[Doors])
    assert(
      e.getMessage.contains(
        "NoDoor is Externalizable, but has no public constructor without parameters (at Doors.door)"
      ),
      e.getMessage
    )

object HooksSuite:
  final class Money(val cents: Long)
  final class Order(val price: Money, val extras: List[Any], val rest: Array[Money])
  class Purse(val cents: Long)
  final class Coins(cents: Long) extends Purse(cents)
  final class Bag(val purse: Purse)
  final case class Derived(n: Int) derives Pickler

  trait Open
  trait Shape:
    def size: Int
  final class Dot(val size: Int) extends Shape
  final class Frame(val shape: Shape)

  final class Missing
  final class Sealed(seed: Int):
    val twice: Int = seed * 2
  final class Locked:
    var missing: Missing = null
    var all: List[Missing] = Nil
    var inner: Sealed = null

  final class NoDoor(val n: Int) extends java.io.Externalizable:
    def writeExternal(out: java.io.ObjectOutput): Unit = ()
    def readExternal(in: java.io.ObjectInput): Unit = ()
  final class Doors(val door: NoDoor)

  val money: Pickler[Money] = Pickler[String].imap(s => new Money(s.stripSuffix(" ct").toLong))(m => s"${m.cents} ct")
  val coins: Pickler[Coins] = Pickler[Long].imap(new Coins(_))(_.cents)

  /** Types of purses and coins. */
  val purse: Pickler[Purse] = Pickler[(Boolean, Long)].imap((isCoins, cents) =>
    if isCoins then new Coins(cents) else new Purse(cents)
  )(p => (p.isInstanceOf[Coins], p.cents))
