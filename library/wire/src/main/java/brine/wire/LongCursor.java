package brine.wire;

/**
 * Gives the numbers of one block of {@link PackedLongs} after the other. A number is unpacked by one load of eight
 * bytes, two shifts, a mask and an addition, however its block is packed; only differences ask for the number before.
 */
public abstract class LongCursor {
  /** More bits than this do not fit a load that begins inside a byte; then all 64 are kept. */
  static final int MOST_BITS = 57;

  /** In a block's head. */
  static final int DIFFERENCES = 128;

  /** As a block's head: values that take a varint each. */
  static final int VARINTS = 58;

  private static final byte[] NO_BYTES = new byte[PackedLongs.PADDING];

  /** The count of numbers unpacked at once, which takes a third of the time that they take one by one. */
  private static final int MOST_AHEAD = 128;

  private static final long[] NO_NUMBERS = new long[0];

  private byte[] bytes = NO_BYTES;
  private long start; // in bits
  private int width;
  private int shift;
  private long mask;
  private long base;
  private boolean differences;
  private long first; // of differences: the number before them
  private long previous;
  private int index;
  private int count;

  // Those that are unpacked: from `at` to `end` still to come. They end where `index` is.
  private long[] ahead = NO_NUMBERS;
  private int at;
  private int end;
  private long beforeAhead;

  /** How many numbers of the block are still to come. */
  protected final int left() {
    return count - index + end - at;
  }

  /** Changes that: the others of the block are kept back, or come again. */
  protected final void setLeft(int left) {
    packAhead();
    count = index + left;
  }

  /** Skips this number of numbers of the block, whether they are still to come or kept back. Differences all have to be
   * added.
   */
  protected final void passNumbers(int numbers) {
    int kept = left();
    setLeft(numbers);
    if (differences) while (left() > 0) next();
    packAhead();
    index = count;
    setLeft(kept);
  }

  /** Skips this number of numbers, if they are already unpacked. */
  public final boolean passUnpacked(long numbers) {
    boolean areThere = numbers <= end - at;
    if (areThere) at += (int) numbers;
    return areThere;
  }

  /** Goes back to the next number, as if none were unpacked. */
  private void packAhead() {
    if (at < end) {
      previous = at > 0 ? ahead[at - 1] : beforeAhead;
      index -= end - at;
    }
    at = 0;
    end = 0;
  }

  /** The position of a cursor. */
  public static final class Place {
    private final byte[] bytes;
    private final long start;
    private final int width;
    private final int shift;
    private final long base;
    private final boolean differences;
    private final long previous;
    private final int index;
    private final int count;

    private Place(LongCursor of) {
      bytes = of.bytes;
      start = of.start;
      width = of.width;
      shift = of.shift;
      base = of.base;
      differences = of.differences;
      previous = of.previous;
      index = of.index;
      count = of.count;
    }
  }

  protected final Place saveNumbers() {
    packAhead();
    return new Place(this);
  }

  protected final void restoreNumbers(Place place) {
    packAhead();
    set(place.bytes, place.start, place.width, place.shift, place.base, place.differences, place.previous);
    index = place.index;
    count = place.count;
  }

  /** Enters the next block; called where the one before has ended. Throws if there is none. */
  protected abstract void advance();

  /** The next number, of whichever block. */
  public final long next() {
    int i = at;
    if (i == end) i = unpackAhead();
    at = i + 1;
    return ahead[i];
  }

  /** The number that {@link #next()} gives, which it still gives then. */
  public final long peek() {
    if (at == end) at = unpackAhead();
    return ahead[at];
  }

  /** How many of the next numbers are unpacked: {@link #ahead} gives them. After {@link #peek()} at least one. */
  public final int unpacked() {
    return end - at;
  }

  /** The unpacked number that comes behind {@code i} others. */
  public final long ahead(int i) {
    return ahead[at + i];
  }

  /** Unpacks the next numbers; where they begin. */
  private int unpackAhead() {
    begin();
    int n = Math.min(count - index, MOST_AHEAD);
    if (n > ahead.length) ahead = new long[n];
    beforeAhead = previous;
    unpack(ahead, 0, n);
    end = n;
    return 0;
  }

  private void begin() {
    while (index == count) advance();
  }

  /** The next numbers, as {@link #next()} gives them one by one. */
  public final void next(long[] into, int from, int size) {
    for (int done = 0; done < size; ) done += nextSome(into, from + done, size - done);
  }

  /** The next numbers that are at hand: at least one, and at most {@code most}. Returns their number. */
  public final int nextSome(long[] into, int from, int most) {
    int n = Math.min(end - at, most);
    if (n > 0) {
      System.arraycopy(ahead, at, into, from, n);
      at += n;
    } else {
      begin();
      n = Math.min(count - index, most);
      unpack(into, from, n);
    }
    return n;
  }

