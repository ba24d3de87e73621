package brine.checks.others

import java.util as ju
import java.util.concurrent as juc

/** Objects of classes that other people wrote: the JDK's, and those of libraries that many programs use. */
object OthersSamples:
  /** One object, under the name of its class. */
  private def samples(all: AnyRef*): List[(String, AnyRef)] =
    all.toList.map(sample => sample.getClass.getName -> sample)

  private def filled[C <: ju.Collection[Any]](c: C, elements: Any*): C =
    for e <- elements do c.add(e)
    c

  private def filled[M <: ju.Map[Any, Any]](m: M)(entries: (Any, Any)*): M =
    for (k, v) <- entries do m.put(k, v)
    m

  private val entries = List("one" -> 1, "two" -> 2L, "three" -> "drei")

  val jdkCollections: List[(String, AnyRef)] = samples(
    filled(new ju.ArrayList[Any], "a", 1, null),
    filled(new ju.LinkedList[Any], "a", 1, null),
    filled(new ju.ArrayDeque[Any], "a", 1),
    filled(new ju.Vector[Any], "a", 1),
    filled(new ju.Stack[Any], "a", 1),
    filled(new ju.HashSet[Any], "a", 1),
    filled(new ju.LinkedHashSet[Any], "b", "a", 1),
    filled(new ju.TreeSet[Any], "b", "a"),
    filled(new ju.TreeSet[Any](ju.Comparator.reverseOrder[String]().asInstanceOf[ju.Comparator[Any]]), "a", "b"),
    filled(new ju.PriorityQueue[Any], 3, 1, 2),
    filled(new juc.CopyOnWriteArrayList[Any], "a", 1),
    filled(new juc.ConcurrentLinkedQueue[Any], "a", 1),
    filled(new juc.ConcurrentSkipListSet[Any], "a", "b"),
    filled(new juc.LinkedBlockingQueue[Any](5), "a", 1),
    filled(new juc.ArrayBlockingQueue[Any](5), "a", 1),
    filled(new ju.HashMap[Any, Any])(entries*),
    filled(new ju.LinkedHashMap[Any, Any])(entries*),
    filled(new ju.LinkedHashMap[Any, Any](16, 0.75f, true))(entries*),
    filled(new ju.TreeMap[Any, Any])(entries*),
    filled(new ju.Hashtable[Any, Any])(entries*),
    filled(new ju.IdentityHashMap[Any, Any])(entries*),
    filled(new ju.WeakHashMap[Any, Any])(entries*),
    filled(new juc.ConcurrentHashMap[Any, Any])(entries*),
    filled(new juc.ConcurrentSkipListMap[Any, Any])(entries*),
    { val p = new ju.Properties; p.setProperty("k", "v"); p },
    { val p = new ju.Properties(new ju.Properties); p.setProperty("k", "v"); p },
    ju.EnumSet.of(juc.TimeUnit.DAYS, juc.TimeUnit.HOURS),
    new ju.EnumMap[juc.TimeUnit, String](ju.Map.of(juc.TimeUnit.DAYS, "d")),
    ju.List.of("a", "b", "c"),
    ju.List.of("a"),
    ju.Set.of("a", "b", "c"),
    ju.Map.of("a", 1),
    ju.Map.of("a", 1, "b", 2),
    ju.Arrays.asList("a", "b"),
    ju.Collections.unmodifiableList(ju.List.of("a")),
    ju.Collections.nCopies(3, "a"),
    ju.Collections.emptyList[String](),
    ju.Collections.singletonList("a"),
    ju.Collections.singletonMap("a", 1),
    ju.Collections.synchronizedList(new ju.ArrayList[String]),
    ju.Collections.emptyMap[String, String](),
    ju.Map.entry("a", 1),
    new ju.AbstractMap.SimpleEntry("a", 1),
    new ju.ArrayList[Any](ju.List.of("a")).subList(0, 1)
  )

  val jdkValues: List[(String, AnyRef)] = samples(
    new ju.UUID(1, 2),
    ju.Locale.GERMANY,
    ju.Currency.getInstance("EUR"),
    java.net.URI.create("http://a/b?c#d"),
    new java.net.URL("http", "localhost", 80, "/a"),
    new java.io.File("a/b"),
    ju.Optional.of("a"),
    ju.Optional.empty[String](),
    ju.OptionalInt.of(1),
    ju.OptionalLong.of(1),
    ju.OptionalDouble.of(1),
    new java.math.BigInteger("123456789012345678901234567890"),
    new java.math.BigDecimal("1.50"),
    new java.math.MathContext(7, java.math.RoundingMode.DOWN),
    java.time.Instant.ofEpochSecond(1, 2),
    java.time.LocalDate.of(2026, 11, 24),
    java.time.LocalTime.of(1, 2, 3, 4),
    java.time.LocalDateTime.of(2026, 1, 2, 3, 4),
    java.time.ZonedDateTime.of(2026, 1, 2, 3, 4, 5, 6, java.time.ZoneId.of("Europe/Berlin")),
    java.time.OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 6, java.time.ZoneOffset.UTC),
    java.time.Duration.ofSeconds(1, 2),
    java.time.Period.of(1, 2, 3),
    java.time.Year.of(2026),
    java.time.YearMonth.of(2026, 1),
    java.time.MonthDay.of(1, 2),
    java.time.ZoneId.of("Europe/Berlin"),
    java.time.DayOfWeek.MONDAY,
    { val b = new ju.BitSet; b.set(70); b },
    java.nio.ByteBuffer.wrap(Array[Byte](1, 2)),
    java.nio.CharBuffer.wrap("ab"),
    classOf[String],
    Char.box('a'),
    "text",
    Int.box(1),
    Double.box(2.5)
  )

  val jdkMutable: List[(String, AnyRef)] = samples(
    new ju.Date(123456789L),
    new java.sql.Timestamp(123456789L),
    new java.sql.Date(1L),
    new java.sql.Time(2L),
    { val c = new ju.GregorianCalendar(ju.TimeZone.getTimeZone("UTC")); c.setTimeInMillis(5L); c },
    ju.TimeZone.getTimeZone("Europe/Berlin"),
    new ju.SimpleTimeZone(1000, "X"),
    new juc.atomic.AtomicInteger(3),
    new juc.atomic.AtomicLong(3),
    new juc.atomic.AtomicBoolean(true),
    new juc.atomic.AtomicReference("a"),
    new juc.atomic.AtomicIntegerArray(Array(1, 2)),
    { val a = new juc.atomic.LongAdder; a.add(3); a },
    new java.lang.StringBuilder("ab"),
    new java.lang.StringBuffer("ab"),
    new ju.StringJoiner(",").add("a"),
    new ju.Random(5),
    new ju.SplittableRandom(5),
    { val s = new ju.IntSummaryStatistics; s.accept(3); s },
    { val s = new ju.DoubleSummaryStatistics; s.accept(3); s },
    new IllegalArgumentException("why", new RuntimeException("because")),
    new StackTraceElement("a", "b", "c", 1),
    new Thread("t"),
    ju.regex.Pattern.compile("a+", 2),
    new ju.Scanner("a b"),
    new java.text.SimpleDateFormat("yyyy", ju.Locale.ROOT),
    new java.text.DecimalFormat("0.0"),
    new java.text.MessageFormat("{0}"),
    new java.text.ChoiceFormat("0#a|1#b"),
    java.net.InetAddress.getLoopbackAddress,
    new java.net.InetSocketAddress(java.net.InetAddress.getLoopbackAddress, 80),
    new java.awt.Point(1, 2),
    new java.awt.Rectangle(1, 2, 3, 4),
    new java.awt.Dimension(1, 2),
    new java.awt.Insets(1, 2, 3, 4),
    new java.awt.geom.AffineTransform(1.0, 2.0, 3.0, 4.0, 5.0, 6.0),
    new java.awt.geom.Point2D.Double(1, 2),
    new java.awt.Color(1, 2, 3, 4),
    new ju.concurrent.Semaphore(2),
    new juc.locks.ReentrantLock,
    new ju.zip.CRC32,
    new java.io.ByteArrayOutputStream(4),
    new java.security.SecureRandom(),
    new ju.Timer(true),
    new Object
  )

  val libraries: List[(String, AnyRef)] =
    import org.apache.commons.lang3
    import org.apache.commons.math3
    import org.locationtech.jts.geom.*
    val factory = new GeometryFactory
    samples(
      new lang3.mutable.MutableInt(3),
      new lang3.mutable.MutableObject("a"),
      lang3.tuple.ImmutablePair.of("a", 1),
      lang3.tuple.MutablePair.of("a", 1),
      lang3.tuple.ImmutableTriple.of("a", 1, 2L),
      lang3.Range.between(Int.box(1), Int.box(5)),
      lang3.math.Fraction.getFraction(1, 3),
      new lang3.BitField(6),
      new lang3.text.StrBuilder("ab"),
      new math3.complex.Complex(1, 2),
      math3.complex.Quaternion.I,
      new math3.geometry.euclidean.threed.Vector3D(1, 2, 3),
      new math3.geometry.euclidean.twod.Vector2D(1, 2),
      new math3.linear.ArrayRealVector(Array(1.0, 2.0)),
      new math3.linear.Array2DRowRealMatrix(Array(Array(1.0, 2.0), Array(3.0, 4.0))),
      new math3.linear.OpenMapRealVector(Array(1.0, 0.0)),
      new math3.analysis.polynomials.PolynomialFunction(Array(1.0, 2.0)),
      new math3.fraction.BigFraction(1, 3),
      new math3.fraction.Fraction(1, 3),
      { val s = new math3.stat.descriptive.SummaryStatistics; s.addValue(3); s },
      new math3.util.Pair("a", 1),
      new math3.distribution.NormalDistribution(1, 2),
      new math3.random.MersenneTwister(5),
      new math3.ml.clustering.DoublePoint(Array(1.0)),
      new Coordinate(1, 2, 3),
      new CoordinateXY(1, 2),
      new Envelope(1, 2, 3, 4),
      new LineSegment(1, 2, 3, 4),
      new PrecisionModel(10),
      factory,
      factory.createPoint(new Coordinate(1, 2)),
      factory.createLineString(Array(new Coordinate(1, 2), new Coordinate(3, 4))),
      factory.createPolygon(Array(
        new Coordinate(0, 0),
        new Coordinate(1, 0),
        new Coordinate(1, 1),
        new Coordinate(0, 0)
      )),
      new Triangle(
        new Coordinate(0, 0),
        new Coordinate(1, 0),
        new Coordinate(1, 1)
      ),
      new org.joda.time.Instant(5L),
      new org.joda.time.DateTime(5L, org.joda.time.DateTimeZone.UTC),
      new org.joda.time.LocalDate(2026, 1, 2),
      org.joda.time.Period.days(3),
      new org.joda.time.Duration(5L),
      new org.joda.time.Interval(1L, 5L, org.joda.time.DateTimeZone.UTC),
      new org.joda.time.MutableDateTime(5L, org.joda.time.DateTimeZone.UTC),
      org.joda.time.DateTimeZone.UTC,
      org.threeten.extra.YearQuarter.of(2026, 1),
      org.threeten.extra.Days.of(3),
      org.threeten.extra.YearWeek.of(2026, 3),
      org.threeten.extra.Interval.of(java.time.Instant.EPOCH, java.time.Duration.ofSeconds(1)),
      org.threeten.extra.PeriodDuration.of(java.time.Period.ofDays(1)),
      org.threeten.extra.AmPm.AM,
      org.threeten.extra.scale.UtcInstant.ofModifiedJulianDay(1, 2),
      new org.apache.kafka.common.TopicPartition("t", 3),
      new org.apache.kafka.clients.consumer.OffsetAndMetadata(5L, "m"),
      new org.apache.kafka.clients.consumer.ConsumerRecord("t", 1, 2L, "k", "v"),
      new org.apache.kafka.clients.producer.ProducerRecord("t", "k", "v"),
      new org.apache.kafka.common.header.internals.RecordHeader("k", Array[Byte](1)),
      new org.apache.kafka.common.Uuid(1, 2),
      new org.apache.kafka.common.Node(1, "h", 2),
      new org.apache.kafka.common.TopicIdPartition(new org.apache.kafka.common.Uuid(1, 2), 1, "t"),
      new org.apache.kafka.common.config.ConfigResource(org.apache.kafka.common.config.ConfigResource.Type.TOPIC, "t"),
      new org.apache.kafka.common.acl.AccessControlEntryFilter(
        "p",
        "h",
        org.apache.kafka.common.acl.AclOperation.ALL,
        org.apache.kafka.common.acl.AclPermissionType.ALLOW
      )
    )

  /** All classes of a package of the archive that `of` comes from, those inside other classes included. */
  private def packageOf(of: Class[?], test: String => Boolean): List[Class[?]] =
    val archive = new java.util.jar.JarFile(new java.io.File(of.getProtectionDomain.getCodeSource.getLocation.toURI))
    try
      val folder = of.getPackageName.replace('.', '/') + "/"
      val names = archive.stream.map(_.getName).filter(n =>
        n.startsWith(folder) && n.endsWith(".class") && n.indexOf('/', folder.length) < 0
      ).toList
      import scala.jdk.CollectionConverters.*
      names.asScala.toList.map(_.stripSuffix(".class").replace('/', '.')).filter(test).sorted.map(Class.forName(
        _,
        false,
        of.getClassLoader
      ))
    finally archive.close()

  val mavenClasses: List[Class[?]] = packageOf(classOf[org.apache.maven.model.Model], _ => true)

  val kafkaClasses: List[Class[?]] =
    packageOf(
      classOf[org.apache.kafka.common.message.FetchRequestData],
      n => n.contains("Data") && !n.contains("JsonConverter")
    ) ++
      List(classOf[org.apache.kafka.common.protocol.types.RawTaggedField], classOf[org.apache.kafka.common.Uuid])

  /** The parts of the libraries' classes, as a user would list them. */
  val libraryClasses: List[Class[?]] = List(
    classOf[org.locationtech.jts.geom.Coordinate],
    classOf[org.locationtech.jts.geom.Envelope],
    classOf[org.locationtech.jts.geom.PrecisionModel],
    classOf[org.locationtech.jts.geom.PrecisionModel.Type],
    classOf[org.joda.time.PeriodType],
    classOf[org.apache.kafka.common.TopicPartition],
    classOf[org.apache.kafka.common.Uuid],
    classOf[org.apache.kafka.common.acl.AclOperation],
    classOf[org.apache.kafka.common.acl.AclPermissionType]
  )

  /** The beans among them that are complete in themselves, filled at random. */
  private def beans(classes: List[Class[?]], seed: Long): List[(String, AnyRef)] =
    val filled = new Filled(seed)
    for
      c <- classes
      if c.getEnclosingClass == null && !c.isInterface && !java.lang.reflect.Modifier.isAbstract(c.getModifiers)
      sample <- filled(c)
    yield c.getName -> sample

  val maven: List[(String, AnyRef)] = beans(mavenClasses, seed = 1)

  val kafka: List[(String, AnyRef)] = beans(kafkaClasses, seed = 2)
