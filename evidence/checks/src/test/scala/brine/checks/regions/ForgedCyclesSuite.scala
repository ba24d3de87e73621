package brine.checks.regions

import java.nio.ByteBuffer
import brine.*
import brine.region.*
import brine.testkit.Patient
import brine.wire.layout.RegionLayout.*
import RegionBytes.littleEndian

/** Regions that are not verified, whose references lead into the objects that hold them: each road that follows one
  * refuses it.
  */
class ForgedCyclesSuite extends munit.FunSuite, Patient:
  import ForgedCyclesSuite.*
  private given few: PickleOptions = PickleOptions(limits = Limits(maxElementsWithoutBytes = 2000))

  /** A region, and a walk along all of its views, which fails after more steps down than a region without cycles has.
    */
  private final case class Sample[A](name: String, value: A, size: RegionSize)(walk: (Region[A], Int) => Any)(using
      Compactable[A],
      Pickler[A]
  ):
    val bytes: Array[Byte] = RegionBytes.of(Region.compact(value, size))
    val healthy: Region[A] = Region.in[A](ByteBuffer.wrap(bytes))
    val bodyStart: Int = littleEndian(bytes).getInt(BODY_OFFSET)
    val root: Int = (littleEndian(bytes).getLong(ROOT_OFFSET) & (1L << TAG_SHIFT) - 1).toInt

    private val byCalls = new brine.run.PlannedPickler.MadePickler[A](brine.plan.Plan.of(summon[Pickler[A]]))

    /** Each accessor of a region of these bytes. */
    def accessors(bytes: Array[Byte]): List[(String, () => Any)] =
      val region = Region.in[A](ByteBuffer.wrap(bytes))
      List(
        "views" -> (() => walk(region, bytes.length / 4)),
        "toValue by code" -> (() => region.toValue),
        "toValue by the pickler" -> (() => region.root.toValue(using byCalls)),
        "contentHash" -> (() => region.root.contentHash),
        "isSame" -> (() => region.root.isSameIn(healthy)(healthy.root)),
        "isSame of another" -> (() => healthy.root.isSameIn(region)(region.root)),
        "show" -> (() => region.root.show),
        "compacted" -> (() => region.compacted),
        "verify" -> (() => region.verify())
      )

  private def samples: List[Sample[?]] =
    for size <- List(RegionSize(), RegionSize().withNear(8)); sample <- samples(size) yield sample

  private def samples(size: RegionSize): List[Sample[?]] = List(
    Sample("a field", Linked(1, Linked(2, null)), size)((region, most) => linked(region)(region.root, most)),
    Sample("a field that is an option", Maybe(1, Some(Maybe(2, None))), size)((region, most) =>
      maybe(region)(region.root, most)
    ),
    Sample("an option in an option", Nested(1, Some(Some(Nested(2, Some(None))))), size)((region, most) =>
      nested(region)(region.root, most)
    ),
    Sample[BinTree]("two leaves", BinTree.Node(BinTree.Leaf(1), BinTree.Node(BinTree.Leaf(2), null)), size) {
      (region, most) =>
        tree(region)(region.root, most)
    },
    Sample[One]("one leaf", One.Next(1, One.Next(2, null)), size)((region, most) => one(region)(region.root, most)),
    Sample[Five]("five leaves", Five.A(1, Five.B(Five.A(2, Five.C))), size)((region, most) =>
      five(region)(region.root, most)
    ),
    Sample("a list", List(Linked(1, null), null, Linked(2, null)), size) { (region, most) =>
      (0 until region.root(_.size)).foreach(i => linked(region)(region.root(_(i)), most))
    },
    Sample[Vector[BinTree]]("a vector", Vector(BinTree.Leaf(1), null), size) { (region, most) =>
      (0 until region.root(_.size)).foreach(i => tree(region)(region.root(_(i)), most))
    },
    Sample("lists", Branch(List(Branch(List(Branch(Nil))))), size)((region, most) => branch(region)(region.root, most)),
    Sample("a map", Map("a" -> Linked(1, null)), size)((region, most) => linked(region)(region.root(_("a")), most)),
    Sample("keys", Map(Linked(1, null) -> 7), size)((region, _) => region.root(_(Linked(1, null)))),
    Sample("maps", Keyed(Map("a" -> Keyed(Map("a" -> Keyed(Map.empty))))), size)((region, most) =>
      keyed(region)(region.root, most)
    ),
    Sample("a tuple", (1, "a", Linked(2, null)), size)((region, most) =>
      (region.root(_._2), linked(region)(region.root(_._3), most))
    )
  )

  private def burn(left: Int): Int = if left < 0 then fail("a walk along views does not end") else left - 1

  private def linked(region: Region[?])(view: region.View[Linked], most: Int): Unit =
    if !view.isNull then linked(region)(view(_.next), burn(most))

  private def maybe(region: Region[?])(view: region.View[Maybe], most: Int): Unit =
    if view(_.next.isDefined) then maybe(region)(view(_.next.get), burn(most))

  private def nested(region: Region[?])(view: region.View[Nested], most: Int): Unit =
    if view(_.next.isDefined) && view(_.next.get.isDefined) then nested(region)(view(_.next.get.get), burn(most))

  private def tree(region: Region[?])(view: region.View[BinTree], most: Int): Unit =
    if !view.isNull then
      view.fold(
        (leaf: region.View[BinTree.Leaf]) => leaf(_.value): Unit,
        // One way down at a time: forged trees may share as many as there are ways.
        (node: region.View[BinTree.Node]) => {
          leftmost(region)(node(_.right), burn(most)); tree(region)(node(_.left), burn(most))
        }
      )

  private def leftmost(region: Region[?])(view: region.View[BinTree], most: Int): Unit =
    if !view.isNull then
      view.fold(
        (leaf: region.View[BinTree.Leaf]) => (),
        (node: region.View[BinTree.Node]) => leftmost(region)(node(_.right), burn(most))
      )

  private def one(region: Region[?])(view: region.View[One], most: Int): Unit =
    if !view.isNull then view.fold((next: region.View[One.Next]) => one(region)(next(_.next), burn(most)))

  private def five(region: Region[?])(view: region.View[Five], most: Int): Unit =
    if !view.isNull then
      view.fold(
        (a: region.View[Five.A]) => five(region)(a(_.next), burn(most)),
        (b: region.View[Five.B]) => five(region)(b(_.next), burn(most)),
        (c: region.View[Five.C.type]) => (),
        (d: region.View[Five.D]) => d(_.number): Unit,
        (e: region.View[Five.E]) => e(_.text): Unit
      )

  private def branch(region: Region[?])(view: region.View[Branch], most: Int): Unit =
    if view(_.all.size) > 0 then branch(region)(view(_.all(0)), burn(most))

  private def keyed(region: Region[?])(view: region.View[Keyed], most: Int): Unit =
    if view(_.all.contains("a")) then keyed(region)(view(_.all("a")), burn(most))

  /** Bytes of which the word at `at` in the body is another. */
  private def withWord(sample: Sample[?], at: Int, word: Int): Array[Byte] =
    val bytes = sample.bytes.clone
    // Positions without an object have tags that could be taken for objects.
    littleEndian(bytes).putLong(sample.bodyStart, 0x200000002L).putInt(sample.bodyStart + at, word)
    bytes

  test("a reference to the object that holds it is refused by every accessor, wherever it stands") {
    // The sample's root object, its words behind the first, and bits of their tags.
    val words = Map(
      "a field" -> List(4 -> 0),
      "a field that is an option" -> List(4 -> 2),
      "an option in an option" -> List(4 -> 2),
      "two leaves" -> List(4 -> 2),
      "one leaf" -> List(4 -> 1),
      "five leaves" -> List(4 -> 3),
      "a list" -> List(4 -> 0, 12 -> 0),
      "a vector" -> List(4 -> 2),
      "a map" -> List(4 -> 0, 8 -> 0),
      "keys" -> List(4 -> 0),
      "a tuple" -> List(4 -> 0, 8 -> 0)
    )
    for sample <- samples(RegionSize()); (offset, bits) <- words.getOrElse(sample.name, Nil) do
      val at = sample.root + offset
      val tag = littleEndian(sample.bytes).getInt(sample.bodyStart + at) & (1 << bits) - 1
      for
        inside <- offset to 4 by -4; (name, access) <- sample.accessors(withWord(sample, at, inside / 4 << bits | tag))
      do
        val outcome = scala.util.Try(access())
        val isRefused = outcome.failed.toOption.exists {
          case e: PickleException.BadReference => e.getMessage.contains("before the object that holds the word")
          case e: PickleException.Malformed    => name == "verify" && e.getMessage.contains("invariant 2")
          case _                               => false
        }
        // The hash of a map is that of its keys.
        val isAsked = sample.name != "a map" || offset == 4 || name != "contentHash"
        assert(isRefused || !isAsked, s"${sample.name}, $name, $inside bytes before the word at $offset: $outcome")
  }

  test("the tag of a class without an object is refused by views, at the root and in a word") {
    val (tree, five) =
      (samples(RegionSize()).find(_.name == "two leaves").get, samples(RegionSize()).find(_.name == "five leaves").get)
    for (sample, tag) <- List(tree -> 2, five -> 2); atRoot <- List(true, false) do
      val bytes = withWord(sample, 4, tag)
      if atRoot then
        littleEndian(bytes).putLong(ROOT_OFFSET, tag.toLong << TAG_SHIFT)
        RegionBytes.signed(bytes, sample.bodyStart): Unit
      else littleEndian(bytes).putInt(sample.bodyStart + sample.root + 4, tag): Unit
      for (name, access) <- sample.accessors(bytes) if name == "views" do
        assert(intercept[PickleException.UnknownLeaf](access()).getMessage.contains("number 1 without an object"))
  }

  test(
    "whichever word is replaced by a reference to anywhere, each accessor ends in a value or an exception of Brine's"
  ) {
    var refused = 0
    for sample <- samples; at <- FIRST_OBJECT until sample.bytes.length - sample.bodyStart by 4 do
      val references = (0 to at / 4 + 2).flatMap(distance => (0 to 7).map(distance << 3 | _))
      for
        word <- references ++ references.map(_ | Int.MinValue);
        (name, access) <- sample.accessors(withWord(sample, at, word))
      do
        def where = s"${sample.name}, $name, word ${word.toHexString} at $at"
        try access(): Unit
        catch
          case e: PickleException.UserCode                                                   => fail(where, e)
          case e: PickleException.BadReference                                               => refused += 1
          case _: PickleException | _: NoSuchElementException | _: IndexOutOfBoundsException => ()
          case e: Throwable                                                                  => fail(where, e)
    assert(refused > 10_000, s"$refused")
  }

private object ForgedCyclesSuite:
  final case class Linked(value: Int, next: Linked) derives Pickler
  final case class Maybe(value: Int, next: Option[Maybe]) derives Pickler
  final case class Nested(value: Int, next: Option[Option[Nested]]) derives Pickler
  final case class Branch(all: List[Branch]) derives Pickler
  final case class Keyed(all: Map[String, Keyed]) derives Pickler
  enum One derives Pickler:
    case Next(value: Int, next: One)
  enum Five derives Pickler:
    case A(value: Int, next: Five)
    case B(next: Five)
    case C
    case D(number: Long)
    case E(text: String)
