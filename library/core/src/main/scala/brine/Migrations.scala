package brine

import brine.shape.{Shape, ShapeText}

/** Functions from older shapes to today's `A`, for changes that no rule can make. Derivation finds a given in the
  * companion:
  *
  * {{{
  * final case class Person(fullName: String, born: Int) derives Pickler
  * object Person:
  *   given Migrations[Person] = Migrations
  *     .from[PersonV2](old => Person(s"${old.first} ${old.last}", old.born))
  *     .orFromRecord("Person{name: String, age: Int}")(old => Person(old("name"), 2026 - old[Int]("age")))
  * }}}
  *
  * The function of a shape converts data that were written from that shape. Data of any other shape are read by the
  * rules if possible, else by the first migration that can read them. An old class may have migrations itself, so
  * versions can be chained. If two migrations lead from one shape, data of that shape are refused.
  *
  * In a cycle of objects, the older class refers to today's, by variables:
  *
  * {{{
  * final class PersonV1(val first: String, val last: String, var parent: Person, var kids: List[Person])
  *     derives Pickler
  * given Migrations[Person] =
  *   Migrations.from[PersonV1](old => new Person(s"${old.first} ${old.last}", old.parent, old.kids))
  * }}}
  *
  * The function is then called twice. In the first call, variables that lead back are null. In the second, all objects
  * are there, and the variables of the first result get the values of the second. The function must therefore depend
  * on nothing except its argument.
  *
  * JSON does not contain the version. The version is the one whose fields are exactly those of the object. If there
  * is none, today's shape applies by the rules, else the first migration that can read the object. Versions with
  * equal fields are refused there until `Unpickler.from(shape)` names one.
  */
final class Migrations[A] private (private[brine] val steps: Vector[Migrations.Step]):
  /** A shape from which two of these migrations lead, so that nothing decides between them; null if there is none. */
  private[brine] lazy val ambiguous: Shape | Null =
    val shapes = steps.map(_.shape)
    shapes.find(shape => shapes.count(_.fingerprint == shape.fingerprint) > 1).orNull

  /** Adds a migration from the data of an older class. */
  def orFrom[Old](convert: Old => A)(using old: Unpickler[Old]): Migrations[A] =
    new Migrations(steps :+ new Migrations.Step(old, old.shape, convert.asInstanceOf[AnyRef => AnyRef]))

  /** Adds a migration from a shape whose class is gone, in the notation of the lock (docs/spec/lock.md).
    *
    * A part of the record is an object of its own class, if today's class leads to a class of this name that can read
    * the part. Otherwise it is a record, too, and the function must convert it: the result is compared with today's
    * pickler.
    */
  def orFromRecord(shape: String)(convert: Record => A): Migrations[A] = orFromRecord(ShapeText.parse(shape))(convert)

  /** Adds a migration from a shape whose class is gone. */
  def orFromRecord(shape: Shape)(convert: Record => A): Migrations[A] =
    new Migrations(steps :+ new Migrations.Step(null, shape, convert.asInstanceOf[AnyRef => AnyRef]))

object Migrations:
  /** Returns migrations from the data of an older class: `Migrations.from[PersonV1](old => Person(…))`. */
  def from[Old]: From[Old] = new From[Old]

  /** Returns migrations from a shape whose class is gone, in the notation of the lock. */
  def fromRecord[A](shape: String)(convert: Record => A): Migrations[A] =
    new Migrations[A](Vector.empty).orFromRecord(shape)(convert)

  /** Returns migrations from a shape whose class is gone. */
  def fromRecord[A](shape: Shape)(convert: Record => A): Migrations[A] =
    new Migrations[A](Vector.empty).orFromRecord(shape)(convert)

  /** See [[Migrations.from]]. */
  final class From[Old]:
    def apply[A](convert: Old => A)(using Unpickler[Old]): Migrations[A] =
      new Migrations[A](Vector.empty).orFrom(convert)

  /** @param old    reads the older class; null if the class is gone
    * @param shapeOf the older shape
    */
  private[brine] final class Step(val old: Unpickler[?] | Null, shapeOf: => Shape, convert: AnyRef => AnyRef):
    lazy val shape: Shape = shapeOf

    /** The class of the function: the place in the code where it stands. */
    private[brine] def code: Class[?] = convert.getClass

    def apply(old: AnyRef | Null): AnyRef | Null =
      if old == null then null
      else
        try convert(old)
        catch
          case e: PickleException             => throw e
          case scala.util.control.NonFatal(e) => throw new PickleException.UserCode("a migration", e)
