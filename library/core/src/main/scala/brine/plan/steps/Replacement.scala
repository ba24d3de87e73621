package brine.plan.steps

import scala.collection.mutable.ArrayBuffer
import scala.util.control.NonFatal
import brine.{PickleBuilder, PickleException}
import brine.plan.Plan
import brine.shape.Nullness

/** Asks a builder that replaces values ([[PickleBuilder.replacements]]) for each value's substitute, and checks
  * it. A substitute must be of the type of its place, or no reader could read the pickle.
  */
private[brine] object Replacement:
  /** Returns the value to write at a place of this plan, null, or [[PickleBuilder.Put]] if the builder has put
    * something.
    */
  def of(plan: Plan, value: AnyRef, builder: PickleBuilder): AnyRef | Null =
    val replacements = builder.replacements
    val other =
      if replacements == null then value
      else if canRefer(plan) then replacements.replacement(value)
      else if replacements.replacesValues then replacements.replacementOfValue(value, plan.shape)
      else value
    if (other ne value) && (other ne PickleBuilder.Put) then check(plan, other)
    other

  /** Returns true if references, and names of objects outside of the pickle, are possible at places of this plan. */
  private def canRefer(plan: Plan): Boolean = plan.isObject || plan.isInstanceOf[Plan.Sum]

  /** Returns true if an option or another type's value contains values of this plan without a marker, so that no null
    * is possible there.
    */
  def isUnmarked(plan: Plan, builder: PickleBuilder): Boolean =
    plan.nullness == Nullness.Marker && !plan.keepsIdentity(builder.options)

  /** Applies the rules to the content of an option whose element type has no null: the option then encodes the null. */
  def inOption(plan: Plan, option: Option[Any], builder: PickleBuilder): Option[Any] = option match
    case Some(content) if content != null =>
      val other = of(plan, content.asInstanceOf[AnyRef], builder)
      if other eq content.asInstanceOf[AnyRef] then option else Some(other)
    case _ => option

  /** Applies the rules to a value that must not become null. */
  def notNull(plan: Plan, value: AnyRef, builder: PickleBuilder): AnyRef =
    val other = of(plan, value, builder)
    if other == null then throw noNull(plan)
    other

  /** Applies the rules to the elements of an array of primitives: the array, or a copy if any of them is replaced. */
  def inArray(plan: Plan.ScalarArray, array: AnyRef, builder: PickleBuilder): AnyRef =
    val element = Plan.scalar(plan.kind)
    val count = java.lang.reflect.Array.getLength(array)
    var result = array
    for i <- 0 until count do
      val value = java.lang.reflect.Array.get(array, i)
      val other =
        try notNull(element, value, builder)
        catch case e: PickleException => throw e.prepend(s"[$i]")
      if other ne value then
        if result eq array then result = copy(array, count)
        java.lang.reflect.Array.set(result, i, other)
    result

  private def copy(array: AnyRef, count: Int): AnyRef =
    val made = java.lang.reflect.Array.newInstance(array.getClass.getComponentType, count)
    System.arraycopy(array, 0, made, 0, count)
    made

  private def check(plan: Plan, other: AnyRef | Null): Unit =
    if other == null then { if plan.nullness == Nullness.Never then throw noNull(plan) }
    else if !plan.admits(other) then throw misfit(plan, other)

  /** A substitute of another type than its place. */
  def misfit(plan: Plan, found: AnyRef): PickleException =
    val expected = plan.shape.name
    PickleException.UnexpectedClass.because(
      expected,
      found.getClass.getName,
      s"a rule of this format substitutes it, and its place holds only a $expected. Substitute a $expected, or " +
        "exclude this place from the rule"
    )

  /** An object that a rule puts into itself, at a place that its construction needs. */
  def insideItself(plan: Plan, value: AnyRef): PickleException = new PickleException.RuleNotObeyed(
    s"a rule puts a ${value.getClass.getName} into itself, at a place of a ${plan.shape.name} that its constructor " +
      "needs, so no " +
      "reader could make it: a substitute that holds its object holds itself. Put copies of the object's parts into " +
      "the substitute, or make the field a variable"
  )

  private def noNull(plan: Plan): PickleException =
    val expected = plan.shape.name
    new PickleException.RuleNotObeyed(
      s"a rule leaves out a $expected, but its place cannot hold a null. Substitute another $expected, or exclude " +
        "this place from the rule"
    )

  /** A rule leaves out all that there is to write. */
  def noRoot(plan: Plan): PickleException = new PickleException.RuleNotObeyed(
    s"a rule leaves out the whole value, a ${plan.shape.name}, or substitutes null for it: a reader would find " +
      "nothing. " +
      "Exclude this object from the rule, or pickle an Option of it"
  )

/** The elements of a set, or the keys and values of a map, as rules leave them: whether a reader can put them together.
  */
private[brine] final class ReplacedParts:
  private val parts = ArrayBuffer.empty[AnyRef | Null]
  private var isChanged = false

  /** Some part is known to the reader alone. */
  private var isOutside = false

  def add(value: Any, other: AnyRef | Null): Unit =
    if other eq PickleBuilder.Put then isOutside = true
    else
      if other ne value.asInstanceOf[AnyRef] then isChanged = true
      parts += other

  /** @throws PickleException.RuleNotObeyed if these parts make no collection, or a smaller one */
  def check(plan: Plan): Unit = if isChanged && !isOutside then
    val made =
      try count(plan)
      catch
        case e: PickleException => throw refused(plan, e.reason)
        case NonFatal(e)        => throw refused(plan, e.toString)
    if made >= 0 then
      throw refused(plan, s"two of its ${if plan.isInstanceOf[Plan.Mapping] then "keys" else "elements"} are equal")

  /** The distinct parts, -1 if these are all. */
  private def count(plan: Plan): Int = plan match
    case s: Plan.Sequence =>
      val distinct = s.ops.size(s.ops.newBuilder(parts.length).addAll(parts).result())
      if distinct == parts.length then -1 else distinct
    case m: Plan.Mapping =>
      val entries = parts.grouped(2).map(entry => (entry(0), entry(1)))
      val distinct = m.ops.size(m.ops.newBuilder().addAll(entries).result())
      if distinct == parts.length / 2 then -1 else distinct
    case other => throw new IllegalStateException(other.shape.name)

  private def refused(plan: Plan, why: String): PickleException = new PickleException.RuleNotObeyed(
    s"a rule leaves out or substitutes values, and a reader cannot rebuild this ${plan.shape.name}: " +
      s"${PickleException.quote(why, 200)}. " +
      "Substitute values that stay distinct, or substitute the collection"
  )
