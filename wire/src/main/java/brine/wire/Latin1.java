package brine.wire;

/** ISO-8859-1: the characters below U+0100, a byte each. */
public final class Latin1 {
  private Latin1() {}

  /** Returns true if some characters of {@code s} can be encoded: of longer text the last letter, before a full stop,
   * and two others.
   */
  public static boolean isLikely(String s) {
    int length = s.length();
    if (length < 4) return length == 0 || s.charAt(length >> 1) <= 0xFF;
    return s.charAt(length >> 1) <= 0xFF && s.charAt(length - 2) <= 0xFF && s.charAt(length - (length >> 2)) <= 0xFF;
  }

  /**
   * The same for long text only: of short text the encoder takes less to find that it was wrong than it takes to ask.
   */
  public static boolean isWorthTrying(String s) {
    return s.length() < 64 || isLikely(s);
  }

  /**
   * Returns true if {@code encoded}, the result of {@code s.getBytes(ISO_8859_1)}, represents {@code s}. The encoder
   * puts a {@code '?'} for a character it cannot encode, or for a pair of surrogates. The result is true if every
   * {@code '?'} is one in {@code s}. Linear in the length.
   */
  public static boolean standsFor(byte[] encoded, String s) {
    if (encoded.length != s.length()) return false;
    for (int i = 0; i < encoded.length; i++) {
      if (encoded[i] == '?' && s.charAt(i) != '?') return false;
    }
    return true;
  }

  /**
   * Encodes {@code s}, a byte a character, and says whether these bytes represent it. Linear in the length, by copies
   * and comparisons of whole arrays. It makes an object, so it suits text of many strings.
   */
  @SuppressWarnings("deprecation") // as in decode
  public static boolean encode(String s, byte[] into, int at) {
    s.getBytes(0, s.length(), into, at); // the lowest eight bits of each character
    return decode(into, at, s.length()).equals(s);
  }

  /** The string of {@code length} characters whose bytes begin at {@code offset}. */
  @SuppressWarnings("deprecation") // the fastest safe way: docs/adr/0006
  public static String decode(byte[] bytes, int offset, int length) {
    return new String(bytes, 0, offset, length);
  }
}
