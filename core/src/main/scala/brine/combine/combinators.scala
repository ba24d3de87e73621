package brine.combine

import scala.reflect.ClassTag
import brine.Pickler
import brine.plan.Plan
import brine.run.{MappedPickler, PlannedPickler}

extension [A](pickler: Pickler[A])
  /** A pickler of `B` by way of `A`: the bytes of `from(b)`, and a null of its own.
    * {{{ given Pickler[Email] = Pickler[String].imap(Email(_))(_.address) }}}
    * What the functions throw leaves as a [[brine.PickleException.UserCode]].
    */
  def imap[B](to: A => B)(from: B => A): Pickler[B] = MappedPickler.of(pickler, to, from)

  /** A pickler of `B`, objects of which are written as the stand-in that `from` makes of them, and made again of the stand-in by
    * `to`: `imap` for objects with an identity. Where that is kept, each is written once, and all that refer to it get the
    * one object that `to` has made; in cycles, too, as long as `to`, which gets its argument complete, need not have what waits
    * for its result. `to` may give an object that there is already. It handles objects of exactly the class `B`;
    * [[standInForAll]] those of subclasses, too.
    *
    * What `writeReplace` and `readResolve` are to Java serialization.
    * {{{ given Pickler[Account] = Pickler[AccountKey].standIn[Account](key => accounts(key))(_.key) }}}
    */
  def standIn[B](to: A => B)(from: B => A)(using c: ClassTag[B]): Pickler[B] =
    product[B](c.runtimeClass.getSimpleName).field("standIn", from)(using pickler).build({ case Tuple1(standIn) => to(standIn) }, Fields.Objects.StandIns)

  /** [[standIn]] for a trait or a class with subclasses: objects of all of them go by these functions. What a subclass adds is
    * kept only if `from` puts it into the stand-in, and `to` makes that subclass of it. Where a place's type is a subclass, that
    * needs a pickler of its own.
    * {{{ given Pickler[Currency] = Pickler[String].standInForAll[Currency](Currency.of(_))(_.code) }}}
    */
  def standInForAll[B](to: A => B)(from: B => A)(using c: ClassTag[B]): Pickler[B] =
    product[B](c.runtimeClass.getSimpleName).field("standIn", from)(using pickler).build({ case Tuple1(standIn) => to(standIn) }, Fields.Objects.StandInsForAll)

/** A pickler that is looked up when first used: for picklers that need each other. */
def recursive[A](pickler: => Pickler[A]): Pickler[A] =
  lazy val found = pickler
  new PlannedPickler[A]:
    lazy val plan: Plan = Plan.of(found)
