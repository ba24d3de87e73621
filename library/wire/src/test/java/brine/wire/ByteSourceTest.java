package brine.wire;

import static brine.wire.ByteSinkTest.fails;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSourceTest {
  static byte[] hex(String text) {
    String digits = text.replace(" ", "");
    byte[] bytes = new byte[digits.length() / 2];
    for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) Integer.parseInt(digits, 2 * i, 2 * i + 2, 16);
    return bytes;
  }

  private static void failsEverywhere(WireException.Kind kind, String bytes, Consumer<ByteSource> get) {
    for (Backings.Source backing : Backings.sources())
      fails(kind, () -> get.accept(backing.open().apply(hex(bytes))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"80 00", "ff 00", "80 80 00", "80 80 80 00", "80 80 80 80 00", "ff ff ff ff 10",
      "ff ff ff ff 8f", "80 80 80 80 80 00", "ff ff ff ff ff ff"})
  @DisplayName("a varint of more bytes or bits than it may have is MALFORMED")
  void badVarint(String bytes) {
    failsEverywhere(WireException.Kind.MALFORMED, bytes, ByteSource::getVarint);
    failsEverywhere(WireException.Kind.MALFORMED, bytes, ByteSource::getZigzagInt);
  }

  @ParameterizedTest
  @ValueSource(strings = {"80 00", "80 80 80 80 00", "80 80 80 80 80 80 80 80 80 00", "ff ff ff ff ff ff ff ff ff 02",
      "ff ff ff ff ff ff ff ff ff 81 00", "ff ff ff ff ff ff ff ff ff ff ff"})
  @DisplayName("so for 64 bits")
  void badVarlong(String bytes) {
    failsEverywhere(WireException.Kind.MALFORMED, bytes, ByteSource::getVarlong);
    failsEverywhere(WireException.Kind.MALFORMED, bytes, ByteSource::getLength);
    failsEverywhere(WireException.Kind.MALFORMED, bytes, ByteSource::getZigzagLong);
  }

  @ParameterizedTest
  @CsvSource({"00,0", "7f,127", "80 01,128", "ff 7f,16383", "80 80 01,16384", "ff ff ff ff 07,2147483647",
      "80 80 80 80 08,-2147483648", "ff ff ff ff 0f,-1"})
  @DisplayName("varints by example")
  void goodVarint(String bytes, int value) {
    for (Backings.Source backing : Backings.sources())
      assertEquals(value, backing.open().apply(hex(bytes)).getVarint());
    ByteSink sink = ByteSink.growing(0);
    sink.putVarint(value);
    assertArrayEquals(hex(bytes), sink.toByteArray());
    assertEquals(hex(bytes).length, Varint.size(value));
  }

  @Test
  @DisplayName("sizes and signs of varints at every power of two")
  void sizes() {
    for (int bit = 0; bit < 64; bit++) {
      for (long near = -1; near <= 1; near++) {
        long v = (1L << bit) + near;
        ByteSink sink = ByteSink.growing(0);
        sink.putVarlong(v);
        assertEquals(Varint.size(v), sink.written());
        assertEquals(v, Varint.unzigzag(Varint.zigzag(v)));
        sink.reset();
        sink.putVarint((int) v);
        assertEquals(Varint.size((int) v), sink.written());
        assertEquals((int) v, Varint.unzigzag(Varint.zigzag((int) v)));
      }
    }
    assertEquals(
        List.of(0, 1, 2, 3), List.of(Varint.zigzag(0), Varint.zigzag(-1), Varint.zigzag(1), Varint.zigzag(-2)));
  }

  @Test
  @DisplayName("a boolean is 0 or 1; the error names the byte's offset")
  void booleans() {
    failsEverywhere(WireException.Kind.MALFORMED, "02", ByteSource::getBoolean);
    failsEverywhere(WireException.Kind.MALFORMED, "80", ByteSource::getBoolean);
    failsEverywhere(WireException.Kind.MALFORMED, "00 01 00 ff", s -> s.getBooleans(4));
    for (Backings.Source backing : Backings.sources()) {
      ByteSource source = backing.open().apply(hex("05 05 00 01 00 ff"));
      source.skip(2);
      assertEquals(5, assertThrows(WireException.class, () -> source.getBooleans(4)).offset());
      byte[] large = new byte[200_000];
      large[199_998] = 3;
      ByteSource another = backing.open().apply(large);
      assertEquals(199_998, assertThrows(WireException.class, () -> another.getBooleans(200_000)).offset());
    }
  }

  private static final Map<String, ObjIntConsumer<ByteSource>> WITH_LENGTH = Map.ofEntries(
      Map.entry("bytes", (s, n) -> s.getBytes(n)),
      Map.entry("booleans", (s, n) -> s.getBooleans(n)),
      Map.entry("shorts", (s, n) -> s.getShorts(n)),
      Map.entry("chars", (s, n) -> s.getChars(n)),
      Map.entry("ints", (s, n) -> s.getInts(n)),
      Map.entry("longs", (s, n) -> s.getLongs(n)),
      Map.entry("floats", (s, n) -> s.getFloats(n)),
      Map.entry("doubles", (s, n) -> s.getDoubles(n)),
      Map.entry("latin1", (s, n) -> s.getLatin1(n)),
      Map.entry("utf8", (s, n) -> s.getUtf8(n)),
      Map.entry("utf16", (s, n) -> s.getUtf16(n)),
      Map.entry("alphabetic", (s, n) -> s.getAlphabetic(8, n)),
      Map.entry("skip", (s, n) -> s.skip(n)));

  @Test
  @DisplayName("a length that lies is TRUNCATED, a negative one MALFORMED, and neither costs memory")
  void lyingLengths() {
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    byte[] bytes = new byte[100_000];
    for (Backings.Source backing : Backings.sources()) {
      for (var get : WITH_LENGTH.entrySet()) {
        for (int n : new int[] {100_001, 1_000_000, 1 << 28, Integer.MAX_VALUE / 8, Integer.MAX_VALUE}) {
          ByteSource source = backing.open().apply(bytes);
          String what = get.getKey() + " from " + backing;
          long before = threads.getCurrentThreadAllocatedBytes();
          WireException e = assertThrows(WireException.class, () -> get.getValue().accept(source, n), what);
          long spent = threads.getCurrentThreadAllocatedBytes() - before;
          assertEquals(WireException.Kind.TRUNCATED, e.kind(), what);
          assertTrue(e.getMessage().contains("found 100000"), e.getMessage());
          // arrived + the window while it doubles + 64 KiB
          assertTrue(spent < 100_000 + 4 * ByteSource.WINDOW, what + " allocated " + spent);
        }
        for (int n : new int[] {-1, Integer.MIN_VALUE})
          fails(WireException.Kind.MALFORMED, () -> get.getValue().accept(backing.open().apply(bytes), n));
      }
    }
  }

  @Test
  @DisplayName("require says how many bytes were wanted and found")
  void require() {
    for (Backings.Source backing : Backings.sources()) {
      ByteSource source = backing.open().apply(new byte[9]);
      source.getByte();
      source.require(8);
      assertEquals(1, source.offset());
      WireException e = assertThrows(WireException.class, () -> source.require(9));
      assertEquals("wanted 9 bytes, found 8 (at byte 1)", e.getMessage());
      ByteSource large = backing.open().apply(new byte[ByteSource.WINDOW + 10]);
      large.skip(10);
      large.require(ByteSource.WINDOW);
    }
    ByteSource stream = ByteSource.of(InputStream.nullInputStream());
    assertThrows(IllegalArgumentException.class, () -> stream.require(ByteSource.WINDOW + 1));
  }

  @Test
  @DisplayName("finish moves the caller's buffer to the end of the consumed bytes, not of those read ahead")
  void finish() {
    for (ByteBuffer buffer : List.of(ByteBuffer.allocate(30), ByteBuffer.allocateDirect(30),
        ByteBuffer.allocate(40).position(7).slice(), ByteBuffer.allocate(30).asReadOnlyBuffer())) {
      buffer.position(4);
      ByteSource source = ByteSource.of(buffer);
      source.getLong();
      source.getByte();
      assertEquals(4, buffer.position());
      source.finish();
      assertEquals(13, buffer.position());
      assertEquals(0, source.getInt());
      source.finish();
      assertEquals(17, buffer.position());
    }
  }

  @Test
  @DisplayName("a failing stream is IO; a stream that gives nothing is read for a single byte")
  void streams() {
    IOException cause = new IOException("gone");
    WireException e = assertThrows(WireException.class, () -> ByteSource.of(new InputStream() {
      @Override
      public int read() throws IOException {
        throw cause;
      }
    }).getByte());
    assertEquals(WireException.Kind.IO, e.kind());
    assertSame(cause, e.getCause());
    ByteSource lazy = ByteSource.of(new InputStream() {
      private int next = 0;

      @Override
      public int read() {
        return next < 10 ? next++ : -1;
      }

      @Override
      public int read(byte[] into, int offset, int count) {
        return 0;
      }
    });
    assertEquals(0x0706050403020100L, lazy.getLong());
    lazy.skip(2);
    assertTrue(lazy.atEnd());
  }

  @Test
  @DisplayName("reading never changes the caller's array")
  void untouched() {
    byte[] bytes = new byte[1000];
    for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) (i % 100);
    byte[] copy = bytes.clone();
    ByteSource source = ByteSource.of(bytes);
    source.skip(990);
    assertThrows(WireException.class, () -> source.require(100));
    assertThrows(WireException.class, () -> source.getBytes(new byte[100_000], 0, 100_000));
    assertFalse(source.atEnd());
    assertArrayEquals(copy, bytes);
    assertThrows(IndexOutOfBoundsException.class, () -> ByteSource.of(bytes, 1, 1000));
    assertThrows(IndexOutOfBoundsException.class, () -> source.getBytes(new byte[3], 2, 2));
  }

  @Test
  @DisplayName("a view shows the bytes left without consuming them; only a source with a known end has one")
  void view() {
    byte[] bytes = new byte[150_000];
    for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) (i * 31);
    for (Backings.Source backing : Backings.sources()) {
      ByteSource source = backing.open().apply(bytes);
      source.getBytes(70_001);
      if (!backing.bounded()) {
        assertThrows(IllegalStateException.class, source::view);
        continue;
      }
      for (int at : new int[] {70_001, 70_003, bytes.length}) {
        source.skip(at - source.offset());
        ByteBuffer view = source.view();
        byte[] seen = new byte[view.remaining()];
        view.get(seen);
        assertArrayEquals(Arrays.copyOfRange(bytes, at, bytes.length), seen, backing.name());
        assertEquals(at, source.offset(), backing.name());
        assertEquals(bytes.length - at, source.remaining(), backing.name());
      }
      assertTrue(source.atEnd());
    }
  }
}
