package brine.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ByteAccessTest {
  /** The reference: a byte at a time, the lowest first. */
  private static long plain(byte[] bytes, int at, int width) {
    long value = 0;
    for (int i = 0; i < width; i++) value |= (bytes[at + i] & 0xFFL) << (8 * i);
    return value;
  }

  @Test
  @DisplayName("every access agrees with the plain one at every alignment, and touches nothing else")
  void reference() {
    Random r = new Random(3);
    byte[] bytes = new byte[64];
    for (int round = 0; round < 2_000; round++) {
      r.nextBytes(bytes);
      int at = r.nextInt(56);
      assertEquals((short) plain(bytes, at, 2), ByteAccess.getShort(bytes, at));
      assertEquals((char) plain(bytes, at, 2), ByteAccess.getChar(bytes, at));
      assertEquals((int) plain(bytes, at, 4), ByteAccess.getInt(bytes, at));
      assertEquals(plain(bytes, at, 8), ByteAccess.getLong(bytes, at));
      assertEquals((int) plain(bytes, at, 4), Float.floatToRawIntBits(ByteAccess.getFloat(bytes, at)));
      assertEquals(plain(bytes, at, 8), Double.doubleToRawLongBits(ByteAccess.getDouble(bytes, at)));
      byte[] copy = new byte[64];
      System.arraycopy(bytes, 0, copy, 0, at);
      System.arraycopy(bytes, at + 8, copy, at + 8, 56 - at);
      ByteAccess.putShort(copy, at, ByteAccess.getShort(bytes, at));
      ByteAccess.putChar(copy, at + 2, ByteAccess.getChar(bytes, at + 2));
      ByteAccess.putFloat(copy, at + 4, ByteAccess.getFloat(bytes, at + 4));
      assertArrayEquals(bytes, copy);
      ByteAccess.putLong(copy, at, 0);
      ByteAccess.putDouble(copy, at, ByteAccess.getDouble(bytes, at));
      assertArrayEquals(bytes, copy);
      ByteAccess.putInt(copy, at, 0);
      ByteAccess.putInt(copy, at, ByteAccess.getInt(bytes, at));
      assertArrayEquals(bytes, copy);
    }
  }

  @Test
  @DisplayName("in a buffer of any order, numbers are read little-endian, as in an array, and not outside its limit")
  void buffers() {
    byte[] bytes = new byte[64];
    new Random(4).nextBytes(bytes);
    for (ByteBuffer all : new ByteBuffer[] {ByteBuffer.wrap(bytes), ByteBuffer.allocateDirect(64).put(bytes).clear()}) {
      ByteBuffer buffer = all.slice(3, 40).asReadOnlyBuffer();
      for (int at = 0; at <= 32; at++) {
        assertEquals((short) plain(bytes, at + 3, 2), ByteAccess.getShort(buffer, at));
        assertEquals((int) plain(bytes, at + 3, 4), ByteAccess.getInt(buffer, at));
        assertEquals(plain(bytes, at + 3, 8), ByteAccess.getLong(buffer, at));
      }
      for (int at : new int[] {-1, 33, 39, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
        assertThrows(IndexOutOfBoundsException.class, () -> ByteAccess.getLong(buffer, at));
      }
      assertThrows(IndexOutOfBoundsException.class, () -> ByteAccess.getInt(buffer, 37));
      assertThrows(IndexOutOfBoundsException.class, () -> ByteAccess.getShort(buffer, 39));
    }
  }

  @Test
  @DisplayName("nothing is read or written outside an array")
  void bounds() {
    byte[] bytes = new byte[7];
    assertThrows(IndexOutOfBoundsException.class, () -> ByteAccess.getLong(bytes, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> ByteAccess.putInt(bytes, 4, 1));
    assertThrows(IndexOutOfBoundsException.class, () -> ByteAccess.getShort(bytes, -1));
    assertThrows(IndexOutOfBoundsException.class, () -> ByteAccess.putLongs(bytes, 0, new long[1], 0, 1));
  }
}
