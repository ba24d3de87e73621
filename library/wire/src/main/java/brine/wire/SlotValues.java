package brine.wire;

/**
 * Numbers of eight bytes, little-endian, in one array or in several of the same length: the value array of a decoupled
 * pickle.
 */
public final class SlotValues {
  private final byte[][] chunks;
  private final int bits; // the binary logarithm of the values in a chunk
  private final int begin;

  /** The values from byte {@code begin} of an array on. */
  public SlotValues(byte[] bytes, int begin) {
    this.chunks = new byte[][] {bytes};
    this.bits = 31;
    this.begin = begin;
  }

  /** The values in {@code chunks}; each chunk except the last has 2<sup>bits</sup> values. */
  public SlotValues(byte[][] chunks, int bits) {
    this.chunks = chunks;
    this.bits = bits;
    this.begin = 0;
  }

  /** Copies {@code count} values from value {@code from} on into {@code slots}, from {@code at} on. */
  void copy(long from, int count, long[] slots, int at) {
    int chunk = (int) (from >>> bits);
    int index = (int) (from & (1L << bits) - 1);
    while (count > 0) {
      int here = (int) Math.min(count, (1L << bits) - index);
      copy(chunks[chunk], begin + index * 8, here, slots, at);
      at += here;
      count -= here;
      index = 0;
      chunk++;
    }
  }

  /** An array with {@code count} values from value {@code from} on, 64 at most: a chunk, or a copy. */
  byte[] bytesOf(long from, int count) {
    int chunk = (int) (from >>> bits);
    if ((from & (1L << bits) - 1) + count <= 1L << bits) return chunk < chunks.length ? chunks[chunk] : NONE;
    byte[] copy = new byte[count * 8];
    long[] values = new long[count];
    copy(from, count, values, 0);
    ByteAccess.putLongs(copy, 0, values, 0, count);
    return copy;
  }

  /** The index of value {@code from} in the array that {@link #bytesOf} has returned for it. */
  int indexOf(long from, byte[] bytes) {
    int chunk = (int) (from >>> bits);
    return chunk < chunks.length && bytes == chunks[chunk] ? begin + (int) (from & (1L << bits) - 1) * 8 : 0;
  }

  private static final byte[] NONE = new byte[0];

  private static final int FEW = 16;

  private static void copy(byte[] bytes, int from, int count, long[] slots, int at) {
    if (count > FEW) ByteAccess.getLongs(bytes, from, slots, at, count);
    else for (int i = 0; i < count; i++) slots[at + i] = ByteAccess.getLong(bytes, from + i * 8);
  }
}
