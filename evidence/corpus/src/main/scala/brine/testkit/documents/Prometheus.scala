package brine.testkit.documents

// format: off
import brine.Pickler
import brine.json.{Json, JsonDialect}
import brine.json.JsonDialect.*
import Draws.*

/** Answers of a store of time series: a sample is an array of a time and a text, and two members name cases. */
object Prometheus:
  enum Answer derives Pickler:
    case Success(data: Data, warnings: Option[List[String]])
    case Error(errorType: String, error: String)
  enum Data derives Pickler:
    case Vector(result: List[Point])
    case Matrix(result: List[Series])
    case Scalar(result: (Double, String))
  final case class Point(metric: Map[String, String], value: (Double, String)) derives Pickler
  final case class Series(metric: Map[String, String], values: List[(Double, String)]) derives Pickler

  val dialect: JsonDialect = DocumentKind.camel.copy(families = Families.Member("status"))
    .forType[Data](_.copy(families = Families.Member("resultType")))

  val kind: DocumentKind[Answer] = DocumentKind("Prometheus answers", dialect)(
    "/status" -> "unknown",
    "/data/resultType" -> "table",
    "/data/result" -> true,
    "/data/result/0/metric" -> Json.Null
  )(
    if chance(5) then obj("status" -> "error", "errorType" -> name, "error" -> text)
    else obj("status" -> "success", "data" -> data, "warnings?" -> list(text))
  )

  private def data(using Draw): Json = oneOf(
    obj("resultType" -> "vector", "result" -> list(obj("metric" -> map(text), "value" -> sample))),
    obj("result" -> list(obj("metric" -> map(text), "values" -> list(sample))), "resultType" -> "matrix"),
    obj("resultType" -> "scalar", "result" -> sample)
  )

  private def sample(using Draw): Json = arr(number, "1.5")
