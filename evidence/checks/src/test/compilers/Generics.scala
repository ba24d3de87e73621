package corpus

import scala.reflect.ClassTag
import brine.*

final case class Box[A](content: A) derives Pickler
final case class Both2[A, B](a: A, b: B, as: List[A], map: Map[String, B]) derives Pickler

enum Tree[+A] derives Pickler:
  case Leaf(a: A)
  case Node(left: Tree[A], right: Tree[A])
  case Nothing

sealed trait Result[+E, +A] derives Pickler
final case class Good[A](a: A) extends Result[Nothing, A]
final case class Bad[E](e: E, causes: List[E]) extends Result[E, Nothing]
case object Unknown extends Result[Nothing, Nothing]

/** A type constructor as a parameter. */
final case class Wrapped[F[_]](numbers: F[Int], names: F[String])
object Wrapped:
  given [F[_]](using Pickler[F[Int]], Pickler[F[String]]): Pickler[Wrapped[F]] = Pickler.derived

final case class Free[F[_], A](now: F[A], later: List[Free[F, A]])
object Free:
  given [F[_], A](using Pickler[F[A]]): Pickler[Free[F, A]] = Pickler.derived

type Id[A] = A
final case class Wrappings(
    o: Wrapped[Option], l: Wrapped[List], e: Wrapped[[x] =>> Either[String, x]], i: Wrapped[Id]
) derives Pickler

final class Ref[A](var value: A) derives Pickler
final case class Bounded[A <: Figure](a: A) derives Pickler
final case class Phantom[A](n: Int) derives Pickler
final case class Wild(any: List[? <: Person], some: Option[?  <: String]) derives Pickler

/** A pickler made in a generic method. */
object Made:
  def pairs[T: Pickler]: Pickler[List[(T, Int)]] = Pickler.derived
  def tables[T](using Pickler[T]): Pickler[Map[String, Vector[T]]] = Pickler.derived
  inline def inlined[T]: Pickler[List[T]] = Pickler.derived
  def arrays[T: Pickler: ClassTag](t: T): List[T] =
    final case class Held(x: Array[T], y: List[T]) derives Pickler
    Held(Array(t), List(t)).pickle.unpickle[Held].x.toList

object Generics:
  val run: () => Unit = () =>
    Trip(Box(1), Box(2))
    Trip(Box(Box("a")))
    Trip(Both2(1, "b", List(2), Map("c" -> "d")))
    Trip[Tree[Int]](Tree.Leaf(1), Tree.Node(Tree.Leaf(1), Tree.Nothing))
    Trip[Result[String, Person]](Good(Person("a", 1)), Bad("e", List("f")), Unknown)
    Trip(Wrapped[Vector](Vector(1), Vector("a")))
    Trip(Free[Option, Int](Some(1), List(Free(None, Nil))))
    Trip(
      Wrappings(
        Wrapped[Option](Some(1), None), Wrapped(List(1), Nil),
        Wrapped[[x] =>> Either[String, x]](Right(1), Left("b")), Wrapped[Id](1, "a")
      )
    )
    Trip.by(new Ref(Person("a", 1)))(_.value)
    Trip(Phantom[String](1))
    Trip(Wild(List(Person("a", 1)), Some("b")))
    Trip(List(("a", 1)))(using Made.pairs[String])
    Trip(Map("a" -> Vector(Person("b", 1))))(using Made.tables[Person])
    Trip(List(Person("b", 1)))(using Made.inlined[Person])
    if Made.arrays("a") != List("a") || Made.arrays(1) != List(1) then throw new AssertionError("arrays")
