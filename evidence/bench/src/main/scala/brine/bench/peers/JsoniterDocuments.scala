package brine.bench.peers

import com.github.plokhotnyuk.jsoniter_scala.core.*
import com.github.plokhotnyuk.jsoniter_scala.macros.{CodecMakerConfig, JsonCodecMaker}
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker.make
import brine.testkit.documents.*

/** jsoniter-scala's codecs for documents of public interfaces, as a program would write them. */
private object DocumentsByJsoniter:
  def codec(kind: String): JsonValueCodec[?] = kind match
    case "Stripe"      => JsoniterStripe.event
    case "Kubernetes"  => JsoniterKubernetes.resource
    case "GeoJson"     => JsoniterGeoJson.document
    case "Discord"     => JsoniterDiscord.change
    case "Chats"       => JsoniterChats.request
    case "RemoteCalls" => JsoniterRemoteCalls.document
    case "DynamoDb"    => JsoniterDynamoDb.page
    case "Prometheus"  => JsoniterPrometheus.answer

// The parts that several of them share.

/** A codec for values of several types, by the first byte. */
private abstract class ByFirst[A] extends JsonValueCodec[A]:
  protected def read(first: Byte, in: JsonReader): A
  final def decodeValue(in: JsonReader, default: A): A =
    val first = in.nextToken()
    in.rollbackToken()
    if first == 'n' then
      val ignored = in.isNextToken('n') && in.readNullOrError(true, "expected null")
      nullValue
    else read(first, in)
  final def nullValue: A = null.asInstanceOf[A]

private object ByFirst:
  type Scalar = String | Double | Boolean
  given scalar: ByFirst[Scalar] with
    def read(first: Byte, in: JsonReader): Scalar = first.toChar match
      case '"'       => in.readString(null)
      case 't' | 'f' => in.readBoolean()
      case _         => in.readDouble()
    def encodeValue(value: Scalar, out: JsonWriter): Unit = value match
      case s: String  => out.writeVal(s)
      case n: Double  => out.writeVal(n)
      case b: Boolean => out.writeVal(b)

// format: off
private object JsoniterStripe:
  import Stripe.*
  import java.time.Instant
  given JsonValueCodec[Instant] with
    def nullValue: Instant = null
    def decodeValue(in: JsonReader, default: Instant): Instant = Instant.ofEpochSecond(in.readLong())
    def encodeValue(value: Instant, out: JsonWriter): Unit = out.writeVal(value.getEpochSecond)
  given method: JsonValueCodec[PaymentMethod] = make(CodecMakerConfig
    .withFieldNameMapper(JsonCodecMaker.enforce_snake_case2)
    .withAdtLeafClassNameMapper(name => JsonCodecMaker.enforce_snake_case(JsonCodecMaker.simpleClassName(name)))
    .withDiscriminatorFieldName(Some("type"))
    .withRequireDiscriminatorFirst(false).withTransientNone(false).withTransientEmpty(false))
  given expandable: ByFirst[String | Resource] with
    def read(first: Byte, in: JsonReader): String | Resource =
      if first == '"' then in.readString(null) else resource.decodeValue(in, null)
    def encodeValue(value: String | Resource, out: JsonWriter): Unit = value match
      case id: String  => out.writeVal(id)
      case r: Resource => resource.encodeValue(r, out)
  given resource: JsonValueCodec[Resource] = make(CodecMakerConfig
    .withFieldNameMapper(JsonCodecMaker.enforce_snake_case)
    .withAdtLeafClassNameMapper(name => JsonCodecMaker.enforce_snake_case(JsonCodecMaker.simpleClassName(name)))
    .withDiscriminatorFieldName(Some("object"))
    .withRequireDiscriminatorFirst(false).withTransientNone(false).withTransientEmpty(false)
    .withAllowRecursiveTypes(true))
  given data: JsonValueCodec[Data] =
    make(CodecMakerConfig.withFieldNameMapper(JsonCodecMaker.enforce_snake_case).withTransientEmpty(false))
  val event: JsonValueCodec[Event] = make(CodecMakerConfig.withFieldNameMapper(JsonCodecMaker.enforce_snake_case))

