package brine.checks.documents

// format: off
import brine.*
import brine.json.{Json, JsonDialect, NameStyle, Patch}
import brine.json.JsonDialect.*
import brine.testkit.documents.{DocumentKind, Draw}
import brine.testkit.documents.Draws.*

/** Maps whose geometries refer to shared arcs. */
object TopoJson:
  final case class Topology(`type`: String, objects: Map[String, Geometry], arcs: List[List[List[Double]]],
      transform: Option[Transform], bbox: Option[List[Double]]) derives Pickler
  final case class Transform(scale: (Double, Double), translate: (Double, Double)) derives Pickler
  enum Geometry derives Pickler:
    case Point(coordinates: List[Double], id: Option[String | Double], properties: Option[Map[String, Json]])
    case LineString(arcs: List[Int], id: Option[String | Double], properties: Option[Map[String, Json]])
    case Polygon(arcs: List[List[Int]], id: Option[String | Double], properties: Option[Map[String, Json]])
    case MultiPolygon(arcs: List[List[List[Int]]], id: Option[String | Double], properties: Option[Map[String, Json]])
    case GeometryCollection(geometries: List[Geometry], properties: Option[Map[String, Json]])

  val dialect = JsonDialect.Api

  val kind = DocumentKind[Topology]("TopoJSON", dialect)(
    "/objects/o/type" -> "Circle",
    "/objects/o/arcs" -> Json.Null,
    "/arcs/0/0/0" -> "1",
    "/transform/scale" -> arr(1)
  )(
    obj("type" -> "Topology", "objects" -> obj("o" -> geometry(2), "p?" -> geometry(1)),
      "arcs" -> list(list(arr(number, number), 1), 1), "transform?" -> obj("scale" -> arr(number, number),
        "translate" -> arr(number, number)), "bbox?" -> arr(number, number, number, number))
  )

  private def geometry(levels: Int)(using Draw): Json =
    val more = obj("id?" -> oneOf(name, number), "properties?" -> map(any))
    def arcs = list(oneOf(whole, -3))
    oneOf(obj("type" -> "Point", "coordinates" -> arr(number, number), "*" -> more),
      obj("*" -> more, "arcs" -> arcs, "type" -> "LineString"), obj("type" -> "Polygon", "arcs" -> list(arcs),
      "*" -> more),
      obj("type" -> "MultiPolygon", "arcs" -> list(list(arcs)), "*" -> more), if levels == 0 then
        obj("type" -> "LineString", "arcs" -> arcs)
      else obj("type" -> "GeometryCollection", "geometries" -> list(geometry(levels - 1)), "properties?" -> map(any)))

