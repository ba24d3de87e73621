package brine.wire;

import static brine.wire.WireException.Kind.MALFORMED;

/**
 * Items that {@link PackedItems} has packed, and their end map, read where they lie in an array.
 *
 * <p>A thread can read any part that begins and ends with an item, so that several threads can share a section. Eight
 * bytes or more must follow the end map of numbers.
 */
public final class PackedSection {
  private static final int STRIDE_BITS = 12; // the directory has an entry for each 4,096 bytes

  private final byte[] bytes;
  private final int begin;
  private final int size;
  private final int endsAt;
  private final long offset;
  private int[] itemsBefore = null;

  /**
   * A section of {@code size} bytes from {@code begin}; its end map is at {@code endsAt}.
   *
   * @param offset the offset of {@code bytes[0]} in the input, for errors; it may be negative
   */
  public PackedSection(byte[] bytes, int begin, int size, int endsAt, long offset) {
    this.bytes = bytes;
    this.begin = begin;
    this.size = size;
    this.endsAt = endsAt;
    this.offset = offset;
  }

  /** The number of bytes of the items. */
  public int size() {
    return size;
  }

  /** The offset of byte {@code index} in the input. */
  public long offsetOf(int index) {
    return offset + begin + index;
  }

  /** The end map's bits for bytes {@code 64 * word} to {@code 64 * word + 63}, the first being the highest. */
  private long endWord(int word) {
    return ByteAccess.getLongBigEndian(bytes, endsAt + word * 8);
  }

  /**
   * Checks the end of a section: its last byte ends an item, and zeros fill the items and their end map up to a
   * multiple of eight bytes.
   *
   * @throws WireException MALFORMED if not
   */
  public void check() {
    for (int i = size; (i & 7) != 0; i++)
      if (bytes[begin + i] != 0) throw malformed(i, "wanted zeros behind packed items");
    if (size == 0) return;
    int last = size - 1;
    long behind = endWord(last >>> 6) << (last & 63);
    if (behind != Long.MIN_VALUE) throw malformed(last, "an end map that does not end with its items");
  }

  /** The number of items that end in the bytes from {@code from} until {@code to}. */
  public int items(int from, int to) {
    if (from >= to) return 0;
    int first = from >>> 6;
    int last = to - 1 >>> 6;
    long atFirst = endWord(first) << (from & 63) >>> (from & 63);
    long behind = (to & 63) == 0 ? -1L : ~(-1L >>> (to & 63));
    if (first == last) return Long.bitCount(atFirst & behind);
    int count = Long.bitCount(atFirst) + Long.bitCount(endWord(last) & behind);
    for (int word = first + 1; word < last; word++) count += Long.bitCount(endWord(word));
    return count;
  }

  /** The beginning of the first item at byte {@code index} or later; {@link #size} if there is none. */
  public int boundary(int index) {
    if (index <= 0) return 0;
    int end = nextEnd(index - 1);
    return end < 0 ? size : end + 1;
  }

  /** The first byte from {@code index} on that ends an item, or -1. */
  private int nextEnd(int index) {
    if (index >= size) return -1;
    int word = index >>> 6;
    long ends = endWord(word) << (index & 63) >>> (index & 63);
    while (ends == 0) {
      if (++word << 6 >= size) return -1;
      ends = endWord(word);
    }
    return (word << 6) + Long.numberOfLeadingZeros(ends);
  }

  /**
   * Makes {@link #find} possible: counts all items. O(size / 64).
   *
   * @return the number of items
   */
  public int index() {
    int[] before = new int[(size >>> STRIDE_BITS) + 2];
    int stride = 1 << STRIDE_BITS;
    for (int i = 0; i < before.length - 1; i++) {
      int from = i << STRIDE_BITS;
      before[i + 1] = before[i] + items(from, Math.min(size, from + stride));
    }
    itemsBefore = before;
    return before[before.length - 1];
  }

