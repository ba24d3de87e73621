package brine.lock

import java.io.PrintStream
import java.nio.file.{Files, Path}
import scala.collection.mutable
import brine.{HeldFile, PartFiles, PickleException}
import brine.evolve.{Lock, Resolution}
import brine.plan.Plan
import brine.run.Resolutions

/** The release tool: `java -cp <the program's class path> brine.lock.ReleaseTool <command> …`. See
  * docs/guide/evolution.md for how Maven, sbt and scala-cli call it.
  */
object ReleaseTool:
  /** Released data can be read, and the command has been carried out. */
  private[lock] final val Done = 0

  /** Released data can no longer be read, or nobody is there who would. */
  private[lock] final val Broken = 1

  private final val NotUnderstood = 2

  /** Classes could not be inspected. */
  private[lock] final val Incomplete = 3

  def main(arguments: Array[String]): Unit =
    val code = run(arguments.toSeq, System.out)
    if code != Done then sys.exit(code)

  /** Runs one command; the exit code: 0 done, 1 data can no longer be read or a released type is gone, 2 not
    * understood, 3 classes could not be inspected. Only with 0 has the lock been written.
    */
  def run(arguments: Seq[String], out: PrintStream): Int =
    run(
      arguments,
      out,
      parsed => FoundPicklers.in(parsed.classes, Thread.currentThread.getContextClassLoader, parsed.without),
      parsed => parsed.classes ++ parsed.generators
    )

  /** Runs one command for picklers that a search of the caller's finds in folders of compiled classes. */
  private[brine] def runFor(arguments: Seq[String], out: PrintStream, search: Seq[Path] => FoundPicklers): Int =
    run(arguments, out, parsed => search(parsed.classes), _.generators)

  private def run(
      arguments: Seq[String],
      out: PrintStream,
      search: Arguments => FoundPicklers,
      generatorsIn: Arguments => Seq[Path]
  ): Int =
    try
      Arguments.parse(arguments) match
        case Left(problem) =>
          out.println(s"$problem\n\n${Arguments.Usage}")
          NotUnderstood
        case Right(parsed) => new ReleaseTool(parsed, out, search, generatorsIn).run()
    catch
      case e: IllegalArgumentException =>
        out.println(e.getMessage)
        NotUnderstood
      case e: java.io.IOException =>
        out.println(s"$e")
        NotUnderstood
      case e: LinkageError =>
        out.println(s"$e: ${InspectionError.reason(e)}")
        Incomplete

