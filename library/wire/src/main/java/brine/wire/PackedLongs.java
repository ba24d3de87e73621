package brine.wire;

/**
 * Numbers of a fixed number of bits each, read one after the other: a column's block.
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
  /** This number of bytes must follow a block in its array, since every load takes eight. */
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

  /** The differences between two sums that are kept. */
  private static final int SPACING = 32;

  /** The number before every {@link #SPACING}th difference; null until {@link #get} is called. */
  private long[] sums;

  /**
   * The value at this index, wherever the cursor is. Differences are added up at the first call: a long for every 32 of
   * them is kept.
   *
   * @throws IndexOutOfBoundsException unless {@code 0 <= index < count}
   */
  public long get(int index) {
    java.util.Objects.checkIndex(index, size());
    return holdsDifferences() ? sumTo(index) : packedAt(index);
  }

  private long sumTo(int index) {
    if (isConstant()) return beforeFirst() + (index + 1L) * packedAt(0);
    if (sums == null) sums = sumsOf(size());
    long sum = sums[index / SPACING];
    for (int i = index / SPACING * SPACING; i <= index; i++) sum += packedAt(i);
    return sum;
  }

  private long[] sumsOf(int count) {
    long[] sums = new long[(count - 1) / SPACING + 1];
    long sum = beforeFirst();
    for (int i = 0; i < count; i++) {
      if (i % SPACING == 0) sums[i / SPACING] = sum;
      sum += packedAt(i);
    }
    return sums;
  }

  /** Skips this number of values. */
  public void pass(int count) {
    passNumbers(count);
    setLeft(left() - count);
  }

  /** No values are left. */
  @Override
  protected void advance() {
    throw new WireException(WireException.Kind.MALFORMED, 0, "a packed block has no more values");
  }

  /** This number of values is examined before the code decides whether examining more is worth it. */
  private static final int GLANCE = 256;

  /** Puts {@code count} values as the shortest block; linear in their number. */
  public static void put(long[] values, int count, ByteSink sink) {
    if (count == 0) return;
    if (areAlike(values, count)) putAlike(values[0], sink);
    else putOthers(values, count, extentOf(values, count), sink);
  }

  /** The same of values whose least and greatest are known. */
  public static void put(long[] values, int count, long least, long most, ByteSink sink) {
    if (least == most) putAlike(least, sink);
    else putOthers(values, count, new Extent(least, most, shiftOf(values, count)), sink);
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

  /** The block of any number of values that are all this one. */
  public static void putAlike(long value, ByteSink sink) {
    if (value == 0) return;
    sink.putByte(0);
    sink.putByte(0);
    sink.putZigzagLong(value);
  }

  private static void putOthers(long[] values, int count, Extent extent, ByteSink sink) {
    int width = extent.width();
    Extent steps = stepsOf(values, count, width);
    int stepWidth = steps.width();
    if (width == 64 && stepWidth == 64) {
      putRaw(values, count, sink);
    } else if (varintsAreShorter(values, count, Math.min(width, stepWidth))) {
      putVarints(values, count, sink);
    } else if (stepWidth < width) {
      putDifferences(values, count, steps, sink);
    } else {
      putValues(values, count, extent, sink);
    }
  }

  /** Between which numbers some lie; {@code shift}: how many zeros all differences from one of them end in. */
  private record Extent(long least, long most, int shift) {
    int width() {
      return bits((most - least) >>> shift);
    }
  }

  /** That of the values; of some of them, where no more than these are needed to know that all bits are. */
  private static Extent extentOf(long[] values, int count) {
    long first = values[0];
    long least = first;
    long most = first;
    long apart = 0; // bits in which some value is apart from the first
    for (int from = 1; from < count && bits((most - least) >>> shift(apart)) < 64; from += GLANCE) {
      int to = Math.min(count, from + GLANCE);
      for (int i = from; i < to; i++) {
        long value = values[i];
        least = Math.min(least, value);
        most = Math.max(most, value);
        apart |= value - first;
      }
    }
    return new Extent(least, most, shift(apart));
  }

  /** That of the differences; of some of them, where these already take as many bits as the values do. */
  private static Extent stepsOf(long[] values, int count, int width) {
    long least = values[1] - values[0];
    long most = least;
    for (int from = 2; from < count && bits(most - least) < width; from += GLANCE) {
      int to = Math.min(count, from + GLANCE);
      long before = values[from - 1];
      for (int i = from; i < to; i++) {
        long step = values[i] - before;
        least = Math.min(least, step);
        most = Math.max(most, step);
        before = values[i];
      }
    }
    return new Extent(least, most, 0);
  }

  private static int shiftOf(long[] values, int count) {
    long first = values[0];
    long apart = 0;
    for (int from = 1; from < count && (apart & 1) == 0; from += GLANCE) {
      int to = Math.min(count, from + GLANCE);
      for (int i = from; i < to; i++) apart |= values[i] - first;
    }
    return shift(apart);
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

  private static void putValues(long[] values, int count, Extent extent, ByteSink sink) {
    int width = extent.width();
    sink.putByte(width);
    sink.putByte(extent.shift());
    sink.putZigzagLong(extent.least());
    Bits bits = new Bits(sink, width);
    for (int from = 0; from < count; from += GLANCE) {
      bits.putSome(values, from, Math.min(count, from + GLANCE), extent.least(), extent.shift());
    }
    bits.end();
  }

  /** Varints are a multiple of 7 bits; where numbers take less than two of them packed, packing is shorter. */
  private static final int LEAST_WIDTH = 16;

  /** By a ninth at least, since they take longer to read. (Each takes a byte at least, so most columns decide soon.) */
  private static boolean varintsAreShorter(long[] values, int count, int width) {
    if (width < LEAST_WIDTH) return false;
    long limit = (long) count * width / 9;
    long bytes = count;
    for (int from = 0; from < count && bytes < limit; from += GLANCE) {
      int to = Math.min(count, from + GLANCE);
      for (int i = from; i < to; i++) bytes += Varint.size(Varint.zigzag(values[i])) - 1;
    }
    return bytes < limit;
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

  private static void putDifferences(long[] values, int count, Extent steps, ByteSink sink) {
    int width = steps.width();
    sink.putByte(width | LongCursor.DIFFERENCES);
    sink.putByte(0);
    sink.putZigzagLong(steps.least());
    sink.putZigzagLong(values[0] - steps.least());
    Bits bits = new Bits(sink, width);
    long[] some = new long[Math.min(count, GLANCE)];
    for (int from = 0; from < count; from += some.length) {
      int size = Math.min(count - from, some.length);
      for (int i = 0; i < size; i++) some[i] = from + i == 0 ? steps.least() : values[from + i] - values[from + i - 1];
      bits.putSome(some, 0, size, steps.least(), 0);
    }
    bits.end();
  }

  /** Gathers values of one width to words of eight bytes. */
  private static final class Bits {
    private final ByteSink sink;
    private final int width;
    private long word;
    private int used;

    Bits(ByteSink sink, int width) {
      this.sink = sink;
      this.width = width;
    }

    /** Those from {@code from} to {@code to}, less {@code base} and without their last {@code shift} bits. */
    void putSome(long[] values, int from, int to, long base, int shift) {
      sink.require(((to - from) * width >>> 3) + 8);
      int width = this.width;
      long word = this.word;
      int used = this.used;
      for (int i = from; i < to; i++) {
        long value = (values[i] - base) >>> shift;
        word |= value << used;
        used += width;
        if (used >= 64) {
          sink.putLongUnchecked(word);
          used -= 64;
          word = used == 0 ? 0 : value >>> (width - used);
        }
      }
      this.word = word;
      this.used = used;
    }

    void end() {
      for (; used > 0; used -= 8) {
        sink.putByte((int) word);
        word >>>= 8;
      }
    }
  }
}
