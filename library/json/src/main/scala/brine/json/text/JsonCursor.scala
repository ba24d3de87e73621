package brine.json.text

/** Looks at the next token of JSON, and takes it.
  *
  * Only the first key of an object tells what it is (a reference, a leaf, an object with a number). A call may thus
  * take it before the call that needs it: `ahead` has the part of the next value that was taken.
  *
  * @param tags the names to which the format gives a meaning at this place
  */
private[json] final class JsonCursor(val in: JsonInput, var tags: Tags):
  import JsonCursor.*

  var ahead: Int = Fresh

  /** How many objects are open of which a null must be the only member. */
  private var wraps = 0
  def mustBeNull: Boolean = wraps > 0

  def offset: Long = in.offset

  /** (Of an object without members, the end has been passed.) */
  def expected(what: String): Nothing =
    if ahead == Empty then in.fail(s"expected $what") else in.expected(what)

  /** Fails because the value just read is not `what`. */
  def refuse(what: String): Nothing = in.fail(s"expected $what")

  // ---- the next token

  /** The first byte of the value that follows. It stays there; but of an object, the first key is gone to. */
  def look(): Byte =
    if ahead == Key || ahead == Empty then '{'
    else if ahead == KeyNext then expected("a simple key")
    else
      val token = in.peek()
      if token == '{' then
        in.take()
        openMembers()
      if wraps > 0 && token != 'n' && !isAt(tags.some) && !isAt(tags.value) && !isAt(tags.none) then expected("null")
      token

  /** Takes the beginning of an object of the type `name`. */
  def beginObject(name: String): Unit = if look() != '{' then expected(s"'{' for $name")

  /** Behind `{`. */
  def openMembers(): Unit = if in.takes('}') then ahead = Empty else findKey()

  private def findKey(): Unit =
    if in.peek() != '"' then expected("a key")
    ahead = Key

  def isAt(key: Tag): Boolean = ahead == Key && in.mayBe(key) && in.isText(key.text, key.quoted)

  /** The key was the one. */
  def takeKey(): Unit =
    in.skipText()
    in.colon()
    ahead = Fresh

  /** [[takeKey]] after [[isAt]]. */
  def takeKey(known: Tag): Unit =
    in.skipText(known.quoted)
    in.colon()
    ahead = Fresh

  /** Takes the key, and returns its text. */
  def keyText(): String =
    ahead = Fresh
    in.readKey()

  /** Behind a member: its object's next key, or its end. */
  def nextMember(): Unit =
    if in.takes(',') then findKey()
    else if in.takes('}') then ahead = Empty
    else expected("',' or '}'")

  /** After a member that was only looked over, returns true if another one follows. */
  def nextAhead(): Boolean =
    if in.takes(',') then true
    else if in.takes('}') then false
    else expected("',' or '}'")

  def begin(token: Byte): Unit = if !in.takes(token) then expected(s"'${token.toChar}'")

  def takeNull(): Unit =
    in.readNull()
    closeWraps()

  def openWrap(): Unit =
    takeKey()
    wraps += 1
    ahead = Wrapped

  def closeWraps(): Unit =
    while wraps > 0 do
      begin('}')
      wraps -= 1
    ahead = Fresh

private[json] object JsonCursor:
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
