package brine.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * Numbers in byte arrays and buffers, little-endian except where a name says otherwise, at any index, checked by the
 * JVM against their bounds.
 *
 * <p>The only class that names {@link VarHandle}. Floating point keeps its bits, the payload of a NaN included.
 * Whole arrays go through a buffer's view, which copies memory. A loop of single accesses is not vectorised, but does
 * not allocate a view, which for ten doubles takes two thirds of the time. Reference: {@code ByteAccessTest}, byte by
 * byte.
 */
final class ByteAccess {
  private ByteAccess() {}

  /** Up to this number, values are copied one by one. */
  private static final int FEW = 24;

  private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, LITTLE_ENDIAN);
  private static final VarHandle CHAR = MethodHandles.byteArrayViewVarHandle(char[].class, LITTLE_ENDIAN);
  private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, LITTLE_ENDIAN);
  private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, LITTLE_ENDIAN);

  private static final VarHandle LONG_BIG_ENDIAN = MethodHandles.byteArrayViewVarHandle(long[].class, BIG_ENDIAN);

  // A buffer's own getters ask for its order at each call, which takes a quarter of a walk over a mapped file.
  private static final VarHandle SHORT_IN_BUFFER = MethodHandles.byteBufferViewVarHandle(short[].class, LITTLE_ENDIAN);
  private static final VarHandle INT_IN_BUFFER = MethodHandles.byteBufferViewVarHandle(int[].class, LITTLE_ENDIAN);
  private static final VarHandle LONG_IN_BUFFER = MethodHandles.byteBufferViewVarHandle(long[].class, LITTLE_ENDIAN);

  /**
   * The field of a string that is 0 if it keeps a byte for each character; null where {@code java.lang} is not open.
   */
  private static final VarHandle CODER = coder();

  private static VarHandle coder() {
    try {
      return MethodHandles.privateLookupIn(String.class, MethodHandles.lookup())
          .findVarHandle(String.class, "coder", byte.class);
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  static boolean hasCoder() {
    return CODER != null;
  }

  static byte coder(String s) {
    return (byte) CODER.get(s);
  }

  /** A thread that sees an array stored after this also sees the values that were stored in it before. */
  static void publish() {
    VarHandle.releaseFence();
  }

  static short getShort(byte[] bytes, int at) {
    return (short) SHORT.get(bytes, at);
  }

  static short getShort(ByteBuffer bytes, int at) {
    return (short) SHORT_IN_BUFFER.get(bytes, at);
  }

  static int getInt(ByteBuffer bytes, int at) {
    return (int) INT_IN_BUFFER.get(bytes, at);
  }

  static long getLong(ByteBuffer bytes, int at) {
    return (long) LONG_IN_BUFFER.get(bytes, at);
  }

  static void putShort(byte[] bytes, int at, short value) {
    SHORT.set(bytes, at, value);
  }

  static char getChar(byte[] bytes, int at) {
    return (char) CHAR.get(bytes, at);
  }

  static void putChar(byte[] bytes, int at, char value) {
    CHAR.set(bytes, at, value);
  }

  static int getInt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  static void putInt(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  static long getLong(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  static void putLong(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }

  /** Eight bytes of bits, the highest of the first byte being the first. */
  static long getLongBigEndian(byte[] bytes, int at) {
    return (long) LONG_BIG_ENDIAN.get(bytes, at);
  }

  static void putLongBigEndian(byte[] bytes, int at, long value) {
    LONG_BIG_ENDIAN.set(bytes, at, value);
  }

  static float getFloat(byte[] bytes, int at) {
    return Float.intBitsToFloat(getInt(bytes, at));
  }

  static void putFloat(byte[] bytes, int at, float value) {
    putInt(bytes, at, Float.floatToRawIntBits(value));
  }

  static double getDouble(byte[] bytes, int at) {
    return Double.longBitsToDouble(getLong(bytes, at));
  }

  static void putDouble(byte[] bytes, int at, double value) {
    putLong(bytes, at, Double.doubleToRawLongBits(value));
  }

  static void getShorts(byte[] bytes, int at, short[] into, int offset, int count) {
    if (count > FEW) view(bytes, at, count * 2).asShortBuffer().get(into, offset, count);
    else for (int i = 0; i < count; i++) into[offset + i] = getShort(bytes, at + i * 2);
  }

  static void putShorts(byte[] bytes, int at, short[] from, int offset, int count) {
    if (count > FEW) view(bytes, at, count * 2).asShortBuffer().put(from, offset, count);
    else for (int i = 0; i < count; i++) putShort(bytes, at + i * 2, from[offset + i]);
  }

  static void getChars(byte[] bytes, int at, char[] into, int offset, int count) {
    if (count > FEW) view(bytes, at, count * 2).asCharBuffer().get(into, offset, count);
    else for (int i = 0; i < count; i++) into[offset + i] = getChar(bytes, at + i * 2);
  }

  static void putChars(byte[] bytes, int at, char[] from, int offset, int count) {
    if (count > FEW) view(bytes, at, count * 2).asCharBuffer().put(from, offset, count);
    else for (int i = 0; i < count; i++) putChar(bytes, at + i * 2, from[offset + i]);
  }

  static void getInts(byte[] bytes, int at, int[] into, int offset, int count) {
    if (count > FEW) view(bytes, at, count * 4).asIntBuffer().get(into, offset, count);
    else for (int i = 0; i < count; i++) into[offset + i] = getInt(bytes, at + i * 4);
  }

  static void putInts(byte[] bytes, int at, int[] from, int offset, int count) {
    if (count > FEW) view(bytes, at, count * 4).asIntBuffer().put(from, offset, count);
    else for (int i = 0; i < count; i++) putInt(bytes, at + i * 4, from[offset + i]);
  }

  static void getLongs(byte[] bytes, int at, long[] into, int offset, int count) {
    if (count > FEW) view(bytes, at, count * 8).asLongBuffer().get(into, offset, count);
    else for (int i = 0; i < count; i++) into[offset + i] = getLong(bytes, at + i * 8);
  }

  static void putLongs(byte[] bytes, int at, long[] from, int offset, int count) {
    if (count > FEW) view(bytes, at, count * 8).asLongBuffer().put(from, offset, count);
    else for (int i = 0; i < count; i++) putLong(bytes, at + i * 8, from[offset + i]);
  }

  static void getFloats(byte[] bytes, int at, float[] into, int offset, int count) {
    if (count > FEW) view(bytes, at, count * 4).asFloatBuffer().get(into, offset, count);
    else for (int i = 0; i < count; i++) into[offset + i] = getFloat(bytes, at + i * 4);
  }

  static void putFloats(byte[] bytes, int at, float[] from, int offset, int count) {
    if (count > FEW) view(bytes, at, count * 4).asFloatBuffer().put(from, offset, count);
    else for (int i = 0; i < count; i++) putFloat(bytes, at + i * 4, from[offset + i]);
  }

  static void getDoubles(byte[] bytes, int at, double[] into, int offset, int count) {
    if (count > FEW) view(bytes, at, count * 8).asDoubleBuffer().get(into, offset, count);
    else for (int i = 0; i < count; i++) into[offset + i] = getDouble(bytes, at + i * 8);
  }

  static void putDoubles(byte[] bytes, int at, double[] from, int offset, int count) {
    if (count > FEW) view(bytes, at, count * 8).asDoubleBuffer().put(from, offset, count);
    else for (int i = 0; i < count; i++) putDouble(bytes, at + i * 8, from[offset + i]);
  }

  private static ByteBuffer view(byte[] bytes, int at, int count) {
    return ByteBuffer.wrap(bytes, at, count).order(LITTLE_ENDIAN);
  }

  /** Index within the {@code count} of the first byte that is neither 0 nor 1, or -1 when all were booleans. */
  static int getBooleans(byte[] bytes, int at, boolean[] into, int offset, int count) {
    for (int i = 0; i < count; i++) {
      byte b = bytes[at + i];
      if ((b & ~1) != 0) return i;
      into[offset + i] = b != 0;
    }
    return -1;
  }

  static void putBooleans(byte[] bytes, int at, boolean[] from, int offset, int count) {
    for (int i = 0; i < count; i++) bytes[at + i] = from[offset + i] ? (byte) 1 : 0;
  }

  static final long ONES = 0x0101010101010101L;
  static final long HIGHS = 0x8080808080808080L;

  /** Returns true if {@code wanted} is among {@code bytes}; eight at a time. */
  static boolean contains(byte[] bytes, byte wanted) {
    long pattern = (wanted & 0xFF) * ONES;
    int i = 0;
    for (; i <= bytes.length - 8; i += 8) {
      long x = getLong(bytes, i) ^ pattern; // a byte is zero where it matches
      if ((x - ONES & ~x & HIGHS) != 0) return true;
    }
    for (; i < bytes.length; i++) if (bytes[i] == wanted) return true;
    return false;
  }
}
