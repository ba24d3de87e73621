package brine

import brine.shape.{Shape, ShapeText}

/** Ways from older shapes to what `A` is today, for changes that no rule can do. A given in the companion is found by the
  * derivation:
  * {{{
  * final case class Person(fullName: String, born: Int) derives Pickler
  * object Person:
  *   given Migrations[Person] = Migrations
  *     .from[PersonV2](old => Person(s"${old.first} ${old.last}", old.born))
  *     .orFromRecord("Person{name: String, age: Int}")(old => Person(old("name"), 2026 - old[Int]("age")))
  * }}}
  * What was written from a shape that is named here goes by its function; from any other, by the rules where they do, else by
  * the first of these that can read it. An old class may have migrations itself, so that versions are chained. No two may lead
  * from one shape: what is written so is refused.
  *
  * Where objects lead back to themselves, the older class refers to today's, by variables:
  * {{{
  * final class PersonV1(val first: String, val last: String, var parent: Person, var kids: List[Person]) derives Pickler
  * given Migrations[Person] = Migrations.from[PersonV1](old => new Person(s"${old.first} ${old.last}", old.parent, old.kids))
  * }}}
  * The function is called with what can be there, where variables that lead back are null, and again when all is there: the
  * variables of its first result then get the values of the next. So it must depend on nothing but its argument.
  *
  * JSON does not say from which version it is: it is the one whose fields an object has, all of them and no others; if none,
  * today's by the rules, else the first of these that can be read from it. Versions with the same fields are refused there until
  * it is said which, by `Unpickler.from(shape)`.
  */
final class Migrations[A] private (private[brine] val steps: Vector[Migrations.Step]):
  /** A shape from which two of these lead, null if there is none: which of them applies, nothing tells. */
  private[brine] lazy val ambiguous: Shape | Null =
    val shapes = steps.map(_.shape)
    shapes.find(shape => shapes.count(_.fingerprint == shape.fingerprint) > 1).orNull

  /** Also from what an older class wrote. */
  def orFrom[Old](convert: Old => A)(using old: Unpickler[Old]): Migrations[A] =
    new Migrations(steps :+ new Migrations.Step(old, old.shape, convert.asInstanceOf[AnyRef => AnyRef]))

  /** Also from a shape whose class is gone, in the notation of the lock (docs/spec/lock.md). */
  def orFromRecord(shape: String)(convert: Record => A): Migrations[A] = orFromRecord(ShapeText.parse(shape))(convert)

  /** Also from a shape whose class is gone. */
  def orFromRecord(shape: Shape)(convert: Record => A): Migrations[A] =
    new Migrations(steps :+ new Migrations.Step(null, shape, convert.asInstanceOf[AnyRef => AnyRef]))

object Migrations:
  /** From what an older class wrote: `Migrations.from[PersonV1](old => Person(…))`. */
  def from[Old]: From[Old] = new From[Old]

  /** From a shape whose class is gone, in the notation of the lock. */
  def fromRecord[A](shape: String)(convert: Record => A): Migrations[A] = new Migrations[A](Vector.empty).orFromRecord(shape)(convert)

  /** From a shape whose class is gone. */
  def fromRecord[A](shape: Shape)(convert: Record => A): Migrations[A] = new Migrations[A](Vector.empty).orFromRecord(shape)(convert)

  /** See [[Migrations.from]]. */
  final class From[Old]:
    def apply[A](convert: Old => A)(using Unpickler[Old]): Migrations[A] = new Migrations[A](Vector.empty).orFrom(convert)

  /** @param old    reads the older class; null if the class is gone
    * @param shapeOf the older shape
    */
  private[brine] final class Step(val old: Unpickler[?] | Null, shapeOf: => Shape, convert: AnyRef => AnyRef):
    lazy val shape: Shape = shapeOf

    /** The plan that reads the older shape, once it has been made. */
    private[brine] var plan: AnyRef | Null = null

    def apply(old: AnyRef | Null): AnyRef | Null =
      if old == null then null
      else
        try convert(old)
        catch
          case e: PickleException                  => throw e
          case scala.util.control.NonFatal(e) => throw new PickleException.UserCode("a migration", e)
