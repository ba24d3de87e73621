package brine.spark

import java.nio.file.Files
import java.time.{Duration as _, *}
import java.util.UUID
import scala.concurrent.duration.{Duration, DurationInt}
import scala.compiletime.testing.typeCheckErrors
import org.apache.spark.sql.{Dataset, Encoder, Encoders, SparkSession}
import org.apache.spark.sql.expressions.Aggregator
import org.apache.spark.sql.functions.col
import brine.{PickleException, Pickler}

/** Datasets of Scala 3's classes, by derived columns and by pickles. */
final class EncodersSuite extends munit.FunSuite:
  import EncodersSuite.*
  import EncodersSuite.given

  /** Of each test; the first one compiles most of what Spark generates. */
  override val munitTimeout: Duration = 300.seconds

  private lazy val session = SparkSession.builder.master("local[2]").config(Cluster.settings().setMaster("local[2]"))
    .config("spark.sql.shuffle.partitions", 2).config("spark.ui.enabled", false).getOrCreate()

  override def munitTests(): Seq[Test] =
    if Cluster.obstacle != null then Nil
    else if org.apache.spark.SPARK_VERSION.startsWith("3.") then
      Seq(new Test(
        "before Spark 4.0, an encoder is refused",
        () =>
          scala.concurrent.Future.successful(
            assert(intercept[Throwable](EncodersSuite.given_Encoder_Item).toString.contains("Spark 4.0"))
          )
      ))
    else super.munitTests()

  override def afterAll(): Unit =
    if Cluster.obstacle == null && !org.apache.spark.SPARK_VERSION.startsWith("3.") then session.stop()

  private def comesBack[T: Encoder](values: T*)(using munit.Location): Unit =
    assertEquals(session.createDataset(values).repartition(3).map((x: T) => x).collect().toSet, values.toSet)
    val file = Files.createTempDirectory("brine-encoders").resolve("values").toString
    session.createDataset(values).write.parquet(file)
    assertEquals(session.read.parquet(file).as[T].collect().toSet, values.toSet)

  private def ddl[T](using encoder: Encoder[T]): String = encoder.schema.toDDL

  test("a class has a column for each field, with the types and the nulls of Spark's own encoders"):
    assertEquals(
      ddl[Order],
      "id BIGINT NOT NULL,customer STRUCT<name: STRING, email: STRING>,items ARRAY<STRUCT<sku: STRING, count: INT " +
        "NOT NULL, price: DECIMAL(38,18)>>," +
        "placed TIMESTAMP,due DATE,labels MAP<STRING, INT>,tags ARRAY<STRING>,weights ARRAY<DOUBLE>,note STRING"
    )

  test("a class comes back through a shuffle and from a Parquet file"):
    comesBack(
      Order(
        1,
        Customer("Ann", Some("a@b.c")),
        List(Item("x", 2, BigDecimal("1.5"))),
        Instant.parse("2024-02-29T12:00:00.000001Z"),
        Some(LocalDate.of(2024, 3, 1)),
        Map("a" -> 1),
        Set("t"),
        Vector(1.5, -0.0),
        None
      ),
      Order(2, Customer(null, None), Nil, Instant.EPOCH, None, Map.empty, Set.empty, Vector.empty, Some(""))
    )

  test("filters on columns reach the Parquet file"):
    val file = Files.createTempDirectory("brine-encoders").resolve("values").toString
    session.createDataset((1 to 100).map(i => Item(s"s$i", i, BigDecimal(i)))).write.parquet(file)
    val few = session.read.parquet(file).as[Item].filter(col("count") > 98)
    assertEquals(few.collect().map(_.count).toSet, Set(99, 100))
    val plan = few.queryExecution.executedPlan.toString
    assert(plan.contains("PushedFilters: [IsNotNull(count), GreaterThan(count,98)]"), plan)

  test("a family is its leaf's name and a column for each leaf with fields"):
    assertEquals(
      ddl[Shape],
      "type STRING NOT NULL,Circle STRUCT<radius: DOUBLE NOT NULL>,Path STRUCT<points: ARRAY<STRUCT<_1: INT NOT " +
        "NULL, _2: INT NOT NULL>>>"
    )
    comesBack[Shape](Shape.Circle(1.5), Shape.Empty, Shape.Path(List((1, 2))), Shape.Nothing())
    val circles =
      session.createDataset(Seq[Shape](Shape.Circle(1), Shape.Circle(3), Shape.Empty)).filter(col("Circle.radius") > 2)
    assertEquals(circles.collect().toSeq, Seq(Shape.Circle(3)))

  test("an enum without fields is a text, and families lie in fields, options and collections"):
    assume(
      !org.apache.spark.SPARK_VERSION.startsWith("4.0."),
      "Spark 4.0 resolves no map to values of a TransformingEncoder in a class"
    )
    assertEquals(
      ddl[Drawing],
      "color STRING,shapes ARRAY<STRUCT<type: STRING NOT NULL, Circle: STRUCT<radius: DOUBLE NOT NULL>, Path: " +
        "STRUCT<points: ARRAY<STRUCT<_1: INT NOT NULL, _2: INT NOT NULL>>>>>,last STRUCT<type: STRING NOT NULL, " +
        "Circle: STRUCT<radius: DOUBLE NOT NULL>, Path: STRUCT<points: ARRAY<STRUCT<_1: INT NOT NULL, _2: INT NOT " +
        "NULL>>>>,of MAP<STRING, STRING>"
    )
    comesBack(
      Drawing(Color.Red, List(Shape.Empty, Shape.Circle(2)), Some(Shape.Circle(1)), Map("a" -> Color.Blue)),
      Drawing(Color.Blue, Nil, None, Map.empty)
    )

  test("standard types come back"):
    comesBack(
      Scalars(
        true,
        1,
        2,
        'é',
        3,
        4,
        1.5f,
        2.5,
        "s",
        BigDecimal("1.25"),
        BigInt(2).pow(100),
        UUID(1, 2),
        DayOfWeek.FRIDAY
      ),
      Scalars(false, -1, -2, ' ', -3, -4, -0.0f, Double.NegativeInfinity, null, null, null, null, null)
    )
    comesBack(
      Times(
        LocalDate.MIN.withYear(1),
        LocalTime.NOON,
        LocalDateTime.of(2024, 1, 1, 1, 1, 1, 1000),
        java.time.Duration.ofSeconds(1, 1000),
        Period.of(1, 2, 3),
        ZonedDateTime.parse("2024-10-27T02:30+01:00[Europe/Berlin]"),
        OffsetDateTime.parse("2024-01-01T00:00+02:00"),
        Year.of(2024),
        YearMonth.of(2024, 2),
        MonthDay.of(2, 29),
        ZoneId.of("Europe/Berlin"),
        ZoneOffset.ofHours(2)
      )
    )

  test("value classes are what they hold"):
    assertEquals(ddl[Priced], "price BIGINT NOT NULL,others ARRAY<BIGINT>")
    comesBack(Priced(Cents(5), List(Cents(1), Cents(2))))
    comesBack(Cents(1), Cents(2))

  test("options, tuples and collections come back alone"):
    comesBack((1, "a"), (2, "b"))
    comesBack(List(1, 2), Nil)
    comesBack(Map("a" -> Option(1)), Map("b" -> None))
    comesBack[Either[Int, String]](Left(1), Right("x"))
    assertEquals(
      session.createDataset(Seq(Array(1, 2))).map((x: Array[Int]) => x.map(_ + 1)).collect().map(_.toSeq).toSeq,
      Seq(Seq(2, 3))
    )

  test("a value that its column cannot hold is refused"):
    def refusal[T: Encoder](value: T) =
      Iterator.iterate(
        intercept[Throwable](session.createDataset(Seq(value)).map((x: T) => x).collect()): Throwable | Null
      )(_.nn.getCause)
        .takeWhile(_ != null).map(_.nn).collectFirst { case e: PickleException => e.getMessage }.getOrElse("")
    assert(refusal(Tuple1(Instant.ofEpochSecond(1, 1))).contains("microseconds"))
    assert(refusal(Tuple1(BigDecimal("1e-19"))).contains("decimal(38, 18)"))
    assert(refusal(Tuple1(BigInt(10).pow(38))).contains("38 digits"))

  test("what has no columns does not compile, and the error names the place"):
    assertEquals(
      typeCheckErrors("SparkEncoder.derived[Tree]").map(_.message),
      List(
        "no columns: Tree.children.element: Tree contains itself, and a column cannot. Give it `given " +
          "SparkColumn[Tree] = SparkColumn.pickled`"
      )
    )
    assertEquals(
      typeCheckErrors("SparkEncoder.derived[Tuple1[Option[Option[Int]]]]").map(_.message),
      List(
        "no columns: Tuple1[Option[Option[Int]]]._1: Option[Option[Int]] is an option of an option, and a column has " +
          "one null for both"
      )
    )
    assertEquals(
      typeCheckErrors("SparkEncoder.derived[Tuple1[Thread]]").map(_.message),
      List("no columns: Tuple1[Thread]._1: Thread has no column. Give it one by SparkColumn.by or SparkColumn.pickled")
    )
    assertEquals(
      typeCheckErrors("SparkEncoder.derived[Clash]").map(_.message),
      List("no columns: Clash has a and A, and Spark's names of columns have no case")
    )
    assertEquals(
      typeCheckErrors("SparkEncoder.derived[Keyword]").map(_.message),
      List(
        "no columns: Keyword.short is a keyword of Java, in which Spark writes code that calls it. Rename the field"
      )
    )

  test("a type without columns is a column of pickles, and another one has a column by functions"):
    assertEquals(ddl[Forest], "trees ARRAY<BINARY>,isbn STRING")
    comesBack(Forest(List(Tree(1, List(Tree(2, Nil)))), Isbn("x")))

  test("Encoders.brine makes a column of pickles"):
    given Encoder[Tree] = Encoders.brine[Tree]
    assertEquals(ddl[Tree], "value BINARY")
    comesBack(Tree(1, List(Tree(2, Nil))), Tree(3, Nil))
    val read = session.createDataset(Seq(Tree(1, Nil))).toDF.collect().map(_.getAs[Array[Byte]](0)).toSeq
    assertEquals(read.map(brine.binary.BinaryFormat.read[Tree](_)), Seq(Tree(1, Nil)))

  test("aggregators keep their buffers as pickles or in columns"):
    def sum(buffer: Encoder[Sum]) =
      new Aggregator[Item, Sum, Long]:
        def zero = Sum(0)
        def reduce(sum: Sum, item: Item) = Sum(sum.of + item.count)
        def merge(a: Sum, b: Sum) = Sum(a.of + b.of)
        def finish(sum: Sum) = sum.of
        def bufferEncoder = buffer
        def outputEncoder = Encoders.scalaLong
    val items = session.createDataset((1 to 10).map(i => Item(s"s${i % 2}", i, BigDecimal(i))))
    for buffer <- Seq(Encoders.brine[Sum], SparkEncoder.derived[Sum]) do
      given Encoder[(String, Long)] = Encoders.tuple(Encoders.STRING, Encoders.scalaLong)
      given Encoder[String] = Encoders.STRING
      assertEquals(
        items.groupByKey((x: Item) => x.sku).agg(sum(buffer).toColumn).collect().toSet,
        Set("s0" -> 30L, "s1" -> 25L)
      )

  test("a pickler that executors cannot find is refused at once"):
    def local(p: Pickler[Tree]) =
      given Pickler[Tree] = p
      Encoders.brine[Tree]
    val refused = intercept[IllegalArgumentException](local(summon[Pickler[Tree]]))
    assert(refused.getMessage.contains("the pickler of brine.spark.EncodersSuite$Tree"), refused.getMessage)

