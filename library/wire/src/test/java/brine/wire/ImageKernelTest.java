package brine.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The kernels give the results of their plain twin, {@link ReferenceImage}. */
class ImageKernelTest {
  private static final HexFormat HEX = HexFormat.ofDelimiter(" ");

  /** An image at random, with its bitmaps. */
  private static final class Sample {
    final List<String> layouts = new ArrayList<>();
    long[] image;
    long[] layout;
    long[] starts;

    Sample(Random random, int objects) {
      StringBuilder all = new StringBuilder();
      StringBuilder begins = new StringBuilder();
      List<Integer> starting = new ArrayList<>();
      for (int i = 0; i < objects; i++) {
        int length = 1 + (random.nextInt(10) == 0 ? random.nextInt(400) : random.nextInt(12));
        StringBuilder item = new StringBuilder("0");
        boolean runs = random.nextBoolean();
        while (item.length() < length) item.append(runs ? (item.length() * 8 / length) % 2 : random.nextInt(2));
        layouts.add(item.toString());
        starting.add(all.length());
        all.append(item);
        begins.append('1').append("0".repeat(length - 1));
      }
      image = new long[all.length()];
      layout = words(all);
      starts = words(begins);
      for (int i = 0; i < image.length; i++) {
        if (all.charAt(i) == '0') image[i] = random.nextLong() >> random.nextInt(64);
        else image[i] = random.nextInt(4) == 0 ? 0 : 1 + starting.get(random.nextInt(objects));
      }
    }

    private static long[] words(CharSequence bits) {
      long[] words = new long[ImageKernel.words(bits.length())];
      for (int i = 0; i < bits.length(); i++) if (bits.charAt(i) == '1') ImageKernel.set(words, i);
      return words;
    }
  }

  private static byte[] put(PackedItems items) {
    ByteSink sink = ByteSink.growing(64);
    items.putTo(sink);
    return sink.toByteArray();
  }

  private static byte[] expected(List<String> items) {
    ReferenceImage.Packed packed = ReferenceImage.pack(items);
    ByteSink sink = ByteSink.growing(64);
    for (String part : List.of(packed.bytes(), packed.ends())) {
      byte[] bytes = ReferenceImage.padded(part);
      sink.putBytes(bytes, 0, bytes.length);
    }
    return sink.toByteArray();
  }

  private static PackedSection section(byte[] put, int size) {
    byte[] bytes = new byte[put.length + 16];
    System.arraycopy(put, 0, bytes, 0, put.length);
    return new PackedSection(bytes, 0, size, size + 7 & ~7, 0);
  }

  @Test
  void theExampleOfTheComment() {
    PackedItems items = new PackedItems();
    for (long number : new long[] {22, 258, 0}) items.putNumber(number);
    assertEquals("b4 81 40 80 00 00 00 00 b0 00 00 00 00 00 00 00", HEX.formatHex(put(items)));
    assertEquals(3, items.count());
    assertEquals(4, items.size());
  }

  @Test
  void numbersOfEveryLengthArePackedAsTheTwinDoesAndComeBack() {
    Random random = new Random(1);
    for (int count : new int[] {0, 1, 7, 8, 9, 63, 64, 65, 1000, 20_000}) {
      PackedItems items = new PackedItems();
      List<String> bits = new ArrayList<>();
      long[] numbers = new long[count];
      for (int i = 0; i < count; i++) {
        numbers[i] = random.nextInt(5) == 0 ? 0 : random.nextLong() >>> 1 + random.nextInt(63);
        items.putNumber(numbers[i]);
        bits.add(ReferenceImage.significant(numbers[i]));
      }
      byte[] put = put(items);
      assertArrayEquals(expected(bits), put);
      assertEquals(bits, ReferenceImage.unpack(ReferenceImage.pack(bits)));
      PackedSection section = section(put, items.size());
      section.check();
      assertEquals(count, section.index());
      int at = 0;
      for (int i = 0; i < count; i++) {
        assertEquals(at, section.find(i), "item " + i);
        int length = section.lengthOfNumber(at);
        assertEquals(numbers[i], section.number(at, length));
        at += length;
      }
      assertEquals(items.size(), at);
      assertEquals(items.size(), section.find(count));
    }
  }

