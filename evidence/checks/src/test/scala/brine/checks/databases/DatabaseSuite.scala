package brine.checks.databases

import java.sql.{Connection, DriverManager}
import brine.*
import brine.binary.BinaryFormat
import brine.evolve.Lock
import brine.json.JsonFormat
import brine.testkit.Laws
import brine.testkit.corpus.{Corpus, Sample}

/** Pickles in the columns of databases: what was put comes back, whichever release put it. */
abstract class DatabaseSuite extends munit.FunSuite:
  /** Opens the database; a `Left` has the reason why it is left out. */
  protected def connect(): Either[String, Connection]
  protected def bytes: String
  protected def jsons: List[String]

  private lazy val database: Either[String, Connection] = connect()

  private def withDatabase(claim: String)(use: Connection => Unit): Unit = test(claim) {
    database match
      case Right(connection) => use(connection)
      case Left(reason) =>
        println(s"${getClass.getSimpleName} is left out: $reason")
        assume(false, reason)
  }

  override def afterAll(): Unit = database.foreach(_.close())

  private def create(database: Connection, table: String, column: String): Unit =
    val statement = database.createStatement
    statement.execute(s"drop table if exists $table")
    statement.execute(s"create table $table (id integer primary key, body $column not null)")

  private def insert(database: Connection, table: String, id: Int, body: Array[Byte]): Unit =
    val statement = database.prepareStatement(s"insert into $table (id, body) values (?, ?)")
    statement.setInt(1, id)
    statement.setBytes(2, body)
    statement.executeUpdate(): Unit

  private def select(database: Connection, table: String): List[Array[Byte]] =
    val rows = database.createStatement.executeQuery(s"select body from $table order by id")
    Iterator.continually(rows).takeWhile(_.next()).map(_.getBytes(1)).toList

  withDatabase("every kind of value comes back from a column of bytes, in every form"): database =>
    val formats = List(BinaryFormat, BinaryFormat.Bare, JsonFormat)
    for (format, f) <- formats.zipWithIndex do
      val table = s"values$f"
      create(database, table, bytes)
      for (sample, i) <- Corpus.all.zipWithIndex do
        insert(database, table, i, Laws.write(sample.value, format)(using sample.pickler))
      for (sample, body) <- Corpus.all.zip(select(database, table)) do check(sample, body, format)

  private def check[A](sample: Sample[A], body: Array[Byte], format: PickleFormat): Unit =
    given Pickler[A] = sample.pickler
    Laws.assertSame(Laws.read[A](body, format), sample.value)

  for kind <- jsons do
    withDatabase(s"every kind of value comes back from a column of type $kind"): database =>
      create(database, "texts", kind)
      val samples = Corpus.all.filter(sample => !text(sample).contains("\\u0000"))
      assert(samples.length > Corpus.all.length * 3 / 4)
      val statement = database.prepareStatement(s"insert into texts (id, body) values (?, ${parameter(kind)})")
      for (sample, i) <- samples.zipWithIndex do
        statement.setInt(1, i)
        statement.setString(2, text(sample))
        statement.executeUpdate()
      val rows = database.createStatement.executeQuery(s"select ${asText(kind)} from texts order by id")
      val changed = samples.filter { sample =>
        assert(rows.next())
        val stored = rows.getString(1)
        try
          check(sample, stored.getBytes("UTF-8"), JsonFormat)
          false
        catch case e: Throwable => true
      }
      assertEquals(changed.map(_.name).toSet, changedBy(kind))

  /** The samples that a column of this type changes: it has its own form of numbers. */
  protected def changedBy(kind: String): Set[String] = Set.empty

  protected def parameter(kind: String): String = "?"
  protected def asText(kind: String): String = "body"

  private def text(sample: Sample[?]): String =
    new String(Laws.write(sample.value, JsonFormat)(using sample.pickler), "UTF-8")

  withDatabase("rows of several releases are read by one, with the lock of the class path, and rewritten by a batch"):
    database =>
      given PickleOptions = PickleOptions(history = Lock.onClassPath().history)
      create(database, "orders", bytes)
      insert(database, "orders", 1, Release1.Order(1, "Ann", List(Line("rose", 12))).pickle.bytes)
      insert(database, "orders", 2, Release1.Order(2, "Bob", Nil).pickleIn(BinaryFormat).bytes)
      insert(database, "orders", 3, Release2.Order(3, "Eve", Nil, paid = true).pickle.bytes)
      def orders = select(database, "orders").map(binary.read[Release2.Order](_))
      val expected = List(
        Release2.Order(1, "Ann", List(Line("rose", 12))),
        Release2.Order(2, "Bob", Nil),
        Release2.Order(3, "Eve", Nil, paid = true)
      )
      assertEquals(orders, expected)
      intercept[PickleException.OtherShape] {
        binary.read[Release2.Order](select(database, "orders").head)(using options = PickleOptions.Default)
      }
      val update = database.prepareStatement("update orders set body = ? where id = ?")
      for order <- orders do
        update.setBytes(1, order.pickle.bytes)
        update.setInt(2, order.id.toInt)
        update.addBatch()
      assertEquals(update.executeBatch().toList, List(1, 1, 1))
      assertEquals(
        select(database, "orders").map(binary.read[Release2.Order](_)(using options = PickleOptions.Default)),
        expected
      )

final case class Line(article: String, count: Int) derives Pickler

object Release1:
  final case class Order(id: Long, customer: String, lines: List[Line]) derives Pickler

object Release2:
  final case class Order(id: Long, customer: String, lines: List[Line], paid: Boolean = false) derives Pickler

class H2Suite extends DatabaseSuite:
  protected def connect(): Either[String, Connection] = Right(DriverManager.getConnection("jdbc:h2:mem:suite"))
  protected def bytes: String = "varbinary"
  protected def jsons: List[String] = List("varchar", "json")
  protected override def parameter(kind: String): String = if kind == "json" then "? format json" else "?"
  protected override def changedBy(kind: String): Set[String] =
    if kind == "json" then Set("float", "doubles") else Set.empty
  protected override def asText(kind: String): String = if kind == "json" then "cast(body as varchar)" else "body"

class PostgresSuite extends DatabaseSuite:
  private lazy val server = LocalPostgres.start()
  protected def connect(): Either[String, Connection] = server.map(s => DriverManager.getConnection(s.url))
  override def afterAll(): Unit =
    try super.afterAll()
    finally server.foreach(_.close())
  protected def bytes: String = "bytea"
  protected def jsons: List[String] = List("text", "json", "jsonb")
  protected override def parameter(kind: String): String = s"?::$kind"
  // jsonb has no negative zero, and orders members by its own rule: those of maps, and the name of a leaf or object is
  // no longer first.
  protected override def changedBy(kind: String): Set[String] =
    if kind != "jsonb" then Set.empty
    else
      val ordered = Set("tree-seq-map", "linked-hash-map", "seq-map")
      Set("float", "doubles") ++ ordered ++ Set("tree", "generic-enum", "vertices")
  protected override def asText(kind: String): String = "body::text"
