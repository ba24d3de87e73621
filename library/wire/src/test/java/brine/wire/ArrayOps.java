package brine.wire;

import static brine.wire.Op.littleEndian;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Many values at once; unchecked, the numbers go one by one. */
final class ArrayOps {
  private ArrayOps() {}

  static Op any(Random r, int n) {
    return switch (r.nextInt(13)) {
      case 0 -> ofShorts(r, n);
      case 1 -> ofChars(chars(r, n));
      case 2 -> ofInts(IntStream.range(0, n).map(i -> Op.interesting(r)).toArray());
      case 3 -> ofLongs(IntStream.range(0, n).mapToLong(i -> Op.interestingLong(r)).toArray());
      case 4 -> ofFloats(r, n);
      case 5 -> ofDoubles(r, n);
      case 6 -> ofBooleans(r, n);
      case 7 -> ofSeparateBytes(bytes(r, n));
      case 8 -> ofBytesIntoArray(bytes(r, n));
      case 9 -> ofLatin1(bytes(r, n));
      case 10 -> ofUtf8(r, n);
      case 11 -> ofAlphabetic(r, n);
      default -> ofUtf16(chars(r, n));
    };
  }

  private static byte[] bytes(Random r, int n) {
    byte[] a = new byte[n];
    r.nextBytes(a);
    return a;
  }

  private static char[] chars(Random r, int n) {
    char[] a = new char[n];
    for (int i = 0; i < n; i++) a[i] = (char) r.nextInt();
    return a;
  }

  private static Op ofShorts(Random r, int n) {
    short[] a = new short[n];
    for (int i = 0; i < n; i++) a[i] = (short) r.nextInt();
    return new Op(
        sink -> sink.putShorts(a, 0, a.length),
        sink -> {
          for (short v : a) {
            sink.require(2);
            sink.putShortUnchecked(v);
          }
        },
        out -> {
          for (short v : a) littleEndian(out, v, 2);
        },
        source -> assertArrayEquals(a, source.getShorts(a.length)));
  }

  private static Op ofChars(char[] a) {
    return new Op(
        sink -> sink.putChars(a, 0, a.length),
        sink -> {
          for (char v : a) {
            sink.require(2);
            sink.putCharUnchecked(v);
          }
        },
        out -> {
          for (char v : a) littleEndian(out, v, 2);
        },
        source -> assertArrayEquals(a, source.getChars(a.length)));
  }

  private static Op ofInts(int[] a) {
    return new Op(
        sink -> sink.putInts(a, 0, a.length),
        sink -> {
          for (int v : a) {
            sink.require(4);
            sink.putIntUnchecked(v);
          }
        },
        out -> {
          for (int v : a) littleEndian(out, v, 4);
        },
        source -> assertArrayEquals(a, source.getInts(a.length)));
  }

  private static Op ofLongs(long[] a) {
    return new Op(
        sink -> sink.putLongs(a, 0, a.length),
        sink -> {
          for (long v : a) {
            sink.require(8);
            sink.putLongUnchecked(v);
          }
        },
        out -> {
          for (long v : a) littleEndian(out, v, 8);
        },
        source -> assertArrayEquals(a, source.getLongs(a.length)));
  }

  private static Op ofFloats(Random r, int n) {
    float[] a = new float[n];
    for (int i = 0; i < n; i++) a[i] = Float.intBitsToFloat(r.nextInt());
    return new Op(
        sink -> sink.putFloats(a, 0, a.length),
        sink -> {
          for (float v : a) {
            sink.require(4);
            sink.putFloatUnchecked(v);
          }
        },
        out -> {
          for (float v : a) littleEndian(out, Float.floatToRawIntBits(v), 4);
        },
        source -> {
          float[] b = source.getFloats(a.length);
          assertEquals(a.length, b.length);
          for (int i = 0; i < a.length; i++) assertEquals(Float.floatToRawIntBits(a[i]), Float.floatToRawIntBits(b[i]));
        });
  }

