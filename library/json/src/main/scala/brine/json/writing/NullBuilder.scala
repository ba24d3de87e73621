package brine.json.writing

import brine.json.looks.{AnyJson, JsonKinds}
import brine.json.text.{ByteStack, JsonTags, Tags}
import brine.{PickleException, PickleOptions}
import brine.plan.ObjectBuilder
import brine.shape.{Nullness, Shape}
import brine.wire.JsonSink

/** Writes nulls, and the objects that tell one null from another. Any JSON value that looks like such an object is
  * inside them, too.
  *
  * `state` has the facts about earlier calls that a call needs; it is 0 at most calls.
  */
private[json] abstract class NullBuilder(protected final val out: JsonSink, options: PickleOptions)
    extends ObjectBuilder(options):
  import NullBuilder.*

  private[json] final var state = 0

  private[brine] override def segment(shape: Shape.Product, field: Int): String = JsonTags.segment(shape, field)

  /** The wrappers of a null at this place, the outermost first; used while `state` has [[Wrapped]]. */
  private var someWraps: ByteStack | Null = null

  protected final def wraps: ByteStack =
    if someWraps == null then someWraps = new ByteStack
    someWraps.nn

  // ---- nulls

  def putNull(): Unit =
    admitNull()
    putNothing()

  protected final def putNothing(): Unit = if state == 0 then out.ready().nul() else wrappedNull(null)

  /** Refuses a null in place of a value whose type is not an option, where there must be none. */
  protected def admitNull(): Unit = ()

  /** Remembered, for a value whose own form is null. */
  def putPresent(): Unit = wrap(ByValue)

  /** Returns true if a value that is there may be written as null. */
  protected def mayLookNull(shape: Shape): Boolean = shape match
    case _: Shape.Optional => true
    case m: Shape.Mapped   => m.inner.nullness == Nullness.Own || mayLookNull(m.inner)
    case s: Shape.Standard => AnyJson.isAny(s)
    case _: Shape.Custom   => true
    case _                 => false

  def putNone(shape: Shape.Optional): Unit = putNothing()

  def beginSome(shape: Shape.Optional, isNull: Boolean): Unit =
    if isNull then
      admitNull()
      wrap(BySome)
      wrappedNull(null)
    else if shape.element.nullness == Nullness.Own then wrap(BySome)
    else if mayLookNull(shape.element) then
      wrap(BySome)
      wrap(ByValue)

  def endSome(shape: Shape.Optional): Unit = ()

  private def wrap(by: Int): Unit =
    wraps.push(by)
    state |= Wrapped

  /** Null, within all that says which null it is; of an option, if there is one. */
  protected final def wrappedNull(option: Shape.Optional | Null): Unit =
    if (state & ~Wrapped) == AtKey then nullKey()
    else
      inWraps {
        if option == null then out.ready().nul()
        else
          open(JsonTags.Null)
          out.ready().bool(true)
          out.end('}')
      }
    settle()

  /** Writes a value inside the objects that say which null it is, or that it is none. */
  private def inWraps(write: => Unit): Unit =
    if (state & ~Wrapped) != 0 then misplaced()
    val depth = wraps.length
    for i <- 0 until depth do open(if wraps(i) == BySome then JsonTags.Some else JsonTags.Value)
    write
    for _ <- 0 until depth do out.end('}')

  protected def nullKey(): Unit = writeKey(JsonTags.Null)

  /** Begins an object with this member, one of [[JsonTags]]. */
  protected def open(key: String): Unit =
    out.ready().begin('{')
    writeKey(key)

  protected final def writeKey(key: String): Unit = JsonTags.writeKey(key, out)

  private[json] final def settle(): Unit =
    if (state & Wrapped) != 0 then wraps.clear()
    state = 0

  // ---- unions

  /** The kinds of JSON by which a reader would take the value of a union for a null or for one of another type. */
  protected final var takenKinds = 0

  /** Refuses a value of a union that is written as this kind of JSON, though most values of its type are not. */
  protected final def checkKind(kind: Int, value: Any): Unit =
    if (takenKinds & kind) != 0 then
      throw new PickleException.RuleNotObeyed(
        s"${PickleException.quote(String.valueOf(value))} would be ${JsonKinds.text(kind)}, which a reader takes for " +
          "another type of the union"
      )

  // ---- places

  /** Before a scalar: true if it is a key. */
  protected final def isKey(): Boolean =
    if state == 0 then false
    else
      val before = state & ~Wrapped
      if before != 0 && before != AtKey then misplaced()
      settle()
      before == AtKey

  /** Before what cannot be a key: whether it has a number. */
  protected final def isNumbered(): Boolean =
    if state == 0 then false
    else
      val before = state & ~Wrapped
      if before != 0 && before != Numbered then misplaced()
      settle()
      before == Numbered

  protected final def beginValue(): Unit = if isKey() then misplaced()

  protected final def misplaced(): Nothing =
    throw new IllegalStateException("a hand-written pickler does not write what its shape says")

  // ---- any JSON

  /** Puts any JSON value. Where objects tell one null from another, they are also around a value that looks like one of
    * them.
    *
    * @param kind      its kind
    * @param firstName the first name of an object that has one
    */
  private[json] final def putAny(kind: Int, firstName: Option[String])(write: JsonSink => Unit): Unit =
    val isNull = kind == JsonKinds.Null
    checkKind(kind, if isNull then "null" else "any JSON")
    if (state & Wrapped) != 0 && (isNull || isTag(firstName)) then
      inWraps(write(out))
      settle()
    else
      checkFirstName(firstName)
      beginValue()
      write(out)

  private def isTag(firstName: Option[String]): Boolean = firstName match
    case Some(name) => tags.isOfNull(name) || sharesAll && tags.isOfIdentity(name)
    case None       => false

  protected def tags: Tags = Tags.Default

  /** Refuses a name of an object of any JSON value that a reader would take for the format's own. */
  protected def checkFirstName(name: Option[String]): Unit = ()

private[json] object NullBuilder:
  // Bits of `state`.

  /** The next scalar is a key. */
  final val AtKey = 1

  /** There are wraps. */
  final val Wrapped = 2

  /** The next product's object has begun, with its leaf's name. */
  final val Opened = 4

  /** The next value has a number. */
  final val Numbered = 8

  // Wraps: a member of this name around a null.
  private final val ByValue = 1
  private final val BySome = 2
