package brine.wire;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.List;

/** The origin of a {@link ByteSource}'s window: the rare path, separate so that the hot one is the same for all. */
abstract class Refill {
  /** The value of {@link #remaining} when the number is unknown. */
  static final long UNKNOWN = Long.MAX_VALUE;

  /** Reads 1 to {@code count} bytes ({@code count} is positive) and says how many, or -1 at the end. */
  abstract int read(byte[] into, int offset, int count) throws IOException;

  /** Bytes not read yet, or {@link #UNKNOWN}. */
  long remaining() {
    return UNKNOWN;
  }

  /** From a buffer without an accessible array. */
  static final class FromBuffer extends Refill {
    private final ByteBuffer rest;

    FromBuffer(ByteBuffer buffer) {
      this.rest = buffer.duplicate();
    }

    @Override
    int read(byte[] into, int offset, int count) {
      int n = Math.min(count, rest.remaining());
      if (n == 0) return -1;
      rest.get(into, offset, n);
      return n;
    }

    @Override
    long remaining() {
      return rest.remaining();
    }
  }

  /** From pieces that have already arrived; each is let go once it is read. */
  static final class FromPieces extends Refill {
    private final List<byte[]> pieces;
    private int piece = 0;
    private int at = 0; // in that piece
    private long rest;

    FromPieces(List<byte[]> pieces, long bytes) {
      this.pieces = pieces;
      this.rest = bytes;
    }

    @Override
    int read(byte[] into, int offset, int count) {
      if (rest == 0) return -1;
      byte[] current = pieces.get(piece);
      int n = Math.min(count, current.length - at);
      System.arraycopy(current, at, into, offset, n);
      at += n;
      rest -= n;
      if (at == current.length) {
        pieces.set(piece++, null);
        at = 0;
      }
      return n;
    }

    @Override
    long remaining() {
      return rest;
    }
  }

  /** From a stream. */
  static final class FromStream extends Refill {
    private final InputStream in;

    FromStream(InputStream in) {
      this.in = in;
    }

    @Override
    int read(byte[] into, int offset, int count) throws IOException {
      int n = in.read(into, offset, count);
      if (n != 0) return n;
      int b = in.read(); // a stream that wrongly gives nothing: a single byte has to block
      if (b < 0) return -1;
      into[offset] = (byte) b;
      return 1;
    }
  }

  /** From a blocking channel. */
  static final class FromChannel extends Refill {
    private final ReadableByteChannel channel;

    FromChannel(ReadableByteChannel channel) {
      Channels.requireBlocking(channel);
      this.channel = channel;
    }

    @Override
    int read(byte[] into, int offset, int count) throws IOException {
      // NIO keeps a direct copy as large as its argument, for each thread: pass a window at most
      ByteBuffer buffer = ByteBuffer.wrap(into, offset, Math.min(count, ByteSource.WINDOW));
      while (true) {
        int n = channel.read(buffer);
        if (n != 0) return n;
        Channels.pause(channel);
      }
    }
  }
}
