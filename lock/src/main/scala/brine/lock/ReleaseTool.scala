package brine.lock

import java.io.PrintStream
import java.nio.file.{Files, Path, StandardCopyOption}
import scala.collection.mutable
import brine.PickleException
import brine.evolve.{Lock, Resolution}
import brine.plan.Plan

/** The release tool: `java -cp <the program's class path> brine.lock.ReleaseTool <command> …`. See docs/guide/evolution.md for
  * how Maven, sbt and scala-cli call it.
  */
object ReleaseTool:
  private val Usage =
    """Usage: brine.lock.ReleaseTool <command> [options]
      |
      |  add <release>       adds the shapes that types have now to the lock, and pickles of them to the golden files
      |  diff                what add would say
      |  check               whether every type can read all that was released of it; 1 if not
      |  move <from> <to>    says that a released type has another name now
      |  tests <class>       writes a test that reads what every release wrote, to --out or the terminal
      |
      |  --classes <folder>  compiled classes to look for picklers in; may be given more than once
      |  --lock <file>       the lock; brine.lock unless given
      |  --golden <folder>   where pickles of every release are kept; none unless given
      |  --junit             tests for JUnit 5; for munit unless given
      |  --out <file>        where to write the test""".stripMargin

  def main(arguments: Array[String]): Unit =
    val code = run(arguments.toSeq, System.out)
    if code != 0 then sys.exit(code)

  /** Runs one command; the exit code: 0 done, 1 data could not be read any more, 2 not understood. */
  def run(arguments: Seq[String], out: PrintStream): Int =
    try
      Arguments.parse(arguments) match
        case Left(problem) =>
          out.println(s"$problem\n\n$Usage")
          2
        case Right(parsed) => new ReleaseTool(parsed, out).run()
    catch
      case e: IllegalArgumentException =>
        out.println(e.getMessage)
        2
      case e: java.io.IOException =>
        out.println(s"$e")
        2

  private[lock] final case class Arguments(
      command: List[String], classes: Vector[Path], lock: Path, golden: Option[Path], isJUnit: Boolean, out: Option[Path]
  )

  private object Arguments:
    def parse(arguments: Seq[String]): Either[String, Arguments] =
      @annotation.tailrec
      def next(rest: List[String], done: Arguments): Either[String, Arguments] = rest match
        case "--classes" :: folder :: more => next(more, done.copy(classes = done.classes :+ Path.of(folder)))
        case "--lock" :: file :: more      => next(more, done.copy(lock = Path.of(file)))
        case "--golden" :: folder :: more  => next(more, done.copy(golden = Some(Path.of(folder))))
        case "--out" :: file :: more       => next(more, done.copy(out = Some(Path.of(file))))
        case "--junit" :: more             => next(more, done.copy(isJUnit = true))
        case option :: _ if option.startsWith("--") => Left(s"$option is no option, or lacks what should follow it")
        case word :: more => next(more, done.copy(command = done.command :+ word))
        case Nil          => complete(done)
      next(arguments.toList, Arguments(Nil, Vector.empty, Path.of("brine.lock"), None, isJUnit = false, None))

    private def complete(a: Arguments): Either[String, Arguments] =
      val needsClasses = a.command match
        case List("add", _) | List("diff") | List("check") => true
        case List("move", _, _) | List("tests", _)         => false
        case _                                              => return Left(a.command.mkString("not understood: ", " ", ""))
      a.classes.find(!Files.isDirectory(_)) match
        case Some(missing)                            => Left(s"$missing is no folder")
        case None if needsClasses && a.classes.isEmpty => Left(s"${a.command.head} needs --classes")
        case None                                     => Right(a)

