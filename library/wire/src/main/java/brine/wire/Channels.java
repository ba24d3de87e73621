package brine.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.SelectableChannel;
import java.util.concurrent.locks.LockSupport;

/** The rule for channels: blocking ones only, as nobody here could wait on a selector. */
final class Channels {
  private Channels() {}

  private static final long PAUSE_NANOS = 1_000_000;

  static void requireBlocking(Channel channel) {
    if (isNonBlocking(channel))
      throw new IllegalArgumentException("a channel in non-blocking mode: call configureBlocking(true) first");
  }

  /** After a transfer of no bytes, which a blocking channel should not make: waits a little, or gives up. */
  static void pause(Channel channel) throws IOException {
    if (isNonBlocking(channel)) throw new IOException("the channel was switched to non-blocking mode");
    if (Thread.currentThread().isInterrupted()) throw new ClosedByInterruptException();
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  private static boolean isNonBlocking(Channel channel) {
    return channel instanceof SelectableChannel && !((SelectableChannel) channel).isBlocking();
  }

  /** Writes all, no more than {@code most} bytes in one call. */
  static void gather(GatheringByteChannel channel, ByteBuffer[] all, long most) throws IOException {
    for (int begin = written(all, 0); begin < all.length; begin = written(all, begin)) {
      int end = begin;
      long count = 0;
      while (end < all.length && count < most) count += all[end++].remaining();
      ByteBuffer last = all[end - 1];
      int limit = last.limit();
      last.limit(limit - (int) Math.max(0, count - most));
      if (channel.write(all, begin, end - begin) == 0) Channels.pause(channel);
      last.limit(limit);
    }
  }

  /** Up to where all is written, if it is up to {@code begin}. */
  private static int written(ByteBuffer[] all, int begin) {
    int next = begin;
    while (next < all.length && !all[next].hasRemaining()) next++;
    return next;
  }
}
