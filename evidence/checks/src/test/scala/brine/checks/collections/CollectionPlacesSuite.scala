package brine.checks

import java.lang.Boolean as JavaBoolean
import java.util as ju
import java.util.concurrent as juc
import scala.collection as general
import scala.collection.{concurrent, immutable, mutable}
import scala.jdk.CollectionConverters.*
import scala.reflect.ClassTag
import scala.util.{Failure, Random, Success, Try}
import brine.*
import brine.binary.BinaryFormat
import brine.runtime.{AllowList, RuntimePicklers}
import brine.testkit.{Laws, Patient}

/** Every collection of the libraries at every place of an interface: it comes back equal and in the same order, or it
  * is refused when it is written. One with state that its elements do not show is refused at every place.
  */
class CollectionPlacesSuite extends munit.FunSuite, AcceptedCode, Patient:
  import CollectionPlacesSuite.*

  private val sizes = List(0, 1, 5, 40)

  /** The elements in an order that no hash table has. */
  private def elements(size: Int): List[Item] = new Random(size).shuffle(List.tabulate(size)(i => Item(i * 7)))

  private def sequences(of: List[Item]): List[AnyRef] =
    val inJava = new ju.ArrayList(of.asJava)
    List[AnyRef](
      of,
      of.toVector,
      of.toIndexedSeq,
      immutable.Queue.from(of),
      immutable.ArraySeq.from(of),
      LazyList.from(of),
      mutable.ArrayBuffer.from(of),
      mutable.ListBuffer.from(of),
      mutable.ArrayDeque.from(of),
      mutable.ArraySeq.from(of),
      mutable.PriorityQueue.from(of)(using byNumber),
      of.view,
      inJava,
      new ju.LinkedList(inJava),
      new ju.ArrayDeque(inJava),
      new ju.Vector(inJava),
      ju.Arrays.asList(of*),
      inJava.subList(0, of.length),
      ju.Collections.unmodifiableList(inJava),
      ju.Collections.synchronizedList(inJava),
      inJava.asScala,
      of.asJava,
      new juc.ConcurrentLinkedQueue(inJava),
      new juc.LinkedBlockingDeque(inJava),
      new juc.LinkedTransferQueue(inJava)
    )

  private def sets(of: List[Item]): List[AnyRef] =
    val inJava = new ju.LinkedHashSet(of.asJava)
    val entries = of.map(_ -> 1)
    List[AnyRef](
      of.toSet,
      immutable.HashSet.from(of),
      immutable.ListSet.from(of),
      immutable.TreeSet.from(of)(using byNumber),
      immutable.ListMap.from(entries).keySet,
      immutable.HashMap.from(entries).keySet,
      mutable.HashSet.from(of),
      mutable.LinkedHashSet.from(of),
      mutable.LinkedHashMap.from(entries).keySet,
      inJava,
      new ju.HashSet(inJava),
      juc.ConcurrentHashMap.newKeySet[Item](),
      ju.Collections.unmodifiableSet(inJava),
      ju.Collections.newSetFromMap(new ju.HashMap[Item, JavaBoolean]),
      inJava.asScala,
      of.toSet.asJava,
      new ju.HashMap[Item, Int](entries.toMap.asJava).keySet
    )

  private def maps(of: List[Item]): List[AnyRef] =
    val entries = of.map(x => x -> x.n)
    val inJava = new ju.LinkedHashMap[Item, Int]
    for (k, v) <- entries do inJava.put(k, v)
    List[AnyRef](
      entries.toMap,
      immutable.HashMap.from(entries),
      immutable.ListMap.from(entries),
      immutable.VectorMap.from(entries),
      immutable.TreeSeqMap.from(entries),
      immutable.TreeMap.from(entries)(using byNumber),
      mutable.HashMap.from(entries),
      mutable.LinkedHashMap.from(entries),
      concurrent.TrieMap.from(entries),
      mutable.OpenHashMap.from(entries),
      inJava,
      new ju.HashMap(inJava),
      new ju.Hashtable(inJava),
      new juc.ConcurrentHashMap(inJava),
      ju.Collections.unmodifiableMap(inJava),
      inJava.asScala,
      immutable.ListMap.from(entries).asJava
    )

  /** Collections whose elements do not show all of their state. */
  private def withState(of: List[Item]): List[AnyRef] =
    val entries = of.map(x => x -> x.n)
    val usual = new ju.HashMap[Item, Int](entries.toMap.asJava)
    val identical = new ju.IdentityHashMap[Item, Int](usual)
    def identities = ju.Collections.newSetFromMap(new ju.IdentityHashMap[Item, JavaBoolean])
    val byAccess = new ju.LinkedHashMap[Item, Int](16, 0.75f, true)
    byAccess.putAll(usual)
    val bounded = new ju.LinkedHashMap[Item, Int](16, 0.75f, true):
      override def removeEldestEntry(entry: ju.Map.Entry[Item, Int]): Boolean = size > 100
    bounded.putAll(usual)
    List[AnyRef](
      entries.toMap.withDefaultValue(1),
      mutable.HashMap.from(entries).withDefaultValue(1),
      mutable.Map.from(entries).withDefault(_.n).asJava,
      new concurrent.TrieMap[Item, Int](scala.util.hashing.Hashing.fromFunction(_.n), Equiv.universal).asJava,
      immutable.TreeMap.from(entries)(using byNumber).withDefaultValue(1),
      mutable.TreeMap.from(entries)(using byNumber).withDefaultValue(1),
      mutable.LongMap.withDefault[Int](_.toInt).addAll(of.map(x => x.n.toLong -> x.n)),
      new concurrent.TrieMap[Item, Int](scala.util.hashing.Hashing.fromFunction(_.n), Equiv.universal).addAll(entries),
      new concurrent.TrieMap[Item, Int](scala.util.hashing.Hashing.default, Equiv.fromFunction(_ == _)).addAll(entries),
      concurrent.TrieMap.from(entries).readOnlySnapshot(),
      immutable.TreeSeqMap.from(entries).orderingBy(immutable.TreeSeqMap.OrderBy.Modification),
      mutable.WeakHashMap.from(entries),
      byAccess,
      bounded,
      ju.Collections.unmodifiableMap(byAccess),
      byAccess.asScala,
      identical,
      identical.keySet,
      identities,
      ju.Collections.unmodifiableMap(identical),
      ju.Collections.unmodifiableSet(identities),
      identical.asScala,
      new ju.WeakHashMap(usual),
      ju.Collections.synchronizedMap(usual),
      ju.Collections.synchronizedSet(usual.keySet),
      ju.Collections.synchronizedList(new ju.ArrayList(of.asJava)),
      ju.Collections.checkedMap(usual, classOf[Item], classOf[Int]),
      ju.Collections.asLifoQueue(new ju.ArrayDeque(of.asJava)),
      new ju.TreeMap[Item, Int](byNumber),
      ju.Collections.unmodifiableMap(new ju.TreeMap[Item, Int](byNumber)),
      immutable.TreeMap.from(entries)(using byNumber).asJava,
      new juc.ArrayBlockingQueue[Item](100),
      new juc.LinkedBlockingDeque[Item](100),
      new juc.PriorityBlockingQueue[Item](11, byNumber),
      new ju.PriorityQueue[Item](byNumber)
    )

  private def values: List[AnyRef] =
    sizes.flatMap(size => List(sequences, sets, maps).flatMap(_(elements(size))))

  /** Calls `verify` with the outcome of each way to write and read a value at a place. */
  private def everyWay(place: Place, value: AnyRef)(verify: (String, Try[AnyRef]) => Unit): Unit =
    for
      format <- AllFormats.all
      (by, pickler) <- place.picklers
      (depth, sharing) <- List(512 -> Sharing.Tracked, 0 -> Sharing.Tracked, 512 -> Sharing.All)
    do
      val options =
        PickleOptions(limits = Limits(emittedDepth = depth), sharing = sharing, subtypes = compiled.subtypes)
      verify(
        s"a ${value.getClass.getName} in ${place.name}, $format, $by, $depth, $sharing",
        Try(place.there(value, format, options)(using pickler))
      )

  test("each comes back equal and in the same order, or is refused"):
    var (kept, refused) = (0, 0)
    for place <- places; value <- values if place.takes(value) do
      everyWay(place, value) {
        case (how, Success(back)) =>
          kept += 1
          assertEquals(listed(back), listed(value), how)
          if hasEquality(value) then assert(value == back && back == value, s"$how: a ${back.getClass} came back")
        case (how, Failure(_: PickleException.UnexpectedClass)) => refused += 1
        case (how, Failure(e))                                  => fail(how, e)
      }
    assert(kept > refused && refused > 1000, s"$kept kept, $refused refused")

  test("one with state beyond its elements is refused at every place"):
    for place <- places; value <- withState(elements(5)) ++ withState(Nil) if place.takes(value) do
      everyWay(place, value) {
        case (_, Failure(_: PickleException.UnexpectedClass)) => ()
        case (how, other)                                     => fail(s"$how: $other")
      }

  test("elements in another order than a hash table's are found as fast"):
    val many = List.tabulate(100_000)(Item(_)).reverse
    val written = immutable.VectorMap.from(many.map(_ -> 1)).keySet
    val back = Laws.read[InSet](Laws.write(InSet(written), BinaryFormat), BinaryFormat).at
    assertEquals(back.toList, many)
    assert(many.forall(back.contains))

