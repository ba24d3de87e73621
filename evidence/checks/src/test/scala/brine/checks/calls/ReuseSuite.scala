package brine.checks

import java.lang.ref.WeakReference
import brine.*
import brine.binary.{BinaryFormat, BinaryPickle}
import brine.json.{JsonFormat, JsonPickle}

/** State that a thread reuses from one pickle to the next shows in no pickle (docs/adr/0019). */
class ReuseSuite extends munit.FunSuite:
  import ReuseSuite.*

  private val note = Note("first", 1, Vector("a", "b"))
  private val formats = BinaryFormat :: AllFormats.telling

  test("a pickle does not change when the next one is written") {
    for format <- formats do
      val first = note.pickleIn(format)
      val copy = first.bytes.clone
      val other = Note("x" * 300, 2, Vector("c" * 300)).pickleIn(format)
      assert(first.bytes.sameElements(copy))
      assertEquals(first.unpickle[Note], note)
      assertEquals(other.unpickle[Note].id, "x" * 300)
  }

  test("long text, then short, then long again") {
    for format <- formats; length <- Seq(10, 200_000, 0, 70_000, 5, 300, 600, 64 * 1024, 1 << 20, 1) do
      val value = Note("y" * length, length, Vector.fill(length % 7)("z"))
      assertEquals(value.pickleIn(format).unpickle[Note], value, s"$format, $length")
  }

  test("a hand-written pickler that pickles while it is called, three deep") {
    val value = Nested(Some(Nested(Some(Nested(None, "in")), "middle")), "out")
    for _ <- 1 to 3 do
      assertEquals(value.pickle.unpickle[Nested], value)
      assertEquals(note.pickle.unpickle[Note], note)
  }

  test("a hand-written pickler that pickles into JSON while it is called") {
    val value = InJson(InJson(null, "in"), "out")
    for _ <- 1 to 3 do
      assertEquals(value.pickleIn(JsonFormat).unpickle[InJson], value)
      assertEquals(note.pickleIn(JsonFormat).unpickle[Note], note)
  }

  test("a hand-written pickler that goes on after a failure loses nothing") {
    for length <- List(10, 100, 1000, 10_000, 100) do
      val value = Dauntless("x" * length)
      assertEquals(Pair(note, value).pickleIn(JsonFormat).unpickle[Pair], Pair(note, value))
  }

  test("after a write that failed") {
    for format <- BinaryFormat.Bare :: formats; _ <- 1 to 3 do
      intercept[PickleException](Failing(Vector("put before", null, "fail")).pickleIn(format))
      assertEquals(note.pickleIn(format).unpickle[Note], note)
      assertEquals(note.pickleIn(format).bytes.toSeq, note.pickleIn(format).bytes.toSeq)
  }

  test("objects keep their identity within a pickle, and have none in the next") {
    val node = new Node(null)
    node.next = node
    val bytes = node.pickle.bytes
    for _ <- 1 to 3 do
      assertEquals(node.pickle.bytes.toSeq, bytes.toSeq)
      val back = new BinaryPickle(bytes).unpickle[Node]
      assert(back.next eq back)
  }

  test("options from one call to the next: limits, sharing, checksums") {
    val small = PickleOptions(limits = Limits(maxOutputBytes = 20))
    for _ <- 1 to 3 do
      for format <- formats do
        intercept[PickleException.LimitExceeded](note.pickle(using summon[Pickler[Note]], format, small))
        assertEquals(note.pickleIn(format).unpickle[Note], note)
      val all = note.pickle(using summon[Pickler[Note]], BinaryFormat, PickleOptions(sharing = Sharing.All))
      assertEquals(all.unpickle[Note], note)
      val bare = note.pickle(using summon[Pickler[Note]], BinaryFormat, PickleOptions(checksum = false))
      assertEquals(bare.bytes.length + 4, note.pickle.bytes.length)
      val hinted = note.pickle(using summon[Pickler[Note]], BinaryFormat, PickleOptions(sizeHint = 1 << 20))
      assertEquals(hinted, note.pickle)
  }

  test("the values are not held, nor after a write that failed") {
    for fails <- Seq(false, true) do
      val held = pickledAndLeft(fails)
      val deadline = System.nanoTime + 20_000_000_000L
      while held.get != null && System.nanoTime < deadline do
        System.gc()
        Thread.sleep(10)
      assert(held.get == null, s"fails: $fails")
  }

  test("each thread has its own, virtual threads too where there are any") {
    val values = (0 until 64).map(i => Note(s"thread $i", i, Vector.fill(i)("part")))
    val failed = new java.util.concurrent.ConcurrentLinkedQueue[Throwable]
    val threads = values.map { value =>
      start { () =>
        try for _ <- 1 to 200 do assertEquals(value.pickle.unpickle[Note], value)
        catch case e: Throwable => failed.add(e)
      }
    }
    threads.foreach(_.join())
    assertEquals(failed.size, 0, String.valueOf(failed.peek))
  }

  private def pickledAndLeft(fails: Boolean): WeakReference[Node] =
    val node = new Node(null)
    node.next = node
    val pair = (node, Failing(Vector(if fails then "fail" else "put")))
    assertEquals(scala.util.Try(pair.pickle).isFailure, fails)
    new WeakReference(node)

  /** A virtual thread, or, before JDK 21, one of the platform's. */
  private def start(body: Runnable): Thread =
    try classOf[Thread].getMethod("startVirtualThread", classOf[Runnable]).invoke(null, body).asInstanceOf[Thread]
    catch
      case _: NoSuchMethodException =>
        val thread = new Thread(body)
        thread.start()
        thread

