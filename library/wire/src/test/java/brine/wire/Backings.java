package brine.wire;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Every backing that a sink or a source can have, so that a test can claim something of all of them. */
final class Backings {
  private Backings() {}

  /** A sink, and the bytes that have reached its destination; {@code written} is called after a flush. */
  record Sink(String name, ByteSink sink, Supplier<byte[]> result) {}

  /** A way to read given bytes. */
  record Source(String name, boolean bounded, Function<byte[], ByteSource> open) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** Sinks with room for exactly {@code size} bytes where room is limited at all. */
  static List<Sink> sinks(int size) {
    List<Sink> all = new ArrayList<>(bounded(size));
    ByteSink small = ByteSink.growing(0);
    all.add(new Sink("growing from 0", small, small::toByteArray));
    ByteSink large = ByteSink.growing(1 << 12);
    all.add(new Sink("growing from 4096", large, large::toByteArray));
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    all.add(new Sink("stream", ByteSink.over(stream), stream::toByteArray));
    ByteArrayOutputStream behindChannel = new ByteArrayOutputStream();
    all.add(new Sink("channel", ByteSink.over(stingyChannel(behindChannel)), behindChannel::toByteArray));
    return all;
  }

  /** The sinks among them whose destination can be full. */
  static List<Sink> bounded(int size) {
    byte[] array = new byte[size];
    byte[] around = new byte[size + 20];
    ByteSink slice = ByteSink.fixed(around, 7, size);
    ByteBuffer heap = ByteBuffer.allocate(size + 5).position(5);
    ByteBuffer heapSlice = ByteBuffer.allocate(size + 9).position(3).slice().position(2).limit(size + 2);
    ByteBuffer direct = ByteBuffer.allocateDirect(size + 4).position(1).limit(size + 1);
    return List.of(
        new Sink("array", ByteSink.fixed(array, 0, size), () -> array),
        new Sink("slice", slice, slice::toByteArray),
        new Sink("heap buffer", ByteSink.over(heap), () -> written(heap, 5)),
        new Sink("slice of a heap buffer", ByteSink.over(heapSlice), () -> written(heapSlice, 2)),
        new Sink("direct buffer", ByteSink.over(direct), () -> written(direct, 1)));
  }

  static List<Source> sources() {
    return List.of(
        new Source("array", true, ByteSource::of),
        new Source("slice", true, bytes -> ByteSource.of(padded(bytes), 7, bytes.length)),
        new Source("heap buffer", true, bytes -> ByteSource.of(ByteBuffer.wrap(padded(bytes), 7, bytes.length))),
        new Source("read-only buffer", true, bytes -> ByteSource.of(ByteBuffer.wrap(bytes).asReadOnlyBuffer())),
        new Source("direct buffer", true, bytes -> ByteSource.of(direct(bytes))),
        new Source("stream", false, bytes -> ByteSource.of(new ByteArrayInputStream(bytes))),
        new Source("stream of single bytes", false, bytes -> ByteSource.of(oneByOne(bytes))),
        new Source("channel", false, bytes -> ByteSource.of(Channels.newChannel(new ByteArrayInputStream(bytes)))),
        new Source("channel that pauses", false, bytes -> ByteSource.of(hesitant(bytes))));
  }

  static ByteBuffer direct(byte[] bytes) {
    return ByteBuffer.allocateDirect(bytes.length + 3).position(3).put(bytes).position(3);
  }

  static InputStream oneByOne(byte[] bytes) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] into, int offset, int count) {
        return super.read(into, offset, Math.min(count, 1));
      }
    };
  }

  private static byte[] padded(byte[] bytes) {
    byte[] around = new byte[bytes.length + 20];
    Arrays.fill(around, (byte) 0x81);
    System.arraycopy(bytes, 0, around, 7, bytes.length);
    return around;
  }

  private static byte[] written(ByteBuffer buffer, int from) {
    byte[] bytes = new byte[buffer.position() - from];
    buffer.duplicate().position(from).get(bytes);
    return bytes;
  }

  /** Takes 1,000 bytes at most at a time, and nothing at all on its third call. */
  private static WritableByteChannel stingyChannel(ByteArrayOutputStream out) {
    return new WritableByteChannel() {
      private int calls = 0;

      @Override
      public int write(ByteBuffer from) {
        if (++calls == 3) return 0;
        byte[] some = new byte[Math.min(1000, from.remaining())];
        from.get(some);
        out.writeBytes(some);
        return some.length;
      }

      @Override
      public boolean isOpen() {
        return true;
      }

      @Override
      public void close() {}
    };
  }

  /** Gives nothing on its second call. */
  private static ReadableByteChannel hesitant(byte[] bytes) {
    ReadableByteChannel inner = Channels.newChannel(new ByteArrayInputStream(bytes));
    return new ReadableByteChannel() {
      private int calls = 0;

      @Override
      public int read(ByteBuffer into) throws IOException {
        return ++calls == 2 ? 0 : inner.read(into);
      }

      @Override
      public boolean isOpen() {
        return true;
      }

      @Override
      public void close() {}
    };
  }
}