object CollectionPlacesSuite:
  final case class Item(n: Int) derives Pickler

  private val byNumber: Ordering[Item] = Ordering.by(_.n)

  private def listed(collection: AnyRef): List[Any] = collection match
    case c: general.Iterable[?] => c.toList
    case c: ju.Collection[?]    => c.asScala.toList
    case m: ju.Map[?, ?]        => m.asScala.toList

  private def hasEquality(collection: AnyRef): Boolean = collection match
    case _: general.Seq[?] | _: general.Set[?] | _: general.Map[?, ?] => true
    case _: ju.List[?] | _: ju.Set[?] | _: ju.Map[?, ?]               => true
    case _                                                            => false

  sealed trait At:
    def at: Any

  // Each field has code of its own in the derived pickler.
  final case class InSeq(at: Seq[Item]) extends At derives Pickler
  final case class InIndexedSeq(at: IndexedSeq[Item]) extends At derives Pickler
  final case class InIterable(at: immutable.Iterable[Item]) extends At derives Pickler
  final case class InSet(at: Set[Item]) extends At derives Pickler
  final case class InMap(at: Map[Item, Int]) extends At derives Pickler
  final case class InSeqMap(at: immutable.SeqMap[Item, Int]) extends At derives Pickler
  final case class InTreeSeqMap(at: immutable.TreeSeqMap[Item, Int]) extends At derives Pickler
  final case class InAnySeq(at: general.Seq[Item]) extends At derives Pickler
  final case class InAnyIterable(at: general.Iterable[Item]) extends At derives Pickler
  final case class InAnySet(at: general.Set[Item]) extends At derives Pickler
  final case class InAnyMap(at: general.Map[Item, Int]) extends At derives Pickler
  final case class InMutableSeq(at: mutable.Seq[Item]) extends At derives Pickler
  final case class InMutableSet(at: mutable.Set[Item]) extends At derives Pickler
  final case class InMutableMap(at: mutable.Map[Item, Int]) extends At derives Pickler
  final case class InLongMap(at: mutable.LongMap[Int]) extends At derives Pickler
  final case class InTrieMap(at: concurrent.TrieMap[Item, Int]) extends At derives Pickler
  final case class InJavaList(at: ju.List[Item]) extends At derives Pickler
  final case class InJavaCollection(at: ju.Collection[Item]) extends At derives Pickler
  final case class InJavaQueue(at: ju.Queue[Item]) extends At derives Pickler
  final case class InJavaDeque(at: ju.Deque[Item]) extends At derives Pickler
  final case class InJavaSet(at: ju.Set[Item]) extends At derives Pickler
  final case class InJavaMap(at: ju.Map[Item, Int]) extends At derives Pickler
  final case class InLinkedHashMap(at: ju.LinkedHashMap[Item, Int]) extends At derives Pickler

  private val holders: List[Class[?]] = List(
    classOf[InSeq],
    classOf[InIndexedSeq],
    classOf[InIterable],
    classOf[InSet],
    classOf[InMap],
    classOf[InSeqMap],
    classOf[InTreeSeqMap],
    classOf[InAnySeq],
    classOf[InAnyIterable],
    classOf[InAnySet],
    classOf[InAnyMap],
    classOf[InMutableSeq],
    classOf[InMutableSet],
    classOf[InMutableMap],
    classOf[InLongMap],
    classOf[InTrieMap],
    classOf[InJavaList],
    classOf[InJavaCollection],
    classOf[InJavaQueue],
    classOf[InJavaDeque],
    classOf[InJavaSet],
    classOf[InJavaMap],
    classOf[InLinkedHashMap]
  )

  private val compiled = of(compileAfter = 1)

  private def of(compileAfter: Int): RuntimePicklers =
    val made = RuntimePicklers(AllowList(classOf[Item] :: holders*), compileAfter = compileAfter)
    made.usesDerived = false
    made

  /** The field of a class. */
  private final class Place(field: Class[?], holder: Class[?], hold: AnyRef => At, derived: Pickler[At]):
    val name: String = holder.getSimpleName
    def takes(value: AnyRef): Boolean = field.isInstance(value)
    val picklers: List[(String, Pickler[At])] = List(
      "derived" -> derived,
      "reflected" -> of(compileAfter = Int.MaxValue).pickler(holder).asInstanceOf[Pickler[At]],
      "compiled" -> compiled.pickler(holder).asInstanceOf[Pickler[At]]
    )
    def there(value: AnyRef, format: PickleFormat, options: PickleOptions)(using Pickler[At]): AnyRef =
      Laws.read[At](Laws.write(hold(value), format, options), format, options).at.asInstanceOf[AnyRef]

  private def place[F, A <: At](hold: F => A)(using
      field: ClassTag[F],
      holder: ClassTag[A],
      pickler: Pickler[A]
  ): Place =
    new Place(
      field.runtimeClass,
      holder.runtimeClass,
      value => hold(value.asInstanceOf[F]),
      pickler.asInstanceOf[Pickler[At]]
    )

  private val places: List[Place] = List(
    place[Seq[Item], InSeq](InSeq(_)),
    place[IndexedSeq[Item], InIndexedSeq](InIndexedSeq(_)),
    place[immutable.Iterable[Item], InIterable](InIterable(_)),
    place[Set[Item], InSet](InSet(_)),
    place[Map[Item, Int], InMap](InMap(_)),
    place[immutable.SeqMap[Item, Int], InSeqMap](InSeqMap(_)),
    place[immutable.TreeSeqMap[Item, Int], InTreeSeqMap](InTreeSeqMap(_)),
    place[general.Seq[Item], InAnySeq](InAnySeq(_)),
    place[general.Iterable[Item], InAnyIterable](InAnyIterable(_)),
    place[general.Set[Item], InAnySet](InAnySet(_)),
    place[general.Map[Item, Int], InAnyMap](InAnyMap(_)),
    place[mutable.Seq[Item], InMutableSeq](InMutableSeq(_)),
    place[mutable.Set[Item], InMutableSet](InMutableSet(_)),
    place[mutable.Map[Item, Int], InMutableMap](InMutableMap(_)),
    place[mutable.LongMap[Int], InLongMap](InLongMap(_)),
    place[concurrent.TrieMap[Item, Int], InTrieMap](InTrieMap(_)),
    place[ju.List[Item], InJavaList](InJavaList(_)),
    place[ju.Collection[Item], InJavaCollection](InJavaCollection(_)),
    place[ju.Queue[Item], InJavaQueue](InJavaQueue(_)),
    place[ju.Deque[Item], InJavaDeque](InJavaDeque(_)),
    place[ju.Set[Item], InJavaSet](InJavaSet(_)),
    place[ju.Map[Item, Int], InJavaMap](InJavaMap(_)),
    place[ju.LinkedHashMap[Item, Int], InLinkedHashMap](InLinkedHashMap(_))
  )
