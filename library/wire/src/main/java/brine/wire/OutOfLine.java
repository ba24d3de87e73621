package brine.wire;

/**
 * Code that must not be compiled into its callers: an exception class, which is never thrown (ADR 95, out of line).
 *
 * <p>Code that makes or copies a string, or reads a long varint, takes some hundred bytes of machine code. A method
 * that reads a class with several of them would then be too big to be compiled into its own caller, and the reader and
 * the source would be allocated (ADR 95, escape).
 */
final class OutOfLine extends Throwable {
  private static final long serialVersionUID = 1L;

  private OutOfLine() {}

  /** {@link Latin1#encode}. */
  static boolean encodeLatin1(String s, byte[] into, int at) {
    return Latin1.encode(s, into, at);
  }

  /**
   * The varint of 8 bytes at most that begins at {@code at}. Returns -1 if it has more bytes, if it goes on after
   * {@code limit}, or if it takes more bytes than it needs.
   */
  static long varlong(byte[] bytes, int at, int limit) {
    return limit - at < 8 ? shortVarlong(bytes, at, limit) : varlongInWord(ByteAccess.getLong(bytes, at));
  }

  private static long shortVarlong(byte[] bytes, int at, int limit) {
    long value = 0;
    for (int i = at; i < limit; i++) {
      value |= (bytes[i] & 0x7FL) << 7 * (i - at);
      if (bytes[i] >= 0) return bytes[i] == 0 && i > at ? -1 : value;
    }
    return -1;
  }

  /** Without a loop: groups of seven bits move together, in twos, fours and eights. */
  static long varlongInWord(long word) {
    long ends = ~word & 0x8080_8080_8080_8080L;
    long bits = word & (ends ^ ends - 1) & 0x7F7F_7F7F_7F7F_7F7FL; // up to the first byte whose high bit is not set
    long twos = bits & 0x007F_007F_007F_007FL | (bits & 0x7F00_7F00_7F00_7F00L) >>> 1;
    long fours = twos & 0x0000_3FFF_0000_3FFFL | (twos & 0x3FFF_0000_3FFF_0000L) >>> 2;
    long value = fours & 0x0000_0000_0FFF_FFFFL | (fours & 0x0FFF_FFFF_0000_0000L) >>> 4;
    return 8 * Varint.size(value) == 1 + Long.numberOfTrailingZeros(ends) ? value : -1;
  }

  /** The Latin-1 string of {@code length} bytes from {@code at}. */
  @SuppressWarnings("deprecation") // its other constructors decode
  static String latin1(byte[] bytes, int at, int length) {
    return new String(bytes, 0, at, length);
  }
}
