package brine.json.writing

import brine.json.looks.FieldKeys
import brine.{Extras, PickleException, PickleOptions}
import brine.run.Resolutions
import brine.shape.Shape
import brine.wire.{JsonSink, Utf8}

/** Writes the fields that are not members of an object, but have members of it: extras, and maps with `brine.jsonRest`.
  */
private[json] abstract class GatheringBuilder(sink: JsonSink, options: PickleOptions)
    extends NullBuilder(sink, options):
  import GatheringBuilder.*

  /** The class whose extras come next. */
  protected final var extrasOf: Shape.Product | Null = null

  /** The map that comes next, if its entries are members of the object around it. */
  protected final var nextRest: Rest | Null = null

  /** The open maps that are written so, the innermost first. */
  protected final var rests: List[Rest] = Nil

  /** The map whose key comes next. */
  private var keyRest: Rest | Null = null

  /** Refuses a class whose maps cannot have members. */
  protected final def checkRests(shape: Shape.Product): Unit =
    val problems = shape.rests.nn.problems
    if problems.nonEmpty then throw new PickleException.UnsupportedType(shape.name, problems)

  /** Before a field that gathers members. */
  protected final def beginGathering(shape: Shape.Product, index: Int): Unit =
    if index == shape.extras then extrasOf = shape
    else nextRest = new Rest(shape, shape.rests.nn.fields.indexOf(index))

  /** Begins the map that comes next. */
  protected final def beginRest(): Unit =
    if isNumbered() then throw referredRest()
    rests ::= nextRest.nn
    nextRest = null

  protected final def referredRest(): PickleException =
    new PickleException.RuleNotObeyed(
      s"something refers to the map that has the other members of ${nextRest.nn.of.name}, and it has no number"
    )

  protected final def endRest(): Unit = rests = rests.tail

  /** Before a key of the innermost map. */
  protected final def atRestKey(): Unit = keyRest = rests.head

  /** Refuses the key of a map that would come back as another member. */
  protected final def checkRestKey(name: String): Unit =
    val rest = keyRest
    if rest != null then
      keyRest = null
      if isField(rest.of, name) then
        throw new PickleException.DuplicateField(rest.of.name, PickleException.quote(name))
      if rest.of.rests.nn.indexOf(name) != rest.index then throw rest.refused(name)
      if Utf8.hasUnpairedSurrogate(name) then
        throw new PickleException.RuleNotObeyed(s"a member's name is not Unicode: '${PickleException.quote(name)}'")

  protected override def nullKey(): Unit =
    if keyRest != null then throw new PickleException.NullValue("a null instead of the name of a member")
    super.nullKey()

  /** Returns true if a null is in place of a field that has members. */
  protected final def isGatheringNext: Boolean = extrasOf != null || nextRest != null

  protected final def nullGathered(): PickleException =
    new PickleException.NullValue(
      if extrasOf != null then "a null instead of extras, which have no fields then; use Extras.none"
      else "a null instead of the map that has the other members; use an empty map"
    )

  /** Fields among the other fields, unless it is a place for extras alone. */
  override def putExtras(extras: Extras): Unit =
    val of = extrasOf
    extrasOf = null
    if of == null then super.putExtras(extras)
    else
      for (name, entry) <- extras.entries do
        if isField(of, name) then throw new PickleException.DuplicateField(of.name, PickleException.quote(name))
        if of.rests != null && of.rests.nn.indexOf(name) >= 0 then
          throw new Rest(of, of.rests.nn.indexOf(name)).taken(name)
        writeKey(escapedKey(name))
        entry match
          case e: Extras.Json => out.asIs(e.bytes)
          case e: Extras.Shaped =>
            val (value, pickler) = Resolutions.keptFields.record(e)
            put(value.orNull)(using pickler)

  /** Returns true if a reader takes a member of this name for a field of the class, or for one of the format's own. */
  protected def isField(of: Shape.Product, name: String): Boolean = FieldKeys.take(of, of.fieldNames, name)

  protected def escapedKey(key: String): String

private[json] object GatheringBuilder:
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
