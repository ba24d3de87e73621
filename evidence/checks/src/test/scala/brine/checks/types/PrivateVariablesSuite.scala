package brine.checks

import scala.compiletime.testing.typeCheckErrors
import brine.*
import brine.json.JsonFormat

/** Variables that only their class can see. */
class PrivateVariablesSuite extends munit.FunSuite, RoundTrips:
  import PrivateVariablesSuite.*

  def formats: List[PickleFormat] = AllFormats.all

  private inline def message(inline code: String): String = typeCheckErrors(code).map(_.message).mkString("\n")

  test("a class that derives may have private variables in its body"):
    val counter = Counter("a")
    counter.hit()
    counter.hit()
    there(counter)(back => assertEquals(back.seen, (2, 4)))
    val last = Last("a")
    last.set("b")
    there(last)(back => assertEquals(back.get, "b"))

  test("a sealed family's root may have them, too"):
    val one = One(5)
    one.hit()
    there[Root](one)(back => assertEquals((back, back.hit()), (one, 2)))

  test("a companion derives for a subclass whose variables it sees, be they a class's or a trait's"):
    val near = Base.Near(1)
    near.hit()
    there(near)(back => assertEquals(back.hit(), 2))
    val mixed = Mixing.Mixed(1)
    mixed.hit()
    there(mixed)(back => assertEquals(back.hit(), 14))

  test("a superclass's private variable is not taken for the parameter of the same name"):
    val text = message("final class Sub(val n: Int) extends PrivateVariablesSuite.Base derives Pickler")
    assert(text.contains("  Sub: Sub's 'Base.n' can be neither read nor assigned from here"), text)

  test("two fields of one name are refused where both are seen"):
    assertEquals(
      message(
        "class B { private var n = 0; def hit() = n += 1 }; object B { final class Sub(val n: Int) extends B; given " +
          "Pickler[Sub] = Pickler.derived }"
      ),
      "cannot derive Pickler[Sub]:\n" +
        "  Sub: Sub has two fields named 'n', one of them a superclass's or trait's variable, which a pickle could " +
        "not tell apart. Rename one."
    )

  test("a variable that a trait only declares is the class's own"):
    there(Declared(3))(back => assertEquals(back.w, 3))
    assertEquals(new String(brine.testkit.Laws.write(Declared(3), JsonFormat)), """{"w":3}""")

object PrivateVariablesSuite:
  final class Counter(val name: String) derives Pickler:
    private var n = 0
    private[this] var sum = 1
    def hit(): Unit =
      n += 1
      sum += n
    def seen: (Int, Int) = (n, sum)

  final class Last[A](val first: A) derives Pickler:
    private var last: A = first
    def set(a: A): Unit = last = a
    def get: A = last

  sealed abstract class Root derives Pickler:
    private var n = 0
    def hit(): Int =
      n += 1
      n
  final case class One(x: Int) extends Root
  final case class Two(y: String) extends Root

  class Base:
    private var n = 0
    def hit(): Int =
      n += 1
      n
  object Base:
    final class Near(val a: Int) extends Base
    given Pickler[Near] = Pickler.derived

  trait Mixing:
    private var k = 10
    private[this] var j = 0
    def hit(): Int =
      j += 1
      k += 1
      j + k
  object Mixing:
    final class Mixed(val a: Int) extends Mixing
    given Pickler[Mixed] = Pickler.derived

  trait Declares:
    var w: Int
  final class Declared(var w: Int) extends Declares derives Pickler
