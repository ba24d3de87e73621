package brine.graph.clustered.file

import brine.graph.clustered.columns.Role

/** Constants of the frame around the segments, drawn in docs/spec/clustered.md. The bytes of this version are frozen.
  */
private[graph] object ClusteredLayout:
  final val Magic0 = 0xb2
  final val Magic1 = 0x67
  final val Magic = Magic1 << 8 | Magic0
  final val Version = 1

  /** Each segment and the footer end in a CRC32C. */
  final val FlagChecksums = 1
  final val FlagsReserved = 0xfe

  /** In place of a segment's length: the footer follows. */
  final val EndOfSegments = 0

  /** The last bytes are the footer's length, four bytes, and these. */
  final val EndMagic = 0x1e67
  final val TrailerBytes = 6

  /** The longest block: a reader puts it into an array with padding, and a writer takes it from an array. */
  final val MostBlockBytes = Int.MaxValue - 16

  /** The footer has the minimum and maximum of blocks with at least this number of values. */
  private final val RangeFrom = 1024

  def hasRange(role: Int, count: Int): Boolean = count >= RangeFrom && role > Role.Boolean && role < Role.String

  /** Returns true if readers for this number of pieces take more memory than a file of this length may cause. Among
    * written files, only collections of tens of millions of values without bytes have so large a number; one thread
    * reads them.
    */
  def areTooMany(pieces: Int, columns: Int, bytes: Long): Boolean =
    pieces.toLong * (columns + BytesOfPiece) > bytes + FewPieces * BytesOfPiece

  private final val BytesOfPiece = 4096
  private final val FewPieces = 16

  def isFloating(role: Int): Boolean = role == Role.Float || role == Role.Double

  /** The approximate number of objects in a segment. */
  final val SegmentObjects = 1 << 16

  /** The most values in a column of one segment. */
  final val SegmentValues = 1 << 20

  /** The values that a file may have for each of its bytes, beyond `limits.maxElementsWithoutBytes`. A writer adds
    * zeros to stay below, so that a reader can refuse a small file that claims very many values.
    */
  final val ValuesPerByte = 32
