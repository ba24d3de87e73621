package brine.lock

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import brine.{Carriage, PartFiles, Pickle, PickleException, PickleOptions, Pickler}
import brine.binary.BinaryFormat
import brine.plan.Plan

/** Pickles of every release, kept for ever: `<folder>/<type>/<release>.pickle`, and beside each the facts of its values
  * (`<release>.facts`). The release tool writes them; a test of the user's, which it generates, calls [[verify]].
  */
object Golden:
  private final val Values = 5

  /** Writes values of a type for a release. Returns a text for each type of which they have no value. */
  private[lock] def write(
      folder: Path,
      release: String,
      name: String,
      pickler: Pickler[Any],
      samples: Samples
  ): Seq[String] =
    val made = samples.of(Plan.of(pickler), name, Values)
    val place = folder.resolve(name)
    if made.values.nonEmpty then
      Files.createDirectories(place)
      Pickle.writeAll(made.values, place.resolve(s"$release.pickle"))(using
        pickler,
        BinaryFormat,
        PickleOptions(carriage = Carriage.Usual)
      )
      val facts = made.values.zipWithIndex.map { (value, i) =>
        FlatValue.of(value, pickler).toSeq.sorted.map((place, text) => s"$place = $text").mkString(
          s"# value $i\n",
          "\n",
          "\n"
        )
      }
      PartFiles.replaceText(place.resolve(s"$release.facts"), facts.mkString)
      made.refused.map(r => s"the kept pickles of $name lack a value: ${r.text}")
    else
      val file = s"${place.resolve(release)}.pickle"
      Seq(s"no pickle of $name is kept: ${made.reasons}. To keep one yourself: pickleTo($file)")

  /** Returns the files with pickles of a type. */
  private[lock] def filesOf(folder: Path, name: String): Vector[Path] =
    val place = folder.resolve(name)
    if Files.isDirectory(place) then list(place).filter(_.toString.endsWith(".pickle")) else Vector.empty

  /** Reads the values of a type that every release wrote, as the type is today. Checks that each can be read, and
    * states the same fact at every place that still exists. A file without facts, which one may add by `x.pickleTo`,
    * must be readable.
    *
    * @param folder the folder of the release tool
    * @param name   the type's name in the lock
    * @return how many values were read
    * @throws java.lang.AssertionError that names the file, the value, and what is wrong; also if nothing is there
    */
  def verify[A](folder: Path, name: String)(using pickler: Pickler[A]): Int =
    val files = filesOf(folder, name)
    if files.isEmpty then
      val place = folder.resolve(name).toAbsolutePath
      throw new AssertionError(s"expected a pickle of $name from a release, found none in $place")
    files.map(verifyFile(_, pickler.asInstanceOf[Pickler[Any]])).sum

  private def verifyFile(file: Path, pickler: Pickler[Any]): Int =
    val values =
      try Pickle.readAll[Any, Vector[Any]](file)(_.toVector)(using pickler, BinaryFormat, PickleOptions())
      catch case e: PickleException => throw new AssertionError(s"$file: ${e.getMessage}", e)
    val former = factsBeside(file)
    if former.nonEmpty && former.length != values.length then
      throw new AssertionError(s"$file has ${values.length} values, and facts of ${former.length}")
    for (facts, i) <- former.zipWithIndex do
      val wrong = FlatValue.contradictions(facts, FlatValue.of(values(i), pickler, facts))
      if wrong.nonEmpty then throw new AssertionError(s"$file, value $i: ${wrong.mkString("; ")}")
    values.length

  private def factsBeside(pickle: Path): Vector[Map[String, String]] =
    val file = pickle.resolveSibling(pickle.getFileName.toString.stripSuffix(".pickle") + ".facts")
    if !Files.exists(file) then Vector.empty
    else
      Files.readAllLines(file).asScala.foldLeft(Vector.empty[Map[String, String]]) {
        case (done, s"# value $_") => done :+ Map.empty
        case (done, line) =>
          line.split(" = ", 2) match
            case Array(place, text) if done.nonEmpty => done.init :+ done.last.updated(place, text)
            case _ => throw new AssertionError(s"$file: expected a fact, found '$line'")
      }

  private def list(folder: Path): Vector[Path] =
    val files = Files.list(folder)
    try files.iterator.asScala.toVector.sorted
    finally files.close()
