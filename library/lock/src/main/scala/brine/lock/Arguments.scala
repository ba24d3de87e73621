package brine.lock

import java.nio.file.{Files, Path}
import brine.evolve.Lock

/** A command of the release tool, with its options. */
private[lock] final case class Arguments(
    command: List[String],
    classes: Vector[Path],
    generators: Vector[Path],
    without: Set[String],
    lock: Path,
    golden: Option[Path],
    isJUnit: Boolean,
    out: Option[Path]
)

private[lock] object Arguments:
  val Usage: String =
    """Usage: brine.lock.ReleaseTool <command> [options]
      |
      |  add <release>       adds the shapes that types have now to the lock, and pickles of them to the golden files
      |  diff                what add would say
      |  check               whether every type can read all that was released of it; 1 if not
      |  move <from> <to>    says that a released type has another name now
      |  forget <type>       takes a type out of the lock, of which nobody has data any more
      |  tests <class>       writes a test that reads the values of every release, to --out or the terminal
      |
      |  --classes <folder>  compiled classes to look for picklers in; may be given more than once
      |  --generators <folder>  compiled classes to look for generators in, beside those of --classes
      |  --without <object>  an object in them that is not looked at; may be given more than once
      |  --lock <file>       the lock; brine.lock unless given
      |  --golden <folder>   where pickles of every release are kept; none unless given
      |  --junit             tests for JUnit 5; for munit unless given
      |  --out <file>        where to write the test
      |
      |Exit codes: 0 done; 1 released data can no longer be read, or a released type is gone; 2 not understood;
      |3 classes could not be inspected, so that nothing was decided or written""".stripMargin

  /** The arguments, or the reason why they are none. */
  def parse(arguments: Seq[String]): Either[String, Arguments] =
    @annotation.tailrec
    def next(rest: List[String], done: Arguments): Either[String, Arguments] = rest match
      case "--classes" :: folder :: more => next(more, done.copy(classes = done.classes :+ Path.of(folder)))
      case "--generators" :: folder :: more =>
        next(more, done.copy(generators = done.generators :+ Path.of(folder)))
      case "--without" :: name :: more            => next(more, done.copy(without = done.without + Lock.typeName(name)))
      case "--lock" :: file :: more               => next(more, done.copy(lock = Path.of(file)))
      case "--golden" :: folder :: more           => next(more, done.copy(golden = Some(Path.of(folder))))
      case "--out" :: file :: more                => next(more, done.copy(out = Some(Path.of(file))))
      case "--junit" :: more                      => next(more, done.copy(isJUnit = true))
      case option :: _ if option.startsWith("--") => Left(s"unknown option $option, or its value is missing")
      case word :: more                           => next(more, done.copy(command = done.command :+ word))
      case Nil                                    => complete(done)
    val none = Arguments(Nil, Vector.empty, Vector.empty, Set.empty, Path.of("brine.lock"), None, isJUnit = false, None)
    next(arguments.toList, none)

  private def complete(a: Arguments): Either[String, Arguments] =
    val needsClasses = a.command match
      case List("add", _) | List("diff") | List("check")             => true
      case List("move", _, _) | List("forget", _) | List("tests", _) => false
      case _ => return Left(a.command.mkString("not understood: ", " ", ""))
    (a.classes ++ a.generators).find(!Files.isDirectory(_)) match
      case Some(missing)                             => Left(s"expected a folder, found $missing")
      case None if needsClasses && a.classes.isEmpty => Left(s"${a.command.head} needs --classes")
      case None                                      => Right(a)
