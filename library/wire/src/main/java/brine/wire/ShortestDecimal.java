package brine.wire;

import static brine.wire.ByteAccess.putLong;
import static brine.wire.ByteAccess.putShort;
import static brine.wire.DecimalDigits.ZEROS;
import static brine.wire.DecimalDigits.eight;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.math.BigInteger;

/**
 * The shortest decimal texts that read as the same floating point number, in two looks: Java's ({@code 1.0E10}) and
 * ECMAScript's ({@code 10000000000}).
 *
 * <p>The digits of a {@code double} are found by "xjb" (Xiang JunBo, Wang TieJun), as jsoniter-scala (MIT) has it: one
 * product of 64 by 128 bits, then the choice between a number of sixteen digits and one of seventeen. Those of a {@code
 * float} are found by "The Schubfach way to render doubles" (Raffaele Giulietti). All digits are then laid out as words
 * of eight.
 */
public final class ShortestDecimal {
  private ShortestDecimal() {}

  /** The most bytes that {@link #put} writes or overwrites. */
  public static final int ROOM = 48;

  /** The text of a finite number. */
  public static String text(double value, boolean isEcma) {
    byte[] bytes = new byte[ROOM];
    return new String(bytes, 0, put(bytes, 0, value, isEcma), ISO_8859_1);
  }

  /** The text of a finite number. */
  public static String text(float value, boolean isEcma) {
    byte[] bytes = new byte[ROOM];
    return new String(bytes, 0, put(bytes, 0, value, isEcma), ISO_8859_1);
  }

  // ---- doubles

  /** Puts a finite number and returns the index behind its text. */
  static int put(byte[] bytes, int at, double value, boolean isEcma) {
    long bits = Double.doubleToRawLongBits(value);
    bytes[at] = '-';
    at += (int) (bits >>> 63);
    int exponent = (int) (bits >>> 52) & 0x7FF;
    long fraction = bits & 0xF_FFFF_FFFF_FFFFL;
    if (exponent == 0) {
      if (fraction == 0) return putZero(bytes, at, isEcma);
      return putShortest(bytes, at, fraction, -1074, true, isEcma);
    }
    long mantissa = fraction | 1L << 52;
    int binary = exponent - 1075;
    if (binary <= 0 && binary >= -52 && (mantissa & (1L << -binary) - 1) == 0) {
      return putWhole(bytes, at, mantissa >> -binary, isEcma);
    }
    return putShortest(bytes, at, mantissa, binary, fraction != 0, isEcma);
  }

  private static int putZero(byte[] bytes, int at, boolean isEcma) {
    bytes[at] = '0';
    return isEcma ? at + 1 : putPointZero(bytes, at + 1);
  }

  private static int putPointZero(byte[] bytes, int at) {
    putShort(bytes, at, (short) ('.' | '0' << 8));
    return at + 2;
  }

  /** A number up to which each integer is one of the type, so that its digits are all needed. */
  private static int putWhole(byte[] bytes, int at, long value, boolean isEcma) {
    if (isEcma) return DecimalDigits.put(bytes, at, value);
    if (value < 10_000_000) return putPointZero(bytes, DecimalDigits.putFew(bytes, at, (int) value));
    return layOut(bytes, at, value, 0, false);
  }

  /** Puts {@code mantissa} times two to {@code binary}. */
  private static int putShortest(byte[] bytes, int at, long mantissa, int binary, boolean isRegular, boolean isEcma) {
    int decimal = (isRegular ? binary * 315653 : binary * 315653 - 131237) >> 20;
    int shift = ((decimal + 1) * -217707 >> 16) + binary;
    int index = -1 - decimal - LEAST << 1;
    long power = POWERS[index];
    // The ten-fold of the number, in units of 2^-64: `high` and `low`; and half of the interval around it.
    long half = (power >>> -shift) + ((int) mantissa + 1 & 1);
    long scaled = mantissa << shift + 7;
    long carried = multiplyHigh(POWERS[index + 1], scaled);
    long low = carried + power * scaled;
    long high = Math.multiplyHigh(power, scaled) + scaled; // the power's highest bit is set
    if (Long.compareUnsigned(low, carried) < 0) high++;
    long rest = high << 58 | low >>> 6;
    long digits;
    if (isRegular) {
      if (Long.compareUnsigned(~rest, half) < 0) digits = (high >>> 6) * 10 + 10;
      else if (Long.compareUnsigned(rest, half) < 0) digits = (high >>> 6) * 10;
      else digits = oneMore(high, low, rest);
    } else digits = ofPowerOfTwo(high, low, rest, half);
    return layOut(bytes, at, digits, decimal, isEcma);
  }

