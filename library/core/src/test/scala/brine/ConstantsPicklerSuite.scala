package brine

import brine.emitted.ConstantsPickler
import ConstantsPicklerSuite.*

/** Families of constants alone: with the library's pickler, where the macro emits no class. */
class ConstantsPicklerSuite extends munit.FunSuite:
  private def isOfLibrary(pickler: Pickler[?]): Boolean = pickler.isInstanceOf[ConstantsPickler[?]]

  private def comesBack[A](values: Seq[A])(using pickler: Pickler[A]): Unit =
    for value <- values do
      assert(value.asInstanceOf[AnyRef] eq value.pickle.unpickle[A].asInstanceOf[AnyRef], value.toString)
      assertEquals(List(value).pickle.unpickle[List[A]], List(value))
      assertEquals(Option(value).pickle.unpickle[Option[A]], Some(value))

  test("enums and families of objects need no class, and each constant comes back as itself") {
    assert(isOfLibrary(summon[Pickler[Suit]]))
    assert(isOfLibrary(summon[Pickler[Weekday]]))
    assert(isOfLibrary(summon[Pickler[Wide]]))
    comesBack(Suit.values.toSeq)
    comesBack(Seq(Weekday.Monday, Weekday.Sunday, Weekday.Midweek.Wednesday))
    comesBack(Wide.values.toSeq)
  }

  test("a family with a leaf that has fields, with migrations, or with parameters has a class") {
    assert(!isOfLibrary(summon[Pickler[Mixed]]))
    assert(!isOfLibrary(summon[Pickler[Moved]]))
    assert(!isOfLibrary(summon[Pickler[Phase[Int]]]))
    comesBack(Seq(Mixed.None))
    assertEquals(List(Mixed.Some(1), Mixed.None).pickle.unpickle[List[Mixed]], List(Mixed.Some(1), Mixed.None))
    comesBack(Moved.values.toSeq)
    comesBack(Seq[Phase[Int]](Phase.Solid, Phase.Liquid))
  }

  test("derived at the call, the pickler is made once") {
    def derived: Pickler[Suit] = Pickler.derived[Suit]
    assert(derived eq derived)
  }

  test("a value that is not a constant of the family is refused") {
    given Pickler[Any] = summon[Pickler[Suit]].asInstanceOf[Pickler[Any]]
    for foreign <- Seq[Any](Weekday.Monday, Wide.V00, "Clubs") do
      val e = intercept[PickleException](foreign.pickle)
      assert(e.getMessage.contains("Suit"), e.getMessage)
  }

  test("bytes with a number that no constant has are refused") {
    val bytes = Suit.Clubs.pickleIn(binary.BinaryFormat.Bare).bytes
    for number <- Seq(4, 5, 100).map(n => (n + bytes(0)).toByte) do
      intercept[PickleException](binary.BinaryFormat.Bare.pickled(Array(number)).unpickle[Suit])
    assertEquals(binary.BinaryFormat.Bare.pickled(Array((bytes(0) + 3).toByte)).unpickle[Suit], Suit.Spades)
  }

  test("a constant whose constructor asks for its pickler is refused by name") {
    // munit does not intercept errors of the JVM.
    val e =
      try fail(Early.First.toString)
      catch case e: ExceptionInInitializerError => e
    val messages = Iterator.iterate[Throwable](e)(_.getCause).takeWhile(_ != null).map(_.getMessage).mkString(" ")
    assert(messages.contains("a constant of Early is still being made"), messages)
  }

object ConstantsPicklerSuite:
  enum Suit derives Pickler:
    case Clubs, Diamonds, Hearts, Spades

  sealed trait Weekday derives Pickler
  object Weekday:
    case object Monday extends Weekday
    case object Sunday extends Weekday
    sealed trait Midweek extends Weekday
    object Midweek:
      case object Wednesday extends Midweek

  enum Wide derives Pickler:
    case V00, V01, V02, V03, V04, V05, V06, V07, V08, V09, V10, V11, V12, V13, V14, V15, V16, V17, V18, V19, V20, V21,
      V22, V23, V24, V25, V26, V27, V28, V29, V30, V31, V32, V33, V34, V35, V36, V37, V38, V39

  enum Mixed derives Pickler:
    case None
    case Some(value: Int)

  enum Moved:
    case Here, There
  object Moved:
    given Migrations[Moved] = Migrations.from[Suit](old => if old == Suit.Clubs then Moved.Here else Moved.There)
    given Pickler[Moved] = Pickler.derived

  enum Phase[+A] derives Pickler:
    case Solid, Liquid

  enum Early derives Pickler:
    case First
    private val known: Pickler[Early] = summon[Pickler[Early]]
    def use: Pickler[Early] = known
