package brine.wire;

/**
 * Numbers of so many bits each, read one after the other: a column's block.
 *
 * <pre>
 *  +------+-------+------+---------+---------------------------------+
 *  | head | shift | base | [start] | values, width bits each, lowest |
 *  +------+-------+------+---------+---------------------------------+
 *   head: width (0 to 57, or 64), and 128 if the values are differences
 *   base, start: zigzag varints; start only with differences
 * </pre>
 *
 * <p>A value is {@code base + (bits << shift)}; of differences, the one before it is added, {@code start} at first. All
 * of this is modulo 2<sup>64</sup>. A block without bytes is all zeros. The last byte's unused bits are zero. A value is
 * one load of eight bytes, a shift, a mask and two additions, whatever the block: no branch on how it is packed.
 */
public final class PackedLongs {
  /** So many bytes must follow a block in its array: every load takes eight. */
  public static final int PADDING = 8;

  /** More bits than this do not fit a load that begins inside a byte; then all 64 are kept. */
  private static final int MOST_BITS = 57;

  private static final int DIFFERENCES = 128;

  private final byte[] bytes;
  private final int width;
  private final int shift;
  private final long mask;
  private final long base;
  private final long keep;
  private long previous;
  private long bit;

  private PackedLongs(byte[] bytes, long bit, int width, int shift, long base, boolean differences, long start) {
    this.bytes = bytes;
    this.bit = bit;
    this.width = width;
    this.shift = shift;
    this.mask = width == 0 ? 0 : -1L >>> (64 - width);
    this.base = base;
    this.keep = differences ? -1 : 0;
    this.previous = start;
  }

  /** The next value. Reading more than were put gives anything, or an {@link IndexOutOfBoundsException}. */
  public long next() {
    long at = bit;
    long word = ByteAccess.getLong(bytes, (int) (at >>> 3));
    bit = at + width;
    long value = (((word >>> (int) (at & 7)) & mask) << shift) + base + (previous & keep);
    previous = value;
    return value;
  }

  /**
   * The values of a block.
   *
   * @param bytes holds the block and {@link #PADDING} more bytes
   * @param count how many values it holds
   * @throws WireException for a block that {@link #put} does not make
   */
  public static PackedLongs of(byte[] bytes, int offset, int length, int count) {
    if (length == 0) return new PackedLongs(bytes, 0, 0, 0, 0, false, 0);
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
    return new PackedLongs(bytes, (offset + source.offset()) << 3, width, shift, base, differences, start);
  }

  private static WireException malformed(String what) {
    return new WireException(WireException.Kind.MALFORMED, 0, what);
  }

  /** Puts {@code count} values as the shortest block; linear in their number. */
  public static void put(long[] values, int count, ByteSink sink) {
    if (isZero(values, count)) return;
    long least = values[0];
    long most = values[0];
    long leastStep = Long.MAX_VALUE;
    long mostStep = Long.MIN_VALUE;
    for (int i = 1; i < count; i++) {
      long value = values[i];
      long step = value - values[i - 1];
      least = Math.min(least, value);
      most = Math.max(most, value);
      leastStep = Math.min(leastStep, step);
      mostStep = Math.max(mostStep, step);
    }
    if (count > 1 && bits(mostStep - leastStep) < bits(most - least)) {
      putDifferences(values, count, leastStep, mostStep, sink);
    } else {
      putValues(values, count, least, most, sink);
    }
  }

  private static boolean isZero(long[] values, int count) {
    long any = 0;
    for (int i = 0; i < count; i++) any |= values[i];
    return any == 0;
  }

  /** Those that take a number from 0 to {@code range}, which is unsigned. */
  private static int bits(long range) {
    int bits = 64 - Long.numberOfLeadingZeros(range);
    return bits > MOST_BITS ? 64 : bits;
  }

  private static void putValues(long[] values, int count, long least, long most, ByteSink sink) {
    long any = 0;
    for (int i = 0; i < count; i++) any |= values[i] - least;
    int shift = any == 0 ? 0 : Long.numberOfTrailingZeros(any);
    int width = bits((most - least) >>> shift);
    if (width == 64) {
      putRaw(values, count, sink);
    } else {
      sink.putByte(width);
      sink.putByte(shift);
      sink.putZigzagLong(least);
      Bits bits = new Bits(sink);
      for (int i = 0; i < count; i++) bits.put((values[i] - least) >>> shift, width);
      bits.end();
    }
  }

  private static void putRaw(long[] values, int count, ByteSink sink) {
    sink.putByte(64);
    sink.putByte(0);
    sink.putZigzagLong(0);
    sink.putLongs(values, 0, count);
  }

  private static void putDifferences(long[] values, int count, long least, long most, ByteSink sink) {
    int width = bits(most - least);
    sink.putByte(width | DIFFERENCES);
    sink.putByte(0);
    sink.putZigzagLong(least);
    sink.putZigzagLong(values[0] - least);
    Bits bits = new Bits(sink);
    bits.put(0, width);
    for (int i = 1; i < count; i++) bits.put(values[i] - values[i - 1] - least, width);
    bits.end();
  }

  /** Gathers bits to words of eight bytes. */
  private static final class Bits {
    private final ByteSink sink;
    private long word;
    private int used;

    Bits(ByteSink sink) {
      this.sink = sink;
    }

    /** The lowest {@code width} bits of {@code value}, which has no others. */
    void put(long value, int width) {
      word |= value << used;
      int now = used + width;
      if (now >= 64) {
        sink.putLong(word);
        now -= 64;
        word = now == 0 ? 0 : value >>> (width - now);
      }
      used = now;
    }

    void end() {
      for (; used > 0; used -= 8) {
        sink.putByte((int) word);
        word >>>= 8;
      }
    }
  }
}
