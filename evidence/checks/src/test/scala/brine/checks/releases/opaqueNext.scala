package brine.checks.releases.opaque2

import brine.*

object Ids:
  opaque type UserId = Int
  object UserId:
    given Pickler[UserId] = Pickler.int
  opaque type Age = String
  object Age:
    given Pickler[Age] = Pickler.string
  opaque type Tags = List[Int]
  object Tags:
    given Pickler[Tags] = Pickler.list(using Pickler.int)
  opaque type Rank = Int
  object Rank:
    given Pickler[Rank] = Pickler.int

/** Two opaque types over one class, the class's companion among the places. */
final case class Plain(text: String) derives Pickler
object Plain:
  opaque type Alias = Plain
  given alias: Pickler[Alias] = Plain.derived$Pickler

opaque type Loose = Boolean
object Loose:
  given Pickler[Loose] = Pickler.boolean
given loose: Pickler[java.util.BitSet] = Pickler.bitSet
final class ByHand(val text: String)
object Hand:
  given Pickler[ByHand] with
    def shape = brine.shape.Shape.Custom("ByHand", 2)
    def pickle(value: ByHand, builder: PickleBuilder) = builder.putString(value.text)
    def unpickle(reader: PickleReader) = new ByHand(reader.getString().nn)
