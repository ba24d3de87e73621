package corpus

import brine.*
import brine.combine.imap

class Varargs(val xs: Int*) derives Pickler
final case class Named2(name: String, xs: String*) derives Pickler
final case class TwoLists(a: Int*)(val b: String*) derives Pickler
final case class Rows(rows: List[Int]*) derives Pickler
enum Sum derives Pickler:
  case Of(xs: Sum*)
  case Lit(n: Int)

final case class Environment(n: Int) derives Pickler
final case class Curried(x: Int)(val y: String)(using val e: Environment) derives Pickler
final case class Implicit(x: Int)(implicit val e: Environment) derives Pickler

final case class Ordered[T: Ordering](x: T):
  def isLess(y: T): Boolean = summon[Ordering[T]].lt(x, y)
object Ordered:
  given [T](using Pickler[T], Ordering[T]): Pickler[Ordered[T]] = Pickler[T].imap(Ordered(_))(_.x)

final case class Hidden private (x: Int) derives Pickler
object Hidden:
  def of(x: Int): Hidden = Hidden(x)

final class Closed private (val x: Int) derives Pickler
object Closed:
  def of(x: Int): Closed = new Closed(x)

final class OfPackage private[corpus] (val x: Int) derives Pickler

final class Value(val n: Int) extends AnyVal derives Pickler
final case class Text(s: String) extends AnyVal derives Pickler
final case class Generic[A](a: A) extends AnyVal derives Pickler
final case class Values(v: Value, ts: List[Text], g: Generic[Int], o: Option[Text], a: Array[Text]) derives Pickler

final case class Inlines(x: Int) derives Pickler:
  inline def next: Int = x + 1
  inline val three = 3

class marker extends scala.annotation.StaticAnnotation
@marker final case class Annotated(
    @marker x: Int @marker, y: List[String @marker], @volatile var w: Int, @transient t: Int = 5
) derives Pickler:
  lazy val z: Int = x + 1

object Parameters:
  val run: () => Unit = () =>
    Trip.by(new Varargs(1, 2, 3), new Varargs())(_.xs)
    Trip(Named2("a", "b", "c"), Named2("x"))
    Trip.by(TwoLists(1, 2)("b"))(t => (t.a, t.b))
    Trip(Rows(List(1), Nil))
    Trip[Sum](Sum.Of(Sum.Lit(1), Sum.Of()))
    given environment: Environment = Environment(7)
    Trip.by(Curried(1)("a"))(c => (c.x, c.y, c.e))
    Trip.by(Implicit(1))(i => (i.x, i.e))
    Trip(Ordered(1))
    Trip(Hidden.of(1))
    Trip.by(Closed.of(1))(_.x)
    Trip.by(new OfPackage(1))(_.x)
    Trip.by(Values(new Value(1), List(Text("a")), Generic(1), Some(Text("b")), Array(Text("c"))))(h =>
      (h.v, h.ts, h.g, h.o, h.a.toList)
    )
    Trip(Inlines(1))
    Trip(Annotated(1, List("a"), 2))
