package brine.binary

import brine.shape.{ScalarKind, Shape}

/** The codes of the binary format's body; docs/spec/binary.md has them as tables. */
private[brine] object BinaryTags:
  /** A null, in every type that has one, and the marker of one. */
  final val Null = 0

  /** The marker of a value; from `FirstReference(1)` on it is a reference. */
  final val Present = 1

  /** Returns true if the first two bytes of a value of this shape show that it is not null, so no marker precedes it.
    * This holds for an `imap` whose inner value begins with a varint, and for a UUID.
    */
  def isUnmarked(shape: Shape): Boolean = shape match
    case m: Shape.Mapped => isVarint(m.inner)
    case c: Shape.Custom => c eq Shape.Custom.Uuid
    case _               => false

  private def isVarint(shape: Shape): Boolean = shape match
    case s: Shape.Scalar => s.kind == ScalarKind.Int || s.kind == ScalarKind.Long || s.kind == ScalarKind.String
    case _               => false

  /** The null of an unmarked type: `80 00`, which no varint begins with, since it would not be the shortest for 0. */
  final val UnmarkedNull = 0x0080

  /** `80 01`, before a UUID that begins like this or like [[UnmarkedNull]]. */
  final val UuidEscape = 0x0180

  /** Returns true if these first two bytes of a UUID need the escape. */
  def isLikeNull(firstBytes: Int): Boolean = (firstBytes & 0xfeff) == UnmarkedNull

  // Option: Null, then
  final val None = 1
  final val Some = 2
  final val SomeNull = 3

  // A string's header is one of these, or Null, or 1 + (bytes << 1 | isUtf8). The shortest UTF-8 that is not Latin-1
  // takes two bytes, so the headers of none and one are free.

  /** UTF-16 follows: strings with unpaired surrogates, and Chinese, Japanese and Korean. */
  final val Utf16String = 2

  /** One byte a character follows, ASCII or of one alphabet. */
  final val AlphabeticString = 4

  /** A collection that keeps its identity: Null, 1 + (header << 1) for a new one, 4 + (number << 1) for a reference. */
  def newCollection(header: Long): Long = 1 + (header << 1)
  def collectionReference(number: Int): Long = 4 + (number.toLong << 1)

  /** An array that is not of its place's class: its class's name follows, then the header of a new one. */
  final val OtherArray = 2

  /** A subtype's name and fingerprint follow; else the number of one that has appeared, from 1 on. */
  final val NewSubtype = 0

  // The codes of numbered places of open types: Null, and these.

  /** A subtype's name or its number in this pickle follows, as at places without numbers, and the body. */
  final val NamedClass = 1

  /** Replaces the class of all elements: each is at a separate place. */
  final val Mixed = 0

  /** The body of an object of this class follows: 2, 4, 6, … */
  def classNumber(number: Int): Int = (number << 1) + 2

  /** Replaces an object that was written before: 3, 5, 7, … */
  def openReference(number: Int): Int = (number << 1) + 3

  /** A leaf's tag. */
  def leaf(number: Int): Int = number + 1

  /** The tag of the reference to object 0 where there are `arity` leaves. */
  def firstReference(arity: Int): Int = arity + 1
