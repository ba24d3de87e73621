package brine.checks.presets

import java.util.Date
import scala.compiletime.summonFrom
import com.github.plokhotnyuk.jsoniter_scala.core.{JsonValueCodec, readFromString, writeToString}
import com.github.plokhotnyuk.jsoniter_scala.macros.{CodecMakerConfig, JsonCodecMaker}

/** Codecs of jsoniter-scala, by its macro. */
object JsoniterPeers:
  /** There is no codec for this type: the macro refuses it. */
  final class Lacking[A]

  /** The codec of a type that contains itself is asked for by its config. */
  final class Recursive[A]

  given Lacking[Unit] = Lacking()
  given Lacking[Date] = Lacking()
  given byColor: Lacking[Map[Color, Int]] = Lacking()
  given byPoint: Lacking[Map[Point, Int]] = Lacking()
  given Recursive[Rose] = Recursive()
  given Recursive[Linked] = Recursive()
  given Recursive[Tree] = Recursive()

  inline def of[A]: Option[Peer[A]] = summonFrom {
    case _: Lacking[A]   => None
    case _: Recursive[A] => Some(peer(JsonCodecMaker.make[A](CodecMakerConfig.withAllowRecursiveTypes(true))))
    case _               => Some(peer(JsonCodecMaker.make[A]))
  }

  def peer[A](codec: JsonValueCodec[A]): Peer[A] =
    Peer(writeToString(_)(using codec), readFromString[A](_)(using codec))
