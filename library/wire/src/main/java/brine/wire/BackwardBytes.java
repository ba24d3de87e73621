package brine.wire;

/**
 * Reads numbers from {@link Blocks}, mostly from the end to the beginning. Every access is checked, and fails as one of
 * the blocks does.
 *
 * <p>An array is read in place. The bytes of a buffer are copied first, a piece at a time: a load from a mapped file
 * takes up to twice as long as one from an array (docs/adr/0023). Pieces only go down, so that all of them together
 * have hardly more bytes than the buffer; what lies above the current piece is read from the blocks.
 *
 * <p>Reference: the blocks, in {@code BackwardBytesTest}. Not thread-safe.
 */
public final class BackwardBytes {
  /** Bytes of a piece. */
  static final int PIECE = 1 << 13;

  /** Bytes of a piece that lie above the number for which it was copied, if there are as many. */
  static final int ABOVE = 256;

  private static final byte[] NONE = {};

  private final Blocks blocks;
  private byte[] piece = NONE;
  private long first = Long.MAX_VALUE; // the position of the piece's first byte

  public BackwardBytes(Blocks blocks) {
    this.blocks = blocks;
  }

  public byte getByte(long at) {
    return has(at, Byte.BYTES) ? piece[(int) (at - first)] : blocks.getByte(at);
  }

  public int getInt(long at) {
    return has(at, Integer.BYTES) ? ByteAccess.getInt(piece, (int) (at - first)) : blocks.getInt(at);
  }

  public long getLong(long at) {
    return has(at, Long.BYTES) ? ByteAccess.getLong(piece, (int) (at - first)) : blocks.getLong(at);
  }

  /** Returns true if these bytes are in the piece, which may be another one then. */
  private boolean has(long at, int count) {
    long from = at - first;
    return from >= 0 && from <= piece.length - count || moves(at, count);
  }

  private boolean moves(long at, int count) {
    byte[] array = blocks.arrayOf(at);
    if (array != null) {
      piece = array;
      first = at >>> blocks.bits() << blocks.bits();
      return at - first <= piece.length - count;
    }
    return at >= 0 && at < first && copies(at, at + count);
  }

  /** Copies a piece that ends here or a little later. Returns false if the bytes are not in one block. */
  private boolean copies(long at, long stop) {
    long block = at >>> blocks.bits() << blocks.bits();
    long end = Math.min(Math.min(stop + ABOVE, blocks.length()), block + (1L << blocks.bits()));
    if (end < stop) return false;
    long from = Math.max(block, end - PIECE);
    int length = (int) (end - from);
    if (piece.length != length) piece = new byte[length];
    first = Long.MAX_VALUE; // while it is being filled
    blocks.copy(from, piece);
    first = from;
    return true;
  }
}
