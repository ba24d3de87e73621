package brine.json.writing.parts

import brine.json.looks.DialectForms
import brine.wire.JsonSink

/** The parts of a [[brine.json.writing.JsonBuilder]]. Each writes one kind of thing, by the rules, and is made when it is
  * first needed: code writes most small messages without them.
  */
private[json] abstract class BuilderParts:
  val rules: WriteRules
  val output: JsonOutput

  type Scalars <: ScalarOutput
  type Leaves <: LeafOutput
  type Collections <: CollectionOutput
  type Members <: MemberOutput
  type Places <: PlaceOutput

  protected def newScalars(): Scalars
  protected def newLeaves(): Leaves
  protected def newCollections(): Collections
  protected def newMembers(): Members
  protected def newPlaces(): Places

  private var knownRests: RestOutput | Null = null
  private var knownScalars: Scalars | Null = null
  private var knownLeaves: Leaves | Null = null
  private var knownCollections: Collections | Null = null
  private var knownMembers: Members | Null = null
  private var knownPlaces: Places | Null = null

  final def rests: RestOutput =
    if knownRests == null then knownRests = new RestOutput(output, rules)
    knownRests.nn

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

  /** True if the value that is next is written as it was read, as an unknown leaf. */
  final def keepsValue: Boolean = knownLeaves != null && knownLeaves.nn.kept != null

  /** True if no call before this one has left a fact about the value. */
  final def isAlone: Boolean = output.state == 0 && (knownCollections == null || !knownCollections.nn.saysClass)

private[json] object BuilderParts:
  /** The parts that write JSON without a dialect (`forms` is null), or of one. */
  def of(out: JsonSink, forms: DialectForms | Null, shared: Array[Int], sharesAll: Boolean): BuilderParts =
    if forms == null then new OwnParts(out, shared, sharesAll) else new DialectParts(out, forms, shared, sharesAll)

  private final class OwnParts(out: JsonSink, shared: Array[Int], sharesAll: Boolean) extends BuilderParts:
    val rules = WriteRules.Own
    val output = new JsonOutput(out, rules, shared, sharesAll)

    type Scalars = ScalarOutput
    type Leaves = LeafOutput
    type Collections = CollectionOutput
    type Members = MemberOutput
    type Places = PlaceOutput

    protected def newScalars() = new ScalarOutput(output, rules, rests)
    protected def newLeaves() = new LeafOutput(output, rules, scalars)
    protected def newCollections() = new CollectionOutput(output, rules, rests)
    protected def newMembers() = new MemberOutput(output, rules, scalars, leaves, rests)
    protected def newPlaces() = new PlaceOutput(output, rules, rests)

  private final class DialectParts(out: JsonSink, forms: DialectForms, shared: Array[Int], sharesAll: Boolean)
      extends BuilderParts:
    val rules: DialectWriteRules = new DialectWriteRules(forms, out, sharesAll)
    val output = new JsonOutput(out, rules, shared, sharesAll)

    type Scalars = DialectScalarOutput
    type Leaves = DialectLeafOutput
    type Collections = DialectCollectionOutput
    type Members = DialectMemberOutput
    type Places = DialectPlaceOutput

    protected def newScalars() = new DialectScalarOutput(output, rules, rests)
    protected def newLeaves() = new DialectLeafOutput(output, rules, scalars)
    protected def newCollections() = new DialectCollectionOutput(output, rules, rests)
    protected def newMembers() = new DialectMemberOutput(output, rules, scalars, leaves, rests, collections)
    protected def newPlaces() = new DialectPlaceOutput(output, rules, rests, leaves)
