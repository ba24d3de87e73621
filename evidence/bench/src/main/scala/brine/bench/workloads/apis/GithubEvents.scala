package brine.bench.workloads.apis

import java.time.Instant
import java.util.SplittableRandom
import brine.Pickler
import brine.bench.messages.*
import brine.bench.messages.Language.*
import brine.bench.workloads.Workload
import brine.json.{JsonDialect, NameStyle}

/** A list of events in the manner of GitHub's API. `size`: events. */
final class GithubEvents(size: Int) extends Workload[Vector[GithubEvent]]("github"):
  def pickler: Pickler[Vector[GithubEvent]] = summon
  lazy val values: Vector[Vector[GithubEvent]] = Vector(new GithubDraws(new SplittableRandom(1)).events(size))

  override def dialect: JsonDialect = JsonDialect.Default.copy(
    names = NameStyle.SnakeCase,
    families = JsonDialect.Families.Member("type"),
    omit = Set(JsonDialect.Omit.Nones),
    unknown = JsonDialect.Unknown.Skip,
    marks = JsonDialect.Marks.Refused,
    identity = JsonDialect.Identity.Copied
  )

private final class GithubDraws(random: SplittableRandom):
  private val root = "https://api.github.example"
  private val site = "https://github.example"
  private val logins = Vector.tabulate(60)(i =>
    s"${random.oneOf("oct", "grey", "north", "tiny", "pear")}-${random.oneOf("cat", "owl", "fox", "bot")}$i"
  )
  private val repos =
    Vector.tabulate(40)(i => s"${random.oneOf(logins*)}/${random.oneOf("parser", "site", "kiln", "queue", "maps")}-$i")

  /** In about the shares that the public timeline has. */
  def events(count: Int): Vector[GithubEvent] = Vector.fill(count)(event)

  private def event: GithubEvent =
    val id = random.nextLong(20_000_000_000L, 40_000_000_000L).toString
    val (actor, repo, at) = (this.actor(isOrg = false), repoName, time)
    val org = random.some(35)(this.actor(isOrg = true))
    random.nextInt(100) match
      case n if n < 46 => PushEvent(id, actor, repo, push, true, at, org)
      case n if n < 56 => WatchEvent(id, actor, repo, Watch("started"), true, at, org)
      case n if n < 68 => CreateEvent(id, actor, repo, create, true, at, org)
      case n if n < 74 =>
        IssuesEvent(id, actor, repo, IssueChange(random.oneOf("opened", "closed"), issue), true, at, org)
      case n if n < 82 => IssueCommentEvent(id, actor, repo, IssueComment("created", issue, comment), true, at, org)
      case n if n < 92 =>
        val request = pullRequest
        PullRequestEvent(id, actor, repo, PullRequestChange(request.state, request.number, request), true, at, org)
      case n if n < 96 => ForkEvent(id, actor, repo, Forked(repository), true, at, org)
      case _           => ReleaseEvent(id, actor, repo, ReleaseChange("published", release), true, at, org)

  private def actor(isOrg: Boolean): Actor =
    val (number, login) = (id, random.oneOf(logins*))
    val kind = if isOrg then "orgs" else "users"
    Actor(number, login, Option.unless(isOrg)(login), "", s"$root/$kind/$login", s"$site/avatars/u/$number?")

  private def account: Account =
    val (number, login) = (id, random.oneOf(logins*))
    Account(
      login,
      number,
      node("U", number),
      s"$site/avatars/u/$number?v=4",
      s"$root/users/$login",
      s"$site/$login",
      random.chance(2)
    )

  private def repoName: RepoName =
    val name = random.oneOf(repos*)
    RepoName(id, name, s"$root/repos/$name")

  private def push: Push =
    val commits = random.vector(1, 4)(commit)
    Push(
      random.nextLong(10_000_000_000L),
      commits.length,
      commits.length,
      s"refs/heads/$branch",
      commits.last.sha,
      sha,
      commits
    )

  private def commit: Commit =
    val hash = sha
    Commit(
      hash,
      Author(random.mail, random.personName),
      message,
      random.chance(95),
      s"$root/repos/${random.oneOf(repos*)}/commits/$hash"
    )

  private def create: Create =
    val kind = random.oneOf("branch", "tag", "repository")
    Create(Option.when(kind != "repository")(branch), kind, "main", random.some(70)(sentence), "user")

  private def issue: Issue =
    val (number, repo) = (random.between(1, 9000), random.oneOf(repos*))
    val isClosed = random.chance(40)
    val assignees = random.vector(0, 2)(account)
    Issue(
      s"$root/repos/$repo/issues/$number",
      s"$site/$repo/issues/$number",
      id,
      node("I", number),
      number,
      sentence,
      account,
      random.vector(0, 3)(label),
      if isClosed then "closed" else "open",
      random.chance(3),
      assignees.headOption,
      assignees,
      random.some(20)(milestone),
      random.nextInt(40),
      time,
      time,
      Option.when(isClosed)(time),
      association,
      random.some(90)(prose)
    )

  private def label: Label =
    Label(
      id,
      random.oneOf("bug", "help wanted", "good first issue", "docs"),
      color,
      random.chance(50),
      random.some(60)(sentence)
    )

  private def milestone: Milestone =
    Milestone(
      id,
      random.nextInt(50),
      s"${random.nextInt(5)}.${random.nextInt(20)}",
      random.nextInt(90),
      random.nextInt(90),
      "open",
      random.some(50)(time)
    )

  private def comment: Comment = Comment(s"$root/comments/$id", id, account, time, time, association, prose)

  private def pullRequest: PullRequest =
    val (number, isMerged) = (random.between(1, 9000), random.chance(40))
    PullRequest(
      s"$root/repos/${random.oneOf(repos*)}/pulls/$number",
      id,
      node("PR", number),
      number,
      if isMerged then "closed" else "opened",
      message.takeWhile(_ != '\n'),
      account,
      random.some(80)(prose),
      time,
      time,
      Option.when(isMerged)(time),
      Option.when(isMerged)(sha),
      tip,
      tip,
      random.chance(10),
      random.some(50)(random.chance(90)),
      random.between(1, 30),
      random.nextInt(2000),
      random.nextInt(900),
      random.between(1, 60)
    )

  private def tip: Tip =
    val (owner, name) = (account, branch)
    Tip(s"${owner.login}:$name", name, sha, owner, repository)

  private def repository: Repository =
    val (number, owner, name) = (id, account, random.oneOf(repos*).dropWhile(_ != '/').tail)
    Repository(
      number,
      node("R", number),
      name,
      s"${owner.login}/$name",
      owner,
      s"$site/${owner.login}/$name",
      random.some(80)(sentence),
      random.chance(30),
      time,
      time,
      random.some(25)(s"https://$name.example"),
      random.nextInt(90_000),
      random.nextInt(5000),
      random.some(90)(random.oneOf("Scala", "Java", "Rust", "TypeScript", "C++")),
      random.vector(0, 4)(random.oneOf("json", "serialization", "maps", "cli", "pottery")),
      random.chance(90),
      random.nextInt(400),
      random.nextInt(200),
      random.some(60)(License("apache-2.0", "Apache License 2.0", "Apache-2.0")),
      "main"
    )

  private def release: Release =
    val tag = s"v${random.nextInt(9)}.${random.nextInt(30)}.${random.nextInt(10)}"
    Release(
      s"$root/releases/$id",
      id,
      account,
      tag,
      random.some(70)(s"Release $tag"),
      draft = false,
      random.chance(20),
      time,
      random.some(95)(time),
      random.vector(0, 4)(Asset(
        s"kiln-$tag.zip",
        "application/zip",
        random.nextLong(1L << 32),
        random.nextInt(50_000)
      )),
      prose
    )

  private def id: Long = random.nextLong(1_000_000, 900_000_000)
  private def node(kind: String, number: Long): String = s"${kind}_kwDO${java.lang.Long.toString(number * 7919, 36)}"
  private def sha: String = f"${random.nextLong()}%016x${random.nextLong()}%016x${random.nextInt()}%08x"
  private def color: String = f"${random.nextInt(1 << 24)}%06x"
  private def branch: String = random.oneOf(
    "main",
    "develop",
    s"fix/${random.nextInt(900)}",
    s"feature/${random.text(Latin, 1, 2).replace(' ', '-')}"
  )
  private def association: String = random.oneOf("NONE", "CONTRIBUTOR", "MEMBER", "OWNER")
  private def time: Instant = Instant.ofEpochSecond(random.nextLong(1_600_000_000L, 1_760_000_000L))
  private def sentence: String = random.text(Latin, 3, 10)
  private def message: String =
    val first = sentence
    val more = random.some(30)(s"\n\n$sentence: \"${random.text(Latin, 1, 3)}\" (#${random.nextInt(900)})")
    first + more.getOrElse("")

  /** A few lines, with a quotation and sometimes with code. */
  private def prose: String =
    val code = random.some(40)(s"```scala\nval x = \"${random.text(Latin, 1, 2)}\"\\n\n```\r\n").getOrElse("")
    s"$sentence, \"$sentence\".\r\n\r\n$code$sentence ${random.oneOf("👍", "–", "✅", "")}"
