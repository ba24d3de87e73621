package brine.json.reading.parts

import brine.{PickleOptions, PickleReader}
import brine.json.looks.DialectForms
import brine.json.text.{JsonCursor, JsonInput, Tags}

/** The parts of a [[brine.json.reading.JsonReader]]. Each reads one kind of thing, by the rules. */
private[json] abstract class ReaderParts:
  val cursor: JsonCursor
  val rules: ReadRules
  val scalars: JsonScalars
  val leaves: JsonLeaves
  val collections: JsonCollections
  val members: JsonMembers
  val places: JsonPlaces

private[json] object ReaderParts:
  /** The parts that read JSON without a dialect (`forms` is null), or of one. */
  def of(in: JsonInput, forms: DialectForms | Null, reader: PickleReader, options: PickleOptions): ReaderParts =
    if forms == null then new OwnParts(in, options) else new DialectParts(in, forms, reader, options)

  private final class OwnParts(in: JsonInput, options: PickleOptions) extends ReaderParts:
    val cursor = new JsonCursor(in, Tags.Default)
    val rules = new ReadRules(options)
    val scalars = new JsonScalars(cursor, rules, options.sharesAll)
    val leaves = new JsonLeaves(cursor, rules, scalars, options.sharesAll)
    val collections = new JsonCollections(cursor, rules, scalars)
    val members = new JsonMembers(cursor, rules, scalars, leaves)
    val places = new JsonPlaces(cursor, rules, scalars, leaves, options)

  private final class DialectParts(in: JsonInput, forms: DialectForms, reader: PickleReader, options: PickleOptions)
      extends ReaderParts:
    val cursor = new JsonCursor(in, forms.tags)
    val rules: DialectRules = new DialectRules(cursor, forms, options)
    val scalars: DialectScalars = new DialectScalars(cursor, rules, reader, options)
    val leaves: DialectLeaves = new DialectLeaves(cursor, rules, scalars, options.sharesAll)
    val collections: DialectCollections = new DialectCollections(cursor, rules, scalars)
    val members: DialectMembers = new DialectMembers(cursor, rules, scalars, leaves, collections)
    val places: DialectPlaces = new DialectPlaces(cursor, rules, scalars, leaves, collections, members, options)
