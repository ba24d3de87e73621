package brine.json.schemas

import brine.json.trees.Json

/** Small schemas, and schemas made of others. */
private[json] object SchemaJson:
  def obj(members: (String, Json)*): Json = Json.Obj(members.toVector)
  def arr(elements: Seq[Json]): Json = Json.Arr(elements.toVector)
  def str(text: String): Json = Json.Str(text)
  def num(number: Long): Json = Json.Num(number.toString)
  def texts(all: Seq[String]): Json = arr(all.map(str))

  val Any: Json = Json.Bool(true)
  val Null: Json = ofType("null")
  val True: Json = obj("const" -> Json.Bool(true))
  val Number1: Json = obj("type" -> str("integer"), "minimum" -> num(1), "maximum" -> num(Int.MaxValue))

  def ofType(name: String): Json = obj("type" -> str(name))
  def integer(least: Json, most: Json): Json = obj("type" -> str("integer"), "minimum" -> least, "maximum" -> most)
  def text(pattern: String): Json = obj("type" -> str("string"), "pattern" -> str(pattern))
  def text(pattern: String, format: String): Json =
    obj("type" -> str("string"), "pattern" -> str(pattern), "format" -> str(format))
  def oneText(value: String): Json = obj("const" -> str(value))
  def array(items: Json): Json = obj("type" -> str("array"), "items" -> items)

  /** An array with exactly these elements. */
  def tuple(elements: Seq[Json]): Json = obj(
    "type" -> str("array"),
    "prefixItems" -> arr(elements),
    "items" -> Json.Bool(false),
    "minItems" -> num(elements.length)
  )

  def reference(definition: String): Json = obj("$ref" -> str(s"#/$$defs/$definition"))

  /** An object that has these members, which are required, and no others. */
  def closed(members: (String, Json)*): Json = obj(
    "type" -> str("object"),
    "properties" -> obj(members*),
    "required" -> texts(members.map(_._1)),
    "additionalProperties" -> Json.Bool(false)
  )

  def get(schema: Json, keyword: String): Json | Null = schema match
    case Json.Obj(members) => members.collectFirst { case (`keyword`, value) => value }.orNull
    case _                 => null

  /** A schema that is met where one of these is. Null becomes a second type where that says the same. */
  def any(alternatives: Seq[Json]): Json =
    val all = alternatives.distinct
    if all.contains(Any) then Any
    else if all.length == 1 then all.head
    else
      val (nulls, others) = all.partition(_ == Null)
      others match
        case Seq(Json.Obj(members)) if nulls.nonEmpty && isSimple(members) =>
          Json.Obj(members.map {
            case ("type", one) => "type" -> arr(Seq(one, str("null")))
            case other         => other
          })
        case _ => obj("anyOf" -> arr(others ++ nulls))

  /** Returns true if no keyword except the type concerns null. */
  private def isSimple(members: Vector[(String, Json)]): Boolean =
    members.exists { case (name, value) => name == "type" && value.isInstanceOf[Json.Str] } &&
      !members.exists((name, _) => Set("enum", "const", "anyOf", "allOf", "$ref")(name))
