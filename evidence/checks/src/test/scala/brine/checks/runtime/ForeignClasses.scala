package brine.checks.runtime

import java.util.function.Supplier
import scala.collection.mutable

/** Objects of classes that others wrote. */
object ForeignClasses:
  /** Libraries' classes that are data. */
  def data: List[AnyRef] = maven ++ joda ++ commons ++ geometry ++ kafka ++ jdk

  def maven: List[AnyRef] =
    import org.apache.maven.model.*
    val model = new Model
    model.setModelVersion("4.0.0")
    model.setArtifactId("brine")
    model.setProperties(new java.util.Properties)
    model.addModule("core")
    val dependency = new Dependency
    dependency.setArtifactId("asm")
    dependency.setOptional(true)
    val exclusion = new Exclusion
    exclusion.setGroupId("*")
    dependency.addExclusion(exclusion)
    model.addDependency(dependency)
    model.addLicense(new License)
    model.addContributor(new Contributor)
    model.addMailingList(new MailingList)
    val parent = new Parent
    parent.setVersion("1")
    model.setParent(parent)
    val scm = new Scm
    scm.setUrl("https://example.org")
    val activation = new Activation
    activation.setJdk("17")
    val issues = new IssueManagement
    issues.setSystem("none")
    val location = new InputLocation(3, 4)
    List(
      model,
      dependency,
      exclusion,
      parent,
      scm,
      activation,
      issues,
      location,
      new Organization,
      new Prerequisites,
      new ActivationFile,
      new ActivationOS,
      new ActivationProperty,
      new Relocation,
      new Site,
      new DeploymentRepository,
      new RepositoryPolicy,
      new Extension,
      new Notifier,
      new CiManagement,
      new Developer
    )

  private def joda: List[AnyRef] =
    import org.joda.time.*
    List(
      new Instant(5L),
      new Duration(7L),
      Years.years(3),
      Hours.FOUR,
      new LocalDate(2020, 1, 2),
      new LocalTime(3, 4),
      new DateTime(9L, DateTimeZone.UTC),
      new Period(1, 2, 3, 4),
      new Interval(1L, 2L, DateTimeZone.UTC),
      new MutableDateTime(8L, DateTimeZone.UTC),
      new YearMonth(2020, 2),
      new MonthDay(3, 4)
    )

  private def commons: List[AnyRef] =
    import org.apache.commons.lang3.mutable.*
    import org.apache.commons.lang3.tuple.*
    import org.apache.commons.math3.complex.Complex
    import org.apache.commons.math3.geometry.euclidean.threed.Vector3D
    import org.apache.commons.math3.fraction.Fraction
    val bits = new org.apache.commons.lang3.BitField(6)
    List(
      new MutableInt(3),
      new MutableLong(4L),
      new MutableBoolean(true),
      new MutableObject("x"),
      Pair.of("a", 1),
      MutablePair.of("b", 2),
      Triple.of(1, "c", null),
      org.apache.commons.lang3.Range.between[Integer](1, 5),
      org.apache.commons.lang3.math.Fraction.getFraction(1, 3),
      new Complex(1, 2),
      new Vector3D(1, 2, 3),
      new Fraction(2, 3),
      bits,
      new org.apache.commons.lang3.text.StrBuilder("abc"),
      org.apache.commons.lang3.CharSet.getInstance("a-f"),
      new org.apache.commons.math3.stat.descriptive.SummaryStatistics,
      new org.apache.commons.math3.linear.ArrayRealVector(Array(1.0, 2.0)),
      new org.apache.commons.math3.random.MersenneTwister(5)
    )

  private def geometry: List[AnyRef] =
    import org.locationtech.jts.geom.*
    val factory = new GeometryFactory
    List(
      new Coordinate(1, 2, 3),
      new CoordinateXY(1, 2),
      new Envelope(1, 2, 3, 4),
      new PrecisionModel(10),
      factory,
      factory.createPoint(new Coordinate(1, 2)),
      new LineSegment(1, 2, 3, 4),
      factory.createLineString(Array(new Coordinate(0, 0), new Coordinate(1, 1)))
    )

  private def kafka: List[AnyRef] =
    import org.apache.kafka.common.*
    import org.apache.kafka.clients.consumer.OffsetAndMetadata
    List(
      new TopicPartition("t", 3),
      new OffsetAndMetadata(5, "m"),
      new Node(1, "host", 9092, "rack"),
      new PartitionInfo("t", 1, null, Array.empty, Array.empty),
      new TopicPartitionReplica("t", 1, 2),
      record.CompressionType.GZIP,
      record.CompressionType.NONE,
      ElectionType.PREFERRED,
      Uuid.ZERO_UUID,
      new TopicIdPartition(Uuid.ZERO_UUID, 1, "t"),
      new org.apache.kafka.clients.admin.NewTopic("t", 1, 1.toShort),
      new org.apache.kafka.common.acl.AccessControlEntryFilter(
        "p",
        "h",
        acl.AclOperation.ALL,
        acl.AclPermissionType.ALLOW
      )
    )

  private def jdk: List[AnyRef] =
    List(
      new java.awt.Point(1, 2),
      new java.awt.Dimension(3, 4),
      new java.awt.Rectangle(1, 2, 3, 4),
      new java.awt.Insets(1, 2, 3, 4),
      new java.awt.Color(9),
      new java.awt.geom.Point2D.Double(1, 2),
      new java.util.concurrent.atomic.AtomicInteger(3),
      new java.util.Random(5),
      new java.net.InetSocketAddress("localhost", 80),
      new java.util.StringTokenizer("a b"),
      new java.util.Properties,
      new java.text.DecimalFormat("0.0"),
      new java.util.AbstractMap.SimpleEntry("k", 1),
      new java.util.concurrent.atomic.AtomicReference("x"),
      new java.sql.Timestamp(5),
      new java.io.File("x"),
      new Thread,
      new Exception("x"),
      java.nio.file.Path.of("x"),
      new java.util.IntSummaryStatistics,
      new java.util.StringJoiner(","),
      java.util.Optional.of("x"),
      new java.lang.StringBuilder("x"),
      classOf[String]
    )

  // ---- states that the JDK's classes hold

  final class MyList(val name: String) extends java.util.ArrayList[Integer]
  final class MyMap(val name: String) extends java.util.HashMap[String, Integer]
  final class MyDate(val name: String) extends java.util.Date(5L)
  final class MyCounter(val name: String) extends java.util.concurrent.atomic.AtomicInteger(3)
  final class MyThread(var count: Int) extends Thread
  final class MyBits extends java.util.BitSet
  final class MyScalaBits extends mutable.BitSet
  final class MyBuffer(val label: String) extends mutable.ArrayBuffer[Int]
  final class MyError(val code: Int) extends Exception("state above")
  final class MyInteger extends java.math.BigInteger("5")
  final class MyOutput extends java.io.ByteArrayOutputStream
  final class MyReference(val label: String) extends java.lang.ref.WeakReference[String](label)
  final class MyLocal(var label: String) extends ThreadLocal[String]

  private def filled[A](value: A)(fill: A => Any): A =
    val ignored = fill(value)
    value

  def stateful: List[AnyRef] = List(
    filled(new MyList("l"))(_.add(1)),
    filled(new MyMap("m"))(_.put("k", 1)),
    new MyDate("d"),
    new MyCounter("c"),
    new MyThread(1),
    filled(new MyBits)(_.set(3)),
    filled(new MyScalaBits)(_ += 3),
    filled(new MyBuffer("b"))(_ += 1),
    new MyError(7),
    new MyInteger,
    filled(new MyOutput)(_.write(3)),
    new MyReference("r"),
    new MyLocal("t"),
    new brine.testkit.corpus.Strict.Loader
  )

  def code: List[AnyRef] =
    val captured = 3
    val lambda: Supplier[Integer] = () => captured
    val anonymous = new Supplier[Integer] { def get: Integer = captured }
    val proxy =
      java.lang.reflect.Proxy.newProxyInstance(getClass.getClassLoader, Array(classOf[Runnable]), (_, _, _) => null)
    List(lambda, anonymous, proxy, brine.testkit.corpus.Strict.inner())
