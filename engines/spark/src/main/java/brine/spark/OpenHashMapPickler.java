package brine.spark;

import brine.PickleBuilder;
import brine.PickleReader;
import java.lang.reflect.Array;
import org.apache.spark.util.collection.OpenHashMap;
import org.apache.spark.util.collection.OpenHashMap$mcD$sp;
import org.apache.spark.util.collection.OpenHashMap$mcI$sp;
import org.apache.spark.util.collection.OpenHashMap$mcJ$sp;
import org.apache.spark.util.collection.OpenHashSet;
import scala.reflect.ClassTag;

/** {@link OpenHashMap}: its set of keys, its values by their positions, and the value of null. */
@SuppressWarnings({"unchecked", "rawtypes"})
final class OpenHashMapPickler extends HandwrittenPickler<OpenHashMap<?, ?>> {
  private static final PrivateField<OpenHashMap<?, ?>, ClassTag<?>> TAG =
      PrivateField.of(OpenHashMap.class, "evidence$2", ClassTag.class);

  static final OpenHashMapPickler INSTANCE = new OpenHashMapPickler();

  private OpenHashMapPickler() {
    super(OpenHashMap.class, OpenHashMap$mcD$sp.class, OpenHashMap$mcI$sp.class, OpenHashMap$mcJ$sp.class);
  }

  @Override
  public void pickle(OpenHashMap<?, ?> map, PickleBuilder builder) {
    builder.putByte((byte) variantOf(map));
    builder.put(map._keySet(), OpenHashSetPickler.INSTANCE);
    Parts.putArray(map._values(), builder);
    Parts.putTag(TAG.get(map), map._values(), builder);
    boolean hasNull = map.contains(null);
    builder.putBoolean(hasNull);
    if (hasNull) builder.put(map.nullValue(), Parts.ANY);
  }

  @Override
  public OpenHashMap<?, ?> unpickle(PickleReader reader) {
    int variant = checkVariant(reader.getByte());
    OpenHashSet keys = (OpenHashSet) reader.get(OpenHashSetPickler.INSTANCE);
    check(keys != null, "has no keys:", keys);
    Object values = Parts.getArray(reader);
    check(Parts.length(values) == keys.capacity(), "has values", Parts.length(values));
    OpenHashMap map = empty(variant, OpenHashSetPickler.tag(keys), Parts.getTag(values, reader));
    check(map._values().getClass() == values.getClass(), "has values of", values.getClass().getComponentType());
    map._keySet_$eq(keys);
    map._values_$eq(values);
    if (reader.getBoolean()) map.update(null, reader.get(Parts.ANY));
    return map;
  }

  private static OpenHashMap<?, ?> empty(int variant, ClassTag tagOfKeys, ClassTag tag) {
    switch (variant) {
      case 1: return new OpenHashMap$mcD$sp(1, tagOfKeys, tag);
      case 2: return new OpenHashMap$mcI$sp(1, tagOfKeys, tag);
      case 3: return new OpenHashMap$mcJ$sp(1, tagOfKeys, tag);
      default: return new OpenHashMap(1, tagOfKeys, tag);
    }
  }
}
