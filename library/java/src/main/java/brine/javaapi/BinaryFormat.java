package brine.javaapi;

import brine.PickleFormat;
import brine.PickleOptions;
import org.jspecify.annotations.Nullable;

/**
 * The binary format: compact, with a checksum, and read by other versions of a class. Its bytes are those of Scala's
 * API.
 */
public final class BinaryFormat extends Format<BinaryFormat> {
  BinaryFormat(Brine owner, PickleFormat under, PickleOptions options) {
    super(owner, under, options);
  }

  @Override
  BinaryFormat copy(PickleFormat format, PickleOptions settings) {
    return new BinaryFormat(owner, format, settings);
  }

  @Override
  Picklers picklers() {
    return owner.exact;
  }

  /**
   * Writes a value, by its class.
   *
   * @param value the value; for one with type arguments, such as a list, name its type
   * @return the bytes
   */
  public byte[] write(Object value) {
    return writeBytes(value);
  }

  /**
   * Writes a value.
   *
   * @param <T>   the type of the value
   * @param value the value
   * @param type  its class, or one above it that the reader names
   * @return the bytes
   */
  public <T> byte[] write(@Nullable T value, Class<T> type) {
    return writeBytes(value, type);
  }

  /**
   * Writes a value.
   *
   * @param <T>   the type of the value
   * @param value the value
   * @param type  its type
   * @return the bytes
   */
  public <T> byte[] write(@Nullable T value, TypeToken<T> type) {
    return writeBytes(value, type);
  }

  /**
   * Returns the form without a header, which saves 16 bytes. Both ends must have the same classes: nothing in the
   * bytes tells their
   * type.
   *
   * @return the bare form, with these options
   */
  public BinaryFormat bare() {
    return copy(brine.binary.BinaryFormat.Bare$.MODULE$, options);
  }

  /**
   * Returns the form whose header is the key of the shape in the lock, in 2 bytes ({@link Brine.Builder#lock}).
   *
   * @return the keyed form, with these options
   */
  public BinaryFormat keyed() {
    return copy(brine.binary.BinaryFormat.Keyed$.MODULE$, options);
  }
}
