package brine.checks.docs

import brine.*

/** Every type that docs/guide/standard-types.md names has a pickler with no import but `brine.*`. */
class StandardTypesSuite extends munit.FunSuite:
  private lazy val page = Page.lines("docs/guide/standard-types.md").toList

  /** The names in the first column of a table. */
  private def names(heading: String): List[String] =
    val rows = page.dropWhile(!_.startsWith(s"| $heading |")).drop(2).takeWhile(_.startsWith("|"))
    rows.flatMap(row => "`[^`]+`".r.findAllIn(row.split(" \\| ").head).map(_.drop(1).dropRight(1)))

  /** Compiles only if each has one. */
  private def tables: Map[String, Map[String, List[Pickler[?]]]] = Map(
    "types" -> Map[String, List[Pickler[?]]](
      "Boolean" -> List(summon[Pickler[Boolean]]),
      "Byte" -> List(summon[Pickler[Byte]]),
      "Short" -> List(summon[Pickler[Short]]),
      "Char" -> List(summon[Pickler[Char]]),
      "Int" -> List(summon[Pickler[Int]]),
      "Long" -> List(summon[Pickler[Long]]),
      "Float" -> List(summon[Pickler[Float]]),
      "Double" -> List(summon[Pickler[Double]]),
      "Unit" -> List(summon[Pickler[Unit]]),
      "String" -> List(summon[Pickler[String]]),
      "Option" -> List(summon[Pickler[Option[Int]]]),
      "Either" -> List(summon[Pickler[Either[Int, String]]]),
      "Enumeration#Value" -> List(summon[Pickler[StandardTypesSuite.Colour.Value]]),
      "Enumeration#ValueSet" -> List(summon[Pickler[StandardTypesSuite.Colour.ValueSet]]),
      "BigInt" -> List(summon[Pickler[BigInt]]),
      "BigDecimal" -> List(summon[Pickler[BigDecimal]], summon[Pickler[java.math.BigDecimal]]),
      "BigInteger" -> List(summon[Pickler[java.math.BigInteger]]),
      "Instant" -> List(summon[Pickler[java.time.Instant]]),
      "Duration" -> List(summon[Pickler[java.time.Duration]], summon[Pickler[scala.concurrent.duration.Duration]]),
      "LocalDate" -> List(summon[Pickler[java.time.LocalDate]]),
      "LocalTime" -> List(summon[Pickler[java.time.LocalTime]]),
      "LocalDateTime" -> List(summon[Pickler[java.time.LocalDateTime]]),
      "OffsetTime" -> List(summon[Pickler[java.time.OffsetTime]]),
      "OffsetDateTime" -> List(summon[Pickler[java.time.OffsetDateTime]]),
      "ZonedDateTime" -> List(summon[Pickler[java.time.ZonedDateTime]]),
      "ZoneOffset" -> List(summon[Pickler[java.time.ZoneOffset]]),
      "ZoneId" -> List(summon[Pickler[java.time.ZoneId]]),
      "Year" -> List(summon[Pickler[java.time.Year]]),
      "YearMonth" -> List(summon[Pickler[java.time.YearMonth]]),
      "MonthDay" -> List(summon[Pickler[java.time.MonthDay]]),
      "Period" -> List(summon[Pickler[java.time.Period]]),
      "FiniteDuration" -> List(summon[Pickler[scala.concurrent.duration.FiniteDuration]]),
      "UUID" -> List(summon[Pickler[java.util.UUID]]),
      "Date" -> List(summon[Pickler[java.util.Date]]),
      "URI" -> List(summon[Pickler[java.net.URI]]),
      "Locale" -> List(summon[Pickler[java.util.Locale]]),
      "Currency" -> List(summon[Pickler[java.util.Currency]]),
      "ByteBuffer" -> List(summon[Pickler[java.nio.ByteBuffer]]),
      "BitSet" -> List(summon[Pickler[scala.collection.immutable.BitSet]], summon[Pickler[java.util.BitSet]]),
      "mutable.BitSet" -> List(summon[Pickler[scala.collection.mutable.BitSet]]),
      "Optional" -> List(summon[Pickler[java.util.Optional[String]]]),
      "OptionalInt" -> List(summon[Pickler[java.util.OptionalInt]]),
      "OptionalLong" -> List(summon[Pickler[java.util.OptionalLong]]),
      "OptionalDouble" -> List(summon[Pickler[java.util.OptionalDouble]]),
      "Extras" -> List(summon[Pickler[Extras]]),
      "Symbol" -> List(summon[Pickler[Symbol]]),
      "Class[?]" -> List(summon[Pickler[Class[?]]]),
      "ClassTag[?]" -> List(summon[Pickler[scala.reflect.ClassTag[?]]]),
      "Manifest[?]" -> List(summon[Pickler[scala.reflect.Manifest[?]]]),
      "ClassTag[A]" -> List(summon[Pickler[scala.reflect.ClassTag[String]]]),
      "Range" -> List(summon[Pickler[Range]]),
      "NumericRange" -> List(summon[Pickler[scala.collection.immutable.NumericRange[Long]]])
    ),
    "immutable, of Scala" -> Map[String, List[Pickler[?]]](
      "List" -> List(summon[Pickler[scala.collection.immutable.List[String]]]),
      "Vector" -> List(summon[Pickler[scala.collection.immutable.Vector[String]]]),
      "Queue" -> List(summon[Pickler[scala.collection.immutable.Queue[String]]]),
      "LazyList" -> List(summon[Pickler[scala.collection.immutable.LazyList[String]]]),
      "ListSet" -> List(summon[Pickler[scala.collection.immutable.ListSet[String]]]),
      "HashSet" -> List(summon[Pickler[scala.collection.immutable.HashSet[String]]]),
      "HashMap" -> List(summon[Pickler[scala.collection.immutable.HashMap[String, Int]]]),
      "ListMap" -> List(summon[Pickler[scala.collection.immutable.ListMap[String, Int]]]),
      "VectorMap" -> List(summon[Pickler[scala.collection.immutable.VectorMap[String, Int]]]),
      "TreeSeqMap" -> List(summon[Pickler[scala.collection.immutable.TreeSeqMap[String, Int]]]),
      "IntMap" -> List(summon[Pickler[scala.collection.immutable.IntMap[String]]]),
      "LongMap" -> List(summon[Pickler[scala.collection.immutable.LongMap[String]]]),
      "ArraySeq" -> List(summon[Pickler[scala.collection.immutable.ArraySeq[String]]]),
      "Seq" -> List(summon[Pickler[scala.collection.immutable.Seq[String]]]),
      "LinearSeq" -> List(summon[Pickler[scala.collection.immutable.LinearSeq[String]]]),
      "Iterable" -> List(summon[Pickler[scala.collection.immutable.Iterable[String]]]),
      "IndexedSeq" -> List(summon[Pickler[scala.collection.immutable.IndexedSeq[String]]]),
      "Set" -> List(summon[Pickler[scala.collection.immutable.Set[String]]]),
      "Map" -> List(summon[Pickler[scala.collection.immutable.Map[String, Int]]]),
      "SeqMap" -> List(summon[Pickler[scala.collection.immutable.SeqMap[String, Int]]]),
      "TreeSet" -> List(summon[Pickler[scala.collection.immutable.TreeSet[String]]]),
      "TreeMap" -> List(summon[Pickler[scala.collection.immutable.TreeMap[String, Int]]]),
      "SortedSet" -> List(summon[Pickler[scala.collection.immutable.SortedSet[String]]]),
      "SortedMap" -> List(summon[Pickler[scala.collection.immutable.SortedMap[String, Int]]])
    ),
    "mutable, of Scala" -> Map[String, List[Pickler[?]]](
      "ArrayBuffer" -> List(summon[Pickler[scala.collection.mutable.ArrayBuffer[String]]]),
      "ListBuffer" -> List(summon[Pickler[scala.collection.mutable.ListBuffer[String]]]),
      "ArrayDeque" -> List(summon[Pickler[scala.collection.mutable.ArrayDeque[String]]]),
      "Queue" -> List(summon[Pickler[scala.collection.mutable.Queue[String]]]),
      "Stack" -> List(summon[Pickler[scala.collection.mutable.Stack[String]]]),
      "UnrolledBuffer" -> List(summon[Pickler[scala.collection.mutable.UnrolledBuffer[String]]]),
      "HashSet" -> List(summon[Pickler[scala.collection.mutable.HashSet[String]]]),
      "LinkedHashSet" -> List(summon[Pickler[scala.collection.mutable.LinkedHashSet[String]]]),
      "HashMap" -> List(summon[Pickler[scala.collection.mutable.HashMap[String, Int]]]),
      "LinkedHashMap" -> List(summon[Pickler[scala.collection.mutable.LinkedHashMap[String, Int]]]),
      "LongMap" -> List(summon[Pickler[scala.collection.mutable.LongMap[String]]]),
      "TrieMap" -> List(summon[Pickler[scala.collection.concurrent.TrieMap[String, Int]]]),
      "ArraySeq" -> List(summon[Pickler[scala.collection.mutable.ArraySeq[String]]]),
      "Buffer" -> List(summon[Pickler[scala.collection.mutable.Buffer[String]]]),
      "Seq" -> List(summon[Pickler[scala.collection.mutable.Seq[String]]]),
      "IndexedSeq" -> List(summon[Pickler[scala.collection.mutable.IndexedSeq[String]]]),
      "Set" -> List(summon[Pickler[scala.collection.mutable.Set[String]]]),
      "Map" -> List(summon[Pickler[scala.collection.mutable.Map[String, Int]]]),
      "SeqMap" -> List(summon[Pickler[scala.collection.mutable.SeqMap[String, Int]]]),
      "TreeSet" -> List(summon[Pickler[scala.collection.mutable.TreeSet[String]]]),
      "TreeMap" -> List(summon[Pickler[scala.collection.mutable.TreeMap[String, Int]]]),
      "SortedSet" -> List(summon[Pickler[scala.collection.mutable.SortedSet[String]]]),
      "SortedMap" -> List(summon[Pickler[scala.collection.mutable.SortedMap[String, Int]]]),
      "PriorityQueue" -> List(summon[Pickler[scala.collection.mutable.PriorityQueue[String]]])
    ),
    "of `java.util`" -> Map[String, List[Pickler[?]]](
      "ArrayList" -> List(summon[Pickler[java.util.ArrayList[String]]]),
      "LinkedList" -> List(summon[Pickler[java.util.LinkedList[String]]]),
      "ArrayDeque" -> List(summon[Pickler[java.util.ArrayDeque[String]]]),
      "Vector" -> List(summon[Pickler[java.util.Vector[String]]]),
      "Stack" -> List(summon[Pickler[java.util.Stack[String]]]),
      "HashSet" -> List(summon[Pickler[java.util.HashSet[String]]]),
      "LinkedHashSet" -> List(summon[Pickler[java.util.LinkedHashSet[String]]]),
      "HashMap" -> List(summon[Pickler[java.util.HashMap[String, Int]]]),
      "LinkedHashMap" -> List(summon[Pickler[java.util.LinkedHashMap[String, Int]]]),
      "Hashtable" -> List(summon[Pickler[java.util.Hashtable[String, Int]]]),
      "EnumSet" -> List(summon[Pickler[java.util.EnumSet[java.time.DayOfWeek]]]),
      "EnumMap" -> List(summon[Pickler[java.util.EnumMap[java.time.DayOfWeek, Int]]]),
      "concurrent.ConcurrentHashMap" -> List(summon[Pickler[java.util.concurrent.ConcurrentHashMap[String, Int]]]),
      "concurrent.ConcurrentLinkedQueue" -> List(summon[Pickler[java.util.concurrent.ConcurrentLinkedQueue[String]]]),
      "concurrent.ConcurrentLinkedDeque" -> List(summon[Pickler[java.util.concurrent.ConcurrentLinkedDeque[String]]]),
      "concurrent.CopyOnWriteArrayList" -> List(summon[Pickler[java.util.concurrent.CopyOnWriteArrayList[String]]]),
      "concurrent.LinkedBlockingQueue" -> List(summon[Pickler[java.util.concurrent.LinkedBlockingQueue[String]]]),
      "concurrent.LinkedBlockingDeque" -> List(summon[Pickler[java.util.concurrent.LinkedBlockingDeque[String]]]),
      "List" -> List(summon[Pickler[java.util.List[String]]]),
      "Collection" -> List(summon[Pickler[java.util.Collection[String]]]),
      "Queue" -> List(summon[Pickler[java.util.Queue[String]]]),
      "Deque" -> List(summon[Pickler[java.util.Deque[String]]]),
      "concurrent.BlockingQueue" -> List(summon[Pickler[java.util.concurrent.BlockingQueue[String]]]),
      "concurrent.BlockingDeque" -> List(summon[Pickler[java.util.concurrent.BlockingDeque[String]]]),
      "Set" -> List(summon[Pickler[java.util.Set[String]]]),
      "Map" -> List(summon[Pickler[java.util.Map[String, Int]]]),
      "concurrent.ConcurrentMap" -> List(summon[Pickler[java.util.concurrent.ConcurrentMap[String, Int]]]),
      "TreeSet" -> List(summon[Pickler[java.util.TreeSet[String]]]),
      "TreeMap" -> List(summon[Pickler[java.util.TreeMap[String, Int]]]),
      "SortedSet" -> List(summon[Pickler[java.util.SortedSet[String]]]),
      "SortedMap" -> List(summon[Pickler[java.util.SortedMap[String, Int]]]),
      "NavigableSet" -> List(summon[Pickler[java.util.NavigableSet[String]]]),
      "NavigableMap" -> List(summon[Pickler[java.util.NavigableMap[String, Int]]]),
      "concurrent.ConcurrentSkipListSet" -> List(summon[Pickler[java.util.concurrent.ConcurrentSkipListSet[String]]]),
      "concurrent.ConcurrentSkipListMap" -> List(summon[Pickler[java.util.concurrent.ConcurrentSkipListMap[
        String,
        Int
      ]]]),
      "PriorityQueue" -> List(summon[Pickler[java.util.PriorityQueue[String]]]),
      "concurrent.PriorityBlockingQueue" -> List(summon[Pickler[java.util.concurrent.PriorityBlockingQueue[String]]])
    )
  )

  test("the tables name the types that this suite tests") {
    for (heading, picklers) <- tables do assertEquals(names(heading).toSet, picklers.keySet, heading)
  }

  test("picklers of all of them can be used") {
    for (_, picklers) <- tables; (name, all) <- picklers; pickler <- all do assert(pickler.shape.fingerprint != 0, name)
  }

  test("names in words: boxes, tuples, arrays, enums, and the general types of `scala.collection`") {
    val all = List[Pickler[?]](
      summon[Pickler[java.lang.Boolean]],
      summon[Pickler[java.lang.Byte]],
      summon[Pickler[java.lang.Short]],
      summon[Pickler[java.lang.Character]],
      summon[Pickler[java.lang.Integer]],
      summon[Pickler[java.lang.Long]],
      summon[Pickler[java.lang.Float]],
      summon[Pickler[java.lang.Double]],
      summon[Pickler[(Int, String)]],
      summon[Pickler[Tuple1[Int]]],
      summon[Pickler[(
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
          Int
      )]],
      summon[Pickler[Array[Int]]],
      summon[Pickler[Array[Array[String]]]],
      summon[Pickler[java.time.DayOfWeek]],
      summon[Pickler[collection.Seq[Int]]],
      summon[Pickler[collection.IndexedSeq[Int]]],
      summon[Pickler[collection.LinearSeq[Int]]],
      summon[Pickler[collection.Iterable[Int]]],
      summon[Pickler[collection.Set[Int]]],
      summon[Pickler[collection.Map[Int, Int]]]
    )
    for pickler <- all do assert(pickler.shape.fingerprint != 0)
  }

  test("a record has no pickler until it is derived, as the page says") {
    assert(scala.compiletime.testing.typeCheckErrors("summon[Pickler[brine.testkit.corpus.Opening]]").nonEmpty)
    assertEquals(
      scala.compiletime.testing.typeCheckErrors("given Pickler[brine.testkit.corpus.Opening] = Pickler.derived"),
      Nil
    )
  }

object StandardTypesSuite:
  object Colour extends Enumeration:
    val Red, Blue = Value