  /** The same of numbers that are doubles' bits. */
  public final void next(double[] into, int from, int size) {
    for (int done = 0; done < size; ) {
      if (at == end) begin();
      if (at == end && isRaw()) {
        int n = Math.min(count - index, size - done);
        ByteAccess.getDoubles(bytes, (int) ((start >>> 3) + index * 8L), into, from + done, n);
        index += n;
        done += n;
      } else {
        into[from + done++] = Double.longBitsToDouble(next());
      }
    }
  }

  /** The next numbers as far as they lie there as bytes, a copy with another sign; how many these are, none at the
    * least.
    */
  public final int nextBytes(byte[] into) {
    int done = 0;
    while (done < into.length && at == end) {
      begin();
      if (!areBytes()) break;
      int n = Math.min(count - index, into.length - done);
      int first = (int) (start >>> 3) + index;
      for (int i = 0; i < n; i++) into[done + i] = (byte) (bytes[first + i] ^ Byte.MIN_VALUE);
      index += n;
      done += n;
    }
    return done;
  }

  /** All of them are, from the least on: a block of other numbers has another base or another width. */
  private boolean areBytes() {
    return width == 8 && base == Byte.MIN_VALUE && shift == 0 && !differences;
  }

  private boolean isRaw() {
    return width == 64 && base == 0 && !differences;
  }

  private void unpack(long[] into, int from, int n) {
    byte[] bytes = this.bytes;
    long at = start + (long) index * width;
    long keep = differences ? -1 : 0;
    long last = previous;
    for (int i = from; i < from + n; i++) {
      long word = ByteAccess.getLong(bytes, (int) (at >>> 3));
      last = (((word >>> (int) (at & 7)) & mask) << shift) + base + (last & keep);
      into[i] = last;
      at += width;
    }
    index += n;
    previous = last;
  }

  /**
   * Goes to the beginning of a block.
   *
   * @param bytes holds the block and {@link PackedLongs#PADDING} more bytes
   * @param count how many numbers it holds
   * @throws WireException for a block that {@link PackedLongs#put} does not make
   */
  protected final void enter(byte[] bytes, int offset, int length, int count) {
    packAhead();
    if (length == 0) {
      set(NO_BYTES, 0, 0, 0, 0, false, 0);
    } else {
      ByteSource source = ByteSource.of(bytes, offset, length);
      int head = source.getByte() & 0xff;
      if (head == VARINTS) enterVarints(source, count);
      else enterPacked(head, source, bytes, offset, count);
    }
    this.index = 0;
    this.count = count;
  }

  /** Takes them apart now: 8 bytes for each of them, which has one at least. */
  private void enterVarints(ByteSource source, int count) {
    if (count > source.remaining())
      throw malformed("a block has " + source.remaining() + " bytes, and " + count + " values");
    byte[] values = new byte[count * 8 + PackedLongs.PADDING];
    for (int i = 0; i < count; i++) ByteAccess.putLong(values, i * 8, source.getZigzagLong());
    if (source.remaining() > 0)
      throw malformed("a block has " + source.remaining() + " bytes more than its values take");
    set(values, 0, 64, 0, 0, false, 0);
  }

  private void enterPacked(int head, ByteSource source, byte[] bytes, int offset, int count) {
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

  private void set(byte[] bytes, long start, int width, int shift, long base, boolean differences, long previous) {
    this.bytes = bytes;
    this.start = start;
    this.width = width;
    this.shift = shift;
    this.mask = width == 0 ? 0 : -1L >>> (64 - width);
    this.base = base;
    this.differences = differences;
    this.first = previous;
    this.previous = previous;
  }

  // ---- numbers in any order

  /** The number of numbers in the block, unless {@link #setLeft} has changed it. */
  final int size() {
    return count;
  }

  /** Numbers that are differences depend on all before them. */
  final boolean holdsDifferences() {
    return differences;
  }

  /** The number or difference at this index of the block, wherever the cursor is. */
  final long packedAt(int i) {
    long at = start + (long) i * width;
    return (((ByteAccess.getLong(bytes, (int) (at >>> 3)) >>> (int) (at & 7)) & mask) << shift) + base;
  }

  /** The number before the first difference of a block, of which no cursor was restored. */
  final long beforeFirst() {
    return first;
  }

  /** All differences of a block of no bits are this one. */
  final boolean isConstant() {
    return width == 0;
  }

  private static WireException malformed(String what) {
    return new WireException(WireException.Kind.MALFORMED, 0, what);
  }
}
