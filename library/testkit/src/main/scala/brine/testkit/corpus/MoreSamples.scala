package brine.testkit.corpus

import java.time.DayOfWeek
import java.util as ju
import scala.collection as general
import scala.collection.immutable.*
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import brine.Pickler

/** The less usual collections of the standard libraries, sorted ones, and Java's classes of values. */
private[corpus] object MoreSamples:
  private given [A](using Pickler[A]): Pickler[Labelled[A]] = Pickler.derived
  private given Pickler[Opening] = Pickler.derived

  private val words = List("b", "a")

  val all: List[Sample[?]] = List(
    Sample[LinearSeq[String]]("linear-seq")(words),
    Sample("lazy-list")(words.to(LazyList)),
    Sample("hash-set")(HashSet(1)),
    Sample("list-set")(ListSet("b", null, "a")),
    Sample("hash-map")(HashMap(1 -> "x")),
    Sample[SeqMap[String, Int]]("seq-map")(SeqMap("b" -> 1, "a" -> 2)),
    Sample("tree-seq-map")(TreeSeqMap("b" -> 1, "a" -> 2)),
    Sample("int-map")(IntMap(1 -> "x", -1 -> "y")),
    Sample("long-map")(LongMap((1L << 40) -> "x")),
    Sample[general.Seq[Int]]("any-seq")(List(1)),
    Sample[general.Map[Int, Int]]("any-map")(Map(1 -> 2)),
    Sample[Range]("range")(1 to 9 by 2),
    Sample[NumericRange[Long]]("numeric-range")(NumericRange(0L, 10L, 3L)),
    Sample("bits")(BitSet(0, 9)),
    Sample("mutable-bits")(mutable.BitSet(0, 9)),
    Sample("tree-set")(TreeSet("b", "a")),
    Sample("tree-map")(TreeMap("b" -> 1, "a" -> 2)),
    Sample[SortedMap[Int, String]]("sorted-map")(TreeMap(2 -> "b", 1 -> "a")),
    Sample("tree-set-reversed")(reversed)(using reversedPickler),
    Sample("mutable-tree-set")(mutable.TreeSet(2, 1)),
    Sample("mutable-tree-map")(mutable.TreeMap(2 -> "b", 1 -> "a")),
    Sample("mutable-array-seq")(mutable.ArraySeq("b", null)),
    Sample("mutable-long-map")(mutable.LongMap(3L -> "x")),
    Sample("trie-map")(general.concurrent.TrieMap(3 -> "x")),
    Sample("java-tree-set")(new ju.TreeSet(words.asJava)),
    Sample("java-tree-map")(new ju.TreeMap(Map("b" -> 1, "a" -> 2).asJava)),
    Sample("skip-list-set")(new ju.concurrent.ConcurrentSkipListSet(words.asJava)),
    Sample("skip-list-map")(new ju.concurrent.ConcurrentSkipListMap(Map(2 -> "b").asJava)),
    Sample("java-vector")(new ju.Vector(words.asJava)),
    Sample("hashtable")(new ju.Hashtable(Map(1 -> "x").asJava)),
    Sample[ju.Queue[String]]("java-queue")(new ju.LinkedList(words.asJava)),
    Sample("java-enum")(Weekday.SUNDAY),
    Sample("java-enum-of-the-jdk")(DayOfWeek.FRIDAY),
    Sample("enum-set")(ju.EnumSet.of(Weekday.SATURDAY, Weekday.SUNDAY)),
    Sample("enum-set-empty")(ju.EnumSet.noneOf(classOf[Weekday])),
    Sample("enum-map")(new ju.EnumMap[Weekday, Int](Map(Weekday.FRIDAY -> 8).asJava)),
    Sample("record")(new Opening(Weekday.FRIDAY, 8, 18, words.asJava)),
    Sample("record-generic")(new Labelled("x", new Opening(null, 0))),
    Sample("tuple-of-24")(wide),
    Sample("transient")(Cached("x")),
    Sample("null-like")(List(Maybe(None), Maybe(Some(1)), Maybe(null))),
    Sample("null-like-or-null")(List(Maybe(None), null)),
    Sample("null-like-in-a-map")(Map(Maybe(None) -> Maybe(null)))
  )

  private def reversed: TreeSet[Int] = TreeSet(1, 2)(using Ordering.Int.reverse)

  private def reversedPickler: Pickler[TreeSet[Int]] =
    given Ordering[Int] = Ordering.Int.reverse
    summon

  private def wide: Wide =
    (1, "2", 3, "4", 5, "6", 7, "8", 9, "10", 11, "12", 13, "14", 15, "16", 17, "18", 19, "20", 21, "22", 23, Some(24))

  private type Wide = (
      Int,
      String,
      Int,
      String,
      Int,
      String,
      Int,
      String,
      Int,
      String,
      Int,
      String,
      Int,
      String,
      Int,
      String,
      Int,
      String,
      Int,
      String,
      Int,
      String,
      Int,
      Option[Int]
  )

/** Not null, and written as a value that may be null. */
final case class Maybe(value: Option[Int])
object Maybe:
  import brine.combine.imap
  given Pickler[Maybe] = Pickler[Option[Int]].imap(Maybe(_))(_.value)

/** Its computed value is not data. */
final case class Cached(text: String, @transient length: Int = 0) derives Pickler
