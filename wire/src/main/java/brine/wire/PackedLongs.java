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
 *
 *  +----+----------------------+
 *  | 58 | a zigzag varint each |       where most are much smaller than the greatest
 *  +----+----------------------+
 * </pre>
 *
 * <p>A value is {@code base + (bits << shift)}; of differences, the one before it is added, {@code start} at first. All
 * of this is modulo 2<sup>64</sup>. A block without bytes is all zeros. The last byte's unused bits are zero.
 */
public final class PackedLongs extends LongCursor {
  /** So many bytes must follow a block in its array: every load takes eight. */
  public static final int PADDING = 8;

  private PackedLongs() {}

  /**
   * The values of a block.
   *
   * @param bytes holds the block and {@link #PADDING} more bytes
   * @param count how many values it holds
   * @throws WireException for a block that {@link #put} does not make
   */
  public static PackedLongs of(byte[] bytes, int offset, int length, int count) {
    PackedLongs values = new PackedLongs();
    values.enter(bytes, offset, length, count);
    return values;
  }

  /** Passes over so many values. */
  public void pass(int count) {
    passNumbers(count);
    setLeft(left() - count);
  }

  /** There are no more. */
  @Override
  protected void advance() {
    throw new WireException(WireException.Kind.MALFORMED, 0, "a packed block has no more values");
  }

  /** So many values are looked at before it is asked whether to look at more is worth it. */
  private static final int GLANCE = 256;

  /** Puts {@code count} values as the shortest block; linear in their number. */
  public static void put(long[] values, int count, ByteSink sink) {
    if (areAlike(values, count)) putAlike(values, count, sink);
    else putOthers(values, count, sink);
  }

  /** Many columns are: of codes, most of all. (A loop that the JVM makes steps of four or eight numbers of.) */
  private static boolean areAlike(long[] values, int count) {
    long apart = 0;
    for (int from = 0; from < count && apart == 0; from += GLANCE) {
      int to = Math.min(count, from + GLANCE);
      for (int i = from; i < to; i++) apart |= values[i] ^ values[0];
    }
    return apart == 0;
  }

  private static void putAlike(long[] values, int count, ByteSink sink) {
    if (count == 0 || values[0] == 0) return;
    sink.putByte(0);
    sink.putByte(0);
    sink.putZigzagLong(values[0]);
  }

  private static void putOthers(long[] values, int count, ByteSink sink) {
    long first = values[0];
    long least = first;
    long most = first;
    long leastStep = Long.MAX_VALUE;
    long mostStep = Long.MIN_VALUE;
    long apart = 0; // bits in which some value is apart from the first
    boolean isRaw = false;
    for (int from = 1; from < count && !isRaw; from += GLANCE) {
      int to = Math.min(count, from + GLANCE);
      long before = values[from - 1];
      for (int i = from; i < to; i++) {
        long value = values[i];
        long step = value - before;
        least = Math.min(least, value);
        most = Math.max(most, value);
        leastStep = Math.min(leastStep, step);
        mostStep = Math.max(mostStep, step);
        apart |= value - first;
        before = value;
      }
      isRaw = bits(most - least) == 64 && bits(mostStep - leastStep) == 64 && bits((most - least) >>> shift(apart)) == 64;
    }
    int width = bits((most - least) >>> shift(apart));
    int stepWidth = count > 1 ? bits(mostStep - leastStep) : width;
    if (isRaw) {
      putRaw(values, count, sink);
    } else if (varintsAreShorter(values, count, Math.min(width, stepWidth))) {
      putVarints(values, count, sink);
    } else if (stepWidth < width) {
      putDifferences(values, count, leastStep, mostStep, sink);
    } else {
      putValues(values, count, least, most, shift(apart), sink);
    }
  }

  /** Zeros at the end of all differences. */
  private static int shift(long apart) {
    return apart == 0 ? 0 : Long.numberOfTrailingZeros(apart);
  }

  /** Those that take a number from 0 to {@code range}, which is unsigned. */
  private static int bits(long range) {
    int bits = 64 - Long.numberOfLeadingZeros(range);
    return bits > LongCursor.MOST_BITS ? 64 : bits;
  }

  private static void putValues(long[] values, int count, long least, long most, int shift, ByteSink sink) {
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

  /** Varints are a multiple of 7 bits; where numbers take less than two of them packed, packing is shorter. */
  private static final int LEAST_WIDTH = 16;

  /** By a ninth at least, since they take longer to read. */
  private static boolean varintsAreShorter(long[] values, int count, int width) {
    if (width < LEAST_WIDTH) return false;
    long bytes = 0;
    for (int i = 0; i < count; i++) bytes += Varint.size(Varint.zigzag(values[i]));
    return bytes < (long) count * width / 9;
  }

  private static void putVarints(long[] values, int count, ByteSink sink) {
    sink.putByte(LongCursor.VARINTS);
    for (int i = 0; i < count; i++) sink.putZigzagLong(values[i]);
  }

  private static void putRaw(long[] values, int count, ByteSink sink) {
    sink.putByte(64);
    sink.putByte(0);
    sink.putZigzagLong(0);
    sink.putLongs(values, 0, count);
  }

  private static void putDifferences(long[] values, int count, long least, long most, ByteSink sink) {
    int width = bits(most - least);
    sink.putByte(width | LongCursor.DIFFERENCES);
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
