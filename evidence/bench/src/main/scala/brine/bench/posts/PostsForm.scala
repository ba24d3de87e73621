package brine.bench.posts

import java.io.BufferedOutputStream
import java.nio.file.{Files, Path}
import scala.util.Using
import brine.*
import brine.binary.BinaryFormat
import brine.region.Region

/** Posts in a file, and questions about them; each question opens the file. */
abstract class PostsForm(val name: String):
  /** The file's extension: two forms may share one. */
  def suffix: String

  def write(file: Path, posts: Iterator[Post]): Unit

  /** How often posts have a tag. */
  def count(file: Path, tag: String): Long

  def one(file: Path, index: Int): Post

object PostsForm:
  val all: List[PostsForm] = List(MappedPosts, BinaryPosts, JsonPosts, SkippedJson)

  def apply(name: String): PostsForm =
    all.find(_.name == name).getOrElse(throw new IllegalArgumentException(s"no form of posts is called '$name'"))

  def written(file: Path)(write: BufferedOutputStream => Unit): Unit =
    Using.resource(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16))(write)

  def occurrences(post: Post, tag: String): Int = post.hashtags.count(_ == tag)

/** A region, mapped. */
object MappedPosts extends PostsForm("region"):
  def suffix: String = "region"

  def write(file: Path, posts: Iterator[Post]): Unit = Region.build(file)(posts).close()

  def count(file: Path, tag: String): Long = Using.resource(Region.open[Vector[Post]](file)) { region =>
    val posts = region.root
    val size = posts(_.size)
    var found = 0L
    var i = 0
    while i < size do
      found += occurrences(region)(posts(_(i)), tag)
      i += 1
    found
  }

  private def occurrences(region: Region[Vector[Post]])(post: region.View[Post], tag: String): Int =
    val tags = post(_.hashtags)
    val size = tags(_.size)
    var found = 0
    var i = 0
    while i < size do
      if tags(_(i) == tag) then found += 1
      i += 1
    found

  def one(file: Path, index: Int): Post =
    Using.resource(Region.open[Vector[Post]](file))(region => region.root(_(index)).toValue)

/** Brine's bare form, one post after the other: a post is garbage once it is used. */
object BinaryPosts extends PostsForm("brine-bare"):
  private given PickleFormat = BinaryFormat.Bare

  def suffix: String = "brine"

  def write(file: Path, posts: Iterator[Post]): Unit =
    PostsForm.written(file)(stream => posts.foreach(_.pickleTo(stream)))

  def count(file: Path, tag: String): Long =
    Pickle.readAll[Post, Long](file)(_.foldLeft(0L)(_ + PostsForm.occurrences(_, tag)))

  def one(file: Path, index: Int): Post = Pickle.readAll[Post, Post](file)(_.drop(index).next())
