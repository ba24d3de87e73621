package brine.checks.runtime

import java.util.jar.JarFile
import java.util as ju
import scala.collection.{immutable, mutable}
import scala.jdk.CollectionConverters.*
import brine.*
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.json.JsonFormat
import brine.runtime.{AllowList, RuntimePicklers}
import brine.testkit.{Event, Laws, Patient, RecordingBuilder}

/** Collections where the declared type does not determine the class: each comes back as it was, or is refused before a
  * byte of it is written.
  */
class OpenCollectionsSuite extends munit.FunSuite, Patient:
  import CollectionCorpus.*
  import OpenCollectionsSuite.*

  private val runtime = RuntimePicklers(allowed)
  private val formats = List[PickleFormat](BinaryFormat, BinaryFormat.Bare, JsonFormat, GraphFormat)

  private given Pickler[Any] = runtime.any

  private def options(sharing: Sharing = Sharing.Tracked, depth: Int = 512) =
    PickleOptions(subtypes = runtime.subtypes, sharing = sharing, limits = Limits(emittedDepth = depth))

  private def there(value: Any)(verify: (Any, String) => Unit): Unit =
    for format <- formats; sharing <- List(Sharing.Tracked, Sharing.All); depth <- List(512, 0) do
      val settings = options(sharing, depth)
      verify(Laws.read[Any](Laws.write[Any](value, format, settings), format, settings), s"$format, $sharing, $depth")

  for (section, samples) <-
      List("immutable" -> immutableOfScala, "mutable" -> mutableOfScala, "of Java" -> ofJava, "tuples" -> tuples)
  do
    test(s"$section: the result has the same class, content and order"):
      val differing =
        for
          sample <- samples.filter(_.refusal.isEmpty)
          difference <-
            try {
              var found: Option[String] = None
              there(sample.value)((back, how) =>
                if found.isEmpty then found = difference(sample.value, back).map(d => s"$how: $d")
              )
              there(Vector(sample.value, sample.value)) { (back, how) =>
                val Vector(first, second) = back.asInstanceOf[Vector[AnyRef]]: @unchecked
                if found.isEmpty && !(first eq second) && !isValue(sample.value) then found = Some(s"$how: two objects")
              }
              found
            } catch { case e: PickleException => Some(e.getMessage) }
        yield s"${sample.name}: $difference"
      assert(differing.isEmpty, differing.mkString("\n"))

    test(s"$section: a collection that would come back as another is refused before a byte of it is written"):
      val wrong =
        for
          sample <- samples
          why <- sample.refusal
          problem <-
            val builder = new RecordingBuilder(options())
            try
              summon[Pickler[Any]].pickle(Vector(sample.value), builder)
              Some("it was written")
            catch
              case e: PickleException.UnexpectedClass =>
                val begun = builder.events.collect { case Event.BeginOpen(_, name) => name }
                if begun != Seq("scala.collection.immutable.Vector") then Some(s"$begun was begun")
                else if !e.getMessage.contains(why) then Some(s"it was refused because ${e.getMessage}")
                else None
        yield s"${sample.name}: $problem"
      assert(wrong.isEmpty, wrong.mkString("\n"))

  test("no collection class of Scala's library or of the JDK is missing in the list"):
    val listed = CollectionCorpus.all.map(_.value.getClass).flatMap(ancestors).toSet
    val missing = collectionClasses.filterNot(c => listed(c) || isInternal(c)).map(_.getName).sorted
    assertEquals(missing, Nil)
    assert(collectionClasses.length > 150, collectionClasses.length)

  test("a sorted collection in a cycle comes back as one, with its order"):
    val set = new ju.TreeSet[Member](ju.Comparator.reverseOrder())
    set.add(new Member("a", set))
    set.add(new Member("b", set))
    val map = mutable.TreeMap.empty[String, Any](using ByLength)
    map("aa") = map
    map("b") = List(map)
    there(List(set, map)) { (back, how) =>
      val List(s: ju.TreeSet[Member @unchecked], m: mutable.TreeMap[String @unchecked, Any @unchecked]) =
        back: @unchecked
      assertEquals(s.asScala.toList.map(_.name), List("b", "a"), how)
      for member <- s.asScala do assert(member.owner.asInstanceOf[AnyRef] eq s, how)
      assertEquals((m.keys.toList, m.ordering), (List("b", "aa"), ByLength), how)
      assert(m("aa").asInstanceOf[AnyRef] eq m, how)
    }

  test("an array that two collections wrap stays one array"):
    val array = Array(1, 2, 3)
    val (a, b) = (mutable.ArraySeq.make(array), mutable.ArraySeq.make(array))
    there(Vector(a, b, array)) { (back, how) =>
      val Vector(x: mutable.ArraySeq.ofInt, y: mutable.ArraySeq.ofInt, z: Array[Int]) = back: @unchecked
      assert((x.array eq y.array) && (y.array eq z), how)
    }

  test("an array of arrays, an ArraySeq and a list that hold themselves come back as themselves"):
    val array = new Array[AnyRef](2)
    array(0) = array
    array(1) = immutable.ArraySeq.unsafeWrapArray(array)
    there(array) { (back, how) =>
      val found = back.asInstanceOf[Array[AnyRef]]
      assert(found(0) eq found, how)
      assert(found(1).asInstanceOf[immutable.ArraySeq.ofRef[?]].unsafeArray eq found, how)
    }

  test("a tuple of primitives at an open place first and at its own type next is one object"):
    val holder = new Holder
    holder.any = (1, 2)
    holder.pair = holder.any.asInstanceOf[(Int, Int)]
    there(holder) { (back, how) =>
      val found = back.asInstanceOf[Holder]
      assert(found.any.asInstanceOf[AnyRef] eq found.pair, how)
      assertEquals((found.pair, found.any.getClass.getName), ((1, 2), "scala.Tuple2$mcII$sp"), how)
    }

  test("forged headers of sorted collections and collections of enums are refused"):
    val texts = List(
      """{"$type":"java.util.TreeSet","$value":[]}""",
      """{"$type":"scala.collection.immutable.TreeSet","$value":[null]}""",
      """{"$type":"scala.collection.immutable.TreeSet","$value":[{"$type":"java.lang.String","$value":"x"}]}""",
      """{"$type":"scala.collection.mutable.TreeSet","$value":[{"$type":"java.util.Comparator.naturalOrder"}]}""",
      """{"$type":"java.util.TreeSet","$value":[null,{"$type":"java.lang.Integer","$value":1},""" +
        """{"$type":"java.lang.String","$value":"x"}]}""",
      """{"$type":"java.util.TreeSet","$value":[null,{"$type":"java.lang.Integer","$value":1},""" +
        """{"$type":"java.lang.Integer","$value":1}]}""",
      """{"$type":"java.util.EnumSet","$value":[{"$type":"java.lang.Class","$value":"java.lang.String"}]}""",
      """{"$type":"java.util.EnumSet","$value":[null]}""",
      """{"$type":"java.util.EnumSet","$value":[{"$type":"java.lang.Class","$value":"java.lang.Thread$State"}]}""",
      """{"$type":"java.util.EnumSet","$value":[{"$type":"java.lang.Class",""" +
        """"$value":"java.util.concurrent.TimeUnit"},{"$type":"java.lang.String","$value":"x"}]}""",
      """{"$type":"java.util.TreeMap","$value":[]}""",
      """{"$type":"java.util.List.of","$value":[]}""",
      """{"$type":"java.util.List.of","$value":[null]}""",
      """{"$type":"java.util.List.of","$value":[{"$type":"java.lang.Boolean","$value":false},null]}""",
      """{"$type":"java.util.Set.of","$value":[null]}""",
      """{"$type":"java.util.Set.of","$value":[{"$type":"java.lang.Integer","$value":1},""" +
        """{"$type":"java.lang.Integer","$value":1}]}""",
      """{"$type":"scala.collection.immutable.ArraySeq","array":null}""",
      """{"$type":"scala.collection.immutable.ArraySeq","array":{"$type":"java.lang.Integer","$value":1}}""",
      """{"$type":"scala.Enumeration$Value","enumeration":null,"name":"Red"}""",
      s"""{"$$type":"scala.Enumeration$$Value","enumeration":{"$$type":"${Colours.getClass.getName.stripSuffix(
          "$"
        )}"},"name":"Pink"}""",
      """{"$type":"scala.Enumeration$Value","enumeration":{"$type":"java.lang.Integer","$value":1},"name":"Red"}""",
      """{"$type":"scala.math.Ordering.reverse","of":null}""",
      """{"$type":"scala.math.Ordering.reverse","of":{"$type":"java.lang.Integer","$value":1}}""",
      """{"$type":"java.lang.StringBuilder","text":null}""",
      """{"$type":"scala.collection.immutable.NumericRange","start":null,"end":null,"step":null,""" +
        """"isInclusive":true,"numbers":null}"""
    )
    for text <- texts do
      try fail(s"$text was read as ${Laws.read[Any](text.getBytes, JsonFormat, options())}")
      catch case _: PickleException => ()

  test("a sorted collection whose order is the object itself is refused, not looped over"):
    val text = """{"$type":"java.util.TreeSet","$id":1,"$value":[{"$ref":1}]}"""
    intercept[PickleException](Laws.read[Any](text.getBytes, JsonFormat, options()))

