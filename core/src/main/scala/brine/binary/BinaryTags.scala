package brine.binary

/** The codes of the binary format's body; docs/spec/binary.md has them as tables. */
private[brine] object BinaryTags:
  /** A null, in every type that has one, and the marker of one. */
  final val Null = 0

  /** The marker of a value; from `FirstReference(1)` on it is a reference. */
  final val Present = 1

  // Option: Null, then
  final val None = 1
  final val Some = 2
  final val SomeNull = 3

  /** A string's header is this, or Null, or 1 + (bytes << 1 | isUtf8). Two bytes of UTF-8 are the shortest that are no
    * Latin-1, so the header of none is free: UTF-16 follows, for strings with unpaired surrogates.
    */
  final val Utf16String = 2

  /** A collection that keeps its identity: Null, 1 + (header << 1) for a new one, 4 + (number << 1) for a reference. */
  def newCollection(header: Long): Long = 1 + (header << 1)
  def collectionReference(number: Int): Long = 4 + (number.toLong << 1)

  /** An array that is not of its place's class: its class's name follows, then the header of a new one. */
  final val OtherArray = 2

  /** A subtype's name and fingerprint follow; else the number of one that has appeared, from 1 on. */
  final val NewSubtype = 0

  /** A leaf's tag. */
  def leaf(number: Int): Int = number + 1

  /** The tag of the reference to object 0 where there are `arity` leaves. */
  def firstReference(arity: Int): Int = arity + 1
