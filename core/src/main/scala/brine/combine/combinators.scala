package brine.combine

import brine.Pickler
import brine.plan.{MappedPickler, Plan, PlannedPickler}

extension [A](pickler: Pickler[A])
  /** A pickler of `B` by way of `A`: the bytes of `from(b)`, and a null of its own.
    * {{{ given Pickler[Email] = Pickler[String].imap(Email(_))(_.address) }}}
    * What the functions throw leaves as a [[brine.PickleException.UserCode]].
    */
  def imap[B](to: A => B)(from: B => A): Pickler[B] = new MappedPickler(pickler, to, from)

/** A pickler that is looked up when first used: for picklers that need each other. */
def recursive[A](pickler: => Pickler[A]): Pickler[A] =
  lazy val found = pickler
  new PlannedPickler[A]:
    lazy val plan: Plan = Plan.of(found)
