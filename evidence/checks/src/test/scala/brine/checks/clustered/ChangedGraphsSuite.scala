package brine.checks.clustered

import java.nio.file.Files
import java.util.concurrent.{ConcurrentHashMap, ConcurrentLinkedQueue, CopyOnWriteArrayList}
import scala.collection.mutable
import brine.*
import brine.graph.GraphFormat
import brine.testkit.{Laws, Temporary}

/** A graph that grows or shrinks while it is written is refused, and nothing of it stays. */
class ChangedGraphsSuite extends munit.FunSuite, Temporary:
  import ChangedGraphsSuite.*

  /** Makes the change when the object of this name is met. */
  private def changing(at: String)(change: => Unit): GraphFormat =
    GraphFormat.beforeWriting[Item](item => if item.name == at then change)

  private def isRefused[A: Pickler](value: A, format: GraphFormat, path: String)(using munit.Location): Unit =
    val e = intercept[PickleException.ChangedWhileWritten](Laws.write(value, format))
    assert(e.path.startsWith(path), e.getMessage)

  private val three = List("a", "b", "c").map(Item(_))

  test("Java's concurrent collections, whose iterators report no change") {
    val queue = new ConcurrentLinkedQueue[Item](java.util.List.of(three*))
    isRefused(Queue(queue), changing("b")(queue.add(Item("d"))), "$.items")
    isRefused(Queue(queue), changing("a")(queue.remove(Item("d"))), "$.items")
    val map = new ConcurrentHashMap[String, Item]
    for item <- three do map.put(item.name, item)
    isRefused(Table(map), changing("a")(map.remove("c")), "$.items")
  }

  test("Scala's, which report changes, and which do not") {
    val buffer = mutable.ArrayBuffer.from(three)
    isRefused(Buffer(buffer), changing("b")(buffer += Item("d")), "$.items")
    val list = mutable.ListBuffer.from(three)
    isRefused(Listed(list), changing("b")(list -= three.last), "$.items")
    val map = mutable.LinkedHashMap.from(three.map(i => i.name -> i))
    isRefused(Mapped(map), changing("a")(map += "d" -> Item("d")), "$.items")
    val trie = scala.collection.concurrent.TrieMap.from(three.map(i => i.name -> i))
    val back = Laws.read[Trie](Laws.write(Trie(trie), GraphFormat), GraphFormat)
    assertEquals(back.items.size, 3)
  }

  test("a snapshot does not change") {
    val list = new CopyOnWriteArrayList[Item](java.util.List.of(three*))
    val bytes = Laws.write(Copied(list), changing("b")(list.add(Item("late"))))
    val back = Laws.read[Copied](bytes, GraphFormat).items
    assertEquals(back.size, 3)
  }

  test("nested deep, where the interpreter writes, and in other formats") {
    val queue = new ConcurrentLinkedQueue[Item](java.util.List.of(three*))
    var nested = new Nested(queue, null)
    for _ <- 1 to 2000 do nested = new Nested(new ConcurrentLinkedQueue, nested)
    isRefused(nested, changing("b")(queue.add(Item("d"))), "$.next")
    for format <- List[PickleFormat](GraphFormat, brine.binary.BinaryFormat, brine.json.JsonFormat) do
      val growing = new ConcurrentLinkedQueue[Growing]
      for _ <- 1 to 2 do growing.add(new Growing(growing))
      val e = intercept[PickleException.ChangedWhileWritten](Laws.write(Grown(growing), format))
      assert(e.path.startsWith("$.items"), e.getMessage)
      val told = mutable.ArrayBuffer.empty[Telling]
      for _ <- 1 to 2 do told += new Telling(told)
      val of = intercept[PickleException.ChangedWhileWritten](Laws.write(Told(told), format))
      assert(of.path.startsWith("$.items"), of.getMessage)
  }

  /** They are refused from a collection that says another number of elements. */
  private def are[A: Pickler](elements: Iterable[A], options: PickleOptions = PickleOptions())(using
      munit.Location
  ): Unit =
    for
      format <- List[PickleFormat](GraphFormat, brine.binary.BinaryFormat, brine.json.JsonFormat)
      depth <- List(0, 512)
      size <- List(1, elements.size - 1, elements.size + 1)
    do
      val collection: Iterable[A] = new Misleading(elements, size)
      val e = intercept[PickleException](
        collection.pickle(using summon, format, options.copy(limits = Limits(emittedDepth = depth)))
      )
      val reason = e.getMessage
      if size < elements.size then assert(reason.contains(s"$size elements"), s"$format: $reason")
      else assert(reason.contains("changed while") || reason.contains("NoSuchElement"), s"$format: $reason")

  private def areOpen(): Unit =
    given Pickler[Any] = Pickler.open
    val items = Vector.fill[Any](200)(Item("a"))
    are(items)
    val subtypes = Subtypes(Subtype[Item])
    are(items, PickleOptions(subtypes = subtypes.numberedBy(subtypes.names)))

  test("a collection that has more or fewer elements than it says") {
    are(1 to 1000)
    are(Vector.fill(300)(Int.MaxValue))
    are(List.fill(300)(Int.MaxValue))
    are(Vector.fill(300)(Long.MinValue))
    are(Vector.fill(300)(0.5))
    are(List("a", "b", "c"))
    are(three)
    are(three.map(Option(_)))
    areOpen()
  }

  test("the file that was there before is there afterwards, and nothing beside it") {
    val folder = newFolder()
    val path = folder.resolve("graph")
    val queue = new ConcurrentLinkedQueue[Item](java.util.List.of(three*))
    Queue(queue).pickleTo(path)(using summon, GraphFormat)
    val before = Files.readAllBytes(path).toSeq
    intercept[PickleException.ChangedWhileWritten](Queue(queue).pickleTo(path)(using
      summon,
      changing("b")(queue.add(Item("d")))
    ))
    assertEquals(Files.readAllBytes(path).toSeq, before)
    val files = Files.list(folder)
    try assertEquals(files.count, 1L)
    finally files.close()
  }

  test("an object that is changed after it was written is whole in the graph, without the change") {
    val first = new Linked("first", null)
    val second = new Linked("second", null)
    first.next = second
    val format = GraphFormat.beforeWriting[Linked](l => if l eq second then first.next = null)
    val back = Laws.read[Linked](Laws.write(first, format), GraphFormat)
    assertEquals((back.name, back.next.name), ("first", "second"))
  }

