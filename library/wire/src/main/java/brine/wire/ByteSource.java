package brine.wire;

import static brine.wire.WireException.Kind.IO;
import static brine.wire.WireException.Kind.LIMIT;
import static brine.wire.WireException.Kind.MALFORMED;
import static brine.wire.WireException.Kind.TRUNCATED;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * Gives bytes, from an array, a buffer, a stream or a channel; the other half of {@link ByteSink}.
 *
 * <p>A get reads from a window, which is a plain array: the caller's own where there is one. Only when the window is
 * empty does the backing matter, so every call site stays monomorphic.
 *
 * <pre>{@code
 * ByteSource source = ByteSource.of(bytes);
 * int count = source.getVarint();
 * int[] values = source.getInts(count);   // a count that lies costs nothing: TRUNCATED
 * }</pre>
 *
 * <ol>
 *   <li>Bytes in {@code buffer[position .. limit)} have arrived and are not consumed; {@code buffer[0]} is byte
 *       {@code before} of the input ({@code before} is negative for a slice of an array).
 *   <li>No get allocates for bytes that are not there. If the end is known, the length is checked first; if it
 *       is not, at most {@link #WINDOW} bytes are allocated beyond those that have arrived.
 *   <li>No get waits for a byte it does not need; but a stream is read ahead, by up to a window, and those bytes
 *       are not given back. To read many messages from one stream, keep its source.
 * </ol>
 *
 * <p>Errors are {@link WireException}s: TRUNCATED, MALFORMED (a negative length, too), LIMIT, IO. After an error, the
 * state of the source is unspecified. Not thread-safe. The caller's stream or channel is left open.
 */
public final class ByteSource {
  /** The most bytes that a source over a stream or channel reads ahead, and the most that {@link #require} accepts. */
  public static final int WINDOW = 64 * 1024;

  private static final int FIRST_WINDOW = 8 * 1024; // doubles up to WINDOW while the input fills it

  private byte[] buffer;
  private int position;
  private int limit;

  private final Behind behind; // null when the window is a whole array: then there is little to allocate
  private Checksum checksum = null;

  /** The backing of a window that is not a whole array of the caller's. */
  private static final class Behind {
    long before;
    final Refill refill; // null when the window is all there is
    final ByteBuffer owner; // null unless the caller gave a buffer
    final int ownerStart; // its position at the beginning

    Behind(long before, Refill refill, ByteBuffer owner) {
      this.before = before;
      this.refill = refill;
      this.owner = owner;
      this.ownerStart = owner == null ? 0 : owner.position();
    }
  }

  private static final class Checksum {
    final CRC32C sum = new CRC32C();
    int from; // index of the first byte that it lacks

    Checksum(int from) {
      this.from = from;
    }
  }

  // Without a parameter of a class that is not loaded yet (ADR 95, loading).
  private ByteSource(byte[] array) {
    this.buffer = array;
    this.position = 0;
    this.limit = array.length;
    this.behind = null;
  }

  private ByteSource(byte[] buffer, int from, int to, Behind behind) {
    this.buffer = buffer;
    this.position = from;
    this.limit = to;
    this.behind = behind;
  }

  /** From a whole array, which is not copied. */
  public static ByteSource of(byte[] array) {
    return new ByteSource(array);
  }

  /**
   * From {@code length} bytes of an array, which is not copied, from {@code offset}.
   *
   * @throws IndexOutOfBoundsException when the slice is not within the array
   */
  public static ByteSource of(byte[] array, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, array.length);
    return new ByteSource(array, offset, offset + length, new Behind(-offset, null, null));
  }

  /**
   * From a buffer, heap or direct, from its position to its limit; a heap buffer is not copied. Its position moves
   * with {@link #finish}, not before; its byte order is ignored.
   */
  public static ByteSource of(ByteBuffer buffer) {
    if (!buffer.hasArray()) return windowed(new Refill.FromBuffer(buffer), 0, buffer);
    int from = buffer.arrayOffset() + buffer.position();
    return new ByteSource(buffer.array(), from, from + buffer.remaining(), new Behind(-from, null, buffer));
  }

  /** From a stream, which is read ahead by up to {@link #WINDOW} bytes. An {@code IOException} becomes IO. */
  public static ByteSource of(InputStream in) {
    return windowed(new Refill.FromStream(Objects.requireNonNull(in)), 0, null);
  }

  /**
   * From a channel in blocking mode, which is read ahead by up to {@link #WINDOW} bytes. An {@code IOException}
   * becomes IO.
   *
   * @throws IllegalArgumentException when the channel is in non-blocking mode: nobody here could wait for it
   */
  public static ByteSource of(ReadableByteChannel in) {
    return windowed(new Refill.FromChannel(Objects.requireNonNull(in)), 0, null);
  }

  private static ByteSource windowed(Refill refill, long offset, ByteBuffer owner) {
    byte[] window = new byte[(int) Math.min(FIRST_WINDOW, refill.remaining())];
    return new ByteSource(window, 0, 0, new Behind(offset, refill, owner));
  }

  // ---- where we are ----

  /** Bytes consumed since the start. */
  public long offset() {
    return before() + position;
  }

  private long before() {
    return behind == null ? 0 : behind.before;
  }

  private Refill refill() {
    return behind == null ? null : behind.refill;
  }

  /** Returns true if the end is known: over arrays and buffers, not over streams and channels. */
  public boolean bounded() {
    return refill() == null || refill().remaining() != Refill.UNKNOWN;
  }

  /** Bytes left when {@link #bounded}, else {@code Long.MAX_VALUE}. */
  public long remaining() {
    int here = limit - position;
    if (refill() == null) return here;
    return bounded() ? here + refill().remaining() : Long.MAX_VALUE;
  }

  /** Returns true if no byte is left; for a stream this reads, and may block. */
  public boolean atEnd() {
    return position == limit && !fill(1);
  }

  /**
   * Sees to it that {@code n} bytes are in the window, waiting for them if need be; gets that follow stay within it.
   *
   * @param n bytes, {@link #WINDOW} at most
   * @throws WireException TRUNCATED when there are fewer
   * @throws IllegalArgumentException when n is above {@link #WINDOW} and the input is not in the window as a whole
   */
  public void require(int n) {
    if (limit - position < n) requireSlowly(n);
  }

  /** The next byte, 0 to 255, without consuming it. At the end: TRUNCATED. */
  public int peekByte() {
    require(1);
    return buffer[position] & 0xFF;
  }

  /**
   * Consumes the next 2 bytes if they are {@code value}, little-endian; whether they were. Only the presence of the
   * second byte is required, and only if the first is the value's.
   *
   * @throws WireException TRUNCATED when a required byte is missing
   */
  public boolean skipShort(int value) {
    require(1);
    if (buffer[position] != (byte) value) return false;
    require(2);
    if (buffer[position + 1] != (byte) (value >> 8)) return false;
    position += 2;
    return true;
  }

  // ---- single values ----

  /**
   * Copies up to {@code count} of the next bytes, those that are here, and leaves them next. Waits for a byte if none
   * is here. Returns how many were copied, 0 at the end.
   *
   * @throws IndexOutOfBoundsException when the array is too short for them
   */
  public int peekBytes(byte[] into, int offset, int count) {
    Objects.checkFromIndexSize(offset, count, into.length);
    if (count == 0 || atEnd()) return 0;
    int here = Math.min(count, limit - position);
    System.arraycopy(buffer, position, into, offset, here);
    return here;
  }

  /** One byte, signed. */
  public byte getByte() {
    if (position >= limit) requireSlowly(1);
    return buffer[position++];
  }

  /** One byte, 0 or 1; any other: MALFORMED. */
  public boolean getBoolean() {
    byte b = getByte();
    if ((b & ~1) != 0) throw notABoolean(offset() - 1, b);
    return b != 0;
  }

  /** 2 bytes, little-endian. */
  public short getShort() {
    require(2);
    short value = ByteAccess.getShort(buffer, position);
    position += 2;
    return value;
  }

  /** 2 bytes, little-endian, unsigned. */
  public char getChar() {
    require(2);
    char value = ByteAccess.getChar(buffer, position);
    position += 2;
    return value;
  }

  /** 4 bytes, little-endian. */
  public int getInt() {
    require(4);
    int value = ByteAccess.getInt(buffer, position);
    position += 4;
    return value;
  }

  /** 8 bytes, little-endian. */
  public long getLong() {
    require(8);
    long value = ByteAccess.getLong(buffer, position);
    position += 8;
    return value;
  }

  /** 4 bytes, little-endian, bits as they are. */
  public float getFloat() {
    require(4);
    float value = ByteAccess.getFloat(buffer, position);
    position += 4;
    return value;
  }

  /** 8 bytes, little-endian, bits as they are. */
  public double getDouble() {
    require(8);
    double value = ByteAccess.getDouble(buffer, position);
    position += 8;
    return value;
  }

  /**
   * An unsigned number of 1 to 5 bytes by LEB128; one above 2^31 comes as a negative {@code int}.
   *
   * @throws WireException MALFORMED when it has more than 32 bits, or more bytes than it needs
   */
  public int getVarint() {
    int at = position;
    if (at < limit) {
      byte b = buffer[at];
      if (b >= 0) {
        position = at + 1;
        return b;
      }
    }
    return getLongVarint();
  }

  /**
   * An unsigned number of 1 to 10 bytes by LEB128; one above 2^63 comes as a negative {@code long}.
   *
   * @throws WireException MALFORMED when it has more than 64 bits, or more bytes than it needs
   */
  public long getVarlong() {
    int at = position;
    if (at < limit) {
      byte b = buffer[at];
      if (b >= 0) {
        position = at + 1;
        return b;
      }
    }
    return getLongVarlong();
  }

  /**
   * {@link #getVarlong} for lengths, most of which take one byte. If it were shared with long numbers, the code
   * for them would be compiled into each read of a string, too (ADR 95, profiles).
   */
  public long getLength() {
    if (position < limit && buffer[position] >= 0) return buffer[position++];
    return getVarlong();
  }

  /** {@link #getVarlong} with no branch except for long numbers, for numbers whose lengths cannot be predicted. */
  public long getMixedVarlong() {
    if (limit - position < 8) return getVarlong();
    long value = OutOfLine.varlongInWord(ByteAccess.getLong(buffer, position));
    if (value < 0) return getAnyVarlong();
    position += Varint.size(value);
    return value;
  }

  /** A signed number of 1 to 5 bytes; errors as {@link #getVarint}. */
  public int getZigzagInt() {
    return Varint.unzigzag(getVarint());
  }

  /** A signed number of 1 to 10 bytes; errors as {@link #getVarlong}. */
  public long getZigzagLong() {
    return Varint.unzigzag(getVarlong());
  }

  private int getLongVarint() {
    int first = position;
    if (limit - first >= 4) { // unrolled for up to four bytes, the last of which must not be 0
      byte[] b = buffer;
      int value = b[first] & 0x7F | b[first + 1] << 7;
      if (b[first + 1] > 0) {
        position = first + 2;
        return value;
      }
      if (b[first + 1] < 0) {
        value = value & 0x3FFF | b[first + 2] << 14;
        if (b[first + 2] > 0) {
          position = first + 3;
          return value;
        }
        if (b[first + 2] < 0 && b[first + 3] > 0) {
          position = first + 4;
          return value & 0x1F_FFFF | b[first + 3] << 21;
        }
      }
    }
    return getAnyVarint();
  }

  private int getAnyVarint() {
    long start = offset();
    int value = 0;
    int at = position; // a local: the JIT would store the field for every byte
    for (int shift = 0; ; shift += 7) {
      if (at == limit) at = moreFrom(at);
      byte b = buffer[at++];
      if (shift == 28 && (b & 0xF0) != 0) throw new WireException(MALFORMED, start, "varint of more than 32 bits");
      value |= (b & 0x7F) << shift;
      if (b >= 0) {
        if (b == 0 && shift > 0) throw overlong(start);
        position = at;
        return value;
      }
    }
  }

  private long getLongVarlong() {
    int second = position + 1;
    if (second < limit && buffer[second] > 0) { // two bytes, by far the most frequent of the long ones
      long two = buffer[second - 1] & 0x7F | buffer[second] << 7;
      position = second + 1;
      return two;
    }
    long value = OutOfLine.varlong(buffer, position, limit);
    if (value < 0) return getAnyVarlong();
    position += Varint.size(value);
    return value;
  }

  private long getAnyVarlong() {
    long start = offset();
    long value = 0;
    int at = position; // a local: the JIT would store the field for every byte
    for (int shift = 0; ; shift += 7) {
      if (at == limit) at = moreFrom(at);
      byte b = buffer[at++];
      if (shift == 63 && (b & 0xFE) != 0) throw new WireException(MALFORMED, start, "varint of more than 64 bits");
      value |= (b & 0x7FL) << shift;
      if (b >= 0) {
        if (b == 0 && shift > 0) throw overlong(start);
        position = at;
        return value;
      }
    }
  }

  // ---- strings ----

  /** A string of {@code n} characters in ISO-8859-1, hence {@code n} bytes; for ASCII text the fastest there is. */
  @SuppressWarnings("deprecation") // the constructor with a high byte of 0 is the fastest safe way
  public String getLatin1(int n) {
    if (n < 0 || n > limit - position) return new String(getBytes(n), 0);
    String s = OutOfLine.latin1(buffer, position, n);
    position += n;
    return s;
  }

  /**
   * A string of {@code n} bytes in UTF-8.
   *
   * @throws WireException MALFORMED for sequences that are broken, overlong, surrogates or above U+10FFFF
   */
  public String getUtf8(int n) {
    long start = offset();
    if (n < 0 || n > limit - position) return Utf8.decode(getBytes(n), 0, n, start);
    String s = Utf8.decode(buffer, position, n, start);
    position += n;
    return s;
  }

  /** A string of {@code n} UTF-16 code units, {@code 2 n} bytes, little-endian; unpaired surrogates are kept. */
  public String getUtf16(int n) {
    return new String(getChars(n));
  }

  /**
   * A string of {@code n} bytes, each ASCII or a character of {@code alphabet} (see {@link Alphabet}).
   *
   * @param alphabet its number, 0 to 255
   */
  public String getAlphabetic(int alphabet, int n) {
    return Alphabet.decode(alphabet, getBytes(n), 0, n);
  }

  // ---- many at once ----

  /** {@code n} bytes as a fresh array. */
  public byte[] getBytes(int n) {
    ByteSource from = arrived(n, 1);
    byte[] bytes = new byte[n];
    from.getBytes(bytes, 0, n);
    return bytes;
  }

  /**
   * {@code n} bytes into {@code dst} from {@code offset}.
   *
   * @throws IndexOutOfBoundsException when they do not fit the array
   */
  public void getBytes(byte[] dst, int offset, int n) {
    Objects.checkFromIndexSize(offset, n, dst.length);
    if (n > limit - position) {
      getBytesSlowly(dst, offset, n);
      return;
    }
    System.arraycopy(buffer, position, dst, offset, n);
    position += n;
  }

  /** {@code n} booleans of one byte each, 0 or 1; any other: MALFORMED. */
  public boolean[] getBooleans(int n) {
    ByteSource from = arrived(n, 1);
    boolean[] values = new boolean[n];
    for (int done = 0; done < n; ) {
      int k = from.inWindow(n - done, 1);
      int bad = ByteAccess.getBooleans(from.buffer, from.position, values, done, k);
      if (bad >= 0) throw notABoolean(from.offset() + bad, from.buffer[from.position + bad]);
      from.position += k;
      done += k;
    }
    return values;
  }

  /** {@code n} values of 2 bytes each, little-endian. */
  public short[] getShorts(int n) {
    ByteSource from = arrived(n, 2);
    short[] values = new short[n];
    for (int done = 0; done < n; ) {
      int k = from.inWindow(n - done, 2);
      ByteAccess.getShorts(from.buffer, from.position, values, done, k);
      from.position += k * 2;
      done += k;
    }
    return values;
  }

  /** {@code n} values of 2 bytes each, little-endian. */
  public char[] getChars(int n) {
    ByteSource from = arrived(n, 2);
    char[] values = new char[n];
    for (int done = 0; done < n; ) {
      int k = from.inWindow(n - done, 2);
      ByteAccess.getChars(from.buffer, from.position, values, done, k);
      from.position += k * 2;
      done += k;
    }
    return values;
  }

  /** {@code n} values of 4 bytes each, little-endian. */
  public int[] getInts(int n) {
    ByteSource from = arrived(n, 4);
    int[] values = new int[n];
    for (int done = 0; done < n; ) {
      int k = from.inWindow(n - done, 4);
      ByteAccess.getInts(from.buffer, from.position, values, done, k);
      from.position += k * 4;
      done += k;
    }
    return values;
  }

  /** {@code n} values of 8 bytes each, little-endian. */
  public long[] getLongs(int n) {
    ByteSource from = arrived(n, 8);
    long[] values = new long[n];
    for (int done = 0; done < n; ) {
      int k = from.inWindow(n - done, 8);
      ByteAccess.getLongs(from.buffer, from.position, values, done, k);
      from.position += k * 8;
      done += k;
    }
    return values;
  }

  /** {@code n} values of 4 bytes each, little-endian. */
  public float[] getFloats(int n) {
    ByteSource from = arrived(n, 4);
    float[] values = new float[n];
    for (int done = 0; done < n; ) {
      int k = from.inWindow(n - done, 4);
      ByteAccess.getFloats(from.buffer, from.position, values, done, k);
      from.position += k * 4;
      done += k;
    }
    return values;
  }

  /** {@code n} values of 8 bytes each, little-endian. */
  public double[] getDoubles(int n) {
    ByteSource from = arrived(n, 8);
    double[] values = new double[n];
    for (int done = 0; done < n; ) {
      int k = from.inWindow(n - done, 8);
      ByteAccess.getDoubles(from.buffer, from.position, values, done, k);
      from.position += k * 8;
      done += k;
    }
    return values;
  }

  /** Consumes {@code n} bytes unseen (a checksum sees them). */
  public void skip(long n) {
    if (n < 0) throw negative(n);
    if (bounded() && n > remaining()) throw truncated(offset(), n, remaining());
    long start = offset();
    long left = n;
    while (left > limit - position) {
      left -= limit - position;
      position = limit;
      if (!fill(1)) throw truncated(start, n, n - left);
    }
    position += (int) left;
  }

  /**
   * The bytes left, from the buffer's position to its limit, for a parser that reads from a buffer. They are not copied
   * and not consumed; the caller then {@link #skip}s the bytes that the parser took. Only for reading, though the array
   * behind it may be accessible.
   *
   * @throws IllegalStateException when the end is not known: nobody here could wait for it
   */
  public ByteBuffer view() {
    if (!bounded()) throw new IllegalStateException("a view needs a source whose end is known");
    if (refill() == null) return ByteBuffer.wrap(buffer, position, limit - position);
    return behind.owner.slice(behind.ownerStart + (int) offset(), (int) remaining());
  }

  // ---- the end ----

  /** Keeps a CRC32C of all bytes consumed from now on; starts afresh if one was kept already. */
  public void startChecksum() {
    checksum = new Checksum(position);
  }

  /**
   * The same as if it had been started before the four bytes that were consumed last.
   *
   * @param consumed those bytes, as a little-endian number
   */
  public void startChecksumBefore(int consumed) {
    startChecksum();
    for (int shift = 0; shift < 32; shift += 8) checksum.sum.update(consumed >>> shift);
  }

  /**
   * The CRC32C of all bytes consumed since {@link #startChecksum}; later bytes count on.
   *
   * @throws IllegalStateException when none was started
   */
  public int checksum() {
    if (checksum == null) throw new IllegalStateException("startChecksum was not called");
    sum();
    return (int) checksum.sum.getValue();
  }

  /** Moves the caller's buffer, if it is the source, past the bytes consumed. Else does nothing. */
  public void finish() {
    if (behind != null && behind.owner != null) behind.owner.position(behind.ownerStart + (int) offset());
  }

  // ---- rare paths ----

  private void requireSlowly(int n) {
    if (!fill(n)) throw truncated(offset(), n, limit - position);
  }

  /** Consumes up to {@code at}, where the window ends, fetches a byte at least, and says where it is. */
  private int moreFrom(int at) {
    position = at;
    requireSlowly(1);
    return position;
  }

  /** Brings {@code n} bytes into the window; false when the input ends before. */
  private boolean fill(int n) {
    if (refill() == null) return limit - position >= n;
    if (n > WINDOW) throw new IllegalArgumentException("require(" + n + ") is above a window of " + WINDOW);
    boolean wasFull = limit == buffer.length;
    compact();
    if (n > buffer.length || wasFull && buffer.length < WINDOW) enlarge(n);
    while (limit < n) {
      int got = read(buffer, limit, buffer.length - limit);
      if (got < 0) return false;
      limit += got;
    }
    return true;
  }

  /** Moves the remaining bytes to the front. */
  private void compact() {
    sum();
    int left = limit - position;
    System.arraycopy(buffer, position, buffer, 0, left);
    behind.before += position;
    position = 0;
    if (checksum != null) checksum.from = 0;
    limit = left;
  }

  private void enlarge(int n) {
    byte[] larger = new byte[Math.min(WINDOW, Math.max(n, 2 * buffer.length))];
    System.arraycopy(buffer, 0, larger, 0, limit);
    buffer = larger;
  }

  private int read(byte[] into, int offset, int count) {
    try {
      return behind.refill.read(into, offset, count);
    } catch (IOException e) {
      throw new WireException(IO, before() + limit, "reading failed: " + e, e);
    }
  }

  private void sum() {
    if (checksum == null) return;
    checksum.sum.update(buffer, checksum.from, position - checksum.from);
    checksum.from = position;
  }

  private void getBytesSlowly(byte[] dst, int offset, int n) {
    if (bounded() && n > remaining()) throw truncated(offset(), n, remaining());
    long start = offset();
    int got = readUpTo(dst, offset, n);
    if (got < n) throw truncated(start, n, got);
  }

  /** Fills {@code dst} as far as the input goes, by way of the window only when there is less than one to read. */
  private int readUpTo(byte[] dst, int offset, int n) {
    int done = 0;
    while (true) {
      int here = Math.min(n - done, limit - position);
      System.arraycopy(buffer, position, dst, offset + done, here);
      position += here;
      done += here;
      if (done == n) return n;
      if (n - done < WINDOW || refill() == null) {
        if (!fill(1)) return done;
      } else {
        compact(); // the window is empty: the next bytes read come next
        int got = read(dst, offset + done, n - done);
        if (got < 0) return done;
        if (checksum != null) checksum.sum.update(dst, offset + done, got);
        behind.before += got;
        done += got;
      }
    }
  }

  /** The number of values of {@code width} bytes in the window, 1 to {@code wanted}; fetches more if there is none. */
  private int inWindow(int wanted, int width) {
    require(width);
    return Math.min(wanted, (limit - position) / width);
  }

  /**
   * Invariant 2: a source of {@code n} values of {@code width} bytes, all of which are known to be there, so that an
   * array for them may be allocated. It is this source, or one over the bytes that had to be fetched to know.
   */
  private ByteSource arrived(int n, int width) {
    if (n < 0) throw negative(n);
    long bytes = (long) n * width;
    if (bytes <= limit - position) return this;
    if (bounded()) {
      if (bytes > remaining()) throw truncated(offset(), bytes, remaining());
    } else if (bytes <= WINDOW) require((int) bytes);
    else return fetch(bytes);
    if (n > ByteSink.MAX_ARRAY) throw new WireException(LIMIT, offset(), n + " values do not fit one array");
    return this;
  }

  private ByteSource fetch(long bytes) {
    long start = offset();
    List<byte[]> pieces = new ArrayList<>();
    for (long left = bytes; left > 0; ) {
      int size = (int) Math.min(left, WINDOW);
      byte[] piece = new byte[size];
      int got = readUpTo(piece, 0, size);
      left -= got;
      if (got < size) throw truncated(start, bytes, bytes - left);
      pieces.add(piece);
    }
    return windowed(new Refill.FromPieces(pieces, bytes), start, null);
  }

  // ---- errors ----

  private WireException negative(long n) {
    return new WireException(MALFORMED, offset(), "a length of " + n);
  }

  private static WireException truncated(long at, long wanted, long found) {
    return new WireException(TRUNCATED, at, "wanted " + wanted + " bytes, found " + found);
  }

  private static WireException overlong(long at) {
    return new WireException(MALFORMED, at, "varint with more bytes than it needs");
  }

  private static WireException notABoolean(long at, byte b) {
    return new WireException(MALFORMED, at, "wanted a boolean, 0 or 1, found " + (b & 0xFF));
  }
}
