package brine.testkit.reference

import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import scala.collection.mutable
import scala.util.{Failure, Try}

/** JSON text as a tree, by RFC 8259 to the letter: the plain twin of Brine's parser. Members keep their order, and a
  * name may be there twice. It recurses, so deep text is parsed once more in a thread with a large stack.
  */
enum JsonTree:
  case Null
  case Bool(value: Boolean)

  /** The digits as they stand. */
  case Number(text: String)
  case Text(value: String)
  case Items(values: IndexedSeq[JsonTree])
  case Members(values: IndexedSeq[(String, JsonTree)])

object JsonTree:
  /** The text is not JSON, or not UTF-8. */
  final class Refused(why: String) extends RuntimeException(why, null, false, false)

  /** One value with white space around it. */
  def parse(bytes: Array[Byte]): JsonTree =
    val text =
      try UTF_8.newDecoder.decode(ByteBuffer.wrap(bytes)).toString
      catch case _: java.nio.charset.CharacterCodingException => throw new Refused("malformed UTF-8")
    try new Parser(text).whole()
    catch case _: StackOverflowError => onLargeStack(new Parser(text).whole())

  private def onLargeStack(parse: => JsonTree): JsonTree =
    var result: Try[JsonTree] = Failure(new IllegalStateException("not parsed"))
    val thread = new Thread(null, () => result = Try(parse), "deep JSON", 1L << 28)
    thread.start()
    thread.join()
    result.get

  /** The places of the tokens: punctuation, strings with their quotes, numbers and words. */
  def tokens(text: String): IndexedSeq[String] =
    Tokens.findAllIn(text).toIndexedSeq

  private val Tokens = """"(?:[^"\\]|\\.)*"|[{}\[\],:]|-?[0-9][0-9.eE+-]*|[a-z]+|\s+|.""".r

  private final class Parser(text: String):
    private var at = 0

    private def refuse(why: String): Nothing = throw new Refused(s"$why at character $at")

    private def peek: Char = if at < text.length then text.charAt(at) else '\u0000'

    private def space(): Unit = while at < text.length && " \t\r\n".indexOf(peek) >= 0 do at += 1

    private def take(c: Char): Boolean =
      val is = at < text.length && peek == c
      if is then at += 1
      is

    private def expect(c: Char): Unit = if !take(c) then refuse(s"no '$c'")

    def whole(): JsonTree =
      val tree = value()
      if at != text.length then refuse("text behind the value")
      tree

    private def value(): JsonTree =
      space()
      val found = peek match
        case '{' => members()
        case '[' => items()
        case '"' => Text(string())
        case 't' => word("true", Bool(true))
        case 'f' => word("false", Bool(false))
        case 'n' => word("null", Null)
        case _   => number()
      space()
      found

    private def word(expected: String, tree: JsonTree): JsonTree =
      if !text.startsWith(expected, at) then refuse(s"no $expected")
      at += expected.length
      tree

    private def members(): JsonTree =
      expect('{')
      val all = mutable.ArrayBuffer.empty[(String, JsonTree)]
      space()
      if !take('}') then
        while
          space()
          val name = string()
          space()
          expect(':')
          all += name -> value()
          take(',')
        do ()
        expect('}')
      Members(all.toIndexedSeq)

    private def items(): JsonTree =
      expect('[')
      val all = mutable.ArrayBuffer.empty[JsonTree]
      space()
      if !take(']') then
        while
          all += value()
          take(',')
        do ()
        expect(']')
      Items(all.toIndexedSeq)

    private def string(): String =
      expect('"')
      val out = new StringBuilder
      while !take('"') do
        if at >= text.length then refuse("a string without an end")
        if peek < ' ' then refuse("a control character")
        if take('\\') then out += escape()
        else
          out += peek
          at += 1
      out.toString

    private def escape(): Char =
      val c = peek
      at += 1
      c match
        case '"' | '\\' | '/' => c
        case 'b'              => '\b'
        case 'f'              => '\f'
        case 'n'              => '\n'
        case 'r'              => '\r'
        case 't'              => '\t'
        case 'u' =>
          val digits = text.slice(at, at + 4)
          if digits.length < 4 || !digits.forall("0123456789abcdefABCDEF".indexOf(_) >= 0) then refuse("no four digits")
          at += 4
          Integer.parseInt(digits, 16).toChar
        case _ => refuse("an unknown escape")

    private def number(): JsonTree =
      Numbers.findPrefixOf(text.substring(at)) match
        case None => refuse("no value")
        case Some(digits) =>
          at += digits.length
          Number(digits)

  private val Numbers = """-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?""".r
