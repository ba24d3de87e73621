package brine.spark.table

import java.util as ju
import java.util.concurrent as juc

/** Collections of the JDK. */
object JdkCollections extends Section("The JDK's collections"):
  private val entries = List("one" -> 1, "two" -> 2L, "three" -> "drei")

  private def filled[C <: ju.Collection[Any]](c: C, elements: Any*): C =
    for e <- elements do c.add(e)
    c

  private def filledMap[M <: ju.Map[Any, Any]](m: M): M =
    for (k, v) <- entries do m.put(k, v)
    m

  of("ArrayList")(filled(new ju.ArrayList[Any], "a", 1, null))
  of("LinkedList")(filled(new ju.LinkedList[Any], "a", 1, null))
  of("ArrayDeque")(filled(new ju.ArrayDeque[Any], "a", 1))
  of("Vector")(filled(new ju.Vector[Any], "a", 1))
  of("Stack")(filled(new ju.Stack[Any], "a", 1))
  of("HashSet")(filled(new ju.HashSet[Any], "a", 1))
  of("LinkedHashSet")(filled(new ju.LinkedHashSet[Any], "b", "a", 1))
  of("TreeSet")(filled(new ju.TreeSet[Any], "b", "a"))
  asked("TreeSet in reverse order")(filled(new ju.TreeSet[Any](ju.Collections.reverseOrder[Any]()), "a", "b"))(s => {
    s.add("aa"); s.toString
  })
  asked("PriorityQueue")(filled(new ju.PriorityQueue[Any], 3, 1, 2))(q => { q.add(0); (q.poll(), q.poll()) })
  of("HashMap")(filledMap(new ju.HashMap[Any, Any]))
  of("LinkedHashMap")(filledMap(new ju.LinkedHashMap[Any, Any]))
  asked("LinkedHashMap in the order of access")(filledMap(new ju.LinkedHashMap[Any, Any](16, 0.75f, true)))(m => {
    m.get("one"); m.toString
  })
  of("TreeMap")(filledMap(new ju.TreeMap[Any, Any]))
  asked("TreeMap with a comparator of the job")({
    val m = new ju.TreeMap[String, Int](Awkward.ByLength); m.put("bb", 2); m.put("a", 1); m
  })(m => { m.put("zzz", 3); m.toString })
  of("Hashtable")(filledMap(new ju.Hashtable[Any, Any]))
  asked("Properties with defaults")({
    val d = new ju.Properties; d.setProperty("d", "1"); val p = new ju.Properties(d); p.setProperty("k", "v"); p
  })(
    _.getProperty("d")
  )
  of("IdentityHashMap")(filledMap(new ju.IdentityHashMap[Any, Any]))
  of("WeakHashMap")(filledMap(new ju.WeakHashMap[Any, Any]))
  of("EnumMap")(new ju.EnumMap[juc.TimeUnit, String](ju.Map.of(juc.TimeUnit.DAYS, "d")))
  of("EnumSet")(ju.EnumSet.of(juc.TimeUnit.DAYS, juc.TimeUnit.HOURS))
  of("BitSet")({ val b = new ju.BitSet; b.set(70); b })
  of("ConcurrentHashMap")(filledMap(new juc.ConcurrentHashMap[Any, Any]))
  of("ConcurrentSkipListMap")(filledMap(new juc.ConcurrentSkipListMap[Any, Any]))
  of("ConcurrentLinkedQueue")(filled(new juc.ConcurrentLinkedQueue[Any], "a", 1))
  of("CopyOnWriteArrayList")(filled(new juc.CopyOnWriteArrayList[Any], "a", 1))
  of("LinkedBlockingQueue")(filled(new juc.LinkedBlockingQueue[Any](5), "a", 1))
  of("List.of")(ju.List.of("a", "b", "c"))
  of("Set.of")(ju.Set.of("a", "b", "c"))
  of("Map.of")(ju.Map.of("a", 1, "b", 2))
  of("Arrays.asList")(ju.Arrays.asList("a", "b"))
  of("Collections.unmodifiableList")(ju.Collections.unmodifiableList(filled(new ju.ArrayList[Any], "a")))
  of("Collections.emptyList")(ju.Collections.emptyList[String]())
  of("Collections.singletonList")(ju.Collections.singletonList("a"))
  of("Collections.synchronizedMap")(ju.Collections.synchronizedMap(filledMap(new ju.HashMap[Any, Any])))
  of("List.subList")(filled(new ju.ArrayList[Any], "a", "b", "c").subList(0, 2))
  of("Map.entry")(ju.Map.entry("a", 1))
  of("SimpleEntry")(new ju.AbstractMap.SimpleEntry("a", 1))
  of("ArrayList that holds itself")({ val l = new ju.ArrayList[Any]; l.add(l); l.add(1); l })