private[lock] final class ReleaseTool(
    arguments: Arguments,
    out: PrintStream,
    search: Arguments => FoundPicklers,
    generatorsIn: Arguments => Seq[Path]
):
  import ReleaseTool.{Broken, Done, Incomplete}

  private lazy val lock: Lock =
    if Files.exists(arguments.lock) then Lock.parse(Files.readString(arguments.lock)) else Lock.empty

  private lazy val all: FoundPicklers =
    val all = search(arguments)
    if all.unread.nonEmpty then
      for text <- all.unread do out.println(s"could not be inspected: $text")
      out.println(InspectionError.Consequence)
    all

  private lazy val found: Vector[FoundPicklers.Type] = all.types.filterNot(isKept)

  /** Returns true for a class that only keeps a released shape of another, for a migration to it. */
  private def isKept(old: FoundPicklers.Type): Boolean =
    val shape = old.pickler.shape.fingerprint
    lock.of(old.name).isEmpty && all.types.exists { t =>
      val migrations = if t eq old then null else Resolution.migrationTo(Plan.of(t.pickler))
      migrations != null && migrations.nn.steps.exists(s => s.old != null && s.shape.fingerprint == shape) &&
      lock.of(t.name).exists(_.fingerprint == shape)
    }

  /** The values of the program's types. A generator that cannot be made is missing, and decides nothing. */
  private lazy val samples: Samples =
    val loader = Thread.currentThread.getContextClassLoader
    val (generators, unread) = OfferedGivens.generators(generatorsIn(arguments), loader, arguments.without)
    for text <- unread if !all.unread.contains(text) do out.println(s"no generator could be taken from $text")
    val kept = new KeptPickles(
      for folder <- arguments.golden.toSeq; t <- found; name <- namesOf(t); file <- Golden.filesOf(folder, name)
      yield t.pickler -> file,
      lock.history
    )
    new Samples(generators, kept, Samples.programOf(all.types.map(t => Plan.of(t.pickler))))

  /** The names that a type had in releases, and that of today. */
  private def namesOf(t: FoundPicklers.Type): Seq[String] = (lock.of(t.name).map(_.typeName) :+ t.name).distinct

  /** Some classes could not be inspected, so that a type which seems to be gone may be there. */
  private def isIncomplete: Boolean = all.unread.nonEmpty

  private def folders: String = arguments.classes.mkString(", ")

  def run(): Int = arguments.command match
    case List("diff")           => diff()
    case List("check")          => check()
    case List("add", release)   => HeldFile.hold(arguments.lock)(add(release))
    case List("move", from, to) => HeldFile.hold(arguments.lock)(move(from, to))
    case List("forget", name)   => HeldFile.hold(arguments.lock)(forget(name))
    case List("tests", name)    => tests(name)
    case other                  => throw new IllegalArgumentException(other.mkString(" "))

  private def verdict(isFine: Boolean): Int = if isIncomplete then Incomplete else if isFine then Done else Broken

  /** Every type that is new or changed, and those that are gone. */
  private def diff(): Int =
    val rows = mutable.ArrayBuffer.empty[(String, String, String)]
    for t <- found do
      val released = lock.of(t.name)
      if !released.exists(_.fingerprint == t.pickler.shape.fingerprint) then
        released.lastOption match
          case None => rows += ((t.name, "", s"new: ${t.pickler.shape.describe}"))
          case Some(last) =>
            for (line, i) <- Differences.between(last.shape, t.pickler.shape).zipWithIndex do
              rows += (if i == 0 then (t.name, last.release, line) else ("", "", line))
    for name <- gone do rows += ((name, lock.of(name).last.release, "gone"))
    if rows.isEmpty then out.println("nothing has changed since the last release") else table(rows.toSeq)
    tellGone(gone)
    verdict(refusals().isEmpty && gone.isEmpty)

  private def table(rows: Seq[(String, String, String)]): Unit =
    val all = ("type", "was", "difference") +: rows
    val (first, second) = (all.map(_._1.length).max, all.map(_._2.length).max)
    for (name, was, difference) <- all do
      out.println(s"${name.padTo(first, ' ')}  ${was.padTo(second, ' ')}  $difference")

  // ---- types that are gone

  private def gone: Seq[String] =
    val names = found.map(_.name).toSet
    lock.entries.map(e => lock.present(e.typeName)).distinct.filterNot(names)

  private def tellGone(names: Seq[String]): Unit =
    for name <- names do out.println(s"$name is gone: ${cureOfGone(name)}")

  /** By the cause, as far as that shows. */
  private def cureOfGone(name: String): String =
    val last = lock.of(name).last
    val successors =
      found.filter(t => t.pickler.shape.fingerprint == last.fingerprint && lock.of(t.name).isEmpty).map(_.name)
    if isIncomplete then "it may be in a class that could not be inspected"
    else if successors.nonEmpty then
      s"no pickler reads it, but ${successors.mkString(" and ")} has its shape. If it was renamed: `move $name " +
        s"${successors.head}`"
    else
      s"no pickler reads it. If its name has changed: `move $name <new name>`. If its class is in another folder, " +
        "add that by " +
        s"--classes. If its data are not needed any more: `forget $name`"

  // ---- types that cannot read released data

  /** Names the types that can no longer be read, and the migrations that fail. */
  private def refusals(): Seq[String] =
    val unread =
      for
        t <- found
        entry <- lock.of(t.name)
        reasons <- reasonsAgainst(entry, t)
      yield reasons.map("  " + _).mkString(
        s"${t.name} can no longer read pickles of release ${entry.release}:\n",
        "\n",
        ""
      )
    val runs = new MigrationRuns(samples)
    val (broken, untested) = found.flatMap(t => runs.of(t.pickler)).partition(_.isBroken)
    for run <- untested do out.println(run.text)
    val refused = unread ++ broken.map(_.text)
    refused.foreach(out.println)
    refused

  private def reasonsAgainst(entry: Lock.Entry, t: FoundPicklers.Type): Option[Seq[String]] =
    try
      Resolutions.proved(entry.shape, Plan.of(t.pickler))
      None
    catch case e: PickleException.IncompatibleShape => Some(e.reasons)

  private def check(): Int =
    if !Files.exists(arguments.lock) then
      throw new IllegalArgumentException(s"the lock ${arguments.lock} does not exist")
    val bytes =
      for
        folder <- arguments.golden.toSeq
        t <- found
        name <- namesOf(t) if Files.isDirectory(folder.resolve(name))
        problem <-
          try
            Golden.verify[Any](folder, name)(using t.pickler)
            None
          catch case e: AssertionError => Some(e.getMessage)
      yield problem
    bytes.foreach(out.println)
    tellGone(gone)
    val code = verdict(refusals().isEmpty && bytes.isEmpty && gone.isEmpty)
    if code == Done then
      out.println(s"${lock.entries.length} released shapes can be read")
      for t <- found if lock.of(t.name).isEmpty do out.println(s"${t.name} is not in any release yet")
    code

  // ---- commands that write

  private def add(release: String): Int =
    if found.isEmpty && !isIncomplete then
      throw new IllegalArgumentException(s"no pickler found in $folders. Name roots of compiled classes")
    if lock.entries.exists(_.release == release) then out.println(s"(the lock has shapes of release $release already)")
    val code = diff()
    if code == Done then
      val next = lock.released(release, found.map(t => t.name -> t.pickler.shape))
      PartFiles.replaceText(arguments.lock, next.text)
      val added = next.entries.drop(lock.entries.length)
      out.println(s"${added.length} shapes added to ${arguments.lock} for release $release")
      for folder <- arguments.golden; entry <- added; t <- found.find(_.name == entry.typeName) do
        Golden.write(folder, release, t.name, t.pickler, samples).foreach(out.println)
    code

  private def move(from: String, to: String): Int =
    if lock.of(from).isEmpty then throw new IllegalArgumentException(s"$from is not in any release")
    if arguments.classes.isEmpty || found.exists(_.name == to) then
      PartFiles.replaceText(arguments.lock, lock.moved(from, to).text)
      out.println(s"the released shapes of $from now belong to $to")
      Done
    else
      out.println(s"no pickler of $to in $folders")
      verdict(isFine = false)

  /** The only way to lose a type: by its name, and not while there is a pickler of it. */
  private def forget(name: String): Int =
    val released = lock.of(name)
    if released.isEmpty then throw new IllegalArgumentException(s"$name is not in any release")
    if found.exists(_.name == name) then
      throw new IllegalArgumentException(s"$name has a pickler in $folders: it would be new again")
    if isIncomplete then Incomplete
    else
      PartFiles.replaceText(arguments.lock, lock.forgotten(name).text)
      out.println(s"forgotten: the shapes of $name in ${released.map(_.release).distinct.mkString(", ")}")
      Done

  private def tests(suite: String): Int =
    val folder = arguments.golden.getOrElse(throw new IllegalArgumentException("tests needs --golden"))
    val types = lock.entries.map(e => lock.present(e.typeName) -> e.typeName).distinct.filter((_, name) =>
      Files.isDirectory(folder.resolve(name))
    )
    val lost = if arguments.classes.isEmpty then Nil else gone.filter(name => types.exists(_._1 == name))
    tellGone(lost)
    val code = verdict(lost.isEmpty)
    if code == Done then
      val text = GeneratedTest(suite, folder, types, arguments.isJUnit)
      arguments.out match
        case Some(file) => PartFiles.replaceText(file, text)
        case None       => out.print(text)
    code
