package brine.spark;

import org.apache.avro.generic.GenericContainer;
import org.apache.hadoop.io.Writable;

/**
 * Finds the picklers of classes of Spark, Hadoop and Avro.
 *
 * <p>Java, since these classes are private to Spark's packages: Scala's compiler refuses their names elsewhere, Java's
 * does not. Each pickler is loaded when its class is met, so that the class path needs neither GraphX nor MLlib.
 */
final class JavaPicklers {
  private JavaPicklers() {}

  /** The pickler of a class of Hadoop's or Avro's that writes itself; null for any other class. */
  static HandwrittenPickler<?> ofSelfWriting(Class<?> c) {
    if (Writable.class.isAssignableFrom(c)) return WritablePickler.of(c);
    if (GenericContainer.class.isAssignableFrom(c)) return new AvroPickler(c);
    return null;
  }

  /**
   * The pickler of a class of Spark's.
   *
   * @param name the class's full name
   */
  static HandwrittenPickler<?> named(String name) {
    switch (name) {
      case "org.apache.spark.util.collection.BitSet":
        return BitSetPickler.INSTANCE;
      case "org.apache.spark.util.collection.OpenHashSet":
        return OpenHashSetPickler.INSTANCE;
      case "org.apache.spark.util.collection.OpenHashMap":
        return OpenHashMapPickler.INSTANCE;
      case "org.apache.spark.util.collection.CompactBuffer":
        return CompactBufferPickler.INSTANCE;
      case "org.apache.spark.util.BoundedPriorityQueue":
        return BoundedQueuePickler.INSTANCE;
      case "org.apache.spark.graphx.util.collection.GraphXPrimitiveKeyOpenHashMap":
        return PrimitiveKeyMapPickler.INSTANCE;
      case "org.apache.spark.ml.recommendation.ALS$NormalEquation":
        return AlsPicklers.EQUATION;
      case "org.apache.spark.storage.BlockManagerId":
        return BlockManagerIdPickler.INSTANCE;
      case "org.apache.spark.storage.StorageLevel":
        return StorageLevelPickler.INSTANCE;
      case "org.apache.spark.graphx.impl.EdgePartition":
        return EdgePartitionPickler.INSTANCE;
      case "org.apache.spark.graphx.impl.RoutingTablePartition":
        return RoutingTablePickler.INSTANCE;
      case "org.apache.spark.graphx.impl.ShippableVertexPartition":
        return VertexPartitionPicklers.SHIPPABLE;
      case "org.apache.spark.graphx.impl.VertexPartition":
        return VertexPartitionPicklers.VERTICES;
      case "org.apache.spark.graphx.impl.VertexAttributeBlock":
        return VertexPartitionPicklers.BLOCK;
      case "org.apache.spark.ml.recommendation.ALS$RatingBlock":
        return AlsPicklers.RATINGS;
      case "org.apache.spark.ml.recommendation.ALS$InBlock":
        return AlsPicklers.IN_BLOCK;
      case "org.apache.spark.ml.recommendation.ALS$UncompressedInBlock":
        return AlsPicklers.UNCOMPRESSED;
      default:
        throw new IllegalArgumentException("no pickler in Java for " + name);
    }
  }
}
