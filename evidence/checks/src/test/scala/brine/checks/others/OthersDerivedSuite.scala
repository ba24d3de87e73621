package brine.checks.others

import java.util as ju
import java.util.concurrent as juc
import scala.compiletime.testing.typeChecks
import brine.*

/** Derives picklers for classes that other people wrote. A class either does not derive, or its objects come back with
  * every field as it was; the list of both is kept in `others.txt`.
  */
class OthersDerivedSuite extends munit.FunSuite:
  private val samples: List[(String, Verdict)] = DerivedSamples.all

  test("no class of another library that derives comes back different"):
    val lost = samples.collect { case (name, Verdict.Lost(how)) => s"$name: $how" }
    assert(lost.isEmpty, lost.mkString("\n"))

  test("the verdicts on derivation are those that are kept"):
    KeptVerdicts.check("derived", samples)

private object DerivedSamples:
  import org.apache.commons.{lang3, math3}
  import org.locationtech.jts.geom.*

  private inline def of[A](inline shown: String)(sample: A): (String, Verdict) =
    shown -> (inline if typeChecks("brine.Pickler.derived[" + shown + "]") then
      Verdict.of(sample)(using Pickler.derived[A])
    else Verdict.Refused("does not compile"))

  def all: List[(String, Verdict)] = ofJdk ++ ofLibraries ++ ofScala

  private def ofJdk: List[(String, Verdict)] = List(
    of("java.util.ArrayList[String]")(new ju.ArrayList[String](ju.List.of("a"))),
    of("java.util.Date")(new ju.Date(5)),
    of("java.sql.Timestamp")(new java.sql.Timestamp(5)),
    of("java.util.Properties")({ val p = new ju.Properties; p.setProperty("a", "b"); p }),
    of("java.util.IdentityHashMap[String, String]")({
      val p = new ju.IdentityHashMap[String, String]; p.put("a", "b"); p
    }),
    of("java.util.WeakHashMap[String, String]")({ val p = new ju.WeakHashMap[String, String]; p.put("a", "b"); p }),
    of("java.util.Stack[String]")({ val s = new ju.Stack[String]; s.push("a"); s }),
    of("java.util.Random")(new ju.Random(5)),
    of("java.util.StringJoiner")(new ju.StringJoiner(",").add("a")),
    of("java.util.BitSet")({ val b = new ju.BitSet; b.set(3); b }),
    of("java.util.GregorianCalendar")(new ju.GregorianCalendar),
    of("java.util.SimpleTimeZone")(new ju.SimpleTimeZone(5, "X")),
    of("java.util.IntSummaryStatistics")({ val s = new ju.IntSummaryStatistics; s.accept(3); s }),
    of("java.util.AbstractMap.SimpleEntry[String, String]")(new ju.AbstractMap.SimpleEntry("a", "b")),
    of("java.util.concurrent.atomic.AtomicInteger")(new juc.atomic.AtomicInteger(3)),
    of("java.util.concurrent.atomic.AtomicLong")(new juc.atomic.AtomicLong(3)),
    of("java.util.concurrent.atomic.AtomicReference[String]")(new juc.atomic.AtomicReference("a")),
    of("java.util.concurrent.atomic.LongAdder")({ val a = new juc.atomic.LongAdder; a.add(3); a }),
    of("java.util.concurrent.ArrayBlockingQueue[String]")(new juc.ArrayBlockingQueue[String](3)),
    of("java.util.concurrent.Semaphore")(new juc.Semaphore(3)),
    of("java.util.concurrent.locks.ReentrantLock")(new juc.locks.ReentrantLock),
    of("java.lang.StringBuilder")(new java.lang.StringBuilder("a")),
    of("java.lang.Thread")(new Thread("a")),
    of("java.lang.Object")(new Object),
    of("java.lang.Exception")(new Exception("a")),
    of("java.lang.IllegalArgumentException")(new IllegalArgumentException("a")),
    of("java.lang.StackTraceElement")(new StackTraceElement("a", "b", "c", 1)),
    of("java.net.URL")(new java.net.URL("http", "localhost", 80, "/a")),
    of("java.net.InetSocketAddress")(new java.net.InetSocketAddress(java.net.InetAddress.getLoopbackAddress, 80)),
    of("java.io.File")(new java.io.File("a")),
    of("java.io.ByteArrayOutputStream")(new java.io.ByteArrayOutputStream),
    of("java.text.SimpleDateFormat")(new java.text.SimpleDateFormat("yyyy")),
    of("java.text.DecimalFormat")(new java.text.DecimalFormat("0.0")),
    of("java.math.MathContext")(new java.math.MathContext(3)),
    of("java.awt.Point")(new java.awt.Point(1, 2)),
    of("java.awt.Rectangle")(new java.awt.Rectangle(1, 2, 3, 4)),
    of("java.awt.Dimension")(new java.awt.Dimension(1, 2)),
    of("java.awt.Insets")(new java.awt.Insets(1, 2, 3, 4)),
    of("java.awt.Color")(new java.awt.Color(1, 2, 3)),
    of("java.awt.geom.AffineTransform")(new java.awt.geom.AffineTransform(1.0, 2.0, 3.0, 4.0, 5.0, 6.0)),
    of("java.awt.geom.Point2D.Double")(new java.awt.geom.Point2D.Double(1, 2)),
    of("java.awt.Polygon")(new java.awt.Polygon(Array(1, 2), Array(3, 4), 2)),
    of("java.awt.GridBagConstraints")({ val g = new java.awt.GridBagConstraints; g.gridx = 7; g }),
    of("java.util.zip.CRC32")({ val c = new ju.zip.CRC32; c.update(3); c })
  )

  private def ofLibraries: List[(String, Verdict)] = List(
    of("org.apache.commons.lang3.mutable.MutableInt")(new lang3.mutable.MutableInt(3)),
    of("org.apache.commons.lang3.tuple.ImmutablePair[String, Integer]")(lang3.tuple.ImmutablePair.of("a", Int.box(1))),
    of("org.apache.commons.lang3.tuple.MutablePair[String, Integer]")(lang3.tuple.MutablePair.of("a", Int.box(1))),
    of("org.apache.commons.lang3.math.Fraction")(lang3.math.Fraction.getFraction(1, 3)),
    of("org.apache.commons.math3.complex.Complex")(new math3.complex.Complex(1, 2)),
    of("org.apache.commons.math3.geometry.euclidean.threed.Vector3D")(new math3.geometry.euclidean.threed.Vector3D(
      1,
      2,
      3
    )),
    of("org.apache.commons.math3.linear.ArrayRealVector")(new math3.linear.ArrayRealVector(Array(1.0, 2.0))),
    of("org.apache.commons.math3.util.Pair[String, String]")(new math3.util.Pair("a", "b")),
    of("org.apache.commons.math3.stat.descriptive.SummaryStatistics")({
      val s = new math3.stat.descriptive.SummaryStatistics; s.addValue(3); s
    }),
    of("org.locationtech.jts.geom.Coordinate")(new Coordinate(1, 2, 3)),
    of("org.locationtech.jts.geom.CoordinateXY")(new CoordinateXY(1, 2)),
    of("org.locationtech.jts.geom.Envelope")(new Envelope(1, 2, 3, 4)),
    of("org.locationtech.jts.geom.LineSegment")(new LineSegment(1, 2, 3, 4)),
    of("org.locationtech.jts.geom.PrecisionModel")(new PrecisionModel(10)),
    of("org.joda.time.Instant")(new org.joda.time.Instant(5L)),
    of("org.joda.time.Duration")(new org.joda.time.Duration(5L)),
    of("org.joda.time.LocalDate")(new org.joda.time.LocalDate(2026, 1, 2)),
    of("org.threeten.extra.Interval")(org.threeten.extra.Interval.of(
      java.time.Instant.EPOCH,
      java.time.Duration.ofSeconds(1)
    )),
    of("org.threeten.extra.Days")(org.threeten.extra.Days.of(3)),
    of("org.apache.kafka.common.TopicPartition")(new org.apache.kafka.common.TopicPartition("t", 3)),
    of("org.apache.kafka.common.Uuid")(new org.apache.kafka.common.Uuid(1, 2)),
    of("org.apache.kafka.common.Node")(new org.apache.kafka.common.Node(1, "h", 2)),
    of("org.apache.kafka.common.message.VoteRequestData")(new org.apache.kafka.common.message.VoteRequestData),
    of("org.apache.kafka.common.message.FetchRequestData")(
      new org.apache.kafka.common.message.FetchRequestData().setMaxWaitMs(5)
    ),
    of("org.apache.maven.model.Dependency")({ val d = new org.apache.maven.model.Dependency; d.setGroupId("a"); d }),
    of("org.apache.maven.model.Exclusion")({ val d = new org.apache.maven.model.Exclusion; d.setGroupId("a"); d }),
    of("org.apache.maven.model.Scm")({ val d = new org.apache.maven.model.Scm; d.setUrl("a"); d })
  )

  private def ofScala: List[(String, Verdict)] = List(
    of("scala.util.Random")(new scala.util.Random(5)),
    of("scala.util.matching.Regex")("a+".r),
    of("scala.collection.mutable.ArrayBuffer[Int]")(scala.collection.mutable.ArrayBuffer(1, 2)),
    of("scala.collection.mutable.StringBuilder")(new scala.collection.mutable.StringBuilder("ab")),
    of("scala.collection.mutable.PriorityQueue[Int]")(scala.collection.mutable.PriorityQueue(1, 2)),
    of("scala.collection.mutable.UnrolledBuffer[Int]")(scala.collection.mutable.UnrolledBuffer(1, 2)),
    of("scala.collection.mutable.LongMap[String]")(scala.collection.mutable.LongMap(1L -> "a")),
    of("scala.collection.mutable.AnyRefMap[String, String]")(scala.collection.mutable.AnyRefMap("a" -> "b")),
    of("scala.collection.concurrent.TrieMap[String, String]")(scala.collection.concurrent.TrieMap("a" -> "b")),
    of("scala.collection.immutable.NumericRange[Long]")((1L to 5L)),
    of("scala.concurrent.duration.FiniteDuration")(scala.concurrent.duration.FiniteDuration(5, "s")),
    of("scala.util.Success[String]")(scala.util.Success("a")),
    of("scala.util.Try[String]")(scala.util.Try("a")),
    of("scala.Some[String]")(Some("a")),
    of("scala.sys.process.ProcessLogger")(scala.sys.process.ProcessLogger(_ => ())),
    of("scala.runtime.IntRef")(new scala.runtime.IntRef(3)),
    of("scala.MatchError")(new MatchError("a")),
    of("scala.util.control.NoStackTrace")(new scala.util.control.ControlThrowable("a") {})
  )
