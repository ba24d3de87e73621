package brine.runtime

import brine.derive.Problem

/** A class that no runtime pickler can be made for, with everything that stands in the way. */
final class UnfitClassException private[runtime] (message: String, cause: Throwable | Null = null)
    extends IllegalArgumentException(message, cause)

object UnfitClassException:
  private[runtime] def of(shown: String, problems: Seq[Problem], refused: Iterable[(Class[?], String)]): UnfitClassException =
    val reasons = refused.map((c, why) => RuntimeNames.shown(c) -> why).toMap
    val lines = problems.distinct.map {
      case Problem.HiddenState(at, name) =>
        s"  $at: $name cannot be taken apart: ${reasons.getOrElse(name.takeWhile(_ != '['), "its fields cannot be reached")}"
      case other                         => s"  ${other.where}: ${other.text}"
    }
    new UnfitClassException(lines.map(_ + ".").mkString(s"no runtime pickler for $shown:\n", "\n", ""))
