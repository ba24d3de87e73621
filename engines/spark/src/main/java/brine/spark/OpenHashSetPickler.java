package brine.spark;

import brine.PickleBuilder;
import brine.PickleReader;
import java.lang.reflect.Array;
import org.apache.spark.util.collection.BitSet;
import org.apache.spark.util.collection.OpenHashSet;
import org.apache.spark.util.collection.OpenHashSet$mcD$sp;
import org.apache.spark.util.collection.OpenHashSet$mcF$sp;
import org.apache.spark.util.collection.OpenHashSet$mcI$sp;
import org.apache.spark.util.collection.OpenHashSet$mcJ$sp;
import scala.reflect.ClassTag;

/**
 * {@link OpenHashSet}: where its keys are, and the keys. Maps and GraphX refer to keys by their positions, so these
 * stay as they are, and keys are not hashed again.
 */
@SuppressWarnings({"unchecked", "rawtypes"})
final class OpenHashSetPickler extends HandwrittenPickler<OpenHashSet<?>> {
  private static final PrivateField<OpenHashSet<?>, Double> LOAD_FACTOR =
      PrivateField.of(OpenHashSet.class, "loadFactor", double.class);
  private static final PrivateField<OpenHashSet<?>, ClassTag<?>> TAG =
      PrivateField.of(OpenHashSet.class, "evidence$1", ClassTag.class);

  static final OpenHashSetPickler INSTANCE = new OpenHashSetPickler();

  private OpenHashSetPickler() {
    super(
        OpenHashSet.class, OpenHashSet$mcD$sp.class, OpenHashSet$mcF$sp.class, OpenHashSet$mcI$sp.class,
        OpenHashSet$mcJ$sp.class);
  }

  static ClassTag<?> tag(OpenHashSet<?> set) {
    return TAG.get(set);
  }

  @Override
  public void pickle(OpenHashSet<?> set, PickleBuilder builder) {
    Object keys = gathered(set._data(), set.getBitSet(), set.size());
    builder.putByte((byte) variantOf(set));
    builder.putByte((byte) Integer.numberOfTrailingZeros(set.capacity()));
    builder.putDouble(LOAD_FACTOR.get(set));
    Parts.putLongs(BitSetPickler.words(set.getBitSet()), builder);
    Parts.putArray(keys, builder);
    Parts.putTag(tag(set), keys, builder);
  }

  @Override
  public OpenHashSet<?> unpickle(PickleReader reader) {
    int variant = checkVariant(reader.getByte());
    int log = reader.getByte();
    check(log >= 0 && log <= 30, "has a capacity of 2 to the power", log);
    int capacity = 1 << log;
    double loadFactor = reader.getDouble();
    check(loadFactor > 0 && loadFactor < 1, "has load factor", loadFactor);
    BitSet positions = BitSetPickler.INSTANCE.unpickle(reader);
    int words = BitSetPickler.words(positions).length;
    check(words == (capacity + 63) / 64, "has other positions than its capacity", capacity);
    Object keys = Parts.getArray(reader);
    int size = Parts.length(keys);
    check(size == positions.cardinality() && positions.nextSetBit(capacity) < 0, "has keys", size);
    return made(variant, capacity, loadFactor, Parts.getTag(keys, reader), positions, keys);
  }

  private OpenHashSet<?> made(
      int variant, int capacity, double loadFactor, ClassTag<?> tag, BitSet positions, Object keys) {
    OpenHashSet set = empty(variant, loadFactor, tag);
    Object data = scattered(keys, positions, capacity);
    check(set._data().getClass() == data.getClass(), "has keys of", data.getClass().getComponentType());
    set._capacity_$eq(capacity);
    set._mask_$eq(capacity - 1);
    set._size_$eq(Array.getLength(keys));
    set._growThreshold_$eq((int) (loadFactor * capacity));
    set._bitset_$eq(positions);
    set._data_$eq(data);
    return set;
  }

  private OpenHashSet<?> empty(int variant, double loadFactor, ClassTag tag) {
    switch (variant) {
      case 1: return new OpenHashSet$mcD$sp(1, loadFactor, tag);
      case 2: return new OpenHashSet$mcF$sp(1, loadFactor, tag);
      case 3: return new OpenHashSet$mcI$sp(1, loadFactor, tag);
      case 4: return new OpenHashSet$mcJ$sp(1, loadFactor, tag);
      default: return new OpenHashSet(1, loadFactor, tag);
    }
  }

  /** The elements at these positions, one after the other. */
  private static Object gathered(Object all, BitSet positions, int count) {
    int at = positions.nextSetBit(0);
    if (all instanceof long[]) {
      long[] to = new long[count];
      for (int i = 0; i < count; i++, at = positions.nextSetBit(at + 1)) to[i] = ((long[]) all)[at];
      return to;
    } else if (all instanceof int[]) {
      int[] to = new int[count];
      for (int i = 0; i < count; i++, at = positions.nextSetBit(at + 1)) to[i] = ((int[]) all)[at];
      return to;
    } else {
      Object to = Array.newInstance(all.getClass().getComponentType(), count);
      for (int i = 0; i < count; i++, at = positions.nextSetBit(at + 1)) Array.set(to, i, Array.get(all, at));
      return to;
    }
  }

  /** Puts the values that {@link #gathered} took back to their positions. */
  private static Object scattered(Object from, BitSet positions, int length) {
    int at = positions.nextSetBit(0);
    int count = Array.getLength(from);
    if (from instanceof long[]) {
      long[] to = new long[length];
      for (int i = 0; i < count; i++, at = positions.nextSetBit(at + 1)) to[at] = ((long[]) from)[i];
      return to;
    } else if (from instanceof int[]) {
      int[] to = new int[length];
      for (int i = 0; i < count; i++, at = positions.nextSetBit(at + 1)) to[at] = ((int[]) from)[i];
      return to;
    } else {
      Object to = Array.newInstance(from.getClass().getComponentType(), length);
      for (int i = 0; i < count; i++, at = positions.nextSetBit(at + 1)) Array.set(to, at, Array.get(from, i));
      return to;
    }
  }
}
