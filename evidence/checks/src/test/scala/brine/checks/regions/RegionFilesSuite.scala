package brine.checks.regions

import java.io.ByteArrayInputStream
import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer
import java.nio.channels.Channels
import java.nio.file.{Files, Path}
import brine.*
import brine.region.*

class RegionFilesSuite extends munit.FunSuite:
  private val file = FunFixture[Path](
    _ => Files.createTempFile("brine", ".region"),
    path => Files.deleteIfExists(path): Unit
  )

  file.test("a file that was written is mapped, and read by views and as objects") { path =>
    val page = Page.sample(Some(Page.sample()))
    Region.compact(page).writeTo(path)
    val region = Region.open[Page](path)
    assertEquals(region.root(_.parent.get.editors(1).name), "Bob")
    assertEquals(region.toValue.byNumber, page.byNumber)
    region.verify()
    region.close()
    intercept[PickleException.Closed](region.root(_.length))
  }

  file.test("a file is replaced as a whole while it is mapped, and the old one can be read on") { path =>
    Region.compact(List("old")).writeTo(path)
    val old = Region.open[List[String]](path)
    Region.compact(List("new")).writeTo(path)
    assertEquals(old.root(_(0)), "old")
    assertEquals(Region.open[List[String]](path).toValue, List("new"))
  }

  file.test("nothing can be appended to a file, but to a copy") { path =>
    Region.compact(List(1)).writeTo(path)
    val region = Region.open[List[Int]](path)
    intercept[PickleException.ReadOnly](region.append(List(2)))
    val copy = region.compacted
    assertEquals(copy.rooted(copy.append(List(2))).toValue, List(2))
  }

  test("a region is sent and received, and can be appended to there") {
    val region = Region.compact(Trees.bin(12))
    val bytes = RegionBytes.of(region)
    val received = Region.receive[BinTree](Channels.newChannel(new ByteArrayInputStream(bytes)))
    assertEquals(received.toValue, Trees.bin(12))
    received.verify()
    val more = received.append(Trees.bin(1))
    assertEquals(received.rooted(more).toValue, Trees.bin(1))
  }

  test("a region of small blocks is sent with the bytes between them, and received") {
    val region = Region.compact(Trees.bin(12), RegionSize(blockBits = 12))
    val received = Region.receive[BinTree](Channels.newChannel(new ByteArrayInputStream(RegionBytes.of(region))))
    assertEquals(received.toValue, Trees.bin(12))
  }

  test("a region lies in someone else's buffer, on the heap or not, anywhere in it") {
    val bytes = RegionBytes.of(Region.compact(Page.sample(Some(Page.sample()))))
    for buffer <- List(ByteBuffer.allocate(bytes.length + 9), ByteBuffer.allocateDirect(bytes.length + 9)) do
      buffer.position(5)
      buffer.put(bytes)
      val region = Region.in[Page](buffer.limit(5 + bytes.length).position(5))
      assertEquals(region.root(_.editors(1).name), "Bob")
      assertEquals(region.root(_.byNumber(17).name), "author 17")
      region.verify()
      assertEquals(new PageAccess(region).failures, 0)
  }

  test("an appended value is sent by its own root") {
    val region = Region.compact(List("a"))
    val view = region.append(List("b", "c"))
    val received =
      Region.receive[List[String]](Channels.newChannel(new ByteArrayInputStream(RegionBytes.of(region.rooted(view)))))
    assertEquals(received.toValue, List("b", "c"))
  }

  test("appended values are sent separately, and received after the existing ones") {
    val region = Region.compact(Vector("a", "b"))
    val received = Region.receive[Vector[String]](Channels.newChannel(new ByteArrayInputStream(RegionBytes.of(region))))
    val mark = region.length
    val more = region.append(List(1, 2, 3))
    val out = new ByteArrayOutputStream
    region.sendSince(mark, more, Channels.newChannel(out))
    assertEquals(out.size.toLong, 24 + region.length - mark)
    val there = received.receiveMore[List[Int]](Channels.newChannel(new ByteArrayInputStream(out.toByteArray)))
    assertEquals(received.rooted(there).toValue, List(1, 2, 3))
    assertEquals(received.toValue, Vector("a", "b"))
    val tree = region.append(Trees.bin(3))
    val rest = new ByteArrayOutputStream
    region.sendSince(received.length, tree, Channels.newChannel(rest))
    val treeThere = received.receiveMore[BinTree](Channels.newChannel(new ByteArrayInputStream(rest.toByteArray)))
    assertEquals(treeThere.toValue, Trees.bin(3))
    // Once more: it does not belong after the current bytes.
    intercept[PickleException.Malformed](
      received.receiveMore[List[Int]](Channels.newChannel(new ByteArrayInputStream(out.toByteArray)))
    )
  }

  test("a region that is cut at any byte, or followed by one, is refused") {
    val bytes = RegionBytes.of(Region.compact(PageAccess.small))
    for length <- 0 until bytes.length do
      intercept[PickleException](Region.in[Page](ByteBuffer.wrap(bytes, 0, length)))
      intercept[PickleException](Region.receive[Page](Channels.newChannel(new ByteArrayInputStream(bytes, 0, length))))
    intercept[PickleException.TrailingBytes](Region.in[Page](ByteBuffer.wrap(bytes :+ 0.toByte)))
  }

  test("a region that the verifier accepts is read to its end, with any byte changed, in nine ways") {
    val bytes = RegionBytes.of(Region.compact((
      Trees.bin(3),
      List("a", "☃"),
      Map(1 -> "x"),
      Option(Mood.Calm: Mood),
      Vector(true, false)
    )))
    var refused = 0
    for at <- bytes.indices; change <- List(1, 2, 4, 8, 0x10, 0x20, 0x40, 0x80, 0xff) do
      val changed = bytes.clone
      changed(at) = (changed(at) ^ change).toByte
      val verified =
        try
          val region = Region.in[(BinTree, List[String], Map[Int, String], Option[Mood], Vector[Boolean])](
            ByteBuffer.wrap(changed)
          )
          region.verify()
          Some(region)
        catch
          case e: PickleException =>
            refused += 1
            None
      for region <- verified do
        // A map of two equal keys is the one fault that only reading finds; and nulls where the class takes none.
        region.toValue: Unit
    assert(refused > bytes.length, s"$refused")
  }

  test(
    "a region that the verifier accepts by going down, it accepts by the sweep, with any byte changed, in four ways"
  ) {
    val bytes = RegionBytes.of(Region.compact(PageAccess.small))
    def isVerified(region: Region[?]): Boolean =
      try
        region.verify()
        true
      catch case e: PickleException => false
    var verified = 0
    for at <- bytes.indices; change <- List(1, 4, 0x10, 0x80) do
      val changed = bytes.clone
      changed(at) = (changed(at) ^ change).toByte
      val received =
        try Some(Region.receive[Page](Channels.newChannel(new ByteArrayInputStream(changed))))
        catch case e: PickleException => None
      for region <- received do
        val isTaken = isVerified(region)
        val length = region.length
        // Two references to one object do not form a tree.
        val twice = region.append(TwoPages(region.root.toValue, region.root.toValue))
        assertEquals(region.length, length + 8)
        assertEquals(isVerified(region.rooted(twice)), isTaken, s"$at $change")
        if isTaken then verified += 1
    assert(verified > 100 && verified < bytes.length * 3, s"$verified")
  }

  test("values that the code copies out, the pickler's calls copy out as well, with any byte changed, in nine ways") {
    type Seen = (
        BinTree,
        List[String],
        Option[Option[Mood]],
        Vector[Boolean],
        Option[Long],
        List[Mood],
        (Char, Float, Double, Byte, Short)
    )
    val value: Seen = (
      Trees.bin(2),
      List("a", "☃", null),
      Some(Some(Mood.Other("x"))),
      Vector(true, false),
      Some(7L),
      List(Mood.Calm, null, Mood.Cross),
      ('c', 1.5f, 2.5, 3, 4)
    )
    val bytes = RegionBytes.of(Region.compact(value))
    // As text, since a NaN does not equal itself.
    def outcome(read: => Seen): Either[String, String] =
      try Right(read.toString)
      catch case e: PickleException => Left(e.getMessage)
    var refused = 0
    for at <- bytes.indices; change <- List(0, 1, 2, 4, 8, 0x10, 0x40, 0x80, 0xff) do
      val changed = bytes.clone
      changed(at) = (changed(at) ^ change).toByte
      for region <- scala.util.Try(Region.in[Seen](ByteBuffer.wrap(changed))) do
        val byCode = outcome(region.toValue)
        // A tuple's pickler is made anew at each request, and the code is that of one pickler.
        assertEquals(byCode, outcome(region.root.toValue), s"$at $change")
        if change == 0 then assertEquals(byCode, Right(value.toString))
        if byCode.isLeft then refused += 1
    assert(refused > 100, s"$refused")
  }

  test("a constructor that refuses the data of a file is an error with the place") {
    val bytes = RegionBytes.of(Region.compact(List(Positive(1), Positive(2))))
    ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN).putInt(bytes.length - 16, -2)
    val error = intercept[PickleException](Region.in[List[Positive]](ByteBuffer.wrap(bytes)).toValue)
    assert(error.getMessage.contains("$[1]"), error.getMessage)
  }

  test("values that are nested deeper than the stack are verified") {
    val region = Region.compact(Trees.deep(100_000))
    region.verify()
    assertEquals(region.length, 8L + 100_001 * 4 + 100_000 * 8)
  }

  test("a long string or array that is shared counts by its bytes") {
    val text = "x" * 1_000_000
    val texts = Region.compactSharing(List.fill(1000)(text))
    intercept[PickleException.LimitExceeded](texts.toValue)
    intercept[PickleException.LimitExceeded](texts.root.contentHash)
    val numbers = Vector.fill(100_000)(1)
    intercept[PickleException.LimitExceeded](Region.compactSharing(List.fill(1000)(numbers)).toValue)
  }

  test("a map that claims more entries than any table holds is refused") {
    val bytes = RegionBytes.of(Region.compact(Map(1 -> 1L)))
    val at = bytes.length - 16
    assertEquals(bytes(at).toInt, 1)
    for size <- List(715_827_883, Int.MaxValue, 1 << 28) do
      ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN).putInt(at, size)
      val region = Region.in[Map[Int, Long]](ByteBuffer.wrap(bytes))
      intercept[PickleException](region.root(_.contains(3)))
      intercept[PickleException](region.root(_(1)))
      intercept[PickleException](region.toValue)
      intercept[PickleException](region.verify())
  }

  test("a region that could not receive more is as it was") {
    val region = Region.compact(Vector("a", "b"))
    val received = Region.receive[Vector[String]](Channels.newChannel(new ByteArrayInputStream(RegionBytes.of(region))))
    val mark = region.length
    val more = region.append(List.tabulate(100)(_.toString))
    val out = new ByteArrayOutputStream
    region.sendSince(mark, more, Channels.newChannel(out))
    for length <- List(10, 24, 30, out.size - 1) do
      val cut = new ByteArrayInputStream(out.toByteArray, 0, length)
      intercept[PickleException.Truncated](received.receiveMore[List[String]](Channels.newChannel(cut)))
      assertEquals(received.length, mark)
    val there = received.receiveMore[List[String]](Channels.newChannel(new ByteArrayInputStream(out.toByteArray)))
    assertEquals(received.rooted(there).toValue, List.tabulate(100)(_.toString))
  }

  test("a channel that gives or takes nothing, since it does not block, is refused") {
    val pipe = java.nio.channels.Pipe.open()
    try
      pipe.source.configureBlocking(false)
      intercept[PickleException.InputOutput](Region.receive[Int](pipe.source))
      pipe.sink.configureBlocking(false)
      intercept[PickleException.InputOutput](Region.compact(new Array[Long](1 << 20)).sendTo(pipe.sink))
    finally
      pipe.source.close()
      pipe.sink.close()
  }

  test("a length that is claimed and does not come is refused, as is one beyond the limit") {
    val bytes = RegionBytes.of(Region.compact(List.fill(100000)(1L)))
    val cut = new ByteArrayInputStream(bytes, 0, 1000)
    intercept[PickleException.Truncated](Region.receive[List[Long]](Channels.newChannel(cut)))
    val little = PickleOptions(limits = Limits.Default.copy(maxInputBytes = 1000))
    intercept[PickleException.LimitExceeded](
      Region.receive[List[Long]](Channels.newChannel(new ByteArrayInputStream(bytes)))(using
        summon[Compactable[List[Long]]],
        little
      )
    )
  }

  file.test("a class that has changed is refused with both shapes named, and upgraded by the names of its fields") {
    path =>
      Region.compact(versions.one.Member("Jim", 44)).writeTo(path)
      val refusal = intercept[PickleException.IncompatibleShape](Region.open[versions.two.Member](path))
      assert(refusal.getMessage.contains("Member(name: String, age: Int)"), refusal.getMessage)
      assert(refusal.getMessage.contains("Member(age: Long, name: String, town: Option[String])"), refusal.getMessage)
      val region = Region.upgrade[versions.two.Member](path)
      assertEquals(region.root(_.age), 44L)
      assertEquals(region.toValue, versions.two.Member(44L, "Jim", None))
  }

  file.test("a file whose classes only got other names is refused, and opens unchecked") { path =>
    Region.compact(versions.one.Member("Jim", 44)).writeTo(path)
    intercept[PickleException.IncompatibleShape](Region.open[versions.renamed.Person](path))
    val region = Region.openUnchecked[versions.renamed.Person](path)
    region.verify()
    assertEquals(region.root(_.firstName), "Jim")
    assertEquals(region.toValue, versions.renamed.Person("Jim", 44))
    // Nor is the checksum read.
    val bytes = Files.readAllBytes(path)
    bytes(brine.wire.layout.RegionLayout.CHECKSUM_OFFSET) =
      (bytes(brine.wire.layout.RegionLayout.CHECKSUM_OFFSET) + 1).toByte
    intercept[PickleException.ChecksumMismatch](Region.in[versions.one.Member](ByteBuffer.wrap(bytes)))
    val unchecked = Region.inUnchecked[versions.one.Member](ByteBuffer.wrap(bytes))
    assertEquals(unchecked.root(_.age), 44)
  }

  test("other bytes are not a region") {
    intercept[PickleException.WrongFormat](Region.in[Int](ByteBuffer.wrap(new Array[Byte](100))))
    val bytes = RegionBytes.of(Region.compact(1))
    bytes(2) = 9
    intercept[PickleException.UnknownVersion](Region.in[Int](ByteBuffer.wrap(bytes)))
  }

object versions:
  object one:
    final case class Member(name: String, age: Int) derives Pickler
  object renamed:
    final case class Person(firstName: String, years: Int) derives Pickler
  object two:
    final case class Member(age: Long, name: String, town: Option[String]) derives Pickler