  /** The beginning of item {@code number}; {@link #size} for the number of items. {@link #index} must precede this
    * call.
    */
  public int find(int number) {
    if (number == 0) return 0;
    int stride = strideOf(number);
    // The item before `number` is the `left`-th end from here, and at least the first.
    int left = number - itemsBefore[stride];
    int word = stride << STRIDE_BITS - 6;
    long ends = endWord(word);
    int count = Long.bitCount(ends);
    while (count < left) {
      left -= count;
      ends = endWord(++word);
      count = Long.bitCount(ends);
    }
    for (; left > 1; left--) ends &= ~Long.highestOneBit(ends);
    return (word << 6) + Long.numberOfLeadingZeros(ends) + 1;
  }

  /** The last entry of the directory with fewer items before it than {@code number}. */
  private int strideOf(int number) {
    int low = 0;
    int high = itemsBefore.length - 1;
    while (high - low > 1) {
      int middle = low + high >>> 1;
      if (itemsBefore[middle] < number) low = middle;
      else high = middle;
    }
    return low;
  }

  // ---- items that are layouts

  /**
   * The number of bits of the items in these bytes, without their end bits. The bytes begin and end with an item.
   *
   * @throws WireException MALFORMED for an item without an end bit, or without any other
   */
  public long bits(int from, int to) {
    long bits = 8L * (to - from);
    int item = from;
    int end = from < to ? nextEnd(from) : -1;
    while (end >= 0 && end < to) {
      int last = bytes[begin + end];
      if (last == 0 || last == Byte.MIN_VALUE && end == item) throw malformed(end, "a layout without slots");
      bits -= Integer.numberOfTrailingZeros(last) + 1;
      item = end + 1;
      end = nextEnd(item);
    }
    return bits;
  }

  /** The number of bits that are set in these bytes, end bits included. */
  public long ones(int from, int to) {
    long ones = 0;
    int i = from;
    for (; i <= to - 8; i += 8) ones += Long.bitCount(ByteAccess.getLongBigEndian(bytes, begin + i));
    for (; i < to; i++) ones += Integer.bitCount(bytes[begin + i] & 0xFF);
    return ones;
  }

  /** The eight bytes at {@code at}, as a word that begins with the item there. */
  private long wordAt(int at) {
    return ByteAccess.getLongBigEndian(bytes, begin + at);
  }

  /**
   * Appends the bits of the layouts in these bytes to {@code layout}. Appends as many bits to {@code starts}, set where
   * an item begins. {@link #bits} must have accepted the bytes.
   */
  public void expand(int from, int to, BitAppender layout, BitAppender starts) {
    int at = from;
    while (at < to) {
      int end = nextEnd(at);
      long first = Long.MIN_VALUE;
      while (end - at >= 8) {
        layout.append(wordAt(at), 64);
        starts.append(first, 64);
        first = 0;
        at += 8;
      }
      long word = wordAt(at) & -1L << 56 - 8 * (end - at);
      int count = 63 - Long.numberOfTrailingZeros(word);
      layout.append(word & word - 1, count);
      starts.append(first, count);
      at = end + 1;
    }
  }

  // ---- items that are numbers

  /** The length in bytes of the number at {@code at}. */
  public int lengthOfNumber(int at) {
    long ends = ByteAccess.getLongBigEndian(bytes, endsAt + (at >>> 3)) << (at & 7);
    int length = Long.numberOfLeadingZeros(ends) + 1;
    if (length > 8) throw malformed(at, "a packed number of more than eight bytes");
    return length;
  }

  /**
   * The number at {@code at}, which takes {@code length} bytes.
   *
   * @throws WireException MALFORMED for a number with leading zeros, or without an end bit in its last byte
   */
  public long number(int at, int length) {
    long item = wordAt(at) & -1L << 64 - 8 * length;
    int zeros = Long.numberOfTrailingZeros(item);
    if (item >= 0 || zeros >= 72 - 8 * length) throw notANumber(at);
    return item >>> zeros >>> 1;
  }

  private WireException notANumber(int at) {
    return malformed(at, "a packed number with zeros before it, or without an end bit");
  }

  WireException malformed(int index, String what) {
    return new WireException(MALFORMED, offsetOf(index), what);
  }
}
