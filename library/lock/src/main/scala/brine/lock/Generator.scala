package brine.lock

import scala.util.Random
import brine.Pickler

/** Makes values of a type for the release tool, which needs them for the pickles that it keeps and for the run of
  * migrations. Without a generator, the tool draws the parts of a value at random. A constructor may refuse these.
  *
  * {{{
  * object Generators:
  *   given Generator[Email] = Generator(random => Email(s"user${random.nextInt(100)}@example.org"))
  *   given Generator[Period] = Generator.of(Period(1, 2), Period(0, 0))
  * }}}
  *
  * The tool finds it as it finds picklers: a given without parameters of an object in the folders of `--classes` or
  * `--generators`. It makes each value of the type, inside other values, too. It also makes the records of a class
  * that is gone, if `A` has the name and the fields of that class.
  */
final class Generator[A] private (private[lock] val pickler: Pickler[A], private[lock] val make: Random => A)

object Generator:
  /** Returns a generator that calls a function. An exception of the function is reported as the reason why there is no
    * value. The random numbers are the same at each run of the tool.
    */
  def apply[A](make: Random => A)(using pickler: Pickler[A]): Generator[A] = new Generator(pickler, make)

  /** Returns a generator of these values. */
  def of[A](first: A, more: A*)(using pickler: Pickler[A]): Generator[A] =
    val all = (first +: more).toVector
    new Generator(pickler, random => all(random.nextInt(all.length)))
