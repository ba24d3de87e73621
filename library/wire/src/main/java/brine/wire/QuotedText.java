package brine.wire;

import static brine.wire.ByteAccess.HIGHS;
import static brine.wire.ByteAccess.ONES;
import static brine.wire.ByteAccess.getInt;
import static brine.wire.ByteAccess.getLong;

/**
 * Looks at text between quotes, as JSON has it, eight bytes at a time.
 *
 * <p>A byte of a word is found by subtraction: {@code x - ONES & ~x & HIGHS} has the high bit of each byte that was
 * zero, and perhaps of bytes above one. The lowest bit that is set is therefore right. Reference: {@code
 * QuotedTextTest}, byte by byte.
 */
public final class QuotedText {
  private QuotedText() {}

  private static final long QUOTES = '"' * ONES;
  private static final long BACKSLASHES = '\\' * ONES;
  private static final long SPACES = ' ' * ONES;

  /**
   * The index of the first of {@code bytes[from]} to {@code bytes[until - 1]} that needs care in a text of ASCII. These
   * are a quote, a backslash, a control character, or a byte beyond ASCII. Returns {@code until} if there is none.
   */
  public static int endOfAscii(byte[] bytes, int from, int until) {
    int i = from;
    for (; i <= until - 8; i += 8) {
      long word = getLong(bytes, i);
      // If a difference has a high bit though none of these occurred, the byte had it, too.
      long found = ((word ^ QUOTES) - ONES | (word ^ BACKSLASHES) - ONES | word - SPACES | word) & HIGHS;
      if (found != 0) return i + (Long.numberOfTrailingZeros(found) >>> 3);
    }
    while (i < until && isPlain(bytes[i]) && bytes[i] >= 0) i++;
    return i;
  }

  /** Like {@link #endOfAscii}, but a byte that is not ASCII needs no care. */
  public static int endOfPlain(byte[] bytes, int from, int until) {
    int i = from;
    for (; i <= until - 8; i += 8) {
      long found = ends(getLong(bytes, i));
      if (found != 0) return i + (Long.numberOfTrailingZeros(found) >>> 3);
    }
    while (i < until && isPlain(bytes[i])) i++;
    return i;
  }

  private static long ends(long word) {
    long quote = word ^ QUOTES;
    long backslash = word ^ BACKSLASHES;
    return (quote - ONES & ~quote | backslash - ONES & ~backslash | word - SPACES & ~word) & HIGHS;
  }

  /**
   * The end of the white space of JSON that begins at {@code from}, {@code until} at most. An indented line begins with
   * many spaces.
   */
  public static int endOfSpace(byte[] bytes, int from, int until) {
    int i = from;
    while (i < until && isSpace(bytes[i])) {
      i++;
      while (i <= until - 8) {
        long others = getLong(bytes, i) ^ SPACES;
        if (others != 0) {
          i += Long.numberOfTrailingZeros(others) >>> 3;
          break;
        }
        i += 8;
      }
    }
    return i;
  }

  /** Returns true for white space of JSON (RFC 8259, section 2). */
  public static boolean isSpace(int b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  private static boolean isPlain(byte b) {
    return b != '"' && b != '\\' && (b & 0xFF) >= ' ';
  }

  /** Returns true if {@code wanted} is at {@code at}, before {@code until}. */
  public static boolean isAt(byte[] bytes, int at, int until, byte[] wanted) {
    int length = wanted.length;
    if (length > until - at) return false;
    if (length < 8) return isShortAt(bytes, at, wanted, length);
    // The last word may overlap the one before.
    for (int i = 0; i < length - 8; i += 8) if (getLong(bytes, at + i) != getLong(wanted, i)) return false;
    return getLong(bytes, at + length - 8) == getLong(wanted, length - 8);
  }

  private static boolean isShortAt(byte[] bytes, int at, byte[] wanted, int length) {
    if (length >= 4) {
      return getInt(bytes, at) == getInt(wanted, 0) && getInt(bytes, at + length - 4) == getInt(wanted, length - 4);
    }
    for (int i = 0; i < length; i++) if (bytes[at + i] != wanted[i]) return false;
    return true;
  }

  /**
   * Returns true if the bytes of {@code word} in {@code mask} are at {@code at}, the lowest first. Returns false if
   * fewer than eight bytes are before {@code until}.
   */
  public static boolean isWordAt(byte[] bytes, int at, int until, long word, long mask) {
    return until - at >= 8 && (getLong(bytes, at) & mask) == word;
  }

  /** Returns true if {@code length} bytes at {@code at}, before {@code until}, begin and end with these words of eight
    * bytes.
    */
  public static boolean areWordsAt(byte[] bytes, int at, int until, int length, long first, long last) {
    return until - at >= length && getLong(bytes, at) == first && getLong(bytes, at + length - 8) == last;
  }

  /** A number for {@code length} bytes from {@code from} on, to find them in a table whose entries nobody else chooses.
    */
  public static int hash(byte[] bytes, int from, int length) {
    long hash = length;
    if (length >= 8) {
      for (int i = 0; i < length - 8; i += 8) hash = mixed(hash, getLong(bytes, from + i));
      hash = mixed(hash, getLong(bytes, from + length - 8));
    } else if (length >= 4) {
      hash = mixed(hash, (long) getInt(bytes, from) << 32 | getInt(bytes, from + length - 4) & 0xFFFFFFFFL);
    } else {
      for (int i = 0; i < length; i++) hash = mixed(hash, bytes[from + i]);
    }
    return (int) (hash * MIX >>> 32);
  }

  /** A product's high bits are of all bits of its factors; so they go to the low ones. */
  private static long mixed(long hash, long word) {
    long product = (hash ^ word) * MIX;
    return product ^ product >>> 32;
  }

  private static final long MIX = 0x9E3779B97F4A7C15L; // 2^64 divided by the golden ratio
}
