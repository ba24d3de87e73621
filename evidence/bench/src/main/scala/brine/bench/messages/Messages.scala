package brine.bench.messages

import java.util.SplittableRandom
import scala.compiletime.{erasedValue, summonInline}
import scala.reflect.ClassTag
import brine.Pickler

/** 64 sorts of messages as services send them, each of 50 to 500 bytes on average, for one JVM to see all of them. The
  * profile that a call site, a branch or a cache has of one type is of no use for the next.
  *
  * Plain public case classes, sealed families and enums, without arrays, so that `==` compares, and serializers by
  * reflection manage, too. Some have mostly non-Latin text.
  */
object Messages:
  val types: Vector[MessageType[?]] =
    Shop.types ++ Banking.types ++ Accounts.types ++ Sensors.types ++
      Chat.types ++ Support.types ++ Travel.types ++ Operations.types

  /** A value of each of the types, in the same order. */
  lazy val schemas: Vector[Schema[?]] = ofEach[Schema]

  /** The codecs that the compiler finds or derives for each of the types, in the same order. Eight types share a
    * method, since 64 KB are too few for all.
    */
  inline def ofEach[F[_]]: Vector[F[Any]] =
    val eights = Vector(
      () => eight[F, Shop.All],
      () => eight[F, Banking.All],
      () => eight[F, Accounts.All],
      () => eight[F, Sensors.All],
      () => eight[F, Chat.All],
      () => eight[F, Support.All],
      () => eight[F, Travel.All],
      () => eight[F, Operations.All]
    )
    eights.flatMap(_())

  private[messages] inline def eight[F[_], All <: Tuple]: Vector[F[Any]] = inline erasedValue[All] match
    case _: (a, b, c, d, e, f, g, h) =>
      Vector(one[F, a], one[F, b], one[F, c], one[F, d], one[F, e], one[F, f], one[F, g], one[F, h])

  private[messages] inline def one[F[_], A]: F[Any] = summonInline[F[A]].asInstanceOf[F[Any]]

/** A sort of messages. `make` draws one, and draws the same from generators of the same seed. */
final class MessageType[A](val as: Class[A], val pickler: Pickler[A], val make: SplittableRandom => A):
  def name: String = as.getSimpleName

  /** Always the same. */
  def values(count: Int): Vector[A] =
    val random = new SplittableRandom(name.hashCode)
    Vector.fill(count)(make(random))

object MessageType:
  private[messages] def of[A](make: SplittableRandom => A)(using
      pickler: Pickler[A],
      tag: ClassTag[A]
  ): MessageType[A] =
    new MessageType[A](tag.runtimeClass.asInstanceOf[Class[A]], pickler, make)
