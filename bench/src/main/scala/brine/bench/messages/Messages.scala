package brine.bench.messages

import java.util.SplittableRandom
import scala.reflect.ClassTag
import brine.Pickler

/** 64 sorts of messages as services send them, each of 50 to 500 bytes on average, for one JVM to see all of them: what a call site, a
  * branch or a cache has learnt of one type is of no use to the next.
  *
  * Plain public case classes, sealed families and enums, without arrays, so that `==` compares, and serializers by reflection manage, too.
  * Some have mostly non-Latin text.
  */
object Messages:
  val types: Vector[MessageType[?]] =
    Shop.types ++ Banking.types ++ Accounts.types ++ Sensors.types ++ Chat.types ++ Support.types ++ Travel.types ++ Operations.types

/** A sort of messages. `make` draws one, and draws the same from generators of the same seed. */
final class MessageType[A](val name: String, val pickler: Pickler[A], val make: SplittableRandom => A)

object MessageType:
  /** Named after its class. */
  private[messages] def of[A](make: SplittableRandom => A)(using pickler: Pickler[A], tag: ClassTag[A]): MessageType[A] =
    new MessageType[A](tag.runtimeClass.getSimpleName, pickler, make)
