package brine.bench.messages

import java.util.UUID
import scala.collection.{mutable, Factory}
import scala.compiletime.{constValueTuple, summonAll}
import scala.deriving.Mirror
import scala.reflect.{ClassTag, Enum}

/** The parts of values of a type: for serializers that need registered classes, and the element types of collections,
  * which the JVM erases.
  */
sealed abstract class Schema[A]:
  def as: Class[?]

  /** The parts of a value, or its cases. */
  def parts: List[Schema[?]]

object Schema:
  /** Text, an id or a primitive. */
  final class Plain[A](val as: Class[?]) extends Schema[A]:
    def parts: List[Schema[?]] = Nil

  final class Elements[A](val as: Class[?], val of: Schema[?], val factory: Factory[Any, Iterable[Any]])
      extends Schema[A]:
    def parts: List[Schema[?]] = List(of)

  final class Optional[A](val of: Schema[?]) extends Schema[A]:
    def as: Class[?] = classOf[Option[?]]
    def parts: List[Schema[?]] = List(of)

  /** By strings. */
  final class Table[A](val of: Schema[?]) extends Schema[A]:
    def as: Class[?] = classOf[Map[?, ?]]
    def parts: List[Schema[?]] = List(of)

  final class Enumerated[A](val as: Class[?], val values: Array[Enum]) extends Schema[A]:
    def parts: List[Schema[?]] = Nil

  final class Singleton[A](val value: Any) extends Schema[A]:
    def as: Class[?] = value.getClass
    def parts: List[Schema[?]] = Nil

  /** A case class. Its fields may hold its own class again. */
  final class Record[A](val as: Class[?], namedFields: => List[(String, Schema[?])]) extends Schema[A]:
    lazy val fields: List[(String, Schema[?])] = namedFields
    def parts: List[Schema[?]] = fields.map(_._2)

  /** A sealed trait: each value is of one of the leaves. */
  final class Family[A](val as: Class[?], leaves: => List[Schema[?]]) extends Schema[A]:
    lazy val parts: List[Schema[?]] = leaves

  /** These and all that they are made of, in a fixed order. */
  def all(roots: Iterable[Schema[?]]): Vector[Schema[?]] =
    val met = mutable.LinkedHashSet.empty[Schema[?]]
    def visit(schema: Schema[?]): Unit = if met.add(schema) then schema.parts.foreach(visit)
    roots.foreach(visit)
    met.toVector

  given Schema[String] = new Plain(classOf[String])
  given Schema[UUID] = new Plain(classOf[UUID])
  given Schema[Int] = new Plain(classOf[Int])
  given Schema[Long] = new Plain(classOf[Long])
  given Schema[Double] = new Plain(classOf[Double])
  given Schema[Boolean] = new Plain(classOf[Boolean])

  given [A](using of: Schema[A]): Schema[List[A]] = new Elements(classOf[List[?]], of, List)
  given [A](using of: Schema[A]): Schema[Vector[A]] = new Elements(classOf[Vector[?]], of, Vector)
  given [A](using of: Schema[A]): Schema[Option[A]] = new Optional(of)
  given [A](using of: Schema[A]): Schema[Map[String, A]] = new Table(of)
  given [A <: Enum](using tag: ClassTag[A], constants: Constants[A]): Schema[A] =
    new Enumerated(tag.runtimeClass, constants.values.toArray[Enum])

  inline given derived[A](using mirror: Mirror.Of[A], tag: ClassTag[A]): Schema[A] = inline mirror match
    case singleton: Mirror.Singleton => new Singleton(singleton.fromProduct(EmptyTuple))
    case product: Mirror.ProductOf[A] =>
      new Record(tag.runtimeClass, names[product.MirroredElemLabels].zip(schemas[product.MirroredElemTypes]))
    case sum: Mirror.SumOf[A] => new Family(tag.runtimeClass, schemas[sum.MirroredElemTypes])

  private inline def names[Names <: Tuple]: List[String] = constValueTuple[Names].toList.asInstanceOf[List[String]]
  private inline def schemas[Parts <: Tuple]: List[Schema[?]] =
    summonAll[Tuple.Map[Parts, Schema]].toList.asInstanceOf[List[Schema[?]]]

/** Those of a Scala enum without parameters, by ordinal. */
final class Constants[A](val values: Vector[A])

object Constants:
  inline given of[A <: Enum](using mirror: Mirror.SumOf[A]): Constants[A] =
    new Constants(summonAll[Tuple.Map[mirror.MirroredElemTypes, ValueOf]].toList.asInstanceOf[List[ValueOf[A]]].map(
      _.value
    ).toVector)
