package brine.tapir

import brine.json.{Json, JsonSchema}
import sttp.tapir.{FieldName, Schema, SchemaType, Validator}
import sttp.tapir.Schema.SName
import sttp.tapir.SchemaType.*

/** Turns schemas of JSON into those of Tapir. Each document of the one is a document of the other. Keywords that Tapir
  * has no word for are left out, so Tapir's schema may take more: the length of a tuple, the pattern of a map's keys,
  * members that depend on each other.
  *
  * The schemas have no functions that take values apart, so Tapir validates no value by them: the codec has done so.
  */
private[tapir] object TapirSchemas:
  def of[A](schema: JsonSchema): Schema[A] =
    val Root = free(schema)
    val all = schema.component(Root).get("schemas") match
      case Some(Json.Obj(all)) => all.toMap
      case _                   => Map.empty[String, Json]
    val root = all.getOrElse(Root, schema.document)
    // Tapir would apply a validator of the root to values of the type.
    new TapirSchemas(all).schema(root, Nil).copy(validator = Validator.pass).asInstanceOf[Schema[A]]

  /** A name that no definition has. */
  private def free(schema: JsonSchema): String =
    val taken = schema.document.get("$defs") match
      case Some(Json.Obj(all)) => all.map(_._1).toSet
      case _                   => Set.empty[String]
    Iterator.iterate("Root")(_ + "_").find(!taken(_)).get

private final class TapirSchemas(definitions: Map[String, Json]):
  /** `open`: the definitions around, which are referred to. */
  def schema(json: Json, open: List[String]): Schema[Any] = json match
    case Json.Obj(_) =>
      val plain = text(json, "$ref") match
        case Some(to) => definition(to.substring(to.lastIndexOf('/') + 1), open)
        case None =>
          json.get("anyOf").orElse(json.get("oneOf")) match
            case Some(Json.Arr(all)) => oneOf(all.toList, json, open)
            case _                   => values(json).orElse(kinds(json, open)).getOrElse(any)
      json.get("default").flatMap(scalar).fold(plain)(value => plain.default(value, Some(value)))
    case _ => any

  private val any: Schema[Any] = Schema.any[Any]
  private def text(json: Json, keyword: String): Option[String] = json.get(keyword).collect { case Json.Str(text) =>
    text
  }

  private def definition(name: String, open: List[String]): Schema[Any] =
    if open.contains(name) then Schema(SRef(SName(name)))
    else
      val schema = this.schema(definitions.getOrElse(name, Json.Bool(true)), name :: open)
      if schema.schemaType.isInstanceOf[SRef[?]] then schema else schema.name(SName(name))

  private def oneOf(all: List[Json], json: Json, open: List[String]): Schema[Any] =
    val (nulls, others) = all.partition(text(_, "type").contains("null"))
    val schemas = others.map(schema(_, open))
    val one = schemas match
      case List(only) => only
      case _          => Schema[Any](SCoproduct(schemas, discriminator(json))(_ => None))
    if nulls.isEmpty then one else optional(one)

  private def discriminator(json: Json): Option[SDiscriminator] =
    for
      own <- json.get("discriminator")
      name <- text(own, "propertyName")
      case Json.Obj(leaves) <- own.get("mapping")
    yield SDiscriminator(
      FieldName(name),
      leaves.collect { case (leaf, Json.Str(to)) =>
        leaf -> SRef[Any](SName(to.substring(to.lastIndexOf('/') + 1)))
      }.toMap
    )

  private def optional(schema: Schema[Any]): Schema[Any] =
    if schema.isOptional then schema
    else Schema(SOption[Any, Any](schema)(_ => None), isOptional = true, format = schema.format)

  private def scalar(json: Json): Option[Any] = json match
    case Json.Str(text)   => Some(text)
    case Json.Bool(value) => Some(value)
    case Json.Num(text)   => Some(BigDecimal(text))
    case _                => None

  /** A schema of certain values. */
  private def values(json: Json): Option[Schema[Any]] =
    val all = json.get("const").map(List(_)).orElse(json.get("enum").collect { case Json.Arr(all) => all.toList })
    all.map(_.flatMap(scalar)).filter(_.nonEmpty).map { values =>
      val kind: SchemaType[Any] = values.head match
        case _: String     => SString()
        case _: Boolean    => SBoolean()
        case _: BigDecimal => SInteger()
      Schema(kind).validate(Validator.enumeration(values, value => Some(value)))
    }

  private def kinds(json: Json, open: List[String]): Option[Schema[Any]] = json.get("type") match
    case Some(Json.Str(kind)) => ofKind(kind, json, open)
    case Some(Json.Arr(all)) =>
      val schemas = all.toList.collect { case Json.Str(kind) if kind != "null" => ofKind(kind, json, open) }.flatten
      val one = if schemas.length == 1 then schemas.head else Schema[Any](SCoproduct(schemas, None)(_ => None))
      Some(if all.contains(Json.Str("null")) then optional(one) else one)
    case _ => None

  private def ofKind(kind: String, json: Json, open: List[String]): Option[Schema[Any]] = kind match
    case "string" =>
      val patterns = text(json, "pattern").map(Validator.pattern(_))
      val lengths = number(json, "minLength").map(n => Validator.minLength(n.toInt)) ++
        number(json, "maxLength").map(n => Validator.maxLength(n.toInt))
      Some(formatted(Schema(SString[Any]()), json, (patterns ++ lengths).toList))
    case "integer" => Some(formatted(Schema(SInteger[Any]()), json, range(json)))
    case "number"  => Some(formatted(Schema(SNumber[Any]()), json, range(json)))
    case "boolean" => Some(Schema(SBoolean[Any]()))
    case "array"  => Some(Schema(SArray[Any, Any](json.get("prefixItems").fold(items(json, open))(_ => any))(_ => Nil)))
    case "object" => Some(ofObject(json, open))
    case _        => None

  private def items(json: Json, open: List[String]): Schema[Any] = json.get("items").fold(any)(schema(_, open))

  private def number(json: Json, keyword: String): Option[BigDecimal] =
    json.get(keyword).collect { case Json.Num(text) => BigDecimal(text) }

  private def range(json: Json): List[Validator[?]] =
    (number(json, "minimum").map(Validator.min(_)) ++ number(json, "maximum").map(Validator.max(_))).toList

  private def formatted(schema: Schema[Any], json: Json, all: List[Validator[?]]): Schema[Any] =
    val own = all.asInstanceOf[List[Validator[Any]]]
    val validated =
      if own.isEmpty then schema else schema.validate(if own.length == 1 then own.head else Validator.all(own*))
    text(json, "format").fold(validated)(validated.format(_))

  private def ofObject(json: Json, open: List[String]): Schema[Any] =
    val required = json.get("required").collect { case Json.Arr(all) => all.toSet[Json] }.getOrElse(Set.empty)
    val fields = json.get("properties").collect { case Json.Obj(all) => all.toList }.getOrElse(Nil).map { (name, own) =>
      val field = schema(own, open)
      SProductField[Any, Any](
        FieldName(name),
        if required(Json.Str(name)) then field else optional(field),
        _ => None
      )
    }
    json.get("additionalProperties") match
      case Some(values: Json.Obj) => Schema(SOpenProduct[Any, Any](fields, schema(values, open))(_ => Map.empty))
      case Some(Json.Bool(true))  => Schema(SOpenProduct[Any, Any](fields, any)(_ => Map.empty))
      case _ if json.get("properties").isEmpty => Schema(SOpenProduct[Any, Any](Nil, any)(_ => Map.empty))
      case _                                   => Schema(SProduct(fields))