private[lock] final class ReleaseTool(arguments: ReleaseTool.Arguments, out: PrintStream):
  private lazy val lock: Lock =
    if Files.exists(arguments.lock) then Lock.parse(Files.readString(arguments.lock)) else Lock.empty

  private lazy val found: Vector[Found.Type] =
    val all = Found.in(arguments.classes, Thread.currentThread.getContextClassLoader)
    for unread <- all.unread do out.println(s"could not be looked at: $unread")
    all.types

  def run(): Int = arguments.command match
    case List("diff")           => diff()
    case List("check")          => check()
    case List("add", release)   => add(release)
    case List("move", from, to) => move(from, to)
    case List("tests", name)    => tests(name)
    case other                  => throw new IllegalArgumentException(other.mkString(" "))

  /** Every type that is new or not what it was, and those that are gone. */
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
    for name <- gone do rows += ((name, lock.of(name).last.release, "gone: nobody reads it; if it has another name now, `move` says so"))
    if rows.isEmpty then out.println("nothing has changed since the last release") else table(rows.toSeq)
    if refusals().isEmpty then 0 else 1

  private def table(rows: Seq[(String, String, String)]): Unit =
    val all = ("type", "was", "difference") +: rows
    val (first, second) = (all.map(_._1.length).max, all.map(_._2.length).max)
    for (name, was, difference) <- all do out.println(s"${name.padTo(first, ' ')}  ${was.padTo(second, ' ')}  $difference")

  private def gone: Seq[String] =
    val names = found.map(_.name).toSet
    lock.entries.map(e => lock.present(e.typeName)).distinct.filterNot(names)

  /** Says what cannot be read any more. */
  private def refusals(): Seq[String] =
    val refused =
      for
        t <- found
        entry <- lock.of(t.name)
        reasons <- reasonsAgainst(entry, t)
      yield reasons.map("  " + _).mkString(s"${t.name} could no longer read what release ${entry.release} wrote:\n", "\n", "")
    refused.foreach(out.println)
    refused

  private def reasonsAgainst(entry: Lock.Entry, t: Found.Type): Option[Seq[String]] =
    try
      Resolution.proved(entry.shape, Plan.of(t.pickler))
      None
    catch case e: PickleException.IncompatibleShape => Some(e.reasons)

  private def check(): Int =
    if !Files.exists(arguments.lock) then throw new IllegalArgumentException(s"there is no lock at ${arguments.lock}")
    val bytes =
      for
        folder <- arguments.golden.toSeq
        t <- found
        name <- (lock.of(t.name).map(_.typeName) :+ t.name).distinct if Files.isDirectory(folder.resolve(name))
        problem <-
          try
            Golden.verify[Any](folder, name)(using t.pickler)
            None
          catch case e: AssertionError => Some(e.getMessage)
      yield problem
    bytes.foreach(out.println)
    for name <- gone do
      out.println(
        s"$name is gone: nobody reads what was released of it. If it has another name now, `move` says so; if nobody has such data, take " +
          "its lines out of the lock"
      )
    val isFine = refusals().isEmpty && bytes.isEmpty && gone.isEmpty
    if isFine then out.println(s"${lock.entries.length} released shapes can be read")
    if isFine then 0 else 1

  private def add(release: String): Int =
    if lock.entries.exists(_.release == release) then out.println(s"(the lock has shapes of release $release already)")
    if diff() != 0 then 1
    else
      val next = lock.released(release, found.map(t => t.name -> t.pickler.shape))
      replace(arguments.lock, next.text)
      val added = next.entries.drop(lock.entries.length)
      out.println(s"${added.length} shapes added to ${arguments.lock} for release $release")
      for folder <- arguments.golden; entry <- added; t <- found.find(_.name == entry.typeName) do
        Golden.write(folder, release, t.name, t.pickler).foreach { reason =>
          out.println(s"no pickle of ${t.name} is kept: $reason. Keep one yourself, by pickleTo(${folder.resolve(t.name).resolve(release)}.pickle)")
        }
      0

  private def move(from: String, to: String): Int =
    if lock.of(from).isEmpty then throw new IllegalArgumentException(s"nothing was released of $from")
    replace(arguments.lock, lock.moved(from, to).text)
    out.println(s"what was released as $from is $to now")
    if arguments.classes.nonEmpty && !found.exists(_.name == to) then
      out.println(s"there is no $to in ${arguments.classes.mkString(", ")}")
      1
    else 0

  /** Whole or not at all. */
  private def replace(file: Path, text: String): Unit =
    val beside = file.toAbsolutePath.resolveSibling(s".${file.getFileName}.part")
    Files.writeString(beside, text)
    val ignored = Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING)

  private def tests(suite: String): Int =
    val folder = arguments.golden.getOrElse(throw new IllegalArgumentException("tests needs --golden"))
    val present = found.map(_.name).toSet
    val types = lock.entries.map(e => lock.present(e.typeName) -> e.typeName).distinct
      .filter((now, name) => Files.isDirectory(folder.resolve(name)) && (present.isEmpty || present(now)))
    val text = GeneratedTest(suite, folder, types, arguments.isJUnit)
    arguments.out match
      case Some(file) => replace(file, text)
      case None       => out.print(text)
    0
