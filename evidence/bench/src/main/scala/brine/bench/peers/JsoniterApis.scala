package brine.bench.peers

import com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec
import com.github.plokhotnyuk.jsoniter_scala.macros.{CodecMakerConfig, JsonCodecMaker}
import brine.bench.workloads.apis.*

/** The codecs for payloads of public APIs. Empty collections are written, as the others write them. */
private object CheckingApis:
  def codec(kind: String): JsonValueCodec[?] = kind match
    case "github" => JsonCodecMaker.make[Vector[GithubEvent]](
        CodecMakerConfig.withFieldNameMapper(JsonCodecMaker.enforce_snake_case).withTransientEmpty(false)
      )
    case "twitter" => JsonCodecMaker.make[Vector[Tweet]](
        CodecMakerConfig
          .withFieldNameMapper(JsonCodecMaker.enforce_snake_case)
          .withTransientEmpty(false)
          .withTransientNone(false)
          .withAllowRecursiveTypes(true)
      )
    case "geojson" => JsonCodecMaker.make[GeoJson](
        CodecMakerConfig.withTransientEmpty(false).withAllowRecursiveTypes(true)
      )
    case other => DocumentsByJsoniter.codec(other)

/** These do not check for duplicate fields. */
private object FastApis:
  def codec(kind: String): JsonValueCodec[?] = kind match
    case "github" => JsonCodecMaker.make[Vector[GithubEvent]](
        CodecMakerConfig
          .withFieldNameMapper(JsonCodecMaker.enforce_snake_case)
          .withTransientEmpty(false)
          .withCheckFieldDuplication(false)
      )
    case "twitter" => JsonCodecMaker.make[Vector[Tweet]](
        CodecMakerConfig
          .withFieldNameMapper(JsonCodecMaker.enforce_snake_case)
          .withTransientEmpty(false)
          .withTransientNone(false)
          .withAllowRecursiveTypes(true)
          .withCheckFieldDuplication(false)
      )
    case "geojson" => JsonCodecMaker.make[GeoJson](
        CodecMakerConfig.withTransientEmpty(false).withAllowRecursiveTypes(true).withCheckFieldDuplication(false)
      )
