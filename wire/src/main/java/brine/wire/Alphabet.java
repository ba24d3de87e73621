package brine.wire;

/**
 * Text that mixes ASCII with one other alphabet, a byte a character: Greek, Cyrillic, Hebrew, Arabic, Thai and most others
 * that have fewer than 128 letters.
 *
 * <p>An alphabet is 128 characters in a row, the number of which is their code without its lowest seven bits. A byte below
 * 128 is ASCII, another is the alphabet's character with these lowest seven bits. (The "Standard Compression Scheme for
 * Unicode", UTS #6, calls this a dynamically positioned window; here there is one a text, and no commands.)
 */
public final class Alphabet {
  private Alphabet() {}

  private static final int SIZE = 128;
  private static final int MOST = 255; // so that the number is a byte; it leaves out characters from U+8000 on

  /** The alphabet of all characters in {@code s} that are not ASCII, -1 if they are of several or none has them all. */
  public static int of(String s) {
    int found = -1;
    int length = s.length();
    for (int i = 0; i < length; i++) {
      int alphabet = s.charAt(i) / SIZE;
      if (alphabet != 0 && alphabet != found) {
        if (found >= 0 || alphabet > MOST) return -1;
        found = alphabet;
      }
    }
    return found;
  }

  /** The bytes of {@code s}, whose characters are ASCII or of the alphabet that {@link #of} gave. */
  public static byte[] encode(String s) {
    byte[] bytes = new byte[s.length()];
    for (int i = 0; i < bytes.length; i++) {
      char c = s.charAt(i);
      bytes[i] = (byte) (c < SIZE ? c : c % SIZE | SIZE);
    }
    return bytes;
  }

  static String decode(int alphabet, byte[] bytes) {
    char[] chars = new char[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      byte b = bytes[i];
      chars[i] = (char) (b >= 0 ? b : alphabet * SIZE + (b & SIZE - 1));
    }
    return new String(chars);
  }
}