object ReuseSuite:
  final case class Note(id: String, number: Long, parts: Vector[String]) derives Pickler

  final class Node(var next: Node)
  object Node:
    given Pickler[Node] = Pickler.derived

  /** Puts its content as a separate pickle. */
  final case class Nested(inner: Option[Nested], name: String)
  object Nested:
    given Pickler[Nested] with
      def shape = brine.shape.Shape.Custom("Nested", version = 1)
      def pickle(value: Nested, builder: PickleBuilder): Unit =
        builder.putString(value.name)
        builder.put(value.inner.map(_.pickle.bytes))
        builder.putString(value.name)
      def unpickle(reader: PickleReader): Nested =
        val name = reader.getString().nn
        val inner = reader.get[Option[Array[Byte]]].map(new BinaryPickle(_).unpickle[Nested])
        if reader.getString() != name then throw new IllegalStateException(name)
        Nested(inner, name)

  /** Its content is a text in JSON. */
  final case class InJson(inner: InJson, name: String)
  object InJson:
    given Pickler[InJson] with
      def shape = brine.shape.Shape.Custom("InJson", version = 1)
      def pickle(value: InJson, builder: PickleBuilder): Unit =
        val inner = if value.inner == null then "" else value.inner.pickleIn(JsonFormat).text
        builder.putString(s"${value.name}:$inner")
      def unpickle(reader: PickleReader): InJson =
        val Array(name, inner) = reader.getString().nn.split(":", 2): @unchecked
        InJson(if inner.isEmpty then null else JsonPickle.of(inner).unpickle[InJson], name)

  final case class Pair(note: Note, dauntless: Dauntless) derives Pickler

  /** If its text cannot be put, it puts another. */
  final case class Dauntless(text: String)
  object Dauntless:
    given Pickler[Dauntless] with
      def shape = brine.shape.Shape.Custom("Dauntless", version = 1)
      def pickle(value: Dauntless, builder: PickleBuilder): Unit =
        try builder.putString(value.text)
        catch case e: Exception => builder.putString("")
      def unpickle(reader: PickleReader): Dauntless = Dauntless(reader.getString().nn)

  final case class Failing(parts: Vector[String])
  object Failing:
    given Pickler[Failing] with
      def shape = brine.shape.Shape.Custom("Failing", version = 1)
      def pickle(value: Failing, builder: PickleBuilder): Unit =
        for part <- value.parts do
          if part == "fail" then throw new IllegalStateException(part) else builder.putString(part)
      def unpickle(reader: PickleReader): Failing = Failing(Vector(reader.getString().nn))
