package brine.javaapi;

import brine.PickleException;
import brine.PickleWriter;

/**
 * Writes values of one type to a stream, one after the other. The shape is written once. For one thread.
 *
 * <p>Close it: it keeps up to 64 KiB of values until then.
 *
 * @param <T> the type of the values
 */
public final class Writer<T> implements AutoCloseable {
  private final PickleWriter<T> under;

  Writer(PickleWriter<T> under) {
    this.under = under;
  }

  /**
   * Writes a value behind those before it.
   *
   * @param value the value
   * @throws PickleException if the value cannot be written; the writer takes no more values then
   * @throws IllegalStateException if the writer is closed, or has failed before
   */
  public void write(T value) {
    under.write(value);
  }

  /**
   * Hands all values to the stream, and flushes it.
   *
   * @throws PickleException if the stream fails
   */
  public void flush() {
    under.flush();
  }

  /**
   * Flushes, and closes the stream. A second call has no effect.
   *
   * @throws PickleException if the stream fails
   */
  @Override
  public void close() {
    under.close();
  }
}