/** Scenes: numbers for kinds, extensions by their names, and anything as extras. */
object Gltf:
  final case class Scene(asset: Asset, scene: Option[Int], scenes: List[Root], nodes: List[Node], meshes: List[Mesh],
      accessors: List[Accessor], materials: List[Material], buffers: List[Buffer], extensionsUsed: List[String],
      extensions: Map[String, Json]) derives Pickler
  final case class Asset(version: String, generator: Option[String], extras: Patch[Json]) derives Pickler
  final case class Root(nodes: List[Int], name: Option[String]) derives Pickler
  final case class Node(name: Option[String], mesh: Option[Int], children: List[Int], matrix: Option[Vector[Float]],
      translation: Option[(Float, Float, Float)], extensions: Map[String, Json]) derives Pickler
  final case class Mesh(primitives: List[Primitive], weights: Option[List[Double]]) derives Pickler
  final case class Primitive(attributes: Map[String, Int], indices: Option[Int], material: Option[Int], mode: Int = 4)
      derives Pickler
  final case class Accessor(componentType: Int, count: Int, `type`: ElementType, normalized: Boolean = false,
      max: Option[List[Double]], min: Option[List[Double]]) derives Pickler
  enum ElementType derives Pickler:
    case SCALAR, VEC2, VEC3, MAT4
  final case class Material(name: Option[String], pbrMetallicRoughness: Option[Roughness], alphaMode: AlphaMode =
      AlphaMode.OPAQUE, doubleSided: Boolean = false, extensions: Map[String, Json]) derives Pickler
  final case class Roughness(baseColorFactor: (Double, Double, Double, Double) = (1, 1, 1, 1),
      metallicFactor: Double = 1, roughnessFactor: Double = 1) derives Pickler
  enum AlphaMode derives Pickler:
    case OPAQUE, MASK, BLEND
  final case class Buffer(uri: Option[String], byteLength: Long) derives Pickler

  val dialect = JsonDialect.Api.copy(omit = Set(Omit.Nones, Omit.Empties, Omit.Defaults))

  val kind = DocumentKind[Scene]("glTF", dialect)(
    "/accessors/0/type" -> "VEC9",
    "/nodes/0/translation" -> arr(1, 2),
    "/nodes/0/matrix/0" -> Json.Null,
    "/asset/version" -> Json.Null
  )(
    obj("asset" -> obj("version" -> "2.0", "generator?" -> text, "extras?" -> any), "scene?" -> 0,
      "scenes?" -> list(obj("nodes?" -> list(whole, 1), "name?" -> text), 1), "nodes" -> list(node, 1),
      "meshes?" -> list(obj("primitives" -> list(obj("attributes" -> obj("POSITION" -> 1, "NORMAL?" -> 2),
      "indices?" -> 3,
        "material?" -> 0, "mode?" -> 1), 1), "weights?" -> list(number)), 1),
        "accessors" -> list(obj("componentType" -> 5126,
        "count" -> whole, "type" -> oneOf("SCALAR", "VEC3"), "normalized?" -> true, "max?" -> list(number)), 1),
      "materials?" -> list(material, 1), "buffers?" -> list(obj("uri?" -> text, "byteLength" -> large), 1),
      "extensionsUsed?" -> list(name, 1), "extensions?" -> map(any, 1))
  )

  private def node(using Draw): Json = obj("name?" -> text, "mesh?" -> 0, "children?" -> list(whole, 1),
    "matrix?" -> list(number, 16), "translation?" -> arr(number, number, number),
    "extensions?" -> obj("KHR_lights" -> any))
  private def material(using Draw): Json = obj("name?" -> text, "pbrMetallicRoughness?" -> obj("baseColorFactor" -> arr(
    number, 0, 1, 1), "metallicFactor?" -> 0.5), "alphaMode?" -> "BLEND", "doubleSided?" -> true,
    "extensions?" -> map(any, 1))

