package brine.combine

import scala.reflect.ClassTag
import brine.Pickler
import brine.plan.Plan
import brine.run.PlannedPickler
import brine.run.structures.MappedPickler

extension [A](pickler: Pickler[A])
  /** Returns a pickler of `B` by way of `A`: the bytes of `from(b)`, and a separate null.
    *
    * {{{ given Pickler[Email] = Pickler[String].imap(Email(_))(_.address) }}}
    *
    * Exceptions of the functions leave as a [[brine.PickleException.UserCode]].
    */
  def imap[B](to: A => B)(from: B => A): Pickler[B] = MappedPickler.of(pickler, to, from)

  /** Returns a pickler of `B` whose objects are written as the stand-in that `from` makes of them, and made again
    * from the stand-in by `to`: `imap` for objects with an identity. If that is kept, each object is written once,
    * and all references to it get the one object that `to` has made. This holds in cycles, too, if `to` does not need
    * an object that waits for its result: `to` gets its argument complete. `to` may return an existing object. The
    * pickler handles objects of exactly the class `B`; [[standInForAll]] handles those of subclasses, too.
    *
    * The functions correspond to `writeReplace` and `readResolve` of Java serialization.
    *
    * {{{ given Pickler[Account] = Pickler[AccountKey].standIn[Account](key => accounts(key))(_.key) }}}
    */
  def standIn[B](to: A => B)(from: B => A)(using c: ClassTag[B]): Pickler[B] =
    product[B](c.runtimeClass.getSimpleName).field("standIn", from)(using pickler).build(
      { case Tuple1(standIn) => to(standIn) },
      Fields.Objects.StandIns
    )

  /** [[standIn]] for a trait or a class with subclasses: objects of all of them are written by these functions. The
    * additional state of a subclass is kept only if `from` puts it into the stand-in, and `to` makes that subclass of
    * it. A place whose type is a subclass needs another pickler.
    *
    * {{{ given Pickler[Currency] = Pickler[String].standInForAll[Currency](Currency.of(_))(_.code) }}}
    */
  def standInForAll[B](to: A => B)(from: B => A)(using c: ClassTag[B]): Pickler[B] =
    product[B](c.runtimeClass.getSimpleName).field("standIn", from)(using pickler).build(
      { case Tuple1(standIn) => to(standIn) },
      Fields.Objects.StandInsForAll
    )

/** A pickler that is looked up when first used: for picklers that need each other. */
def recursive[A](pickler: => Pickler[A]): Pickler[A] =
  lazy val found = pickler
  new PlannedPickler[A]:
    lazy val plan: Plan = Plan.of(found)
