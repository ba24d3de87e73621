package brine.json.reading.parts

import brine.{PickleOptions, PickleReader}
import brine.json.looks.DialectForms
import brine.json.text.{JsonCursor, JsonInput, Tags}
import brine.shape.Shape

/** The parts of a [[brine.json.reading.JsonReader]]. Each reads one kind of thing, by the rules, and is made when it is
  * first needed: code reads most small messages without them.
  */
private[json] abstract class ReaderParts(final val cursor: JsonCursor):
  val rules: ReadRules

  type Scalars <: JsonScalars
  type Leaves <: JsonLeaves
  type Collections <: JsonCollections
  type Members <: JsonMembers
  type Places <: JsonPlaces

  protected def newScalars(): Scalars
  protected def newLeaves(): Leaves
  protected def newCollections(): Collections
  protected def newMembers(): Members
  protected def newPlaces(): Places

  private var knownScalars: Scalars | Null = null
  private var knownLeaves: Leaves | Null = null
  private var knownCollections: Collections | Null = null
  private var knownMembers: Members | Null = null
  private var knownPlaces: Places | Null = null

  final def scalars: Scalars =
    if knownScalars == null then knownScalars = newScalars()
    knownScalars.nn

  final def leaves: Leaves =
    if knownLeaves == null then knownLeaves = newLeaves()
    knownLeaves.nn

  final def collections: Collections =
    if knownCollections == null then knownCollections = newCollections()
    knownCollections.nn

  final def members: Members =
    if knownMembers == null then knownMembers = newMembers()
    knownMembers.nn

  final def places: Places =
    if knownPlaces == null then knownPlaces = newPlaces()
    knownPlaces.nn

  /** True if the value that is next is kept as it stands, as an unknown leaf. */
  final def keepsValue: Boolean = knownLeaves != null && knownLeaves.nn.kept != null

  /** Takes the beginning of an object for code. Returns true if a member has named its leaf. */
  def beginMembers(shape: Shape.Product): Boolean

private[json] object ReaderParts:
  /** The parts that read JSON without a dialect (`forms` is null), or of one. */
  def of(in: JsonInput, forms: DialectForms | Null, reader: PickleReader): ReaderParts =
    if forms == null then new OwnParts(in, reader.options) else new DialectParts(in, forms, reader)

  private final class OwnParts(in: JsonInput, options: PickleOptions)
      extends ReaderParts(new JsonCursor(in, Tags.Default)):
    val rules = ReadRules.of(options)

    type Scalars = JsonScalars
    type Leaves = JsonLeaves
    type Collections = JsonCollections
    type Members = JsonMembers
    type Places = JsonPlaces

    protected def newScalars() = new JsonScalars(cursor, rules, options.sharesAll)
    protected def newLeaves() = new JsonLeaves(cursor, rules, scalars, options.sharesAll)
    protected def newCollections() = new JsonCollections(cursor, rules, scalars)
    protected def newMembers() = new JsonMembers(cursor, rules, scalars, leaves)
    def beginMembers(shape: Shape.Product): Boolean =
      cursor.beginObject(shape.name)
      false

    protected def newPlaces() = new JsonPlaces(cursor, rules, scalars, leaves, options)

  private final class DialectParts(in: JsonInput, forms: DialectForms, reader: PickleReader)
      extends ReaderParts(new JsonCursor(in, forms.tags)):
    private def options: PickleOptions = reader.options
    val rules: DialectRules = new DialectRules(cursor, forms, options)

    type Scalars = DialectScalars
    type Leaves = DialectLeaves
    type Collections = DialectCollections
    type Members = DialectMembers
    type Places = DialectPlaces

    protected def newScalars() = new DialectScalars(cursor, rules, reader)
    protected def newLeaves() = new DialectLeaves(cursor, rules, scalars, options.sharesAll)
    protected def newCollections() = new DialectCollections(cursor, rules, scalars)
    protected def newMembers() = new DialectMembers(cursor, rules, scalars, leaves, collections)
    def beginMembers(shape: Shape.Product): Boolean = members.beginMembers(shape)
    protected def newPlaces() = new DialectPlaces(cursor, rules, scalars, leaves, collections, members, options)
