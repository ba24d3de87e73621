package brine.graph.clustered.writing

import brine.{Extras, InternalForm, PickleBuilder, PickleException, Pickler, Replacements}
import brine.run.PlanWriter
import brine.shape.Shape

/** Applies the rules of a format to each value, object or not, for which a pickler is called. */
private[clustered] trait RuleApplying(mapper: ObjectMapper) extends PickleBuilder, Replacements[Pickler[Any]]:
  /** True inside a pickler whose parts are not values of its users ([[InternalForm]]). */
  private var isInOwnForm = false

  /** The pickler by hand that currently makes calls on this builder. */
  private var byHand: Pickler[?] | Null = null

  private[brine] override def replacements: Replacements[Pickler[Any]] | Null = if isInOwnForm then null else this
  override def replacesValues: Boolean = mapper.asksValues && !isInOwnForm

  override def replacement(value: AnyRef): AnyRef | Null =
    val name = mapper.externalName(value)
    if name == null then mapper.map(value)
    else
      putExternal(name)
      PickleBuilder.Put

  /** Puts the name of an object outside of the graph. */
  protected def putExternal(name: String): Unit

  override def replacementOfValue(value: AnyRef, place: Shape): AnyRef | Null =
    val name = mapper.externalName(value)
    if name != null then throw RuleApplying.noName(name, value, place)
    mapper.map(value)

  override def putReplaced(pickler: Pickler[Any], value: AnyRef): Unit =
    PlanWriter.replacedByHand(pickler, value, this)

  override def beginPlan(): AnyRef | Null =
    val before = byHand
    byHand = null
    before

  override def endPlan(before: AnyRef | Null): Unit = byHand = before.asInstanceOf[Pickler[?] | Null]

  private[brine] override def putByHand(pickler: Pickler[Any], value: Any): Boolean =
    val (wasInOwnForm, before) = (isInOwnForm, byHand)
    isInOwnForm = isInOwnForm || pickler.isInstanceOf[InternalForm]
    byHand = pickler
    try pickler.pickle(value, this)
    finally
      isInOwnForm = wasInOwnForm
      byHand = before
    true

  /** Checks each scalar: refuses one that a pickler by hand puts without another pickler, and that a rule would change.
    */
  protected final def checkByHand(value: AnyRef): Unit =
    val by = byHand
    if by != null && replacesValues then
      val other = mapper.mapPart(value)
      if other != value then throw RuleApplying.unreached(by, value, other)

  /** True if a pickler by hand puts the scalars. */
  protected final def isByHand: Boolean = byHand != null && replacesValues

  /** Refuses extras if rules may change values: extras are bytes, which rules cannot reach. */
  protected final def checkExtras(extras: Extras): Unit =
    if replacesValues && !extras.isEmpty && mapper.changesValues then
      throw new PickleException.RuleNotObeyed(
        "rules of this format cannot reach the values of the extras " +
          s"${extras.names.toSeq.sorted.map(PickleException.quote(_)).mkString(", ")}: " +
          "they are kept as bytes. Give the class fields of these names, or drop them by `extras.without(name)`"
      )

private object RuleApplying:
  private def noName(name: String, value: AnyRef, place: Shape): PickleException = new PickleException.RuleNotObeyed(
    s"the ${value.getClass.getName} outside of the graph named '${PickleException.quote(name)}' is at a place of " +
      s"${place.name}, " +
      "which holds values and no names. Remove it from the format, or declare this place as an open type, such as Any"
  )

  private def unreached(by: Pickler[?], value: AnyRef, other: AnyRef | Null): PickleException =
    new PickleException.RuleNotObeyed(
      s"a rule ${if other == null then "leaves out" else "substitutes"} a ${value.getClass.getName} that the pickler " +
        "by hand of " +
        s"${by.shape.name} puts itself, where no rule can reach it. Substitute the ${by.shape.name}, or let its " +
        "pickler put this part by `builder.put`"
    )
