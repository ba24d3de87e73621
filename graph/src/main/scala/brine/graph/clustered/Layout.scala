package brine.graph.clustered

import brine.columns.Role

/** The frame around the segments: docs/spec/clustered.md has the picture. */
private[graph] object Layout:
  final val Magic0 = 0xb2
  final val Magic1 = 0x67
  final val Magic = Magic1 << 8 | Magic0
  final val Version = 0

  /** Each segment and the footer end in a CRC32C. */
  final val FlagChecksums = 1
  final val FlagsReserved = 0xfe

  /** In place of a segment's length: the footer follows. */
  final val EndOfSegments = 0

  /** The last bytes: the footer's length, four bytes, and these. */
  final val EndMagic = 0x1e67
  final val TrailerBytes = 6

  /** A block is read into an array, with padding: a writer's is no longer either, since it comes from an array. */
  final val MostBlockBytes = Int.MaxValue - 16

  /** For each so many values of a column, the footer has the least and the greatest. */
  private final val RangeFrom = 1024

  def hasRange(role: Int, count: Int): Boolean = count >= RangeFrom && role > Role.Boolean && role < Role.String

  /** Whether readers for so many pieces are more than a file of so many bytes may ask for. Of what is written only collections of tens
    * of millions of values that take no bytes have so many: they are read by one thread.
    */
  def areTooMany(pieces: Int, columns: Int, bytes: Long): Boolean =
    pieces.toLong * (columns + BytesOfPiece) > bytes + FewPieces * BytesOfPiece

  private final val BytesOfPiece = 4096
  private final val FewPieces = 16

  def isFloating(role: Int): Boolean = role == Role.Float || role == Role.Double

  /** Objects in a segment, about. */
  final val SegmentObjects = 1 << 16

  /** Values in a column of one segment, at most. */
  final val SegmentValues = 1 << 20

  /** Values that a file may have for each of its bytes, beyond `limits.maxElementsWithoutBytes`: a writer adds zeros, so that
    * a reader can refuse what would make much of little.
    */
  final val ValuesPerByte = 32
