package brine.wire;

/**
 * Sizes and signs of variable-length integers.
 *
 * <p>A varint is LEB128: seven bits a byte, the lowest first, the top bit set on all bytes except the last. Each number
 * has exactly one form, the shortest. Numbers are unsigned, so -1 takes the maximum of bytes. Zigzag maps small
 * negative numbers to small unsigned ones: 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4.
 */
public final class Varint {
  private Varint() {}

  /** The most bytes that an {@code int} takes. */
  public static final int MAX_INT_BYTES = 5;

  /** The most bytes that a {@code long} takes. */
  public static final int MAX_LONG_BYTES = 10;

  /** Bytes that {@code unsigned} takes, 1 to 5. */
  public static int size(int unsigned) {
    return (352 - Integer.numberOfLeadingZeros(unsigned) * 9) >>> 6; // 9/64 approximates 1/7, exact in this range
  }

  /** Bytes that {@code unsigned} takes, 1 to 10. */
  public static int size(long unsigned) {
    return (640 - Long.numberOfLeadingZeros(unsigned) * 9) >>> 6;
  }

  /** The unsigned number that represents {@code signed}. */
  public static int zigzag(int signed) {
    return (signed << 1) ^ (signed >> 31);
  }

  /** The unsigned number that represents {@code signed}. */
  public static long zigzag(long signed) {
    return (signed << 1) ^ (signed >> 63);
  }

  /** The signed number that {@code unsigned} represents. */
  public static int unzigzag(int unsigned) {
    return (unsigned >>> 1) ^ -(unsigned & 1);
  }

  /** The signed number that {@code unsigned} represents. */
  public static long unzigzag(long unsigned) {
    return (unsigned >>> 1) ^ -(unsigned & 1);
  }
}