  /** With one digit more, rounded. */
  private static long oneMore(long high, long low, long rest) {
    return high * 10 + multiplyHigh(low, 10) + (rest == 1L << 62 ? 0x1F : 0x20) >>> 6;
  }

  /** The interval below a power of two is half as long as the one above it. */
  private static long ofPowerOfTwo(long high, long low, long rest, long half) {
    if (Long.compareUnsigned(~rest, half) < 0) return (high >>> 6) * 10 + 10;
    long ten = (rest >>> 4) * 10;
    if (Long.compareUnsigned(ten & 0x0FFF_FFFF_FFFF_FFFFL, (half >>> 4) * 5) > 0)
      return (high >>> 6) * 10 + (int) (ten >>> 60) + 1;
    return Long.compareUnsigned(half >>> 1, rest) <= 0 ? oneMore(high, low, rest) : (high >>> 6) * 10;
  }

  /** The high half of the product without signs; {@code y} is positive. */
  private static long multiplyHigh(long x, long y) {
    return Math.multiplyHigh(x, y) + (x >> 63 & y);
  }

  // ---- floats

  /** Puts a finite number and returns the index behind its text. */
  static int put(byte[] bytes, int at, float value, boolean isEcma) {
    int bits = Float.floatToRawIntBits(value);
    bytes[at] = '-';
    at += bits >>> 31;
    int exponent = bits >>> 23 & 0xFF;
    int fraction = bits & 0x7F_FFFF;
    if (exponent == 0) {
      if (fraction == 0) return putZero(bytes, at, isEcma);
      return putShortest(bytes, at, fraction, -149, isEcma);
    }
    int mantissa = fraction | 1 << 23;
    int binary = exponent - 150;
    if (binary <= 0 && binary >= -23 && (mantissa & (1 << -binary) - 1) == 0) {
      return putWhole(bytes, at, mantissa >> -binary, isEcma);
    }
    return putShortest(bytes, at, mantissa, binary, isEcma);
  }

  private static int putShortest(byte[] bytes, int at, int mantissa, int binary, boolean isEcma) {
    boolean isRegular = mantissa != 1 << 23 || binary == -149;
    int decimal = (int) ((isRegular ? binary * 661_971_961_083L : binary * 661_971_961_083L - 274_743_187_321L) >> 41);
    int shift = binary + (int) (-decimal * 913_124_641_741L >> 38) + 33;
    long power = (POWERS[-decimal - LEAST << 1] >>> 1) + 1;
    long quadruple = (long) mantissa << 2;
    // Four-fold: the number, and the ends of the interval around it.
    int middle = scaled(power, quadruple << shift);
    int least = scaled(power, quadruple - (isRegular ? 2 : 1) << shift) + (mantissa & 1);
    int most = scaled(power, quadruple + 2 << shift) - (mantissa & 1);
    int down = middle >> 2;
    if (down >= 10) {
      int tens = down / 10 * 10;
      boolean isDownIn = least <= tens << 2;
      if (isDownIn != (tens + 10 << 2 <= most)) return layOut(bytes, at, isDownIn ? tens : tens + 10, decimal, isEcma);
    }
    boolean isDownIn = least <= down << 2;
    if (isDownIn == (down + 1 << 2 <= most)) {
      int difference = middle - (2 * down + 1 << 1);
      isDownIn = difference < 0 || difference == 0 && (down & 1) == 0;
    }
    return layOut(bytes, at, isDownIn ? down : down + 1, decimal, isEcma);
  }

  /** The lowest bit is set if a part below it was. */
  private static int scaled(long power, long factor) {
    long product = Math.multiplyHigh(power, factor);
    return (int) (product >>> 31 | (product & 0xFFFF_FFFFL) + 0xFFFF_FFFFL >>> 32);
  }

  // ---- layout