object EncodersSuite:
  final case class Item(sku: String, count: Int, price: BigDecimal)
  final case class Customer(name: String, email: Option[String])
  final case class Order(
      id: Long,
      customer: Customer,
      items: List[Item],
      placed: Instant,
      due: Option[LocalDate],
      labels: Map[String, Int],
      tags: Set[String],
      weights: Vector[Double],
      note: Option[String]
  )
  given Encoder[Item] = SparkEncoder.derived
  given Encoder[Order] = SparkEncoder.derived

  enum Shape:
    case Circle(radius: Double)
    case Path(points: List[(Int, Int)])
    case Empty
    case Nothing()
  given Encoder[Shape] = SparkEncoder.derived

  enum Color:
    case Red, Blue
  final case class Drawing(color: Color, shapes: List[Shape], last: Option[Shape], of: Map[String, Color])
  given Encoder[Drawing] = SparkEncoder.derived

  final case class Scalars(
      a: Boolean,
      b: Byte,
      c: Short,
      d: Char,
      e: Int,
      f: Long,
      g: Float,
      h: Double,
      i: String,
      j: BigDecimal,
      k: BigInt,
      l: UUID,
      m: DayOfWeek
  )
  given Encoder[Scalars] = SparkEncoder.derived

  final case class Times(
      a: LocalDate,
      b: LocalTime,
      c: LocalDateTime,
      d: java.time.Duration,
      e: Period,
      f: ZonedDateTime,
      g: OffsetDateTime,
      h: Year,
      i: YearMonth,
      j: MonthDay,
      k: ZoneId,
      l: ZoneOffset
  )
  given Encoder[Times] = SparkEncoder.derived

  final case class Cents(of: Long) extends AnyVal
  final case class Priced(price: Cents, others: List[Cents])
  given Encoder[Priced] = SparkEncoder.derived
  given Encoder[Cents] = SparkEncoder.derived

  given Encoder[(Int, String)] = SparkEncoder.derived
  given Encoder[List[Int]] = SparkEncoder.derived
  given Encoder[Map[String, Option[Int]]] = SparkEncoder.derived
  given Encoder[Either[Int, String]] = SparkEncoder.derived
  given Encoder[Array[Int]] = SparkEncoder.derived
  given instants: Encoder[Tuple1[Instant]] = SparkEncoder.derived
  given decimals: Encoder[Tuple1[BigDecimal]] = SparkEncoder.derived
  given integers: Encoder[Tuple1[BigInt]] = SparkEncoder.derived

  final case class Clash(a: Int, A: Int)
  final case class Keyword(short: Int)
  final case class Tree(label: Int, children: List[Tree]) derives Pickler
  final case class Isbn(text: String)
  final case class Forest(trees: List[Tree], isbn: Isbn)
  object Forest:
    given SparkColumn[Tree] = SparkColumn.pickled
    given SparkColumn[Isbn] = SparkColumn.by((x: Isbn) => x.text)(Isbn(_))
    given Encoder[Forest] = SparkEncoder.derived

  final case class Sum(of: Long) derives Pickler
