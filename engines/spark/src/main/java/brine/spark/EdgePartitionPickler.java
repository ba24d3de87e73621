package brine.spark;

import brine.PickleBuilder;
import brine.PickleReader;
import org.apache.spark.graphx.impl.EdgePartition;
import org.apache.spark.graphx.impl.EdgePartition$mcB$sp;
import org.apache.spark.graphx.impl.EdgePartition$mcC$sp;
import org.apache.spark.graphx.impl.EdgePartition$mcD$sp;
import org.apache.spark.graphx.impl.EdgePartition$mcF$sp;
import org.apache.spark.graphx.impl.EdgePartition$mcI$sp;
import org.apache.spark.graphx.impl.EdgePartition$mcJ$sp;
import org.apache.spark.graphx.impl.EdgePartition$mcZ$sp;
import org.apache.spark.graphx.util.collection.GraphXPrimitiveKeyOpenHashMap;
import org.apache.spark.util.collection.OpenHashSet;
import scala.Option;
import scala.reflect.ClassTag;

/**
 * {@link EdgePartition}: its columns. The guarantees of {@code EdgePartitionBuilder} are checked as far as the lengths
 * of columns show them. Each edge has one source, target and attribute; each vertex has one attribute and one local
 * number.
 */
@SuppressWarnings({"unchecked", "rawtypes"})
final class EdgePartitionPickler extends HandwrittenPickler<EdgePartition<?, ?>> {
  private static final PrivateField<EdgePartition<?, ?>, int[]> SOURCES = field("localSrcIds", int[].class);
  private static final PrivateField<EdgePartition<?, ?>, int[]> TARGETS = field("localDstIds", int[].class);
  private static final PrivateField<EdgePartition<?, ?>, GraphXPrimitiveKeyOpenHashMap<?, ?>> INDEX =
      field("index", GraphXPrimitiveKeyOpenHashMap.class);
  private static final PrivateField<EdgePartition<?, ?>, GraphXPrimitiveKeyOpenHashMap<?, ?>> LOCALS =
      field("global2local", GraphXPrimitiveKeyOpenHashMap.class);
  private static final PrivateField<EdgePartition<?, ?>, long[]> GLOBALS = field("local2global", long[].class);
  private static final PrivateField<EdgePartition<?, ?>, Object> ATTRIBUTES = field("vertexAttrs", Object.class);
  private static final PrivateField<EdgePartition<?, ?>, Option<OpenHashSet<?>>> ACTIVE =
      field("activeSet", Option.class);
  private static final PrivateField<EdgePartition<?, ?>, ClassTag<?>> TAG_OF_EDGES =
      field("evidence$1", ClassTag.class);
  private static final PrivateField<EdgePartition<?, ?>, ClassTag<?>> TAG_OF_VERTICES =
      field("evidence$2", ClassTag.class);

  /** The arrays of attributes of edges of each variant. */
  private static final Class<?>[] DATA_TYPES = {
    Object.class, byte[].class, char[].class, double[].class, float[].class, int[].class, long[].class, boolean[].class
  };

  private final PrivateField<EdgePartition<?, ?>, Object>[] data = new PrivateField[DATA_TYPES.length];

  static final EdgePartitionPickler INSTANCE = new EdgePartitionPickler();

  private EdgePartitionPickler() {
    super(
        EdgePartition.class, EdgePartition$mcB$sp.class, EdgePartition$mcC$sp.class, EdgePartition$mcD$sp.class,
        EdgePartition$mcF$sp.class, EdgePartition$mcI$sp.class, EdgePartition$mcJ$sp.class, EdgePartition$mcZ$sp.class);
    for (int variant = 0; variant < data.length; variant++) {
      Class<?> owner = variants()[variant];
      String suffix = variant == 0 ? "" : owner.getName().substring(owner.getName().indexOf("$mc"));
      data[variant] = PrivateField.of(owner, "data" + suffix, DATA_TYPES[variant]);
    }
  }

