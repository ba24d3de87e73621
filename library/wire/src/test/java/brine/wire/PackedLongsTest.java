package brine.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class PackedLongsTest {
  private static final int COUNT = 1000;

  private static byte[] put(long... values) {
    ByteSink sink = ByteSink.growing(64);
    PackedLongs.put(values, values.length, sink);
    return sink.toByteArray();
  }

  private static PackedLongs open(byte[] block, int count) {
    return PackedLongs.of(Arrays.copyOf(block, block.length + PackedLongs.PADDING), 0, block.length, count);
  }

  /** However they are read, the values come back; their block's bytes. */
  private static byte[] comesBack(long... values) {
    byte[] block = put(values);
    PackedLongs oneByOne = open(block, values.length);
    for (int i = 0; i < values.length; i++) assertEquals(values[i], oneByOne.next(), "value " + i);
    assertThrows(WireException.class, oneByOne::next);

    long[] all = new long[values.length];
    open(block, values.length).next(all, 0, all.length);
    assertArrayEquals(values, all);

    int half = values.length / 2;
    PackedLongs rest = open(block, values.length);
    rest.pass(half);
    for (int i = half; i < values.length; i++) assertEquals(values[i], rest.next(), "value " + i);

    PackedLongs inAnyOrder = open(block, values.length);
    for (int i = values.length - 1; i >= 0; i--) assertEquals(values[i], inAnyOrder.get(i), "value " + i);
    assertThrows(IndexOutOfBoundsException.class, () -> inAnyOrder.get(values.length));

    PackedLongs byTurns = open(block, values.length);
    for (int i = 0; i < values.length; i++) {
      assertEquals(values[i], byTurns.next(), "value " + i);
      long[] some = new long[Math.min(i, values.length - i - 1)];
      int count = some.length == 0 ? 0 : byTurns.nextSome(some, 0, some.length);
      for (int j = 0; j < count; j++) assertEquals(values[++i], some[j], "value " + i);
    }
    return block;
  }

  @Test
  void theBlockIsTheSameWhereItsExtremesAreKnown() {
    Random random = new Random(6);
    for (int width = 0; width <= 64; width += 4) {
      long[] values = new long[COUNT];
      for (int i = 0; i < COUNT; i++)
        values[i] = (width == 0 ? 3 : random.nextLong() >>> (64 - width)) << random.nextInt(2);
      ByteSink sink = ByteSink.growing(64);
      long least = Arrays.stream(values).min().getAsLong();
      long most = Arrays.stream(values).max().getAsLong();
      PackedLongs.put(values, COUNT, least, most, sink);
      assertArrayEquals(put(values), sink.toByteArray(), "of " + width + " bits");
    }
  }

  @Test
  void bytesOfAllValuesAreCopiedAndOthersLeft() {
    long[] all = values(i -> (byte) (i * 37));
    PackedLongs bytes = open(put(all), COUNT);
    byte[] some = new byte[COUNT - 10];
    assertEquals(some.length, bytes.nextBytes(some));
    for (int i = 0; i < some.length; i++) assertEquals(all[i], some[i]);
    for (int i = some.length; i < COUNT; i++) assertEquals(all[i], bytes.next());
    assertEquals(0, open(put(all), COUNT).nextBytes(new byte[0]));
    PackedLongs begun = open(put(all), COUNT);
    begun.next(); // others are unpacked with it
    assertEquals(0, begun.nextBytes(some));
    assertEquals(all[1], begun.next());
    assertEquals(0, open(put(values(i -> i & 0xff)), COUNT).nextBytes(some), "other numbers of eight bits");
    assertEquals(0, open(put(values(i -> (byte) i / 2)), COUNT).nextBytes(some), "seven bits");
    assertThrows(WireException.class, () -> open(put(all), COUNT).nextBytes(new byte[COUNT + 1]));
  }

  private static long[] values(LongUnaryOperator value) {
    long[] all = new long[COUNT];
    for (int i = 0; i < COUNT; i++) all[i] = value.applyAsLong(i);
    return all;
  }

  private static int headOf(byte[] block) {
    return block[0] & 0xff;
  }

  @Test
  void zerosTakeNoBytes() {
    assertEquals(0, comesBack(new long[COUNT]).length);
  }

  @Test
  void valuesTakeTheBitsOfTheirRange() {
    Random random = new Random(1);
    for (int width = 1; width <= 57; width++) {
      int bits = width;
      long[] values = values(i -> 100 + (random.nextLong() >>> (64 - bits)));
      values[0] = 100;
      values[1] = 100 + (-1L >>> (64 - bits));
      byte[] block = comesBack(values);
      assertEquals(width, headOf(block));
      assertTrue(block.length <= COUNT * width / 8 + 8, width + " bits: " + block.length + " bytes");
    }
    assertEquals(64, headOf(comesBack(values(i -> random.nextLong()))));
  }

  @Test
  void anyNumberOfValuesOfAnyWidthAndSignComesBack() {
    Random random = new Random(5);
    for (int width = 0; width <= 64; width++) {
      for (int count : new int[] {1, 2, 63, 64, 65, 300}) {
        long[] values = new long[count];
        long[] rising = new long[count];
        for (int i = 0; i < count; i++) {
          values[i] = (i % 3 == 0 ? -1 : 1) * (width == 0 ? 5 : random.nextLong() >>> (64 - width));
          rising[i] = (i == 0 ? random.nextLong() : rising[i - 1]) + values[i] % 1000;
        }
        comesBack(values);
        comesBack(rising);
      }
    }
  }

  @Test
  void whatRisesEvenlyTakesFewBytes() {
    assertEquals(LongCursor.DIFFERENCES, headOf(comesBack(values(i -> 7 * i - 3))));
    assertTrue(put(values(i -> 1_370_000_000_000L + 17 * i)).length < 20);
  }

  @Test
  void multiplesAreShifted() {
    Random random = new Random(2);
    byte[] block = comesBack(values(i -> (long) random.nextInt(16) << 40));
    assertEquals(4, headOf(block));
    assertEquals(40, block[1]);
  }

  @Test
  void valuesOfAllMagnitudesTakeAVarintEach() {
    Random random = new Random(3);
    long[] values = values(i -> random.nextInt() >> random.nextInt(32));
    byte[] block = comesBack(values);
    assertEquals(LongCursor.VARINTS, headOf(block));
    int bytes = 1;
    for (long value : values) bytes += Varint.size(Varint.zigzag(value));
    assertEquals(bytes, block.length);
  }

  @Test
  void aBlockThatDoesNotHoldItsValuesIsRefused() {
    Random random = new Random(4);
    long[] wide = values(i -> random.nextInt() >> random.nextInt(32));
    long[] narrow = values(i -> random.nextInt(1000));
    for (long[] values : new long[][] {wide, narrow}) {
      byte[] block = put(values);
      assertThrows(WireException.class, () -> open(Arrays.copyOf(block, block.length - 1), COUNT));
      assertThrows(WireException.class, () -> open(Arrays.copyOf(block, block.length + 1), COUNT));
      assertThrows(WireException.class, () -> open(block, COUNT + 8));
      assertThrows(WireException.class, () -> open(block, COUNT - 8));
      assertThrows(WireException.class, () -> open(block, Integer.MAX_VALUE));
    }
  }

  @Test
  void aBlockOfNoSuchFormIsRefused() {
    // Widths that there are not, a shift of 64, eight bits shifted by 60, no value, one too many, half a varint, one
    // too long.
    String[] blocks = {
      "3b 00 00", "3f 00 00", "41 00 00", "7f 00 00", "ba 00 00", "01 40 00 00", "08 3c 00 00", "08 00 00",
      "08 00 00 01 01", "3a", "3a 80", "3a 80 00", "3a 00 00"
    };
    for (String block : blocks) {
      byte[] bytes = HexFormat.ofDelimiter(" ").parseHex(block);
      assertThrows(WireException.class, () -> open(bytes, 1), block);
    }
    assertEquals(-1, open(new byte[] {LongCursor.VARINTS, 1}, 1).next());
  }
}
