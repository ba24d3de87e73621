package brine.wire;

/**
 * Takes an object image apart into values, references and layouts, and puts it together again: the inner loops of the
 * decoupled format, docs/spec/decoupled.md.
 *
 * <pre>
 *  slots     header  7   ref   ref | header  9                       objects, without gaps
 *  layout       0    0    1     1  |    0    0                       a bit for each slot: 1 = a reference
 *  starts       1    0    0     0  |    1    0                       1 = an object begins
 *
 *  values    header 7 header 9      references   ref ref      layouts   0 0 1 1 | 0 0
 * </pre>
 *
 * <ol>
 *   <li>Bit {@code 63 - (i & 63)} of word {@code i >> 6} stands for slot i: the highest bit comes first.
 *   <li>A thread can do any range of slots alone, if it has the numbers of values and references before the range.
 *   <li>A reference that is put into an image is 0, or 1 + the slot of an object that begins there.
 * </ol>
 *
 * <p>Reference: {@code ReferenceImage} in {@code ImageKernelTest}, slot by slot. Measured: {@code ImageBenchmark}.
 */
public final class ImageKernel {
  private ImageKernel() {}

  /** The number of words that hold {@code bits} bits. */
  public static int words(int bits) {
    return (int) ((long) bits + 63 >>> 6);
  }

  /** True if bit {@code i} is set. */
  public static boolean isSet(long[] bits, int i) {
    return bits[i >>> 6] << i < 0; // a shift takes the lowest six bits of its count
  }

  /** Sets bit {@code i}. */
  public static void set(long[] bits, int i) {
    bits[i >>> 6] |= Long.MIN_VALUE >>> i;
  }

  /** Sets the bits from {@code from} until {@code to}. */
  public static void setAll(long[] bits, int from, int to) {
    while (from < to) {
      int here = Math.min(to - from, 64 - (from & 63));
      bits[from >>> 6] |= -1L << 64 - here >>> from;
      from += here;
    }
  }

  /** The number of bits from {@code from} until {@code to} that are set. */
  public static int count(long[] bits, int from, int to) {
    int count = 0;
    while (from < to) {
      int here = Math.min(to - from, 64 - (from & 63));
      count += Long.bitCount(bits[from >>> 6] << from >>> 64 - here);
      from += here;
    }
    return count;
  }

  /** The first bit from {@code from} on that is set, or {@code to} if there is none before it. */
  public static int next(long[] bits, int from, int to) {
    if (from >= to) return to;
    int word = from >>> 6;
    long rest = bits[word] << from >>> from;
    while (rest == 0) {
      if (++word << 6 >= to) return to;
      rest = bits[word];
    }
    return Math.min(to, (word << 6) + Long.numberOfLeadingZeros(rest));
  }

  /** The first bit from {@code from} on that is clear, or {@code to} if there is none before it. */
  private static int nextClear(long[] bits, int from, int to) {
    int word = from >>> 6;
    long rest = ~bits[word] << from >>> from;
    while (rest == 0) {
      if (++word << 6 >= to) return to;
      rest = ~bits[word];
    }
    return Math.min(to, (word << 6) + Long.numberOfLeadingZeros(rest));
  }

  // ---- apart

  /** Puts the values among these slots into {@code into}, eight bytes each, from {@code at} on, and returns their end.
    */
  public static int copyValues(long[] image, long[] layout, int from, int to, byte[] into, int at) {
    int slot = from;
    while (slot < to) {
      int reference = next(layout, slot, to);
      ByteAccess.putLongs(into, at, image, slot, reference - slot);
      at += (reference - slot) * 8;
      slot = reference < to ? nextClear(layout, reference, to) : to;
    }
    return at;
  }

  /** Appends the references among these slots. */
  public static void packReferences(long[] image, long[] layout, int from, int to, PackedItems into) {
    int slot = next(layout, from, to);
    while (slot < to) {
      int end = nextClear(layout, slot, to);
      for (; slot < end; slot++) into.putNumber(image[slot]);
      slot = next(layout, end, to);
    }
  }

  /** Appends the layouts of all objects, one item each. */
  public static void packLayouts(long[] layout, long[] starts, int slots, PackedItems into) {
    int from = 0;
    while (from < slots) {
      int to = next(starts, from + 1, slots);
      packLayout(layout, from, to, into);
      from = to;
    }
  }

  private static void packLayout(long[] layout, int from, int to, PackedItems into) {
    if (to - from < 64) into.putBits(bitsAt(layout, from, to), to - from);
    else {
      for (; to - from > 64; from += 64) into.append(bitsAt(layout, from, from + 64), 64);
      into.append(bitsAt(layout, from, to), to - from);
      into.end();
    }
  }

  /** The bits from {@code from} until {@code to}, 1 to 64, the first being the highest; the others are zero. */
  public static long bits(long[] bits, int from, int to) {
    return bitsAt(bits, from, to) & -1L << from - to;
  }

  /** Up to 64 bits, the first being the highest; other bits may follow them. */
  private static long bitsAt(long[] bits, int from, int to) {
    long word = bits[from >>> 6] << from;
    return (from ^ to - 1) >>> 6 == 0 ? word : word | bits[(from >>> 6) + 1] >>> -from;
  }

  // ---- together

  /**
   * Fills the slots of an image from {@code from} until {@code to}.
   *
   * @param slots how many slots the image has
   * @param value the number of the first value among them
   * @param at where the first reference among them begins
   * @param into has room for these slots, and {@code base} is the slot whose place is {@code into[0]}
   * @return where the next reference begins
   * @throws WireException MALFORMED for a reference to a slot where no object begins
   */
  public static int merge(
      long[] layout, long[] starts, int slots, int from, int to, SlotValues values, long value,
      PackedSection references, int at, long[] into, int base) {
    int slot = from;
    while (slot < to) {
      int count = Math.min(to - slot, 64 - (slot & 63));
      long bits = layout[slot >>> 6] << slot & -1L << 64 - count;
      if (bits == 0) {
        count = next(layout, slot, to) - slot;
        values.copy(value, count, into, slot - base);
        value += count;
      } else {
        int valueCount = count - Long.bitCount(bits);
        byte[] bytes = values.bytesOf(value, valueCount);
        int index = values.indexOf(value, bytes);
        for (int i = slot - base; i < slot - base + count; i++, bits <<= 1) {
          if (bits >= 0) {
            into[i] = ByteAccess.getLong(bytes, index);
            index += 8;
          } else {
            int length = references.lengthOfNumber(at);
            long reference = references.number(at, length);
            if (reference != 0 && (reference > slots || !isSet(starts, (int) reference - 1)))
              throw noObject(references, at, reference);
            into[i] = reference;
            at += length;
          }
        }
        value += valueCount;
      }
      slot += count;
    }
    return at;
  }

  private static WireException noObject(PackedSection references, int at, long reference) {
    return references.malformed(at, "a reference to slot " + (reference - 1) + ", where no object begins");
  }
}
