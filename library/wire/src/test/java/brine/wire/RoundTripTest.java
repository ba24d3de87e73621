package brine.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoundTripTest {
  static List<Backings.Source> sources() {
    return Backings.sources();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
  @DisplayName("every sink writes the bytes of the plain twin, into a destination of exactly that size")
  void sameBytes(int seed) {
    List<Op> ops = Op.random(seed, 400, 300);
    byte[] expected = Op.plain(ops);
    for (Backings.Sink backing : Backings.sinks(expected.length)) {
      for (Op op : ops) op.put(backing.sink());
      assertEquals(expected.length, backing.sink().written(), backing.name());
      backing.sink().flush();
      assertArrayEquals(expected, backing.result().get(), backing.name());
    }
    for (Backings.Sink backing : Backings.sinks(expected.length)) {
      for (Op op : ops) op.putUnchecked(backing.sink());
      backing.sink().flush();
      assertArrayEquals(expected, backing.result().get(), backing.name() + ", unchecked");
    }
  }

  @Test
  @DisplayName("so do arrays that are larger than a window")
  void largeArrays() {
    List<Op> ops = Op.random(42, 120, 150_000);
    byte[] expected = Op.plain(ops);
    assertTrue(expected.length > 20 * ByteSink.WINDOW);
    for (Backings.Sink backing : Backings.sinks(expected.length)) {
      for (Op op : ops) op.put(backing.sink());
      backing.sink().flush();
      assertTrue(Arrays.equals(expected, backing.result().get()), backing.name());
    }
    for (Backings.Source backing : Backings.sources()) {
      ByteSource source = backing.open().apply(expected);
      for (Op op : ops) op.get(source);
      assertTrue(source.atEnd(), backing.name());
    }
  }

  @ParameterizedTest
  @MethodSource("sources")
  @DisplayName("every source reads back the written values, and knows its position")
  void readsBack(Backings.Source backing) {
    for (int seed = 0; seed < 10; seed++) {
      List<Op> ops = Op.random(seed, 400, 300);
      byte[] bytes = Op.plain(ops);
      ByteSource source = backing.open().apply(bytes);
      assertEquals(backing.bounded(), source.bounded());
      assertEquals(0, source.offset());
      long offset = 0;
      for (Op op : ops) {
        assertEquals(backing.bounded() ? bytes.length - offset : Long.MAX_VALUE, source.remaining());
        op.get(source);
        offset += Op.plain(List.of(op)).length;
        assertEquals(offset, source.offset());
      }
      assertTrue(source.atEnd());
      assertTrue(source.atEnd());
      source.finish();
    }
  }

  @ParameterizedTest
  @MethodSource("sources")
  @DisplayName("input cut at any byte is TRUNCATED, never another failure, wherever it is cut")
  void truncated(Backings.Source backing) {
    for (int seed = 20; seed < 24; seed++) {
      List<Op> ops = Op.random(seed, 60, 20);
      byte[] bytes = Op.plain(ops);
      for (int cut = 0; cut < bytes.length; cut++) {
        ByteSource source = backing.open().apply(Arrays.copyOf(bytes, cut));
        WireException e = assertThrows(WireException.class, () -> ops.forEach(op -> op.get(source)));
        assertEquals(WireException.Kind.TRUNCATED, e.kind(), e.getMessage());
        assertTrue(e.offset() <= cut);
      }
    }
  }

  @Test
  @DisplayName("the checksum is the same over every backing, and is CRC32C")
  void checksums() {
    for (int longest : new int[] {50, 100_000}) {
      List<Op> ops = Op.random(7, 100, longest);
      byte[] bytes = Op.plain(ops);
      int skipped = 3;
      CRC32C plain = new CRC32C();
      plain.update(bytes, 0, bytes.length);
      int expected = (int) plain.getValue();
      byte[] padded = new byte[bytes.length + skipped];
      System.arraycopy(bytes, 0, padded, skipped, bytes.length);
      for (Backings.Sink backing : Backings.sinks(padded.length)) {
        ByteSink sink = backing.sink();
        for (int i = 0; i < skipped; i++) sink.putByte(0);
        sink.startChecksum();
        assertEquals(0, sink.checksum());
        for (Op op : ops) {
          op.put(sink);
          if (longest < 100) sink.checksum(); // asking does not disturb
        }
        assertEquals(expected, sink.checksum(), backing.name());
        sink.flush();
        assertEquals(expected, sink.checksum(), backing.name());
        assertArrayEquals(padded, backing.result().get());
      }
      for (Backings.Source backing : Backings.sources()) {
        ByteSource read = backing.open().apply(padded);
        read.skip(skipped);
        read.startChecksum();
        for (Op op : ops) op.get(read);
        assertEquals(expected, read.checksum(), backing.name());
        ByteSource skips = backing.open().apply(padded);
        skips.skip(skipped);
        skips.startChecksum();
        skips.skip(bytes.length);
        assertEquals(expected, skips.checksum(), backing.name());
        assertTrue(skips.atEnd());
        if (bytes.length >= 4) {
          ByteSource late = backing.open().apply(padded);
          late.skip(skipped);
          late.startChecksumBefore(late.getInt());
          late.skip(bytes.length - 4);
          assertEquals(expected, late.checksum(), backing.name());
        }
      }
    }
    assertThrows(IllegalStateException.class, () -> ByteSink.growing(1).checksum());
    assertThrows(IllegalStateException.class, () -> ByteSource.of(new byte[1]).checksum());
  }

  @Test
  @DisplayName("every fourth flush changes nothing")
  void flushInBetween() {
    List<Op> ops = Op.random(11, 400, 3000);
    byte[] expected = Op.plain(ops);
    for (Backings.Sink backing : Backings.sinks(expected.length)) {
      int i = 0;
      for (Op op : ops) {
        op.put(backing.sink());
        if (i++ % 4 == 0) backing.sink().flush();
      }
      backing.sink().flush();
      assertArrayEquals(expected, backing.result().get(), backing.name());
    }
  }

  @Test
  @DisplayName("an empty input is at its end")
  void empty() {
    for (Backings.Source backing : Backings.sources()) {
      ByteSource source = backing.open().apply(new byte[0]);
      assertTrue(source.atEnd());
      assertEquals(0, source.getBytes(0).length);
      assertEquals("", source.getUtf8(0));
      assertThrows(WireException.class, source::peekByte);
    }
    assertFalse(ByteSource.of(new byte[1]).atEnd());
  }
}
