package brine.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AsciiDigitsTest {
  @Test
  @DisplayName("eight bytes are digits if each is one: every byte at every place")
  void digits() {
    Random random = new Random(1);
    for (int at = 0; at < 8; at++) {
      for (int b = 0; b < 256; b++) {
        byte[] bytes = new byte[11];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) ('0' + random.nextInt(10));
        bytes[1 + at] = (byte) b;
        assertEquals(b >= '0' && b <= '9', AsciiDigits.areEightAt(bytes, 1), Arrays.toString(bytes));
      }
    }
  }

  @Test
  @DisplayName("the number is the one of its digits")
  void numbers() {
    Random random = new Random(2);
    for (int n = 0; n < 100_000; n++) {
      int number = n < 2 ? n * 99_999_999 : random.nextInt(100_000_000);
      byte[] bytes = String.format("x%08dx", number).getBytes(US_ASCII);
      assertEquals(number, AsciiDigits.eightAt(bytes, 1));
    }
  }
}
