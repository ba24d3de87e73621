package brine.bench.workloads.apis

import java.util.SplittableRandom
import brine.Pickler
import brine.bench.messages.*
import brine.bench.messages.Language.*
import brine.bench.workloads.Workload
import brine.json.JsonDialect

/** GeoJSON (RFC 7946), in which the member `type` names the case of both families. A position is a longitude and a
  * latitude.
  */
sealed trait GeoJson derives Pickler
final case class Feature(geometry: Geometry, properties: Map[String, String]) extends GeoJson
final case class FeatureCollection(features: Vector[GeoJson]) extends GeoJson

sealed trait Geometry derives Pickler
final case class Point(coordinates: Vector[Double]) extends Geometry
final case class MultiPoint(coordinates: Vector[Vector[Double]]) extends Geometry
final case class LineString(coordinates: Vector[Vector[Double]]) extends Geometry
final case class MultiLineString(coordinates: Vector[Vector[Vector[Double]]]) extends Geometry
final case class Polygon(coordinates: Vector[Vector[Vector[Double]]]) extends Geometry
final case class MultiPolygon(coordinates: Vector[Vector[Vector[Vector[Double]]]]) extends Geometry
final case class GeometryCollection(geometries: Vector[Geometry]) extends Geometry

/** A map as one collection of features. `size`: features. */
final class Features(size: Int) extends Workload[GeoJson]("geojson"):
  def pickler: Pickler[GeoJson] = summon
  lazy val values: Vector[GeoJson] = Vector(new GeoDraws(new SplittableRandom(1)).collection(size))

  override def dialect: JsonDialect = JsonDialect.Default.copy(
    families = JsonDialect.Families.Member("type"),
    unknown = JsonDialect.Unknown.Skip,
    marks = JsonDialect.Marks.Refused,
    identity = JsonDialect.Identity.Copied
  )

private final class GeoDraws(random: SplittableRandom):
  def collection(count: Int): GeoJson = FeatureCollection(Vector.fill(count)(feature))

  private def feature: GeoJson =
    Feature(
      geometry,
      Map("name" -> random.text(Greek, 1, 3), "kind" -> random.oneOf("lake", "road", "town"), "source" -> "survey")
    )

  private def geometry: Geometry = random.nextInt(100) match
    case n if n < 25 => Point(position)
    case n if n < 30 => MultiPoint(line(2, 8))
    case n if n < 55 => LineString(line(4, 60))
    case n if n < 60 => MultiLineString(random.vector(2, 4)(line(4, 20)))
    case n if n < 85 => Polygon(rings)
    case n if n < 95 => MultiPolygon(random.vector(2, 3)(rings))
    case _           => GeometryCollection(Vector(Point(position), LineString(line(3, 20))))

  private def rings: Vector[Vector[Vector[Double]]] = random.vector(1, 2)(ring)

  /** Ends where it begins. */
  private def ring: Vector[Vector[Double]] =
    val open = line(5, 80)
    open :+ open.head

  /** Each position is near the one before. */
  private def line(least: Int, most: Int): Vector[Vector[Double]] =
    val start = position
    val steps =
      Vector.fill(random.between(least, most))((random.nextDouble(-0.01, 0.01), random.nextDouble(-0.01, 0.01)))
    steps.scanLeft(start)((from, step) => Vector(rounded(from(0) + step._1), rounded(from(1) + step._2)))

  private def position: Vector[Double] = Vector(rounded(random.longitude), rounded(random.latitude))

  /** To about a centimetre. */
  private def rounded(degrees: Double): Double = math.rint(degrees * 1e7) / 1e7
