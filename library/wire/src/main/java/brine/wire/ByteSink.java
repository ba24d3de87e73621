package brine.wire;

import static brine.wire.WireException.Kind.BUFFER_FULL;
import static brine.wire.WireException.Kind.IO;
import static brine.wire.WireException.Kind.LIMIT;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * Takes bytes, for an array that grows, a given array or buffer, a stream or a channel.
 *
 * <p>A put writes into a window, which is a plain array; only when the window is full does the backing matter. One
 * final class thus serves all backings, and every call site stays monomorphic.
 *
 * <pre>{@code
 * ByteSink sink = ByteSink.over(stream);
 * sink.putVarint(3);
 * sink.require(12);            // room for the next 12 bytes, asked once
 * sink.putIntUnchecked(7);
 * sink.putLongUnchecked(8);
 * sink.flush();                // always, whatever the backing
 * }</pre>
 *
 * <ol>
 *   <li>The window is {@code buffer[base .. end)}; {@code base <= position <= limit <= end}. Bytes in
 *       {@code base .. position} are written but not drained.
 *   <li>{@code limit} is where the slow path has to look: at {@code end}, or earlier where {@link #maxBytes} or the
 *       destination's capacity is reached.
 *   <li>A ceiling (either of the two) is never enforced early: {@link #require} may ask for more than will be used,
 *       so a message that fits exactly is written. It is noticed late by one {@code require} at most, and
 *       {@link #flush} and {@link #toByteArray} decide exactly. Bytes beyond it never
 *       reach a stream, and never move a buffer.
 *   <li>For a given array the window is that array; near its end, when {@code require} asks for more than is left, a
 *       small separate array takes over, which {@link #flush} copies. Hence: always flush.
 * </ol>
 *
 * <p>Errors are {@link WireException}s: LIMIT, BUFFER_FULL and IO. After one, a sink is not to be used again, except
 * that it may be set {@link #back}. Laws: {@link ByteSource} reads the values that were put; the backing does not
 * change the bytes ({@code RoundTripTest}). Not thread-safe. Only {@link #close} closes the caller's stream or channel.
 */
public final class ByteSink implements AutoCloseable {
  /** Bytes that a sink over a stream or channel holds back at most, unless a {@link #require} asks for more. */
  public static final int WINDOW = 64 * 1024;

  /** The most bytes that a growing sink holds: the largest array that the JVM allocates. */
  public static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  private static final int FIRST_WINDOW = 512; // doubles up to WINDOW: a small message does not pay for a large one

  private byte[] buffer;
  private int position;
  private int limit;

  private int base;
  private int end;
  private boolean inPlace; // the window is the caller's array itself
  private final Drain drain; // null when growing
  private final long capacity; // bytes that the destination can take
  private long maxBytes = Long.MAX_VALUE;
  private long drained = 0; // bytes before buffer[base]
  private boolean isClosed = false;
  private CRC32C checksum = null;
  private int checksumFrom; // index of the first byte that the checksum lacks

  private ByteSink(byte[] buffer, int start, int end, Drain drain, long capacity, boolean inPlace) {
    this.buffer = buffer;
    this.position = start;
    this.base = start;
    this.end = end;
    this.drain = drain;
    this.capacity = capacity;
    this.inPlace = inPlace;
    setLimit(0);
  }

  /**
   * Onto an array of the sink's own, which doubles when it is full. Past {@link #MAX_ARRAY} bytes: LIMIT.
   *
   * @param initialCapacity bytes, 0 or more
   * @throws IllegalArgumentException when it is negative
   */
  public static ByteSink growing(int initialCapacity) {
    if (initialCapacity < 0) throw new IllegalArgumentException("initial capacity " + initialCapacity);
    return new ByteSink(new byte[initialCapacity], 0, initialCapacity, null, MAX_ARRAY, false);
  }

  /**
   * Onto {@code length} bytes of the caller's array, from {@code offset}. When they do not suffice: BUFFER_FULL. The
   * last bytes may arrive with {@link #flush} only.
   *
   * @throws IndexOutOfBoundsException when the slice is not within the array
   */
  public static ByteSink fixed(byte[] array, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, array.length);
    return inPlace(new Drain.ToArray(array, offset, offset + length, null));
  }

  /**
   * Onto the caller's buffer, heap or direct, from its position to its limit. When that does not suffice:
   * BUFFER_FULL. Its position moves with {@link #flush}, not before; its byte order is ignored.
   *
   * @throws ReadOnlyBufferException when the buffer is read-only
   */
  public static ByteSink over(ByteBuffer buffer) {
    if (buffer.isReadOnly()) throw new ReadOnlyBufferException();
    if (!buffer.hasArray()) return windowed(new Drain.ToBuffer(buffer));
    int shift = buffer.arrayOffset();
    return inPlace(new Drain.ToArray(buffer.array(), shift + buffer.position(), shift + buffer.limit(), buffer));
  }

  /**
   * Onto a stream, by windows of {@link #WINDOW} bytes; {@link #flush} hands over the rest and flushes the stream.
   * An {@code IOException} becomes IO.
   */
  public static ByteSink over(OutputStream out) {
    return windowed(new Drain.ToStream(Objects.requireNonNull(out)));
  }

  /**
   * Onto a channel in blocking mode, by windows of {@link #WINDOW} bytes; {@link #flush} hands over the rest. An
   * {@code IOException} becomes IO.
   *
   * @throws IllegalArgumentException when the channel is in non-blocking mode: nobody here could wait for it
   */
  public static ByteSink over(WritableByteChannel out) {
    return windowed(new Drain.ToChannel(Objects.requireNonNull(out)));
  }

  private static ByteSink inPlace(Drain.ToArray drain) {
    return new ByteSink(drain.array, drain.start, drain.end, drain, drain.capacity(), true);
  }

  private static ByteSink windowed(Drain drain) {
    return new ByteSink(new byte[FIRST_WINDOW], 0, FIRST_WINDOW, drain, drain.capacity(), false);
  }

  /**
   * Limits the output to {@code bytes}, including bytes already written. Checked when room is made, and
   * exactly by {@link #flush}, {@link #toByteArray} and puts of many bytes: LIMIT.
   *
   * @throws IllegalArgumentException when it is negative
   */
  public void maxBytes(long bytes) {
    if (bytes < 0) throw new IllegalArgumentException("output limit " + bytes);
    maxBytes = bytes;
    setLimit(0);
  }

  /** The limit that {@link #maxBytes(long)} has set. */
  public long maxBytes() {
    return maxBytes;
  }

  /** Bytes put so far, drained or not. */
  public long written() {
    return drained + (position - base);
  }

  /**
   * Makes room: after it, {@code n} bytes may be put by the unchecked methods. It may be more than will be put.
   *
   * @param n bytes; small, up to {@link #WINDOW} (a sink over a stream holds that much in memory)
   * @throws WireException LIMIT or BUFFER_FULL when the bytes already put are too many, IO when draining fails
   */
  public void require(int n) {
    if (limit - position < n) makeRoom(n);
  }

  /** Puts the low 8 bits. */
  public void putByte(int b) {
    if (position >= limit) makeRoom(1);
    buffer[position++] = (byte) b;
  }

  /** Puts the low 16 bits, in 2 bytes, little-endian. */
  public void putShort(int value) {
    require(2);
    putShortUnchecked(value);
  }

  /** Puts the low 16 bits, in 2 bytes, little-endian. */
  public void putChar(int value) {
    require(2);
    putCharUnchecked(value);
  }

  /** Puts 4 bytes, little-endian. */
  public void putInt(int value) {
    require(4);
    putIntUnchecked(value);
  }

  /** Puts 8 bytes, little-endian. */
  public void putLong(long value) {
    require(8);
    putLongUnchecked(value);
  }

  /** Puts the bits as they are, NaN payloads too, in 4 bytes, little-endian. */
  public void putFloat(float value) {
    require(4);
    putFloatUnchecked(value);
  }

  /** Puts the bits as they are, NaN payloads too, in 8 bytes, little-endian. */
  public void putDouble(double value) {
    require(8);
    putDoubleUnchecked(value);
  }

  /** Puts an unsigned number by LEB128, 1 to 5 bytes: a negative {@code int} counts as above 2^31 and takes 5. */
  public void putVarint(int unsigned) {
    require(Varint.MAX_INT_BYTES);
    putVarintUnchecked(unsigned);
  }

  /** Puts an unsigned number by LEB128, 1 to 10 bytes: a negative {@code long} takes 10. */
  public void putVarlong(long unsigned) {
    require(Varint.MAX_LONG_BYTES);
    putVarlongUnchecked(unsigned);
  }

  /** Puts a signed number so that small ones of either sign are short, 1 to 5 bytes. */
  public void putZigzagInt(int signed) {
    putVarint(Varint.zigzag(signed));
  }

  /** Puts a signed number so that small ones of either sign are short, 1 to 10 bytes. */
  public void putZigzagLong(long signed) {
    putVarlong(Varint.zigzag(signed));
  }

  // ---- unchecked: only after a require that covers them; without it they may overwrite or throw anything ----

  /** {@link #putByte} within the room that {@link #require} has granted. */
  public void putByteUnchecked(int b) {
    buffer[position++] = (byte) b;
  }

  /** {@link #putShort} within the room that {@link #require} has granted: 2 bytes. */
  public void putShortUnchecked(int value) {
    ByteAccess.putShort(buffer, position, (short) value);
    position += 2;
  }

  /** {@link #putChar} within the room that {@link #require} has granted: 2 bytes. */
  public void putCharUnchecked(int value) {
    ByteAccess.putChar(buffer, position, (char) value);
    position += 2;
  }

  /** {@link #putInt} within the room that {@link #require} has granted: 4 bytes. */
  public void putIntUnchecked(int value) {
    ByteAccess.putInt(buffer, position, value);
    position += 4;
  }

  /** {@link #putLong} within the room that {@link #require} has granted: 8 bytes. */
  public void putLongUnchecked(long value) {
    ByteAccess.putLong(buffer, position, value);
    position += 8;
  }

  /** {@link #putFloat} within the room that {@link #require} has granted: 4 bytes. */
  public void putFloatUnchecked(float value) {
    ByteAccess.putFloat(buffer, position, value);
    position += 4;
  }

  /** {@link #putDouble} within the room that {@link #require} has granted: 8 bytes. */
  public void putDoubleUnchecked(double value) {
    ByteAccess.putDouble(buffer, position, value);
    position += 8;
  }

  /** {@link #putVarint} within the room that {@link #require} has granted: 5 bytes at most. */
  public void putVarintUnchecked(int unsigned) {
    if ((unsigned & ~0x7F) == 0) buffer[position++] = (byte) unsigned;
    else putLongVarint(unsigned);
  }

  /** {@link #putVarlong} within the room that {@link #require} has granted: 10 bytes at most. */
  public void putVarlongUnchecked(long unsigned) {
    if ((unsigned & ~0x7FL) == 0) buffer[position++] = (byte) unsigned;
    else putLongVarlong(unsigned);
  }

  /** {@link #putZigzagInt} within the room that {@link #require} has granted: 5 bytes at most. */
  public void putZigzagIntUnchecked(int signed) {
    putVarintUnchecked(Varint.zigzag(signed));
  }

  /** {@link #putZigzagLong} within the room that {@link #require} has granted: 10 bytes at most. */
  public void putZigzagLongUnchecked(long signed) {
    putVarlongUnchecked(Varint.zigzag(signed));
  }

  /**
   * {@link #putVarlong} without a branch, of a number of 56 bits at most, within the room that {@link #require} has
   * granted. It needs 8 bytes of room, even if it takes fewer. For numbers whose lengths nobody can foresee: a branch
   * that is foretold wrongly takes longer than all this.
   */
  public void putMixedVarlongUnchecked(long unsigned) {
    int bytes = Varint.size(unsigned);
    long low = Integer.toUnsignedLong(spread((int) unsigned & 0xFFF_FFFF));
    long high = Integer.toUnsignedLong(spread((int) (unsigned >>> 28) & 0xFFF_FFFF));
    ByteAccess.putLong(buffer, position, low | high << 32 | 0x80_8080_8080_8080L & (1L << 8 * (bytes - 1)) - 1);
    position += bytes;
  }

  // Bytes of seven bits are spread in registers and stored together: a loop costs a branch and a store a byte.

  private void putLongVarint(int unsigned) {
    if (unsigned >>> 14 == 0) putVarintOf2Bytes(unsigned);
    else putLongerVarint(unsigned);
  }

  private void putVarintOf2Bytes(int unsigned) {
    ByteAccess.putShort(buffer, position, (short) (unsigned << 1 & 0x7F00 | unsigned & 0x7F | 0x80));
    position += 2;
  }

  private void putLongerVarint(int unsigned) {
    if (unsigned >>> 28 != 0) {
      ByteAccess.putInt(buffer, position, spread(unsigned & 0xFFF_FFFF) | 0x8080_8080);
      buffer[position + 4] = (byte) (unsigned >>> 28);
      position += 5;
    } else {
      int bytes = (38 - Integer.numberOfLeadingZeros(unsigned)) / 7;
      ByteAccess.putInt(buffer, position, spread(unsigned) | 0x80_8080 & (1 << 8 * (bytes - 1)) - 1);
      position += bytes;
    }
  }

  private void putLongVarlong(long unsigned) {
    if (unsigned >>> 28 == 0) putLongVarint((int) unsigned);
    else {
      long low = Integer.toUnsignedLong(spread((int) unsigned & 0xFFF_FFFF));
      long high = Integer.toUnsignedLong(spread((int) (unsigned >>> 28) & 0xFFF_FFFF));
      if (unsigned >>> 56 == 0) {
        int bytes = (70 - Long.numberOfLeadingZeros(unsigned)) / 7;
        ByteAccess.putLong(buffer, position, low | high << 32 | 0x80_8080_8080_8080L & (1L << 8 * (bytes - 1)) - 1);
        position += bytes;
      } else {
        ByteAccess.putLong(buffer, position, low | high << 32 | 0x8080_8080_8080_8080L);
        position += 8;
        int rest = (int) (unsigned >>> 56);
        if (rest > 0x7F) buffer[position++] = (byte) rest; // its high bit says that one more follows
        buffer[position++] = (byte) (rest > 0x7F ? rest >>> 7 : rest);
      }
    }
  }

  /** 28 bits as four groups of seven, each in a separate byte. */
  private static int spread(int bits) {
    int halves = bits & 0x3FFF | (bits & 0xFFF_C000) << 2;
    return halves & 0x7F_007F | (halves & 0x3F80_3F80) << 1;
  }

  // ---- many at once ----

  /**
   * Puts {@code length} bytes of {@code src} from {@code offset}; any length. More than a window goes to a stream
   * without being copied.
   *
   * @throws IndexOutOfBoundsException when they are not within the array
   * @throws WireException LIMIT or BUFFER_FULL before any of them is put
   */
  public void putBytes(byte[] src, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, src.length);
    if (length > limit - position && !roomOrDrained(src, offset, length)) return;
    System.arraycopy(src, offset, buffer, position, length);
    position += length;
  }

  /** Characters that {@link #putVarintAndLatin1} takes at most. */
  public static final int MAX_SHORT = 4096;

  /**
   * Puts {@code header} as a varint and then a byte for each character of {@code s}, if there is room already, if the
   * string is short, and if {@link Latin1#holds} it. Otherwise it puts nothing and returns false. (To make room here,
   * too, would double the method's machine code.)
   *
   * @param header below 2^14, so that it takes 1 or 2 bytes
   * @param s at most {@link #MAX_SHORT} characters
   */
  public boolean putVarintAndLatin1(int header, String s) {
    int length = s.length();
    if (length > MAX_SHORT || limit - position < length + 2) return false;
    int start = position;
    if ((header & ~0x7F) == 0) buffer[position++] = (byte) header;
    else putVarintOf2Bytes(header);
    if (OutOfLine.encodeLatin1(s, buffer, position)) {
      position += length;
      return true;
    }
    position = start;
    return false;
  }

  /** Rare path of putBytes: true when there is room now, false when the bytes have gone straight to the drain. */
  private boolean roomOrDrained(byte[] src, int offset, int length) {
    checkCeiling(length);
    boolean straight = drain != null && !inPlace && length >= WINDOW;
    if (straight) {
      drainWindow();
      drainBytes(src, offset, length);
      if (checksum != null) checksum.update(src, offset, length);
      setLimit(0);
    } else makeRoom(length);
    return !straight;
  }

  /** Puts one byte a value, 0 or 1; errors as {@link #putBytes}. */
  public void putBooleans(boolean[] src, int offset, int length) {
    checkMany(src.length, offset, length, 1);
    for (int done = 0; done < length; ) {
      int n = roomFor(length - done, 1);
      ByteAccess.putBooleans(buffer, position, src, offset + done, n);
      position += n;
      done += n;
    }
  }

  /** Puts 2 bytes a value, little-endian; any length; errors as {@link #putBytes}. */
  public void putShorts(short[] src, int offset, int length) {
    checkMany(src.length, offset, length, 2);
    for (int done = 0; done < length; ) {
      int n = roomFor(length - done, 2);
      ByteAccess.putShorts(buffer, position, src, offset + done, n);
      position += n * 2;
      done += n;
    }
  }

  /** Puts 2 bytes a value, little-endian; any length; errors as {@link #putBytes}. */
  public void putChars(char[] src, int offset, int length) {
    checkMany(src.length, offset, length, 2);
    for (int done = 0; done < length; ) {
      int n = roomFor(length - done, 2);
      ByteAccess.putChars(buffer, position, src, offset + done, n);
      position += n * 2;
      done += n;
    }
  }

  /** Puts 4 bytes a value, little-endian; any length; errors as {@link #putBytes}. */
  public void putInts(int[] src, int offset, int length) {
    checkMany(src.length, offset, length, 4);
    for (int done = 0; done < length; ) {
      int n = roomFor(length - done, 4);
      ByteAccess.putInts(buffer, position, src, offset + done, n);
      position += n * 4;
      done += n;
    }
  }

  /** Puts 8 bytes a value, little-endian; any length; errors as {@link #putBytes}. */
  public void putLongs(long[] src, int offset, int length) {
    checkMany(src.length, offset, length, 8);
    for (int done = 0; done < length; ) {
      int n = roomFor(length - done, 8);
      ByteAccess.putLongs(buffer, position, src, offset + done, n);
      position += n * 8;
      done += n;
    }
  }

  /** Puts 4 bytes a value, little-endian; any length; errors as {@link #putBytes}. */
  public void putFloats(float[] src, int offset, int length) {
    checkMany(src.length, offset, length, 4);
    for (int done = 0; done < length; ) {
      int n = roomFor(length - done, 4);
      ByteAccess.putFloats(buffer, position, src, offset + done, n);
      position += n * 4;
      done += n;
    }
  }

  /** Puts 8 bytes a value, little-endian; any length; errors as {@link #putBytes}. */
  public void putDoubles(double[] src, int offset, int length) {
    checkMany(src.length, offset, length, 8);
    for (int done = 0; done < length; ) {
      int n = roomFor(length - done, 8);
      ByteAccess.putDoubles(buffer, position, src, offset + done, n);
      position += n * 8;
      done += n;
    }
  }

  private void checkMany(int arrayLength, int offset, int length, int width) {
    Objects.checkFromIndexSize(offset, length, arrayLength);
    checkCeiling((long) length * width);
  }

  /** Makes room for values of {@code width} bytes; says for how many, 1 to {@code wanted}. */
  private int roomFor(int wanted, int width) {
    long bytes = (long) wanted * width;
    if (drain != null && !inPlace) bytes = Math.min(bytes, WINDOW);
    if (limit - position < bytes) makeRoom((int) bytes); // fits an int: checkCeiling has passed
    return Math.min(wanted, (limit - position) / width);
  }

  /**
   * Puts all that a growing sink holds; any length; errors as {@link #putBytes}.
   *
   * @throws IllegalStateException when {@code other} is over anything else
   */
  public void putAll(ByteSink other) {
    if (other.drain != null) throw new IllegalStateException("the bytes are elsewhere");
    putBytes(other.buffer, 0, other.position);
  }

  // ---- the end ----

  /**
   * A copy of the written bytes; only for a sink made by {@link #growing} or {@link #fixed}. Includes {@link #flush}.
   *
   * @throws IllegalStateException over anything else
   * @throws WireException LIMIT or BUFFER_FULL when it is too much
   */
  public byte[] toByteArray() {
    Drain.ToArray to = drain instanceof Drain.ToArray ? (Drain.ToArray) drain : null;
    if (drain != null && (to == null || to.owner != null)) throw new IllegalStateException("the bytes are elsewhere");
    flush();
    if (to == null) return Arrays.copyOf(buffer, position);
    return Arrays.copyOfRange(to.array, to.start, to.start + (int) drained);
  }

  /**
   * Hands everything over to the destination; a buffer's position moves, a stream is flushed. The sink may be used on.
   *
   * @throws WireException LIMIT or BUFFER_FULL when too much was put (then it is not handed over), IO
   */
  public void flush() {
    checkCeiling(0);
    if (drain == null) return;
    drainWindow();
    try {
      drain.flush();
    } catch (IOException e) {
      throw ioFailure(e);
    }
  }

  /** Bytes that are written, and that only {@link #flush} or {@link #close} hands over to a stream, channel or direct
    * buffer.
    */
  public int pending() {
    return drain == null || inPlace ? 0 : position - base;
  }

  /**
   * Flushes, and closes the stream or channel, also when the flush fails. Without effect on a second call.
   *
   * @throws WireException as {@link #flush}
   */
  @Override
  public void close() {
    if (drain == null || isClosed) return;
    isClosed = true;
    try {
      flush();
    } finally {
      try {
        drain.close();
      } catch (IOException e) {
        throw ioFailure(e);
      }
    }
  }

  /** Keeps a CRC32C of all bytes written from now on; starts afresh if one was kept already. */
  public void startChecksum() {
    checksum = new CRC32C();
    checksumFrom = position;
  }

  /**
   * The CRC32C of all bytes since {@link #startChecksum}; later bytes count on.
   *
   * @throws IllegalStateException when none was started
   */
  public int checksum() {
    if (checksum == null) throw new IllegalStateException("startChecksum was not called");
    sum();
    return (int) checksum.getValue();
  }

  /**
   * Empties a {@link #growing} sink for use again; keeps its array and its output limit, ends its checksum.
   *
   * @throws IllegalStateException over anything else
   */
  public void reset() {
    if (drain != null) throw new IllegalStateException("only a growing sink can be reset");
    position = 0;
    checksum = null;
    setLimit(0);
  }

  /**
   * Takes back all bytes beyond the first {@code written}, also after a failure. A sink over a stream, a channel or a
   * direct buffer cannot take back bytes that it has handed over. No sink can take back bytes that its checksum has
   * seen.
   *
   * @return whether the bytes have been taken back; if not, nothing has changed
   * @throws IllegalArgumentException when there are fewer bytes
   */
  public boolean back(long written) {
    if (written < 0 || written > written()) throw new IllegalArgumentException(written + " of " + written() + " bytes");
    if (checksum != null && drained + (checksumFrom - base) > written) return false;
    if (written >= drained) position = base + (int) (written - drained);
    else if (drain instanceof Drain.ToArray) returnInto((Drain.ToArray) drain, written);
    else return false;
    setLimit(0);
    return true;
  }

  /** The window is the caller's array again, behind its first {@code written} bytes. */
  private void returnInto(Drain.ToArray to, long written) {
    to.next = to.start + (int) written;
    buffer = to.array;
    base = to.next;
    position = to.next;
    end = to.end;
    inPlace = true;
    drained = written;
  }

  // ---- rare paths ----

  private void makeRoom(int n) {
    checkCeiling(0);
    if (end - position < n) {
      if (drain == null) enlarge(n, MAX_ARRAY);
      else if (inPlace) leavePlace(n);
      else if (position + (long) n <= WINDOW) enlarge(n, WINDOW);
      else {
        drainWindow();
        if (end < n) useWindow(n);
      }
    }
    setLimit(n);
  }

  /** Doubles the window, but not far beyond the bytes that may still be requested: the {@code ceiling} and the output
   * limit.
   */
  private void enlarge(int n, int ceiling) {
    long needed = (long) position + n;
    if (needed > MAX_ARRAY) throw new WireException(LIMIT, written(), "more than " + MAX_ARRAY + " bytes in one array");
    long useful = Math.min(Math.min(2L * end, ceiling), maxBytes);
    end = (int) Math.max(needed, useful);
    buffer = Arrays.copyOf(buffer, end);
  }

  /** From the caller's array, whose last bytes are fewer than {@code n}, to a window that drains into them. */
  private void leavePlace(int n) {
    drainWindow();
    inPlace = false;
    useWindow(n);
  }

  private void useWindow(int size) {
    buffer = new byte[size];
    base = 0;
    position = 0;
    checksumFrom = 0;
    end = size;
  }

  private void drainWindow() {
    sum();
    drainBytes(buffer, base, position - base);
    if (inPlace) base = position;
    else position = base;
    checksumFrom = position;
    setLimit(0);
  }

  private void drainBytes(byte[] bytes, int from, int count) {
    try {
      drain.accept(bytes, from, count);
    } catch (IOException e) {
      throw ioFailure(e);
    }
    drained += count;
  }

  private WireException ioFailure(IOException e) {
    return new WireException(IO, drained, "writing failed: " + e, e);
  }

  private void sum() {
    if (checksum == null) return;
    checksum.update(buffer, checksumFrom, position - checksumFrom);
    checksumFrom = position;
  }

  /** Invariant 2: the slow path looks again where the window ends, or where a ceiling is reached after n bytes. */
  private void setLimit(int n) {
    long ceiling = base + (Math.min(maxBytes, capacity) - drained);
    limit = (int) Math.min(end, Math.max((long) position + n, ceiling));
  }

  private void checkCeiling(long more) {
    long total = written() + more;
    if (total > maxBytes)
      throw new WireException(LIMIT, written(), total + " bytes pass the output limit of " + maxBytes);
    if (total > capacity) throw noRoom(total);
  }

  private WireException noRoom(long total) {
    if (drain == null) return new WireException(LIMIT, written(), total + " bytes do not fit one array");
    return new WireException(BUFFER_FULL, written(), total + " bytes do not fit the " + capacity + " there are");
  }
}
