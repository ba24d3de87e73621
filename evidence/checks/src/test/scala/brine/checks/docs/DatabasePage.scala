package brine.checks.docs

/** docs/guide/database.md. */
object DatabasePage:
  // doc:row
  import brine.*
  import java.sql.DriverManager

  final case class Line(article: String, count: Int) derives Pickler
  final case class Order(id: Long, customer: String, lines: List[Line]) derives Pickler

  val order = Order(1, "Ann", List(Line("rose", 12), Line("vase", 1)))

  val database = DriverManager.getConnection("jdbc:h2:mem:shop")
  database.createStatement.execute("create table orders (id bigint primary key, body varbinary not null)")

  def put(id: Long, body: Array[Byte]): Unit =
    val insert = database.prepareStatement("merge into orders (id, body) values (?, ?)")
    insert.setLong(1, id)
    insert.setBytes(2, body)
    insert.executeUpdate(): Unit

  def bodies: List[(Long, Array[Byte])] =
    val rows = database.createStatement.executeQuery("select id, body from orders order by id")
    Iterator.continually(rows).takeWhile(_.next()).map(row => (row.getLong(1), row.getBytes(2))).toList

  put(1, order.pickle.bytes)
  println(binary.read[Order](bodies.head._2))            // Order(1,Ann,List(Line(rose,12), Line(vase,1)))
  // end

  // doc:bytes
  import brine.binary.BinaryFormat
  import brine.evolve.Lock

  val names = PickleOptions(carriage = Carriage.Names)
  println(order.pickle(using options = names).bytes.length)                 // 106
  println(order.pickle.bytes.length)                                        // 34
  println(order.pickleIn(BinaryFormat.Bare).bytes.length)                   // 18
  println(json.writeBytes(order).length)                                    // 94

  given released: PickleOptions = PickleOptions(history = Lock.onClassPath().history)
  println(order.pickleIn(BinaryFormat.Keyed).bytes.length)                  // 20
  // end

  // doc:releases
  object Release2:
    final case class Order(id: Long, customer: String, lines: List[Line], paid: Boolean = false) derives Pickler

  val paid = Release2.Order(2, "Bob", Nil, paid = true)
  put(2, paid.pickle.bytes)

  val all = bodies.map((_, body) => binary.read[Release2.Order](body))
  println(all.map(o => (o.customer, o.paid)))                               // List((Ann,false), (Bob,true))
  // end

  // doc:rewrite
  val today = Pickler[Release2.Order].shape.fingerprint

  def isOfToday(body: Array[Byte]): Boolean =
    java.nio.ByteBuffer.wrap(body).order(java.nio.ByteOrder.LITTLE_ENDIAN).getLong(4) == today

  def rewrite(): Int =
    val old = bodies.filterNot((_, body) => isOfToday(body))
    database.setAutoCommit(false)
    for (id, body) <- old do put(id, binary.read[Release2.Order](body).pickle.bytes)
    database.commit()
    old.length

  println(rewrite())                                                        // 1
  println(rewrite())                                                        // 0
  // end
  database.close()
