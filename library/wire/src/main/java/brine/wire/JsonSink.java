package brine.wire;

import static brine.wire.ByteAccess.getLong;
import static brine.wire.ByteAccess.putInt;
import static brine.wire.ByteAccess.putLong;
import static brine.wire.ByteAccess.putShort;
import static brine.wire.WireException.Kind.LIMIT;

import java.util.Arrays;
import java.util.UUID;

/**
 * Writes the tokens of compact JSON: docs/adr/0091.
 *
 * <ul>
 *   <li>Each value puts a comma behind itself, and the end of an object or array replaces the comma of its last value.
 *       No call depends on the call before it.
 *   <li>Some calls need room, as their comments say. The caller asks for it, once for several calls. {@link #ready}
 *       asks for the room of any one of them. All other calls ask on their own, and leave no room behind.
 *   <li>A sink in memory keeps all bytes; its array grows up to the limit. A sink over another one keeps the byte that
 *       was put last, and the bytes of one call.
 * </ul>
 */
public final class JsonSink {
  /** Room for a number, a word, a UUID, or the beginning of an object or array. */
  public static final int ANY = 48;

  /** Bytes behind the text that a call may overwrite. */
  private static final int SLACK = 24;

  /** Bytes that are kept before they go to another sink, and that texts and literals may exceed. */
  private static final int CHUNK = 16 * 1024;

  /** Texts of fewer characters are written by a loop over the characters. */
  private static final int SHORT_TEXT = 20;

  private byte[] bytes;
  private int at;
  private final ByteSink sink;
  private final JsonIndentation indentation;
  private final long maxBytes;
  private boolean isEcma;

  private JsonSink(byte[] bytes, ByteSink sink, JsonIndentation indentation, long maxBytes, boolean isEcma) {
    this.bytes = bytes;
    this.sink = sink;
    this.indentation = indentation;
    this.maxBytes = maxBytes;
    this.isEcma = isEcma;
  }

  /**
   * Writes into memory, at first into this array.
   *
   * @param isEcma whether numbers with a point look as in ECMAScript, or as in Java
   */
  public static JsonSink inMemory(byte[] first, long maxBytes, boolean isEcma) {
    return new JsonSink(first, null, null, maxBytes, isEcma);
  }

  /**
   * Writes to another sink, which has its own limit.
   *
   * @param indentation the spaces of each level; 0 for no white space
   */
  public static JsonSink over(ByteSink sink, int indentation, boolean isEcma) {
    JsonIndentation indented = indentation == 0 ? null : new JsonIndentation(sink, indentation);
    return new JsonSink(new byte[512], sink, indented, Long.MAX_VALUE, isEcma);
  }

  /** Whether the numbers that come next look as in ECMAScript, or as in Java. */
  public void looksOf(boolean isEcma) {
    this.isEcma = isEcma;
  }

  // ---- room

  /** Makes room for calls that put this number of bytes in all. */
  public JsonSink room(int count) {
    if (bytes.length - at < count + SLACK) makeRoom(count, 0);
    return this;
  }

  /** Makes room for a call that puts up to {@link #ANY} bytes. */
  public JsonSink ready() {
    return room(ANY);
  }

  /** {@code least}: bytes that certainly follow. */
  private void makeRoom(long count, long least) {
    if (sink != null && at > CHUNK) drain();
    if (bytes.length - at < count + SLACK) grow(at, count, least);
  }

  private void grow(int until, long count, long least) {
    checkLimit(until - 1L + least);
    long wanted = until + count + SLACK;
    if (wanted > ByteSink.MAX_ARRAY) throw new WireException(LIMIT, until, wanted + " bytes do not fit one array");
    long length = Math.max(Math.min(Math.max(2L * bytes.length, 512), ByteSink.MAX_ARRAY), wanted);
    byte[] longer = new byte[(int) length];
    System.arraycopy(bytes, 0, longer, 0, until);
    bytes = longer;
  }

  private void checkLimit(long total) {
    if (total > maxBytes) throw new WireException(LIMIT, total, total + " bytes pass the output limit of " + maxBytes);
  }

  /** All but the last byte, which an end may replace. */
  private void drain() {
    pass(at - 1);
    bytes[0] = bytes[at - 1];
    at = 1;
  }

  private void pass(int count) {
    if (indentation == null) sink.putBytes(bytes, 0, count);
    else indentation.put(bytes, 0, count);
  }

  // ---- the end

  /** The bytes of a sink in memory. */
  public byte[] toByteArray() {
    int length = Math.max(at - 1, 0);
    checkLimit(length);
    return Arrays.copyOf(bytes, length);
  }

  /** The array of a sink in memory, for use by another one. */
  public byte[] array() {
    return bytes;
  }

  /** Passes the rest to the other sink. */
  public void finish() {
    if (at > 0) pass(at - 1);
    at = 0;
  }

  // ---- structure

  /** Begins an object or an array, by its bracket. Needs room for one byte. */
  public void begin(int bracket) {
    bytes[at++] = (byte) bracket;
  }

