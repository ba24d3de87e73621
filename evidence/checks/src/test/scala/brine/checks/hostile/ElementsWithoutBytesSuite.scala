package brine.checks

import scala.collection.{immutable, mutable}
import brine.*
import brine.binary.BinaryFormat
import brine.testkit.{Allocation, Laws, Patient}
import brine.testkit.corpus.{Nothing0, Solo}
import brine.wire.ByteSink

/** Headers that claim very many elements, of types whose values take no bytes. */
class ElementsWithoutBytesSuite extends munit.FunSuite, Patient:
  import ElementsWithoutBytesSuite.*

  private val sizes = List(1 << 20, 1 << 24, 1 << 28, Int.MaxValue)
  private val few = 64L << 20

  /** The header of a collection that is not tracked, and that of one that is. */
  private def headers(size: Int): List[Long] =
    for marked <- List(0L, 1L); h = size.toLong << 1 | marked; header <- List(1 + h, 1 + (h << 1)) yield header

  private def varlong(n: Long): Array[Byte] =
    val sink = ByteSink.growing(10)
    sink.putVarlong(n)
    sink.toByteArray

  private val interpreted = PickleOptions(limits = Limits(emittedDepth = 0))
  private val shared = PickleOptions(sharing = Sharing.All)

  private def forged[A: Pickler](name: String)(using munit.Location): Unit =
    test(s"$name: elements without bytes are counted, even if the header claims nulls"):
      for
        before <- List(Array.emptyByteArray, Array[Byte](1))
        size <- sizes
        header <- headers(size)
        after <- List(Array.emptyByteArray, new Array[Byte](40))
        options <- List(PickleOptions.Default, interpreted, shared)
      do refused[A](before ++ varlong(header) ++ after, options)

  private def refused[A: Pickler](bytes: Array[Byte], options: PickleOptions): Unit =
    def read(): Unit =
      try
        val ignored = Laws.read[A](bytes, BinaryFormat.Bare, options)
      catch case _: PickleException => ()
    assert(
      !Allocation.isAlwaysAbove(few, times = 2)(read()),
      s"${Laws.hex(bytes)} takes more than $few bytes of memory"
    )

  forged[OfUnits]("a class with a list of units")
  forged[List[Unit]]("a list of units")
  forged[Vector[Nothing0]]("a vector of objects without fields")
  forged[List[Solo.type]]("a list of an object")
  forged[OfObjects]("a class with objects and classes without fields")
  forged[Map[Unit, Unit]]("a map of units")
  forged[OfMaps]("a class with maps of objects without fields")
  forged[Array[Unit]]("an array of units")
  forged[Array[Solo.type]]("an array of an object")
  forged[mutable.ArrayBuffer[Unit]]("a mutable collection of units")
  forged[java.util.ArrayList[Unit]]("a collection of Java's of units")
  forged[List[List[Unit]]]("a list of lists of units")
  forged[List[Alone]]("a list of a family of one object")
  forged[Option[List[Unit]]]("an optional list of units")
  forged[(List[Unit], List[Nothing0])]("a tuple of lists")
  forged[List[Token]]("a list of objects of a pickler by hand that writes nothing")

  test("a list of more objects than the limit is read if one of them is null, since each has a marker then"):
    val most = PickleOptions(limits = Limits(maxElementsWithoutBytes = 10))
    val values: List[Solo.type] = List.fill(50)(Solo) :+ null.asInstanceOf[Solo.type]
    assertEquals(Laws.read[List[Solo.type]](Laws.write(values, BinaryFormat.Bare), BinaryFormat.Bare, most), values)
    intercept[PickleException.LimitExceeded]:
      Laws.read[List[Solo.type]](Laws.write(List.fill[Solo.type](50)(Solo), BinaryFormat.Bare), BinaryFormat.Bare, most)

  test("lists inside lists count together"):
    val most = PickleOptions(limits = Limits(maxElementsWithoutBytes = 100))
    val values = List.fill(11)(List.fill(10)(()))
    intercept[PickleException.LimitExceeded](Laws.read[List[List[Unit]]](
      Laws.write(values, BinaryFormat),
      BinaryFormat,
      most
    ))

  test("a field that the reader skips counts as one that it reads"):
    val pickle = Laws.write(Newer(1, List.fill(200)(())), BinaryFormat, PickleOptions(carriage = Carriage.Names))
    val most = PickleOptions(limits = Limits(maxElementsWithoutBytes = 100))
    assertEquals(BinaryFormat.pickled(pickle).unpickle[Older], Older(1))
    intercept[PickleException.LimitExceeded](BinaryFormat.pickled(pickle).unpickle[Older](using summon, most))

object ElementsWithoutBytesSuite:
  final case class OfUnits(units: List[Unit]) derives Pickler
  final case class OfObjects(a: List[Solo.type], b: Vector[Nothing0]) derives Pickler
  final case class OfMaps(a: Map[Solo.type, Nothing0], b: immutable.ListMap[Unit, Unit]) derives Pickler
  enum Alone derives Pickler:
    case Only
  final case class Older(a: Int) derives Pickler
  final case class Newer(a: Int, units: List[Unit]) derives Pickler

  final class Token
  given Pickler[Token] with
    def shape = brine.shape.Shape.Custom("Token", version = 1)
    def pickle(value: Token, builder: PickleBuilder): Unit = builder.putUnit()
    def unpickle(reader: PickleReader): Token =
      reader.getUnit()
      new Token
