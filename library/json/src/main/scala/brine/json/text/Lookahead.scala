package brine.json.text

import brine.PickleOptions
import brine.plan.ObjectReader

/** Looks at the next token of JSON.
  *
  * Only the first key of an object tells what it is (a reference, a leaf, an object with a number). A call may thus
  * take it before the call that needs it: `ahead` has the part of the next value that was taken.
  */
private[json] abstract class Lookahead(
    protected final val in: JsonInput,
    first: Tags,
    options: PickleOptions
) extends ObjectReader(options):
  import Lookahead.*

  protected final var ahead = Fresh

  /** The names to which the format gives a meaning at this place. */
  protected final var tags: Tags = first

  /** How many objects are open of which a null must be the only member. */
  private var wraps = 0
  protected final def mustBeNull: Boolean = wraps > 0

  override def offset: Long = in.offset

  /** The offset of the bytes that have not paid for steps yet; first that of this value. */
  private var paidUntil = in.offset

  private[brine] override def payBudget(): Unit =
    val more = in.offset - paidUntil
    // After a look ahead, the bytes are read once more.
    if more > 0 then
      budget.pay(more)
      paidUntil += more

  /** (Of an object without members, the end has been passed.) */
  protected final def expected(what: String): Nothing =
    if ahead == Empty then in.fail(s"expected $what") else in.expected(what)

  /** Fails because the value just read is not `what`. */
  protected final def refuse(what: String): Nothing = in.fail(s"expected $what")

  // ---- the next token

  /** The first byte of the value that follows. It stays there; but of an object, the first key is gone to. */
  protected final def look(): Byte =
    if ahead == Key || ahead == Empty then '{'
    else if ahead == KeyNext then expected("a simple key")
    else
      val token = in.peek()
      if token == '{' then
        in.take()
        openMembers()
      if wraps > 0 && token != 'n' && !isAt(tags.some) && !isAt(tags.value) && !isAt(tags.none) then expected("null")
      token

  /** Behind `{`. */
  protected final def openMembers(): Unit = if in.takes('}') then ahead = Empty else findKey()

  private def findKey(): Unit =
    if in.peek() != '"' then expected("a key")
    ahead = Key

  protected final def isAt(key: Tag): Boolean = ahead == Key && in.mayBe(key) && in.isText(key.text, key.quoted)

  /** The key was the one. */
  protected final def takeKey(): Unit =
    in.skipText()
    in.colon()
    ahead = Fresh

  /** [[takeKey]] after [[isAt]]. */
  protected final def takeKey(known: Tag): Unit =
    in.skipText(known.quoted)
    in.colon()
    ahead = Fresh

  /** Takes the key, and returns its text. */
  protected final def keyText(): String =
    ahead = Fresh
    in.readKey()

  /** Behind a member: its object's next key, or its end. */
  protected final def nextMember(): Unit =
    if in.takes(',') then findKey()
    else if in.takes('}') then ahead = Empty
    else expected("',' or '}'")

  protected final def begin(token: Byte): Unit = if !in.takes(token) then expected(s"'${token.toChar}'")

  protected final def takeNull(): Unit =
    in.readNull()
    closeWraps()

  /** Takes a null in place of a value whose type is not an option. */
  protected final def takeNullValue(): Unit =
    checkNull()
    takeNull()

  /** Refuses a null in place of such a value, where there must be none. */
  protected def checkNull(): Unit = ()

  protected final def openWrap(): Unit =
    takeKey()
    wraps += 1
    ahead = Wrapped

  protected final def closeWraps(): Unit =
    while wraps > 0 do
      begin('}')
      wraps -= 1
    ahead = Fresh

private[json] object Lookahead:
  // Nothing of the next value has been taken.
  final val Fresh = 0

  /** Its `{`: its first key is next. */
  final val Key = 1

  /** Its `{` and `}`. */
  final val Empty = 2

  /** Nothing, but it must be a null. */
  final val Wrapped = 3

  /** Nothing, but it is a key. */
  final val KeyNext = 4
