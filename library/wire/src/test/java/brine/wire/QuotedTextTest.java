package brine.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class QuotedTextTest {
  @Test
  @DisplayName("where plain text ends is found as byte by byte: every byte at every place, beside every other")
  void ends() {
    Random random = new Random(1);
    for (int length = 0; length <= 20; length++) {
      for (int at = 0; at < length; at++) {
        for (int b = 0; b < 256; b++) {
          byte[] bytes = new byte[length + 3];
          Arrays.fill(bytes, (byte) 'a');
          bytes[1 + at] = (byte) b;
          if (random.nextBoolean()) bytes[1 + random.nextInt(length)] = (byte) random.nextInt();
          bytes[0] = '"';
          bytes[1 + length] = '"'; // before and behind the range
          check(bytes, 1, 1 + length);
        }
      }
    }
    for (int n = 0; n < 100_000; n++) {
      byte[] bytes = new byte[random.nextInt(40)];
      for (int i = 0; i < bytes.length; i++)
        bytes[i] = (byte) (random.nextInt(16) == 0 ? random.nextInt() : "!#[]~az ".charAt(random.nextInt(8)));
      check(bytes, 0, bytes.length);
    }
  }

  private static void check(byte[] bytes, int from, int until) {
    int ascii = from;
    while (ascii < until && bytes[ascii] >= ' ' && bytes[ascii] != '"' && bytes[ascii] != '\\') ascii++;
    assertEquals(ascii, QuotedText.endOfAscii(bytes, from, until), () -> Arrays.toString(bytes));
    int plain = from;
    while (plain < until && (bytes[plain] < 0 || bytes[plain] >= ' ') && bytes[plain] != '"' && bytes[plain] != '\\')
      plain++;
    assertEquals(plain, QuotedText.endOfPlain(bytes, from, until), () -> Arrays.toString(bytes));
  }

  @Test
  @DisplayName("a text is where it is, all of it, and nowhere else")
  void isAt() {
    for (int length = 0; length <= 40; length++) {
      byte[] wanted = new byte[length];
      for (int i = 0; i < length; i++) wanted[i] = (byte) ('a' + i);
      byte[] bytes = new byte[length + 2];
      System.arraycopy(wanted, 0, bytes, 1, length);
      assertTrue(QuotedText.isAt(bytes, 1, length + 1, wanted));
      assertTrue(QuotedText.isAt(bytes, 1, length + 2, wanted));
      if (length > 0) assertEquals(false, QuotedText.isAt(bytes, 1, length, wanted), "cut");
      for (int i = 0; i < length; i++) {
        bytes[1 + i] ^= 0x40;
        assertEquals(false, QuotedText.isAt(bytes, 1, length + 2, wanted), length + ", " + i);
        bytes[1 + i] ^= 0x40;
      }
    }
  }

  @Test
  @DisplayName("words are where they are, whole or in part, and nowhere else")
  void words() {
    byte[] bytes = "xabcdefghijklmnopx".getBytes(StandardCharsets.US_ASCII);
    long first = ByteAccess.getLong(bytes, 1);
    for (int length = 1; length <= 8; length++) {
      long mask = -1L >>> 8 * (8 - length);
      assertTrue(QuotedText.isWordAt(bytes, 1, 9, first & mask, mask));
      assertEquals(false, QuotedText.isWordAt(bytes, 1, 8, first & mask, mask), "too few bytes are left");
      for (int i = 0; i < length; i++)
        assertEquals(false, QuotedText.isWordAt(bytes, 1, 9, first & mask ^ 1L << 8 * i, mask));
    }
    for (int length = 8; length <= 16; length++) {
      long last = ByteAccess.getLong(bytes, length - 7);
      assertTrue(QuotedText.areWordsAt(bytes, 1, length + 1, length, first, last));
      assertEquals(false, QuotedText.areWordsAt(bytes, 1, length, length, first, last), "cut");
      assertEquals(false, QuotedText.areWordsAt(bytes, 1, length + 1, length, first ^ 1, last));
      assertEquals(false, QuotedText.areWordsAt(bytes, 1, length + 1, length, first, last ^ 1L << 63));
    }
  }

  @Test
  @DisplayName("white space ends as byte by byte: any run of it, before every byte, at every place")
  void space() {
    Random random = new Random(1);
    byte[] spaces = {' ', ' ', ' ', ' ', ' ', '\n', '\r', '\t'};
    for (int n = 0; n < 2_000; n++) {
      byte[] bytes = new byte[random.nextInt(40)];
      for (int i = 0; i < bytes.length; i++) bytes[i] = spaces[random.nextInt(spaces.length)];
      if (bytes.length > 0) bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      for (int from = 0; from <= bytes.length; from++) {
        int end = from;
        while (end < bytes.length && " \n\r\t".indexOf(bytes[end]) >= 0) end++;
        assertEquals(end, QuotedText.endOfSpace(bytes, from, bytes.length));
        assertEquals(from, QuotedText.endOfSpace(bytes, from, from));
      }
    }
  }

  @Test
  @DisplayName("a hash is of the bytes alone, wherever they stand, and short names seldom share one")
  void hash() {
    java.util.Set<Integer> hashes = new java.util.HashSet<>();
    for (int n = 0; n < 10_000; n++) {
      byte[] name = ("name" + n).getBytes(StandardCharsets.US_ASCII);
      byte[] elsewhere = new byte[name.length + 5];
      System.arraycopy(name, 0, elsewhere, 3, name.length);
      assertEquals(QuotedText.hash(name, 0, name.length), QuotedText.hash(elsewhere, 3, name.length));
      hashes.add(QuotedText.hash(name, 0, name.length) & 0xFFFF);
    }
    assertTrue(hashes.size() > 9_000, "of 10,000 in 65,536: " + hashes.size());
  }
}
