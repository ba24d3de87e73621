package brine.bench.posts

import java.nio.file.{Files, Path}
import scala.util.Using
import com.github.plokhotnyuk.jsoniter_scala.core.*
import com.github.plokhotnyuk.jsoniter_scala.macros.{CodecMakerConfig, JsonCodecMaker}

/** An array in JSON, read by jsoniter-scala a post at a time. */
abstract class PostsInJson(name: String) extends PostsForm(name):
  def suffix: String = "json"

  def write(file: Path, posts: Iterator[Post]): Unit = PostsForm.written(file) { stream =>
    stream.write('[')
    posts.zipWithIndex.foreach { (post, i) =>
      if i > 0 then stream.write(',')
      writeToStream(post, stream)(using PostsInJson.whole)
    }
    stream.write(']')
  }

  /** The JSON of one post among others. */
  def bytesOf(post: Post): Int = writeToArray(post)(using PostsInJson.whole).length + 1

  /** Goes over the file until `take` is false. */
  protected def scan[A](file: Path, codec: JsonValueCodec[A])(take: A => Boolean): Unit =
    Using.resource(Files.newInputStream(file))(scanJsonArrayFromStream(_, PostsInJson.config)(take)(using codec))

private[posts] object PostsInJson:
  val config: ReaderConfig = ReaderConfig.withPreferredBufSize(1 << 17)
  val whole: JsonValueCodec[Post] = JsonCodecMaker.make(CodecMakerConfig.withCheckFieldDuplication(false))

/** Each post is made an object by the codec that the library derives, as the paper's was by Aeson's. */
object JsonPosts extends PostsInJson("jsoniter"):
  def count(file: Path, tag: String): Long =
    var found = 0L
    scan(file, PostsInJson.whole) { post =>
      found += PostsForm.occurrences(post, tag)
      true
    }
    found

  def one(file: Path, index: Int): Post =
    var left = index
    var result: Post | Null = null
    scan(file, PostsInJson.whole) { post =>
      left -= 1
      if left < 0 then result = post
      left >= 0
    }
    result.nn

/** The fastest way of the library for just these questions, by codecs written for them. They make only the requested
  * post; tags are compared in the reader's buffer, and all else is skipped.
  */
object SkippedJson extends PostsInJson("jsoniter-skipping"):
  def count(file: Path, tag: String): Long =
    val counting = new Counting(tag)
    scan(file, counting)(_ => true)
    counting.found

  def one(file: Path, index: Int): Post =
    var result: Post | Null = null
    scan(file, new Picking(index)) { post =>
      result = post
      post == null
    }
    result.nn

  private final class Counting(tag: String) extends JsonValueCodec[Unit]:
    var found = 0L

    def decodeValue(in: JsonReader, none: Unit): Unit = eachOf(in, '{', '}') {
      if in.isCharBufEqualsTo(in.readKeyAsCharBuf(), "hashtags") then countTags(in) else in.skip()
    }

    private def countTags(in: JsonReader): Unit = eachOf(in, '[', ']') {
      if in.isCharBufEqualsTo(in.readStringAsCharBuf(), tag) then found += 1
    }

    private inline def eachOf(in: JsonReader, begin: Char, end: Char)(inline one: Unit): Unit =
      if !in.isNextToken(begin.toByte) then in.decodeError(s"expected '$begin'")
      if !in.isNextToken(end.toByte) then
        in.rollbackToken()
        one
        while in.isNextToken(',') do one
        if !in.isCurrentToken(end.toByte) then in.decodeError(s"expected '$end' or ','")

    def encodeValue(none: Unit, out: JsonWriter): Unit = throw new UnsupportedOperationException
    def nullValue: Unit = ()

  private final class Picking(index: Int) extends JsonValueCodec[Post | Null]:
    private var left = index

    def decodeValue(in: JsonReader, none: Post | Null): Post | Null =
      left -= 1
      if left < 0 then PostsInJson.whole.decodeValue(in, PostsInJson.whole.nullValue)
      else
        in.skip()
        null

    def encodeValue(post: Post | Null, out: JsonWriter): Unit = throw new UnsupportedOperationException
    def nullValue: Post | Null = null
