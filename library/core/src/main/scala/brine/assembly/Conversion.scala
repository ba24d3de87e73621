package brine.assembly

import scala.collection.mutable.ArrayBuffer
import brine.PickleException
import brine.plan.Plan

/** The conversion of an object by a migration, where the object is part of a cycle: `results` replace the new object
  * until it is made.
  *
  * @param choices the migration; or, `ofLeaf`, those of the leaves of a sealed type: which of them applies, if any, is
  *                known when the object is built
  */
private[brine] final class Conversion(
    val choices: Seq[Plan.Converted],
    ofLeaf: Boolean,
    migrated: Migrated,
    settlement: Conversions
):
  /** The object of the older class, once it is built. Fields of it may still be open. */
  var old: AnyRef | Null = null

  /** The migration that applies; null if the object stays as it is. */
  var plan: Plan.Converted | Null = null

  /** The object that the migration has made. */
  var made: AnyRef | Null = null

  /** Why the function has not made it yet. */
  var failure: PickleException | Null = null

  private var results: List[Unbuilt] = Nil

  def addResult(): Unbuilt =
    val result = new Unbuilt
    results = result :: results
    result

  /** Receives the object of the older class. */
  def found(value: AnyRef): Unit =
    old = value
    plan = if !ofLeaf then choices.head else choices.find(Conversion.applies(_, value)).orNull
    if plan == null then fulfil(value)
    else
      val before = migrated.find(value, plan.nn)
      if before == null then
        migrated.remember(this)
        settlement.ready(this)
      else if before.made != null then fulfil(before.made.nn)
      else before.results = results ::: before.results

  /** Makes the new object from the known part of the older one. Returns true if that succeeded. */
  def convert(): Boolean =
    try
      val value = plan.nn.convert(old)
      if value == null then
        throw new PickleException.NullValue(s"a migration made null of a ${plan.nn.shape.name} that is part of a cycle")
      made = value.asInstanceOf[AnyRef]
      true
    catch
      case e: PickleException =>
        failure = e
        false

  /** Passes the object to all that wait for it. */
  def fulfil(value: AnyRef): Unit =
    val waiting = results
    results = Nil
    for result <- waiting do result.fulfil(value)

  def fulfil(): Unit = fulfil(made.nn)

  /** Compares the result of the migration with the pickler of today's class. */
  def check(): Unit = migrated.check(this)

  /** Records the result of the migration for this object. */
  def remember(): Unit = migrated.made(this)

  /** Returns true if some migration in a cycle has made this object. */
  def isMade(value: AnyRef): Boolean = migrated.isMade(value)

  def isDone: Boolean = results.isEmpty

private[brine] object Conversion:
  /** Returns the migrations of a family's leaves, except those with several versions. */
  def ofLeaves(s: Plan.Sum): Seq[Plan.Converted] = s.leaves.toSeq.map(_.get).flatMap {
    case v: Plan.Versions => v.all.toSeq
    case other            => Seq(other)
  }.collect { case c: Plan.Converted if c.isOncePerObject && !c.inner.get.isInstanceOf[Plan.Converted] => c }

  /** Returns true if the migration converts objects like this. */
  def applies(plan: Plan.Converted, old: AnyRef): Boolean = plan.inner.get match
    case p: Plan.Product => p.isExactly(old)
    case s: Plan.Sum     => s.leafNumber(old) >= 0
    case _               => false

/** The conversions of one component, in cycles: each object's migration may need the result of another's.
  *
  * A migration is called when its object is built, though fields that lead back may be open: these are null. If it
  * throws, it is called again later. When all are made and all fields are filled, each is called once more. The
  * variables of its first result get the values of the second. That is repeated until nothing changes. Everything
  * except variables must be equal each time, or the read is refused. The result is then that of the functions for
  * complete objects.
  */
private[brine] final class Conversions(assembly: Assembly):
  private val all = ArrayBuffer.empty[Conversion]
  private val open = new java.util.ArrayDeque[Conversion]

  def add(conversion: Conversion): Unit = all += conversion

  /** Its object is built. The last of them is converted first: it is the innermost. */
  def ready(conversion: Conversion): Unit = open.push(conversion)

  /** Converts objects where that is possible; `settle` builds the objects that have become ready then. */
  def run(settle: () => Unit): Unit =
    var failed = ArrayBuffer.empty[Conversion]
    while !open.isEmpty do
      val next = open.pop()
      if next.convert() then
        next.remember()
        next.fulfil()
        settle()
        failed.foreach(open.addLast(_))
        failed = ArrayBuffer.empty
      else failed += next
    failed.foreach(open.addLast(_))

  /** Converts all again, now that they are complete, until nothing changes. */
  def complete(): Unit =
    val done = all.filter(_.made != null)
    var left = Conversions.MostRounds
    var changed = true
    while changed do
      if left == 0 then throw Conversions.restless(done.head)
      left -= 1
      changed = false
      for conversion <- done do if isChanged(conversion) then changed = true

  private def isChanged(conversion: Conversion): Boolean =
    val plan = conversion.plan.nn
    val again = plan.convert(conversion.old)
    (again ne conversion.made) && new Reconciliation(plan, conversion.isMade(_)).isChanged(conversion.made.nn, again)

  /** Tells of all that have been made; refuses those that have not. */
  def finish(): Unit =
    for conversion <- all do
      if conversion.made != null then
        conversion.check()
        val ignored = assembly.watched(conversion.made.nn)
      else if !conversion.isDone then throw Conversions.refused(conversion)

private object Conversions:
  private final val MostRounds = 20

  private def refused(conversion: Conversion): PickleException =
    val name = conversion.choices.head.shape.name
    val failure = conversion.failure
    if failure != null then failure
    else
      new PickleException.CyclicConstruction(
        s"a migration of $name needs an object whose construction needs the migration's result. In the older class, " +
          "make the field that leads back a `var`"
      )

  private def restless(conversion: Conversion): PickleException = new PickleException.CyclicConstruction(
    s"the migration of ${conversion.plan.nn.shape.name} makes something else each time that it is called, so it " +
      "cannot migrate objects in cycles: " +
      "make it depend on its argument alone"
  )
