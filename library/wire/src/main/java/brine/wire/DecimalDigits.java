package brine.wire;

import static brine.wire.ByteAccess.putInt;
import static brine.wire.ByteAccess.putLong;
import static brine.wire.ByteAccess.putShort;

/** Integers as decimal digits. Each method may overwrite up to {@link #SLACK} bytes behind the digits. */
final class DecimalDigits {
  private DecimalDigits() {}

  /** Bytes behind the text that a method may overwrite. */
  static final int SLACK = 8;

  static final long ZEROS = 0x3030303030303030L;
  private static final int EIGHT = 100_000_000;

  /** The two digits of each number below 100, the first in the low byte. */
  private static final short[] PAIRS = new short[100];

  static {
    for (int i = 0; i < 100; i++) PAIRS[i] = (short) (i / 10 + '0' | (i % 10 + '0') << 8);
  }

  /** Puts a number and returns the index behind its text. */
  static int put(byte[] bytes, int at, long value) {
    long x = value;
    if (value < 0) {
      bytes[at++] = '-';
      x = -value; // 2^63, which is read without a sign below
    }
    if (x >= 0 && x < EIGHT) return putFew(bytes, at, (int) x);
    long high = (x >>> 8) / (EIGHT >>> 8);
    if (high < EIGHT) at = putFew(bytes, at, (int) high);
    else {
      long top = high / EIGHT;
      at = putFew(bytes, at, (int) top);
      putLong(bytes, at, eight(high - top * EIGHT) | ZEROS);
      at += 8;
    }
    putLong(bytes, at, eight(x - high * EIGHT) | ZEROS);
    return at + 8;
  }

  /** At most eight digits. */
  static int putFew(byte[] bytes, int at, int x) {
    if (x < 10) {
      bytes[at] = (byte) ('0' + x);
      return at + 1;
    }
    if (x < 100) {
      putShort(bytes, at, PAIRS[x]);
      return at + 2;
    }
    if (x < 10_000) {
      int high = x / 100;
      int low = PAIRS[x - high * 100];
      if (x < 1000) {
        putInt(bytes, at, high + '0' | low << 8);
        return at + 3;
      }
      putInt(bytes, at, PAIRS[high] & 0xFFFF | low << 16);
      return at + 4;
    }
    long digits = eight(x);
    // The first digit that is not zero is in the first byte that is not.
    int missing = Long.numberOfTrailingZeros(digits) >>> 3;
    putLong(bytes, at, (digits | ZEROS) >>> 8 * missing);
    return at + 8 - missing;
  }

  /**
   * The values of the eight digits of a number below 10^8, the first in the lowest byte: halves, then quarters, then
   * digits.
   */
  static long eight(long x) {
    long high = x * 109951163L >>> 40; // divided by 10,000
    long fours = high | x - high * 10_000 << 32;
    high = (fours * 10486L >>> 20) & 0x7F_0000_007FL; // by 100
    long twos = high | fours - high * 100 << 16;
    high = (twos * 103L >>> 10) & 0x000F_000F_000F_000FL; // by 10
    return high | twos - high * 10 << 8;
  }
}
