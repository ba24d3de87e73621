package brine.bench.posts

import brine.figures.Figures
import java.nio.file.Files
import brine.bench.report.PostsPage
import brine.testkit.{Patient, Temporary}

class PostsSuite extends munit.FunSuite, Patient, Temporary:
  test("all forms of the same posts give the same answers, which are those of the posts themselves") {
    val files = new PostsFiles(PostsForm.all)
    val data = files.write(1)
    val posts = Post.all.take(data.posts).toVector
    assertEquals(data.occurrences, posts.flatMap(_.hashtags).count(_ == Post.Tag).toLong)
    assert(data.occurrences > 0 && posts.exists(_.hashtags.isEmpty) && posts.exists(_.urls.length > 1))
    for form <- PostsForm.all do
      assertEquals(form.count(files.of(form, 1), Post.Tag), data.occurrences, form.name)
      for index <- List(0, 1, 4711, posts.length - 1) do
        assertEquals(form.one(files.of(form, 1), index), posts(index), form.name)
  }

  test("a file has the requested megabytes of JSON") {
    val files = new PostsFiles(List(SkippedJson))
    files.write(1): Unit
    val bytes = Files.size(files.of(SkippedJson, 1))
    assert(bytes >= (1L << 20) && bytes < (1L << 20) + 1000, bytes.toString)
  }

  test("the command asks each form in separate JVMs, and makes a page of their answers") {
    val folder = newFolder()
    PostsBenchmark.run(
      "--megabytes 1 --rounds 1 --heap 256m --forms region,jsoniter-skipping".split(' ').toList,
      folder
    )
    val rows = Figures.readAll(folder, PostsBenchmark.Name).head.rows
    assertEquals(rows.length, 2 * 2 * 2)
    assert(rows.forall(_.path("nanos").asLong > 0))
    val page = Files.readString(PostsPage.writeAll(folder).head)
    for (line, count) <- List("| region |" -> 5, "| jsoniter-skipping |" -> 5) do
      assertEquals(page.linesIterator.count(_.startsWith(line)), count, page)
    assertEquals(Files.list(folder.resolve("plots")).count, 2L)
  }
