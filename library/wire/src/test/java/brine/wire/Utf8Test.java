package brine.wire;

import static brine.wire.ByteSinkTest.fails;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {
  @ParameterizedTest
  @ValueSource(strings = {
      "80", "bf", // continuation without a beginning
      "c2", "e0 a0", "f0 90 80", "c2 41", "e1 80 41", "f1 80 80 41", // broken off
      "c0 80", "c1 bf", "e0 80 80", "e0 9f bf", "f0 80 80 80", "f0 8f bf bf", // overlong
      "ed a0 80", "ed af bf", "ed b0 80", "ed bf bf", "ed a0 bd ed b8 80", // surrogates
      "f4 90 80 80", "f5 80 80 80", "f7 bf bf bf", // above U+10FFFF
      "f8 88 80 80 80", "fc 84 80 80 80 80", "fe", "ff"}) // never used
  @DisplayName("text that is not UTF-8 is MALFORMED, at the byte where it goes wrong")
  void strict(String bytes) {
    for (String before : new String[] {"", "41 c3 a9", "ef bf bd", "f0 9f 98 80".repeat(600)}) {
      for (String after : new String[] {"", "41", "ef bf bd"}) {
        byte[] all = ByteSourceTest.hex(before + bytes + after);
        for (Backings.Source backing : Backings.sources()) {
          ByteSource source = backing.open().apply(all);
          WireException e = assertThrows(WireException.class, () -> source.getUtf8(all.length));
          assertEquals(WireException.Kind.MALFORMED, e.kind());
          assertTrue(e.offset() >= ByteSourceTest.hex(before).length && e.offset() < all.length, e.getMessage());
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"00,0", "7f,7f", "c2 80,80", "df bf,7ff", "e0 a0 80,800", "ed 9f bf,d7ff", "ee 80 80,e000",
      "ef bf bd,fffd", "ef bf bf,ffff", "f0 90 80 80,10000", "f4 8f bf bf,10ffff"})
  @DisplayName("the corners of UTF-8 pass both ways, U+FFFD itself too")
  void corners(String bytes, String codePoint) {
    String s = new String(Character.toChars(Integer.parseInt(codePoint, 16)));
    byte[] expected = ByteSourceTest.hex(bytes);
    assertArrayEquals(expected, Utf8.encode(s));
    assertEquals(expected.length, Utf8.size(s));
    assertEquals(s, ByteSource.of(expected).getUtf8(expected.length));
    assertEquals(Integer.parseInt(codePoint, 16) < 128, Utf8.isAscii(s, Utf8.encode(s)));
  }

  @Test
  @DisplayName("an unpaired surrogate anywhere gives null, and survives as UTF-16")
  void unpaired() {
    String[] unpaired = {"\uD800", "\uDBFF", "\uDC00", "\uDFFF", "\uD83F", "\uDC00\uD800", "\uD800\uD800\uDC00"};
    for (String lone : unpaired) {
      for (String before : new String[] {"", "a", "?", "é?", "\uD83D\uDE00", "12345678901234567890"}) {
        for (String after : new String[] {"", "z", "?", "ÿ", "\uD83D\uDE00", "?2345678901234567890"}) {
          String s = before + lone + after;
          assertTrue(Utf8.hasUnpairedSurrogate(s));
          assertNull(Utf8.encode(s), s);
          assertEquals(-1, Utf8.size(s), s);
          assertFalse(Utf8.isAscii(s, Utf8.encode(s)));
          ByteSink sink = ByteSink.growing(0);
          sink.putChars(s.toCharArray(), 0, s.length());
          assertEquals(s, ByteSource.of(sink.toByteArray()).getUtf16(s.length()));
        }
      }
    }
  }

  @Test
  @DisplayName("encode agrees with the plain definition on random strings of every kind")
  void random() {
    Random r = new Random(5);
    String[] alphabets = {"abc", "abc?", "aé?", "a\uD83D\uDE00", "?\uD83D\uDE00\uDE00", "€a?"};
    for (int i = 0; i < 50_000; i++) {
      String alphabet = alphabets[r.nextInt(alphabets.length)];
      StringBuilder b = new StringBuilder();
      for (int n = r.nextInt(30); n > 0; n--) b.append(alphabet.charAt(r.nextInt(alphabet.length())));
      String s = b.toString();
      boolean lone = s.codePoints().anyMatch(c -> c >= 0xD800 && c <= 0xDFFF);
      byte[] encoded = Utf8.encode(s);
      if (lone) assertNull(encoded, s);
      else assertArrayEquals(s.getBytes(StandardCharsets.UTF_8), encoded, s);
      assertEquals(lone ? -1 : encoded.length, Utf8.size(s), s);
      assertEquals(!lone && s.chars().allMatch(c -> c < 128), Utf8.isAscii(s, encoded), s);
    }
  }

  @Test
  @DisplayName("the search eight bytes at a time gives the result of a plain search")
  void contains() {
    Random r = new Random(6);
    for (int i = 0; i < 100_000; i++) {
      byte[] bytes = new byte[r.nextInt(40)];
      for (int k = 0; k < bytes.length; k++)
        bytes[k] = (byte) (r.nextInt(20) == 0 ? r.nextInt() : '>' + r.nextInt(4) * 0x41);
      byte wanted = (byte) (r.nextBoolean() ? '?' : r.nextInt());
      boolean plain = false;
      for (byte b : bytes) plain |= b == wanted;
      assertEquals(plain, ByteAccess.contains(bytes, wanted));
    }
  }

  @Test
  @DisplayName("Latin-1 is any byte, one character each")
  void latin1() {
    byte[] all = new byte[256];
    for (int i = 0; i < 256; i++) all[i] = (byte) i;
    String s = ByteSource.of(all).getLatin1(256);
    for (int i = 0; i < 256; i++) assertEquals(i, s.charAt(i));
    fails(WireException.Kind.TRUNCATED, () -> ByteSource.of(all).getLatin1(257));
  }
}
