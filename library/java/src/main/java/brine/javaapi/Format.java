package brine.javaapi;

import brine.Pickle$;
import brine.PickleException;
import brine.PickleFormat;
import brine.PickleOptions;
import brine.Pickler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import scala.collection.Iterator;

/**
 * A format of a {@link Brine}: it writes objects and reads them back. Immutable, for any number of threads.
 *
 * <p>A value's type is its class, a given class above it (a sealed interface), or a {@link TypeToken}. A reader
 * names the type
 * that the writer named. Every failure of a read or a write is a {@link PickleException}, which says where and why;
 * a class
 * that cannot be pickled is an {@link UnfitClassException}.
 *
 * @param <F> the format itself
 */
public abstract sealed class Format<F extends Format<F>> permits BinaryFormat, JsonFormat, GraphFormat {
  final Brine owner;
  final PickleFormat under;
  final PickleOptions options;

  Format(Brine owner, PickleFormat under, PickleOptions options) {
    this.owner = owner;
    this.under = under;
    this.options = options;
  }

  abstract F copy(PickleFormat format, PickleOptions settings);

  abstract Picklers picklers();

  /**
   * Returns this format with other options.
   *
   * @param settings the options
   * @return a format for which these options hold
   */
  public final F with(Options settings) {
    return copy(under, settings.over(owner.options));
  }

  // ---- arrays

  /**
   * Writes a value as an array, by its class.
   *
   * @param value the value; for one with type arguments, such as a list, name its type
   * @return the bytes
   */
  public final byte[] writeBytes(Object value) {
    return bytes(value, picklers().ofValue(value));
  }

  /**
   * Writes a value as an array.
   *
   * @param <T>   the type of the value
   * @param value the value
   * @param type  its class, or one above it that the reader names
   * @return the bytes
   */
  public final <T> byte[] writeBytes(@Nullable T value, Class<T> type) {
    return bytes(value, picklers().of(type));
  }

  /**
   * Writes a value as an array.
   *
   * @param <T>   the type of the value
   * @param value the value
   * @param type  its type
   * @return the bytes
   */
  public final <T> byte[] writeBytes(@Nullable T value, TypeToken<T> type) {
    return bytes(value, picklers().of(type.type()));
  }

  final <T> byte[] bytes(@Nullable T value, Pickler<T> pickler) {
    return under.pickleOf(value, pickler, options).bytes();
  }

  /**
   * Reads an array that holds exactly one value.
   *
   * @param <T>   the type of the value
   * @param bytes the bytes
   * @param type  the class that was written
   * @return the value; null if null was written
   */
  public final <T> T read(byte[] bytes, Class<T> type) {
    return under.pickled(bytes).<T>unpickle(picklers().of(type), options);
  }

  /**
   * Reads an array that holds exactly one value.
   *
   * @param <T>   the type of the value
   * @param bytes the bytes
   * @param type  the type that was written
   * @return the value; null if null was written
   */
  public final <T> T read(byte[] bytes, TypeToken<T> type) {
    return under.pickled(bytes).<T>unpickle(picklers().of(type.type()), options);
  }

  // ---- files

  /**
   * Writes a file: all of it, or nothing.
   *
   * @param <T>   the type of the value
   * @param value the value
   * @param file  the file, which is replaced
   * @param type  the type of the value
   */
  public final <T> void writeTo(@Nullable T value, Path file, Class<T> type) {
    writeTo(value, file, picklers().<T>of(type));
  }

  /**
   * Writes a file: all of it, or nothing.
   *
   * @param <T>   the type of the value
   * @param value the value
   * @param file  the file, which is replaced
   * @param type  the type of the value
   */
  public final <T> void writeTo(@Nullable T value, Path file, TypeToken<T> type) {
    writeTo(value, file, picklers().<T>of(type.type()));
  }

  private <T> void writeTo(@Nullable T value, Path file, Pickler<T> pickler) {
    brine.syntax$package.pickleTo(value, file, pickler, under, options);
  }

  /**
   * Reads a file that holds exactly one value.
   *
   * @param <T>  the type of the value
   * @param file the file
   * @param type the class that was written
   * @return the value
   */
  public final <T> T read(Path file, Class<T> type) {
    return Pickle$.MODULE$.<T>read(file, picklers().of(type), under, options);
  }

  /**
   * Reads a file that holds exactly one value.
   *
   * @param <T>  the type of the value
   * @param file the file
   * @param type the type that was written
   * @return the value
   */
  public final <T> T read(Path file, TypeToken<T> type) {
    return Pickle$.MODULE$.<T>read(file, picklers().of(type.type()), under, options);
  }

  // ---- streams

  /**
   * Returns a writer of many values.
   *
   * @param <T>    the type of the values
   * @param stream takes the bytes; closing the writer closes it
   * @param type   the type of the values
   * @return a writer, to be closed
   */
  public final <T> Writer<T> writer(OutputStream stream, Class<T> type) {
    return new Writer<>(Pickle$.MODULE$.writer(stream, picklers().<T>of(type), under, options));
  }

  /**
   * Returns a writer of many values.
   *
   * @param <T>    the type of the values
   * @param stream takes the bytes; closing the writer closes it
   * @param type   the type of the values
   * @return a writer, to be closed
   */
  public final <T> Writer<T> writer(OutputStream stream, TypeToken<T> type) {
    return new Writer<>(Pickle$.MODULE$.writer(stream, picklers().<T>of(type.type()), under, options));
  }

  /**
   * Reads the values of a stream that a {@link Writer} has written, each when it is needed. It ends where the stream
   * ends between
   * two values.
   *
   * @param <T>    the type of the values
   * @param stream holds the bytes; closing the result closes it
   * @param type   the type of the values
   * @return the values in their order
   */
  public final <T> Stream<T> reader(InputStream stream, Class<T> type) {
    return values(stream, picklers().<T>of(type));
  }

  /**
   * Reads the values of a stream that a {@link Writer} has written, each when it is needed. It ends where the stream
   * ends between
   * two values.
   *
   * @param <T>    the type of the values
   * @param stream holds the bytes; closing the result closes it
   * @param type   the type of the values
   * @return the values in their order
   */
  public final <T> Stream<T> reader(InputStream stream, TypeToken<T> type) {
    return values(stream, picklers().<T>of(type.type()));
  }

  private <T> Stream<T> values(InputStream stream, Pickler<T> pickler) {
    Iterator<T> values = Pickle$.MODULE$.readAll(stream, pickler, under, options);
    java.util.Iterator<T> each = scala.jdk.javaapi.CollectionConverters.asJava(values);
    Stream<T> all = StreamSupport.stream(Spliterators.spliteratorUnknownSize(each, Spliterator.ORDERED), false);
    return all.onClose(() -> close(stream));
  }

  private static void close(InputStream stream) {
    try {
      stream.close();
    } catch (IOException e) {
      throw new PickleException.InputOutput(e);
    }
  }

  final <T> Pickler<T> pickler(Type type) {
    return picklers().of(type);
  }
}
