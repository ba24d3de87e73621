package brine.wire.layout;

/**
 * The header of a region, version 1, and the words that its objects are made of. These bytes are frozen.
 *
 * <pre>
 *  offset  0      1      2      3      4            8             16           24          32          36
 *         +------+------+------+------+------------+-------------+------------+-----------+-----------+-----------+
 *         |  B2  |  72  | vers | bits | body at (4)| fingerprint | length (8) | root (8)  | table (4) | CRC32C (4)|
 *         +------+------+------+------+------------+-------------+------------+-----------+-----------+-----------+
 *         | the shape table, zeros up to a multiple of 8 | the body: 8 zeros, objects                             |
 *
 *  a reference (4 bytes)    0            null
 *                           tag          a value that is its tag: an object, a None
 *                           d | tag      4 * d bytes before this word stands what it refers to; the tag is in the
 *                                        lowest bits
 *                           1 | d | tag  the highest bit: there stand 8 bytes, so many bytes before which it is
 * </pre>
 *
 * <ol>
 *   <li>The magic is {@link #MAGIC_0}, {@link #MAGIC_1}; the version is {@link #VERSION}; a reader refuses every other.
 *   <li>No object crosses a multiple of 2^bits bytes of the body, counted from its beginning.
 *   <li>The root is a position in the body, and its tag in the 16 highest bits.
 *   <li>The checksum is over the header before it, the shape table and the zeros after the table. The body has none.
 * </ol>
 */
public final class RegionLayout {
  private RegionLayout() {}

  /** The first byte of the magic, unsigned. */
  public static final int MAGIC_0 = 0xB2;

  /** The second byte of the magic, unsigned. */
  public static final int MAGIC_1 = 0x72;

  /** The version that this class describes. */
  public static final int VERSION = 1;

  /** Offset in bytes of the version, 1 byte. */
  public static final int VERSION_OFFSET = 2;

  /** Offset in bytes of the binary logarithm of the size of blocks, 1 byte. */
  public static final int BITS_OFFSET = 3;

  /** Offset in bytes of where the body begins, 4 bytes. */
  public static final int BODY_OFFSET = 4;

  /** Offset in bytes of the fingerprint of the root's shape, 8 bytes. */
  public static final int FINGERPRINT_OFFSET = 8;

  /** Offset in bytes of the length of the body, 8 bytes. */
  public static final int LENGTH_OFFSET = 16;

  /** Offset in bytes of the root, 8 bytes. */
  public static final int ROOT_OFFSET = 24;

  /** Offset in bytes of the length of the shape table, 4 bytes. */
  public static final int TABLE_LENGTH_OFFSET = 32;

  /** Offset in bytes of the checksum, 4 bytes. */
  public static final int CHECKSUM_OFFSET = 36;

  /** Size in bytes of the header without the shape table. */
  public static final int HEADER_BYTES = 40;

  /** Bytes of the body before its first object: position 0 refers to no object. */
  public static final int FIRST_OBJECT = 8;

  /** In a position with its tag, the tag begins at this bit. */
  public static final int TAG_SHIFT = 48;

  /** Distances are counted in units of 2^2 bytes. */
  public static final int UNIT_BITS = 2;
}
