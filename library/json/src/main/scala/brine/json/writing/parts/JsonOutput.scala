package brine.json.writing.parts

import brine.PickleException
import brine.json.looks.JsonKinds
import brine.json.text.{ByteStack, JsonTags}
import brine.shape.Shape
import brine.wire.JsonSink

/** The output of a builder. Writes nulls, and the objects that tell one null from another. Any JSON value that looks
  * like such an object is inside them, too.
  *
  * `state` has the facts about earlier calls that a call needs; it is 0 at most calls.
  *
  * @param shared the ids of the objects that are referred to, ascending; their numbers are 1, 2, 3, …
  */
private[json] final class JsonOutput(val out: JsonSink, rules: WriteRules, shared: Array[Int], sharesAll: Boolean):
  import JsonOutput.*

  var state: Int = 0

  /** The wrappers of a null at this place, the outermost first; used while `state` has [[Wrapped]]. */
  private var someWraps: ByteStack | Null = null

  def wraps: ByteStack =
    if someWraps == null then someWraps = new ByteStack
    someWraps.nn

  // ---- nulls

  def putNull(): Unit =
    rules.admitNull()
    putNothing()

  def putNothing(): Unit = if state == 0 then out.ready().nul() else wrappedNull(null)

  /** Remembers a wrapper of the null that may come. */
  def wrap(by: Int): Unit =
    wraps.push(by)
    state |= Wrapped

  /** Null, within all that says which null it is; of an option, if there is one. */
  def wrappedNull(option: Shape.Optional | Null): Unit =
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

  private def nullKey(): Unit =
    rules.checkNullKey(isWrapped = (state & Wrapped) != 0)
    if keyRest != null then throw new PickleException.NullValue("a null instead of the name of a member")
    writeKey(JsonTags.Null)

  /** The map whose key comes next, if that is a member of the object around it. */
  var keyRest: RestOutput.Rest | Null = null

  /** Begins an object with this member, one of [[JsonTags]]. */
  def open(key: String): Unit =
    rules.checkMark(key)
    out.ready().begin('{')
    writeKey(key)

  def writeKey(key: String): Unit = JsonTags.writeKey(key, out)

  def settle(): Unit =
    if (state & Wrapped) != 0 then wraps.clear()
    state = 0

  def writeEmpty(): Unit =
    out.ready().begin('{')
    out.end('}')

  def writeText(text: String): Unit = JsonTags.writeText(text, out)

  // ---- unions

  /** The kinds of JSON by which a reader would take the value of a union for a null or for one of another type. */
  var takenKinds = 0

  /** Refuses a value of a union that is written as this kind of JSON, though most values of its type are not. */
  def checkKind(kind: Int, value: Any): Unit =
    if (takenKinds & kind) != 0 then
      throw new PickleException.RuleNotObeyed(
        s"${PickleException.quote(String.valueOf(value))} would be ${JsonKinds.text(kind)}, which a reader takes for " +
          "another type of the union"
      )

  // ---- places

  /** Before a scalar: true if it is a key. */
  def isKey(): Boolean =
    if state == 0 then false
    else
      val before = state & ~Wrapped
      if before != 0 && before != AtKey then misplaced()
      settle()
      before == AtKey

  /** Before what cannot be a key: whether it has a number. */
  def isNumbered(): Boolean =
    if state == 0 then false
    else
      val before = state & ~Wrapped
      if before != 0 && before != Numbered then misplaced()
      settle()
      before == Numbered

  def beginValue(): Unit = if isKey() then misplaced()

  def misplaced(): Nothing =
    throw new IllegalStateException("a hand-written pickler does not write what its shape says")

  // ---- any JSON

  /** Puts any JSON value. Where objects tell one null from another, they are also around a value that looks like one of
    * them.
    *
    * @param kind      its kind
    * @param firstName the first name of an object that has one
    */
  def putAny(kind: Int, firstName: Option[String])(write: JsonSink => Unit): Unit =
    val isNull = kind == JsonKinds.Null
    checkKind(kind, if isNull then "null" else "any JSON")
    if (state & Wrapped) != 0 && (isNull || isTag(firstName)) then
      inWraps(write(out))
      settle()
    else
      rules.checkFirstName(firstName)
      beginValue()
      write(out)

  private def isTag(firstName: Option[String]): Boolean = firstName match
    case Some(name) => rules.tags.isOfNull(name) || sharesAll && rules.tags.isOfIdentity(name)
    case None       => false

  // ---- identity

  def putReference(id: Int): Unit =
    if isNumbered() then misplaced()
    val number = java.util.Arrays.binarySearch(shared, id) + 1
    if number <= 0 then throw changed()
    out.ready().begin('{')
    writeKey(rules.ref)
    out.ready().number(number)
    out.end('}')

  /** How many shared objects have appeared; the number of the last. */
  private var appeared = 0

  def putIdentity(id: Int): Unit =
    if appeared < shared.length && shared(appeared) == id then
      appeared += 1
      state |= Numbered

  def writeNumber(): Unit =
    writeKey(rules.id)
    out.ready().number(appeared)

  /** The numbers are those of a run before this one. */
  private def changed(): PickleException =
    new PickleException.ChangedWhileWritten("the references between its objects have changed")

private[json] object JsonOutput:
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
  final val ByValue = 1
  final val BySome = 2
