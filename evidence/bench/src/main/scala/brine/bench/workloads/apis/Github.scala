package brine.bench.workloads.apis

import java.time.Instant
import brine.Pickler

/** An event as GitHub's API lists them. The member `type` names the case, names are in snake case, and members without
  * a value are left out. Options have a default, since upickle leaves nothing else out.
  */
sealed trait GithubEvent derives Pickler
final case class PushEvent(
    id: String,
    actor: Actor,
    repo: RepoName,
    payload: Push,
    public: Boolean,
    createdAt: Instant,
    org: Option[Actor] = None
) extends GithubEvent
final case class WatchEvent(
    id: String,
    actor: Actor,
    repo: RepoName,
    payload: Watch,
    public: Boolean,
    createdAt: Instant,
    org: Option[Actor] = None
) extends GithubEvent
final case class CreateEvent(
    id: String,
    actor: Actor,
    repo: RepoName,
    payload: Create,
    public: Boolean,
    createdAt: Instant,
    org: Option[Actor] = None
) extends GithubEvent
final case class IssuesEvent(
    id: String,
    actor: Actor,
    repo: RepoName,
    payload: IssueChange,
    public: Boolean,
    createdAt: Instant,
    org: Option[Actor] = None
) extends GithubEvent
final case class IssueCommentEvent(
    id: String,
    actor: Actor,
    repo: RepoName,
    payload: IssueComment,
    public: Boolean,
    createdAt: Instant,
    org: Option[Actor] = None
) extends GithubEvent
final case class PullRequestEvent(
    id: String,
    actor: Actor,
    repo: RepoName,
    payload: PullRequestChange,
    public: Boolean,
    createdAt: Instant,
    org: Option[Actor] = None
) extends GithubEvent
final case class ForkEvent(
    id: String,
    actor: Actor,
    repo: RepoName,
    payload: Forked,
    public: Boolean,
    createdAt: Instant,
    org: Option[Actor] = None
) extends GithubEvent
final case class ReleaseEvent(
    id: String,
    actor: Actor,
    repo: RepoName,
    payload: ReleaseChange,
    public: Boolean,
    createdAt: Instant,
    org: Option[Actor] = None
) extends GithubEvent

final case class Actor(
    id: Long,
    login: String,
    displayLogin: Option[String] = None,
    gravatarId: String,
    url: String,
    avatarUrl: String
) derives Pickler
final case class RepoName(id: Long, name: String, url: String) derives Pickler

final case class Push(
    pushId: Long,
    size: Int,
    distinctSize: Int,
    ref: String,
    head: String,
    before: String,
    commits: Vector[Commit]
) derives Pickler
final case class Commit(sha: String, author: Author, message: String, distinct: Boolean, url: String) derives Pickler
final case class Author(email: String, name: String) derives Pickler

final case class Watch(action: String) derives Pickler

final case class Create(
    ref: Option[String] = None,
    refType: String,
    masterBranch: String,
    description: Option[String] = None,
    pusherType: String
) derives Pickler

final case class IssueChange(action: String, issue: Issue) derives Pickler
final case class IssueComment(action: String, issue: Issue, comment: Comment) derives Pickler
final case class Issue(
    url: String,
    htmlUrl: String,
    id: Long,
    nodeId: String,
    number: Int,
    title: String,
    user: Account,
    labels: Vector[Label],
    state: String,
    locked: Boolean,
    assignee: Option[Account] = None,
    assignees: Vector[Account],
    milestone: Option[Milestone] = None,
    comments: Int,
    createdAt: Instant,
    updatedAt: Instant,
    closedAt: Option[Instant] = None,
    authorAssociation: String,
    body: Option[String] = None
) derives Pickler
final case class Account(
    login: String,
    id: Long,
    nodeId: String,
    avatarUrl: String,
    url: String,
    htmlUrl: String,
    siteAdmin: Boolean
) derives Pickler
final case class Label(id: Long, name: String, color: String, default: Boolean, description: Option[String] = None)
    derives Pickler
final case class Milestone(
    id: Long,
    number: Int,
    title: String,
    openIssues: Int,
    closedIssues: Int,
    state: String,
    dueOn: Option[Instant] = None
) derives Pickler
final case class Comment(
    url: String,
    id: Long,
    user: Account,
    createdAt: Instant,
    updatedAt: Instant,
    authorAssociation: String,
    body: String
) derives Pickler

final case class PullRequestChange(action: String, number: Int, pullRequest: PullRequest) derives Pickler
final case class PullRequest(
    url: String,
    id: Long,
    nodeId: String,
    number: Int,
    state: String,
    title: String,
    user: Account,
    body: Option[String] = None,
    createdAt: Instant,
    updatedAt: Instant,
    mergedAt: Option[Instant] = None,
    mergeCommitSha: Option[String] = None,
    head: Tip,
    base: Tip,
    draft: Boolean,
    mergeable: Option[Boolean] = None,
    commits: Int,
    additions: Int,
    deletions: Int,
    changedFiles: Int
) derives Pickler
final case class Tip(label: String, ref: String, sha: String, user: Account, repo: Repository) derives Pickler

final case class Forked(forkee: Repository) derives Pickler
final case class Repository(
    id: Long,
    nodeId: String,
    name: String,
    fullName: String,
    owner: Account,
    htmlUrl: String,
    description: Option[String] = None,
    fork: Boolean,
    createdAt: Instant,
    pushedAt: Instant,
    homepage: Option[String] = None,
    size: Int,
    stargazersCount: Int,
    language: Option[String] = None,
    topics: Vector[String],
    hasIssues: Boolean,
    forks: Int,
    openIssues: Int,
    license: Option[License] = None,
    defaultBranch: String
) derives Pickler
final case class License(key: String, name: String, spdxId: String) derives Pickler

final case class ReleaseChange(action: String, release: Release) derives Pickler
final case class Release(
    url: String,
    id: Long,
    author: Account,
    tagName: String,
    name: Option[String] = None,
    draft: Boolean,
    prerelease: Boolean,
    createdAt: Instant,
    publishedAt: Option[Instant] = None,
    assets: Vector[Asset],
    body: String
) derives Pickler
final case class Asset(name: String, contentType: String, size: Long, downloadCount: Int) derives Pickler
