package brine.checks.presets

import java.math.BigDecimal as Decimal
import scala.util.Try
import scala.util.control.NonFatal
import brine.Pickler
import brine.json.{Json, JsonFormat}
import brine.testkit.Same

/** What came of a trial. */
enum Finding(val label: String):
  /** Brine writes the library's JSON value and reads what it wrote, and the library reads Brine's. */
  case Alike extends Finding("alike")

  /** The library has no codec for the type by its defaults, or its codec fails. */
  case NotThere extends Finding("not supported")

  /** The library does not read what it wrote itself. */
  case NotRead extends Finding("not read back")

  /** Brine has no form for a value in the dialect. */
  case Refused extends Finding("refused")

  /** Brine's JSON value is another one. */
  case Differs extends Finding("differs")

/** A finding with an example. */
final case class Found(finding: Finding, example: String)

object Findings:
  def of[A](trial: Trial[A]): Found = trial.peer match
    case None => Found(Finding.NotThere, "no codec")
    case Some(peer) =>
      val all = trial.values.map(of(trial, peer, _))
      all.maxBy(_.finding.ordinal)

  private def of[A](trial: Trial[A], peer: Peer[A], value: A): Found =
    given Pickler[A] = trial.pickler
    val format = JsonFormat(trial.library.dialect)
    attempt(peer.write(value)) match
      case Left(e) => Found(Finding.NotThere, s"$value: $e")
      case Right(theirs) =>
        attempt(peer.read(theirs)) match
          case Right(back) if Same(back, value) => compare(value, theirs, peer, format)
          case other                            => Found(Finding.NotRead, s"$theirs: $other")

  private def compare[A: Pickler](value: A, theirs: String, peer: Peer[A], format: JsonFormat): Found =
    attempt(format.write(value)) match
      case Left(e) => Found(Finding.Refused, s"$theirs: $e")
      case Right(own) =>
        if !isSame(Json.parse(own), Json.parse(theirs)) then Found(Finding.Differs, s"they $theirs, we $own")
        else if !attempt(format.read[A](theirs)).exists(Same(_, value)) then
          Found(Finding.Differs, s"we read $theirs as ${attempt(format.read[A](theirs))}")
        else if !attempt(peer.read(own)).exists(Same(_, value)) then
          Found(Finding.Differs, s"they read $own as ${attempt(peer.read(own))}")
        else Found(Finding.Alike, own)

  private def attempt[A](run: => A): Either[Throwable, A] =
    try Right(run)
    catch
      case NonFatal(e)     => Left(e)
      case e: LinkageError => Left(e)

  /** Compares two numbers with different digits as `Double` and `Float`: `4.9E-324` and `5.0E-324` are the same. */
  private def isSameFloating(x: String, y: String): Boolean =
    (x + y).exists(c => c == '.' || c == 'E') && (x.toDouble == y.toDouble || x.toFloat == y.toFloat)

  /** Compares two JSON values. The order of members does not count, nor the layout of numbers. */
  def isSame(a: Json, b: Json): Boolean = (a, b) match
    case (Json.Num(x), Json.Num(y))   => Decimal(x).compareTo(Decimal(y)) == 0 || isSameFloating(x, y)
    case (Json.Arr(xs), Json.Arr(ys)) => xs.length == ys.length && xs.zip(ys).forall(isSame(_, _))
    case (Json.Obj(xs), Json.Obj(ys)) =>
      xs.length == ys.length && xs.sortBy(_._1).zip(ys.sortBy(_._1)).forall((x, y) =>
        x._1 == y._1 && isSame(x._2, y._2)
      )
    case _ => a == b
