package brine.spark;

import brine.PickleBuilder;
import brine.PickleReader;
import java.util.ArrayList;
import org.apache.spark.graphx.impl.RoutingTablePartition;
import org.apache.spark.util.collection.BitSet;
import scala.Tuple3;

/**
 * {@link RoutingTablePartition}: for each partition of edges its vertices, and which of them are sources and targets.
 */
@SuppressWarnings({"unchecked", "rawtypes"})
final class RoutingTablePickler extends HandwrittenPickler<RoutingTablePartition> {
  private static final PrivateField<RoutingTablePartition, Tuple3<long[], BitSet, BitSet>[]> TABLE =
      PrivateField.of(RoutingTablePartition.class, "routingTable", Tuple3[].class);

  static final RoutingTablePickler INSTANCE = new RoutingTablePickler();

  private RoutingTablePickler() {
    super(RoutingTablePartition.class);
  }

  @Override
  public void pickle(RoutingTablePartition routes, PickleBuilder builder) {
    checkClass(routes);
    Tuple3<long[], BitSet, BitSet>[] table = TABLE.get(routes);
    builder.putInt(table.length);
    for (Tuple3<long[], BitSet, BitSet> row : table) {
      Parts.putLongs(row._1(), builder);
      builder.put(row._2(), BitSetPickler.INSTANCE);
      builder.put(row._3(), BitSetPickler.INSTANCE);
    }
  }

  @Override
  public RoutingTablePartition unpickle(PickleReader reader) {
    int length = reader.getInt();
    check(length >= 0, "has rows", length);
    // The length is a claim: rows take three bytes each, or more.
    ArrayList<Tuple3<long[], BitSet, BitSet>> rows = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      long[] vertices = Parts.getLongs(reader);
      BitSet sources = reader.get(BitSetPickler.INSTANCE);
      BitSet targets = reader.get(BitSetPickler.INSTANCE);
      check(vertices != null && sources != null && targets != null, "has no row", i);
      rows.add(new Tuple3<>(vertices, sources, targets));
    }
    return new RoutingTablePartition(rows.toArray(new Tuple3[0]));
  }
}