object OpenCollectionsSuite:
  val allowed: AllowList = AllowList(
    CollectionCorpus.ByLength.getClass,
    classOf[CollectionCorpus.ByRest],
    CollectionCorpus.Colours.getClass,
    CollectionCorpus.Twice.getClass,
    classOf[ju.concurrent.TimeUnit],
    classOf[Holder],
    classOf[Member]
  )

  final class Member(val name: String, val owner: Any) extends Comparable[Member]:
    def compareTo(that: Member): Int = name.compareTo(that.name)

  final class Holder:
    var any: Any = null
    var pair: (Int, Int) = null

  /** They are indistinguishable, so one may come back as two. */
  private def isValue(value: AnyRef): Boolean = value match
    case _: Option[?] => true
    case _            => false

  private def orderOf(value: Any): Any = value match
    case c: scala.collection.SortedOps[?, ?]       => c.ordering
    case q: mutable.PriorityQueue[?]               => q.ord
    case s: ju.SortedSet[?]                        => s.comparator
    case m: ju.SortedMap[?, ?]                     => m.comparator
    case q: ju.PriorityQueue[?]                    => q.comparator
    case q: ju.concurrent.PriorityBlockingQueue[?] => q.comparator
    case _                                         => null

  private def wrapped(value: Any): Any = value match
    case s: immutable.ArraySeq[?]     => s.unsafeArray
    case s: mutable.ArraySeq[?]       => s.array
    case b: mutable.UnrolledBuffer[?] => b.tag
    case _                            => ""

  private def isUnordered(value: Any): Boolean =
    value.getClass.getName.contains("Hash") && !value.getClass.getName.contains("Linked") || value.isInstanceOf[
      ju.Set[?]
    ] && value.getClass.getName.contains("ImmutableCollections")

  private def content(value: Any): Any = value match
    case m: scala.collection.Map[?, ?]   => m.iterator.map((k, v) => (plain(k), plain(v))).toVector
    case i: scala.collection.Iterable[?] => i.iterator.map(plain).toVector
    case m: ju.Map[?, ?] =>
      val entries = m.asScala.toVector.map((k, v) => (plain(k), plain(v)))
      if isUnordered(m) || m.getClass.getName.contains("ImmutableCollections") then entries.toSet else entries
    case c: ju.Collection[?] => if isUnordered(c) then c.asScala.map(plain).toSet else c.asScala.map(plain).toVector
    case other               => plain(other)

  /** With equality by content, and of numbers by their classes. */
  private def plain(value: Any): Any = value match
    case a: Array[?]                                   => (a.getClass, a.toVector.map(plain))
    case d: Double                                     => ("Double", java.lang.Double.doubleToRawLongBits(d))
    case n: (Int | Long | Float | Short | Byte | Char) => (n.getClass, n)
    case s: java.lang.StringBuilder                    => s.toString
    case s: java.lang.StringBuffer                     => s.toString
    case p: Product if p.productArity > 0 && !p.isInstanceOf[Iterable[?]] =>
      (p.getClass, p.productIterator.map(plain).toVector)
    case other => other

  /** Returns the first property that has changed, with both values. */
  def difference(before: Any, after: Any): Option[String] =
    val pairs = List[(String, Any, Any)](
      ("class", before.getClass, after.getClass),
      ("content", content(before), content(after)),
      ("order", shown(orderOf(before)), shown(orderOf(after))),
      ("wrapped", plain(wrapped(before)), plain(wrapped(after))),
      (
        "text",
        if isUnordered(before) then "" else shownText(before),
        if isUnordered(before) then "" else shownText(after)
      )
    )
    pairs.collectFirst { case (what, b, a) if b != a => s"its $what is $a instead of $b" }.orElse(Option.when(
      before.isInstanceOf[Enumeration#Value] && !(before.asInstanceOf[AnyRef] eq after.asInstanceOf[AnyRef])
    )("another constant"))

  private def shownText(value: Any): String = value match
    case _: ju.Map[?, ?] | _: ju.Collection[?] => "" // Set.of and Map.of: in another order in each JVM
    case other                                 => String.valueOf(other).replaceAll("@[0-9a-f]+", "")

  /** Orders that have no equality are shown with those that they are made of. */
  private def shown(order: Any): Any = order match
    case o: Ordering[?] if o.getClass.getName == "scala.math.Ordering$Reverse" => ("reverse", shown(o.reverse))
    case o: AnyRef if o.getClass.getName.contains("ReverseComparator2") =>
      ("reverse", shown(o.asInstanceOf[ju.Comparator[?]].reversed))
    case o => o

  private def ancestors(c: Class[?]): List[Class[?]] = if c == null then Nil else c :: ancestors(c.getSuperclass)

  /** Concrete collection classes, public or inside another class, of Scala's library and of the JDK. */
  private lazy val collectionClasses: List[Class[?]] = (ofScalaLibrary ++ ofJdk).flatMap(loaded).filter(isCollection)

  private def ofScalaLibrary: List[String] =
    val jar =
      new JarFile(java.nio.file.Path.of(classOf[List[?]].getProtectionDomain.getCodeSource.getLocation.toURI).toFile)
    try
      jar.entries.asScala.map(_.getName).filter(n =>
        n.endsWith(".class") && n.matches("scala/collection/(immutable|mutable|concurrent)/.*")
      ).map(_.stripSuffix(".class").replace('/', '.')).toList
    finally jar.close()

  private def ofJdk: List[String] =
    val root =
      java.nio.file.FileSystems.getFileSystem(java.net.URI.create("jrt:/")).getPath("/modules/java.base/java/util")
    val files = java.nio.file.Files.walk(root, 2)
    try files.iterator.asScala.map(_.toString.stripPrefix("/modules/java.base/")).filter(_.endsWith(".class")).map(
        _.stripSuffix(".class").replace('/', '.')
      ).toList
    finally files.close()

  private def loaded(name: String): Option[Class[?]] =
    try Some(Class.forName(name, false, classOf[List[?]].getClassLoader))
    catch case _: LinkageError => None

  private def isCollection(c: Class[?]): Boolean =
    !c.isInterface && !java.lang.reflect.Modifier.isAbstract(
      c.getModifiers
    ) && !c.isAnonymousClass && !c.isLocalClass &&
      List(classOf[scala.collection.Iterable[?]], classOf[ju.Collection[?]], classOf[ju.Map[?, ?]]).exists(
        _.isAssignableFrom(c)
      )

  /** Classes whose objects no program sees but by the one that makes them: views, sub-collections and parts of others.
    */
  private def isInternal(c: Class[?]): Boolean =
    val name = c.getName
    List(
      "View",
      "Iterator",
      "KeySet",
      "KeySortedSet",
      "EntrySet",
      "Values",
      "Sub",
      "Wrapper",
      "$AsLIFO",
      "$Unmodifiable",
      "$Synchronized",
      "$Checked",
      "Descending",
      "Reverse",
      "Projection",
      "Ascending",
      "Builder",
      "HashEntry",
      "keySet",
      "Node",
      "Unrolled$",
      "WeakKeys",
      "Snapshot",
      "ArrayAsCollection",
      "SetFromMap",
      "Enum",
      "Spliterator",
      "$Empty",
      "ofNullable",
      "KeyView",
      "ValuesView",
      "DelayedWorkQueue",
      "CollectionView",
      "EmptyMap",
      "EmptySet",
      "Collected",
      "DoublingUnrolledBuffer",
      "BigVector",
      "ConstantOptimized",
      "CopiesList",
      "TreeMapBuilder",
      "$Rehash",
      "JumboEnumSet",
      "accum",
      "ValueCollection",
      "ResizableArrayAccess",
      "Vector5",
      "Vector6" /* of millions of elements */,
      "$StableList",
      "$StableMap",
      "$Transferer" /* of JDK 25 */
    ).exists(name.contains) || name.endsWith("$")
