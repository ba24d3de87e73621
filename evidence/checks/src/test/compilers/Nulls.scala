package corpus

import brine.*

/** Null is a value of references only where the type says so, under `-Yexplicit-nulls`. */
final case class Nullable(
    name: String | Null, owner: Person | Null, tags: List[String | Null] | Null, by: Map[String, Person | Null], n: Int
) derives Pickler

final case class Deep(
    maybe: Option[String | Null], names: Array[String | Null], other: Null | String, next: Deep | Null
) derives Pickler

final class Card(var holder: String | Null, val id: Int) derives Pickler:
  var previous: Card | Null = null

enum Answer derives Pickler:
  case Yes(text: String | Null)
  case No
  case Both(a: Answer | Null, b: Answer)

object Nulls:
  private given Pickler[List[Person | Null]] = Pickler.derived

  val run: () => Unit = () =>
    Trip(
      Nullable(null, null, null, Map("a" -> null), 1),
      Nullable("a", Person("b", 1), List("c", null), Map("d" -> Person("e", 2)), 3)
    )
    Trip.by(
      Deep(Some(null), Array("a", null), null, null),
      Deep(Some("a"), Array(), "b", Deep(None, Array(null), "c", null))
    )(d => (d.maybe, d.names.toList, d.other, d.next == null))
    val card = new Card(null, 1)
    card.previous = card
    Trip.by(card)(c => (c.holder, c.id, c.previous.asInstanceOf[AnyRef] eq c))
    Trip[Answer](Answer.Yes(null), Answer.Yes("a"), Answer.No, Answer.Both(null, Answer.No))
    Trip[List[Person | Null]](List(Person("a", 1), null))