private object JsoniterKubernetes:
  import Kubernetes.*
  given intOrString: ByFirst[Int | String] with
    def read(first: Byte, in: JsonReader): Int | String = if first == '"' then in.readString(null) else in.readInt()
    def encodeValue(value: Int | String, out: JsonWriter): Unit = value match
      case n: Int    => out.writeVal(n)
      case s: String => out.writeVal(s)
  given doubleOrString: ByFirst[Double | String] with
    def read(first: Byte,
        in: JsonReader): Double | String = if first == '"' then in.readString(null) else in.readDouble()
    def encodeValue(value: Double | String, out: JsonWriter): Unit = value match
      case n: Double => out.writeVal(n)
      case s: String => out.writeVal(s)
  val resource: JsonValueCodec[Resource] =
    make(CodecMakerConfig.withDiscriminatorFieldName(Some("kind")).withRequireDiscriminatorFirst(false))

private object JsoniterGeoJson:
  import GeoJson.*
  import ByFirst.{Scalar, given}
  given stringOrDouble: ByFirst[String | Double] with
    def read(first: Byte,
        in: JsonReader): String | Double = if first == '"' then in.readString(null) else in.readDouble()
    def encodeValue(value: String | Double, out: JsonWriter): Unit = value match
      case s: String => out.writeVal(s)
      case n: Double => out.writeVal(n)
  private val geometry: JsonValueCodec[Geometry] = make(CodecMakerConfig.withRequireDiscriminatorFirst(false)
    .withTransientEmpty(false).withAllowRecursiveTypes(true))
  private val properties: JsonValueCodec[Map[String, Option[Scalar]]] = make
  private final class Nullable[A](codec: JsonValueCodec[A]) extends ByFirst[A | Null]:
    def read(first: Byte, in: JsonReader): A | Null = codec.decodeValue(in, codec.nullValue)
    def encodeValue(value: A | Null, out: JsonWriter): Unit =
      if value == null then out.writeNull() else codec.encodeValue(value.asInstanceOf[A], out)
  given geometryOrNull: JsonValueCodec[Geometry | Null] = Nullable(geometry)
  given mapStringOptionScalarOrNull: JsonValueCodec[Map[String, Option[Scalar]] | Null] = Nullable(properties)
  val document: JsonValueCodec[Document] = make(CodecMakerConfig.withRequireDiscriminatorFirst(false)
    .withTransientEmpty(false).withAllowRecursiveTypes(true))

private object JsoniterDiscord:
  import Discord.*
  import brine.json.Patch
  import java.time.Instant
  private final class OfPatch[A](codec: JsonValueCodec[A]) extends JsonValueCodec[Patch[A]]:
    def nullValue: Patch[A] = Patch.Absent
    def decodeValue(in: JsonReader, default: Patch[A]): Patch[A] =
      if in.isNextToken('n') then in.readNullOrError(Patch.Null, "expected null")
      else
        in.rollbackToken()
        Patch.Set(codec.decodeValue(in, codec.nullValue))
    def encodeValue(value: Patch[A], out: JsonWriter): Unit = value match
      case Patch.Set(a) => codec.encodeValue(a, out)
      case _            => out.writeNull()
  given patchString: JsonValueCodec[Patch[String]] = OfPatch(make[String])
  given patchBoolean: JsonValueCodec[Patch[Boolean]] = OfPatch(make[Boolean])
  given patchInt: JsonValueCodec[Patch[Int]] = OfPatch(make[Int])
  given patchInstant: JsonValueCodec[Patch[Instant]] = OfPatch(make[Instant])
  given patchListOverwrite: JsonValueCodec[Patch[List[Overwrite]]] = OfPatch(make[List[Overwrite]])
  given emoji: JsonValueCodec[Patch[Emoji]] = OfPatch(make[Emoji](CodecMakerConfig.withTransientNone(false)))
  given patchListTag: JsonValueCodec[Patch[List[Tag]]] = OfPatch(make[List[Tag]])
  val change: JsonValueCodec[ChannelChange] =
    make(CodecMakerConfig.withFieldNameMapper(JsonCodecMaker.enforce_snake_case))

