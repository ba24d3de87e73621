package brine.checks.regions

import brine.*
import brine.combine.imap
import brine.region.{Compactable, Region}

/** Values of each kind of slot, in each kind of place: they come back as they were put, by emitted code and by pickler
  * calls.
  */
class ElementsInRegionsSuite extends munit.FunSuite:
  import ElementsInRegionsSuite.*

  private def back[A: Compactable](value: A): Unit =
    val region = Region.compact(value)
    assertEquals(region.toValue, value)
    assertEquals(region.compacted.toValue, value)

  private inline def everywhere[A](values: A*)(using Pickler[A]): Unit =
    back(values.toList)
    back(values.toVector)
    back(values.toSet)
    back(values.map(Option(_)).toList)
    back(values.zipWithIndex.toList)
    back(values.zipWithIndex.map((value, i) => i -> value).toMap)
    back(values.filter(_ != null).map(_ -> 1).toMap)
    back(List(values.toList, Nil))
    back(Option(values.toList))
    for value <- values do
      back((value, value))
      back(Option(value))
      back(Box(value, List(value)))
      back[Either[A, Int]](Left(value))
      back(List[Either[A, Int]](Left(value), Right(2)))

  test("scalars"):
    everywhere(5, -1)
    everywhere(5L, Long.MinValue)
    everywhere('a', '\uffff')
    everywhere(true, false)
    everywhere(1.5, -0.5)
    everywhere("", "text", null)

  test("boxed scalars, which may be null"):
    everywhere[Integer](5, null, -1)
    everywhere[java.lang.Long](5L, null)
    everywhere[java.lang.Short](5.toShort, null)
    everywhere[java.lang.Byte](5.toByte, null)
    everywhere[java.lang.Character]('x', null)
    everywhere[java.lang.Boolean](true, null)
    everywhere[java.lang.Double](2.5, null)
    everywhere[java.lang.Float](2.5f, null)

  test("opaque types and types by two functions, over each scalar"):
    everywhere(Id(7), Id(8))
    everywhere(Small(7), Small(-8))
    everywhere(Letter('x'))
    everywhere(Flag(true), Flag(false))
    everywhere(Real(2.5))
    everywhere(Name("n"), Name(""))
    everywhere(Pair((1, "a")))
    everywhere(Opaque.of(7), Opaque.of(8))
    everywhere(Twice(Id(3)))
    everywhere(Bare.of(7), Bare.of(8)) // the compiler takes it for an object

  test("standard values"):
    everywhere(java.time.Instant.EPOCH, java.time.Instant.ofEpochSecond(5, 7))
    everywhere(java.util.UUID(1, 2))
    everywhere(BigDecimal("1.5"), BigDecimal("1e30"))
    everywhere(BigInt(1) << 70)

object ElementsInRegionsSuite:
  final case class Box[A](value: A, all: List[A]) derives Pickler

  final case class Id(n: Long)
  object Id:
    given Pickler[Id] = Pickler.long.imap(Id(_))(_.n)

  final case class Small(n: Short)
  object Small:
    given Pickler[Small] = Pickler[Short].imap(Small(_))(_.n)

  final case class Letter(c: Char)
  object Letter:
    given Pickler[Letter] = Pickler[Char].imap(Letter(_))(_.c)

  final case class Flag(is: Boolean)
  object Flag:
    given Pickler[Flag] = Pickler[Boolean].imap(Flag(_))(_.is)

  final case class Real(d: Double)
  object Real:
    given Pickler[Real] = Pickler[Double].imap(Real(_))(_.d)

  final case class Name(s: String)
  object Name:
    given Pickler[Name] = Pickler[String].imap(Name(_))(_.s)

  final case class Pair(parts: (Int, String))
  object Pair:
    given Pickler[Pair] = Pickler[(Int, String)].imap(Pair(_))(_.parts)

  final case class Twice(id: Id)
  object Twice:
    given Pickler[Twice] = Pickler[Id].imap(Twice(_))(_.id)

  opaque type Opaque = Int
  object Opaque:
    def of(n: Int): Opaque = n
    given Pickler[Opaque] = Pickler.int.imap[Opaque](n => n)(n => n)

  opaque type Bare = Int
  object Bare:
    def of(n: Int): Bare = n
    given Pickler[Bare] = Pickler.int