object ChangedGraphsSuite:
  final case class Item(name: String) derives Pickler

  final class Misleading[A](elements: Iterable[A], val length: Int) extends collection.AbstractSeq[A]:
    def apply(index: Int): A = elements.iterator.drop(index).next()
    def iterator: Iterator[A] = elements.iterator

  final case class Queue(items: ConcurrentLinkedQueue[Item]) derives Pickler
  final case class Table(items: ConcurrentHashMap[String, Item]) derives Pickler
  final case class Buffer(items: mutable.ArrayBuffer[Item]) derives Pickler
  final case class Listed(items: mutable.ListBuffer[Item]) derives Pickler
  final case class Mapped(items: mutable.LinkedHashMap[String, Item]) derives Pickler
  final case class Trie(items: scala.collection.concurrent.TrieMap[String, Item]) derives Pickler
  final case class Copied(items: CopyOnWriteArrayList[Item]) derives Pickler
  final class Nested(val items: ConcurrentLinkedQueue[Item], val next: Nested) derives Pickler
  final class Linked(val name: String, var next: Linked) derives Pickler

  final case class Grown(items: ConcurrentLinkedQueue[Growing]) derives Pickler

  /** Each call returns another one. */
  final class Growing(val in: ConcurrentLinkedQueue[Growing])
  object Growing:
    given Pickler[Growing] = brine.combine.product[Growing]("Growing").field("size", grow(_)).build { case Tuple1(_) =>
      new Growing(null)
    }
    private def grow(growing: Growing): Int =
      if growing.in.size < 4 then growing.in.add(new Growing(growing.in))
      growing.in.size

  final case class Told(items: mutable.ArrayBuffer[Telling]) derives Pickler

  /** A change in a collection that reports it. */
  final class Telling(val in: mutable.ArrayBuffer[Telling])
  object Telling:
    given Pickler[Telling] = brine.combine.product[Telling]("Telling").field("size", grow(_)).build { case Tuple1(_) =>
      new Telling(null)
    }
    private def grow(telling: Telling): Int =
      if telling.in.size < 4 then telling.in += new Telling(telling.in)
      telling.in.size
