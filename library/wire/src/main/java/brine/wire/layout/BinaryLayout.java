package brine.wire.layout;

/**
 * The header of the binary format, version 1. These bytes are frozen.
 *
 * <pre>
 *  offset  0      1      2      3      4                          12
 *         +------+------+------+------+--------------------------+---- ... ----+---- ... ----+---------------+
 *         |  B2  |  1E  | vers | flags|  fingerprint (LE, 8)     |    names    |    body     | CRC32C (LE, 4)|
 *         +------+------+------+------+--------------------------+---- ... ----+---- ... ----+---------------+
 *          magic                |                                 by carriage                 only if flagged
 *                               |
 *     flags    bit 7   6   5   4          3          2         1   0
 *            +-------------+----------+----------+---------+-----------+
 *            | 0   0   0   | numbered | checksum | sharing |  carriage |
 *            +-------------+----------+----------+---------+-----------+
 * </pre>
 *
 * <ol>
 *   <li>The first two bytes are {@link #MAGIC_0}, {@link #MAGIC_1}: no text in ASCII or UTF-8 begins so.
 *   <li>The version is {@link #VERSION}; a reader refuses every other.
 *   <li>The carriage says how the writer's shape travels: as its fingerprint ({@link #CARRIAGE_FINGERPRINT}), or with
 *       its names ({@link #CARRIAGE_NAMES}): a varint with the length of a shape table, and the table. 0 and 3 are
 *       reserved and refused.
 *   <li>The bits of {@link #FLAGS_RESERVED} are zero, else the pickle is refused.
 *   <li>The checksum is over header and body, without itself.
 * </ol>
 */
public final class BinaryLayout {
  private BinaryLayout() {}

  /** Offset in bytes of the magic, 2 bytes. */
  public static final int MAGIC_OFFSET = 0;

  /** Offset in bytes of the version, 1 byte. */
  public static final int VERSION_OFFSET = 2;

  /** Offset in bytes of the flags, 1 byte. */
  public static final int FLAGS_OFFSET = 3;

  /** Offset in bytes of the fingerprint of the writer's shape, 8 bytes, little-endian. */
  public static final int FINGERPRINT_OFFSET = 4;

  /** Offset in bytes of the part after the fingerprint: the names by {@link #CARRIAGE_NAMES}, else the body. */
  public static final int BODY_OFFSET = 12;

  /** Size in bytes of the header without names. */
  public static final int HEADER_BYTES = BODY_OFFSET;

  /** Size in bytes of the fingerprint. */
  public static final int FINGERPRINT_BYTES = 8;

  /** Size in bytes of the checksum that follows the body when {@link #FLAG_CHECKSUM} is set. */
  public static final int CHECKSUM_BYTES = 4;

  /** The first byte of the magic, unsigned. */
  public static final int MAGIC_0 = 0xB2;

  /** The second byte of the magic, unsigned. */
  public static final int MAGIC_1 = 0x1E;

  /** Both bytes of the magic as one little-endian, unsigned 16-bit number. */
  public static final int MAGIC = MAGIC_1 << 8 | MAGIC_0;

  /** The version that this class describes. */
  public static final int VERSION = 1;

  /** The flag bits that hold the carriage. */
  public static final int CARRIAGE_MASK = 0b0000_0011;

  /** Carriage: the shape travels as its fingerprint, at {@link #FINGERPRINT_OFFSET}. */
  public static final int CARRIAGE_FINGERPRINT = 1;

  /** Carriage: a shape table follows the fingerprint. */
  public static final int CARRIAGE_NAMES = 2;

  /** Flag: every object is written once and referred to afterwards, immutable ones too. */
  public static final int FLAG_SHARING = 0b0000_0100;

  /** Flag: a CRC32C of header and body follows the body, {@link #CHECKSUM_BYTES} bytes, little-endian. */
  public static final int FLAG_CHECKSUM = 0b0000_1000;

  /** Flag: places of open types are numbered, by a numbering that the reader must have. */
  public static final int FLAG_NUMBERED = 0b0001_0000;

  /** The flag bits that are zero in this version. */
  public static final int FLAGS_RESERVED = 0b1110_0000;
}
