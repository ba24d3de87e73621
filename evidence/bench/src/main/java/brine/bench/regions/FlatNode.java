package brine.bench.regions;

import com.google.flatbuffers.FlatBufferBuilder;
import com.google.flatbuffers.Table;
import java.nio.ByteBuffer;

/**
 * The class that the schema compiler of FlatBuffers generates of a table for the nodes of a tree, by hand. Fields that
 * are not there take no bytes: a leaf has an int or four longs, a branch two nodes.
 */
public final class FlatNode extends Table {
  private static final int FIELDS = 7;
  private static final int LEFT = 0;
  private static final int RIGHT = 1;
  private static final int VALUE = 2;
  private static final int FIRST_LONG = 3;

  public static FlatNode root(ByteBuffer buffer) {
    var node = new FlatNode();
    return node.at(buffer.getInt(buffer.position()) + buffer.position(), buffer);
  }

  public static int branch(FlatBufferBuilder builder, int left, int right) {
    builder.startTable(FIELDS);
    builder.addOffset(LEFT, left, 0);
    builder.addOffset(RIGHT, right, 0);
    return builder.endTable();
  }

  public static int leaf(FlatBufferBuilder builder, int value) {
    builder.startTable(FIELDS);
    builder.addInt(VALUE, value, 0);
    return builder.endTable();
  }

  public static int leaf(FlatBufferBuilder builder, long a, long b, long c, long d) {
    builder.startTable(FIELDS);
    builder.addLong(FIRST_LONG, a, 0);
    builder.addLong(FIRST_LONG + 1, b, 0);
    builder.addLong(FIRST_LONG + 2, c, 0);
    builder.addLong(FIRST_LONG + 3, d, 0);
    return builder.endTable();
  }

  /** Null in a leaf. */
  public FlatNode left() {
    return node(LEFT);
  }

  public FlatNode right() {
    return node(RIGHT);
  }

  public int value() {
    int offset = offsetOf(VALUE);
    return offset == 0 ? 0 : bb.getInt(bb_pos + offset);
  }

  /** One of the four, by its number. */
  public long number(int index) {
    int offset = offsetOf(FIRST_LONG + index);
    return offset == 0 ? 0 : bb.getLong(bb_pos + offset);
  }

  private FlatNode node(int field) {
    int offset = offsetOf(field);
    return offset == 0 ? null : new FlatNode().at(__indirect(bb_pos + offset), bb);
  }

  /** Two fields of the table itself precede those of the schema. */
  private int offsetOf(int field) {
    return __offset(2 * (field + 2));
  }

  private FlatNode at(int position, ByteBuffer buffer) {
    __reset(position, buffer);
    return this;
  }
}
