package brine.bench.workloads.apis

import brine.Pickler

/** A post as version 1.1 of Twitter's API has it: many members, and null for a value that is absent. */
final case class Tweet(
    createdAt: String,
    id: Long,
    idStr: String,
    text: String,
    truncated: Boolean,
    entities: Entities,
    source: String,
    inReplyToStatusId: Option[Long],
    inReplyToUserId: Option[Long],
    inReplyToScreenName: Option[String],
    user: TwitterUser,
    place: Option[Place],
    retweetedStatus: Option[Tweet],
    quotedStatus: Option[Tweet],
    isQuoteStatus: Boolean,
    retweetCount: Int,
    favoriteCount: Int,
    favorited: Boolean,
    retweeted: Boolean,
    possiblySensitive: Option[Boolean],
    lang: Option[String]
) derives Pickler

final case class TwitterUser(
    id: Long,
    idStr: String,
    name: String,
    screenName: String,
    location: String,
    description: String,
    url: Option[String],
    followersCount: Int,
    friendsCount: Int,
    listedCount: Int,
    createdAt: String,
    favouritesCount: Int,
    utcOffset: Option[Int],
    timeZone: Option[String],
    geoEnabled: Boolean,
    verified: Boolean,
    statusesCount: Int,
    lang: Option[String],
    contributorsEnabled: Boolean,
    isTranslator: Boolean,
    isTranslationEnabled: Boolean,
    profileBackgroundColor: String,
    profileBackgroundImageUrl: Option[String],
    profileBackgroundTile: Boolean,
    profileImageUrl: String,
    profileImageUrlHttps: String,
    profileBannerUrl: Option[String],
    profileLinkColor: String,
    profileSidebarBorderColor: String,
    profileSidebarFillColor: String,
    profileTextColor: String,
    profileUseBackgroundImage: Boolean,
    hasExtendedProfile: Boolean,
    defaultProfile: Boolean,
    defaultProfileImage: Boolean,
    following: Option[Boolean],
    followRequestSent: Option[Boolean],
    notifications: Option[Boolean],
    translatorType: String
) derives Pickler

final case class Place(
    id: String,
    url: String,
    placeType: String,
    name: String,
    fullName: String,
    countryCode: String,
    country: String
) derives Pickler

final case class Entities(
    hashtags: Vector[Hashtag],
    symbols: Vector[Hashtag],
    userMentions: Vector[Mention],
    urls: Vector[Link],
    media: Vector[Photo]
) derives Pickler
final case class Hashtag(text: String, indices: Vector[Int]) derives Pickler
final case class Mention(screenName: String, name: String, id: Long, idStr: String, indices: Vector[Int])
    derives Pickler
final case class Link(url: String, expandedUrl: String, displayUrl: String, indices: Vector[Int]) derives Pickler
final case class Photo(
    id: Long,
    idStr: String,
    indices: Vector[Int],
    mediaUrl: String,
    mediaUrlHttps: String,
    url: String,
    displayUrl: String,
    sizes: Map[String, MediaSize]
) derives Pickler
final case class MediaSize(w: Int, h: Int, resize: String) derives Pickler