/** Other classes of the JDK. */
object JdkValues extends Section("The JDK's other types"):
  of("String")("text ä € 😀")
  of("Integer")(Int.box(1))
  of("Character")(Char.box('a'))
  of("BigInteger")(new java.math.BigInteger("123456789012345678901234567890"))
  of("BigDecimal")(new java.math.BigDecimal("1.50"))
  of("MathContext")(new java.math.MathContext(7, java.math.RoundingMode.DOWN))
  of("LocalDate")(java.time.LocalDate.of(2026, 11, 24))
  of("LocalDateTime")(java.time.LocalDateTime.of(2026, 1, 2, 3, 4))
  of("Instant")(java.time.Instant.ofEpochSecond(1, 2))
  of("Duration")(java.time.Duration.ofSeconds(1, 2))
  of("Period")(java.time.Period.of(1, 2, 3))
  of("ZonedDateTime")(java.time.ZonedDateTime.of(2026, 1, 2, 3, 4, 5, 6, java.time.ZoneId.of("Europe/Berlin")))
  of("OffsetDateTime")(java.time.OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 6, java.time.ZoneOffset.UTC))
  of("DayOfWeek")(java.time.DayOfWeek.MONDAY)
  of("java.util.Date")(new ju.Date(123456789L))
  of("java.sql.Timestamp")({ val t = new java.sql.Timestamp(123456789L); t.setNanos(123456); t })
  of("java.sql.Date")(new java.sql.Date(86400000L))
  of("GregorianCalendar")({
    val c = new ju.GregorianCalendar(ju.TimeZone.getTimeZone("UTC")); c.setTimeInMillis(5L); c
  })
  of("TimeZone")(ju.TimeZone.getTimeZone("Europe/Berlin"))
  of("UUID")(new ju.UUID(1, 2))
  of("Locale")(ju.Locale.GERMANY)
  of("Currency")(ju.Currency.getInstance("EUR"))
  of("URI")(java.net.URI.create("http://a/b?c#d"))
  of("URL")(java.net.URI.create("http://localhost:80/a").toURL)
  of("File")(new java.io.File("a/b"))
  of("Path")(java.nio.file.Path.of("a", "b"))
  asked("InetAddress")(java.net.InetAddress.getByAddress("h", Array[Byte](127, 0, 0, 1)))(_.toString)
  asked("InetSocketAddress")(java.net.InetSocketAddress.createUnresolved("h", 80))(_.toString)
  asked("Pattern")(ju.regex.Pattern.compile("a+", 2))(p => (p.pattern, p.flags, p.matcher("AA").matches))
  asked("AtomicInteger")(new juc.atomic.AtomicInteger(3))(_.get)
  asked("AtomicLong")(new juc.atomic.AtomicLong(3))(_.get)
  asked("AtomicReference")(new juc.atomic.AtomicReference("a"))(_.get)
  asked("LongAdder")({ val a = new juc.atomic.LongAdder; a.add(3); a })(_.sum)
  asked("java.util.Random")(new ju.Random(5))(_.nextInt())
  asked("StringBuilder")(new java.lang.StringBuilder("ab"))(_.toString)
  of("Optional")(ju.Optional.of("a"))
  of("OptionalInt")(ju.OptionalInt.of(1))
  of("ByteBuffer")(java.nio.ByteBuffer.wrap(Array[Byte](1, 2)))
  of("direct ByteBuffer")(java.nio.ByteBuffer.allocateDirect(2).put(0, 7.toByte))
  of("Class")(classOf[String])
  of("Object")(new Object)
  asked("SimpleDateFormat")(new java.text.SimpleDateFormat("yyyy", ju.Locale.ROOT))(_.toPattern)
  asked("Charset")(java.nio.charset.StandardCharsets.UTF_8)(_.name)
  asked("IOException")(new java.io.IOException("m", new IllegalStateException("c")))(e =>
    (e.getMessage, e.getCause.getMessage, e.getStackTrace.toList)
  )
  of("StackTraceElement")(new StackTraceElement("a", "b", "c", 1))
  of("Thread")(new Thread("t"))
  of("ByteArrayInputStream")(new java.io.ByteArrayInputStream(Array[Byte](1)))
  asked("java.lang.reflect.Proxy")(Proxies.comparator)(_.compare("a", "b"))
  asked("WeakReference")(new java.lang.ref.WeakReference("a"))(_.get)

private object Proxies:
  private final class Handler extends java.lang.reflect.InvocationHandler, Serializable:
    def invoke(proxy: Object, method: java.lang.reflect.Method, arguments: Array[Object]): Object =
      Int.box(arguments.length)

  def comparator: ju.Comparator[String] =
    java.lang.reflect.Proxy
      .newProxyInstance(getClass.getClassLoader, Array(classOf[ju.Comparator[?]]), new Handler)
      .asInstanceOf[ju.Comparator[String]]
