package corpus

import brine.*
import brine.combine.imap

/** Aliases, also recursive ones by way of a class. */
type Ids = List[Aliased.Id]
final case class Aliased(x: Aliased.Id, xs: Ids, m: Aliased.M[Int]) derives Pickler
object Aliased:
  type Id = Int
  type M[A] = Map[String, A]

type Values2 = Map[String, Json]
enum Json derives Pickler:
  case Num(n: Double)
  case Arr(all: List[Json])
  case Obj(fields: Values2)

final case class Even(odd: Option[Odd]) derives Pickler
final case class Odd(even: Option[Even], both: (Even, List[Odd])) derives Pickler

/** Match types, as far as they are reduced. */
type Elem[X] = X match
  case String  => Char
  case List[t] => t
  case Int     => Long
final case class Matched(a: Elem[String], b: Elem[List[Int]], c: List[Elem[Int]]) derives Pickler
final case class Open[X](a: Elem[X])
object Open:
  given [X](using Pickler[Elem[X]]): Pickler[Open[X]] = Pickler.derived

/** Opaque types, in a package and in an object. */
opaque type Email <: String = String
object Email:
  def apply(x: String): Email = x
  given Pickler[Email] = Pickler.string
opaque type Box2[A] = List[A]
object Box2:
  def apply[A](x: A): Box2[A] = List(x)
  given [A](using p: Pickler[List[A]]): Pickler[Box2[A]] = p
object Scope:
  opaque type Id = Int
  object Id:
    def apply(x: Int): Id = x
  final case class Using(i: Id) derives Pickler
final case class Opaques(e: Email, b: Box2[Int], es: List[Email], m: Map[Email, Scope.Using]) derives Pickler

/** Unions, intersections and types of one value, with picklers by hand. */
trait Tagged[T]
type UserId = String & Tagged["user"]
object Hands:
  given Pickler[UserId] = Pickler[String].imap[UserId](_.asInstanceOf[UserId])(identity)
  given Pickler["a"] = Pickler[String].imap["a"](_ => "a")(identity)
  given Pickler[Int | String] = Pickler[Either[Int, String]].imap[Int | String](_.fold(identity, identity)) {
    case n: Int    => Left(n)
    case s: String => Right(s)
  }
import Hands.given
final case class Mixed(u: Int | String, l: "a", o: Option["a"], us: List[Int | String]) derives Pickler

/** Members that are types. */
trait HasType:
  type T = Int
final case class Projected(x: HasType#T, y: Holder[Int]#Self) derives Pickler
final case class Holder[A](a: A) derives Pickler:
  type Self = Holder[A]

final case class Tuples(
    a: (Int, String), b: Int *: String *: EmptyTuple, c: EmptyTuple, d: Tuple1[Int],
    e: (
        Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int,
        Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int
    )
) derives Pickler

object TypesOfAllKinds:
  val run: () => Unit = () =>
    Trip(Aliased(1, List(2), Map("a" -> 3)))
    Trip[Json](Json.Num(1), Json.Arr(List(Json.Obj(Map("a" -> Json.Num(2))))))
    Trip(Even(Some(Odd(None, (Even(None), Nil)))))
    Trip(Matched('a', 1, List(1L)))
    Trip(Open[String]('a'))
    Trip(Opaques(Email("a"), Box2(2), List(Email("b")), Map(Email("q") -> Scope.Using(Scope.Id(1)))))
    Trip(Mixed(1, "a", Some("a"), List("x", 2)))
    Trip(Projected(1, Holder(2)))
    Trip(
      Tuples(
        (1, "a"), (1, "a"), EmptyTuple, Tuple1(1),
        (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23)
      )
    )
