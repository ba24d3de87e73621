package brine.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * One thing put and got again, with its plain twin: {@code plain} writes the same bytes one by one, by the
 * definition of the encoding and nothing cleverer.
 */
interface Op {
  void put(ByteSink sink);

  void putUnchecked(ByteSink sink);

  void plain(ByteArrayOutputStream out);

  void get(ByteSource source);

  static byte[] plain(List<Op> ops) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Op op : ops) op.plain(out);
    return out.toByteArray();
  }

  static void littleEndian(ByteArrayOutputStream out, long value, int width) {
    for (int i = 0; i < width; i++) out.write((int) (value >>> (8 * i)));
  }

  static void leb128(ByteArrayOutputStream out, long unsigned) {
    long rest = unsigned;
    while (Long.compareUnsigned(rest, 128) >= 0) {
      out.write((int) (rest % 128 + 128) | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  /** A random mixture; arrays and strings are shorter than {@code longest}. */
  static List<Op> random(long seed, int count, int longest) {
    Random r = new Random(seed);
    List<Op> ops = new ArrayList<>();
    for (int i = 0; i < count; i++) ops.add(single(r));
    for (int i = 0; i < count / 4; i++) ops.add(r.nextInt(ops.size() + 1), many(r, r.nextInt(longest)));
    return ops;
  }

  static int interesting(Random r) {
    int[] edges = {0, 1, -1, 63, 64, -64, -65, 127, 128, 16383, 16384, 2097151, 2097152, 268435455, 268435456,
        Integer.MAX_VALUE, Integer.MIN_VALUE};
    return r.nextBoolean() ? edges[r.nextInt(edges.length)] : r.nextInt() >>> r.nextInt(32);
  }

  static long interestingLong(Random r) {
    if (r.nextInt(3) == 0) return interesting(r);
    return r.nextBoolean() ? (1L << r.nextInt(64)) - r.nextInt(2) : r.nextLong() >> r.nextInt(64);
  }

  private static Op single(Random r) {
    switch (r.nextInt(12)) {
      case 0: {
        byte v = (byte) r.nextInt();
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putByte(v);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            sink.require(1);
            sink.putByteUnchecked(v);
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            out.write(v);
          }

          @Override
          public void get(ByteSource source) {
            assertEquals(v, source.getByte());
          }
        };
      }
      case 1: {
        byte v = (byte) r.nextInt(2);
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putByte(v);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            sink.require(3);
            sink.putByteUnchecked(v);
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            out.write(v);
          }

          @Override
          public void get(ByteSource source) {
            assertEquals(v, source.peekByte());
            assertEquals(v == 1, source.getBoolean());
          }
        };
      }
      case 2: {
        short v = (short) r.nextInt();
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putShort(v);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            sink.require(2);
            sink.putShortUnchecked(v);
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            littleEndian(out, v, 2);
          }

          @Override
          public void get(ByteSource source) {
            assertEquals(v, source.getShort());
          }
        };
      }
      case 3: {
        char v = (char) r.nextInt();
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putChar(v);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            sink.require(2);
            sink.putCharUnchecked(v);
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            littleEndian(out, v, 2);
          }

          @Override
          public void get(ByteSource source) {
            assertEquals(v, source.getChar());
          }
        };
      }
      case 4: {
        int v = interesting(r);
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putInt(v);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            sink.require(4);
            sink.putIntUnchecked(v);
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            littleEndian(out, v, 4);
          }

          @Override
          public void get(ByteSource source) {
            assertEquals(v, source.getInt());
          }
        };
      }
      case 5: {
        long v = interestingLong(r);
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putLong(v);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            sink.require(8);
            sink.putLongUnchecked(v);
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            littleEndian(out, v, 8);
          }

          @Override
          public void get(ByteSource source) {
            assertEquals(v, source.getLong());
          }
        };
      }
      case 6: {
        float v = Float.intBitsToFloat(r.nextInt());
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putFloat(v);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            sink.require(4);
            sink.putFloatUnchecked(v);
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            littleEndian(out, Float.floatToRawIntBits(v), 4);
          }

          @Override
          public void get(ByteSource source) {
            assertEquals(Float.floatToRawIntBits(v), Float.floatToRawIntBits(source.getFloat()));
          }
        };
      }
      case 7: {
        double v = Double.longBitsToDouble(r.nextLong());
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putDouble(v);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            sink.require(8);
            sink.putDoubleUnchecked(v);
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            littleEndian(out, Double.doubleToRawLongBits(v), 8);
          }

          @Override
          public void get(ByteSource source) {
            assertEquals(Double.doubleToRawLongBits(v), Double.doubleToRawLongBits(source.getDouble()));
          }
        };
      }
      case 8: {
        int v = interesting(r);
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putVarint(v);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            sink.require(5);
            sink.putVarintUnchecked(v);
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            leb128(out, v & 0xFFFFFFFFL);
          }

          @Override
          public void get(ByteSource source) {
            assertEquals(v, source.getVarint());
          }
        };
      }
      case 9: {
        long v = interestingLong(r);
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putVarlong(v);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            sink.require(10);
            sink.putVarlongUnchecked(v);
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            leb128(out, v);
          }

          @Override
          public void get(ByteSource source) {
            assertEquals(v, source.getVarlong());
          }
        };
      }
      case 10: {
        int v = interesting(r);
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putZigzagInt(v);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            sink.require(5);
            sink.putZigzagIntUnchecked(v);
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            leb128(out, (v < 0 ? -2L * v - 1 : 2L * v) & 0xFFFFFFFFL);
          }

          @Override
          public void get(ByteSource source) {
            assertEquals(v, source.getZigzagInt());
          }
        };
      }
      default: {
        long v = interestingLong(r);
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putZigzagLong(v);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            sink.require(10);
            sink.putZigzagLongUnchecked(v);
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            leb128(out, v < 0 ? -2L * v - 1 : 2L * v);
          }

          @Override
          public void get(ByteSource source) {
            assertEquals(v, source.getZigzagLong());
          }
        };
      }
    }
  }

  /** {@code n} values at once; unchecked, one by one. */
  private static Op many(Random r, int n) {
    switch (r.nextInt(12)) {
      case 0: {
        short[] a = new short[n];
        for (int i = 0; i < n; i++) a[i] = (short) r.nextInt();
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putShorts(a, 0, a.length);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            for (short v : a) {
              sink.require(2);
              sink.putShortUnchecked(v);
            }
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            for (int i = 0; i < a.length; i++) littleEndian(out, (long) a[i], 2);
          }

          @Override
          public void get(ByteSource source) {
            assertArrayEquals(a, source.getShorts(a.length));
          }
        };
      }
      case 1: {
        char[] a = new char[n];
        for (int i = 0; i < n; i++) a[i] = (char) r.nextInt();
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putChars(a, 0, a.length);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            for (char v : a) {
              sink.require(2);
              sink.putCharUnchecked(v);
            }
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            for (int i = 0; i < a.length; i++) littleEndian(out, (long) a[i], 2);
          }

          @Override
          public void get(ByteSource source) {
            assertArrayEquals(a, source.getChars(a.length));
          }
        };
      }
      case 2: {
        int[] a = new int[n];
        for (int i = 0; i < n; i++) a[i] = interesting(r);
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putInts(a, 0, a.length);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            for (int v : a) {
              sink.require(4);
              sink.putIntUnchecked(v);
            }
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            for (int i = 0; i < a.length; i++) littleEndian(out, (long) a[i], 4);
          }

          @Override
          public void get(ByteSource source) {
            assertArrayEquals(a, source.getInts(a.length));
          }
        };
      }
      case 3: {
        long[] a = new long[n];
        for (int i = 0; i < n; i++) a[i] = interestingLong(r);
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putLongs(a, 0, a.length);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            for (long v : a) {
              sink.require(8);
              sink.putLongUnchecked(v);
            }
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            for (int i = 0; i < a.length; i++) littleEndian(out, a[i], 8);
          }

          @Override
          public void get(ByteSource source) {
            assertArrayEquals(a, source.getLongs(a.length));
          }
        };
      }
      case 4: {
        float[] a = new float[n];
        for (int i = 0; i < n; i++) a[i] = Float.intBitsToFloat(r.nextInt());
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putFloats(a, 0, a.length);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            for (float v : a) {
              sink.require(4);
              sink.putFloatUnchecked(v);
            }
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            for (int i = 0; i < a.length; i++) littleEndian(out, Float.floatToRawIntBits(a[i]), 4);
          }

          @Override
          public void get(ByteSource source) {
            float[] b = source.getFloats(a.length);
            assertEquals(a.length, b.length);
            for (int i = 0; i < a.length; i++) assertEquals(Float.floatToRawIntBits(a[i]), Float.floatToRawIntBits(b[i]));
          }
        };
      }
      case 5: {
        double[] a = new double[n];
        for (int i = 0; i < n; i++) a[i] = Double.longBitsToDouble(r.nextLong());
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putDoubles(a, 0, a.length);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            for (double v : a) {
              sink.require(8);
              sink.putDoubleUnchecked(v);
            }
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            for (int i = 0; i < a.length; i++) littleEndian(out, Double.doubleToRawLongBits(a[i]), 8);
          }

          @Override
          public void get(ByteSource source) {
            double[] b = source.getDoubles(a.length);
            assertEquals(a.length, b.length);
            for (int i = 0; i < a.length; i++) assertEquals(Double.doubleToRawLongBits(a[i]), Double.doubleToRawLongBits(b[i]));
          }
        };
      }
      case 6: {
        boolean[] a = new boolean[n];
        for (int i = 0; i < n; i++) a[i] = r.nextBoolean();
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putBooleans(a, 0, a.length);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            for (boolean v : a) sink.putByte(v ? 1 : 0);
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            for (boolean v : a) out.write(v ? 1 : 0);
          }

          @Override
          public void get(ByteSource source) {
            assertArrayEquals(a, source.getBooleans(a.length));
          }
        };
      }
      case 7: {
        byte[] a = new byte[n];
        r.nextBytes(a);
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putBytes(a, 0, a.length);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            for (byte v : a) sink.putByte(v);
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            out.writeBytes(a);
          }

          @Override
          public void get(ByteSource source) {
            assertArrayEquals(a, source.getBytes(a.length));
          }
        };
      }
      case 8: {
        byte[] a = new byte[n];
        r.nextBytes(a);
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putBytes(a, 0, a.length);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            sink.putBytes(a, 0, a.length);
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            out.writeBytes(a);
          }

          @Override
          public void get(ByteSource source) {
            byte[] b = new byte[a.length + 2];
            source.getBytes(b, 1, a.length);
            assertArrayEquals(a, java.util.Arrays.copyOfRange(b, 1, a.length + 1));
          }
        };
      }
      case 9: {
        byte[] a = new byte[n];
        r.nextBytes(a);
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putBytes(a, 0, a.length);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            sink.putBytes(a, 0, a.length);
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            out.writeBytes(a);
          }

          @Override
          public void get(ByteSource source) {
            assertEquals(new String(a, StandardCharsets.ISO_8859_1), source.getLatin1(a.length));
          }
        };
      }
      case 10: {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < n; i++) b.appendCodePoint(codePoint(r));
        String s = b.toString();
        byte[] a = Utf8.encode(s);
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putBytes(a, 0, a.length);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            sink.putBytes(a, 0, a.length);
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            out.writeBytes(s.getBytes(StandardCharsets.UTF_8));
          }

          @Override
          public void get(ByteSource source) {
            assertEquals(s, source.getUtf8(a.length));
          }
        };
      }
      default: {
        char[] a = new char[n];
        for (int i = 0; i < n; i++) a[i] = (char) r.nextInt();
        return new Op() {
          @Override
          public void put(ByteSink sink) {
            sink.putChars(a, 0, a.length);
          }

          @Override
          public void putUnchecked(ByteSink sink) {
            sink.putChars(a, 0, a.length);
          }

          @Override
          public void plain(ByteArrayOutputStream out) {
            for (char c : a) littleEndian(out, c, 2);
          }

          @Override
          public void get(ByteSource source) {
            assertEquals(new String(a), source.getUtf16(a.length));
          }
        };
      }
    }
  }

  private static int codePoint(Random r) {
    int[] edges = {0, '?', 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x10000, 0x10FFFF};
    return r.nextBoolean() ? edges[r.nextInt(edges.length)] : 32 + r.nextInt(95);
  }
}