  private static <T> PrivateField<EdgePartition<?, ?>, T> field(String name, Class<?> type) {
    return PrivateField.of(EdgePartition.class, name, type);
  }

  @Override
  public void pickle(EdgePartition<?, ?> edges, PickleBuilder builder) {
    int variant = variantOf(edges);
    Object values = data[variant].get(edges);
    Object attributes = ATTRIBUTES.get(edges);
    Option<OpenHashSet<?>> active = ACTIVE.get(edges);
    builder.putByte((byte) variant);
    Parts.putInts(SOURCES.get(edges), builder);
    Parts.putInts(TARGETS.get(edges), builder);
    Parts.putArray(values, builder);
    Parts.putTag(TAG_OF_EDGES.get(edges), values, builder);
    builder.put(INDEX.get(edges), PrimitiveKeyMapPickler.INSTANCE);
    builder.put(LOCALS.get(edges), PrimitiveKeyMapPickler.INSTANCE);
    Parts.putLongs(GLOBALS.get(edges), builder);
    Parts.putArray(attributes, builder);
    Parts.putTag(TAG_OF_VERTICES.get(edges), attributes, builder);
    builder.put(active.isEmpty() ? null : active.get(), OpenHashSetPickler.INSTANCE);
  }

  @Override
  public EdgePartition<?, ?> unpickle(PickleReader reader) {
    int variant = checkVariant(reader.getByte());
    int[] sources = Parts.getInts(reader);
    int[] targets = Parts.getInts(reader);
    Object values = Parts.getArray(reader);
    int count = Parts.length(sources);
    check(count >= 0 && count == Parts.length(targets) && count == Parts.length(values), "has edges", count);
    check(DATA_TYPES[variant].isInstance(values), "has attributes of", values.getClass().getComponentType());
    ClassTag<?> tagOfEdges = Parts.getTag(values, reader);
    GraphXPrimitiveKeyOpenHashMap index = (GraphXPrimitiveKeyOpenHashMap) reader.get(PrimitiveKeyMapPickler.INSTANCE);
    GraphXPrimitiveKeyOpenHashMap locals = (GraphXPrimitiveKeyOpenHashMap) reader.get(PrimitiveKeyMapPickler.INSTANCE);
    long[] globals = Parts.getLongs(reader);
    Object attributes = Parts.getArray(reader);
    check(index != null && locals != null, "has no index:", index);
    check(globals != null && globals.length == Parts.length(attributes), "has vertices", Parts.length(attributes));
    ClassTag<?> tagOfVertices = Parts.getTag(attributes, reader);
    Option active = Option.apply(reader.get(OpenHashSetPickler.INSTANCE));
    return made(
        variant, sources, targets, values, index, locals, globals, attributes, active, tagOfEdges, tagOfVertices);
  }

  private static EdgePartition<?, ?> made(
      int variant, int[] s, int[] t, Object d, GraphXPrimitiveKeyOpenHashMap i, GraphXPrimitiveKeyOpenHashMap l,
      long[] g, Object a, Option o, ClassTag e, ClassTag v) {
    switch (variant) {
      case 1: return new EdgePartition$mcB$sp(s, t, (byte[]) d, i, l, g, a, o, e, v);
      case 2: return new EdgePartition$mcC$sp(s, t, (char[]) d, i, l, g, a, o, e, v);
      case 3: return new EdgePartition$mcD$sp(s, t, (double[]) d, i, l, g, a, o, e, v);
      case 4: return new EdgePartition$mcF$sp(s, t, (float[]) d, i, l, g, a, o, e, v);
      case 5: return new EdgePartition$mcI$sp(s, t, (int[]) d, i, l, g, a, o, e, v);
      case 6: return new EdgePartition$mcJ$sp(s, t, (long[]) d, i, l, g, a, o, e, v);
      case 7: return new EdgePartition$mcZ$sp(s, t, (boolean[]) d, i, l, g, a, o, e, v);
      default: return new EdgePartition(s, t, d, i, l, g, a, o, e, v);
    }
  }
}
