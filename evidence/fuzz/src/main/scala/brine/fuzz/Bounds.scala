package brine.fuzz

import brine.testkit.entrances.{CostSearch, Entrance}

/** `./dev fuzz bounds <seconds>`: searches for inputs of every entrance that cost more memory or time than
  * docs/guide/security.md allows for their length. `bounds-<text>` searches those entrances whose name contains the
  * text: `bounds-graph`, `bounds-json`.
  */
private[fuzz] object Bounds:
  private final val Name = "bounds"

  /** The entrances of a target of this kind; none for another target. */
  private def entrances(target: String): Vector[Entrance] =
    if target != Name && !target.startsWith(s"$Name-") then Vector.empty
    else
      val text = target.drop(Name.length + 1).toLowerCase
      Entrance.all.filter(_.name.toLowerCase.contains(text))

  def is(target: String): Boolean = entrances(target).nonEmpty

  def run(target: String, seconds: Int): Unit =
    val all = entrances(target)
    val seed = System.nanoTime
    println(s"seed $seed")
    for entrance <- all do
      val end = System.nanoTime + seconds * 1_000_000_000L / all.length
      var tried = 0
      val worst = new CostSearch(entrance, seed).run { count =>
        tried = count
        System.nanoTime < end
      }
      println(s"${entrance.name}: $tried inputs; the worst: ${worst.describe}")
