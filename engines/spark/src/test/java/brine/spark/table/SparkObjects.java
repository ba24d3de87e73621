package brine.spark.table;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.apache.spark.graphx.impl.EdgePartition;
import org.apache.spark.graphx.impl.EdgePartitionBuilder;
import org.apache.spark.graphx.impl.EdgePartitionBuilder$mcD$sp;
import org.apache.spark.graphx.impl.EdgePartitionBuilder$mcI$sp;
import org.apache.spark.graphx.impl.EdgeWithLocalIds;
import org.apache.spark.graphx.impl.EdgeWithLocalIds$mcD$sp;
import org.apache.spark.graphx.impl.RoutingTablePartition;
import org.apache.spark.graphx.impl.RoutingTablePartition$;
import org.apache.spark.graphx.impl.ShippableVertexPartition$;
import org.apache.spark.graphx.impl.VertexAttributeBlock;
import org.apache.spark.graphx.impl.VertexPartition$;
import org.apache.spark.graphx.util.collection.GraphXPrimitiveKeyOpenHashMap;
import org.apache.spark.graphx.util.collection.GraphXPrimitiveKeyOpenHashMap$mcJI$sp;
import org.apache.spark.ml.recommendation.ALS;
import org.apache.spark.ml.recommendation.ALS$InBlock$mcI$sp;
import org.apache.spark.ml.recommendation.ALS$RatingBlock$mcI$sp;
import org.apache.spark.ml.recommendation.ALS$RatingBlock$mcJ$sp;
import org.apache.spark.ml.recommendation.ALS$UncompressedInBlock$mcI$sp;
import org.apache.spark.scheduler.MapStatus;
import org.apache.spark.scheduler.MapStatus$;
import org.apache.spark.storage.BlockManagerId;
import org.apache.spark.util.BoundedPriorityQueue;
import org.apache.spark.util.collection.BitSet;
import org.apache.spark.util.collection.CompactBuffer;
import org.apache.spark.util.collection.OpenHashMap;
import org.apache.spark.util.collection.OpenHashMap$mcD$sp;
import org.apache.spark.util.collection.OpenHashSet;
import org.apache.spark.util.collection.OpenHashSet$mcD$sp;
import org.apache.spark.util.collection.OpenHashSet$mcF$sp;
import org.apache.spark.util.collection.OpenHashSet$mcI$sp;
import org.apache.spark.util.collection.OpenHashSet$mcJ$sp;
import org.apache.spark.util.collection.PrimitiveVector;
import scala.Option;
import scala.Tuple2;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.math.Ordering;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** Objects of Spark's classes that Scala keeps private to Spark's packages. */
@SuppressWarnings({"unchecked", "rawtypes"})
public final class SparkObjects {
  private SparkObjects() {}

  public static final ClassTag STRING = ClassTag$.MODULE$.apply(String.class);
  private static final ClassTag INT = ClassTag$.MODULE$.Int();
  private static final ClassTag LONG = ClassTag$.MODULE$.Long();
  private static final ClassTag DOUBLE = ClassTag$.MODULE$.Double();
  private static final ClassTag FLOAT = ClassTag$.MODULE$.Float();
  private static final ClassTag ANY = ClassTag$.MODULE$.Any();

  // ---- util.collection

  public static Object bitSet(int... bits) {
    BitSet set = new BitSet(200);
    for (int bit : bits) set.set(bit);
    return set;
  }

  /** A set of this variant with the numbers below {@code size}, spread. */
  public static Object longs(int size) {
    OpenHashSet$mcJ$sp set = new OpenHashSet$mcJ$sp(LONG);
    for (long i = 0; i < size; i++) set.add(i * i * 1_000_003);
    return set;
  }

  public static Object ints(int size) {
    OpenHashSet$mcI$sp set = new OpenHashSet$mcI$sp(1, 0.5, INT);
    for (int i = 0; i < size; i++) set.add(i * 7);
    return set;
  }

  public static Object doubles(int size) {
    OpenHashSet$mcD$sp set = new OpenHashSet$mcD$sp(DOUBLE);
    for (int i = 0; i < size; i++) set.add(i / 3.0);
    return set;
  }

