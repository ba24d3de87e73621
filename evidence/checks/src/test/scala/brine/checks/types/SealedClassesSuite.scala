package brine.checks

import scala.compiletime.testing.typeCheckErrors
import brine.*
import brine.json.JsonFormat
import brine.testkit.Laws

/** Sealed classes that have direct objects beside those of their subclasses. */
class SealedClassesSuite extends munit.FunSuite, RoundTrips:
  import SealedClassesSuite.*

  def formats: List[PickleFormat] = AllFormats.all

  test("a sealed class is a leaf of its family"):
    for level <- List(Level(4), Level.High, Level.Open(5)) do
      there[Level](level)(back => assertEquals(back, level))
      inAllBackEnds[Level](level)
    there(List[Level](Level(1), Level.High, null, Level.Open(2), Level(3)))(back =>
      assertEquals(back.flatMap(Option(_)).map(_.n), List(1, 9, 2, 3))
    )
    there[Level](Level.High)(back => assert(back eq Level.High))

  test("in JSON its own objects go by its name"):
    assertEquals(new String(Laws.write[Level](Level(4), JsonFormat)), """{"$type":"Level","n":4}""")
    assertEquals(new String(Laws.write[Level](Level.Open(5), JsonFormat)), """{"$type":"Open","k":5}""")

  test("it may stand inside another family, with type parameters, and in a cycle"):
    for top <- List(Mid(3), Low(4, "s")) do there[Top](top)(back => assertEquals(back, top))
    there[Box[Int]](Box(2))(back => assertEquals(back.shown, "box of 2"))
    there[Box[Int]](Pair(2, 3))(back => assertEquals(back.shown, "2 and 3"))
    val ring = Ring(null, "a")
    val second = Special(7)
    ring.next = second
    second.next = ring
    there(ring) { back =>
      assert(back.next.next eq back)
      assertEquals((back.name, back.next.asInstanceOf[Special].extra), ("a", 7))
    }

  test("one without subclasses is a class like any other"):
    assertEquals(new String(Laws.write(Alone(4), JsonFormat)), """{"a":4}""")

  test("a subclass that the family does not know is refused: of an open leaf, or without a name"):
    for format <- formats; depth <- List(512, 0) do
      val options = PickleOptions(limits = Limits(emittedDepth = depth))
      def refusal(level: Level) =
        intercept[PickleException.UnexpectedClass](Laws.write(level, format, options)).getMessage
      val open = refusal(new Level.Beyond)
      assert(
        open.contains(
          "the pickler of Open met a brine.checks.SealedClassesSuite$Level$Beyond: a pickler of a class handles " +
            "exactly that class"
        ),
        open
      )
      val nameless = refusal(Level.nameless)
      assert(
        nameless.contains(
          "a class that is anonymous or local to a method cannot be made again. Define it as a named class, outside " +
            "of methods"
        ),
        nameless
      )

  test("each subclass's problem is reported when the class is derived"):
    val text: String = typeCheckErrors(
      "sealed class A(val a: Int) derives Pickler; final class B(hidden: Int) extends A(hidden)"
    ).map(_.message).mkString
    assert(
      text.startsWith("cannot derive Pickler[A]:\n  B: B's constructor takes 'hidden', which is not a field"),
      text
    )

object SealedClassesSuite:
  sealed class Level(val n: Int) derives Pickler:
    override def equals(other: Any): Boolean = other match
      case that: Level => that.n == n && that.getClass == getClass
      case _           => false
    override def hashCode: Int = n
  object Level:
    object High extends Level(9)
    class Open(val k: Int) extends Level(k)
    class Beyond extends Open(1)
    val nameless: Level = new Level(2) {}

  sealed trait Top derives Pickler
  sealed class Mid(val m: Int) extends Top:
    override def equals(other: Any): Boolean = other match
      case that: Mid => that.m == m && that.getClass == getClass
      case _         => false
    override def hashCode: Int = m
  final case class Low(x: Int, s: String) extends Mid(x)

  sealed class Box[A](val a: A) derives Pickler:
    def shown: String = s"box of $a"
  final class Pair[A](val x: A, val y: A) extends Box[A](x):
    override def shown: String = s"$x and $y"

  sealed class Ring(var next: Ring, val name: String) derives Pickler
  final class Special(val extra: Int) extends Ring(null, "special")

  sealed class Alone(val a: Int) derives Pickler
