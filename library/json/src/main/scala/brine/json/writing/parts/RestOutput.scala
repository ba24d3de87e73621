package brine.json.writing.parts

import brine.{Extras, PickleBuilder, PickleException}
import brine.run.Resolutions
import brine.shape.Shape
import brine.wire.Utf8

/** Writes the fields that are not members of an object, but have members of it: extras, and maps with `brine.jsonRest`.
  */
private[json] final class RestOutput(output: JsonOutput, rules: WriteRules):
  import RestOutput.*
  import output.*

  /** The class whose extras come next. */
  var extrasOf: Shape.Product | Null = null

  /** The map that comes next, if its entries are members of the object around it. */
  var nextRest: Rest | Null = null

  /** The open maps that are written so, the innermost first. */
  var openMaps: List[Rest] = Nil

  /** Refuses a class whose maps cannot have members. */
  def checkRests(shape: Shape.Product): Unit =
    val problems = shape.rests.nn.problems
    if problems.nonEmpty then throw new PickleException.UnsupportedType(shape.name, problems)

  /** Before a field that gathers members. */
  def beginGathering(shape: Shape.Product, index: Int): Unit =
    if index == shape.extras then extrasOf = shape
    else nextRest = new Rest(shape, shape.rests.nn.fields.indexOf(index))

  /** Begins the map that comes next. */
  def beginRest(): Unit =
    if isNumbered() then throw referredRest()
    openMaps ::= nextRest.nn
    nextRest = null

  /** Refuses a reference in place of such a map. */
  def refuseReference(): Unit = if nextRest != null then throw referredRest()

  private def referredRest(): PickleException =
    new PickleException.RuleNotObeyed(
      s"something refers to the map that has the other members of ${nextRest.nn.of.name}, and it has no number"
    )

  def endRest(): Unit = openMaps = openMaps.tail

  /** Before a key of the innermost map. */
  def atRestKey(): Unit = keyRest = openMaps.head

  /** Refuses the key of a map that would come back as another member. */
  def checkRestKey(name: String): Unit =
    val rest = keyRest
    if rest != null then
      keyRest = null
      if rules.isField(rest.of, name) then
        throw new PickleException.DuplicateField(rest.of.name, PickleException.quote(name))
      if rest.of.rests.nn.indexOf(name) != rest.index then throw rest.refused(name)
      if Utf8.hasUnpairedSurrogate(name) then
        throw new PickleException.RuleNotObeyed(s"a member's name is not Unicode: '${PickleException.quote(name)}'")

  /** Returns true if a null is in place of a field that has members. */
  def isGatheringNext: Boolean = extrasOf != null || nextRest != null

  def nullGathered(): PickleException =
    new PickleException.NullValue(
      if extrasOf != null then "a null instead of extras, which have no fields then; use Extras.none"
      else "a null instead of the map that has the other members; use an empty map"
    )

  /** Puts extras as members of the object around, by the calls of this builder. Returns false, and puts nothing, at a
    * place for extras alone.
    */
  def putsExtras(extras: Extras, builder: PickleBuilder): Boolean =
    val of = extrasOf
    extrasOf = null
    of != null && {
      for (name, entry) <- extras.entries do
        if rules.isField(of, name) then throw new PickleException.DuplicateField(of.name, PickleException.quote(name))
        if of.rests != null && of.rests.nn.indexOf(name) >= 0 then
          throw new Rest(of, of.rests.nn.indexOf(name)).taken(name)
        writeKey(rules.escapedKey(name))
        entry match
          case e: Extras.Json => out.asIs(e.bytes)
          case e: Extras.Shaped =>
            val (value, pickler) = Resolutions.keptFields.record(e)
            builder.put(value.orNull)(using pickler)
      true
    }

private[json] object RestOutput:
  /** A map with `brine.jsonRest`. */
  final class Rest(val of: Shape.Product, val index: Int):
    private def field: String = of.fieldNames(of.rests.nn.fields(index))

    def refused(name: String): PickleException =
      val prefixes = of.rests.nn.prefixesOf(index)
      val expected =
        if prefixes.isEmpty then "no prefix of another map" else prefixes.map(p => s"'$p'").mkString(" or ")
      new PickleException.RuleNotObeyed(
        s"the key '${PickleException.quote(name)}' of ${of.name}.$field: a name in this map begins with $expected"
      )

    def taken(name: String): PickleException =
      new PickleException.RuleNotObeyed(
        s"the member '${PickleException.quote(name)}' of the extras of ${of.name} would come back in $field"
      )
