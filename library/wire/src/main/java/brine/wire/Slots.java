package brine.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/**
 * Arrays and strings in slots of eight bytes: element 0 in the lowest bytes of the first slot. The rest of the last
 * slot is zero.
 *
 * <p>Reference: {@code SlotsTest}, byte by byte. Floating point keeps its bits.
 */
public final class Slots {
  private Slots() {}

  /** The number of slots of {@code count} elements of {@code width} bytes. */
  public static long of(long count, int width) {
    return (count * width + 7) / 8;
  }

  // ---- into slots: `count` elements of `from`, from `offset` on, into slots from `at` on

  /** Puts bytes. */
  public static void put(byte[] from, int offset, int count, long[] slots, int at) {
    int whole = count >>> 3;
    ByteAccess.getLongs(from, offset, slots, at, whole);
    if ((count & 7) != 0) slots[at + whole] = rest(from, offset + (whole << 3), count & 7);
  }

  private static long rest(byte[] from, int offset, int count) {
    long slot = 0;
    for (int i = count - 1; i >= 0; i--) slot = slot << 8 | from[offset + i] & 0xFF;
    return slot;
  }

  /** Puts booleans, a byte each. */
  public static void put(boolean[] from, int offset, int count, long[] slots, int at) {
    for (int i = 0; i < count; i += 8) {
      long slot = 0;
      for (int k = Math.min(8, count - i) - 1; k >= 0; k--) slot = slot << 8 | (from[offset + i + k] ? 1 : 0);
      slots[at++] = slot;
    }
  }

  /** Puts shorts. */
  public static void put(short[] from, int offset, int count, long[] slots, int at) {
    for (int i = 0; i < count; i += 4) {
      long slot = 0;
      for (int k = Math.min(4, count - i) - 1; k >= 0; k--) slot = slot << 16 | from[offset + i + k] & 0xFFFF;
      slots[at++] = slot;
    }
  }

  /** Puts characters. */
  public static void put(char[] from, int offset, int count, long[] slots, int at) {
    for (int i = 0; i < count; i += 4) {
      long slot = 0;
      for (int k = Math.min(4, count - i) - 1; k >= 0; k--) slot = slot << 16 | from[offset + i + k];
      slots[at++] = slot;
    }
  }

  /** Puts ints. */
  public static void put(int[] from, int offset, int count, long[] slots, int at) {
    int i = offset;
    for (int end = offset + (count & -2); i < end; i += 2)
      slots[at++] = Integer.toUnsignedLong(from[i]) | (long) from[i + 1] << 32;
    if ((count & 1) != 0) slots[at] = Integer.toUnsignedLong(from[i]);
  }

  /** Puts floats. */
  public static void put(float[] from, int offset, int count, long[] slots, int at) {
    int i = offset;
    for (int end = offset + (count & -2); i < end; i += 2) slots[at++] = bits(from[i]) | bits(from[i + 1]) << 32;
    if ((count & 1) != 0) slots[at] = bits(from[i]);
  }

  private static long bits(float value) {
    return Integer.toUnsignedLong(Float.floatToRawIntBits(value));
  }

  /** Puts longs. */
  public static void put(long[] from, int offset, int count, long[] slots, int at) {
    System.arraycopy(from, offset, slots, at, count);
  }

  /** Puts doubles. */
  public static void put(double[] from, int offset, int count, long[] slots, int at) {
    for (int i = 0; i < count; i++) slots[at + i] = Double.doubleToRawLongBits(from[offset + i]);
  }

  // ---- out of slots: whole arrays, from slots from `at` on

  /** True if the last slot of {@code count} elements of {@code width} bytes has zeros after them. */
  public static boolean endsInZeros(long last, int count, int width) {
    int used = (int) ((long) count * width & 7);
    return used == 0 || last >>> 8 * used == 0;
  }

  /** Gets bytes. */
  public static void get(long[] slots, int at, byte[] into) {
    int whole = into.length >>> 3;
    ByteAccess.putLongs(into, 0, slots, at, whole);
    for (int i = whole << 3; i < into.length; i++) into[i] = (byte) (slots[at + whole] >>> 8 * i);
  }

  /** Gets booleans, and returns the index of the first byte that is neither 0 nor 1, or -1. */
  public static int get(long[] slots, int at, boolean[] into) {
    for (int i = 0; i < into.length; i++) {
      int b = (int) (slots[at + (i >>> 3)] >>> 8 * i) & 0xFF;
      if (b > 1) return i;
      into[i] = b != 0;
    }
    return -1;
  }

  /** Gets shorts. */
  public static void get(long[] slots, int at, short[] into) {
    for (int i = 0; i < into.length; i++) into[i] = (short) (slots[at + (i >>> 2)] >>> 16 * i);
  }

  /** Gets characters. */
  public static void get(long[] slots, int at, char[] into) {
    for (int i = 0; i < into.length; i++) into[i] = (char) (slots[at + (i >>> 2)] >>> 16 * i);
  }

  /** Gets ints. */
  public static void get(long[] slots, int at, int[] into) {
    for (int i = 0; i < into.length; i++) into[i] = (int) (slots[at + (i >>> 1)] >>> 32 * i);
  }

  /** Gets floats. */
  public static void get(long[] slots, int at, float[] into) {
    for (int i = 0; i < into.length; i++) into[i] = Float.intBitsToFloat((int) (slots[at + (i >>> 1)] >>> 32 * i));
  }

  /** Gets longs. */
  public static void get(long[] slots, int at, long[] into) {
    System.arraycopy(slots, at, into, 0, into.length);
  }

  /** Gets doubles. */
  public static void get(long[] slots, int at, double[] into) {
    for (int i = 0; i < into.length; i++) into[i] = Double.longBitsToDouble(slots[at + i]);
  }

  /** Element {@code i} of a slot with elements of {@code width} bytes, extended by zeros or by its sign. */
  public static long element(long slot, int i, int width, boolean isUnsigned) {
    int others = 64 - width * 8;
    long bits = slot >>> i * width * 8 << others;
    return isUnsigned ? bits >>> others : bits >> others;
  }

  // ---- strings

  /** The characters of {@code s}, a byte each, or null if one of them needs two. */
  public static byte[] latin1(String s) {
    return Latin1.holds(s) ? s.getBytes(ISO_8859_1) : null;
  }

  /** The string whose {@code length} characters take a byte each. */
  public static String getLatin1(long[] slots, int at, int length) {
    byte[] bytes = new byte[length];
    get(slots, at, bytes);
    return Latin1.decode(bytes, 0, length);
  }

  /** The string whose {@code length} characters take two bytes each. */
  public static String getUtf16(long[] slots, int at, int length) {
    char[] chars = new char[length];
    get(slots, at, chars);
    return new String(chars);
  }
}