  public static Object floats(int size) {
    OpenHashSet$mcF$sp set = new OpenHashSet$mcF$sp(FLOAT);
    for (int i = 0; i < size; i++) set.add(i / 3.0f);
    return set;
  }

  public static Object strings(String... all) {
    OpenHashSet set = new OpenHashSet(STRING);
    for (String s : all) set.add(s);
    return set;
  }

  /** The class itself, with a tag of a primitive type, as generic code makes it. */
  public static Object untypedInts(int size) {
    OpenHashSet set = new OpenHashSet(INT);
    for (int i = 0; i < size; i++) set.add(i * 7);
    return set;
  }

  public static boolean contains(Object set, Object key) {
    return ((OpenHashSet) set).contains(key);
  }

  public static Object wordCounts(String... words) {
    OpenHashMap map = new OpenHashMap(STRING, INT);
    for (String word : words) map.update(word, word == null ? 7 : word.length());
    return map;
  }

  public static Object wordWeights(String... words) {
    OpenHashMap$mcD$sp map = new OpenHashMap$mcD$sp(STRING, DOUBLE);
    for (String word : words) map.update(word, (Object) (word == null ? 0.5 : word.length() / 2.0));
    return map;
  }

  public static Object get(Object map, Object key) {
    return ((OpenHashMap) map).apply(key);
  }

  public static Object buffer(ClassTag tag, Object... elements) {
    CompactBuffer buffer = new CompactBuffer(tag);
    for (Object element : elements) buffer.$plus$eq(element);
    return buffer;
  }

  public static Object vector(int... elements) {
    PrimitiveVector vector = new PrimitiveVector(4, INT);
    for (int element : elements) vector.$plus$eq(element);
    return vector;
  }

  public static Object boundedQueue(Ordering order, Object... elements) {
    BoundedPriorityQueue queue = new BoundedPriorityQueue(3, order);
    for (Object element : elements) queue.$plus$eq(element);
    return queue;
  }

  // ---- scheduler, storage

  public static Object blockManagerId() {
    return BlockManagerId.apply("7", "host.example", 4040, Option.apply("/rack1"));
  }

  public static Object mapStatus(int blocks) {
    long[] sizes = new long[blocks];
    for (int i = 0; i < blocks; i++) sizes[i] = i % 3 == 0 ? 0 : i * 1000L;
    // Since Spark 4.1 with a checksum.
    for (Method m : MapStatus$.class.getMethods()) {
      if (!m.getName().equals("apply") || m.getParameterCount() < 3) continue;
      try {
        return m.getParameterCount() == 3
            ? m.invoke(MapStatus$.MODULE$, blockManagerId(), sizes, 5L)
            : m.invoke(MapStatus$.MODULE$, blockManagerId(), sizes, 5L, 77L);
      } catch (ReflectiveOperationException e) {
        throw new AssertionError(e);
      }
    }
    throw new AssertionError("MapStatus has no method to make one");
  }

  public static long sizeForBlock(Object status, int block) {
    return ((MapStatus) status).getSizeForBlock(block);
  }

  // ---- graphx

  private static Iterator<Tuple2<Object, Object>> pairs(Object... values) {
    return (Iterator) CollectionConverters.asScala(Arrays.asList(values).iterator());
  }

  public static Object doubleEdges() {
    EdgePartitionBuilder$mcD$sp builder = new EdgePartitionBuilder$mcD$sp(64, DOUBLE, STRING);
    for (int i = 0; i < 20; i++) builder.add(i % 5, (long) i * i, i / 2.0);
    return builder.toEdgePartition();
  }

  public static Object intEdges() {
    EdgePartitionBuilder$mcI$sp builder = new EdgePartitionBuilder$mcI$sp(64, INT, INT);
    for (int i = 0; i < 20; i++) builder.add(i % 5, (long) i * i, i);
    return builder.toEdgePartition();
  }

  public static Object textEdges() {
    EdgePartitionBuilder builder = new EdgePartitionBuilder(64, STRING, DOUBLE);
    for (int i = 0; i < 20; i++) builder.add(i % 5, (long) i * i, "e" + i);
    return builder.toEdgePartition();
  }

