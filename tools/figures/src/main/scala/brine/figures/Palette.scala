package brine.figures

import java.awt.Color

/** Colours by kind of contender. All are distinguishable in grey, and on the background. */
object Palette:
  final val FontSize = 13
  final val Background = "#ffffff"
  final val Ink = "#1f2328"
  final val FaintInk = "#59636e"
  final val Grid = "#d8dee4"
  final val Brine = "#0b6e6e"
  final val LightBrine = "#7fbcbc"
  final val Twin = "#8c959f"
  final val LightTwin = "#c6ccd2"
  final val Peer = "#c9772b"
  final val LightPeer = "#e8c19b"

  /** @param code red, green and blue in hexadecimal digits after `#` */
  def colour(code: String): Color = Color.decode(code)

  private val peerLines =
    Vector(
      "#c9772b",
      "#8a4fb0",
      "#b83a56",
      "#3d6fc4",
      "#7c7a12",
      "#a0522d",
      "#5b3d8f",
      "#d1495b",
      "#2f6f9f",
      "#946b2d",
      "#c45ab3",
      "#4f7d4f"
    )
  private val brineLines = Vector("#0b6e6e", "#2a9d5c", "#3fb5b5", "#14507a")

  enum Side(val title: String, val colour: String, val light: String):
    case Ours extends Side("Brine", Brine, LightBrine)
    case ByHand extends Side("written by hand", Twin, LightTwin)
    case Theirs extends Side("others", Peer, LightPeer)

  def side(contender: String): Side =
    if contender.startsWith("brine") || contender.startsWith("region") || contender == "bare" then Side.Ours
    else if contender.startsWith("hand") then Side.ByHand
    else Side.Theirs

  /** A colour a line, the same in all charts of these contenders. */
  def lines(contenders: Seq[String]): Map[String, String] =
    contenders.distinct.sorted.groupBy(side).flatMap { (side, names) =>
      val colours = side match
        case Side.Ours   => brineLines
        case Side.ByHand => Vector(Twin, "#59636e", "#b1b8c0")
        case Side.Theirs => peerLines
      names.zipWithIndex.map((name, i) => name -> colours(i % colours.length))
    }
