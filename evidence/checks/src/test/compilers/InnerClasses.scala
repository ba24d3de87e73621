package corpus

import brine.*
import brine.combine.imap

class Database(val name: String):
  final case class Key(n: Int) derives Pickler
  sealed trait Row derives Pickler
  final case class Filled(key: Key, text: String) extends Row
  case object Missing extends Row
  object Row:
    final case class Moved(to: Row) extends Row
  enum State derives Pickler:
    case Open, Closed
    case Failed(reason: String)
  object Deep:
    object Deeper:
      enum Kind derives Pickler:
        case A
        case B(k: Kind)
  final case class Ticket(n: Int)
  final class Named(val x: Int) derives Pickler:
    def full: String = s"$name$x"

object Database:
  val main: Database = new Database("main")

  /** By hand: which database a ticket belongs to is not in the pickle. */
  given Pickler[Database#Ticket] = Pickler[Int].imap[Database#Ticket](n => main.Ticket(n))(_.n)

final case class Named(key: Database.main.Key, other: Database#Ticket, state: Database.main.State) derives Pickler

/** An abstract type, with a pickler from where it is defined. */
trait Store:
  type Id
  def id: Id
  given ids: Pickler[Id]

object IntStore extends Store:
  type Id = Int
  def id = 7
  given ids: Pickler[Int] = Pickler.int

class Of(val store: Store):
  import store.ids
  final case class Entry(id: store.Id, text: String)
  given Pickler[Entry] = Pickler.derived

abstract class Module:
  type T
  final case class In(t: T, ts: List[T])
  given values: Pickler[T]
  given Pickler[In] = Pickler.derived

object TextModule extends Module:
  type T = String
  given values: Pickler[String] = Pickler.string

object InnerClasses:
  val run: () => Unit = () =>
    val db = new Database("db")
    Trip(db.Key(1))
    Trip[db.Row](db.Filled(db.Key(1), "a"), db.Missing, db.Row.Moved(db.Missing))
    Trip[db.State](db.State.Open, db.State.Failed("x"))
    Trip[db.Deep.Deeper.Kind](db.Deep.Deeper.Kind.A, db.Deep.Deeper.Kind.B(db.Deep.Deeper.Kind.A))
    Trip.by(new db.Named(1))(_.full)
    Trip(List((db.Key(1), 2)))
    Trip(Named(Database.main.Key(1), Database.main.Ticket(2), Database.main.State.Closed))
    val of = new Of(IntStore)
    import of.given
    Trip(of.Entry(of.store.id, "a"))
    import TextModule.given
    Trip(TextModule.In("a", List("b")))
    val outer = new Outside(3)
    given Pickler[outer.T] = Pickler.derived
    given Pickler[outer.Color] = Pickler.derived
    Trip[outer.T](outer.A(1), outer.B, outer.T.C(outer.B))
    Trip[outer.Color](outer.Color.Red, outer.Color.Mix(1))

/** Without separate picklers. */
class Outside(val tag: Int):
  sealed trait T
  final case class A(i: Int) extends T
  case object B extends T
  object T:
    final case class C(t: T) extends T
  enum Color:
    case Red, Green
    case Mix(a: Int)
