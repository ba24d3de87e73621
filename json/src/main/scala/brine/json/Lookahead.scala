package brine.json

import brine.{PickleOptions, PickleReader}
import com.github.plokhotnyuk.jsoniter_scala.core.{JsonReader as Jsoniter, JsonReaderException}

/** Looks at what comes next in JSON, over a parser that only goes on.
  *
  * Only the first key of an object tells what it is (a reference, a leaf, an object with a number), so a call may have
  * to read it before the one that takes it: `ahead` says what has been read of the value that follows. A key stays in
  * the parser's buffer, where it is compared without a string; the parser's mark before it lets it be read again.
  *
  * @param base what the parser's offsets must be added to
  */
private[json] abstract class Lookahead(protected final val in: Jsoniter, base: Long, options: PickleOptions)
    extends PickleReader(options):
  import Lookahead.*

  protected final var ahead = Fresh

  /** The length of the key that was read, while `ahead` is [[Key]]. */
  protected final var keyLength = 0

  /** How many objects are open of which a null must be the only member. */
  private var wraps = 0

  /** Only the parser's errors tell where it is. */
  override def offset: Long =
    try in.decodeError("")
    catch case e: JsonReaderException => JsonFailure.offset(e, base) + 1

  protected final inline def parsed[A](inline read: A): A =
    try read
    catch case e: JsonReaderException => throw failure(e)

  protected final def failure(e: JsonReaderException): Throwable = JsonFailure(e, base)

  protected final def expected(what: String): Nothing = in.decodeError("expected " + what)

  // ---- what comes next

  /** The first byte of the value that follows. It stays there; but of an object, the first key is read too. */
  protected final def look(): Byte =
    if ahead == Key || ahead == Empty then '{'
    else if ahead == KeyNext then expected("a simple key")
    else
      val token = in.nextToken()
      if token == '{' then openMembers() else in.rollbackToken()
      if wraps > 0 && token != 'n' && !isAt(JsonTags.Some) && !isAt(JsonTags.Value) && !isAt(JsonTags.Null) then
        expected("null")
      token

  /** Behind `{`. */
  protected final def openMembers(): Unit =
    if in.isNextToken('}') then ahead = Empty
    else
      in.rollbackToken()
      readKey()

  protected final def readKey(): Unit =
    in.setMark()
    keyLength = in.readKeyAsCharBuf()
    ahead = Key

  protected final def isAt(key: String): Boolean = ahead == Key && in.isCharBufEqualsTo(keyLength, key)

  /** The key was the one. */
  protected final def takeKey(): Unit =
    in.resetMark()
    ahead = Fresh

  /** The key as text, when nothing fits it. */
  protected final def keyText(): String =
    in.rollbackToMark()
    in.readKeyAsString()

  /** Behind a member: its object's next key, or its end. */
  protected final def nextMember(): Unit =
    val token = in.nextToken()
    if token == ',' then readKey()
    else if token == '}' then ahead = Empty
    else expected("',' or '}'")

  protected final def begin(token: Byte): Unit = if !in.isNextToken(token) then expected(s"'${token.toChar}'")

  protected final def takeNull(): Unit =
    in.nextToken()
    in.readNullOrError("", "expected null")
    closeWraps()

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
  // What has been read of the value that follows: nothing.
  final val Fresh = 0

  /** Its `{` and first key, with the colon. The parser's mark is before the key. */
  final val Key = 1

  /** Its `{` and `}`. */
  final val Empty = 2

  /** Nothing, but it must be a null. */
  final val Wrapped = 3

  /** Nothing, but it is a key. */
  final val KeyNext = 4