  @Test
  void layoutsOfEveryLengthArePackedAsTheTwinDoesAndComeBack() {
    Random random = new Random(2);
    for (int round = 0; round < 50; round++) {
      Sample sample = new Sample(random, 1 + random.nextInt(300));
      PackedItems items = new PackedItems();
      ImageKernel.packLayouts(sample.layout, sample.starts, sample.image.length, items);
      byte[] put = put(items);
      assertArrayEquals(expected(sample.layouts), put);
      PackedSection section = section(put, items.size());
      section.check();
      assertEquals(sample.layouts.size(), section.items(0, items.size()));
      assertEquals(sample.image.length, section.bits(0, items.size()));
      long[] layout = new long[sample.layout.length];
      long[] starts = new long[layout.length];
      int parts = 1 + random.nextInt(5);
      List<BitAppender> appenders = new ArrayList<>();
      long slot = 0;
      for (int i = 0; i < parts; i++) {
        int from = section.boundary((int) ((long) items.size() * i / parts));
        int to = section.boundary((int) ((long) items.size() * (i + 1) / parts));
        BitAppender layouts = new BitAppender(layout, slot);
        BitAppender begins = new BitAppender(starts, slot);
        section.expand(from, to, layouts, begins);
        appenders.add(layouts);
        appenders.add(begins);
        slot += section.bits(from, to);
      }
      appenders.forEach(BitAppender::finish);
      assertArrayEquals(sample.layout, layout);
      assertArrayEquals(sample.starts, starts);
    }
  }

  @Test
  void aRangeOfBitsIsSetAsBitByBit() {
    Random random = new Random(5);
    for (int from = 0; from <= 130; from++) {
      for (int to = from; to <= 260; to++) {
        long[] before = {0, random.nextLong(), 0, random.nextLong() & random.nextLong(), 0};
        long[] expected = before.clone();
        for (int i = from; i < to; i++) ImageKernel.set(expected, i);
        ImageKernel.setAll(before, from, to);
        assertArrayEquals(expected, before, from + " until " + to);
      }
    }
  }

  @Test
  void runsOfBitsAreOneItemHoweverTheyAreAppended() {
    Random random = new Random(3);
    for (int length = 1; length < 300; length++) {
      StringBuilder bits = new StringBuilder();
      PackedItems items = new PackedItems();
      while (bits.length() < length) {
        int run = Math.min(length - bits.length(), 1 + random.nextInt(90));
        boolean areSet = random.nextBoolean();
        bits.append((areSet ? "1" : "0").repeat(run));
        items.appendRun(areSet, run);
      }
      items.end();
      items.putNumber(5);
      assertArrayEquals(expected(List.of(bits.toString(), "101")), put(items), bits.toString());
    }
  }

