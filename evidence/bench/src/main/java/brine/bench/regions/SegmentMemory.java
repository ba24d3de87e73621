package brine.bench.regions;

import static java.lang.invoke.MethodType.methodType;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A {@code MemorySegment}, which code that JDK 17 compiles cannot name: by constant method handles, which HotSpot
 * compiles as the calls themselves.
 */
final class SegmentMemory extends RegionMemory {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  private static final Class<?> SEGMENT = named("MemorySegment");
  private static final Class<?> ARENA = named("Arena");
  private static final MethodHandle GET_INT = getInt();

  private final Object segment;

  private SegmentMemory(Object segment) {
    this.segment = segment;
  }

  static RegionMemory ofArray(ByteBuffer bytes) {
    MethodType ofArray = methodType(SEGMENT, byte[].class);
    return new SegmentMemory(call(() -> LOOKUP.findStatic(SEGMENT, "ofArray", ofArray).invoke(bytes.array())));
  }

  /** Mapped for any thread, until the arena ends, as a region would do. */
  static RegionMemory ofFile(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      return new SegmentMemory(
          call(
              () -> {
                Object arena = LOOKUP.findStatic(ARENA, "ofShared", methodType(ARENA)).invoke();
                MethodType map = methodType(SEGMENT, FileChannel.MapMode.class, long.class, long.class, ARENA);
                return LOOKUP
                    .findVirtual(FileChannel.class, "map", map)
                    .invoke(channel, FileChannel.MapMode.READ_ONLY, 0L, size, arena);
              }));
    }
  }

  @Override
  public int getInt(long at) {
    try {
      return (int) GET_INT.invokeExact(segment, at);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** The memory of a segment as an object, and a position. */
  private static MethodHandle getInt() {
    return (MethodHandle)
        call(
            () -> {
              Class<?> ofInt = named("ValueLayout$OfInt");
              Object layout = LOOKUP.findStaticGetter(named("ValueLayout"), "JAVA_INT_UNALIGNED", ofInt).invoke();
              MethodHandle get = LOOKUP.findVirtual(SEGMENT, "get", methodType(int.class, ofInt, long.class));
              return MethodHandles.insertArguments(get, 1, layout)
                  .asType(methodType(int.class, Object.class, long.class));
            });
  }

  private static Class<?> named(String name) {
    return (Class<?>) call(() -> Class.forName("java.lang.foreign." + name));
  }

  private interface Work {
    Object get() throws Throwable;
  }

  private static Object call(Work work) {
    try {
      return work.get();
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
