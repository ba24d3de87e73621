package brine.wire;

/**
 * Every failure of this module: its kind, and the byte of the failure.
 *
 * <p>It is unchecked, and carries no stack trace: hostile input should cost no more than honest input, and the
 * layer above adds the path that a person needs.
 */
public final class WireException extends RuntimeException {
  /** The cause of a failure, to decide on; the message is for people. */
  public enum Kind {
    /** The input ends before the announced length. */
    TRUNCATED,
    /** The bytes mean nothing: an overlong varint, a boolean of 7, broken UTF-8, a negative length. */
    MALFORMED,
    /** A limit was passed: the caller's on output, or the JVM's on the size of an array. */
    LIMIT,
    /** The caller's array or buffer has no room left. */
    BUFFER_FULL,
    /** A stream or channel failed; its exception is the cause. */
    IO
  }

  private static final long serialVersionUID = 1L;

  private final Kind kind;
  private final long offset;
  private final String detail;

  /**
   * @param kind the sort of failure
   * @param offset bytes read or written before the point of failure, from the start of the source or sink
   * @param message the expected and the found value; the offset is added to it
   */
  public WireException(Kind kind, long offset, String message) {
    this(kind, offset, message, null);
  }

  /** As the other constructor, with the exception that led here. */
  public WireException(Kind kind, long offset, String message, Throwable cause) {
    super(message + " (at byte " + offset + ")", cause, true, false);
    this.detail = message;
    this.kind = kind;
    this.offset = offset;
  }

  /** The expected and the found value: the message without the offset. */
  public String detail() {
    return detail;
  }

  /** The sort of this failure. */
  public Kind kind() {
    return kind;
  }

  /** Bytes read or written before the point of failure, from the start of the source or sink. */
  public long offset() {
    return offset;
  }
}
