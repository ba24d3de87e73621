package brine.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** {@link OutOfLine#varlong} against the definition, with every room that there can be behind the number. */
class OutOfLineTest {
  /** LEB128 with {@code bytes} bytes, more than it needs if need be. */
  private static byte[] encoded(long value, int bytes) {
    byte[] all = new byte[bytes];
    for (int i = 0; i < bytes; i++) all[i] = (byte) (value >>> 7 * i & 0x7F | (i == bytes - 1 ? 0 : 0x80));
    return all;
  }

  private static void check(long expected, byte[] number) {
    Random random = new Random(number.length);
    for (int behind = 0; behind <= 9; behind++) {
      byte[] bytes = new byte[3 + number.length + behind];
      random.nextBytes(bytes);
      System.arraycopy(number, 0, bytes, 3, number.length);
      assertEquals(expected, OutOfLine.varlong(bytes, 3, bytes.length), Arrays.toString(number) + " and " + behind);
    }
  }

  @Test
  void numbersOfUpToEightBytesAreRead() {
    Random random = new Random(5);
    for (int bits = 0; bits <= 56; bits++) {
      for (int n = 0; n < 50; n++) {
        long value = bits == 0 ? 0 : 1L << bits - 1 | random.nextLong() & (1L << bits - 1) - 1;
        check(value, encoded(value, Varint.size(value)));
      }
    }
  }

  @Test
  void moreBytesThanItNeedsAreLeftToTheSlowPath() {
    for (int bytes = 2; bytes <= 8; bytes++) {
      check(-1, encoded(0, bytes));
      check(-1, encoded((1L << 7 * (bytes - 1)) - 1, bytes));
    }
  }

  @Test
  void whatGoesOnBehindTheLimitIsLeftToTheSlowPath() {
    byte[] bytes = encoded(-1L, 10);
    for (int limit = 0; limit < 9; limit++) assertEquals(-1, OutOfLine.varlong(bytes, 0, limit));
  }
}
