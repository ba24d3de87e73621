package brine.spark;

import brine.PickleBuilder;
import brine.PickleReader;
import org.apache.spark.storage.BlockManagerId;
import scala.Option;

/** {@link BlockManagerId}, of which a JVM keeps one object for each place. */
final class BlockManagerIdPickler extends HandwrittenPickler<BlockManagerId> {
  static final BlockManagerIdPickler INSTANCE = new BlockManagerIdPickler();

  private BlockManagerIdPickler() {
    super(BlockManagerId.class);
  }

  @Override
  public void pickle(BlockManagerId id, PickleBuilder builder) {
    checkClass(id);
    builder.putString(id.executorId());
    builder.putString(id.host());
    builder.putInt(id.port());
    builder.putString(id.topologyInfo().isEmpty() ? null : id.topologyInfo().get());
  }

  @Override
  public BlockManagerId unpickle(PickleReader reader) {
    String executor = reader.getString();
    String host = reader.getString();
    int port = reader.getInt();
    return BlockManagerId.apply(executor, host, port, Option.apply(reader.getString()));
  }
}
