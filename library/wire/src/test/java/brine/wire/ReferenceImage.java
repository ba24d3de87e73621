package brine.wire;

import java.util.ArrayList;
import java.util.List;

/** The operations of {@link ImageKernel} and {@link PackedItems}, slot by slot and bit by bit: bits are strings of 0
 * and 1.
 */
final class ReferenceImage {
  private ReferenceImage() {}

  /** The packed items and the end map of bit strings. */
  record Packed(String bytes, String ends) {}

  static String significant(long number) {
    return number == 0 ? "" : Long.toBinaryString(number);
  }

  static Packed pack(List<String> items) {
    StringBuilder bytes = new StringBuilder();
    StringBuilder ends = new StringBuilder();
    for (String item : items) {
      bytes.append(item).append('1');
      while (bytes.length() % 8 != 0) bytes.append('0');
      while (ends.length() < bytes.length() / 8 - 1) ends.append('0');
      ends.append('1');
    }
    return new Packed(bytes.toString(), ends.toString());
  }

  /** The bit strings that were packed. */
  static List<String> unpack(Packed packed) {
    List<String> items = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < packed.ends.length(); i++) {
      if (packed.ends.charAt(i) == '1') {
        String item = packed.bytes.substring(from, (i + 1) * 8);
        items.add(item.substring(0, item.lastIndexOf('1')));
        from = (i + 1) * 8;
      }
    }
    return items;
  }

  /** Bits as bytes, with zeros up to a multiple of eight bytes. */
  static byte[] padded(String bits) {
    byte[] bytes = new byte[(bits.length() + 63) / 64 * 8];
    for (int i = 0; i < bits.length(); i++) if (bits.charAt(i) == '1') bytes[i / 8] |= (byte) (0x80 >>> i % 8);
    return bytes;
  }

  /** The three structures of an image: layouts[i] is that of object i. */
  record Apart(List<Long> values, List<Long> references, List<String> layouts) {}

  static Apart apart(long[] image, List<String> layouts) {
    Apart apart = new Apart(new ArrayList<>(), new ArrayList<>(), layouts);
    int slot = 0;
    for (String layout : layouts) {
      for (char bit : layout.toCharArray()) (bit == '1' ? apart.references : apart.values).add(image[slot++]);
    }
    return apart;
  }

  static long[] together(Apart apart) {
    int value = 0;
    int reference = 0;
    List<Long> image = new ArrayList<>();
    for (String layout : apart.layouts) {
      for (char bit : layout.toCharArray()) {
        image.add(bit == '1' ? apart.references.get(reference++) : apart.values.get(value++));
      }
    }
    return image.stream().mapToLong(slot -> slot).toArray();
  }
}
