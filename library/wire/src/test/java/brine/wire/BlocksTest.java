package brine.wire;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BlocksTest {
  private static final class Failed extends RuntimeException {
    Failed(String what) {
      super(what);
    }
  }

  private static final Blocks.Failures FAILURES =
      new Blocks.Failures() {
        public RuntimeException outside(long at) {
          return new Failed("outside");
        }

        public RuntimeException closed() {
          return new Failed("closed");
        }

        public RuntimeException lost(Throwable cause) {
          return new Failed("lost");
        }

        public RuntimeException readOnly() {
          return new Failed("read only");
        }

        public RuntimeException tooLarge(long bytes, long most) {
          return new Failed("too large");
        }
      };

  private static void fails(String what, org.junit.jupiter.api.function.Executable act) {
    assertEquals(what, assertThrows(Failed.class, act).getMessage());
  }

  /** Objects of random sizes, each full of random bytes; also as buffers. */
  @Test
  @DisplayName("puts and gets agree at every position, in arrays and in buffers, and no object crosses a block")
  void reference() {
    Random random = new Random(1);
    Blocks blocks = Blocks.growing(12, 100, FAILURES);
    byte[] all = new byte[1 << 18];
    for (int i = 0; i < 500; i++) {
      int size = 8 + 4 * random.nextInt(200);
      long at = blocks.allocate(size);
      assertEquals(at >>> 12, at + size - 1 >>> 12);
      byte[] bytes = new byte[size];
      random.nextBytes(bytes);
      blocks.putBytes(at, bytes, 0, size);
      System.arraycopy(bytes, 0, all, (int) at, size);
      blocks.putLong(at, i * 0x123456789L);
      ByteBuffer.wrap(all).order(LITTLE_ENDIAN).putLong((int) at, i * 0x123456789L);
    }
    int length = (int) blocks.length();
    Blocks buffers = Blocks.of(blocks.buffers(0, length), 12, length, FAILURES);
    ByteBuffer expected = ByteBuffer.wrap(all).order(LITTLE_ENDIAN);
    for (Blocks each : new Blocks[] {blocks, buffers}) {
      // The end of a block may have got no room, where no object reaches.
      for (int at = 0; at + 8 <= 4096; at += 4) {
        assertEquals(expected.getLong(at), buffers.getLong(at));
        assertEquals(expected.getInt(at), buffers.getInt(at));
      }
      for (int at = 4096; at < length; at++) {
        assertEquals(expected.get(at), each.getByte(at));
        if ((at & 4095) <= 4094 && at + 2 <= length) assertEquals(expected.getShort(at), each.getShort(at));
        if ((at & 4095) <= 4092 && at + 4 <= length) assertEquals(expected.getInt(at), each.getInt(at));
        if ((at & 4095) <= 4088 && at + 8 <= length) assertEquals(expected.getLong(at), each.getLong(at));
      }
    }
  }

  @Test
  @DisplayName("a position outside fails by its own failure, from -2^31 to the largest")
  void outside() {
    Blocks growing = Blocks.growing(20, 64, FAILURES);
    growing.allocate(64);
    Blocks buffers = Blocks.of(new ByteBuffer[] {ByteBuffer.allocate(64)}, 20, 64, FAILURES);
    for (Blocks blocks : new Blocks[] {growing, buffers})
      for (long at : new long[] {-1, Integer.MIN_VALUE, Integer.MIN_VALUE + 100L, 1 << 20, 1L << 32, Long.MAX_VALUE}) {
        fails("outside", () -> blocks.getByte(at));
        fails("outside", () -> blocks.getShort(at));
        fails("outside", () -> blocks.getInt(at));
        fails("outside", () -> blocks.getLong(at));
        fails("outside", () -> blocks.getBytes(at, 1));
        fails("outside", () -> blocks.slice(at, 1));
        fails("outside", () -> blocks.getLatin1(at, 1));
        fails("outside", () -> blocks.getUtf16(at, 1));
      }
    for (Blocks blocks : new Blocks[] {growing, buffers}) {
      fails("outside", () -> blocks.getInt(61));
      fails("outside", () -> blocks.getLong(57));
      fails("outside", () -> blocks.getLatin1(0, 65));
      fails("outside", () -> blocks.getLatin1(0, -1));
      fails("outside", () -> blocks.getUtf16(0, Integer.MAX_VALUE));
    }
  }

  @Test
  @DisplayName("an object is not larger than a block, and another's memory is only read")
  void appending() {
    Blocks blocks = Blocks.growing(12, 64, FAILURES);
    assertEquals(0, blocks.allocate(4096));
    assertEquals(4096, blocks.allocate(4));
    assertEquals(8192, blocks.allocate(4096));
    fails("too large", () -> blocks.allocate(4097));
    Blocks buffers = Blocks.of(new ByteBuffer[] {ByteBuffer.allocate(64)}, 12, 64, FAILURES);
    fails("read only", () -> buffers.allocate(4));
    blocks.close();
    fails("closed", () -> blocks.allocate(4));
    fails("closed", () -> blocks.getInt(0));
    fails("closed", () -> blocks.buffers(0, 4));
  }

  @Test
  @DisplayName("arrays of every primitive type come back as they were")
  void arrays() {
    Blocks blocks = Blocks.growing(12, 64, FAILURES);
    long at = blocks.allocate(4096);
    double[] doubles = {1.5, Double.NaN, -0.0};
    blocks.putArray(at, doubles);
    double[] doublesBack = new double[3];
    blocks.getArray(at, doublesBack);
    assertArrayEquals(doubles, doublesBack);
    boolean[] booleans = {true, false, true};
    blocks.putArray(at + 100, booleans);
    boolean[] booleansBack = new boolean[3];
    blocks.getArray(at + 100, booleansBack);
    assertArrayEquals(booleans, booleansBack);
    char[] chars = {'a', '\ud800', 0};
    blocks.putChars(at + 200, chars);
    assertEquals(new String(chars), blocks.getUtf16(at + 200, 3));
    byte[] bytes = {1, -1};
    blocks.putArray(at + 300, bytes);
    assertArrayEquals(bytes, blocks.getBytes(at + 300, 2));
  }

  @Test
  @DisplayName("a byte outside fails as all else does, in arrays, in buffers and after they are closed")
  void bytesOutside() {
    Blocks growing = Blocks.growing(12, 100, FAILURES);
    growing.allocate(8);
    Blocks buffers = Blocks.of(new ByteBuffer[] {ByteBuffer.allocate(8)}, 12, 8, FAILURES);
    for (long at : new long[] {-1, -5000, 8, 4095, 4096, 1L << 40}) {
      if (at != 8) fails("outside", () -> growing.getByte(at));
      fails("outside", () -> buffers.getByte(at));
    }
    buffers.close();
    fails("closed", () -> buffers.getByte(0));
  }

  @Test
  @DisplayName("appended bytes are taken back, and the next bytes find zeros there")
  void cut() {
    Blocks blocks = Blocks.growing(12, 100, FAILURES);
    long first = blocks.allocate(8);
    blocks.putLong(first, 5);
    for (int i = 0; i < 3000; i++) blocks.putLong(blocks.allocate(8), -1);
    blocks.cut(8);
    assertEquals(8, blocks.length());
    assertEquals(5, blocks.getLong(first));
    for (int i = 0; i < 3000; i++) assertEquals(0, blocks.getLong(blocks.allocate(8)));
    assertEquals(8 + 3000 * 8, blocks.length());
  }

  /** Takes some bytes of its argument, or none. */
  private static final class Sluggish implements GatheringByteChannel {
    final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    final Random random = new Random(2);
    long mostOffered = 0;

    public long write(ByteBuffer[] all, int offset, int length) {
      long offered = 0;
      for (int i = offset; i < offset + length; i++) offered += all[i].remaining();
      mostOffered = Math.max(mostOffered, offered);
      int most = random.nextInt(4) == 0 ? 0 : random.nextInt(200_000);
      int left = most;
      for (int i = offset; i < offset + length; i++)
        for (; left > 0 && all[i].hasRemaining(); left--) taken.write(all[i].get());
      return most - left;
    }

    public long write(ByteBuffer[] all) {
      return write(all, 0, all.length);
    }

    public int write(ByteBuffer one) {
      return (int) write(new ByteBuffer[] {one});
    }

    public boolean isOpen() {
      return true;
    }

    public void close() {}
  }

  @Test
  @DisplayName(
      "a channel that takes bytes bit by bit gets all, of arrays no more than a piece at once, of buffers all at once")
  void channels() throws IOException {
    Random random = new Random(3);
    Blocks blocks = Blocks.growing(16, 100, FAILURES);
    byte[] all = new byte[1 << 21];
    random.nextBytes(all);
    for (int at = 0; at < all.length; at += 4096) blocks.putBytes(blocks.allocate(4096), all, at, 4096);
    Blocks buffers = Blocks.of(blocks.buffers(0, all.length), 16, all.length, FAILURES);
    for (Blocks each : new Blocks[] {blocks, buffers})
      for (int from : new int[] {0, 4096, 70_000}) {
        Sluggish channel = new Sluggish();
        each.writeTo(channel, ByteBuffer.wrap(new byte[] {1, 2, 3}), from, all.length);
        byte[] expected = new byte[3 + all.length - from];
        expected[0] = 1;
        expected[1] = 2;
        expected[2] = 3;
        System.arraycopy(all, from, expected, 3, all.length - from);
        assertArrayEquals(expected, channel.taken.toByteArray());
        assertEquals(each == blocks ? Blocks.PIECE : expected.length, channel.mostOffered);
      }
  }
}
