package brine.bench.posts

import java.nio.file.{Files, Path}

/** Files of the same posts in each form, which go when this process ends. The first posts of a large file are those of
  * a small one.
  */
final class PostsFiles(val forms: List[PostsForm]):
  private val folder = Files.createTempDirectory("posts")
  folder.toFile.deleteOnExit()

  def of(form: PostsForm, megabytes: Int): Path = folder.resolve(s"$megabytes.${form.suffix}")

  /** Writes those that are not there. The size is that of the JSON, with whose posts the other forms are filled, too.
    */
  def write(megabytes: Int): PostsData =
    val data = PostsData.of(megabytes.toLong << 20)
    for form <- forms; file = of(form, megabytes) if !Files.exists(file) do
      file.toFile.deleteOnExit()
      form.write(file, Post.all.take(data.posts))
    data

/** The known facts about the posts in a file.
  *
  * @param occurrences of [[Post.Tag]]
  */
final case class PostsData(posts: Int, occurrences: Long):
  def post(index: Int): Post = Post.all.drop(index).next()

object PostsData:
  /** As many posts as take these bytes in JSON, or the first more. */
  def of(bytes: Long): PostsData =
    var (left, posts, occurrences) = (bytes, 0, 0L)
    val all = Post.all
    while left > 0 do
      val post = all.next()
      left -= JsonPosts.bytesOf(post)
      posts += 1
      occurrences += PostsForm.occurrences(post, Post.Tag)
    PostsData(posts, occurrences)