private object JsoniterChats:
  import Chats.*
  private val parts: JsonValueCodec[List[Part]] = make(CodecMakerConfig
    .withFieldNameMapper(JsonCodecMaker.enforce_snake_case)
    .withAdtLeafClassNameMapper(name => JsonCodecMaker.enforce_snake_case(JsonCodecMaker.simpleClassName(name)))
    .withRequireDiscriminatorFirst(false))
  private val texts: JsonValueCodec[List[String]] = make
  given stringOrListPartOrNull: ByFirst[String | List[Part] | Null] with
    def read(first: Byte, in: JsonReader): String | List[Part] | Null =
      if first == '"' then in.readString(null) else parts.decodeValue(in, Nil)
    def encodeValue(value: String | List[Part] | Null, out: JsonWriter): Unit = value match
      case null       => out.writeNull()
      case s: String  => out.writeVal(s)
      case l: List[?] => parts.encodeValue(l.asInstanceOf[List[Part]], out)
  given stringOrListString: ByFirst[String | List[String]] with
    def read(first: Byte, in: JsonReader): String | List[String] =
      if first == '"' then in.readString(null) else texts.decodeValue(in, Nil)
    def encodeValue(value: String | List[String], out: JsonWriter): Unit = value match
      case s: String  => out.writeVal(s)
      case l: List[?] => texts.encodeValue(l.asInstanceOf[List[String]], out)
  given message: JsonValueCodec[Message] = make(CodecMakerConfig
    .withFieldNameMapper(JsonCodecMaker.enforce_snake_case)
    .withAdtLeafClassNameMapper(name => JsonCodecMaker.enforce_snake_case(JsonCodecMaker.simpleClassName(name)))
    .withDiscriminatorFieldName(Some("role"))
    .withRequireDiscriminatorFirst(false).withTransientEmpty(false))
  given additional: ByFirst[Boolean | Schema] with
    def read(first: Byte, in: JsonReader): Boolean | Schema =
      if first == '{' then schema.decodeValue(in, null) else in.readBoolean()
    def encodeValue(value: Boolean | Schema, out: JsonWriter): Unit = value match
      case b: Boolean => out.writeVal(b)
      case s: Schema  => schema.encodeValue(s, out)
  given schema: JsonValueCodec[Schema] =
    make(CodecMakerConfig.withTransientEmpty(false).withAllowRecursiveTypes(true))
  private val choice: JsonValueCodec[Choice] = make
  given stringOrChoice: ByFirst[String | Choice] with
    def read(first: Byte, in: JsonReader): String | Choice =
      if first == '"' then in.readString(null) else choice.decodeValue(in, null)
    def encodeValue(value: String | Choice, out: JsonWriter): Unit = value match
      case s: String => out.writeVal(s)
      case c: Choice => choice.encodeValue(c, out)
  val request: JsonValueCodec[Request] =
    make(CodecMakerConfig.withFieldNameMapper(JsonCodecMaker.enforce_snake_case).withTransientEmpty(false))

private object JsoniterRemoteCalls:
  import RemoteCalls.*
  import ByFirst.{Scalar, given}
  given longOrStringOrNull: ByFirst[Long | String | Null] with
    def read(first: Byte, in: JsonReader): Long | String | Null =
      if first == '"' then in.readString(null) else in.readLong()
    def encodeValue(value: Long | String | Null, out: JsonWriter): Unit = value match
      case null      => out.writeNull()
      case n: Long   => out.writeVal(n)
      case s: String => out.writeVal(s)
  private val texts: JsonValueCodec[Map[String, String]] = make
  given stringOrMapStringString: ByFirst[String | Map[String, String]] with
    def read(first: Byte, in: JsonReader): String | Map[String, String] =
      if first == '"' then in.readString(null) else texts.decodeValue(in, Map.empty)
    def encodeValue(value: String | Map[String, String], out: JsonWriter): Unit = value match
      case s: String    => out.writeVal(s)
      case m: Map[?, ?] => texts.encodeValue(m.asInstanceOf[Map[String, String]], out)
  given content: JsonValueCodec[Content] = make(CodecMakerConfig.withRequireDiscriminatorFirst(false)
    .withAdtLeafClassNameMapper(name => JsonCodecMaker.enforceCamelCase(JsonCodecMaker.simpleClassName(name))))
  private val request: JsonValueCodec[Request] = make(CodecMakerConfig.withTransientEmpty(false))
  private val notification: JsonValueCodec[Notification] = make(CodecMakerConfig.withTransientEmpty(false))
  private val result: JsonValueCodec[Result] = make(CodecMakerConfig.withTransientEmpty(false))
  private val failure: JsonValueCodec[Failure] = make(CodecMakerConfig.withTransientEmpty(false))
  given message: JsonValueCodec[Message] with
    def nullValue: Message = null
    // The members decide: they are looked over first.
    def decodeValue(in: JsonReader, default: Message): Message =
      in.setMark()
      var (hasId, hasResult, hasError) = (false, false, false)
      if in.isNextToken('{') then
        if !in.isNextToken('}') then
          in.rollbackToken()
          var goesOn = true
          while goesOn do
            in.readKeyAsString() match
              case "id"     => hasId = true
              case "result" => hasResult = true
              case "error"  => hasError = true
              case _        =>
            in.skip()
            goesOn = in.isNextToken(',')
      in.rollbackToMark()
      if hasError then failure.decodeValue(in, null)
      else if hasResult then result.decodeValue(in, null)
      else if hasId then request.decodeValue(in, null)
      else notification.decodeValue(in, null)
    def encodeValue(value: Message, out: JsonWriter): Unit = value match
      case r: Request      => request.encodeValue(r, out)
      case n: Notification => notification.encodeValue(n, out)
      case r: Result       => result.encodeValue(r, out)
      case f: Failure      => failure.encodeValue(f, out)
  private val messages: JsonValueCodec[List[Message]] = make
  val document: JsonValueCodec[Message | List[Message]] = new ByFirst[Message | List[Message]]:
    def read(first: Byte, in: JsonReader): Message | List[Message] =
      if first == '[' then messages.decodeValue(in, Nil) else message.decodeValue(in, null)
    def encodeValue(value: Message | List[Message], out: JsonWriter): Unit = value match
      case l: List[?]                                     => messages.encodeValue(l.asInstanceOf[List[Message]], out)
      case m: (Request | Notification | Result | Failure) => message.encodeValue(m, out)

