package brine.testkit.documents

// format: off
import brine.Pickler
import brine.json.{Json, JsonDialect}
import Draws.*

/** Maps: the member `type` names geometries and features, and a feature may have the geometry null. */
object GeoJson:
  enum Document derives Pickler:
    case Feature(geometry: Geometry | Null, properties: Map[String, Option[String | Double | Boolean]] | Null,
        id: Option[String | Double], bbox: Option[List[Double]])
    case FeatureCollection(features: List[Document])
  enum Geometry derives Pickler:
    case Point(coordinates: List[Double])
    case MultiPoint(coordinates: List[List[Double]])
    case LineString(coordinates: List[List[Double]])
    case Polygon(coordinates: List[List[List[Double]]])
    case MultiPolygon(coordinates: List[List[List[List[Double]]]])
    case GeometryCollection(geometries: List[Geometry])

  val dialect: JsonDialect = JsonDialect.Api

  val kind: DocumentKind[Document] = DocumentKind("GeoJSON", dialect)(
    "/features/0/geometry/coordinates" -> "x",
    "/features/0/geometry/type" -> "Sphere",
    "/features/0/id" -> arr(),
    "/features" -> Json.Null
  )(obj("type" -> "FeatureCollection", "features" -> list(feature, 1)))

  private def feature(using Draw): Json = obj("type" -> "Feature", "id?" -> oneOf(name, number),
    "bbox?" -> list(number, 4), "geometry" -> orNull(geometry(1)), "properties" -> orNull(map(orNull(scalar))))

  private def geometry(levels: Int)(using Draw): Json =
    if levels > 0 && chance(6) then obj("type" -> "GeometryCollection", "geometries" -> list(geometry(levels - 1)))
    else
      oneOf(
        obj("coordinates" -> position, "type" -> "Point"),
        obj("type" -> "MultiPoint", "coordinates" -> list(position)),
        obj("type" -> "LineString", "coordinates" -> list(position, 2)),
        obj("type" -> "Polygon", "coordinates" -> list(list(position, 4))),
        obj("type" -> "MultiPolygon", "coordinates" -> list(list(list(position, 4))))
      )

  private def position(using Draw): Json = arr(number, number)
