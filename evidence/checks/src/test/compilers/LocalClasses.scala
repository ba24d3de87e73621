package corpus

import brine.*

class Maker(val base: Int):
  /** Classes that capture a parameter and the object around. */
  def make(n: Int): Unit =
    final case class Point(x: Int) derives Pickler:
      def sum = x + n + base
    final class Plain(val x: Int) derives Pickler:
      def sum = x + n
    enum Kind derives Pickler:
      case A, B
      case C(x: Int)
      def sum = n
    sealed trait Shape derives Pickler:
      def sum = n
    final case class Square(x: Int) extends Shape
    case object Dot extends Shape
    Trip.by(Point(1))(_.sum)
    Trip.by(new Plain(1))(_.sum)
    Trip.by(Kind.A, Kind.C(1))(_.sum)
    Trip.by[Shape, Int](Square(1), Dot)(_.sum)

object LocalClasses:
  private def generic[T: Pickler](t: T): Unit =
    final case class Held(t: T, n: Int) derives Pickler
    final case class Other(t: T)
    given Pickler[Other] = Pickler.derived
    Trip(Held(t, 1))
    Trip(Other(t))
    Trip(List((t, 1)))

  private def onTheSpot(n: Int): Unit =
    import brine.auto.given
    final case class Point(x: Int):
      def sum = x + n
    Trip.by(Point(1))(_.sum)
    Trip(List(Point(1)))

  val run: () => Unit = () =>
    new Maker(5).make(3)
    generic(1)
    generic("a")
    onTheSpot(4)
    val inFunction = (n: Int) =>
      final case class Point(x: Int) derives Pickler:
        def sum = x + n
      Trip.by(Point(1))(_.sum)
    inFunction(2)
    val read =
      final case class Block(i: Int) derives Pickler
      Block(1).pickle.unpickle[Block].i
    if read != 1 then throw new AssertionError(read.toString)
    if read == 1 then
      enum Here derives Pickler:
        case X, Y
        case Z(h: Here)
      Trip[Here](Here.X, Here.Z(Here.Y))
