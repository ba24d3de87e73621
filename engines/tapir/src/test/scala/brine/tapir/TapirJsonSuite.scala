package brine.tapir

import java.net.URI
import java.net.http.{HttpClient, HttpRequest, HttpResponse}
import scala.jdk.CollectionConverters.*
import brine.*
import brine.json.*
import brine.json.JsonDialect.*
import cats.effect.IO
import cats.effect.unsafe.implicits.global
import com.comcast.ip4s.{Host, Port}
import com.fasterxml.jackson.databind.ObjectMapper
import com.networknt.schema.{JsonSchemaFactory, SpecVersion}
import org.http4s.HttpRoutes
import org.http4s.ember.server.EmberServerBuilder
import org.http4s.implicits.*
import sttp.apispec.openapi.circe.*
import sttp.tapir.*
import sttp.tapir.docs.openapi.OpenAPIDocsInterpreter
import sttp.tapir.server.ServerEndpoint
import sttp.tapir.server.http4s.Http4sServerInterpreter

/** Endpoints of Tapir, on a server on loopback, and their documentation. */
class TapirJsonSuite extends munit.FunSuite:
  import TapirJsonSuite.*

  private val json = TapirJson(
    JsonFormat(JsonDialect.Api.copy(names = NameStyle.SnakeCase, families = Families.Member("kind")))
  )

  private val orders =
    endpoint.post.in("orders").in(json.body[Order]).out(json.body[Receipt]).errorOut(stringBody)

  private val trees = endpoint.post.in("trees").in(json.body[Tree]).out(json.body[Tree])

  private var stop: IO[Unit] = IO.unit
  private var address: String = ""
  private val client = HttpClient.newBuilder.version(HttpClient.Version.HTTP_1_1).build()

  override def beforeAll(): Unit =
    val routes: HttpRoutes[IO] = Http4sServerInterpreter[IO]().toRoutes(
      List[ServerEndpoint[Any, IO]](
        orders.serverLogicSuccess[IO](order => IO.pure(Receipt(order.orderId, order.lines.map(_.count).sum))),
        trees.serverLogicSuccess[IO](IO.pure(_))
      )
    )
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

  private def post(path: String, body: String): HttpResponse[String] =
    client.send(
      HttpRequest
        .newBuilder(URI.create(address + path))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build(),
      HttpResponse.BodyHandlers.ofString()
    )

  test("an endpoint reads and answers in the format's dialect") {
    val response = post("/orders", json.format.write(order))
    assertEquals((response.statusCode, response.body), (200, """{"order_id":7,"total_count":5}"""))
    assertEquals(response.headers.firstValue("Content-Type").orElse(""), "application/json")
    val tree = json.format.write(Tree.Node(Tree.Leaf(1), Tree.Node(Tree.Leaf(2), Tree.Empty)))
    assertEquals(post("/trees", tree).body, tree)
  }

  test("a refused body names all errors") {
    val response = post("/orders", """{"order_id":"x","lines":[{"sku":1,"count":2}],"pay":{"kind":"Cash"},"tags":{}}""")
    assertEquals(response.statusCode, 400)
    assert(response.body.contains("order_id") && response.body.contains("lines.0.sku"), response.body)
    json.codec[Order].decode("""{"order_id":"x"}""") match
      case failure: DecodeResult.Failure =>
        assertEquals(TapirJson.errorsOf(failure).map(_.head.pointer), Some("/order_id"))
        assertEquals(TapirJson.errorsOf(DecodeResult.Missing), None)
      case value => fail(value.toString)
  }

  private lazy val openApi: Json =
    val docs = OpenAPIDocsInterpreter().toOpenAPI(List(orders, trees), "Orders", "1")
    Json.parse(io.circe.Printer.noSpaces.copy(dropNullValues = true).print(io.circe.syntax.EncoderOps(docs).asJson))

  /** The complaints of a validator about a document, by the schema of a component of the OpenAPI document. */
  private def complaints(component: String, document: String): List[String] =
    val schema = Json.Obj(
      Vector(
        "$schema" -> Json.Str("https://json-schema.org/draft/2020-12/schema"),
        "$ref" -> Json.Str(s"#/components/schemas/$component"),
        "components" -> openApi.get("components").get
      )
    )
    JsonSchemaFactory
      .getInstance(SpecVersion.VersionFlag.V202012)
      .getSchema(schema.render)
      .validate(new ObjectMapper().readTree(document))
      .asScala
      .toList
      .map(_.toString)

  test("the OpenAPI document describes the JSON that the codec writes, and refuses other JSON") {
    assertEquals(openApi.get("openapi"), Some(Json.Str("3.1.0")))
    assertEquals(openApi.get("paths").flatMap(_.get("/orders")).flatMap(_.get("post")).isDefined, true)
    val written = json.format.write(order)
    assertEquals(complaints("Order", written), Nil)
    assertEquals(complaints("Order", json.format.write(order.copy(note = Some("n"), pay = Pay.Cash))), Nil)
    for (good, bad) <- List(
        "\"order_id\":7" -> "\"order_id\":\"7\"",
        "\"order_id\":7," -> "",
        "\"sku\":\"é\"" -> "\"sku\":1",
        "\"count\":2" -> "\"count\":3000000000",
        "\"kind\":\"Card\"" -> "\"kind\":\"Gold\"",
        "\"tags\":{\"a\":1}" -> "\"tags\":{\"a\":\"b\"}",
        "\"2020-01-02\"" -> "\"yesterday\""
      )
    do
      val other = written.replace(good, bad)
      assertNotEquals(other, written, good)
      assert(complaints("Order", other).nonEmpty, other)
      assert(json.format.readAccumulating[Order](other).isLeft, other)
  }

  test("a recursive family is described once, and refers to itself") {
    for tree <- List(Tree.Empty, Tree.Leaf(1), Tree.Node(Tree.Leaf(1), Tree.Node(Tree.Empty, Tree.Leaf(2)))) do
      assertEquals(complaints("Tree", json.format.write[Tree](tree)), Nil)
    assert(complaints(
      "Tree",
      """{"kind":"Node","left":{"kind":"Leaf","value":"x"},"right":{"kind":"Empty"}}"""
    ).nonEmpty)
    val text = openApi.render
    assertEquals("\"Tree\":\\{".r.findAllIn(text).length, 1, text)
  }

  test("types of many kinds have a schema that Tapir can print") {
    import json.given
    val many = endpoint.out(json.body[Many])
    val docs = OpenAPIDocsInterpreter().toOpenAPI(many, "Many", "1")
    assert(io.circe.syntax.EncoderOps(docs).asJson.noSpaces.contains("Many"))
    assert(summon[Schema[List[Int]]].schemaType.isInstanceOf[SchemaType.SArray[?, ?]])
    assertEquals(summon[Codec.JsonCodec[Option[Int]]].decode("3"), DecodeResult.Value(Some(3)))
    assertEquals(summon[Codec.JsonCodec[Int]].decode("3"), DecodeResult.Value(3))
    assertEquals(summon[Codec.JsonCodec[Pay]].encode(Pay.Cash), "\"Cash\"")
  }

object TapirJsonSuite:
  final case class Line(sku: String, count: Int) derives Pickler
  enum Pay derives Pickler:
    case Card(number: String)
    case Cash
  final case class Order(
      orderId: Long,
      lines: List[Line],
      pay: Pay,
      tags: Map[String, Int],
      at: java.time.LocalDate,
      note: Option[String] = None
  ) derives Pickler
  final case class Receipt(orderId: Long, totalCount: Int) derives Pickler
  enum Tree derives Pickler:
    case Leaf(value: Int)
    case Node(left: Tree, right: Tree)
    case Empty
  final case class Many(
      a: (Int, String),
      b: Either[Int, String],
      c: Option[Option[Int]],
      d: Map[Int, List[Double]],
      e: Json,
      f: String | Int,
      g: Patch[Int],
      h: Set[Char],
      i: BigDecimal,
      j: Unit,
      k: java.util.UUID,
      l: Array[Byte]
  ) derives Pickler

  val order: Order =
    Order(7, List(Line("é", 2), Line("b", 3)), Pay.Card("5"), Map("a" -> 1), java.time.LocalDate.of(2020, 1, 2))
