package brine.wire;

import static brine.wire.ByteAccess.getLong;

/**
 * Decimal digits, eight at a time: "Number Parsing at a Gigabyte per Second" (Daniel Lemire), section 7. Reference: {@code
 * AsciiDigitsTest}, digit by digit.
 */
public final class AsciiDigits {
  private AsciiDigits() {}

  /** Returns true if the eight bytes at {@code at} are digits. */
  public static boolean areEightAt(byte[] bytes, int at) {
    long word = getLong(bytes, at);
    // A digit's high half is 3, and stays 3 if 6 is added to its low half.
    return (word & 0xF0F0F0F0F0F0F0F0L | (word + 0x0606060606060606L & 0xF0F0F0F0F0F0F0F0L) >>> 4) == 0x3333333333333333L;
  }

  /** The number that the eight digits at {@code at} are. */
  public static int eightAt(byte[] bytes, int at) {
    long word = getLong(bytes, at) - 0x3030303030303030L;
    word = word * 10 + (word >>> 8); // pairs of digits, in every second byte
    return (int) ((word & 0xFF000000FFL) * (100 + (1_000_000L << 32)) + (word >>> 16 & 0xFF000000FFL) * (1 + (10_000L << 32)) >>> 32);
  }
}
