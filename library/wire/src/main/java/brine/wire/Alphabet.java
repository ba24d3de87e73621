package brine.wire;

/**
 * Text that mixes ASCII with one other alphabet, a byte a character: Greek, Cyrillic, Hebrew, Arabic, Thai and most
 * others that have fewer than 128 letters.
 *
 * <p>An alphabet is 128 characters in a row, the number of which is their code without its lowest seven bits. A byte
 * below 128 is ASCII, another is the alphabet's character with these lowest seven bits. (The "Standard Compression
 * Scheme for Unicode", UTS #6, calls this a dynamically positioned window; here there is one a text, and no commands.)
 */
public final class Alphabet {
  private Alphabet() {}

  private static final int SIZE = 128;
  private static final int MOST = 255; // so that the number is a byte; it leaves out characters from U+8000 on

  /**
   * The alphabet of some character of {@code s} that is not ASCII, -1 if there is none or the character is of no
   * alphabet. The order of the checks decides soonest in text that changes its alphabet once.
   */
  public static int guess(String s) {
    int length = s.length();
    if (length >= 4) {
      if (s.charAt(length - 2) >= SIZE) return of(s.charAt(length - 2));
      if (s.charAt(length >> 1) >= SIZE) return of(s.charAt(length >> 1));
    }
    for (int i = 0; i < length; i++) if (s.charAt(i) >= SIZE) return of(s.charAt(i));
    return -1;
  }

  private static int of(char c) {
    return c / SIZE <= MOST ? c / SIZE : -1;
  }

  /**
   * The bytes of {@code s} if its characters are ASCII and of this alphabet; else null. Linear in the length.
   * (Charwise, and with branches: less than half the time of a loop without, and of UTF-8.)
   */
  public static byte[] encode(String s, int alphabet) {
    byte[] bytes = new byte[s.length()];
    int first = alphabet * SIZE;
    for (int i = 0; i < bytes.length; i++) {
      char c = s.charAt(i);
      if (c < SIZE) bytes[i] = (byte) c;
      else {
        int letter = c - first;
        if (letter < 0 || letter >= SIZE) return null;
        bytes[i] = (byte) (letter | SIZE);
      }
    }
    return bytes;
  }

  /** The same of long text, to the bytes from {@code at} on; false where {@link #encode(String, int)} gives null. */
  public static boolean encode(String s, int alphabet, byte[] into, int at) {
    char[] chars = s.toCharArray();
    boolean isOfOther = false;
    for (int i = 0; i < chars.length; i++) {
      char c = chars[i];
      into[at + i] = (byte) (c < SIZE ? c : c | SIZE);
      isOfOther |= c >= SIZE && c / SIZE != alphabet;
    }
    return !isOfOther;
  }

  /**
   * Returns true if these bytes, with the form's number, the alphabet's and the length, are fewer than UTF-8 with its
   * header, which is twice its length and 2.
   */
  public static boolean isShorterThanUtf8(byte[] encoded, int alphabet) {
    int each = alphabet < 16 ? 1 : 2; // bytes of UTF-8 more than one, for a letter
    int saved = 0;
    for (int i = encoded.length - 1; i >= 0; i--) if (encoded[i] < 0 && (saved += each) > 2) return true;
    int length = encoded.length;
    return 2 + Varint.size(length) < Varint.size(2 * (length + saved) + 2) + saved;
  }

  /** The text of bytes that {@link #encode} gave. */
  public static String decode(int alphabet, byte[] bytes, int offset, int length) {
    char[] chars = new char[length];
    for (int i = 0; i < length; i++) {
      byte b = bytes[offset + i];
      chars[i] = (char) (b >= 0 ? b : alphabet * SIZE + (b & SIZE - 1));
    }
    return new String(chars);
  }
}
