package brine.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AlphabetTest {
  @ParameterizedTest
  @CsvSource({"Γειά σου,7", "дом 7,8", "שלום,11", "مرحبا,12", "नमस्ते,18", "สวัสดี,28", "it’s,64", "naïve,1"})
  @DisplayName("a text of ASCII and one alphabet comes back, a byte a character")
  void one(String text, int alphabet) {
    assertEquals(alphabet, Alphabet.of(text));
    byte[] bytes = Alphabet.encode(text);
    assertEquals(text.length(), bytes.length);
    assertEquals(text, ByteSource.of(bytes).getAlphabetic(alphabet, bytes.length));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ascii", "façon — дом", "żółw", "日本語", "한글", "😀"})
  @DisplayName("a text of no other alphabet, of two, or of one beyond the first 256 has none")
  void none(String text) {
    assertEquals(-1, Alphabet.of(text));
  }

  @Test
  @DisplayName("the first and the last character of the first and the last alphabet")
  void corners() {
    for (char c : new char[] {0x80, 0xFF, 0x100, 0x17F, 0x7F80, 0x7FFF}) {
      String text = "a" + c + '\u007f';
      assertEquals(c / 128, Alphabet.of(text));
      assertEquals(text, ByteSource.of(Alphabet.encode(text)).getAlphabetic(c / 128, 3));
    }
    assertEquals(-1, Alphabet.of("\u8000"));
    assertEquals(-1, Alphabet.of("\uffff"));
  }
}
