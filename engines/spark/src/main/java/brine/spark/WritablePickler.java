package brine.spark;

import brine.CodeNames;
import brine.PickleBuilder;
import brine.PickleException;
import brine.PickleReader;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.ArrayWritable;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Writable;

/** A class of Hadoop's that writes itself: the bytes that its own {@code write} gives. */
abstract class WritablePickler<W extends Writable> extends HandwrittenPickler<W> {
  private WritablePickler(Class<? extends W> c) {
    super(c);
  }

  /** Puts the arguments of {@link #made}, before the object's own bytes. */
  void putMore(W value, PickleBuilder builder) {}

  /** An object that is going to read its fields. */
  abstract W made(PickleReader reader);

  @Override
  public final void pickle(W value, PickleBuilder builder) {
    checkClass(value);
    putMore(value, builder);
    DataOutputBuffer out = new DataOutputBuffer();
    try {
      value.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Parts.putBytes(out.getData(), out.getLength(), builder);
  }

  @Override
  public final W unpickle(PickleReader reader) {
    W value = made(reader);
    byte[] bytes = Parts.getBytes(reader);
    check(bytes != null, "has no bytes:", bytes);
    ByteArrayInputStream in = new ByteArrayInputStream(bytes);
    try {
      value.readFields(new DataInputStream(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    check(in.available() == 0, "has not read bytes that it wrote:", in.available());
    return value;
  }

  /**
   * The pickler of a class, or null if it has no constructor without parameters.
   *
   * @param c a class that implements {@link Writable}
   */
  static WritablePickler<?> of(Class<?> c) {
    if (c == NullWritable.class) return new NullPickler();
    if (c == ArrayWritable.class) return new ArrayPickler();
    if (c == Configuration.class) return new ConfigurationPickler();
    try {
      Constructor<?> constructor = c.getDeclaredConstructor();
      constructor.setAccessible(true);
      return new SelfWritingPickler(constructor);
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  private static final class SelfWritingPickler extends WritablePickler<Writable> {
    private final Constructor<?> constructor;

    SelfWritingPickler(Constructor<?> constructor) {
      super(constructor.getDeclaringClass().asSubclass(Writable.class));
      this.constructor = constructor;
    }

    @Override
    Writable made(PickleReader reader) {
      try {
        return (Writable) constructor.newInstance();
      } catch (ReflectiveOperationException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        throw new PickleException.UserCode("the constructor of " + objectClass().getName(), cause);
      }
    }
  }

  /** {@link NullWritable}, of which there is one. */
  private static final class NullPickler extends WritablePickler<NullWritable> {
    NullPickler() {
      super(NullWritable.class);
    }

    @Override
    NullWritable made(PickleReader reader) {
      return NullWritable.get();
    }
  }

  /** {@link ArrayWritable}, whose own bytes do not name the class of its elements. */
  private static final class ArrayPickler extends WritablePickler<ArrayWritable> {
    ArrayPickler() {
      super(ArrayWritable.class);
    }

    @Override
    void putMore(ArrayWritable value, PickleBuilder builder) {
      builder.put(value.getValueClass(), CodeNames.classes$.MODULE$.pickler());
    }

    @Override
    ArrayWritable made(PickleReader reader) {
      Class<?> elements = (Class<?>) reader.get(CodeNames.classes$.MODULE$.pickler());
      return new ArrayWritable(elements.asSubclass(Writable.class));
    }
  }

  /** {@link Configuration}: its entries, without loading files that give defaults. */
  private static final class ConfigurationPickler extends WritablePickler<Configuration> {
    ConfigurationPickler() {
      super(Configuration.class);
    }

    @Override
    Configuration made(PickleReader reader) {
      return new Configuration(false);
    }
  }
}