  /** Ends an object or an array, by its bracket. */
  public void end(int bracket) {
    room(2);
    if (at > 0 && bytes[at - 1] == ',') at--;
    putShort(bytes, at, (short) (bracket | ',' << 8));
    at += 2;
  }

  /** Puts {@code length} bytes, the lowest first: a name with its quotes and colon. Needs room for them. */
  public void word(long word, int length) {
    putLong(bytes, at, word);
    at += length;
  }

  /** Like {@link #word}, of up to sixteen bytes. */
  public void words(long first, long second, int length) {
    putLong(bytes, at, first);
    putLong(bytes, at + 8, second);
    at += length;
  }

  /** Like {@link #word}, of up to 24 bytes. */
  public void words(long first, long second, long third, int length) {
    putLong(bytes, at, first);
    putLong(bytes, at + 8, second);
    putLong(bytes, at + 16, third);
    at += length;
  }

  /** Some bytes, stored eight at a time. */
  public static final class Literal {
    private final long[] words;
    private final int length;

    public Literal(byte[] bytes) {
      length = bytes.length;
      words = new long[length + 7 >>> 3];
      for (int i = 0; i < length; i++) words[i >>> 3] |= (bytes[i] & 0xFFL) << 8 * (i & 7);
    }

    public int length() {
      return length;
    }

    public long word(int index) {
      return words[index];
    }
  }

  /** Puts bytes as they are, without a comma. Leaves room for {@link #ANY}. */
  public void put(Literal literal) {
    room(literal.length + ANY);
    long[] words = literal.words;
    byte[] b = bytes;
    for (int i = 0, p = at; i < words.length; i++, p += 8) putLong(b, p, words[i]);
    at += literal.length;
  }

  /** Puts a value, or the beginning of an object with a member, of which these are the bytes. */
  public void raw(byte[] json) {
    long count = json.length + 1L;
    if (bytes.length - at < count + SLACK) makeRoom(count, json.length);
    System.arraycopy(json, 0, bytes, at, json.length);
    at += json.length;
    bytes[at++] = ',';
  }

  /** Puts a value that is JSON already, with no other white space than its own. */
  public void asIs(byte[] json) {
    if (indentation == null) raw(json);
    else {
      pass(at);
      indentation.putAsIs(json);
      at = 0;
      room(1);
      bytes[at++] = ',';
    }
  }

  // ---- words and numbers: each needs room for ANY

  public void nul() {
    putLong(bytes, at, 'n' | 'u' << 8 | 'l' << 16 | 'l' << 24 | (long) ',' << 32);
    at += 5;
  }

  public void bool(boolean value) {
    long text = value
        ? 't' | 'r' << 8 | 'u' << 16 | 'e' << 24 | (long) ',' << 32
        : 'f' | 'a' << 8 | 'l' << 16 | 's' << 24 | (long) ('e' | ',' << 8) << 32;
    putLong(bytes, at, text);
    at += value ? 5 : 6;
  }

  public void number(int value) {
    number((long) value);
  }

  public void number(long value) {
    byte[] b = bytes;
    int p = DecimalDigits.put(b, at, value);
    b[p] = ',';
    at = p + 1;
  }

  /** Puts a finite number. */
  public void number(double value) {
    byte[] b = bytes;
    int p = ShortestDecimal.put(b, at, value, isEcma);
    b[p] = ',';
    at = p + 1;
  }

  /** Puts a finite number. */
  public void number(float value) {
    byte[] b = bytes;
    int p = ShortestDecimal.put(b, at, value, isEcma);
    b[p] = ',';
    at = p + 1;
  }

  public void uuid(UUID value) {
    byte[] b = bytes;
    int p = at;
    long high = value.getMostSignificantBits();
    long low = value.getLeastSignificantBits();
    b[p] = '"';
    putLong(b, p + 1, hex((int) (high >>> 32)));
    p = putHalves(b, p + 9, hex((int) high));
    p = putHalves(b, p, hex((int) (low >>> 32)));
    putLong(b, p, hex((int) low));
    putShort(b, p + 8, (short) ('"' | ',' << 8));
    at = p + 10;
  }

  /** Four digits after each of two dashes. */
  private static int putHalves(byte[] b, int p, long digits) {
    b[p] = '-';
    putInt(b, p + 1, (int) digits);
    b[p + 5] = '-';
    putInt(b, p + 6, (int) (digits >>> 32));
    return p + 10;
  }

  private static final short[] HEX = new short[256];

  static {
    for (int i = 0; i < 256; i++)
      HEX[i] = (short) (Character.forDigit(i >> 4, 16) | Character.forDigit(i & 15, 16) << 8);
  }

  /** The eight hexadecimal digits of a number, the first in the lowest byte. */
  private static long hex(int x) {
    return HEX[x >>> 24]
        | (long) HEX[x >>> 16 & 255] << 16
        | (long) HEX[x >>> 8 & 255] << 32
        | (long) HEX[x & 255] << 48;
  }

