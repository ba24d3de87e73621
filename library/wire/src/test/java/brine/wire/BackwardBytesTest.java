package brine.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BackwardBytesTest {
  private static final class Failed extends RuntimeException {
    Failed(String what) {
      super(what);
    }
  }

  private static final Blocks.Failures FAILURES =
      new Blocks.Failures() {
        public RuntimeException outside(long at) {
          return new Failed("outside " + at);
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

  /** Blocks of four kilobytes, or one of a megabyte, in arrays. */
  private static Blocks arrays(int bits, Random random) {
    Blocks blocks = Blocks.growing(bits, 1 << 12, FAILURES);
    for (int i = 0; i < 600; i++) {
      byte[] object = new byte[4 + 4 * random.nextInt(40)];
      random.nextBytes(object);
      blocks.putBytes(blocks.allocate(object.length), object, 0, object.length);
    }
    return blocks;
  }

  private static Blocks buffers(Blocks arrays) {
    ByteBuffer[] buffers = arrays.buffers(0, arrays.length());
    for (int i = 0; i < buffers.length; i++) {
      buffers[i] = ByteBuffer.allocateDirect(buffers[i].remaining()).put(buffers[i]).flip();
    }
    return Blocks.of(buffers, arrays.bits(), arrays.length(), FAILURES);
  }

  private static void agree(Blocks blocks, BackwardBytes bytes, long at) {
    assertEquals(result(blocks::getInt, at), result(bytes::getInt, at), "int at " + at);
    assertEquals(result(blocks::getLong, at), result(bytes::getLong, at), "long at " + at);
    assertEquals(result(blocks::getByte, at), result(bytes::getByte, at), "byte at " + at);
  }

  private static String result(LongUnaryOperator load, long at) {
    try {
      return Long.toString(load.applyAsLong(at));
    } catch (Failed e) {
      return e.getMessage();
    }
  }

  @Test
  @DisplayName("loads are those of the blocks, downwards, upwards, at random and outside, of arrays and of buffers")
  void reference() {
    Random random = new Random(1);
    for (int bits : new int[] {12, 20}) {
      Blocks arrays = arrays(bits, random);
      for (Blocks blocks : new Blocks[] {arrays, buffers(arrays)}) {
        long length = blocks.length();
        BackwardBytes down = new BackwardBytes(blocks);
        for (long at = length - 1; at >= 0; at--) agree(blocks, down, at);
        BackwardBytes up = new BackwardBytes(blocks);
        for (long at = 0; at < length; at++) agree(blocks, up, at);
        BackwardBytes any = new BackwardBytes(blocks);
        for (int i = 0; i < 20_000; i++) agree(blocks, any, random.nextInt((int) length));
        for (BackwardBytes bytes : new BackwardBytes[] {down, up, any, new BackwardBytes(blocks)}) {
          for (long at : new long[] {-1, -8, Integer.MIN_VALUE, Long.MIN_VALUE / 2, Long.MAX_VALUE - 8}) {
            agree(blocks, bytes, at);
          }
        }
      }
    }
  }

  @Test
  @DisplayName("after the blocks have been closed, a piece that is not there fails as they do")
  void closed() {
    Blocks blocks = buffers(arrays(20, new Random(2)));
    BackwardBytes bytes = new BackwardBytes(blocks);
    agree(blocks, bytes, blocks.length() - 8);
    blocks.close();
    assertEquals("closed", result(bytes::getLong, 8));
  }
}