  /** With attributes of vertices, and only some of them active. */
  public static Object activeEdges() {
    EdgePartition edges = (EdgePartition) doubleEdges();
    return edges.updateVertices(pairs(new Tuple2<>(1L, "one"), new Tuple2<>(4L, "four")))
        .withActiveSet(CollectionConverters.asScala(Arrays.<Object>asList(1L, 4L).iterator()));
  }

  public static Object edgesOf(Object partition) {
    return ((EdgePartition) partition).iterator().map(e -> e.toString()).toList();
  }

  /** Messages along the edges from one source, found by the index. */
  public static Object active(Object partition) {
    return ((EdgePartition) partition).numActives();
  }

  public static Object routes() {
    Iterator messages = RoutingTablePartition$.MODULE$.edgePartitionToMsgs(1, (EdgePartition) doubleEdges());
    return RoutingTablePartition$.MODULE$.fromMsgs(3, messages);
  }

  public static Object shippable() {
    return ShippableVertexPartition$.MODULE$.apply(
        pairs(new Tuple2<>(1L, "one"), new Tuple2<>(4L, "four"), new Tuple2<>(90L, "ninety")),
        (RoutingTablePartition) routes(), "none", STRING);
  }

  public static Object vertices() {
    return VertexPartition$.MODULE$.apply(pairs(new Tuple2<>(1L, 1.5), new Tuple2<>(4L, 4.5)), DOUBLE);
  }

  public static Object block() {
    return new VertexAttributeBlock(new long[] {1, 4, 9}, new String[] {"a", "b", null}, STRING);
  }

  public static Object longToInt() {
    GraphXPrimitiveKeyOpenHashMap$mcJI$sp map = new GraphXPrimitiveKeyOpenHashMap$mcJI$sp(LONG, INT);
    for (int i = 0; i < 30; i++) map.update((Object) (i * 31L), (Object) i);
    return map;
  }

  public static Object longToText() {
    GraphXPrimitiveKeyOpenHashMap map = new GraphXPrimitiveKeyOpenHashMap(LONG, STRING);
    for (int i = 0; i < 30; i++) map.update((Object) (i * 31L), "v" + i);
    return map;
  }

  public static Object getLocal(Object map, long key) {
    return ((GraphXPrimitiveKeyOpenHashMap) map).apply(key);
  }

  public static Object localEdge() {
    return new EdgeWithLocalIds$mcD$sp(1, 2, 3, 4, 5.0);
  }

  public static Object localTextEdge() {
    return new EdgeWithLocalIds(1L, 2L, 3, 4, "five");
  }

  // ---- ml.recommendation

  public static Object intRatings() {
    return new ALS$RatingBlock$mcI$sp(new int[] {1, 2, 3}, new int[] {4, 5, 6}, new float[] {1, 2, 3}, INT);
  }

  public static Object longRatings() {
    return new ALS$RatingBlock$mcJ$sp(new long[] {1, 2, 3}, new long[] {4, 5, 6}, new float[] {1, 2, 3}, LONG);
  }

  public static Object textRatings() {
    return new ALS.RatingBlock(new String[] {"u", "v"}, new String[] {"i", "j"}, new float[] {1, 2}, STRING);
  }

  public static Object inBlock() {
    return new ALS$InBlock$mcI$sp(
        new int[] {1, 2}, new int[] {0, 1, 3}, new int[] {4, 5, 6}, new float[] {1, 2, 3}, INT);
  }

  public static Object textInBlock() {
    return new ALS.InBlock(
        new String[] {"a", "b"}, new int[] {0, 1, 3}, new int[] {4, 5, 6}, new float[] {1, 2, 3}, STRING);
  }

  public static Object uncompressed() {
    return new ALS$UncompressedInBlock$mcI$sp(
        new int[] {3, 2}, new int[] {4, 5}, new float[] {1, 2}, INT, Ordering.Int$.MODULE$);
  }

  public static Object compressed(Object block) {
    ALS.InBlock compressed = ((ALS.UncompressedInBlock) block).compress();
    return Arrays.toString((int[]) compressed.srcIds()) + Arrays.toString(compressed.ratings());
  }

  public static Object equation() {
    ALS.NormalEquation equation = new ALS.NormalEquation(3);
    equation.add(new float[] {1, 2, 3}, 4.0, 1.0);
    return equation;
  }
}
