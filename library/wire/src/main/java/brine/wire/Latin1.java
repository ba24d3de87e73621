package brine.wire;

import static brine.wire.ByteAccess.getLong;

/** ISO-8859-1: the characters below U+0100, a byte each. */
public final class Latin1 {
  private Latin1() {}

  /** True if a field tells how a string keeps its characters. */
  private static final boolean HAS_CODER = ByteAccess.hasCoder() && coderTells();

  /** The class of the iterators over strings that keep a byte for each character; null if this JVM has no such strings.
    */
  private static final Class<?> OF_BYTES = HAS_CODER ? null : ofBytes();

  /**
   * Returns true if every character of {@code s} is below U+0100. Takes constant time, and linear time on a JVM whose
   * strings keep two bytes for every character ({@code -XX:-CompactStrings}). It takes 88 bytes, but none where {@code
   * java.lang} is open, as it is in Spark's JVMs ({@code --add-opens java.base/java.lang=ALL-UNNAMED}).
   *
   * <p>No public method tells how a string keeps its characters. A field does, where it may be read; elsewhere
   * {@link String#chars} iterates in two ways, by two classes: docs/adr/0006.
   */
  public static boolean holds(String s) {
    if (HAS_CODER) return ByteAccess.coder(s) == 0;
    // Not a call of iteratorOf: its result is a Class, which Brine's class loader may not have found yet (ADR 95,
    // loading).
    return OF_BYTES == null ? holdsEach(s) : s.chars().spliterator().getClass() == OF_BYTES;
  }

  private static Class<?> iteratorOf(String s) {
    return s.chars().spliterator().getClass();
  }

  /** Asks strings of all kinds. If the classes do not separate them, it relies on none. */
  private static Class<?> ofBytes() {
    Class<?> narrow = iteratorOf("a");
    for (String s : samples(true)) if (iteratorOf(s) != narrow) return null;
    for (String s : samples(false)) if (iteratorOf(s) == narrow) return null;
    return narrow;
  }

  /** Asks the same strings. */
  private static boolean coderTells() {
    for (String s : samples(true)) if (ByteAccess.coder(s) != 0) return false;
    for (String s : samples(false)) if (ByteAccess.coder(s) == 0) return false;
    return true;
  }

  /** Strings whose characters all are below U+0100, or of which one is not. */
  private static String[] samples(boolean areNarrow) {
    return areNarrow
        ? new String[] {
          "a", "", "\u00ff?", "\u0100a".substring(1),
          new StringBuilder("\u4e2d").append('a').deleteCharAt(0).toString()
        }
        : new String[] {"\u0100", "a\u0100", "\uD83D\uDE00", "\uD800", "a".repeat(100) + '\uffff'};
  }

  private static boolean holdsEach(String s) {
    int all = 0;
    for (int i = 0; i < s.length(); i++) all |= s.charAt(i);
    return all <= 0xFF;
  }

  /**
   * Encodes {@code s}, a byte a character, if it {@link #holds}, and returns whether it does. Linear in the length, by
   * a copy of the whole.
   */
  public static boolean encode(String s, byte[] into, int at) {
    boolean holds = holds(s);
    if (holds) copy(s, into, at);
    return holds;
  }

  /** The lowest eight bits of each character of {@code s}. */
  @SuppressWarnings("deprecation") // the only method that copies the bytes into an array that is there: docs/adr/0006
  static void copy(String s, byte[] into, int at) {
    s.getBytes(0, s.length(), into, at);
  }

  /** The string of {@code length} characters whose bytes begin at {@code offset}. */
  @SuppressWarnings("deprecation") // the fastest safe way: docs/adr/0006
  public static String decode(byte[] bytes, int offset, int length) {
    return new String(bytes, 0, offset, length);
  }

  // ---- decimal digits: "Number Parsing at a Gigabyte per Second" (Daniel Lemire), on parsing the string

  /** Returns true if the eight bytes at {@code at} are decimal digits. */
  public static boolean areEightDigits(byte[] bytes, int at) {
    long word = getLong(bytes, at);
    // A digit's high half is 3, and stays 3 if 6 is added to its low half.
    return (word & 0xF0F0F0F0F0F0F0F0L | (word + 0x0606060606060606L & 0xF0F0F0F0F0F0F0F0L) >>> 4)
        == 0x3333333333333333L;
  }

  /** The number that the eight decimal digits at {@code at} are. */
  public static int eightDigits(byte[] bytes, int at) {
    long word = getLong(bytes, at) - 0x3030303030303030L;
    word = word * 10 + (word >>> 8); // pairs of digits, in every second byte
    return (int)
        ((word & 0xFF000000FFL) * (100 + (1_000_000L << 32))
            + (word >>> 16 & 0xFF000000FFL) * (1 + (10_000L << 32)) >>> 32);
  }
}
