package brine.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AlphabetTest {
  /** Both ways: into a new array, and into an argument. */
  private static byte[] encode(String text, int alphabet) {
    byte[] bytes = Alphabet.encode(text, alphabet);
    byte[] given = new byte[text.length() + 2];
    assertEquals(bytes != null, Alphabet.encode(text, alphabet, given, 1));
    if (bytes != null) assertArrayEquals(bytes, Arrays.copyOfRange(given, 1, given.length - 1));
    return bytes;
  }

  @ParameterizedTest
  @CsvSource({"Γειά σου,7", "дом 7,8", "שלום,11", "مرحبا,12", "नमस्ते,18", "สวัสดี,28", "it’s,64", "naïve,1"})
  @DisplayName("a text of ASCII and one alphabet comes back, a byte a character")
  void one(String text, int alphabet) {
    assertEquals(alphabet, Alphabet.guess(text));
    byte[] bytes = encode(text, alphabet);
    assertEquals(text.length(), bytes.length);
    assertEquals(text, ByteSource.of(bytes).getAlphabetic(alphabet, bytes.length));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ascii", "façon — дом", "żółw", "日本語", "한글", "😀"})
  @DisplayName("a text of no other alphabet, of two, or of one beyond the first 256 has none")
  void none(String text) {
    int guess = Alphabet.guess(text);
    if (guess >= 0) assertNull(encode(text, guess));
  }

  @Test
  @DisplayName("a text's letters are of one alphabet, wherever others stand")
  void others() {
    for (int at = 0; at < 20; at++) {
      String text = "д".repeat(at) + "ω" + "д".repeat(19 - at);
      for (int alphabet : new int[] {7, 8, 9, 0, 15}) assertNull(encode(text, alphabet));
    }
  }

  @Test
  @DisplayName("the first and the last character of the first and the last alphabet")
  void corners() {
    for (char c : new char[] {0x80, 0xFF, 0x100, 0x17F, 0x7F80, 0x7FFF}) {
      String text = "a" + c + '\u007f';
      assertEquals(c / 128, Alphabet.guess(text));
      byte[] bytes = encode(text, c / 128);
      assertEquals(text, ByteSource.of(bytes).getAlphabetic(c / 128, 3));
    }
    assertEquals(-1, Alphabet.guess("\u8000"));
    assertEquals(-1, Alphabet.guess("a\uffff"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "д", "дд", "ддд", "aд", "it’s",
        "it’s a long text, and yet with one letter of another alphabet, ’ or two", "’"
      })
  @DisplayName("is shorter than UTF-8 when it is")
  void shorter(String text) {
    int alphabet = Alphabet.guess(text);
    byte[] bytes = encode(text, alphabet);
    int utf8 = text.getBytes(StandardCharsets.UTF_8).length;
    boolean isShorter = 2 + Varint.size(bytes.length) + bytes.length < Varint.size(1 + (utf8 << 1 | 1)) + utf8;
    assertEquals(isShorter, Alphabet.isShorterThanUtf8(bytes, alphabet));
  }

  @Test
  @DisplayName("is shorter than UTF-8 when it is, for every number of letters and lengths around those of a varint")
  void shorterForLengths() {
    for (int length = 1; length < 300; length++) {
      for (int letters = 1; letters <= Math.min(length, 5); letters++)
        shorter("д".repeat(letters) + "a".repeat(length - letters));
      shorter("’" + "a".repeat(length - 1));
    }
  }
}
