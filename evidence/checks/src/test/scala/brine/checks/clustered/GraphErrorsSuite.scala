package brine.checks.clustered

import brine.*
import brine.graph.GraphFormat
import brine.testkit.Laws

/** Each cause of a failed read or write has its own case, with its position: the object's path, the byte. */
class GraphErrorsSuite extends munit.FunSuite:
  import GraphErrorsSuite.*

  private val house = House(List(Room("a", Lamp(1)), Room("b", Lamp(2))))
  private def bytes: Array[Byte] = Laws.write(house, GraphFormat)
  private def read(bytes: Array[Byte], format: GraphFormat = GraphFormat): House = Laws.read[House](bytes, format)

  private def changed(at: Int, to: Int): Array[Byte] =
    val other = bytes
    other(at) = to.toByte
    other

  test("another format's signature") {
    val e = intercept[PickleException.WrongFormat](read(changed(0, 1)))
    assertEquals((e.path, e.offset), ("$", 0L))
  }

  test("another version: both are named") {
    for version <- List(0, 9) do
      val e = intercept[PickleException.UnknownVersion](read(changed(2, version)))
      assertEquals((e.found, e.newestKnown, e.path, e.offset), (version, 1, "$", 2L))
  }

  test("a class that is not allowed, or not known, at an open place") {
    given all: PickleOptions =
      PickleOptions(subtypes = Subtypes(Subtype[PartialGraphSuite.Dog], Subtype[PartialGraphSuite.Cage]))
    import PartialGraphSuite.{Animal, Cage, Dog}
    val zoo = Laws.write(List[Animal](Cage(null), Cage(Dog("a"))), GraphFormat, all)
    val e = intercept[PickleException.UnknownSubtype](
      Laws.read[List[Animal]](zoo, GraphFormat, PickleOptions(subtypes = Subtypes(Subtype[Cage])))
    )
    assertEquals(e.path, "$[1].inside")
  }

  test("a field that data do not have: before anything is read, each reason with its path") {
    val e = intercept[PickleException.IncompatibleShape](Laws.read[Later.House](bytes, GraphFormat))
    assert(e.reasons.exists(_.contains("$.rooms[].doors")), e.reasons.mkString("; "))
  }

  test("a class of a family that is not there any more: at its first object") {
    val mixed = Laws.write(House(List(Room("a", Candle("x")), Room("b", Lamp(1)))), GraphFormat)
    val e = intercept[PickleException.UnknownLeaf](Laws.read[Fewer.House](mixed, GraphFormat))
    assertEquals(e.path, "$.rooms[1].light")
    assert(e.getMessage.contains("Lamp"), e.getMessage)
  }

  test("an object outside of the graph that is not known: the first place that leads to it") {
    val lamp = Lamp(3)
    val written = Laws.write(
      House(List(Room("a", Lamp(1)), Room("b", lamp), Room("c", lamp))),
      GraphFormat.withExternal("lamp", lamp)
    )
    val e = intercept[PickleException.UnknownExternal](read(written))
    assertEquals(e.path, "$.rooms[1].light")
  }

  test("an object of another class under that name") {
    val lamp = Lamp(3)
    val written = Laws.write(House(List(Room("a", lamp))), GraphFormat.withExternal("lamp", lamp))
    val e = intercept[PickleException.WrongType](read(written, GraphFormat.withExternal("lamp", "text")))
    assertEquals(e.path, "$.rooms[0].light")
  }

  test("an object that no pickler is for") {
    val e = intercept[PickleException.UnexpectedClass](Laws.write(List[Base](new Base(1), new Derived), GraphFormat))
    assertEquals(e.path, "$[1]")
    assert(e.getMessage.contains("Derived"), e.getMessage)
  }

  test("limits, written and read") {
    val chain = PartialGraphSuite.chain(2000)
    val few = PickleOptions(limits = Limits(maxDepth = 700))
    val written = intercept[PickleException.LimitExceeded](Laws.write(chain, GraphFormat, few))
    assert(written.path.startsWith("$.next.next"), written.path)
    val deep = intercept[PickleException.LimitExceeded](Laws.read[PartialGraphSuite.Link](
      Laws.write(chain, GraphFormat),
      GraphFormat,
      few
    ))
    assert(deep.path.startsWith("$.next.next"), deep.path)
  }

  test("code of the user's that throws: a hook, a constructor") {
    val hook =
      GraphFormat.beforeWriting[Lamp](lamp => if lamp.watts == 2 then throw new IllegalStateException("no light"))
    assertEquals(intercept[PickleException.UserCode](Laws.write(house, hook)).path, "$.rooms[1].light")
    Lamp.isStrict = false
    val refused = Laws.write(House(List(Room("a", Lamp(1)), Room("b", Lamp(-1)))), GraphFormat)
    Lamp.isStrict = true
    assertEquals(intercept[PickleException.UserCode](read(refused)).path, "$.rooms[1].light")
  }

  test("damage to the bytes that a graph needs: a case, and a place") {
    val good = Laws.write(house, GraphFormat, PickleOptions(checksum = false))
    var refused = 0
    for at <- 4 until good.length do
      val broken = good.clone
      broken(at) = (broken(at) ^ 0x15).toByte
      try { val ignored = read(broken) }
      catch
        case e: PickleException =>
          assert(e.offset >= 0 || e.path != "$", s"byte $at: $e")
          refused += 1
    assert(refused > good.length / 2, s"$refused of ${good.length}")
    assert(intercept[PickleException.ChecksumMismatch](read(changed(20, 0x77))).offset > 0)
    assert(intercept[PickleException.Truncated](read(bytes.take(bytes.length / 2))).offset > 0)
  }

object GraphErrorsSuite:
  sealed trait Light derives Pickler
  final case class Lamp(watts: Int) extends Light derives Pickler:
    if watts < 0 && Lamp.isStrict then throw new IllegalArgumentException(s"$watts watts")
  object Lamp:
    var isStrict = true
  final case class Candle(name: String) extends Light derives Pickler
  final case class Room(name: String, light: Light) derives Pickler
  final case class House(rooms: List[Room]) derives Pickler

  class Base(val n: Int) derives Pickler
  final class Derived extends Base(2)

  object Later:
    sealed trait Light derives Pickler
    final case class Candle(name: String) extends Light derives Pickler
    final case class Room(name: String, light: Light, doors: Int) derives Pickler
    final case class House(rooms: List[Room]) derives Pickler

  object Fewer:
    sealed trait Light derives Pickler
    final case class Candle(name: String) extends Light derives Pickler
    final case class Room(name: String, light: Light) derives Pickler
    final case class House(rooms: List[Room]) derives Pickler
