package brine.wire.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BinaryLayoutTest {
  @Test
  @DisplayName("the header's fields follow one another without a gap, and the flags use every bit once")
  void consistent() {
    assertEquals(0, BinaryLayout.MAGIC_OFFSET);
    assertEquals(BinaryLayout.MAGIC_OFFSET + 2, BinaryLayout.VERSION_OFFSET);
    assertEquals(BinaryLayout.VERSION_OFFSET + 1, BinaryLayout.FLAGS_OFFSET);
    assertEquals(BinaryLayout.FLAGS_OFFSET + 1, BinaryLayout.FINGERPRINT_OFFSET);
    assertEquals(BinaryLayout.FINGERPRINT_OFFSET + BinaryLayout.FINGERPRINT_BYTES, BinaryLayout.BODY_OFFSET);
    assertEquals(0x1EB2, BinaryLayout.MAGIC);
    assertEquals(0xFF, BinaryLayout.CARRIAGE_MASK + BinaryLayout.FLAG_SHARING + BinaryLayout.FLAG_CHECKSUM
        + BinaryLayout.FLAG_NUMBERED + BinaryLayout.FLAGS_RESERVED);
  }
}