  private static Op ofDoubles(Random r, int n) {
    double[] a = new double[n];
    for (int i = 0; i < n; i++) a[i] = Double.longBitsToDouble(r.nextLong());
    return new Op(
        sink -> sink.putDoubles(a, 0, a.length),
        sink -> {
          for (double v : a) {
            sink.require(8);
            sink.putDoubleUnchecked(v);
          }
        },
        out -> {
          for (double v : a) littleEndian(out, Double.doubleToRawLongBits(v), 8);
        },
        source -> {
          double[] b = source.getDoubles(a.length);
          assertEquals(a.length, b.length);
          for (int i = 0; i < a.length; i++)
            assertEquals(Double.doubleToRawLongBits(a[i]), Double.doubleToRawLongBits(b[i]));
        });
  }

  private static Op ofBooleans(Random r, int n) {
    boolean[] a = new boolean[n];
    for (int i = 0; i < n; i++) a[i] = r.nextBoolean();
    return new Op(
        sink -> sink.putBooleans(a, 0, a.length),
        sink -> {
          for (boolean v : a) sink.putByte(v ? 1 : 0);
        },
        out -> {
          for (boolean v : a) out.write(v ? 1 : 0);
        },
        source -> assertArrayEquals(a, source.getBooleans(a.length)));
  }

  private static Op ofSeparateBytes(byte[] a) {
    return new Op(
        sink -> sink.putBytes(a, 0, a.length),
        sink -> {
          for (byte v : a) sink.putByte(v);
        },
        out -> out.writeBytes(a),
        source -> assertArrayEquals(a, source.getBytes(a.length)));
  }

  private static Op ofBytesIntoArray(byte[] a) {
    return ofBytes(a, source -> {
      byte[] b = new byte[a.length + 2];
      source.getBytes(b, 1, a.length);
      assertArrayEquals(a, Arrays.copyOfRange(b, 1, a.length + 1));
    });
  }

  private static Op ofLatin1(byte[] a) {
    return ofBytes(a, source -> assertEquals(new String(a, StandardCharsets.ISO_8859_1), source.getLatin1(a.length)));
  }

  private static Op ofBytes(byte[] a, Consumer<ByteSource> get) {
    Consumer<ByteSink> put = sink -> sink.putBytes(a, 0, a.length);
    return new Op(put, put, out -> out.writeBytes(a), get);
  }

  private static Op ofUtf8(Random r, int n) {
    StringBuilder b = new StringBuilder();
    for (int i = 0; i < n; i++) b.appendCodePoint(codePoint(r));
    String s = b.toString();
    byte[] a = Utf8.encode(s);
    Consumer<ByteSink> put = sink -> sink.putBytes(a, 0, a.length);
    return new Op(
        put,
        put,
        out -> out.writeBytes(s.getBytes(StandardCharsets.UTF_8)),
        source -> assertEquals(s, source.getUtf8(a.length)));
  }

  private static Op ofUtf16(char[] a) {
    Consumer<ByteSink> put = sink -> sink.putChars(a, 0, a.length);
    return new Op(
        put,
        put,
        out -> {
          for (char c : a) littleEndian(out, c, 2);
        },
        source -> assertEquals(new String(a), source.getUtf16(a.length)));
  }

  private static Op ofAlphabetic(Random r, int n) {
    int alphabet = r.nextInt(256);
    StringBuilder b = new StringBuilder();
    for (int i = 0; i < n; i++) b.append((char) (r.nextBoolean() ? r.nextInt(128) : 128 * alphabet + r.nextInt(128)));
    String s = b.toString();
    byte[] a = Alphabet.encode(s, alphabet);
    Consumer<ByteSink> put = sink -> sink.putBytes(a, 0, a.length);
    return new Op(put, put, out -> out.writeBytes(a), source -> assertEquals(s, source.getAlphabetic(alphabet, n)));
  }

  private static int codePoint(Random r) {
    int[] edges = {0, '?', 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x10000, 0x10FFFF};
    return r.nextBoolean() ? edges[r.nextInt(edges.length)] : 32 + r.nextInt(95);
  }
}
