package brine.bench.peers

import scala.annotation.meta.field
import org.apache.fory.json.annotation.{JsonCodec, JsonCreator, JsonMixin}
import brine.bench.workloads.apis.*

/** Mixins for posts in the manner of Twitter's API: the annotations that these classes could have. */
private[peers] object ForyJsonTwitter:
  val all: List[Class[?]] = List(
    classOf[TweetMixin],
    classOf[TwitterUserMixin],
    classOf[PlaceMixin],
    classOf[EntitiesMixin],
    classOf[HashtagMixin],
    classOf[MentionMixin],
    classOf[LinkMixin],
    classOf[PhotoMixin],
    classOf[MediaSizeMixin]
  )

  private type codec = JsonCodec @field

  // Collections and options: a codec for each of their types.
  final class VectorOfTweet extends ForyArray[Tweet, Vector[Tweet]](ForyPart(classOf[Tweet]), Vector)
  final class OptionOfString extends ForyOption[String](ForyPart(classOf[String]))
  final class OptionOfBoolean extends ForyOption[Boolean](ForyPart(classOf[java.lang.Boolean]))
  final class OptionOfLong extends ForyOption[Long](ForyPart(classOf[java.lang.Long]))
  final class OptionOfPlace extends ForyOption[Place](ForyPart(classOf[Place]))
  final class OptionOfTweet extends ForyOption[Tweet](ForyPart(classOf[Tweet]))
  final class OptionOfInt extends ForyOption[Int](ForyPart(classOf[Integer]))
  final class VectorOfHashtag extends ForyArray[Hashtag, Vector[Hashtag]](ForyPart(classOf[Hashtag]), Vector)
  final class VectorOfMention extends ForyArray[Mention, Vector[Mention]](ForyPart(classOf[Mention]), Vector)
  final class VectorOfLink extends ForyArray[Link, Vector[Link]](ForyPart(classOf[Link]), Vector)
  final class VectorOfPhoto extends ForyArray[Photo, Vector[Photo]](ForyPart(classOf[Photo]), Vector)
  final class VectorOfInt extends ForyArray[Int, Vector[Int]](ForyPart(classOf[Integer]), Vector)
  final class MapOfMediaSize extends ForyMap[MediaSize](ForyPart(classOf[MediaSize]))

  // Classes: the constructor's parameters, and the codecs of fields.
  @JsonMixin(target = classOf[Tweet])
  abstract class TweetMixin @JsonCreator(Array(
    "createdAt",
    "id",
    "idStr",
    "text",
    "truncated",
    "entities",
    "source",
    "inReplyToStatusId",
    "inReplyToUserId",
    "inReplyToScreenName",
    "user",
    "place",
    "retweetedStatus",
    "quotedStatus",
    "isQuoteStatus",
    "retweetCount",
    "favoriteCount",
    "favorited",
    "retweeted",
    "possiblySensitive",
    "lang"
  )) (
      createdAt: String,
      id: Long,
      idStr: String,
      text: String,
      truncated: Boolean,
      entities: Entities,
      source: String,
      @codec(value = classOf[OptionOfLong]) private val inReplyToStatusId: Option[Long],
      @codec(value = classOf[OptionOfLong]) private val inReplyToUserId: Option[Long],
      @codec(value = classOf[OptionOfString]) private val inReplyToScreenName: Option[String],
      user: TwitterUser,
      @codec(value = classOf[OptionOfPlace]) private val place: Option[Place],
      @codec(value = classOf[OptionOfTweet]) private val retweetedStatus: Option[Tweet],
      @codec(value = classOf[OptionOfTweet]) private val quotedStatus: Option[Tweet],
      isQuoteStatus: Boolean,
      retweetCount: Int,
      favoriteCount: Int,
      favorited: Boolean,
      retweeted: Boolean,
      @codec(value = classOf[OptionOfBoolean]) private val possiblySensitive: Option[Boolean],
      @codec(value = classOf[OptionOfString]) private val lang: Option[String]
  )

  @JsonMixin(target = classOf[TwitterUser])
  abstract class TwitterUserMixin @JsonCreator(Array(
    "id",
    "idStr",
    "name",
    "screenName",
    "location",
    "description",
    "url",
    "followersCount",
    "friendsCount",
    "listedCount",
    "createdAt",
    "favouritesCount",
    "utcOffset",
    "timeZone",
    "geoEnabled",
    "verified",
    "statusesCount",
    "lang",
    "contributorsEnabled",
    "isTranslator",
    "isTranslationEnabled",
    "profileBackgroundColor",
    "profileBackgroundImageUrl",
    "profileBackgroundTile",
    "profileImageUrl",
    "profileImageUrlHttps",
    "profileBannerUrl",
    "profileLinkColor",
    "profileSidebarBorderColor",
    "profileSidebarFillColor",
    "profileTextColor",
    "profileUseBackgroundImage",
    "hasExtendedProfile",
    "defaultProfile",
    "defaultProfileImage",
    "following",
    "followRequestSent",
    "notifications",
    "translatorType"
  )) (
      id: Long,
      idStr: String,
      name: String,
      screenName: String,
      location: String,
      description: String,
      @codec(value = classOf[OptionOfString]) private val url: Option[String],
      followersCount: Int,
      friendsCount: Int,
      listedCount: Int,
      createdAt: String,
      favouritesCount: Int,
      @codec(value = classOf[OptionOfInt]) private val utcOffset: Option[Int],
      @codec(value = classOf[OptionOfString]) private val timeZone: Option[String],
      geoEnabled: Boolean,
      verified: Boolean,
      statusesCount: Int,
      @codec(value = classOf[OptionOfString]) private val lang: Option[String],
      contributorsEnabled: Boolean,
      isTranslator: Boolean,
      isTranslationEnabled: Boolean,
      profileBackgroundColor: String,
      @codec(value = classOf[OptionOfString]) private val profileBackgroundImageUrl: Option[String],
      profileBackgroundTile: Boolean,
      profileImageUrl: String,
      profileImageUrlHttps: String,
      @codec(value = classOf[OptionOfString]) private val profileBannerUrl: Option[String],
      profileLinkColor: String,
      profileSidebarBorderColor: String,
      profileSidebarFillColor: String,
      profileTextColor: String,
      profileUseBackgroundImage: Boolean,
      hasExtendedProfile: Boolean,
      defaultProfile: Boolean,
      defaultProfileImage: Boolean,
      @codec(value = classOf[OptionOfBoolean]) private val following: Option[Boolean],
      @codec(value = classOf[OptionOfBoolean]) private val followRequestSent: Option[Boolean],
      @codec(value = classOf[OptionOfBoolean]) private val notifications: Option[Boolean],
      translatorType: String
  )

  @JsonMixin(target = classOf[Place])
  abstract class PlaceMixin @JsonCreator(
    Array("id", "url", "placeType", "name", "fullName", "countryCode", "country")
  ) (id: String, url: String, placeType: String, name: String, fullName: String, countryCode: String, country: String)

  @JsonMixin(target = classOf[Entities])
  abstract class EntitiesMixin @JsonCreator(Array("hashtags", "symbols", "userMentions", "urls", "media")) (
      @codec(value = classOf[VectorOfHashtag]) private val hashtags: Vector[Hashtag],
      @codec(value = classOf[VectorOfHashtag]) private val symbols: Vector[Hashtag],
      @codec(value = classOf[VectorOfMention]) private val userMentions: Vector[Mention],
      @codec(value = classOf[VectorOfLink]) private val urls: Vector[Link],
      @codec(value = classOf[VectorOfPhoto]) private val media: Vector[Photo]
  )

  @JsonMixin(target = classOf[Hashtag])
  abstract class HashtagMixin @JsonCreator(Array("text", "indices")) (
      text: String,
      @codec(value = classOf[VectorOfInt]) private val indices: Vector[Int]
  )

  @JsonMixin(target = classOf[Mention])
  abstract class MentionMixin @JsonCreator(Array("screenName", "name", "id", "idStr", "indices")) (
      screenName: String,
      name: String,
      id: Long,
      idStr: String,
      @codec(value = classOf[VectorOfInt]) private val indices: Vector[Int]
  )

  @JsonMixin(target = classOf[Link])
  abstract class LinkMixin @JsonCreator(Array("url", "expandedUrl", "displayUrl", "indices")) (
      url: String,
      expandedUrl: String,
      displayUrl: String,
      @codec(value = classOf[VectorOfInt]) private val indices: Vector[Int]
  )

  @JsonMixin(target = classOf[Photo])
  abstract class PhotoMixin @JsonCreator(Array(
    "id",
    "idStr",
    "indices",
    "mediaUrl",
    "mediaUrlHttps",
    "url",
    "displayUrl",
    "sizes"
  )) (
      id: Long,
      idStr: String,
      @codec(value = classOf[VectorOfInt]) private val indices: Vector[Int],
      mediaUrl: String,
      mediaUrlHttps: String,
      url: String,
      displayUrl: String,
      @codec(value = classOf[MapOfMediaSize]) private val sizes: Map[String, MediaSize]
  )

  @JsonMixin(target = classOf[MediaSize])
  abstract class MediaSizeMixin @JsonCreator(Array("w", "h", "resize")) (w: Int, h: Int, resize: String)
