package brine.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;

/**
 * UTF-8 that never loses anything: text without a UTF-8 form is refused, not replaced.
 *
 * <p>A Java string may hold an unpaired surrogate, for which UTF-8 has no bytes; such a string has to travel as
 * UTF-16 ({@link ByteSink#putChars}, {@link ByteSource#getUtf16}).
 */
public final class Utf8 {
  private Utf8() {}

  /**
   * The bytes of {@code s}, or null when {@code s} has an unpaired surrogate.
   *
   * <p>{@code getBytes} is the fastest safe encoder there is, but turns every unpaired surrogate into one
   * {@code '?'}. Only a result with a {@code '?'} in it is suspect, and only then are the characters examined.
   */
  public static byte[] encode(String s) {
    byte[] bytes = s.getBytes(UTF_8);
    return ByteAccess.contains(bytes, (byte) '?') && hasUnpairedSurrogate(s) ? null : bytes;
  }

  /** How many bytes {@code s} takes, or -1 when it has an unpaired surrogate. Linear in the length. */
  public static long size(String s) {
    int length = s.length();
    long size = length;
    for (int i = 0; i < length; i++) {
      char c = s.charAt(i);
      if (c >= 0x80) {
        size++;
        if (c >= 0x800) {
          size++;
          if (Character.isSurrogate(c)) {
            if (Character.isLowSurrogate(c) || i + 1 == length || !Character.isLowSurrogate(s.charAt(i + 1))) return -1;
            i++; // over the partner, for which one byte is counted already: four in all
          }
        }
      }
    }
    return size;
  }

  /**
   * Returns true if {@code s} is ASCII, in constant time, given the result of {@link #encode}.
   *
   * <p>A character takes one byte if and only if it is ASCII, once unpaired surrogates (a {@code '?'} each) are
   * excluded; {@code encode} has excluded them. The lengths alone therefore decide.
   *
   * @param encoded the result of {@code encode(s)}; null gives false
   */
  public static boolean isAscii(String s, byte[] encoded) {
    return encoded != null && encoded.length == s.length();
  }

  /** Returns true if {@code s} has a surrogate without its partner, hence no UTF-8 form. Linear in the length. */
  public static boolean hasUnpairedSurrogate(String s) {
    int length = s.length();
    for (int i = 0; i < length; i++) {
      char c = s.charAt(i);
      if (Character.isSurrogate(c)) {
        if (Character.isLowSurrogate(c) || i + 1 == length || !Character.isLowSurrogate(s.charAt(i + 1))) return true;
        i++; // over the partner
      }
    }
    return false;
  }

  /**
   * The string that {@code count} bytes represent.
   *
   * <p>The fast decoder replaces malformed bytes by U+FFFD, so a result without U+FFFD was well formed. A result with
   * one is rare, and is decoded again by a decoder that reports.
   *
   * @param streamOffset offset of {@code bytes[from]} in the input, for the error
   * @throws WireException MALFORMED for truncated, overlong, surrogate and out-of-range sequences
   */
  public static String decode(byte[] bytes, int from, int count, long streamOffset) {
    String s = new String(bytes, from, count, UTF_8);
    if (s.indexOf('\uFFFD') >= 0) verify(bytes, from, count, streamOffset);
    return s;
  }

  private static void verify(byte[] bytes, int from, int count, long streamOffset) {
    CharsetDecoder decoder =
        UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT).onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes, from, count);
    CharBuffer scratch = CharBuffer.allocate(1024);
    CoderResult result;
    do {
      scratch.clear();
      result = decoder.decode(in, scratch, true);
    } while (result.isOverflow());
    if (result.isError()) {
      int at = in.position();
      throw new WireException(
          WireException.Kind.MALFORMED,
          streamOffset + (at - from),
          String.format("malformed UTF-8, byte %02x", bytes[at]));
    }
  }
}
