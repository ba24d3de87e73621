package brine.spark;

import brine.PickleBuilder;
import brine.PickleReader;
import org.apache.spark.graphx.util.collection.GraphXPrimitiveKeyOpenHashMap;
import org.apache.spark.graphx.util.collection.GraphXPrimitiveKeyOpenHashMap$mcID$sp;
import org.apache.spark.graphx.util.collection.GraphXPrimitiveKeyOpenHashMap$mcII$sp;
import org.apache.spark.graphx.util.collection.GraphXPrimitiveKeyOpenHashMap$mcIJ$sp;
import org.apache.spark.graphx.util.collection.GraphXPrimitiveKeyOpenHashMap$mcJD$sp;
import org.apache.spark.graphx.util.collection.GraphXPrimitiveKeyOpenHashMap$mcJI$sp;
import org.apache.spark.graphx.util.collection.GraphXPrimitiveKeyOpenHashMap$mcJJ$sp;
import org.apache.spark.util.collection.OpenHashSet;
import scala.reflect.ClassTag;

/** {@link GraphXPrimitiveKeyOpenHashMap}: its set of keys, and its values by their positions. */
@SuppressWarnings({"unchecked", "rawtypes"})
final class PrimitiveKeyMapPickler extends HandwrittenPickler<GraphXPrimitiveKeyOpenHashMap<?, ?>> {
  private static final PrivateField<GraphXPrimitiveKeyOpenHashMap<?, ?>, ClassTag<?>> TAG =
      PrivateField.of(GraphXPrimitiveKeyOpenHashMap.class, "evidence$2", ClassTag.class);

  /** The arrays of values of each variant. */
  private static final Class<?>[] VALUES = {
    null, double[].class, int[].class, long[].class, double[].class, int[].class, long[].class
  };

  static final PrimitiveKeyMapPickler INSTANCE = new PrimitiveKeyMapPickler();

  private PrimitiveKeyMapPickler() {
    super(
        GraphXPrimitiveKeyOpenHashMap.class,
        GraphXPrimitiveKeyOpenHashMap$mcID$sp.class, GraphXPrimitiveKeyOpenHashMap$mcII$sp.class,
        GraphXPrimitiveKeyOpenHashMap$mcIJ$sp.class, GraphXPrimitiveKeyOpenHashMap$mcJD$sp.class,
        GraphXPrimitiveKeyOpenHashMap$mcJI$sp.class, GraphXPrimitiveKeyOpenHashMap$mcJJ$sp.class);
  }

  @Override
  public void pickle(GraphXPrimitiveKeyOpenHashMap<?, ?> map, PickleBuilder builder) {
    builder.putByte((byte) variantOf(map));
    builder.put(map.keySet(), OpenHashSetPickler.INSTANCE);
    Parts.putArray(map._values(), builder);
    Parts.putTag(TAG.get(map), map._values(), builder);
  }

  @Override
  public GraphXPrimitiveKeyOpenHashMap<?, ?> unpickle(PickleReader reader) {
    int variant = checkVariant(reader.getByte());
    OpenHashSet keys = (OpenHashSet) reader.get(OpenHashSetPickler.INSTANCE);
    check(keys != null, "has no keys:", keys);
    Object values = Parts.getArray(reader);
    check(Parts.length(values) == keys.capacity(), "has values", Parts.length(values));
    boolean fit = VALUES[variant] == null || VALUES[variant] == values.getClass();
    check(fit, "has values of", values.getClass().getComponentType());
    return made(variant, keys, values, OpenHashSetPickler.tag(keys), Parts.getTag(values, reader));
  }

  private static GraphXPrimitiveKeyOpenHashMap<?, ?> made(
      int variant, OpenHashSet keys, Object values, ClassTag tagOfKeys, ClassTag tag) {
    switch (variant) {
      case 1: return new GraphXPrimitiveKeyOpenHashMap$mcID$sp(keys, (double[]) values, tagOfKeys, tag);
      case 2: return new GraphXPrimitiveKeyOpenHashMap$mcII$sp(keys, (int[]) values, tagOfKeys, tag);
      case 3: return new GraphXPrimitiveKeyOpenHashMap$mcIJ$sp(keys, (long[]) values, tagOfKeys, tag);
      case 4: return new GraphXPrimitiveKeyOpenHashMap$mcJD$sp(keys, (double[]) values, tagOfKeys, tag);
      case 5: return new GraphXPrimitiveKeyOpenHashMap$mcJI$sp(keys, (int[]) values, tagOfKeys, tag);
      case 6: return new GraphXPrimitiveKeyOpenHashMap$mcJJ$sp(keys, (long[]) values, tagOfKeys, tag);
      default: return new GraphXPrimitiveKeyOpenHashMap(keys, values, tagOfKeys, tag);
    }
  }
}
