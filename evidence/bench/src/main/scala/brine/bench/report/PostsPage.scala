package brine.bench.report

import brine.figures.{Figures, FiguresPage, Labels, LineChart, Median, Page, Palette, Plot}
import brine.bench.posts.{PostsBenchmark, PostsForm}
import com.fasterxml.jackson.databind.JsonNode

/** Posts in files: how long a question takes, over the file's size ("Compact Normal Forms", Fig. 6). */
object PostsPage extends FiguresPage(PostsBenchmark.Name):
  private final val Region = "region"

  private final case class Series(question: String, code: String, form: String, medians: Vector[(Int, Double)]):
    def at(megabytes: Int): Option[Double] = medians.collectFirst { case (`megabytes`, millis) => millis }

  private val questions = Vector("all" -> "All posts: how often one tag occurs", "one" -> "One post at random")
  private val codes = Vector("compiled" -> "the code is compiled", "first" -> "the JVM's first call")

  def page(figures: Figures): String =
    val all = series(figures)
    val tables =
      for (question, title) <- questions; (code, when) <- codes yield
        val some = all.filter(s => s.question == question && s.code == code)
        s"## $title, $when\n\n${table(some)}"
    val pictures = plots(figures).map(_.markdown).mkString("", "\n\n", "\n")
    (Vector(figures.heading("Posts"), introduction) ++ tables ++ Vector(
      s"## Sizes\n\n${sizes(figures)}",
      pictures
    )).mkString("\n")

  private val introduction =
    """Made by `./dev bench posts`. A JVM answers a question about a file of posts (hashtags, a user's number,
      |addresses) that it has not opened before. The size is that of the posts in JSON. Times are milliseconds from
      |before the file is opened to the answer, as medians; multiples of the region's time are in brackets. Nothing was
      |read from a disk: the files are in the page cache. `region` is mapped. `brine-bare` is unpickled post by post,
      |and keeps none. `jsoniter` streams an array and makes an object of each post. `jsoniter-skipping` makes nothing,
      |compares tags in its buffer and skips all else. For one post, all except the region read the posts before it.
      |Before the `compiled` answer, the question was repeated for a file of 1 MB until HotSpot had compiled the code.
      |The `first` answer includes loading classes and interpreting code. Less is better.
      |""".stripMargin

  private def series(figures: Figures): Vector[Series] =
    def words(row: JsonNode) = (row.path("question").asText, row.path("code").asText, row.path("form").asText)
    figures.rows.groupBy(words).toVector.map { case ((question, code, form), rows) =>
      val medians = rows.groupBy(_.path("megabytes").asInt).map((size, some) =>
        size -> Median.of(some.map(_.path("nanos").asLong / 1e6))
      )
      Series(question, code, form, medians.toVector.sortBy(_._1))
    }.sortBy(s => PostsForm.all.indexWhere(_.name == s.form))

  private def table(some: Vector[Series]): String =
    val sizes = some.flatMap(_.medians.map(_._1)).distinct.sorted
    val region = some.find(_.form == Region)
    val rows = some.map { s =>
      s.form +: sizes.map { size =>
        val factor =
          for own <- s.at(size); its <- region.filter(_ != s).flatMap(_.at(size)) yield s" (${Labels.short(own / its)})"
        s.at(size).fold("")(Labels.short) + factor.getOrElse("")
      }
    }
    Page.table("" +: sizes.map(size => s"${Labels.plain(size)} MB"), rows)

  private def sizes(figures: Figures): String =
    val largest = figures.rows.map(_.path("megabytes").asInt).max
    val rows = figures.rows.filter(_.path("megabytes").asInt == largest)
    val bytes = PostsForm.all.flatMap(form => rows.find(_.path("form").asText == form.name)).map { row =>
      val count = row.path("bytes").asDouble
      Seq(row.path("form").asText, Labels.plain(count), Labels.short(count / row.path("posts").asLong))
    }
    Page.table(Seq("", "bytes", "a post"), bytes)

  def plots(figures: Figures): Vector[Plot] =
    val compiled = series(figures).filter(_.code == "compiled")
    for (question, title) <- questions if compiled.exists(_.question == question) yield
      val some = compiled.filter(_.question == question)
      val colours = Palette.lines(some.map(_.form))
      val lines = some.map(s =>
        LineChart.Line(s.form, colours(s.form), s.form == Region, s.medians.map((x, y) => (x.toDouble, y)))
      )
      val heading = s"$title (${figures.run})"
      val chart = LineChart(heading, "MB of JSON", "milliseconds", lines)
      Plot(s"Posts, ${figures.run}", Labels.file(figures.run, question) + ".svg", heading, chart.render)