  @Test
  void anImageIsTakenApartAndPutTogetherAsTheTwinDoes() {
    Random random = new Random(4);
    for (int round = 0; round < 50; round++) {
      Sample sample = new Sample(random, 1 + random.nextInt(300));
      int slots = sample.image.length;
      ReferenceImage.Apart apart = ReferenceImage.apart(sample.image, sample.layouts);
      assertArrayEquals(sample.image, ReferenceImage.together(apart));

      byte[] values = new byte[apart.values().size() * 8];
      PackedItems references = new PackedItems();
      int middle = random.nextInt(slots);
      int at = ImageKernel.copyValues(sample.image, sample.layout, 0, middle, values, 0);
      assertEquals(values.length, ImageKernel.copyValues(sample.image, sample.layout, middle, slots, values, at));
      ImageKernel.packReferences(sample.image, sample.layout, 0, middle, references);
      ImageKernel.packReferences(sample.image, sample.layout, middle, slots, references);
      ByteSource source = ByteSource.of(values);
      for (long value : apart.values()) assertEquals(value, source.getLong());
      List<String> significant = apart.references().stream().map(ReferenceImage::significant).toList();
      assertArrayEquals(expected(significant), put(references));

      PackedSection section = section(put(references), references.size());
      section.index();
      int ones = ImageKernel.count(sample.layout, 0, middle);
      assertEquals(apart.references().size(), ones + ImageKernel.count(sample.layout, middle, slots));
      for (SlotValues from : List.of(new SlotValues(values, 0), inChunks(values))) {
        long[] image = new long[slots];
        int end = ImageKernel.merge(
            sample.layout, sample.starts, slots, middle, slots, from, middle - ones, section, section.find(ones),
            image, 0);
        assertEquals(references.size(), end);
        long[] before = new long[middle];
        ImageKernel.merge(sample.layout, sample.starts, slots, 0, middle, from, 0, section, 0, before, 0);
        System.arraycopy(before, 0, image, 0, middle);
        assertArrayEquals(sample.image, image);
        long[] behind = new long[slots - middle];
        ImageKernel.merge(
            sample.layout, sample.starts, slots, middle, slots, from, middle - ones, section, section.find(ones),
            behind, middle);
        assertArrayEquals(java.util.Arrays.copyOfRange(image, middle, slots), behind);
      }
    }
  }

  private static SlotValues inChunks(byte[] values) {
    int bits = 3;
    byte[][] chunks = new byte[values.length / 64 + 1][];
    for (int i = 0; i < chunks.length; i++) {
      chunks[i] = java.util.Arrays.copyOfRange(values, i * 64, Math.min(values.length, (i + 1) * 64));
    }
    return new SlotValues(chunks, bits);
  }

  @Test
  void aReferenceMustLeadToAnObject() {
    for (String reference : List.of("10", "101", "1111111111", "1".repeat(63))) {
      byte[] put = expected(List.of(reference));
      int size = reference.length() / 8 + 1;
      long[] layout = {0x4000_0000_0000_0000L}; // header, reference
      long[] starts = {0x8000_0000_0000_0000L};
      WireException e = assertThrows(
          WireException.class,
          () -> ImageKernel.merge(
              layout, starts, 2, 0, 2, new SlotValues(new byte[8], 0), 0, section(put, size), 0, new long[2], 0));
      assertEquals(WireException.Kind.MALFORMED, e.kind());
      assertTrue(e.getMessage().contains("where no object begins"), e.getMessage());
    }
  }

  @Test
  void whatNoWriterPacksIsRefused() {
    refused("leading zeros", () -> number("00101000", 1));
    refused("no end bit", () -> number("00000000", 1));
    refused("an end bit before the last byte", () -> number("1010000000000000", 2));
    refused("more than eight bytes", () -> section(expected(List.of("1".repeat(64))), 9).lengthOfNumber(0));
    refused("a layout without slots", () -> section(expected(List.of("01", "", "01")), 3).bits(0, 3));
    byte[] endless = {0, 0, 0, 0, 0, 0, 0, 0, -128, 0, 0, 0, 0, 0, 0, 0};
    refused("a layout without an end bit", () -> section(endless, 1).bits(0, 1));
    refused("an end map that ends too early", () -> section(expected(List.of("1", "1")), 3).check());
    refused("an end map that goes on", () -> section(expected(List.of("1", "1", "1")), 2).check());
    byte[] dirty = expected(List.of("1"));
    dirty[5] = 1;
    refused("something behind the items", () -> section(dirty, 1).check());
  }

  private static long number(String bits, int length) {
    byte[] bytes = new byte[32];
    System.arraycopy(ReferenceImage.padded(bits), 0, bytes, 0, length);
    return new PackedSection(bytes, 0, length, 8, 0).number(0, length);
  }

  private static void refused(String what, org.junit.jupiter.api.function.Executable read) {
    assertEquals(WireException.Kind.MALFORMED, assertThrows(WireException.class, read, what).kind(), what);
  }
}