private object JsoniterDynamoDb:
  import DynamoDb.*
  given attribute: JsonValueCodec[Attribute] with
    def nullValue: Attribute = null
    def decodeValue(in: JsonReader, default: Attribute): Attribute =
      if !in.isNextToken('{') then in.decodeError("expected an attribute")
      val value = in.readKeyAsString() match
        case "S"    => Attribute.S(in.readString(null))
        case "N"    => Attribute.N(BigDecimal(in.readString(null)))
        case "B"    => Attribute.B(in.readString(null))
        case "BOOL" => Attribute.BOOL(in.readBoolean())
        case "NULL" => Attribute.NULL(in.readBoolean())
        case "SS"   => Attribute.SS(texts.decodeValue(in, Nil))
        case "L"    => Attribute.L(attributes.decodeValue(in, Nil))
        case "M"    => Attribute.M(item.decodeValue(in, Map.empty))
        case other  => in.decodeError(s"expected an attribute, not $other")
      if !in.isNextToken('}') then in.objectEndOrCommaError()
      value
    def encodeValue(value: Attribute, out: JsonWriter): Unit =
      out.writeObjectStart()
      value match
        case Attribute.S(v)    => out.writeNonEscapedAsciiKey("S"); out.writeVal(v)
        case Attribute.N(v)    => out.writeNonEscapedAsciiKey("N"); out.writeVal(v.toString)
        case Attribute.B(v)    => out.writeNonEscapedAsciiKey("B"); out.writeVal(v)
        case Attribute.BOOL(v) => out.writeNonEscapedAsciiKey("BOOL"); out.writeVal(v)
        case Attribute.NULL(v) => out.writeNonEscapedAsciiKey("NULL"); out.writeVal(v)
        case Attribute.SS(v)   => out.writeNonEscapedAsciiKey("SS"); texts.encodeValue(v, out)
        case Attribute.L(v)    => out.writeNonEscapedAsciiKey("L"); attributes.encodeValue(v, out)
        case Attribute.M(v)    => out.writeNonEscapedAsciiKey("M"); item.encodeValue(v, out)
      out.writeObjectEnd()
  private lazy val texts: JsonValueCodec[List[String]] = make
  private lazy val attributes: JsonValueCodec[List[Attribute]] = make
  private lazy val item: JsonValueCodec[Map[String, Attribute]] = make
  lazy val page: JsonValueCodec[Page] = make(CodecMakerConfig
    .withFieldNameMapper(JsonCodecMaker.EnforcePascalCase).withTransientEmpty(false))

private object JsoniterPrometheus:
  import Prometheus.*
  given JsonValueCodec[Data] = make(CodecMakerConfig.withDiscriminatorFieldName(Some("resultType"))
    .withRequireDiscriminatorFirst(false).withTransientEmpty(false)
    .withAdtLeafClassNameMapper(name => JsonCodecMaker.enforceCamelCase(JsonCodecMaker.simpleClassName(name))))
  val answer: JsonValueCodec[Answer] = make(CodecMakerConfig.withDiscriminatorFieldName(Some("status"))
    .withRequireDiscriminatorFirst(false).withTransientEmpty(false)
    .withAdtLeafClassNameMapper(name => JsonCodecMaker.enforceCamelCase(JsonCodecMaker.simpleClassName(name))))
