package brine.bench.posts

import java.nio.file.Path
import java.util.SplittableRandom

/** Answers one question in a separate process, and reports its time.
  *
  * Its arguments are the form, the question (`all` or `one`), the requested post, the file, and another file with fewer
  * posts. If the name of the last is not empty, the question is put to that file until HotSpot has compiled the code
  * for the answer.
  */
object PostsReader:
  /** HotSpot has then compiled everything, and many calls of it. */
  private final val WarmSeconds = 1.5
  private final val LeastCalls = 20

  /** The other file has more posts. */
  private final val SmallPosts = 10_000

  def main(arguments: Array[String]): Unit =
    val Array(form, question, index, file, small) = arguments
    val ask = asked(PostsForm(form), question)
    if small.nonEmpty then warm(index => ask(Path.of(small), index))
    val start = System.nanoTime
    val answer = ask(Path.of(file), index.toInt)
    println(s"${System.nanoTime - start} $answer")

  private def asked(form: PostsForm, question: String): (Path, Int) => Long = question match
    case "all" => (file, _) => form.count(file, Post.Tag)
    case "one" => (file, index) => form.one(file, index).hashCode

  private def warm(ask: Int => Long): Unit =
    val end = System.nanoTime + (WarmSeconds * 1e9).toLong
    val random = new SplittableRandom(1)
    var calls = 0
    while System.nanoTime < end || calls < LeastCalls do
      ask(random.nextInt(SmallPosts)): Unit
      calls += 1
