package brine.checks.releases.opaque1

import brine.*

object Ids:
  opaque type UserId = java.util.UUID
  object UserId:
    given Pickler[UserId] = Pickler.uuid
  opaque type Age = Int
  object Age:
    given Pickler[Age] = Pickler.int
  opaque type Tags = List[String]
  object Tags:
    given Pickler[Tags] = Pickler.list(using Pickler.string)
  opaque type Rank = Int
  object Rank:
    given Pickler[Rank] = Pickler.int

/** Two opaque types over one class, the class's companion among the places. */
final case class Plain(text: String) derives Pickler
object Plain:
  opaque type Alias = Plain
  given alias: Pickler[Alias] = Plain.derived$Pickler

opaque type Loose = String
object Loose:
  given Pickler[Loose] = Pickler.string
given loose: Pickler[java.util.BitSet] = Pickler.bitSet
final class ByHand(val text: String)
object Hand:
  given Pickler[ByHand] with
    def shape = brine.shape.Shape.Custom("ByHand", 1)
    def pickle(value: ByHand, builder: PickleBuilder) = builder.putString(value.text)
    def unpickle(reader: PickleReader) = new ByHand(reader.getString().nn)
