package brine.checks.runtime

import java.util.concurrent.{CyclicBarrier, Executors, TimeUnit}
import scala.collection.{immutable, mutable}
import brine.*
import brine.binary.{RecordNames, RecordReader, RecordWriter}
import brine.runtime.{AllowList, RuntimePicklers}
import brine.testkit.{Allocation, Laws, Patient}
import brine.wire.{ByteSink, ByteSource}

/** Records of objects whose class no type determines, with numbered and with named classes: all back ends of runtime
  * picklers give the same bytes, and the same objects from them.
  */
class RuntimeRecordsSuite extends munit.FunSuite, Patient:
  import RuntimeRecordsSuite.*

  private val allowed =
    OpenCollectionsSuite.allowed ++ AllowList(classOf[Link], classOf[Point], classOf[Box[?]], classOf[Typed])

  private val collections: List[AnyRef] =
    List(
      CollectionCorpus.immutableOfScala,
      CollectionCorpus.mutableOfScala,
      CollectionCorpus.ofJava,
      CollectionCorpus.tuples
    ).flatten
      .filter(_.refusal.isEmpty).map(_.value)

  private val objects: List[AnyRef] = List(
    new Point(1, 2.5),
    new Box("text", Array(1, 2)),
    new Box(new Box(1, 'c'), List(new Point(3, 4), new Point(5, 6))),
    new Typed("t", List(new Point(7, 8)), null),
    new Link(new Link("end")),
    Vector(1, "a", null, 2L),
    List("a", "b"),
    List(1, 2, 3),
    Map("a" -> 1, "b" -> 2),
    Array[Any](1, "x"),
    "text",
    Integer.valueOf(7),
    (1, "b"),
    Some(new Point(1, 1)),
    java.time.LocalDate.EPOCH
  )

  private def picklers(compileAfter: Int): RuntimePicklers = RuntimePicklers(allowed, compileAfter = compileAfter)

  /** Gives the next number to each class that it meets, and shares the numbers with others. */
  private final class Numbers(names: mutable.ArrayBuffer[String], of: RuntimePicklers) extends Subtypes.Numbering:
    def numberOf(subtype: Subtype[?]): Int = names.synchronized {
      val known = names.indexOf(subtype.name)
      if known < 0 then names += subtype.name
      if known < 0 then names.length - 1 else known
    }
    def numbered(number: Int): Subtype[?] | Null =
      names.synchronized(names.lift(number)).fold(null)(of.subtypes.named(_))

  private def options(
      runtime: RuntimePicklers,
      names: mutable.ArrayBuffer[String] | Null,
      depth: Int = 512
  ): PickleOptions =
    val subtypes = if names == null then runtime.subtypes else runtime.subtypes.numberedBy(new Numbers(names, runtime))
    PickleOptions(subtypes = subtypes, limits = Limits(emittedDepth = depth))

  private def written(
      values: Seq[Any],
      runtime: RuntimePicklers,
      options: PickleOptions,
      carriage: RecordNames
  ): Array[Byte] =
    val sink = ByteSink.growing(1024)
    val writer = RecordWriter(sink, options, carriage)
    for value <- values do writer.write[Any](value)(using runtime.any)
    sink.toByteArray

  test("all back ends give the same bytes, and the same objects from them"):
    val values = objects ++ collections
    for
      isNumbered <- List(true, false);
      carriage <- if isNumbered then List(RecordNames.PerRecord) else RecordNames.values.toList
    do
      val names = if isNumbered then mutable.ArrayBuffer.empty[String] else null
      val backEnds =
        for runtime <- List(picklers(Int.MaxValue), picklers(1)); depth <- List(512, 0, 2)
        yield (runtime, options(runtime, names, depth))
      val expected = written(values, backEnds.head._1, backEnds.head._2, carriage)
      for (runtime, options) <- backEnds; _ <- 1 to 2 do
        assert(
          java.util.Arrays.equals(written(values, runtime, options, carriage), expected),
          s"$isNumbered, $carriage, ${options.limits.emittedDepth}"
        )
        val reader = RecordReader(ByteSource.of(expected), options, carriage)
        for value <- values do
          val back = reader.read[Any](using runtime.any)
          assertEquals(
            different(value, back),
            None,
            s"${value.getClass}, $isNumbered, $carriage, ${options.limits.emittedDepth}"
          )
        assert(reader.isAtEnd)

  private def different(value: AnyRef, back: Any): Option[String] =
    if objects.exists(_ eq value) then Option.when(shown(value) != shown(back))(shown(back))
    else OpenCollectionsSuite.difference(value, back)

  test("a class that is refused is found when it is met: its record is taken back, and the next one is right"):
    val runtime = picklers(1)
    val settings = options(runtime, mutable.ArrayBuffer.empty[String])
    val sink = ByteSink.growing(16)
    val writer = RecordWriter(sink, settings)
    given Pickler[Any] = runtime.any
    val refused = List[Any](
      LazyList(1),
      mutable.LongMap(1L -> "a"),
      Map("a" -> 1).withDefaultValue(0),
      new Unlisted,
      (i: Int) => i,
      Iterator(1)
    )
    for value <- refused; _ <- 1 to 3 do
      val before = sink.written
      intercept[PickleException.UnexpectedClass](writer.write[Any](Vector(new Point(1, 2), value)))
      assertEquals(sink.written, before)
      writer.write[Any](new Point(3, 4))
    val reader = RecordReader(ByteSource.of(sink.toByteArray), settings)
    for _ <- 1 to 3 * refused.length do assertEquals(shown(reader.read[Any]), shown(new Point(3, 4)))
    assert(reader.isAtEnd)

  test(
    "objects of code made at run time that are nested 200,000 levels deep cost no stack, at open places and at " +
      "declared ones"
  ):
    val count = 200_000
    val open = (1 to count).foldLeft[Any]("end")((inner, _) => new Link(inner))
    val lists = (1 to count).foldLeft[Any]("end")((inner, _) => List(inner))
    val boxes = (1 to count).foldLeft[Any]("end")((inner, i) => new Box(inner, i))
    val typed = (1 to count).foldLeft[Typed](null)((inner, i) => new Typed("x", Nil, inner))
    for compileAfter <- List(1, Int.MaxValue); isNumbered <- List(true, false) do
      val runtime = picklers(compileAfter)
      val settings = options(runtime, if isNumbered then mutable.ArrayBuffer.empty[String] else null)
      for _ <- 1 to 2 do
        written(
          List(new Link(1), new Box(1, 2), new Typed("", Nil, null), List(1)),
          runtime,
          settings,
          RecordNames.PerRecord
        )
      Laws.onSmallStack {
        val values = List(open, lists, boxes, typed)
        val reader = RecordReader(ByteSource.of(written(values, runtime, settings, RecordNames.PerRecord)), settings)
        for _ <- values do assertEquals(depthOf(reader.read[Any](using runtime.any)), count)
      }

  test("objects and collections of all kinds that are nested at open places leave a fifth of a small stack free"):
    def nested(inOne: Any => Any): Any = (1 to 2000).foldLeft[Any]("end")((inner, _) => inOne(inner))
    val values = List[Any](
      nested(new Link(_)),
      nested(new Box(_, 1)),
      nested(x => new Link(List(x))),
      nested(x => new Link(Some(x))),
      nested(Some(_)),
      nested((_, 1)),
      nested(Vector(1, _)),
      nested(Array[Any](_, 1)),
      nested(x => Map("a" -> x)),
      nested(mutable.ArrayBuffer(_)),
      nested(java.util.Collections.singletonList(_)),
      nested(x => java.util.HashMap(java.util.Map.of("a", x)))
    )
    for compileAfter <- List(1, Int.MaxValue); isNumbered <- List(true, false); value <- values do
      val runtime = picklers(compileAfter)
      val settings = options(runtime, if isNumbered then mutable.ArrayBuffer.empty[String] else null)
      var bytes = Array.emptyByteArray
      onStack(400) { bytes = written(List(value), runtime, settings, RecordNames.PerRecord) }
      onStack(400) {
        val back = RecordReader(ByteSource.of(bytes), settings).read[Any](using runtime.any)
        assertEquals(back.getClass, value.getClass)
      }

  private def onStack(kilobytes: Int)(code: => Unit): Unit =
    val done = new java.util.concurrent.FutureTask[Unit](() => code)
    new Thread(null, done, "small stack", kilobytes * 1024L).start()
    done.get()

  private def depthOf(value: Any): Int =
    var (depth, at) = (0, value)
    while at != "end" && at != null do
      depth += 1
      at = at match
        case link: Link    => link.inner
        case list: List[?] => list.head
        case box: Box[?]   => box.content
        case typed: Typed  => typed.next
        case other         => fail(String.valueOf(other))
    depth

  test("threads that use picklers for the first time at once write the same bytes"):
    val values = objects ++ collections.take(20)
    val names = mutable.ArrayBuffer.empty[String]
    val first = picklers(1)
    val expected = written(values, first, options(first, names), RecordNames.PerRecord)
    val pool = Executors.newFixedThreadPool(8)
    try
      for compileAfter <- List(1, 2, 3); _ <- 1 to 5 do
        val runtime = picklers(compileAfter)
        val settings = options(runtime, names)
        val start = new CyclicBarrier(8)
        val use: Runnable = () =>
          start.await()
          for _ <- 1 to 4 do
            assert(java.util.Arrays.equals(written(values, runtime, settings, RecordNames.PerRecord), expected))
            val reader = RecordReader(ByteSource.of(expected), settings)
            for value <- values do assertEquals(different(value, reader.read[Any](using runtime.any)), None)
        val runs = List.fill(8)(pool.submit(use))
        for run <- runs do run.get(60, TimeUnit.SECONDS)
    finally pool.shutdownNow(): Unit

  test("classes of a loader that does not see Brine may be at numbered places"):
    val apart = new java.net.URLClassLoader(
      Array(classOf[brine.testkit.corpus.Address].getProtectionDomain.getCodeSource.getLocation),
      ClassLoader.getPlatformClassLoader
    )
    val c = apart.loadClass(classOf[brine.testkit.corpus.Address].getName)
    val constructor = c.getConstructors.find(_.getParameterCount == 2).get
    val values = List.fill(3)(List[Any](constructor.newInstance("High Street", 7), 1, constructor.newInstance(null, 8)))
    for compileAfter <- List(1, Int.MaxValue) do
      val runtime = RuntimePicklers(AllowList(c), compileAfter = compileAfter)
      val settings = options(runtime, mutable.ArrayBuffer.empty[String])
      val bytes = written(values, runtime, settings, RecordNames.PerRecord)
      val reader = RecordReader(ByteSource.of(bytes), settings)
      val back = values.map(_ => reader.read[Any](using runtime.any).asInstanceOf[List[Any]])
      assert(back.forall(list => list(0).getClass == c && list(1) == 1 && list(2).getClass == c))
      assertEquals(Laws.hex(written(back, runtime, settings, RecordNames.PerRecord)), Laws.hex(bytes))

  test("a record of two objects of different types allocates little more than these"):
    val runtime = picklers(1)
    val settings = options(runtime, mutable.ArrayBuffer.empty[String])
    val count = 1000
    val values = List.fill(count)(new Box(
      new mutable.ArrayBuffer[Any] ++= List("a"),
      new mutable.HashMap[Any, Any] += ("k" -> "v")
    ))
    val bytes = written(values, runtime, settings, RecordNames.PerRecord)
    def read() =
      val reader = RecordReader(ByteSource.of(bytes), settings)
      var i = 0
      while i < count do
        reader.read[Any](using runtime.any)
        i += 1
    assert(!Allocation.isAlwaysAbove(count * MostForARecord, times = 50)(read()))

object RuntimeRecordsSuite:
  /** Bytes; a table of plans for each record took 16,400. */
  private final val MostForARecord = 2000L

  final class Link(val inner: Any)
  final class Point(val x: Int, val y: Double)
  final class Box[A](val content: A, val other: Any)
  final class Typed(val name: String, val points: List[Point], val next: Typed)
  final class Unlisted

  private def shown(value: Any): String = value match
    case p: Point     => s"Point(${p.x}, ${p.y})"
    case b: Box[?]    => s"Box(${shown(b.content)}, ${shown(b.other)})"
    case l: Link      => s"Link(${shown(l.inner)})"
    case t: Typed     => s"Typed(${t.name}, ${shown(t.points)}, ${shown(t.next)})"
    case a: Array[?]  => a.map(shown).mkString(s"${a.getClass}[", ", ", "]")
    case Some(v)      => s"Some(${shown(v)})"
    case m: Map[?, ?] => m.toList.map((k, v) => s"${shown(k)} -> ${shown(v)}").mkString(s"${m.getClass}(", ", ", ")")
    case i: immutable.Seq[?] => i.map(shown).mkString(s"${i.getClass}(", ", ", ")")
    case other               => s"$other: ${if other == null then "" else other.getClass.getName}"
