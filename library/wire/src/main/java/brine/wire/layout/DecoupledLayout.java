package brine.wire.layout;

/**
 * The decoupled format, version 0: the parts of a pickle, and the object image.
 *
 * <pre>
 *  offset  0      1      2      3       4               8
 *         +------+------+------+-------+---------------+------+----------+--------+
 *         |  B2  |  64  | vers | flags | head bytes (4)| head | [CRC32C] | zeros  |  to a multiple of 8
 *         +------+------+------+-------+---------------+------+----------+--------+
 *         | values     8 bytes each                                               |
 *         | references packed, zeros to a multiple of 8  | their end map, the same |
 *         | layouts    packed, zeros to a multiple of 8  | their end map, the same |
 *         | [CRC32C of each 2^20 bytes from the values on; the last may be fewer] |
 *         +-----------------------------------------------------------------------+
 *
 *  an object   | [mark word] | class number | [length, or counts] | a slot for each field or element |
 *  a slot      8 bytes, little-endian
 *  a reference 0 is null, else 1 + the number of slots before the object
 *  a layout    a bit for each slot of an object, 1 where it holds a reference; the highest bit of a byte comes first
 * </pre>
 *
 * <ol>
 *   <li>The magic is {@link #MAGIC_0}, {@link #MAGIC_1}; the version {@link #VERSION}.
 *   <li>Objects follow each other without a gap, in the order in which references first lead to them.
 *   <li>The classes below {@link #FIRST_TOLD} are the same in every pickle; the others are in the head's tables.
 * </ol>
 */
public final class DecoupledLayout {
  private DecoupledLayout() {}

  /** The first byte of the magic, unsigned. */
  public static final int MAGIC_0 = 0xB2;

  /** The second byte of the magic, unsigned. */
  public static final int MAGIC_1 = 0x64;

  /** The version that this class describes. */
  public static final int VERSION = 0;

  /** Offset in bytes of the version, 1 byte. */
  public static final int VERSION_OFFSET = 2;

  /** Offset in bytes of the flags, 1 byte. */
  public static final int FLAGS_OFFSET = 3;

  /** Offset in bytes of the length of the head, 4 bytes. */
  public static final int HEAD_LENGTH_OFFSET = 4;

  /** Offset in bytes of the head. */
  public static final int HEAD_OFFSET = 8;

  /** The head and the body have checksums. */
  public static final int FLAG_CHECKSUMS = 1;

  /** Every object begins with a mark word, as on HotSpot's heap. */
  public static final int FLAG_MARK_WORDS = 2;

  /** The body is the image itself, slot by slot, without checksums: a file that is read in place. */
  public static final int FLAG_IMAGE = 4;

  /** The other flags, which must not be set. */
  public static final int FLAGS_RESERVED = 0xF8;

  /** The bytes of a block of the body that has a checksum; the last block may be shorter. */
  public static final int CHECKED_BYTES = 1 << 20;

  /** Every section of the body begins at a multiple of this number of bytes from the pickle's beginning. */
  public static final int SECTION_ALIGNMENT = 8;

  /** The mark word that software writes: an unlocked object without a hash code. Readers ignore it. */
  public static final long MARK_WORD = 1;

  // ---- classes that every pickle has; `kind` is the number of a scalar: 0 Unit, 1 Boolean, 2 Byte … 8 Double

  /** The null of an {@code imap}, where the value itself is not null. */
  public static final int NULL = 0;

  /** The empty option. */
  public static final int NONE = 1;

  /** A scalar in the slot of a reference: the class is the sum of this and the kind. */
  public static final int BOXED = 2;

  /** A string whose characters take a byte each. */
  public static final int LATIN1 = 11;

  /** A string whose characters take two bytes each. */
  public static final int UTF16 = 12;

  /** An array of scalars: the class is the sum of this and the kind. */
  public static final int ARRAY = 13;

  /** The first class of the head's tables. */
  public static final int FIRST_TOLD = 32;

  /** The most classes of a pickle, those that every pickle has included. */
  public static final int MOST_CLASSES = 1 << 20;
}
