package brine.bench

import scala.collection.mutable.ArrayBuffer
import brine.{PickleBuilder, PickleOptions, PickleReader, Pickler, Subtype}
import brine.shape.Shape

/** A format of no bytes: the calls themselves, kept in memory and replayed. It is here for the company it keeps: two
  * more classes of builders and two of readers.
  */
object TokenFormat:
  /** A value that went through `builder`, and the value that came back. */
  def there[A](value: A, builder: TokenBuilder)(using pickler: Pickler[A]): A =
    pickler.pickle(value, builder)
    pickler.unpickle(builder.reader)

/** A token that is neither a scalar nor a string. */
private enum Token:
  case Null, Present, None, SomeNull, Some
  case Leaf(number: Int)
  case Reference(id: Int)
  case Header(header: Long)

abstract class TokenBuilder extends PickleBuilder(PickleOptions.Default):
  protected val tokens: ArrayBuffer[Any] = ArrayBuffer.empty
  protected def add(token: Any): Unit
  def reader: PickleReader

  def putNull(): Unit = add(Token.Null)
  def putPresent(): Unit = add(Token.Present)
  def putUnit(): Unit = ()
  def putBoolean(value: Boolean): Unit = add(value)
  def putByte(value: Byte): Unit = add(value)
  def putShort(value: Short): Unit = add(value)
  def putChar(value: Char): Unit = add(value)
  def putInt(value: Int): Unit = add(value)
  def putLong(value: Long): Unit = add(value)
  def putFloat(value: Float): Unit = add(value)
  def putDouble(value: Double): Unit = add(value)
  def putString(value: String | Null): Unit = add(value)
  def beginProduct(shape: Shape.Product): Unit = ()
  def beginField(shape: Shape.Product, index: Int): Unit = ()
  def endProduct(shape: Shape.Product): Unit = ()
  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit = add(Token.Leaf(leaf))
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit = ()
  def putSingleton(shape: Shape.Sum, leaf: Int): Unit = add(Token.Leaf(leaf))
  def beginOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = add(subtype)
  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = ()
  def putNone(shape: Shape.Optional): Unit = add(Token.None)
  def beginSome(shape: Shape.Optional, isNull: Boolean): Unit = add(if isNull then Token.SomeNull else Token.Some)
  def endSome(shape: Shape.Optional): Unit = ()
  def beginSequence(shape: Shape.Sequence, size: Int, hasNulls: Boolean): Unit =
    add(Token.Header(PickleReader.header(size, hasNulls)))
  def beginElement(shape: Shape.Sequence, index: Int): Unit = ()
  def endSequence(shape: Shape.Sequence): Unit = ()
  def beginMapping(shape: Shape.Mapping, size: Int, hasNulls: Boolean): Unit =
    add(Token.Header(PickleReader.header(size, hasNulls)))
  def beginKey(shape: Shape.Mapping, index: Int): Unit = ()
  def beginValue(shape: Shape.Mapping, index: Int): Unit = ()
  def endMapping(shape: Shape.Mapping): Unit = ()
  def putReference(id: Int, arity: Int): Unit = add(Token.Reference(id))
  def putIdentity(id: Int): Unit = ()

/** Keeps the calls. */
final class RecordingBuilder extends TokenBuilder:
  protected def add(token: Any): Unit = tokens += token
  def reader: PickleReader = new ReplayingReader(tokens)

/** Keeps them, and a hash of them, which its reader compares. */
final class HashingBuilder extends TokenBuilder:
  private var hash = 0
  protected def add(token: Any): Unit =
    tokens += token
    hash = hash * 31 + token.##
  def reader: PickleReader = new CheckingReader(tokens, hash)

abstract class TokenReader(tokens: ArrayBuffer[Any]) extends PickleReader(PickleOptions.Default):
  private var next = 0

  protected def take(): Any =
    val token = tokens(next)
    next += 1
    token

  def getUnit(): Unit = ()
  def getBoolean(): Boolean = take().asInstanceOf[Boolean]
  def getByte(): Byte = take().asInstanceOf[Byte]
  def getShort(): Short = take().asInstanceOf[Short]
  def getChar(): Char = take().asInstanceOf[Char]
  def getInt(): Int = take().asInstanceOf[Int]
  def getLong(): Long = take().asInstanceOf[Long]
  def getFloat(): Float = take().asInstanceOf[Float]
  def getDouble(): Double = take().asInstanceOf[Double]
  def getString(): String | Null = take().asInstanceOf[String]

  def getTag(shape: Shape, arity: Int): Int = tokens(next) match
    case Token.Header(_) => 0
    case _ =>
      take() match
        case Token.Null          => PickleReader.NullTag
        case Token.Present       => 0
        case Token.Leaf(number)  => number
        case Token.Reference(id) => PickleReader.reference(id)
        case other               => throw new IllegalStateException(s"$other is no tag")

  def beginProduct(shape: Shape.Product): Unit = ()
  def nextField(shape: Shape.Product, previous: Int): Int =
    if previous + 1 < shape.fieldNames.length then previous + 1 else -1
  def endProduct(shape: Shape.Product): Unit = ()
  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit = ()
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit = ()

  def beginOpen(shape: Shape.Open): Subtype[?] = take().asInstanceOf[Subtype[?]]
  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = ()

  def beginOptional(shape: Shape.Optional): Int = take() match
    case Token.Null     => PickleReader.NullTag
    case Token.None     => PickleReader.None
    case Token.SomeNull => PickleReader.SomeNull
    case Token.Some     => PickleReader.Some
    case other          => throw new IllegalStateException(s"$other is no option")

  def endSome(shape: Shape.Optional): Unit = ()
  def beginSequence(shape: Shape.Sequence): Long = header()
  def nextElement(shape: Shape.Sequence, index: Int, size: Int): Boolean = index < size
  def endSequence(shape: Shape.Sequence): Unit = ()
  def beginMapping(shape: Shape.Mapping): Long = header()
  def nextEntry(shape: Shape.Mapping, index: Int, size: Int): Boolean = index < size
  def beginValue(shape: Shape.Mapping): Unit = ()
  def endMapping(shape: Shape.Mapping): Unit = ()

  private def header(): Long = take() match
    case Token.Null           => PickleReader.NullTag
    case Token.Header(header) => header
    case other                => throw new IllegalStateException(s"$other is no header")

  def getIdentity(shape: Shape): Int = tokens(next) match
    case Token.Header(header) if PickleReader.size(header) == 0 && !shape.isMutableCollection => -1
    case _                                                                                    => objectCount

final class ReplayingReader(tokens: ArrayBuffer[Any]) extends TokenReader(tokens)

final class CheckingReader(tokens: ArrayBuffer[Any], expected: Int) extends TokenReader(tokens):
  private var hash = 0
  private var taken = 0
  override protected def take(): Any =
    val token = super.take()
    hash = hash * 31 + token.##
    taken += 1
    if taken == tokens.length && hash != expected then throw new IllegalStateException("other tokens than were written")
    token
