package brine.wire;

import java.util.Arrays;

/**
 * Collects bit strings, each packed into whole bytes, and the end map that separates them: the object packing of "A
 * Specialized Architecture for Object Serialization", IV-B.
 *
 * <pre>
 *  the number 22           1 0 1 1 0         its significant bits
 *                          1 0 1 1 0 1       and the end bit
 *  the byte                1 0 1 1 0 1 0 0   and zeros: B4
 *
 *  items      B4   81 40   80                22, 258 (1 0000 0010 and the end bit), 0
 *  end map     1    0  1    1                a bit for each byte, set where an item ends: B0
 * </pre>
 *
 * <p>The highest bit of a byte comes first, in items and in the end map. A number has no leading zeros; other bit
 * strings keep theirs. Appending costs a store of eight bytes, for an item of any length.
 *
 * <p>Reference: {@code ReferenceImage}, bit by bit, in {@code ImageKernelTest}. Not thread-safe.
 */
public final class PackedItems {
  private static final int FIRST_CAPACITY = 64;
  private static final int SLACK = 8; // every store takes eight bytes
  private static final int MOST = ByteSink.MAX_ARRAY - 2 * SLACK;

  /** The most bits of a number, so that it fits eight bytes with its end bit. */
  public static final int MOST_NUMBER_BITS = 63;

  private byte[] bytes = new byte[FIRST_CAPACITY + SLACK];
  private byte[] ends = new byte[FIRST_CAPACITY / 8 + SLACK];
  private int size = 0;
  private long count = 0;

  // The bits of an item that is longer than a word: the highest `openBits` of this word wait for more.
  private long open = 0;
  private int openBits = 0;

  /** The bytes of all items so far. */
  public int size() {
    return size;
  }

  /** The number of items. */
  public long count() {
    return count;
  }

  /**
   * Appends the significant bits of {@code number}, which is not negative.
   *
   * @throws WireException LIMIT when the items fill an array
   */
  public void putNumber(long number) {
    int bits = 64 - Long.numberOfLeadingZeros(number) + 1;
    put((number << 1 | 1) << 64 - bits, bits + 7 >>> 3);
  }

  /**
   * Appends an item of {@code count} bits, the highest of {@code bits}; the others are ignored.
   *
   * @param count 0 to 63
   */
  public void putBits(long bits, int count) {
    long end = Long.MIN_VALUE >>> count;
    put(bits & -end | end, (count >>> 3) + 1);
  }

  private void put(long word, int length) {
    int end = size + length;
    if (end > bytes.length - SLACK) makeRoom(length);
    ByteAccess.putLongBigEndian(bytes, size, word);
    ends[end - 1 >>> 3] |= (byte) (0x80 >>> (end - 1 & 7));
    size = end;
    count++;
  }

  /** Continues an item that {@link #end} will end: appends {@code count} bits, the highest of {@code bits}, 1 to 64. */
  public void append(long bits, int count) {
    long kept = bits & -1L << 64 - count;
    open |= kept >>> openBits;
    int all = openBits + count;
    if (all < 64) openBits = all;
    else {
      putOpen(8);
      openBits = all - 64;
      open = openBits == 0 ? 0 : kept << count - openBits;
    }
  }

  /** Continues an item by {@code count} bits that are all set, or all clear. */
  public void appendRun(boolean areSet, long count) {
    long bits = areSet ? -1L : 0L;
    for (; count > 64; count -= 64) append(bits, 64);
    if (count > 0) append(bits, (int) count);
  }

  /** Ends the item that {@link #append} has begun. */
  public void end() {
    open |= Long.MIN_VALUE >>> openBits;
    putOpen((openBits >>> 3) + 1);
    ends[size - 1 >>> 3] |= (byte) (0x80 >>> (size - 1 & 7));
    count++;
    open = 0;
    openBits = 0;
  }

  private void putOpen(int length) {
    if (size + length > bytes.length - SLACK) makeRoom(length);
    ByteAccess.putLongBigEndian(bytes, size, open);
    size += length;
  }

  private void makeRoom(int length) {
    if (length > MOST - size)
      throw new WireException(
          WireException.Kind.LIMIT, size, "packed references or layouts of more than " + MOST + " bytes");
    int capacity = (int) Math.min(MOST, Math.max(2L * (bytes.length - SLACK), (long) size + length));
    bytes = Arrays.copyOf(bytes, capacity + SLACK);
    ends = Arrays.copyOf(ends, capacity / 8 + SLACK + 1);
  }

  /** The packed items, which other bytes may follow: not a copy. */
  public byte[] bytes() {
    return bytes;
  }

  /** The end map, which other bytes may follow: not a copy. */
  public byte[] ends() {
    return ends;
  }

  /** The number of bytes of the end map. */
  public int endBytes() {
    return (int) (((long) size + 7) / 8);
  }

  /** Puts the items and then their end map, each with zeros up to a multiple of eight bytes. */
  public void putTo(ByteSink sink) {
    putPadded(bytes, size, sink);
    putPadded(ends, endBytes(), sink);
  }

  private static void putPadded(byte[] from, int length, ByteSink sink) {
    sink.putBytes(from, 0, length);
    for (int i = length; (i & 7) != 0; i++) sink.putByte(0);
  }

  /** The number of bytes that {@link #putTo} puts for items of {@code size} bytes. */
  public static long paddedBytes(long size) {
    return (size + 7 & -8L) + ((size + 7) / 8 + 7 & -8L);
  }
}