  /**
   * Lays out {@code number} times ten to {@code decimal}: seventeen digits, of which the zeros at the end do not count.
   */
  private static int layOut(byte[] bytes, int at, long number, int decimal, boolean isEcma) {
    int length = (64 - Long.numberOfLeadingZeros(number)) * 1233 >> 12; // of the digits, or one less
    if (number >= TENS[length]) length++;
    int exponent = decimal + length - 1; // of the first digit
    number *= TENS[17 - length];
    long nine = (number >>> 8) / 390_625;
    long low = number - nine * 100_000_000;
    int first = (int) (nine / 100_000_000);
    long next = eight(nine - first * 100_000_000L);
    long last = low == 0 ? 0 : eight(low);
    // the digits behind the first that count
    int count = low == 0 ? 8 - (Long.numberOfLeadingZeros(next) >> 3) : 16 - (Long.numberOfLeadingZeros(last) >> 3);
    next |= ZEROS;
    last |= ZEROS;
    if (exponent >= 0 && exponent < 7) {
      long head = first + '0' | next << 8;
      if (count <= exponent) {
        putLong(bytes, at, head);
        return isEcma ? at + exponent + 1 : putPointZero(bytes, at + exponent + 1);
      }
      putLong(bytes, at + 2, next);
      putLong(bytes, at + 10, last);
      int point = 8 * (exponent + 1);
      long behind = -1L << point;
      putLong(bytes, at, head & ~behind | (long) '.' << point | (head & behind) << 8);
      return at + count + 2;
    }
    if (exponent < 0 && exponent >= (isEcma ? -6 : -3)) {
      putLong(bytes, at, ZEROS ^ ('0' ^ '.') << 8);
      return putDigits(bytes, at + 1 - exponent, first, next, last) + count + 1;
    }
    if (isEcma && exponent >= 0 && exponent < 21) return putPlain(bytes, at, first, next, last, count, exponent);
    bytes[at] = (byte) (first + '0');
    bytes[at + 1] = '.';
    putLong(bytes, at + 2, next);
    putLong(bytes, at + 10, last);
    return putExponent(bytes, isEcma && count == 0 ? at + 1 : at + 2 + Math.max(count, 1), exponent, isEcma);
  }

  /** Returns {@code at}. */
  private static int putDigits(byte[] bytes, int at, int first, long next, long last) {
    bytes[at] = (byte) (first + '0');
    putLong(bytes, at + 1, next);
    putLong(bytes, at + 9, last);
    return at;
  }

  private static int putExponent(byte[] bytes, int at, int exponent, boolean isEcma) {
    bytes[at++] = (byte) (isEcma ? 'e' : 'E');
    if (exponent < 0) bytes[at++] = '-';
    else if (isEcma) bytes[at++] = '+';
    return DecimalDigits.putFew(bytes, at, Math.abs(exponent));
  }

  /** ECMAScript's numbers from 10^7 to 10^21, without an exponent. */
  private static int putPlain(byte[] bytes, int at, int first, long next, long last, int count, int exponent) {
    putDigits(bytes, at, first, next, last);
    putLong(bytes, at + 17, ZEROS);
    if (count <= exponent) return at + exponent + 1;
    System.arraycopy(bytes, at + exponent + 1, bytes, at + exponent + 2, count - exponent);
    bytes[at + exponent + 1] = '.';
    return at + count + 2;
  }

  // ---- powers of ten

  private static final int LEAST = -293;
  private static final int MOST = 324;

  /** The highest 128 bits of each power of ten, rounded up: two numbers each. */
  private static final long[] POWERS = new long[2 * (MOST - LEAST + 1)];

  private static final long[] TENS = new long[19];

  static {
    for (int k = LEAST; k <= MOST; k++) {
      BigInteger power = BigInteger.TEN.pow(Math.abs(k));
      BigInteger bits =
          k >= 0 ? highest(power) : highest(BigInteger.ONE.shiftLeft(power.bitLength() + 128).divide(power));
      boolean isExact = k >= 0 && k <= 55; // 5^55 has 128 bits
      if (!isExact) bits = bits.add(BigInteger.ONE);
      POWERS[2 * (k - LEAST)] = bits.shiftRight(64).longValue();
      POWERS[2 * (k - LEAST) + 1] = bits.longValue();
    }
    TENS[0] = 1;
    for (int i = 1; i < TENS.length; i++) TENS[i] = 10 * TENS[i - 1];
  }

  private static BigInteger highest(BigInteger number) {
    return number.shiftRight(number.bitLength() - 128);
  }
}
