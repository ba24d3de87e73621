package brine.bench.posts

import brine.figures.{Figures, Settings}
import com.fasterxml.jackson.databind.node.ObjectNode
import java.nio.file.{Files, Path}
import java.util.SplittableRandom
import scala.util.Using
import brine.bench.processes.ChildJvm

/** `./dev bench posts`: the count of a tag in all posts of a file, and one post of them at random. It follows
  * "Efficient Communication and Collection with Compact Normal Forms", section 5.4 and Fig. 6.
  *
  * Each answer comes from a separate JVM, which opens the file for the first time; the forms take turns. Files have the
  * same posts, and were written a moment before: they are in the page cache for all forms alike. Time is taken inside
  * of the JVM, from before the file is opened to the answer. `first` is the first call, in which classes are loaded and
  * code is interpreted. `compiled` is a call after the same question to a small file was repeated until HotSpot had
  * compiled it.
  */
object PostsBenchmark:
  final val Name = "posts"
  private final val SmallestMegabytes = 1

  def run(arguments: List[String], folder: Path): Unit =
    val settings = Settings.of(
      arguments,
      "megabytes" -> "1,4,16,64,256,1024",
      "rounds" -> "3",
      "forms" -> PostsForm.all.map(_.name).mkString(","),
      "heap" -> "1g"
    )
    val command = s"./dev bench posts ${arguments.mkString(" ")}".trim
    val files = new PostsFiles(settings.words("forms").map(PostsForm(_)))
    files.write(SmallestMegabytes): Unit
    val rows = settings.numbers("megabytes").flatMap(measure(settings, files, _))
    val how = List(
      "flags" -> flags(settings).mkString(" "),
      "each answer" -> s"${settings.number("rounds")} JVMs, which take turns with those of other forms"
    )
    Figures.keep(folder, Name, command, how, rows)

  private def flags(settings: Settings): List[String] =
    List(s"-Xms${settings.word("heap")}", s"-Xmx${settings.word("heap")}", "-XX:+AlwaysPreTouch")

  /** All questions, put to files of one size, which are written before. */
  private def measure(settings: Settings, files: PostsFiles, megabytes: Int): List[ObjectNode] =
    val data = files.write(megabytes)
    for
      round <- (1 to settings.number("rounds")).toList
      index = new SplittableRandom(megabytes * 31L + round).nextInt(data.posts)
      expected = List("all" -> data.occurrences, "one" -> data.post(index).hashCode.toLong)
      (question, answer) <- expected
      form <- files.forms
      small <- List(None, Some(files.of(form, SmallestMegabytes)))
    yield
      val file = files.of(form, megabytes)
      val nanos = ask(settings, form, question, index, file, small, answer)
      val code = if small.isEmpty then "first" else "compiled"
      println(f"$megabytes%5d MB, ${form.name}%-18s $question, $code%-8s ${nanos / 1e6}%,12.3f ms")
      Figures.row(
        "form" -> form.name,
        "question" -> question,
        "code" -> code,
        "megabytes" -> megabytes.toLong,
        "posts" -> data.posts.toLong,
        "bytes" -> Files.size(file),
        "round" -> round.toLong,
        "nanos" -> nanos
      )

  private def ask(
      settings: Settings,
      form: PostsForm,
      question: String,
      index: Int,
      file: Path,
      small: Option[Path],
      expected: Long
  ): Long =
    val reader = new ChildJvm(
      flags(settings),
      "brine.bench.posts.PostsReader",
      form.name,
      question,
      index.toString,
      file.toString,
      small.fold("")(_.toString)
    )
    Using.resource(reader) { reader =>
      val Array(nanos, answer) = reader.line().split(' ').map(_.toLong)
      if answer != expected then
        throw new IllegalStateException(s"${form.name}, $question, post $index: $answer, not $expected")
      nanos
    }
