package brine.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Latin1Test {
  /** By the JDK's encoder and by ours. */
  private static boolean standsFor(String s) {
    byte[] theirs = s.getBytes(ISO_8859_1);
    boolean stands = Latin1.standsFor(theirs, s);
    byte[] ours = new byte[s.length() + 2];
    assertEquals(stands, Latin1.encode(s, ours, 1));
    if (stands) assertArrayEquals(theirs, Arrays.copyOfRange(ours, 1, ours.length - 1));
    return stands;
  }

  @Test
  void everyCharacterBelowU0100IsItselfAndNoOther() {
    for (int c = 0; c <= 0xFFFF; c++) assertEquals(c <= 0xFF, standsFor("a" + (char) c + "?"), Integer.toHexString(c));
    assertFalse(standsFor("\uD83D\uDE00")); // a pair gives one '?'
    assertTrue(standsFor(""));
    assertTrue(standsFor("?".repeat(3)));
  }

  @Test
  void randomStringsStandForThemselvesIfTheyComeBack() {
    Random random = new Random(7);
    for (int n = 0; n < 10_000; n++) {
      StringBuilder s = new StringBuilder();
      for (int i = random.nextInt(20); i > 0; i--) {
        s.append((char) (random.nextInt(10) == 0 ? random.nextInt(0x10000) : random.nextInt(4) == 0 ? '?' : random.nextInt(0x100)));
      }
      byte[] encoded = s.toString().getBytes(ISO_8859_1);
      assertEquals(s.toString().equals(new String(encoded, ISO_8859_1)), standsFor(s.toString()));
    }
  }

  @Test
  void theMiddleCharacterTellsWhatIsLikely() {
    assertTrue(Latin1.isLikely(""));
    assertTrue(Latin1.isLikely("\u00e9"));
    assertFalse(Latin1.isLikely("a\u4e2db"));
  }
}
