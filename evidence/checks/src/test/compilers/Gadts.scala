package corpus

import brine.*

enum Command[A]:
  case Ping extends Command[Unit]
  case Get(key: String) extends Command[String]
  case Both[B, C](first: Command[B], second: Command[C]) extends Command[(B, C)]
  case All[B](of: List[Command[B]]) extends Command[List[B]]

object Command:
  given Pickler[Command[?]] = Pickler.derived

final case class Sent(number: Int, command: Command[?]) derives Pickler

sealed trait Expr[+A]
final case class Num(n: Int) extends Expr[Int]
final case class IsZero(of: Expr[Int]) extends Expr[Boolean]
final case class Const[A](a: A) extends Expr[A]
final case class If[A](condition: Expr[Boolean], yes: Expr[A], no: Expr[A]) extends Expr[A]
final case class Pair[A, B](a: Expr[A], b: Expr[B]) extends Expr[(A, B)]
case object Nope extends Expr[Nothing]

object Expr:
  given ints: Pickler[Expr[Int]] = Pickler.derived
  given booleans: Pickler[Expr[Boolean]] = Pickler.derived
  given pairs: Pickler[Expr[(Int, Boolean)]] = Pickler.derived

enum TypeOf[A] derives CanEqual:
  case Int extends TypeOf[scala.Int]
  case Text extends TypeOf[String]
  case ListOf[B](element: TypeOf[B]) extends TypeOf[List[B]]

object TypeOf:
  given Pickler[TypeOf[?]] = Pickler.derived
  given texts: Pickler[TypeOf[String]] = Pickler.derived
  given nested: Pickler[TypeOf[List[List[String]]]] =
    given Pickler[TypeOf[List[String]]] = Pickler.derived
    Pickler.derived

enum Two[A, B]:
  case Same[C](c: Int) extends Two[C, C]
  case Ints extends Two[Int, Int]

object Two:
  given Pickler[Two[?, ?]] = Pickler.derived

object Gadts:
  val run: () => Unit = () =>
    import Command.*
    Trip[Command[?]](Ping, Get("a"), Both(Ping, Get("b")), All(List(Ping)), Both(All(Nil), Both(Ping, Ping)))
    Trip(Sent(1, Get("a")), Sent(2, Both(Ping, Ping)))
    Trip[Expr[Int]](Num(1), Const(2), Nope, If(IsZero(Num(0)), Num(1), Const(2)))
    Trip[Expr[Boolean]](IsZero(Num(1)), Const(true), If(Const(true), Nope, Const(false)))
    Trip[Expr[(Int, Boolean)]](Pair(Num(1), Const(true)), Const((1, true)))
    Trip[TypeOf[?]](TypeOf.Int, TypeOf.ListOf(TypeOf.ListOf(TypeOf.Text)))
    Trip[TypeOf[String]](TypeOf.Text)
    Trip[TypeOf[List[List[String]]]](TypeOf.ListOf(TypeOf.ListOf(TypeOf.Text)))
    Trip[Two[?, ?]](Two.Same(1), Two.Ints)
