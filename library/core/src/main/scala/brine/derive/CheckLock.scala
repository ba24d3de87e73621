package brine.derive

import java.nio.file.{Files, Path}
import java.nio.file.attribute.FileTime
import scala.quoted.*
import scala.reflect.NameTransformer
import brine.derive.types.ReadType
import brine.evolve.Lock
import brine.plan.Plan
import brine.run.Resolutions

/** Checks that a type can still read all its released shapes, when its pickler is derived (docs/guide/evolution.md).
  * The shapes are those of the compiler's lock:
  *
  *   - `-Xmacro-settings:brine.lock=/path/brine.lock`. Text after a `#` is ignored. A build can put the file's hash
  *     there: the setting then changes with the file, and an incremental compiler compiles again.
  *   - Else the system property `brine.lock` of the compiler's JVM.
  *
  * Without either, nothing is checked.
  */
private[brine] object CheckLock:
  /** The compile error, if there is one. */
  def problem[Q <: Quotes](quotes: Q, types: ReadType[Q], root: Int, plan: => Plan): Option[String] =
    path(quotes).flatMap { file =>
      try
        val lock = lockAt(file)
        val names = (Lock.typeName(types(root).symbol) +: place(quotes).toSeq).distinct
        val released = names.flatMap(lock.of).distinctBy(_.fingerprint)
        val broken = released.flatMap(entry => reasons(entry, plan).map(entry -> _))
        Option.when(broken.nonEmpty)(text(types(root).shown, broken))
      catch
        case e: java.io.IOException =>
          Some(unreadable(e))
        case e: IllegalArgumentException => Some(e.getMessage)
    }

  /** The lock of the compiler's setting, if there is one.
    *
    * @throws java.io.IOException if it cannot be read
    * @throws java.lang.IllegalArgumentException if its text does not follow the format
    */
  private[brine] def lock(quotes: Quotes): Option[Lock] = path(quotes).map(lockAt)

  private[brine] def unreadable(e: java.io.IOException): String =
    s"the lock cannot be read: $e. Before the first release it is an empty file"

  /** The name of the given that is being derived, if it is a member of an object. */
  private def place(quotes: Quotes): Option[String] =
    import quotes.reflect.*
    Iterator.iterate(Symbol.spliceOwner)(_.maybeOwner).takeWhile(!_.isNoSymbol)
      .find(s => s.isTerm && s.maybeOwner.isClassDef && s.maybeOwner.flags.is(Flags.Module))
      .map(s => Lock.givenName(s.maybeOwner.fullName, NameTransformer.encode(s.name)))

  private def reasons(entry: Lock.Entry, plan: Plan): Option[Seq[String]] =
    try
      Resolutions.proved(entry.shape, plan)
      None
    catch case e: brine.PickleException.IncompatibleShape => Some(e.reasons)

  private def text(shown: String, broken: Seq[(Lock.Entry, Seq[String])]): String =
    broken.map((entry, reasons) =>
      s"  release ${entry.release} wrote another shape:" + reasons.map("\n    " + _ + ".").mkString
    )
      .mkString(s"$shown can no longer read its released shapes (brine.lock):\n", "\n", "")

  // ---- the file

  private def path(quotes: Quotes): Option[Path] =
    MacroSettings.value("lock", quotes).map(_.takeWhile(_ != '#')).filter(_.nonEmpty).map(Path.of(_))

  private var last: (Path, FileTime, Lock) | Null = null

  /** Reads the file again only when it has changed, since every derivation needs it. */
  private def lockAt(file: Path): Lock = synchronized {
    val changed = Files.getLastModifiedTime(file)
    val known = last
    if known != null && known._1 == file && known._2 == changed then known._3
    else
      val lock = Lock.parse(Files.readString(file))
      last = (file, changed, lock)
      lock
  }
