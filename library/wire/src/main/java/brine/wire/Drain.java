package brine.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** The destination of a {@link ByteSink}'s window: the rare path, separate so that the hot one is the same for all. */
abstract class Drain {
  /** Takes all {@code count} bytes. */
  abstract void accept(byte[] bytes, int from, int count) throws IOException;

  /** Makes the accepted bytes visible to the caller who owns the destination. */
  abstract void flush() throws IOException;

  /** Closes a stream or channel. Without effect on a second call. */
  void close() throws IOException {}

  /** Bytes of room from the start. */
  long capacity() {
    return Long.MAX_VALUE;
  }

  /** Into a slice of an array, the caller's or that of the caller's heap buffer. */
  static final class ToArray extends Drain {
    final byte[] array;
    final int start;
    final int end;
    final ByteBuffer owner; // null when the caller gave an array
    int next; // where the next byte goes

    ToArray(byte[] array, int start, int end, ByteBuffer owner) {
      this.array = array;
      this.start = start;
      this.end = end;
      this.owner = owner;
      this.next = start;
    }

    @Override
    void accept(byte[] bytes, int from, int count) {
      boolean inPlace = bytes == array && from == next; // the sink's window was the destination itself
      if (!inPlace) System.arraycopy(bytes, from, array, next, count);
      next += count;
    }

    @Override
    void flush() {
      if (owner != null) owner.position(next - owner.arrayOffset());
    }

    @Override
    long capacity() {
      return end - start;
    }
  }

  /** Into a buffer without an accessible array. */
  static final class ToBuffer extends Drain {
    private final ByteBuffer owner;
    private final ByteBuffer target;
    private final int capacity;

    ToBuffer(ByteBuffer owner) {
      this.owner = owner;
      this.target = owner.duplicate();
      this.capacity = owner.remaining();
    }

    @Override
    void accept(byte[] bytes, int from, int count) {
      target.put(bytes, from, count);
    }

    @Override
    void flush() {
      owner.position(target.position());
    }

    @Override
    long capacity() {
      return capacity;
    }
  }

  /** Into a stream. */
  static final class ToStream extends Drain {
    private final OutputStream out;

    ToStream(OutputStream out) {
      this.out = out;
    }

    @Override
    void accept(byte[] bytes, int from, int count) throws IOException {
      out.write(bytes, from, count);
    }

    @Override
    void flush() throws IOException {
      out.flush();
    }

    @Override
    void close() throws IOException {
      out.close();
    }
  }

  /** Into a blocking channel. */
  static final class ToChannel extends Drain {
    private final WritableByteChannel channel;

    ToChannel(WritableByteChannel channel) {
      Channels.requireBlocking(channel);
      this.channel = channel;
    }

    @Override
    void accept(byte[] bytes, int from, int count) throws IOException {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      int end = from + count;
      int at = from;
      while (at < end) {
        // NIO keeps a direct copy as large as its argument, for each thread: pass a window at a time
        buffer.limit(Math.min(end, at + Math.min(end - at, ByteSink.WINDOW))).position(at);
        int written = channel.write(buffer);
        if (written == 0) Channels.pause(channel);
        at += written;
      }
    }

    @Override
    void flush() {}

    @Override
    void close() throws IOException {
      channel.close();
    }
  }
}