/** Animations: short names, numbers for truths, and a value that is a number, a list or a list of frames. */
object Lottie:
  final case class Animation(v: String, fr: Double, ip: Double, op: Double, w: Int, h: Int, nm: Option[String],
      ddd: Option[Int], assets: Option[List[Asset]], layers: List[Layer], markers: Option[List[Json]]) derives Pickler
  type Asset = Picture | Composition
  final case class Picture(id: String, w: Int, h: Int, p: String, u: Option[String]) derives Pickler
  final case class Composition(id: String, layers: List[Layer]) derives Pickler
  enum Layer derives Pickler:
    @rename("0") case Composed(refId: String, ks: Transform, st: Double, ip: Double, op: Double, extras: Extras)
    @rename("4") case Drawn(shapes: List[Shape], ks: Transform, st: Double, ip: Double, op: Double, extras: Extras)
    @fallback case Other(extras: Extras)
  final case class Transform(o: Option[Value], r: Option[Value], p: Option[Value | Split], a: Option[Value])
      derives Pickler
  final case class Value(a: Int, k: Double | List[Double | Frame], ix: Option[Int]) derives Pickler
  final case class Split(s: Boolean, x: Value, y: Value) derives Pickler
  final case class Frame(t: Double, s: Option[List[Double]], i: Option[Ease], o: Option[Ease], h: Option[Int])
      derives Pickler
  final case class Ease(x: Double | List[Double], y: Double | List[Double]) derives Pickler
  enum Shape derives Pickler:
    @rename("gr") case Group(it: List[Shape], nm: Option[String])
    @rename("fl") case Fill(c: Value, o: Value, r: Option[Int])
    @rename("el") case Ellipse(p: Value, s: Value, d: Option[Int])
    @rename("sh") case Path(ks: Bezier, nm: Option[String])
    @fallback case Other(extras: Extras)
  final case class Bezier(a: Int, k: Curve | List[BezierFrame]) derives Pickler
  final case class BezierFrame(t: Double, s: Option[List[Curve]]) derives Pickler
  final case class Curve(c: Boolean, v: List[(Double, Double)], i: List[(Double, Double)]) derives Pickler

  val dialect = JsonDialect.Api.forType[Shape](_.copy(families = Families.Member("ty")))
    .forType[Layer](_.copy(families = Families.Member("ty", literals = true)))

  val kind = DocumentKind[Animation]("Lottie", dialect)(
    "/layers/0/ty" -> "4",
    "/layers/0/ks/o/k" -> "1",
    "/layers/0/shapes/0/ty" -> 4,
    "/fr" -> Json.Null
  )(
    obj("v" -> "5.9.0", "fr" -> 29.97, "ip" -> 0, "op" -> 60, "w" -> 512, "h" -> 512, "nm?" -> text, "ddd?" -> 0,
      "assets?" -> list(oneOf(obj("id" -> name, "w" -> 1, "h" -> 2, "p" -> text, "u?" -> text), obj("id" -> name,
        "layers" -> list(layer)))), "layers" -> list(layer, 1), "markers?" -> list(any))
  )

  private def layer(using Draw): Json = oneOf(
    obj("ty" -> 0, "nm?" -> text, "ks" -> placed, "refId" -> name, "st" -> 0, "ip" -> 0, "op" -> number, "bm?" -> 0),
    obj("ind?" -> whole, "ks" -> placed, "shapes" -> list(shape(2)), "st" -> 0, "ip" -> 0, "op" -> number, "ty" -> 4),
    obj("ty" -> oneOf(5, 3), "parent?" -> whole, "t" -> any)
  )
  private def placed(using Draw): Json = obj("o?" -> value, "r?" -> value,
    "p?" -> oneOf(value, obj("s" -> true, "x" -> value, "y" -> value)), "a?" -> value)
  private def value(using Draw): Json = oneOf(
    obj("a" -> 0, "k" -> oneOf(number, list(number)), "ix?" -> 3), obj("a" -> 1, "k" -> list(frame)))
  private def frame(using Draw): Json = obj("t" -> number, "s?" -> list(number), "i?" -> ease, "o?" -> ease, "h?" -> 1)
  private def ease(using Draw): Json = obj("x" -> oneOf(number, list(number)), "y" -> oneOf(number, list(number)))
  private def curve(using Draw): Json =
    obj("c" -> truth, "v" -> list(arr(number, number)), "i" -> list(arr(number, number)))
  private def shape(levels: Int)(using Draw): Json = oneOf(
    if levels == 0 then obj("ty" -> "tm", unknown)
    else obj("ty" -> "gr", "it" -> list(shape(levels - 1)), "nm?" -> text),
    obj("ty" -> "fl", "c" -> value, "o" -> value, "r?" -> 1),
    obj("p" -> value, "s" -> value, "d?" -> 1, "ty" -> "el"),
    obj("ty" -> "sh", "ks" -> oneOf(obj("a" -> 0, "k" -> curve), obj("a" -> 1, "k" -> list(obj("t" -> number,
      "s?" -> list(curve))))), "nm?" -> text),
    obj("ty" -> "st", "c" -> value, unknown)
  )
