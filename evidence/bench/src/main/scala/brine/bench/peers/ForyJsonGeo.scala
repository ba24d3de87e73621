package brine.bench.peers

import scala.annotation.meta.field
import org.apache.fory.json.annotation.{JsonCodec, JsonCreator, JsonMixin, JsonSubTypes}
import brine.bench.workloads.apis.*

/** Mixins for GeoJSON: the annotations that these classes could have. */
private[peers] object ForyJsonGeo:
  val all: List[Class[?]] = List(
    classOf[FeatureMixin],
    classOf[FeatureCollectionMixin],
    classOf[PointMixin],
    classOf[MultiPointMixin],
    classOf[LineStringMixin],
    classOf[MultiLineStringMixin],
    classOf[PolygonMixin],
    classOf[MultiPolygonMixin],
    classOf[GeometryCollectionMixin],
    classOf[GeoJsonMixin],
    classOf[GeometryMixin]
  )

  private type codec = JsonCodec @field
  private type Case = JsonSubTypes.Type

  // Collections and options: a codec for each of their types.
  final class MapOfString extends ForyMap[String](ForyPart(classOf[String]))
  final class VectorOfGeoJson extends ForyArray[GeoJson, Vector[GeoJson]](ForyPart(classOf[GeoJson]), Vector)
  final class VectorOfDouble extends ForyArray[Double, Vector[Double]](ForyPart(classOf[java.lang.Double]), Vector)
  final class VectorOfVectorOfDouble
      extends ForyArray[Vector[Double], Vector[Vector[Double]]](new VectorOfDouble, Vector)
  final class VectorOfVectorOfVectorOfDouble
      extends ForyArray[Vector[Vector[Double]], Vector[Vector[Vector[Double]]]](new VectorOfVectorOfDouble, Vector)
  final class VectorOfVectorOfVectorOfVectorOfDouble
      extends ForyArray[Vector[Vector[Vector[Double]]], Vector[Vector[Vector[Vector[Double]]]]](
        new VectorOfVectorOfVectorOfDouble,
        Vector
      )
  final class VectorOfGeometry extends ForyArray[Geometry, Vector[Geometry]](ForyPart(classOf[Geometry]), Vector)

  // Classes: the constructor's parameters, and the codecs of fields.
  @JsonMixin(target = classOf[Feature])
  abstract class FeatureMixin @JsonCreator(Array("geometry", "properties")) (
      geometry: Geometry,
      @codec(value = classOf[MapOfString]) private val properties: Map[String, String]
  )

  @JsonMixin(target = classOf[FeatureCollection])
  abstract class FeatureCollectionMixin @JsonCreator(Array("features")) (@codec(value =
    classOf[VectorOfGeoJson]
  ) private val features: Vector[GeoJson])

  @JsonMixin(target = classOf[Point])
  abstract class PointMixin @JsonCreator(Array("coordinates")) (@codec(value =
    classOf[VectorOfDouble]
  ) private val coordinates: Vector[Double])

  @JsonMixin(target = classOf[MultiPoint])
  abstract class MultiPointMixin @JsonCreator(Array("coordinates")) (@codec(value =
    classOf[VectorOfVectorOfDouble]
  ) private val coordinates: Vector[Vector[Double]])

  @JsonMixin(target = classOf[LineString])
  abstract class LineStringMixin @JsonCreator(Array("coordinates")) (@codec(value =
    classOf[VectorOfVectorOfDouble]
  ) private val coordinates: Vector[Vector[Double]])

  @JsonMixin(target = classOf[MultiLineString])
  abstract class MultiLineStringMixin @JsonCreator(Array("coordinates")) (@codec(value =
    classOf[VectorOfVectorOfVectorOfDouble]
  ) private val coordinates: Vector[Vector[Vector[Double]]])

  @JsonMixin(target = classOf[Polygon])
  abstract class PolygonMixin @JsonCreator(Array("coordinates")) (@codec(value =
    classOf[VectorOfVectorOfVectorOfDouble]
  ) private val coordinates: Vector[Vector[Vector[Double]]])

  @JsonMixin(target = classOf[MultiPolygon])
  abstract class MultiPolygonMixin @JsonCreator(Array("coordinates")) (@codec(value =
    classOf[VectorOfVectorOfVectorOfVectorOfDouble]
  ) private val coordinates: Vector[Vector[Vector[Vector[Double]]]])

  @JsonMixin(target = classOf[GeometryCollection])
  abstract class GeometryCollectionMixin @JsonCreator(Array("geometries")) (@codec(value =
    classOf[VectorOfGeometry]
  ) private val geometries: Vector[Geometry])

  @JsonMixin(target = classOf[GeoJson])
  @JsonSubTypes(
    property = "type",
    value = Array(
      new Case(value = classOf[Feature], name = "Feature"),
      new Case(value = classOf[FeatureCollection], name = "FeatureCollection")
    )
  )
  abstract class GeoJsonMixin

  @JsonMixin(target = classOf[Geometry])
  @JsonSubTypes(
    property = "type",
    value = Array(
      new Case(value = classOf[Point], name = "Point"),
      new Case(value = classOf[MultiPoint], name = "MultiPoint"),
      new Case(value = classOf[LineString], name = "LineString"),
      new Case(value = classOf[MultiLineString], name = "MultiLineString"),
      new Case(value = classOf[Polygon], name = "Polygon"),
      new Case(value = classOf[MultiPolygon], name = "MultiPolygon"),
      new Case(value = classOf[GeometryCollection], name = "GeometryCollection")
    )
  )
  abstract class GeometryMixin
