package brine.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.channels.Pipe;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ByteSinkTest {
  static void fails(WireException.Kind kind, Executable action) {
    WireException e = assertThrows(WireException.class, action);
    assertEquals(kind, e.kind(), e.getMessage());
    assertEquals(0, e.getStackTrace().length);
    assertTrue(e.getMessage().endsWith("(at byte " + e.offset() + ")"));
  }

  @Test
  @DisplayName("one byte too many is BUFFER_FULL at flush, and bytes around the slice stay untouched")
  void full() {
    for (int size = 0; size < 12; size++) {
      int n = size;
      for (Backings.Sink backing : Backings.bounded(size)) {
        fails(WireException.Kind.BUFFER_FULL, () -> {
          for (int i = 0; i <= n; i++) backing.sink().putVarint(1);
          backing.sink().flush();
        });
      }
      for (Backings.Sink backing : Backings.bounded(size))
        fails(WireException.Kind.BUFFER_FULL, () -> backing.sink().putBytes(new byte[n + 1], 0, n + 1));
      for (Backings.Sink backing : Backings.bounded(size))
        fails(WireException.Kind.BUFFER_FULL, () -> backing.sink().putLongs(new long[n / 8 + 1], 0, n / 8 + 1));
      byte[] around = new byte[30];
      Arrays.fill(around, (byte) 9);
      ByteSink sink = ByteSink.fixed(around, 10, size);
      fails(WireException.Kind.BUFFER_FULL, () -> {
        for (int i = 0; i < 100; i++) sink.putLong(-1);
      });
      for (int i = 0; i < 10; i++) assertEquals(9, around[i]);
      for (int i = 10 + size; i < 30; i++) assertEquals(9, around[i]);
    }
  }

  @Test
  @DisplayName("a full destination is noticed after one require at most, not at the end")
  void fullSoon() {
    for (Backings.Sink backing : Backings.bounded(100)) {
      fails(WireException.Kind.BUFFER_FULL, () -> {
        while (true) backing.sink().putInt(1);
      });
      assertTrue(backing.sink().written() <= 104, backing.name());
    }
  }

  @Test
  @DisplayName("an output limit lets exactly that number of bytes pass, over every backing")
  void outputLimit() {
    for (int limit : new int[] {0, 1, 9, 700, 70_000}) {
      for (Backings.Sink backing : Backings.sinks(limit + 50)) {
        ByteSink sink = backing.sink();
        sink.maxBytes(limit);
        sink.require(20); // more than will be used
        for (int i = 0; i < limit; i++) sink.putVarint(5);
        sink.flush();
        fails(WireException.Kind.LIMIT, () -> {
          sink.putByte(1);
          sink.flush();
        });
      }
      for (Backings.Sink backing : Backings.sinks(limit + 50)) {
        ByteSink sink = backing.sink();
        sink.maxBytes(limit);
        fails(WireException.Kind.LIMIT, () -> sink.putBytes(new byte[limit + 1], 0, limit + 1));
        fails(WireException.Kind.LIMIT, () -> sink.putInts(new int[limit / 4 + 1], 0, limit / 4 + 1));
        assertEquals(0, sink.written());
      }
      for (Backings.Sink backing : Backings.sinks(limit + 50)) {
        ByteSink sink = backing.sink();
        sink.maxBytes(limit);
        fails(WireException.Kind.LIMIT, () -> {
          while (true) sink.putLong(1);
        });
        assertTrue(sink.written() <= limit + 8, backing.name());
      }
    }
    assertThrows(IllegalArgumentException.class, () -> ByteSink.growing(1).maxBytes(-1));
  }

  @Test
  @DisplayName("no stream gets bytes beyond the limit")
  void limitProtectsTheStream() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteSink sink = ByteSink.over(out);
    sink.maxBytes(100_000);
    fails(WireException.Kind.LIMIT, () -> {
      while (true) sink.putLong(1);
    });
    assertTrue(out.size() <= 100_000);
  }

  @Test
  @DisplayName("a buffer's position moves with flush, not before")
  void bufferPosition() {
    for (ByteBuffer buffer : new ByteBuffer[] {ByteBuffer.allocate(20), ByteBuffer.allocateDirect(20)}) {
      buffer.position(3);
      ByteSink sink = ByteSink.over(buffer);
      sink.putLong(1);
      assertEquals(3, buffer.position());
      sink.flush();
      assertEquals(11, buffer.position());
      sink.putByte(1);
      sink.putLong(2);
      assertEquals(11, buffer.position());
      fails(WireException.Kind.BUFFER_FULL, () -> {
        sink.putByte(1);
        sink.flush();
      });
      assertEquals(11, buffer.position());
    }
    assertThrows(ReadOnlyBufferException.class, () -> ByteSink.over(ByteBuffer.allocate(3).asReadOnlyBuffer()));
  }

  @Test
  @DisplayName("a failing stream is IO with its exception as the cause")
  void io() {
    IOException cause = new IOException("disk full");
    OutputStream out = new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw cause;
      }
    };
    ByteSink sink = ByteSink.over(out);
    sink.putInt(1);
    WireException e = assertThrows(WireException.class, sink::flush);
    assertEquals(WireException.Kind.IO, e.kind());
    assertSame(cause, e.getCause());
  }

  @Test
  @DisplayName("a channel in non-blocking mode is refused")
  void nonBlocking() throws IOException {
    Pipe pipe = Pipe.open();
    try (Pipe.SinkChannel in = pipe.sink(); Pipe.SourceChannel out = pipe.source()) {
      in.configureBlocking(false);
      out.configureBlocking(false);
      assertThrows(IllegalArgumentException.class, () -> ByteSink.over(in));
      assertThrows(IllegalArgumentException.class, () -> ByteSource.of(out));
      in.configureBlocking(true);
      out.configureBlocking(true);
      ByteSink sink = ByteSink.over(in);
      sink.putInt(77);
      sink.flush();
      assertEquals(77, ByteSource.of(out).getInt());
      sink.putInt(78);
      in.configureBlocking(false);
      sink.flush(); // there is room, so nobody has to wait
    }
  }

  @Test
  @DisplayName("a message is complete for its reader before the stream goes on: no get waits for more than it needs")
  void noOverreading() throws IOException {
    Pipe pipe = Pipe.open();
    try (Pipe.SinkChannel in = pipe.sink(); Pipe.SourceChannel out = pipe.source()) {
      ByteSink sink = ByteSink.over(in);
      ByteSource source = ByteSource.of(out);
      for (int i = 0; i < 1000; i += 37) {
        sink.putVarint(i);
        sink.putBytes(new byte[i], 0, i);
        sink.flush();
        assertEquals(i, source.getVarint());
        assertEquals(i, source.getBytes(i).length);
      }
    }
  }

  @Test
  @DisplayName("a growing sink is reused from empty, with its limit and without its checksum")
  void reset() {
    ByteSink sink = ByteSink.growing(2);
    sink.maxBytes(10);
    sink.startChecksum();
    sink.putLong(1);
    sink.reset();
    assertEquals(0, sink.written());
    sink.putInt(0x04030201);
    assertArrayEquals(new byte[] {1, 2, 3, 4}, sink.toByteArray());
    assertThrows(IllegalStateException.class, sink::checksum);
    fails(WireException.Kind.LIMIT, () -> sink.putLongs(new long[1], 0, 1));
    assertThrows(IllegalStateException.class, () -> ByteSink.fixed(new byte[3], 0, 3).reset());
  }

  @Test
  @DisplayName("misuse is refused by the usual exceptions")
  void misuse() {
    assertThrows(IllegalArgumentException.class, () -> ByteSink.growing(-1));
    assertThrows(IndexOutOfBoundsException.class, () -> ByteSink.fixed(new byte[3], 2, 2));
    assertThrows(IndexOutOfBoundsException.class, () -> ByteSink.fixed(new byte[3], 1, Integer.MAX_VALUE));
    ByteSink sink = ByteSink.growing(9);
    assertThrows(IndexOutOfBoundsException.class, () -> sink.putBytes(new byte[3], 1, 3));
    assertThrows(IndexOutOfBoundsException.class, () -> sink.putLongs(new long[3], -1, 2));
    assertThrows(IndexOutOfBoundsException.class, () -> sink.putBooleans(new boolean[3], 1, Integer.MAX_VALUE));
    assertThrows(IllegalStateException.class, () -> ByteSink.over(new ByteArrayOutputStream()).toByteArray());
    assertThrows(IllegalStateException.class, () -> ByteSink.over(ByteBuffer.allocate(3)).toByteArray());
    assertEquals(0, sink.written());
  }

  @Test
  @DisplayName("more bytes than one array can hold are refused before memory is allocated")
  void twoGigabytes() {
    ByteSink sink = ByteSink.growing(0);
    long[] many = new long[1 << 18]; // 2 MiB
    sink.maxBytes(Long.MAX_VALUE);
    fails(WireException.Kind.LIMIT, () -> {
      sink.putByte(1);
      sink.require(Integer.MAX_VALUE);
    });
    sink.putLongs(many, 0, many.length);
    assertEquals(1 + many.length * 8L, sink.written());
  }

  @Test
  @DisplayName("puts of part of an array take just that part")
  void parts() {
    ByteSink sink = ByteSink.growing(0);
    sink.putInts(new int[] {1, 2, 3, 4}, 1, 2);
    sink.putBytes(new byte[] {5, 6, 7}, 2, 1);
    sink.putBooleans(new boolean[] {false, true}, 1, 1);
    assertArrayEquals(new byte[] {2, 0, 0, 0, 3, 0, 0, 0, 7, 1}, sink.toByteArray());
  }

  @Test
  void shortLatin1IsPutBehindItsHeaderAndOtherTextNotAtAll() {
    for (int length : new int[] {0, 1, 2, 7, 8, 9, 80, ByteSink.MAX_SHORT}) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < length; i++) text.append((char) (i * 37 & 0xFF));
      for (int header : new int[] {0, 127, 128, 300, 16_383}) {
        ByteSink sink = ByteSink.growing(length + 2);
        assertTrue(sink.putVarintAndLatin1(header, text.toString()));
        ByteSource source = ByteSource.of(sink.toByteArray());
        assertEquals(header, source.getVarint());
        assertEquals(text.toString(), source.getLatin1(length));
        assertEquals(0, source.remaining());
      }
      ByteSink refusing = ByteSink.growing(length + 3);
      assertFalse(refusing.putVarintAndLatin1(300, text.append('\u0100').toString()));
      assertEquals(0, refusing.written());
    }
    ByteSink roomy = ByteSink.growing(2 * ByteSink.MAX_SHORT);
    assertFalse(roomy.putVarintAndLatin1(5, "a".repeat(ByteSink.MAX_SHORT + 1)));
    assertEquals(0, roomy.written());
  }

  @Test
  void latin1IsNotPutWhereThereIsNoRoomYet() {
    ByteSink sink = ByteSink.growing(8);
    sink.putByte(1);
    assertFalse(sink.putVarintAndLatin1(5, "\0".repeat(6)));
    assertEquals(1, sink.written());
    assertTrue(sink.putVarintAndLatin1(5, "\0".repeat(5)));
    assertArrayEquals(new byte[] {1, 5, 0, 0, 0, 0, 0}, sink.toByteArray());
  }

  @Test
  @DisplayName("bytes that have not been handed over are taken back, also after a failure")
  void back() {
    for (Backings.Sink backing : Backings.sinks(40)) {
      ByteSink sink = backing.sink();
      for (int round = 0; round < 50; round++) {
        sink.putInt(0x01020304);
        for (int i = 0; i <= round % 20; i++) sink.putByte(9);
        assertTrue(sink.back(0), backing.name());
        assertEquals(0, sink.written());
      }
      sink.putByte(7);
      sink.putByte(8);
      assertTrue(sink.back(1));
      sink.maxBytes(20);
      fails(WireException.Kind.LIMIT, () -> {
        sink.putBytes(new byte[30], 0, 30);
        sink.flush();
      });
      assertTrue(sink.back(1));
      sink.putInt(5);
      sink.flush();
      assertArrayEquals(new byte[] {7, 5, 0, 0, 0}, Arrays.copyOf(backing.result().get(), 5), backing.name());
      assertThrows(IllegalArgumentException.class, () -> sink.back(6));
      assertThrows(IllegalArgumentException.class, () -> sink.back(-1));
    }
  }
}
