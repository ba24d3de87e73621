package brine.wire;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * One thing put and got again, with its plain twin: {@code plain} writes the same bytes one by one, by the
 * definition of the encoding and nothing cleverer.
 */
record Op(
    Consumer<ByteSink> put,
    Consumer<ByteSink> putUnchecked,
    Consumer<ByteArrayOutputStream> plain,
    Consumer<ByteSource> get) {

  void put(ByteSink sink) {
    put.accept(sink);
  }

  void putUnchecked(ByteSink sink) {
    putUnchecked.accept(sink);
  }

  void get(ByteSource source) {
    get.accept(source);
  }

  static byte[] plain(List<Op> ops) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Op op : ops) op.plain.accept(out);
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
    for (int i = 0; i < count; i++) ops.add(SingleOps.any(r));
    for (int i = 0; i < count / 4; i++) ops.add(r.nextInt(ops.size() + 1), ArrayOps.any(r, r.nextInt(longest)));
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
}
