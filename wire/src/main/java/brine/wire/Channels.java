package brine.wire;

import java.io.IOException;
import java.nio.channels.Channel;
import java.nio.channels.ClosedByInterruptException;
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
}
