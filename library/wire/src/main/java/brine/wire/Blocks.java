package brine.wire;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes at positions of 64 bits, in a chain of blocks of one power of two: arrays that grow, or buffers that are only
 * read (a mapped file, another's memory). Little-endian. The bytes of one call lie in one block.
 *
 * <p>Every access is checked, and fails by {@link Failures} alone: a position outside, a block that was closed, a
 * mapped file that has been cut. The usual case, the first block as an array, costs a compare more than an array of
 * bytes; the first as a buffer, two. A position from -2^31 to -1 is outside without an extra check, as an index below
 * zero; no caller reads one below. One thread may append while others read earlier bytes. A full block is replaced by a
 * larger copy, and bytes never change.
 */
public final class Blocks {
  /** The exceptions to throw. */
  public interface Failures {
    /** A position that is not part of the blocks. */
    RuntimeException outside(long at);

    /** Use after {@link #close}. */
    RuntimeException closed();

    /** The memory behind a mapping is gone: the file was cut. */
    RuntimeException lost(Throwable cause);

    /** Something is appended to memory that is another's. */
    RuntimeException readOnly();

    /** More bytes than a block has in one piece. */
    RuntimeException tooLarge(long bytes, long most);
  }

  /** Bytes that no block is smaller than: {@code 1 << LEAST_BITS}. */
  public static final int LEAST_BITS = 12;

  /** A block of {@code 1 << MOST_BITS} bytes can still be an array. */
  public static final int MOST_BITS = 30;

  /**
   * Bytes of arrays that go through a channel at once. The JDK copies them to memory outside of the heap, which the
   * thread keeps.
   */
  public static final int PIECE = 1 << 18;

  private static final byte[] NONE = {};
  private static final byte[][] NO_ARRAYS = {};
  private static final ByteBuffer[] NO_BUFFERS = {};
  private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

  private final Failures failures;
  private final int bits;
  private final int mask;

  /** The first block, or an empty one if that is a buffer. */
  private byte[] first = NONE;

  /** The first block if it is a buffer, or an empty one: a shortcut past the lookup in the chain. */
  private ByteBuffer firstBuffer = EMPTY;

  private byte[][] arrays = NO_ARRAYS;
  private ByteBuffer[] buffers = NO_BUFFERS;
  private volatile boolean isClosed = false;

  /** The position of the next bytes. */
  private long end = 0;

  /** Bytes appended up to here need no more room. */
  private long roomEnd = 0;

  private Blocks(int bits, Failures failures) {
    if (bits < LEAST_BITS || bits > MOST_BITS) throw new IllegalArgumentException("blocks of 2^" + bits + " bytes");
    this.bits = bits;
    this.mask = (1 << bits) - 1;
    this.failures = failures;
  }

  /** Blocks of {@code 1 << bits} bytes that grow, with room for {@code firstBytes} bytes at first. */
  public static Blocks growing(int bits, int firstBytes, Failures failures) {
    Blocks blocks = new Blocks(bits, failures);
    int size = Math.max(64, Math.min(firstBytes, 1 << bits));
    blocks.arrays = new byte[][] {new byte[size]};
    blocks.first = blocks.arrays[0];
    blocks.roomEnd = size;
    return blocks;
  }

  /** Buffers from their position on, each of {@code 1 << bits} bytes except the last; read-only. */
  public static Blocks of(ByteBuffer[] buffers, int bits, long length, Failures failures) {
    Blocks blocks = new Blocks(bits, failures);
    blocks.buffers = new ByteBuffer[buffers.length];
    for (int i = 0; i < buffers.length; i++) blocks.buffers[i] = buffers[i].slice().order(LITTLE_ENDIAN);
    if (buffers.length > 0) blocks.firstBuffer = blocks.buffers[0];
    blocks.end = length;
    blocks.roomEnd = length;
    return blocks;
  }

  public int bits() {
    return bits;
  }

  /** Bytes from the beginning to the end of the appended bytes. */
  public long length() {
    return end;
  }

  public boolean isClosed() {
    return isClosed;
  }

  /** Lets go of the memory. Later reads fail; a mapping ends when no buffer is left. */
  public synchronized void close() {
    isClosed = true;
    first = NONE;
    arrays = NO_ARRAYS;
    buffers = NO_BUFFERS;
    firstBuffer = EMPTY;
    roomEnd = 0;
  }

  // ---- appending

  /** Room for this number of zero bytes in one block. The bytes before it to the end of a block stay zero, too. */
  public long allocate(int bytes) {
    long at = end;
    long stop = at + bytes;
    if (stop <= roomEnd) {
      end = stop;
      return at;
    }
    return allocateMore(bytes);
  }

  private synchronized long allocateMore(long bytes) {
    if (isClosed) throw failures.closed();
    if (buffers.length > 0) throw failures.readOnly();
    if (bytes > mask + 1L) throw failures.tooLarge(bytes, mask + 1L);
    long at = end;
    if ((at & mask) + bytes > mask + 1L) at = (at | mask) + 1;
    int block = (int) (at >>> bits);
    int needed = (int) (at & mask) + (int) bytes;
    byte[] old = block < arrays.length ? arrays[block] : null;
    if (old == null) replace(block, new byte[block == 0 ? roomFor(needed, 64) : mask + 1]);
    else if (old.length < needed) replace(block, Arrays.copyOf(old, roomFor(needed, old.length)));
    roomEnd = ((long) block << bits) + arrays[block].length;
    end = at + bytes;
    return at;
  }

  /** Removes the bytes appended since the length was {@code length}; no reader may have a position among them. */
  public synchronized void cut(long length) {
    if (isClosed) return;
    if (length < 0 || length > end) throw failures.outside(length);
    for (long at = length; at < end; ) {
      int block = (int) (at >>> bits);
      byte[] bytes = block < arrays.length ? arrays[block] : null;
      if (bytes != null && offset(at) < bytes.length) Arrays.fill(bytes, offset(at), bytes.length, (byte) 0);
      at = ((long) block + 1) << bits;
    }
    end = length;
    roomEnd = length;
  }

  /** Readers see the arrays as they were or as they are, each with all its bytes. Bytes that they may read never
   * change.
   */
  private void replace(int block, byte[] bytes) {
    byte[][] all = Arrays.copyOf(arrays, Math.max(arrays.length, block + 1));
    all[block] = bytes;
    ByteAccess.publish();
    arrays = all;
    if (block == 0) first = bytes;
  }

  private int roomFor(int needed, int before) {
    return (int) Math.min(mask + 1L, Math.max(needed, before * 2L));
  }

  public void putByte(long at, int value) {
    byte[] a = first;
    if (at < a.length) a[(int) at] = (byte) value;
    else arrayAt(at)[(int) at & mask] = (byte) value;
  }

  public void putShort(long at, int value) {
    byte[] a = first;
    if (at < a.length) ByteAccess.putShort(a, (int) at, (short) value);
    else ByteAccess.putShort(arrayAt(at), (int) at & mask, (short) value);
  }

  public void putInt(long at, int value) {
    byte[] a = first;
    if (at < a.length) ByteAccess.putInt(a, (int) at, value);
    else ByteAccess.putInt(arrayAt(at), (int) at & mask, value);
  }

  public void putLong(long at, long value) {
    byte[] a = first;
    if (at < a.length) ByteAccess.putLong(a, (int) at, value);
    else ByteAccess.putLong(arrayAt(at), (int) at & mask, value);
  }

  public void putBytes(long at, byte[] from, int offset, int count) {
    System.arraycopy(from, offset, arrayAt(at), (int) at & mask, count);
  }

  public void putChars(long at, char[] from) {
    ByteAccess.putChars(arrayAt(at), (int) at & mask, from, 0, from.length);
  }

  /** A whole array of a primitive type, as its elements lie in memory. */
  public void putArray(long at, Object from) {
    byte[] a = arrayAt(at);
    int i = (int) at & mask;
    if (from instanceof byte[] x) System.arraycopy(x, 0, a, i, x.length);
    else if (from instanceof boolean[] x) ByteAccess.putBooleans(a, i, x, 0, x.length);
    else if (from instanceof short[] x) ByteAccess.putShorts(a, i, x, 0, x.length);
    else if (from instanceof char[] x) ByteAccess.putChars(a, i, x, 0, x.length);
    else if (from instanceof int[] x) ByteAccess.putInts(a, i, x, 0, x.length);
    else if (from instanceof long[] x) ByteAccess.putLongs(a, i, x, 0, x.length);
    else if (from instanceof float[] x) ByteAccess.putFloats(a, i, x, 0, x.length);
    else if (from instanceof double[] x) ByteAccess.putDoubles(a, i, x, 0, x.length);
    else throw new IllegalArgumentException(from.getClass().getName());
  }

  private byte[] arrayAt(long at) {
    byte[][] all = arrays;
    int block = (int) (at >>> bits);
    if (isClosed) throw failures.closed();
    return all[block];
  }

  /** A buffer over allocated bytes, to be filled from elsewhere without conversion. */
  public ByteBuffer room(long at, int count) {
    return ByteBuffer.wrap(arrayAt(at), (int) at & mask, count);
  }

  // ---- reading

  public byte getByte(long at) {
    byte[] a = first;
    if (at < a.length && at >= 0) return a[(int) at];
    return farByte(at);
  }

  private byte farByte(long at) {
    ByteBuffer head = firstBuffer;
    try {
      return at < head.limit() ? head.get((int) at) : farBytes(at).get(offset(at));
    } catch (IndexOutOfBoundsException e) {
      throw outside(at);
    } catch (InternalError e) {
      throw lost(e);
    }
  }

  public short getShort(long at) {
    byte[] a = first;
    ByteBuffer head = firstBuffer;
    try {
      if (at < a.length) return ByteAccess.getShort(a, (int) at);
      return at < head.limit() ? ByteAccess.getShort(head, (int) at) : ByteAccess.getShort(farBytes(at), offset(at));
    } catch (IndexOutOfBoundsException e) {
      throw outside(at);
    } catch (InternalError e) {
      throw lost(e);
    }
  }

  public char getChar(long at) {
    return (char) getShort(at);
  }

  public int getInt(long at) {
    byte[] a = first;
    try {
      if (at < a.length) return ByteAccess.getInt(a, (int) at);
    } catch (IndexOutOfBoundsException e) {
      throw outside(at);
    }
    return farInt(at);
  }

  private int farInt(long at) {
    ByteBuffer head = firstBuffer;
    try {
      return at < head.limit() ? ByteAccess.getInt(head, (int) at) : ByteAccess.getInt(farBytes(at), offset(at));
    } catch (IndexOutOfBoundsException e) {
      throw outside(at);
    } catch (InternalError e) {
      throw lost(e);
    }
  }

  public long getLong(long at) {
    byte[] a = first;
    try {
      if (at < a.length) return ByteAccess.getLong(a, (int) at);
    } catch (IndexOutOfBoundsException e) {
      throw outside(at);
    }
    return farLong(at);
  }

  private long farLong(long at) {
    ByteBuffer head = firstBuffer;
    try {
      return at < head.limit() ? ByteAccess.getLong(head, (int) at) : ByteAccess.getLong(farBytes(at), offset(at));
    } catch (IndexOutOfBoundsException e) {
      throw outside(at);
    } catch (InternalError e) {
      throw lost(e);
    }
  }

  private int offset(long at) {
    return (int) at & mask;
  }

  /** The block of a position that is not in the first array. */
  private ByteBuffer farBytes(long at) {
    ByteBuffer[] all = buffers;
    long block = at >>> bits;
    if (block < all.length) return all[(int) block];
    byte[][] more = arrays;
    if (at >= 0 && block < more.length) return ByteBuffer.wrap(more[(int) block]).order(LITTLE_ENDIAN);
    throw outside(at);
  }

  private RuntimeException outside(long at) {
    return isClosed ? failures.closed() : failures.outside(at);
  }

  /** A read-only buffer over this number of bytes, which are not copied. */
  public ByteBuffer slice(long at, int count) {
    check(at, count);
    try {
      byte[] a = first;
      ByteBuffer block = at < a.length ? ByteBuffer.wrap(a) : farBytes(at);
      return block.slice(offset(at), count).asReadOnlyBuffer().order(LITTLE_ENDIAN);
    } catch (IndexOutOfBoundsException e) {
      throw outside(at);
    }
  }

  /** Checks that this number of bytes exists in one block. */
  public void check(long at, long count) {
    if (at < 0 || count < 0 || count > end - at || (at & mask) + count > mask + 1L) throw outside(at);
  }

  public byte[] getBytes(long at, int count) {
    check(at, count);
    byte[] bytes = new byte[count];
    copy(at, bytes);
    return bytes;
  }

  /** The array of the block of a position; null if that is a buffer, or no block has the position. */
  byte[] arrayOf(long at) {
    byte[][] all = arrays;
    long block = at >>> bits;
    return block < all.length && at >= 0 ? all[(int) block] : null;
  }

  /** Fills an array with bytes of one block. */
  void copy(long at, byte[] bytes) {
    check(at, bytes.length);
    byte[] a = first;
    try {
      if (at < a.length) System.arraycopy(a, (int) at, bytes, 0, bytes.length);
      else farBytes(at).get(offset(at), bytes, 0, bytes.length);
    } catch (IndexOutOfBoundsException e) {
      throw outside(at);
    } catch (InternalError e) {
      throw lost(e);
    }
  }

  /** A string of this number of characters below U+0100, a byte each. */
  public String getLatin1(long at, int count) {
    byte[] a = first;
    if (at >= 0 && at <= (long) a.length - count && count >= 0) return Latin1.decode(a, (int) at, count);
    return new String(getBytes(at, count), StandardCharsets.ISO_8859_1);
  }

  /** A string of this number of characters, two bytes each. */
  public String getUtf16(long at, int count) {
    char[] chars = new char[checkCount(at, count, 2)];
    getArray(at, chars);
    return new String(chars);
  }

  private int checkCount(long at, int count, int width) {
    check(at, (long) count * width);
    return count;
  }

  /** Fills an array of a primitive type; of booleans, each byte that is not 0 is true. */
  public void getArray(long at, Object into) {
    int count = java.lang.reflect.Array.getLength(into);
    ByteBuffer b = slice(at, Math.multiplyExact(count, widthOf(into)));
    try {
      if (into instanceof byte[] x) b.get(x);
      else if (into instanceof boolean[] x) for (int i = 0; i < count; i++) x[i] = b.get(i) != 0;
      else if (into instanceof short[] x) b.asShortBuffer().get(x);
      else if (into instanceof char[] x) b.asCharBuffer().get(x);
      else if (into instanceof int[] x) b.asIntBuffer().get(x);
      else if (into instanceof long[] x) b.asLongBuffer().get(x);
      else if (into instanceof float[] x) b.asFloatBuffer().get(x);
      else b.asDoubleBuffer().get((double[]) into);
    } catch (InternalError e) {
      throw lost(e);
    }
  }

  private static int widthOf(Object array) {
    if (array instanceof byte[] || array instanceof boolean[]) return 1;
    if (array instanceof short[] || array instanceof char[]) return 2;
    if (array instanceof int[] || array instanceof float[]) return 4;
    if (array instanceof long[] || array instanceof double[]) return 8;
    throw new IllegalArgumentException(array.getClass().getName());
  }

  /**
   * Fails if the memory of a mapping was lost at some load before. The JVM does not always report that at the load. It
   * reports at the latest where compiled code comes back from the runtime, so an array of arrays of unknown lengths is
   * allocated there. (Coming back from native code does not do.)
   */
  public void settle() {
    try {
      if (buffers.length > 0) settled = new int[one][one];
    } catch (InternalError e) {
      throw lost(e);
    }
  }

  private static int one = 1;
  private static volatile Object settled;

  /** Throws when memory is gone. A report that the JVM still owes is taken here, so that no other code gets it. */
  public RuntimeException lost(InternalError e) {
    try {
      settled = new int[one][one];
    } catch (InternalError again) {
      e = again;
    }
    if (!isLostMemory(e)) throw e;
    return failures.lost(e);
  }

  /** Returns true if the JVM reports a fault in mapped memory, and not one of its own, such as a full code cache. */
  public static boolean isLostMemory(InternalError e) {
    return e.getMessage() != null && e.getMessage().contains("unsafe memory access");
  }

  // ---- as a whole

  /** The blocks between two positions as buffers, which are not copied. */
  public ByteBuffer[] buffers(long from, long until) {
    if (isClosed) throw failures.closed();
    if (from < 0 || from > until || until > end) throw failures.outside(until);
    if (from == until) return NO_BUFFERS;
    int begin = (int) (from >>> bits);
    int last = (int) ((until - 1) >>> bits);
    ByteBuffer[] result = new ByteBuffer[last - begin + 1];
    for (int block = begin; block <= last; block++) {
      ByteBuffer whole = buffers.length > 0 ? buffers[block].duplicate() : ByteBuffer.wrap(arrays[block]);
      int start = block == begin ? (int) (from & mask) : 0;
      int stop = block == last ? (int) ((until - 1) & mask) + 1 : mask + 1;
      // The end of a block that the next object did not fit into may have got no room.
      if (stop > whole.limit()) whole = ByteBuffer.wrap(Arrays.copyOf(arrays[block], stop));
      result[block - begin] = whole.limit(stop).position(start).asReadOnlyBuffer();
    }
    return result;
  }

  /**
   * Writes some bytes and then those between two positions: blocks without conversion, in as few calls as the channel
   * allows. (A header written alone would have a socket wait for its acknowledgement.)
   */
  public void writeTo(WritableByteChannel channel, ByteBuffer before, long from, long until) throws IOException {
    ByteBuffer[] blocks = buffers(from, until);
    ByteBuffer[] all = new ByteBuffer[blocks.length + 1];
    all[0] = before;
    System.arraycopy(blocks, 0, all, 1, blocks.length);
    if (channel instanceof GatheringByteChannel gathering)
      Channels.gather(gathering, all, buffers.length > 0 ? Long.MAX_VALUE : PIECE);
    else for (ByteBuffer buffer : all)
      while (buffer.hasRemaining()) if (channel.write(buffer) == 0) Channels.pause(channel);
  }
}
