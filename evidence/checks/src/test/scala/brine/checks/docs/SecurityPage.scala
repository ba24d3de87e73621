package brine.checks.docs

/** docs/guide/security.md. */
object SecurityPage:
  // doc:careful
  import brine.*
  import java.io.{ByteArrayInputStream, InputStream}

  final case class Order(id: Long, items: List[String]) derives Pickler:
    require(items.length <= 3, "an order has at most 3 items")

  val careful = PickleOptions(limits = Limits(maxInputBytes = 1 << 20, maxDepth = 1000))

  def received(stream: InputStream): Either[PickleException, Order] =
    PickleException.either(Pickle.read[Order](stream)(using options = careful))

  val bytes = binary.write(Order(7, List("tea")))
  println(received(ByteArrayInputStream(bytes)))                         // Right(Order(7,List(tea)))
  println(received(ByteArrayInputStream(bytes.init)).isLeft)             // true

  val forged = """{"id":7,"items":["a","b","c","d"]}"""
  println(json.readEither[Order](forged)(using options = careful).isLeft)
  // true
  // end
