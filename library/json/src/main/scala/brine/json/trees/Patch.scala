package brine.json.trees

import brine.json.looks.LeftOut
import brine.{NotNull, Pickler}
import brine.cache.PicklerCache
import brine.combine.{imap, Unions}

/** A field of a change: a new value, a null that removes the old one, or nothing, which leaves it as it is. For the
  * body of a `PATCH`, as in JSON merge patches (RFC 7386).
  *
  * {{{
  * final case class Change(name: Patch[String], email: Patch[String]) derives Pickler
  * json.read[Change]("""{"email":null}""")            // Change(Absent, Null)
  * json.write(Change(Patch.Set("Jim"), Patch.Absent)) // {"name":"Jim"}
  * }}}
  * In JSON, [[Patch.Absent]] is a member that is not there, so it can only be a field of a class. In other formats it
  * is a value as all others. `A` itself must not be written as a null: `Patch[Option[B]]` is refused.
  */
sealed trait Patch[+A]:
  /** Returns the new value of a field that has had this one. */
  final def applyTo[B >: A](old: Option[B]): Option[B] = this match
    case Patch.Absent     => old
    case Patch.Null       => None
    case Patch.Set(value) => Some(value)

object Patch:
  /** The member is not there. */
  case object Absent extends Patch[Nothing], LeftOut

  /** The member is a null. */
  case object Null extends Patch[Nothing]

  /** The member has this value, which is no null: [[Null]] says that. */
  final case class Set[+A](value: A) extends Patch[A]

  private val ofNull: Pickler[Null.type] = Pickler.derived
  private val ofAbsent: Pickler[Absent.type] = Pickler.derived

  given pickler[A](using element: Pickler[A]): Pickler[Patch[A]] = PicklerCache.once("Patch", element)(
    Unions.patch[Patch[A]](
      "Patch",
      classOf[Set[?]] -> element.imap[Set[A]](Set(_))(set => NotNull(set.value, "a value to set, or Patch.Null")),
      Null.getClass -> ofNull,
      Absent.getClass -> ofAbsent
    )
  )
