package corpus

import java.time.DayOfWeek
import java.util as ju
import scala.jdk.CollectionConverters.*
import brine.*
import brine.testkit.corpus.{Labelled, Opening, Weekday}

/** Records, generic records and enums of Java's. */
object JavaPicklers:
  given Pickler[Opening] = Pickler.derived
  given [A](using Pickler[A]): Pickler[Labelled[A]] = Pickler.derived

import JavaPicklers.given

final case class Shop(
    day: Weekday, opening: Opening, label: Labelled[String], days: ju.EnumSet[DayOfWeek],
    unit: ju.concurrent.TimeUnit, hours: ju.EnumMap[Weekday, Int]
) derives Pickler

object JavaClasses:
  val run: () => Unit = () =>
    val opening = new Opening(Weekday.FRIDAY, 8, 18, List("a").asJava)
    Trip(opening)
    Trip(new Labelled("a", opening))
    Trip[Weekday](Weekday.FRIDAY, Weekday.SUNDAY)
    val hours = new ju.EnumMap[Weekday, Int](Map(Weekday.SUNDAY -> 1).asJava)
    Trip(
      Shop(
        Weekday.FRIDAY, opening, new Labelled("x", "y"), Trip.there(ju.EnumSet.of(DayOfWeek.MONDAY)),
        ju.concurrent.TimeUnit.DAYS, hours
      )
    )
