package brine.testkit

import scala.collection.immutable.{ArraySeq, ListMap, Queue, VectorMap}
import brine.{PickleFormat, Pickler}
import brine.binary.BinaryFormat
import brine.json.JsonFormat
import brine.testkit.Generators.given
import brine.testkit.corpus.*

/** The standard picklers obey the laws in every format. */
class StandardPicklersSuite extends PicklerLaws:
  override def formats: List[PickleFormat] = List(BinaryFormat, BinaryFormat.Bare, JsonFormat)

  private given Pickler[Either[Int, String]] = Pickler.derived

  obeysLaws[Unit]("Unit")
  obeysLaws[Boolean]("Boolean")
  obeysLaws[Byte]("Byte")
  obeysLaws[Short]("Short")
  obeysLaws[Char]("Char")
  obeysLaws[Int]("Int")
  obeysLaws[Long]("Long")
  obeysLaws[Float]("Float")
  obeysLaws[Double]("Double")
  obeysLaws[String]("String")
  obeysLaws[Option[Option[String]]]("Option[Option[String]]")
  obeysLaws[Option[Person]]("Option[Person]")
  obeysLaws[Either[Int, String]]("Either")
  obeysLaws[List[Long]]("List")
  obeysLaws[Vector[Option[Person]]]("Vector")
  obeysLaws[Queue[String]]("Queue")
  obeysLaws[ArraySeq[Color]]("ArraySeq")
  obeysLaws[Set[String]]("Set")
  obeysLaws[Map[String, List[Int]]]("Map")
  obeysLaws[Map[Char, Unit]]("Map by Char")
  obeysLaws[ListMap[Color, Person]]("ListMap")
  obeysLaws[VectorMap[Int, Option[Int]]]("VectorMap")
  // At the root an array is a separate place.
  obeysLaws[Array[String]]("Array[String]")
  obeysLaws[Array[Array[Int]]]("Array[Array[Int]]")
  obeysLaws[Array[Boolean]]("Array[Boolean]")
  obeysLaws[Array[Byte]]("Array[Byte]")
  obeysLaws[Array[Char]]("Array[Char]")
  obeysLaws[Array[Float]]("Array[Float]")
  obeysLaws[Array[Double]]("Array[Double]")
  obeysLaws[Array[Long]]("Array[Long]")
  obeysLaws[Array[Short]]("Array[Short]")
  obeysLaws[Array[Email]]("Array[Email]")
  obeysLaws[List[Celsius]]("a pickler by hand")
  obeysLaws[Rose]("Rose")