  /** Begins a key that is a number or a word, which comes next. */
  public void beginKey() {
    bytes[at++] = '"';
  }

  /** Ends the key that {@link #beginKey} began. */
  public void endKey() {
    room(1);
    bytes[at - 1] = '"';
    bytes[at++] = ':';
  }

  // ---- texts

  /** Puts a key. Returns false, and puts nothing, if it has an unpaired surrogate. */
  public boolean key(String key) {
    if (!text(key)) return false;
    bytes[at - 1] = ':';
    return true;
  }

  /** Puts a text in quotes. Returns false, and puts nothing, if it has an unpaired surrogate. */
  public boolean text(String text) {
    int n = text.length();
    if (bytes.length - at < n + 3L + SLACK) makeRoom(n + 3L, n + 2L);
    byte[] b = bytes;
    int p = at;
    b[p++] = '"';
    if (n < SHORT_TEXT) {
      for (int i = 0; i < n; i++) {
        char c = text.charAt(i);
        if (c < 0x20 || c >= 0x7F || c == '"' || c == '\\') return putRest(text, i, p + i);
        b[p + i] = (byte) c;
      }
    } else {
      if (!Latin1.encode(text, b, p)) return putRest(text, 0, p);
      int plain = plain(b, p, n);
      if (plain < n) return putRest(text, plain, p + plain);
    }
    putShort(b, p + n, QUOTE_COMMA);
    at = p + n + 2;
    return true;
  }

  private static final short QUOTE_COMMA = '"' | ',' << 8;

  /** Bytes from {@code p} on that are written as they are, as far as words show; all {@code n}, or fewer. */
  private static int plain(byte[] b, int p, int n) {
    int i = 0;
    for (; i <= n - 8; i += 8) if (escapes(getLong(b, p + i)) != 0) return i;
    int left = n - i;
    boolean isPlain = left == 0 || escapes(getLong(b, p + n - 8)) == 0; // the word overlaps the one before
    return isPlain ? n : i;
  }

  /** Not 0 if one of the bytes is not ASCII, a control character, a quote or a backslash. */
  private static long escapes(long word) {
    long quote = word ^ 0x2222_2222_2222_2222L;
    long backslash = word ^ 0x5C5C_5C5C_5C5C_5C5CL;
    return (word
            | word + ByteAccess.ONES
            | word - 0x2020_2020_2020_2020L
            | quote - ByteAccess.ONES
            | backslash - ByteAccess.ONES)
        & ByteAccess.HIGHS;
  }

  /** The character behind a backslash; -1 for a number of four digits; 0 for a character that stays. */
  private static final byte[] ESCAPES = new byte[128];

  static {
    Arrays.fill(ESCAPES, 0, ' ', (byte) -1);
    ESCAPES[0x7F] = -1;
    String escaped = "\b\t\n\f\r\"\\";
    for (int i = 0; i < escaped.length(); i++) ESCAPES[escaped.charAt(i)] = (byte) "btnfr\"\\".charAt(i);
  }

  /** Puts the characters from {@code i} on at {@code p}. */
  private boolean putRest(String text, int i, int p) {
    int n = text.length();
    byte[] b = withRoom(p, 3L * (n - i));
    while (i < n) {
      char c = text.charAt(i++);
      if (c < 0x80) {
        byte escape = ESCAPES[c];
        if (escape == 0) b[p++] = (byte) c;
        else {
          b = withRoom(p, 6 + 3L * (n - i));
          p = putEscape(b, p, c, escape);
        }
      } else if (c < 0x800) {
        putShort(b, p, (short) (0x80C0 | c >> 6 | (c & 0x3F) << 8));
        p += 2;
      } else if (!Character.isSurrogate(c)) {
        putInt(b, p, 0x8080E0 | c >> 12 | (c >> 6 & 0x3F) << 8 | (c & 0x3F) << 16);
        p += 3;
      } else {
        if (Character.isLowSurrogate(c) || i == n || !Character.isLowSurrogate(text.charAt(i))) return false;
        int point = Character.toCodePoint(c, text.charAt(i++));
        putInt(
            b, p,
            0x808080F0 | point >> 18 | (point >> 12 & 0x3F) << 8 | (point >> 6 & 0x3F) << 16 | (point & 0x3F) << 24);
        p += 4;
      }
    }
    putShort(b, p, QUOTE_COMMA);
    at = p + 2;
    return true;
  }

  /** The array, with room behind {@code p}. Keeps all bytes, so that the text may still be taken back. */
  private byte[] withRoom(int p, long count) {
    if (bytes.length - p < count + 2 + SLACK) grow(p, count + 2, 0);
    return bytes;
  }

  private static int putEscape(byte[] b, int p, char c, byte escape) {
    b[p] = '\\';
    if (escape > 0) {
      b[p + 1] = escape;
      return p + 2;
    }
    b[p + 1] = 'u';
    putShort(b, p + 2, HEX[0]);
    putShort(b, p + 4, HEX[c]);
    return p + 6;
  }
}
