package brine.wire;

import static brine.wire.Op.interesting;
import static brine.wire.Op.interestingLong;
import static brine.wire.Op.leb128;
import static brine.wire.Op.littleEndian;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.function.Consumer;

/** One number, of each kind that the wire has. */
final class SingleOps {
  private SingleOps() {}

  static Op any(Random r) {
    return switch (r.nextInt(14)) {
      case 0 -> ofByte((byte) r.nextInt());
      case 1 -> ofBoolean((byte) r.nextInt(2));
      case 2 -> ofShort((short) r.nextInt());
      case 3 -> ofChar((char) r.nextInt());
      case 4 -> ofInt(interesting(r));
      case 5 -> ofLong(interestingLong(r));
      case 6 -> ofFloat(Float.intBitsToFloat(r.nextInt()));
      case 7 -> ofDouble(Double.longBitsToDouble(r.nextLong()));
      case 8 -> ofVarint(interesting(r));
      case 9 -> ofVarlong(interestingLong(r));
      case 10 -> ofZigzagInt(interesting(r));
      case 11 -> ofMixedVarlong(interestingLong(r) >>> 8);
      case 12 -> ofLength(interestingLong(r));
      default -> ofZigzagLong(interestingLong(r));
    };
  }

  /** Room is ensured before the unchecked put. */
  private static Consumer<ByteSink> within(int room, Consumer<ByteSink> put) {
    return sink -> {
      sink.require(room);
      put.accept(sink);
    };
  }

  private static Op ofByte(byte v) {
    return new Op(
        sink -> sink.putByte(v),
        within(1, sink -> sink.putByteUnchecked(v)),
        out -> out.write(v),
        source -> assertEquals(v, source.getByte()));
  }

  private static Op ofBoolean(byte v) {
    return new Op(
        sink -> sink.putByte(v),
        within(3, sink -> sink.putByteUnchecked(v)),
        out -> out.write(v),
        source -> {
          assertEquals(v, source.peekByte());
          assertEquals(v == 1, source.getBoolean());
        });
  }

  private static Op ofShort(short v) {
    return new Op(
        sink -> sink.putShort(v),
        within(2, sink -> sink.putShortUnchecked(v)),
        out -> littleEndian(out, v, 2),
        source -> {
          assertFalse(source.skipShort(v ^ 0x100));
          assertFalse(source.skipShort(v ^ 1));
          if ((v & 2) == 0) assertEquals(v, source.getShort());
          else assertTrue(source.skipShort(v));
        });
  }

  private static Op ofChar(char v) {
    return new Op(
        sink -> sink.putChar(v),
        within(2, sink -> sink.putCharUnchecked(v)),
        out -> littleEndian(out, v, 2),
        source -> assertEquals(v, source.getChar()));
  }

  private static Op ofInt(int v) {
    return new Op(
        sink -> sink.putInt(v),
        within(4, sink -> sink.putIntUnchecked(v)),
        out -> littleEndian(out, v, 4),
        source -> assertEquals(v, source.getInt()));
  }

  private static Op ofLong(long v) {
    return new Op(
        sink -> sink.putLong(v),
        within(8, sink -> sink.putLongUnchecked(v)),
        out -> littleEndian(out, v, 8),
        source -> assertEquals(v, source.getLong()));
  }

  private static Op ofFloat(float v) {
    int bits = Float.floatToRawIntBits(v);
    return new Op(
        sink -> sink.putFloat(v),
        within(4, sink -> sink.putFloatUnchecked(v)),
        out -> littleEndian(out, bits, 4),
        source -> assertEquals(bits, Float.floatToRawIntBits(source.getFloat())));
  }

  private static Op ofDouble(double v) {
    long bits = Double.doubleToRawLongBits(v);
    return new Op(
        sink -> sink.putDouble(v),
        within(8, sink -> sink.putDoubleUnchecked(v)),
        out -> littleEndian(out, bits, 8),
        source -> assertEquals(bits, Double.doubleToRawLongBits(source.getDouble())));
  }

  private static Op ofVarint(int v) {
    return new Op(
        sink -> sink.putVarint(v),
        within(5, sink -> sink.putVarintUnchecked(v)),
        out -> leb128(out, v & 0xFFFFFFFFL),
        source -> assertEquals(v, source.getVarint()));
  }

  private static Op ofVarlong(long v) {
    return new Op(
        sink -> sink.putVarlong(v),
        within(10, sink -> sink.putVarlongUnchecked(v)),
        out -> leb128(out, v),
        source -> assertEquals(v, source.getVarlong()));
  }

  private static Op ofLength(long v) {
    return new Op(
        sink -> sink.putVarlong(v),
        within(10, sink -> sink.putVarlongUnchecked(v)),
        out -> leb128(out, v),
        source -> assertEquals(v, source.getLength()));
  }

  private static Op ofMixedVarlong(long v) {
    return new Op(
        sink -> sink.putVarlong(v),
        within(8, sink -> sink.putMixedVarlongUnchecked(v)),
        out -> leb128(out, v),
        source -> assertEquals(v, source.getMixedVarlong()));
  }

  private static Op ofZigzagInt(int v) {
    return new Op(
        sink -> sink.putZigzagInt(v),
        within(5, sink -> sink.putZigzagIntUnchecked(v)),
        out -> leb128(out, (v < 0 ? -2L * v - 1 : 2L * v) & 0xFFFFFFFFL),
        source -> assertEquals(v, source.getZigzagInt()));
  }

  private static Op ofZigzagLong(long v) {
    return new Op(
        sink -> sink.putZigzagLong(v),
        within(10, sink -> sink.putZigzagLongUnchecked(v)),
        out -> leb128(out, v < 0 ? -2L * v - 1 : 2L * v),
        source -> assertEquals(v, source.getZigzagLong()));
  }
}
