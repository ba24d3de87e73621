package brine.spark;

import brine.PickleBuilder;
import brine.PickleReader;
import org.apache.spark.storage.StorageLevel;

/** {@link StorageLevel}, of which a JVM keeps one object for each level. */
final class StorageLevelPickler extends HandwrittenPickler<StorageLevel> {
  static final StorageLevelPickler INSTANCE = new StorageLevelPickler();

  private StorageLevelPickler() {
    super(StorageLevel.class);
  }

  @Override
  public void pickle(StorageLevel level, PickleBuilder builder) {
    checkClass(level);
    builder.putByte((byte) level.toInt());
    builder.putByte((byte) level.replication());
  }

  @Override
  public StorageLevel unpickle(PickleReader reader) {
    int flags = reader.getByte();
    int replication = reader.getByte();
    check(flags >= 0 && flags < 16, "has flags", flags);
    return StorageLevel.apply(flags, replication);
  }
}
