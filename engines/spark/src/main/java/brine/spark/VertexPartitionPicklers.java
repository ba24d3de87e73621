package brine.spark;

import brine.PickleBuilder;
import brine.PickleReader;
import org.apache.spark.graphx.impl.RoutingTablePartition;
import org.apache.spark.graphx.impl.ShippableVertexPartition;
import org.apache.spark.graphx.impl.VertexAttributeBlock;
import org.apache.spark.graphx.impl.VertexPartition;
import org.apache.spark.graphx.impl.VertexPartitionBase;
import org.apache.spark.util.collection.BitSet;
import org.apache.spark.util.collection.OpenHashSet;
import scala.reflect.ClassTag;

/** Partitions of GraphX's vertices, and the blocks of attributes that are sent to partitions of edges. */
@SuppressWarnings({"unchecked", "rawtypes"})
final class VertexPartitionPicklers {
  private VertexPartitionPicklers() {}

  /** The common part of both classes of partitions: an index, the values by its positions, and a mask that hides some.
   */
  private abstract static class PartitionPickler<A extends VertexPartitionBase<?>> extends HandwrittenPickler<A> {
    PartitionPickler(Class<?> c) {
      super(c);
    }

    abstract ClassTag<?> tagOf(A vertices);

    abstract void putMore(A vertices, PickleBuilder builder);

    abstract A made(OpenHashSet index, Object values, BitSet mask, ClassTag tag, PickleReader reader);

    @Override
    public void pickle(A vertices, PickleBuilder builder) {
      checkClass(vertices);
      builder.put(vertices.index(), OpenHashSetPickler.INSTANCE);
      Parts.putArray(vertices.values(), builder);
      Parts.putTag(tagOf(vertices), vertices.values(), builder);
      builder.put(vertices.mask(), BitSetPickler.INSTANCE);
      putMore(vertices, builder);
    }

    @Override
    public A unpickle(PickleReader reader) {
      OpenHashSet index = (OpenHashSet) reader.get(OpenHashSetPickler.INSTANCE);
      Object values = Parts.getArray(reader);
      check(index != null && Parts.length(values) == index.capacity(), "has values", Parts.length(values));
      ClassTag tag = Parts.getTag(values, reader);
      BitSet mask = reader.get(BitSetPickler.INSTANCE);
      check(mask != null, "has no mask:", mask);
      return made(index, values, mask, tag, reader);
    }
  }

  /** {@link ShippableVertexPartition}. */
  private static final class ShippablePickler extends PartitionPickler<ShippableVertexPartition<?>> {
    private static final PrivateField<ShippableVertexPartition<?>, ClassTag<?>> TAG =
        PrivateField.of(ShippableVertexPartition.class, "evidence$7", ClassTag.class);

    ShippablePickler() {
      super(ShippableVertexPartition.class);
    }

    @Override
    ClassTag<?> tagOf(ShippableVertexPartition<?> vertices) {
      return TAG.get(vertices);
    }

    @Override
    void putMore(ShippableVertexPartition<?> vertices, PickleBuilder builder) {
      builder.put(vertices.routingTable(), RoutingTablePickler.INSTANCE);
    }

    @Override
    ShippableVertexPartition<?> made(OpenHashSet index, Object values, BitSet mask, ClassTag tag, PickleReader reader) {
      RoutingTablePartition routes = reader.get(RoutingTablePickler.INSTANCE);
      return new ShippableVertexPartition(index, values, mask, routes, tag);
    }
  }

  /** {@link VertexPartition}, which does not keep its tag. */
  private static final class VerticesPickler extends PartitionPickler<VertexPartition<?>> {
    VerticesPickler() {
      super(VertexPartition.class);
    }

    @Override
    ClassTag<?> tagOf(VertexPartition<?> vertices) {
      return Parts.tagOf(vertices.values());
    }

    @Override
    void putMore(VertexPartition<?> vertices, PickleBuilder builder) {}

    @Override
    VertexPartition<?> made(OpenHashSet index, Object values, BitSet mask, ClassTag tag, PickleReader reader) {
      return new VertexPartition(index, values, mask, tag);
    }
  }

  /** {@link VertexAttributeBlock}, which does not keep its tag. */
  private static final class BlockPickler extends HandwrittenPickler<VertexAttributeBlock<?>> {
    BlockPickler() {
      super(VertexAttributeBlock.class);
    }

    @Override
    public void pickle(VertexAttributeBlock<?> block, PickleBuilder builder) {
      checkClass(block);
      Parts.putLongs(block.vids(), builder);
      Parts.putArray(block.attrs(), builder);
    }

    @Override
    public VertexAttributeBlock<?> unpickle(PickleReader reader) {
      long[] vertices = Parts.getLongs(reader);
      Object attributes = Parts.getArray(reader);
      check(vertices != null && vertices.length == Parts.length(attributes), "has vertices", Parts.length(vertices));
      return new VertexAttributeBlock(vertices, attributes, Parts.tagOf(attributes));
    }
  }

  static final HandwrittenPickler<?> SHIPPABLE = new ShippablePickler();
  static final HandwrittenPickler<?> VERTICES = new VerticesPickler();
  static final HandwrittenPickler<?> BLOCK = new BlockPickler();
}
