package brine.bench.peers

import java.time.Instant
import scala.annotation.meta.field
import org.apache.fory.json.annotation.{JsonCodec, JsonCreator, JsonMixin, JsonSubTypes}
import brine.bench.workloads.apis.*

/** Mixins for events in the manner of GitHub's API: the annotations that these classes could have. */
private[peers] object ForyJsonGithub:
  val all: List[Class[?]] = List(
    classOf[PushEventMixin],
    classOf[WatchEventMixin],
    classOf[CreateEventMixin],
    classOf[IssuesEventMixin],
    classOf[IssueCommentEventMixin],
    classOf[PullRequestEventMixin],
    classOf[ForkEventMixin],
    classOf[ReleaseEventMixin],
    classOf[ActorMixin],
    classOf[RepoNameMixin],
    classOf[PushMixin],
    classOf[CommitMixin],
    classOf[AuthorMixin],
    classOf[WatchMixin],
    classOf[CreateMixin],
    classOf[IssueChangeMixin],
    classOf[IssueCommentMixin],
    classOf[IssueMixin],
    classOf[AccountMixin],
    classOf[LabelMixin],
    classOf[MilestoneMixin],
    classOf[CommentMixin],
    classOf[PullRequestChangeMixin],
    classOf[PullRequestMixin],
    classOf[TipMixin],
    classOf[ForkedMixin],
    classOf[RepositoryMixin],
    classOf[LicenseMixin],
    classOf[ReleaseChangeMixin],
    classOf[ReleaseMixin],
    classOf[AssetMixin],
    classOf[GithubEventMixin]
  )

  private type codec = JsonCodec @field
  private type Case = JsonSubTypes.Type

  // Collections and options: a codec for each of their types.
  final class VectorOfGithubEvent
      extends ForyArray[GithubEvent, Vector[GithubEvent]](ForyPart(classOf[GithubEvent]), Vector)
  final class OptionOfActor extends ForyOption[Actor](ForyPart(classOf[Actor]))
  final class OptionOfString extends ForyOption[String](ForyPart(classOf[String]))
  final class VectorOfCommit extends ForyArray[Commit, Vector[Commit]](ForyPart(classOf[Commit]), Vector)
  final class VectorOfLabel extends ForyArray[Label, Vector[Label]](ForyPart(classOf[Label]), Vector)
  final class OptionOfAccount extends ForyOption[Account](ForyPart(classOf[Account]))
  final class VectorOfAccount extends ForyArray[Account, Vector[Account]](ForyPart(classOf[Account]), Vector)
  final class OptionOfMilestone extends ForyOption[Milestone](ForyPart(classOf[Milestone]))
  final class OptionOfInstant extends ForyOption[Instant](ForyPart(classOf[Instant]))
  final class OptionOfBoolean extends ForyOption[Boolean](ForyPart(classOf[java.lang.Boolean]))
  final class VectorOfString extends ForyArray[String, Vector[String]](ForyPart(classOf[String]), Vector)
  final class OptionOfLicense extends ForyOption[License](ForyPart(classOf[License]))
  final class VectorOfAsset extends ForyArray[Asset, Vector[Asset]](ForyPart(classOf[Asset]), Vector)

  // Classes: the constructor's parameters, and the codecs of fields.
  @JsonMixin(target = classOf[PushEvent])
  abstract class PushEventMixin @JsonCreator(Array("id", "actor", "repo", "payload", "public", "createdAt", "org")) (
      id: String,
      actor: Actor,
      repo: RepoName,
      payload: Push,
      public: Boolean,
      createdAt: Instant,
      @codec(value = classOf[OptionOfActor]) private val org: Option[Actor]
  )

  @JsonMixin(target = classOf[WatchEvent])
  abstract class WatchEventMixin @JsonCreator(Array("id", "actor", "repo", "payload", "public", "createdAt", "org")) (
      id: String,
      actor: Actor,
      repo: RepoName,
      payload: Watch,
      public: Boolean,
      createdAt: Instant,
      @codec(value = classOf[OptionOfActor]) private val org: Option[Actor]
  )

  @JsonMixin(target = classOf[CreateEvent])
  abstract class CreateEventMixin @JsonCreator(Array("id", "actor", "repo", "payload", "public", "createdAt", "org")) (
      id: String,
      actor: Actor,
      repo: RepoName,
      payload: Create,
      public: Boolean,
      createdAt: Instant,
      @codec(value = classOf[OptionOfActor]) private val org: Option[Actor]
  )

  @JsonMixin(target = classOf[IssuesEvent])
  abstract class IssuesEventMixin @JsonCreator(Array("id", "actor", "repo", "payload", "public", "createdAt", "org")) (
      id: String,
      actor: Actor,
      repo: RepoName,
      payload: IssueChange,
      public: Boolean,
      createdAt: Instant,
      @codec(value = classOf[OptionOfActor]) private val org: Option[Actor]
  )

  @JsonMixin(target = classOf[IssueCommentEvent])
  abstract class IssueCommentEventMixin @JsonCreator(Array(
    "id",
    "actor",
    "repo",
    "payload",
    "public",
    "createdAt",
    "org"
  )) (
      id: String,
      actor: Actor,
      repo: RepoName,
      payload: IssueComment,
      public: Boolean,
      createdAt: Instant,
      @codec(value = classOf[OptionOfActor]) private val org: Option[Actor]
  )

  @JsonMixin(target = classOf[PullRequestEvent])
  abstract class PullRequestEventMixin @JsonCreator(Array(
    "id",
    "actor",
    "repo",
    "payload",
    "public",
    "createdAt",
    "org"
  )) (
      id: String,
      actor: Actor,
      repo: RepoName,
      payload: PullRequestChange,
      public: Boolean,
      createdAt: Instant,
      @codec(value = classOf[OptionOfActor]) private val org: Option[Actor]
  )

  @JsonMixin(target = classOf[ForkEvent])
  abstract class ForkEventMixin @JsonCreator(Array("id", "actor", "repo", "payload", "public", "createdAt", "org")) (
      id: String,
      actor: Actor,
      repo: RepoName,
      payload: Forked,
      public: Boolean,
      createdAt: Instant,
      @codec(value = classOf[OptionOfActor]) private val org: Option[Actor]
  )

  @JsonMixin(target = classOf[ReleaseEvent])
  abstract class ReleaseEventMixin @JsonCreator(Array("id", "actor", "repo", "payload", "public", "createdAt", "org")) (
      id: String,
      actor: Actor,
      repo: RepoName,
      payload: ReleaseChange,
      public: Boolean,
      createdAt: Instant,
      @codec(value = classOf[OptionOfActor]) private val org: Option[Actor]
  )

  @JsonMixin(target = classOf[Actor])
  abstract class ActorMixin @JsonCreator(Array("id", "login", "displayLogin", "gravatarId", "url", "avatarUrl")) (
      id: Long,
      login: String,
      @codec(value = classOf[OptionOfString]) private val displayLogin: Option[String],
      gravatarId: String,
      url: String,
      avatarUrl: String
  )

  @JsonMixin(target = classOf[RepoName])
  abstract class RepoNameMixin @JsonCreator(Array("id", "name", "url")) (id: Long, name: String, url: String)

  @JsonMixin(target = classOf[Push])
  abstract class PushMixin @JsonCreator(Array("pushId", "size", "distinctSize", "ref", "head", "before", "commits")) (
      pushId: Long,
      size: Int,
      distinctSize: Int,
      ref: String,
      head: String,
      before: String,
      @codec(value = classOf[VectorOfCommit]) private val commits: Vector[Commit]
  )

  @JsonMixin(target = classOf[Commit])
  abstract class CommitMixin @JsonCreator(Array("sha", "author", "message", "distinct", "url")) (
      sha: String,
      author: Author,
      message: String,
      distinct: Boolean,
      url: String
  )

  @JsonMixin(target = classOf[Author])
  abstract class AuthorMixin @JsonCreator(Array("email", "name")) (email: String, name: String)

  @JsonMixin(target = classOf[Watch])
  abstract class WatchMixin @JsonCreator(Array("action")) (action: String)

  @JsonMixin(target = classOf[Create])
  abstract class CreateMixin @JsonCreator(Array("ref", "refType", "masterBranch", "description", "pusherType")) (
      @codec(value = classOf[OptionOfString]) private val ref: Option[String],
      refType: String,
      masterBranch: String,
      @codec(value = classOf[OptionOfString]) private val description: Option[String],
      pusherType: String
  )

  @JsonMixin(target = classOf[IssueChange])
  abstract class IssueChangeMixin @JsonCreator(Array("action", "issue")) (action: String, issue: Issue)

  @JsonMixin(target = classOf[IssueComment])
  abstract class IssueCommentMixin @JsonCreator(Array("action", "issue", "comment")) (
      action: String,
      issue: Issue,
      comment: Comment
  )

  @JsonMixin(target = classOf[Issue])
  abstract class IssueMixin @JsonCreator(Array(
    "url",
    "htmlUrl",
    "id",
    "nodeId",
    "number",
    "title",
    "user",
    "labels",
    "state",
    "locked",
    "assignee",
    "assignees",
    "milestone",
    "comments",
    "createdAt",
    "updatedAt",
    "closedAt",
    "authorAssociation",
    "body"
  )) (
      url: String,
      htmlUrl: String,
      id: Long,
      nodeId: String,
      number: Int,
      title: String,
      user: Account,
      @codec(value = classOf[VectorOfLabel]) private val labels: Vector[Label],
      state: String,
      locked: Boolean,
      @codec(value = classOf[OptionOfAccount]) private val assignee: Option[Account],
      @codec(value = classOf[VectorOfAccount]) private val assignees: Vector[Account],
      @codec(value = classOf[OptionOfMilestone]) private val milestone: Option[Milestone],
      comments: Int,
      createdAt: Instant,
      updatedAt: Instant,
      @codec(value = classOf[OptionOfInstant]) private val closedAt: Option[Instant],
      authorAssociation: String,
      @codec(value = classOf[OptionOfString]) private val body: Option[String]
  )

  @JsonMixin(target = classOf[Account])
  abstract class AccountMixin @JsonCreator(Array("login", "id", "nodeId", "avatarUrl", "url", "htmlUrl", "siteAdmin")) (
      login: String,
      id: Long,
      nodeId: String,
      avatarUrl: String,
      url: String,
      htmlUrl: String,
      siteAdmin: Boolean
  )

  @JsonMixin(target = classOf[Label])
  abstract class LabelMixin @JsonCreator(Array("id", "name", "color", "default", "description")) (
      id: Long,
      name: String,
      color: String,
      default: Boolean,
      @codec(value = classOf[OptionOfString]) private val description: Option[String]
  )

  @JsonMixin(target = classOf[Milestone])
  abstract class MilestoneMixin @JsonCreator(Array(
    "id",
    "number",
    "title",
    "openIssues",
    "closedIssues",
    "state",
    "dueOn"
  )) (
      id: Long,
      number: Int,
      title: String,
      openIssues: Int,
      closedIssues: Int,
      state: String,
      @codec(value = classOf[OptionOfInstant]) private val dueOn: Option[Instant]
  )

  @JsonMixin(target = classOf[Comment])
  abstract class CommentMixin @JsonCreator(Array(
    "url",
    "id",
    "user",
    "createdAt",
    "updatedAt",
    "authorAssociation",
    "body"
  )) (
      url: String,
      id: Long,
      user: Account,
      createdAt: Instant,
      updatedAt: Instant,
      authorAssociation: String,
      body: String
  )

  @JsonMixin(target = classOf[PullRequestChange])
  abstract class PullRequestChangeMixin @JsonCreator(Array("action", "number", "pullRequest")) (
      action: String,
      number: Int,
      pullRequest: PullRequest
  )

  @JsonMixin(target = classOf[PullRequest])
  abstract class PullRequestMixin @JsonCreator(Array(
    "url",
    "id",
    "nodeId",
    "number",
    "state",
    "title",
    "user",
    "body",
    "createdAt",
    "updatedAt",
    "mergedAt",
    "mergeCommitSha",
    "head",
    "base",
    "draft",
    "mergeable",
    "commits",
    "additions",
    "deletions",
    "changedFiles"
  )) (
      url: String,
      id: Long,
      nodeId: String,
      number: Int,
      state: String,
      title: String,
      user: Account,
      @codec(value = classOf[OptionOfString]) private val body: Option[String],
      createdAt: Instant,
      updatedAt: Instant,
      @codec(value = classOf[OptionOfInstant]) private val mergedAt: Option[Instant],
      @codec(value = classOf[OptionOfString]) private val mergeCommitSha: Option[String],
      head: Tip,
      base: Tip,
      draft: Boolean,
      @codec(value = classOf[OptionOfBoolean]) private val mergeable: Option[Boolean],
      commits: Int,
      additions: Int,
      deletions: Int,
      changedFiles: Int
  )

  @JsonMixin(target = classOf[Tip])
  abstract class TipMixin @JsonCreator(Array("label", "ref", "sha", "user", "repo")) (
      label: String,
      ref: String,
      sha: String,
      user: Account,
      repo: Repository
  )

  @JsonMixin(target = classOf[Forked])
  abstract class ForkedMixin @JsonCreator(Array("forkee")) (forkee: Repository)

  @JsonMixin(target = classOf[Repository])
  abstract class RepositoryMixin @JsonCreator(Array(
    "id",
    "nodeId",
    "name",
    "fullName",
    "owner",
    "htmlUrl",
    "description",
    "fork",
    "createdAt",
    "pushedAt",
    "homepage",
    "size",
    "stargazersCount",
    "language",
    "topics",
    "hasIssues",
    "forks",
    "openIssues",
    "license",
    "defaultBranch"
  )) (
      id: Long,
      nodeId: String,
      name: String,
      fullName: String,
      owner: Account,
      htmlUrl: String,
      @codec(value = classOf[OptionOfString]) private val description: Option[String],
      fork: Boolean,
      createdAt: Instant,
      pushedAt: Instant,
      @codec(value = classOf[OptionOfString]) private val homepage: Option[String],
      size: Int,
      stargazersCount: Int,
      @codec(value = classOf[OptionOfString]) private val language: Option[String],
      @codec(value = classOf[VectorOfString]) private val topics: Vector[String],
      hasIssues: Boolean,
      forks: Int,
      openIssues: Int,
      @codec(value = classOf[OptionOfLicense]) private val license: Option[License],
      defaultBranch: String
  )

  @JsonMixin(target = classOf[License])
  abstract class LicenseMixin @JsonCreator(Array("key", "name", "spdxId")) (key: String, name: String, spdxId: String)

  @JsonMixin(target = classOf[ReleaseChange])
  abstract class ReleaseChangeMixin @JsonCreator(Array("action", "release")) (action: String, release: Release)

  @JsonMixin(target = classOf[Release])
  abstract class ReleaseMixin @JsonCreator(Array(
    "url",
    "id",
    "author",
    "tagName",
    "name",
    "draft",
    "prerelease",
    "createdAt",
    "publishedAt",
    "assets",
    "body"
  )) (
      url: String,
      id: Long,
      author: Account,
      tagName: String,
      @codec(value = classOf[OptionOfString]) private val name: Option[String],
      draft: Boolean,
      prerelease: Boolean,
      createdAt: Instant,
      @codec(value = classOf[OptionOfInstant]) private val publishedAt: Option[Instant],
      @codec(value = classOf[VectorOfAsset]) private val assets: Vector[Asset],
      body: String
  )

  @JsonMixin(target = classOf[Asset])
  abstract class AssetMixin @JsonCreator(Array("name", "contentType", "size", "downloadCount")) (
      name: String,
      contentType: String,
      size: Long,
      downloadCount: Int
  )

  @JsonMixin(target = classOf[GithubEvent])
  @JsonSubTypes(
    property = "type",
    value = Array(
      new Case(value = classOf[PushEvent], name = "PushEvent"),
      new Case(value = classOf[WatchEvent], name = "WatchEvent"),
      new Case(value = classOf[CreateEvent], name = "CreateEvent"),
      new Case(value = classOf[IssuesEvent], name = "IssuesEvent"),
      new Case(value = classOf[IssueCommentEvent], name = "IssueCommentEvent"),
      new Case(value = classOf[PullRequestEvent], name = "PullRequestEvent"),
      new Case(value = classOf[ForkEvent], name = "ForkEvent"),
      new Case(value = classOf[ReleaseEvent], name = "ReleaseEvent")
    )
  )
  abstract class GithubEventMixin
