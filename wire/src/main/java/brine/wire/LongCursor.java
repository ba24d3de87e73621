package brine.wire;

/**
 * Gives the numbers of one block of {@link PackedLongs} after the other. A number is one load of eight bytes, a shift, a mask
 * and two additions, whatever the block: no branch on how it is packed.
 */
public abstract class LongCursor {
  /** More bits than this do not fit a load that begins inside a byte; then all 64 are kept. */
  static final int MOST_BITS = 57;

  /** In a block's head. */
  static final int DIFFERENCES = 128;

  private static final byte[] NO_BYTES = new byte[PackedLongs.PADDING];

  private byte[] bytes = NO_BYTES;
  private int width;
  private int shift;
  private long mask;
  private long base;
  private long keep;
  private long previous;
  private long bit;
  private int left;

  /** How many numbers of the block are still to come. */
  protected final int left() {
    return left;
  }

  /** Enters the next block; called where the one before has ended. Throws if there is none. */
  protected abstract void advance();

  /** The next number, of whichever block. */
  public final long next() {
    while (left == 0) advance();
    left--;
    long at = bit;
    long word = ByteAccess.getLong(bytes, (int) (at >>> 3));
    bit = at + width;
    long value = (((word >>> (int) (at & 7)) & mask) << shift) + base + (previous & keep);
    previous = value;
    return value;
  }

  /**
   * Goes to the beginning of a block.
   *
   * @param bytes holds the block and {@link PackedLongs#PADDING} more bytes
   * @param count how many numbers it holds
   * @throws WireException for a block that {@link PackedLongs#put} does not make
   */
  protected final void enter(byte[] bytes, int offset, int length, int count) {
    if (length == 0) {
      set(NO_BYTES, 0, 0, 0, 0, false, 0);
    } else {
      ByteSource source = ByteSource.of(bytes, offset, length);
      int head = source.getByte() & 0xff;
      int width = head & (DIFFERENCES - 1);
      int shift = source.getByte() & 0xff;
      long base = source.getZigzagLong();
      boolean differences = (head & DIFFERENCES) != 0;
      long start = differences ? source.getZigzagLong() : 0;
      if (width > MOST_BITS && width != 64 || shift > 63 || width > 0 && width + shift > 64) {
        throw malformed("a packed block of " + width + " bits, shifted by " + shift);
      }
      long needed = ((long) count * width + 7) >>> 3;
      if (source.remaining() != needed) {
        throw malformed("a packed block has " + source.remaining() + " bytes, and its values take " + needed);
      }
      set(bytes, (offset + source.offset()) << 3, width, shift, base, differences, start);
    }
    left = count;
  }

  private void set(byte[] bytes, long bit, int width, int shift, long base, boolean differences, long start) {
    this.bytes = bytes;
    this.bit = bit;
    this.width = width;
    this.shift = shift;
    this.mask = width == 0 ? 0 : -1L >>> (64 - width);
    this.base = base;
    this.keep = differences ? -1 : 0;
    this.previous = start;
  }

  private static WireException malformed(String what) {
    return new WireException(WireException.Kind.MALFORMED, 0, what);
  }
}
