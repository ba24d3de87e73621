package brine.checks.regions

import java.io.OutputStream
import java.nio.channels.Channels
import brine.PickleException
import brine.region.*

/** Every way to ask a region of a page for something. */
final class PageAccess(val region: Region[Page]):
  private val root = region.root
  private val moods: region.View[Mood] => String = mood =>
    mood.fold(
      (calm: region.View[Mood.Calm.type]) => "calm",
      (cross: region.View[Mood.Cross.type]) => "cross",
      (other: region.View[Mood.Other]) => other(_.name)
    )

  private def up(size: Int): Range = 0 until math.min(3, size)

  /** Each accessor that loads bytes, with its result as text. */
  def loads: List[(String, () => Any)] = List(
    "a string" -> (() => root(_.title)),
    "a string's size" -> (() => root(_.title.size)),
    "a long" -> (() => root(_.length)),
    "a boolean" -> (() => root(_.isDraft)),
    "a short" -> (() => root(_.rank)),
    "a char" -> (() => root(_.initial)),
    "a double" -> (() => root(_.weight)),
    "a float" -> (() => root(_.ratio)),
    "a byte" -> (() => root(_.flag)),
    "a class" -> (() => root(_.author.name)),
    "what a pickler writes" -> (() => root(_.author.born).toValue),
    "a sealed type" -> (() => moods(root(_.mood))),
    "strings" -> (() => up(root(_.tags.size)).map(i => root(_.tags(i)))),
    "ints" -> (() => up(root(_.counts.size)).map(i => root(_.counts(i)))),
    "sealed types" -> (() => up(root(_.moods.size)).map(i => moods(root(_.moods(i))))),
    "classes" -> (() => up(root(_.editors.size)).map(i => root(_.editors(i).name))),
    "an option" -> (() => root(_.parent.isDefined)),
    "an option's class" -> (() => root(_.parent.get.title)),
    "an option's number" -> (() => root(_.score.get)),
    "an option's sealed type" -> (() => moods(root(_.mood2.get))),
    "a key that is a string" -> (() => root(_.ages("Jim"))),
    "whether a key is there" -> (() => root(_.ages.contains("Zoe"))),
    "a key that is a number" -> (() => root(_.byNumber(7).name)),
    "a map's size" -> (() => root(_.byNumber.size)),
    "bytes" -> (() => PageAccess.content(region.buffer(root(_.bytes)))),
    "doubles" -> (() => PageAccess.content(region.buffer(root(_.samples)))),
    "a tuple" -> (() => (root(_.pair._1), root(_.pair._2))),
    "the whole" -> (() => PageAccess.text(region.toValue)),
    "its text" -> (() => root(_.author).show),
    "its hash" -> (() => root.contentHash),
    "whether parts are the same" -> (() => root(_.tags).isSame(root(_.tags))),
    "whether it is the same as another" -> (() => root.isSameIn(PageAccess.other)(PageAccess.other.root)),
    "whether another is the same" -> (() => PageAccess.other.root.isSameIn(region)(root)),
    "a check" -> (() => region.verify()),
    "a copy" -> (() => PageAccess.text(region.compacted.toValue)),
    "all of its bytes, to a channel" -> (() => region.sendTo(PageAccess.nowhere))
  )

  /** The result of each, or its exception: Brine's, or the one of a collection that has no such element or key. */
  def results: List[(String, Any)] = loads.map { (name, load) =>
    name ->
      (try region.guarded(load())
      catch
        case e: PickleException                                             => e
        case e @ (_: NoSuchElementException | _: IndexOutOfBoundsException) => e
      )
  }

  /** How many fail. */
  def failures: Int = results.count(_._2.isInstanceOf[Throwable])

private object PageAccess:
  /** A page like those that are damaged. */
  val small: Page = Page.sample().copy(byNumber = (1 to 10).map(i => i -> Author("a", java.time.LocalDate.EPOCH)).toMap)
  val other: Region[Page] = Region.compact(small)

  private val nowhere = Channels.newChannel(OutputStream.nullOutputStream)

  private def content(buffer: java.nio.ByteBuffer): List[Byte] = List.fill(buffer.remaining)(buffer.get())

  /** With the contents of arrays. */
  private def text(page: Page | Null): String = String.valueOf(page).replaceAll("\\[[BD]@[0-9a-f]+", "")
