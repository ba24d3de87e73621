package brine.http4s

import java.net.URI
import java.net.http.{HttpClient, HttpRequest, HttpResponse}
import brine.*
import brine.json.*
import brine.json.JsonDialect.*
import cats.effect.IO
import cats.effect.unsafe.implicits.global
import com.comcast.ip4s.{Host, Port}
import org.http4s.*
import org.http4s.ember.server.EmberServerBuilder
import org.http4s.implicits.*

/** A server on loopback reads and writes bodies. */
class JsonEntitiesSuite extends munit.FunSuite:
  import JsonEntitiesSuite.*

  private val entities = JsonEntities(JsonFormat(JsonDialect.Api.copy(names = NameStyle.SnakeCase)))

  private val routes: HttpRoutes[IO] =
    import entities.given
    HttpRoutes.of[IO] {
      case request if request.pathInfo.renderString == "/orders" =>
        request.decode[Order] { order =>
          IO.pure(Response[IO]().withEntity(Receipt(order.orderId, order.lines.map(_.count).sum)))
        }
      case request if request.pathInfo.renderString == "/lines" =>
        val values = entities.readLines[IO, Line](request).collect { case Right(line) => line }
        IO.pure(Response[IO]().withEntity(values)(using entities.lines))
    }

  private var stop: IO[Unit] = IO.unit
  private var address: String = ""
  private val client = HttpClient.newBuilder.version(HttpClient.Version.HTTP_1_1).build()

  override def beforeAll(): Unit =
    val (server, release) = EmberServerBuilder
      .default[IO]
      .withHost(Host.fromString("127.0.0.1").get)
      .withPort(Port.fromInt(0).get)
      .withShutdownTimeout(scala.concurrent.duration.Duration.Zero)
      .withHttpApp(routes.orNotFound)
      .build
      .allocated
      .unsafeRunSync()
    stop = release
    address = s"http://127.0.0.1:${server.address.getPort}"

  override def afterAll(): Unit = stop.unsafeRunSync()

  private def post(path: String, body: String, kind: String = "application/json"): HttpResponse[String] =
    client.send(
      HttpRequest
        .newBuilder(URI.create(address + path))
        .header("Content-Type", kind)
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build(),
      HttpResponse.BodyHandlers.ofString()
    )

  private def kindOf(response: HttpResponse[String]): String =
    response.headers.firstValue("Content-Type").orElse("").takeWhile(_ != ';')

  test("a body is read and answered in the format's dialect") {
    val response = post("/orders", """{"order_id":7,"lines":[{"sku":"é","count":2},{"sku":"b","count":3}]}""")
    assertEquals((response.statusCode, response.body), (200, """{"order_id":7,"total_count":5}"""))
    assertEquals(kindOf(response), "application/json")
  }

  test("a body of another type is answered with all its errors") {
    val response = post("/orders", """{"order_id":"x","lines":[{"sku":1},{"sku":"b","count":"c"}]}""")
    assertEquals((response.statusCode, kindOf(response)), (422, "application/problem+json"))
    val problem = Json.parse(response.body)
    assertEquals(problem.get("status"), Some(Json.Num("422")))
    val errors = problem.get("errors").collect { case Json.Arr(all) => all.flatMap(_.get("pointer")).toSet }
    assertEquals(
      errors.get,
      Set("#/order_id", "#/lines/0/sku", "#/lines/0", "#/lines/1/count").map(Json.Str(_): Json)
    )
  }

  test("a body that is not JSON is a bad request") {
    val broken = post("/orders", """{"order_id":""")
    assertEquals((broken.statusCode, kindOf(broken)), (400, "application/problem+json"))
    assertEquals(Json.parse(broken.body).get("title"), Some(Json.Str("Bad Request")))
  }

  test("lines are read and written one by one, and bad ones are told apart") {
    val lines = List.tabulate(1000)(i => if i % 10 == 3 then "{\"sku\":" else s"""{"sku":"s$i","count":$i}""")
    val response = post("/lines", lines.mkString("\n\n"), "application/x-ndjson")
    assertEquals((response.statusCode, kindOf(response)), (200, "application/x-ndjson"))
    assertEquals(response.body.linesIterator.toList, lines.filter(_.endsWith("}")))
  }

  test("lines of an indented format are one line each") {
    val pretty = JsonEntities(JsonFormat.Pretty)
    val entity = pretty.lines[IO, Line].toEntity(fs2.Stream(Line("a", 1), Line("b\n", 2)))
    val text = entity.body.through(fs2.text.utf8.decode).compile.string.unsafeRunSync()
    assertEquals(text.linesIterator.toList.map(JsonFormat.read[Line](_)), List(Line("a", 1), Line("b\n", 2)))
  }

  test("a body beyond the limit is refused") {
    val small = JsonEntities()(using PickleOptions(limits = Limits(maxInputBytes = 10)))
    val request = Request[IO](Method.POST).withEntity("[1,2,3,4,5,6,7,8]").withContentType(
      org.http4s.headers.`Content-Type`(MediaType.application.json)
    )
    val result = request.attemptAs[List[Int]](using small.decoder).value.unsafeRunSync()
    assert(result.left.exists(_.message.contains("more than 10 bytes")), result.toString)
  }

object JsonEntitiesSuite:
  final case class Line(sku: String, count: Int) derives Pickler
  final case class Order(orderId: Long, lines: List[Line]) derives Pickler
  final case class Receipt(orderId: Long, totalCount: Int) derives Pickler
