package brine.wire;

/**
 * Appends bits to an array of longs, the highest of a word first, from any bit on.
 *
 * <p>Whole words are stored as they fill up. A word that another appender shares, at the beginning and at the end, is
 * stored by {@link #finish}. Two appenders to one array must not finish at the same time.
 */
public final class BitAppender {
  private final long[] words;
  private final int firstWord;
  private long first;
  private long open = 0;
  private int word;
  private int used;

  /** Appends to {@code words} from bit {@code at} on. */
  public BitAppender(long[] words, long at) {
    this.words = words;
    this.firstWord = (int) (at >>> 6);
    this.word = firstWord;
    this.used = (int) at & 63;
  }

  /**
   * Appends {@code count} bits, the highest of {@code bits}; the others are zero.
   *
   * @param count 1 to 64
   */
  public void append(long bits, int count) {
    open |= bits >>> used;
    used += count;
    if (used >= 64) {
      store();
      used -= 64;
      open = used == 0 ? 0 : bits << count - used;
    }
  }

  private void store() {
    if (word == firstWord) first = open;
    else words[word] = open;
    word++;
  }

  /** Stores the bits of the words that other appenders may share. */
  public void finish() {
    if (word > firstWord) words[firstWord] |= first;
    if (used > 0) words[word] |= open;
  }
}
