package brine.spark;

import brine.PickleBuilder;
import brine.PickleReader;
import org.apache.spark.util.collection.BitSet;

/** {@link BitSet}: its words. */
final class BitSetPickler extends HandwrittenPickler<BitSet> {
  private static final PrivateField<BitSet, long[]> WORDS = PrivateField.of(BitSet.class, "words", long[].class);

  static final BitSetPickler INSTANCE = new BitSetPickler();

  private BitSetPickler() {
    super(BitSet.class);
  }

  /** The bits themselves, not a copy. */
  static long[] words(BitSet bits) {
    return WORDS.get(bits);
  }

  @Override
  public void pickle(BitSet bits, PickleBuilder builder) {
    checkClass(bits);
    Parts.putLongs(words(bits), builder);
  }

  @Override
  public BitSet unpickle(PickleReader reader) {
    long[] words = Parts.getLongs(reader);
    check(words != null && words.length <= 1 << 25, "has words", words == null ? "null" : words.length);
    BitSet bits = new BitSet(words.length * 64 - 63);
    System.arraycopy(words, 0, words(bits), 0, words.length);
    return bits;
  }
}
