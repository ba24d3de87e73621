package brine.testkit.corpus

import java.util as ju
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import brine.Pickler

/** Mutable collections: each is referred to twice, the empty ones too, and some lead back to their holder. */
private[corpus] object MutableSamples:
  private val words = List("b", null, "a")
  private def twice[A](value: A): Pair[A, A] = Pair(value, value)

  val all: List[Sample[?]] = List(
    Sample("array-buffer")(twice(words.to(mutable.ArrayBuffer))),
    Sample("array-buffer-empty")(twice(mutable.ArrayBuffer.empty[Int])),
    Sample("list-buffer")(words.to(mutable.ListBuffer)),
    Sample("mutable-array-deque")(words.to(mutable.ArrayDeque)),
    Sample("mutable-queue")(words.to(mutable.Queue)),
    Sample("mutable-stack")(words.to(mutable.Stack)),
    Sample("buffer")(words.toBuffer),
    Sample("mutable-hash-set")(mutable.HashSet(3, 1)),
    Sample("linked-hash-set")(words.to(mutable.LinkedHashSet)),
    Sample[mutable.Set[String]]("mutable-set")(words.to(mutable.LinkedHashSet)),
    Sample("mutable-hash-map")(mutable.HashMap(1 -> "x")),
    Sample("linked-hash-map")(mutable.LinkedHashMap("b" -> 1, "a" -> 2)),
    Sample[mutable.Map[String, Int]]("mutable-map")(mutable.LinkedHashMap("b" -> 1)),
    Sample("array-list")(twice(new ju.ArrayList(words.asJava))),
    Sample("linked-list")(new ju.LinkedList(words.asJava)),
    Sample("java-array-deque")(new ju.ArrayDeque(List(2, 1).asJava)),
    Sample[ju.List[String]]("java-list")(new ju.ArrayList(words.asJava)),
    Sample[ju.Collection[String]]("java-collection")(new ju.ArrayList(words.asJava)),
    Sample("java-hash-set")(new ju.HashSet(List(1).asJava)),
    Sample("java-linked-hash-set")(new ju.LinkedHashSet(words.asJava)),
    Sample[ju.Set[String]]("java-set")(new ju.LinkedHashSet(words.asJava)),
    Sample("java-hash-map")(twice(new ju.HashMap[String, Int])),
    Sample("java-linked-hash-map")(new ju.LinkedHashMap(Map("b" -> 1).asJava)),
    Sample("concurrent-hash-map")(new ju.concurrent.ConcurrentHashMap(Map("b" -> 1).asJava)),
    Sample[ju.Map[String, Int]]("java-map")(new ju.LinkedHashMap(Map("b" -> 1).asJava)),
    Sample("member-of-itself")(guild)
  )

  private def guild: Guild =
    val guild = new Guild("c", mutable.ArrayBuffer.empty, new ju.HashMap, mutable.HashSet.empty)
    guild.members ++= List(guild, null, guild)
    guild.byName.put("c", guild)
    guild.badges += Badge(7, guild)
    guild

/** In a cycle through mutable collections, one of which hashes an object that leads back. */
final class Guild(
    val name: String,
    val members: mutable.ArrayBuffer[Guild],
    val byName: ju.HashMap[String, Guild],
    val badges: mutable.HashSet[Badge]
) derives Pickler

final case class Badge(number: Int, guild: Guild) derives Pickler
