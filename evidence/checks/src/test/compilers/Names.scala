package corpus

import brine.*

/** Names with operators, blanks and `$`, keywords, and those that emitted code uses for itself. */
final case class `my class`(
    `a b`: Int, `type`: String, + : Int, `x$y`: Int, `->`: Long, `a.b`: Int, `ü`: Int, f0: Int, v: Int, e: Int,
    self: Int, value: Int, builder: Int, reader: Int, plan: String, left: Int, sink: Int, source: Int,
    definition: Int, field: Int, index: Int, id: Int
) derives Pickler

enum :: derives Pickler:
  case +(a: Int)
  case `-`
  case `weird name`(x: Int, y: ::)

final class $(var $: Int, val $$ : Int) derives Pickler
final case class `a-b`[`T x`](`t`: `T x`) derives Pickler

object `a.b`:
  final case class `c/d`(x: Int) derives Pickler

final case class AVeryLongNameOfAClassThatSomebodyWroteToSayEverythingAboutItAndThatStillFitsIntoTheNameOfAFileOfAClass(
    andAFieldThatIsNoShorterAndNoLongerThanItHasToBeForItsNameToSayWhatItHoldsWhichIsANumberAsItSeems: Int
) derives Pickler

object Names:
  val run: () => Unit = () =>
    Trip(`my class`(1, "a", 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, "p", 15, 16, 17, 18, 19, 20, 21))
    Trip[::](::.+(1), ::.`-`, ::.`weird name`(1, ::.`-`))
    Trip.by(new $(1, 2))(x => (x.$, x.$$))
    Trip(`a-b`(1))
    Trip(`a.b`.`c/d`(1))
    Trip(AVeryLongNameOfAClassThatSomebodyWroteToSayEverythingAboutItAndThatStillFitsIntoTheNameOfAFileOfAClass(1))
