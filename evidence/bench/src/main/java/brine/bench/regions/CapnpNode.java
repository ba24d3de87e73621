package brine.bench.regions;

import org.capnproto.SegmentBuilder;
import org.capnproto.SegmentReader;
import org.capnproto.StructBuilder;
import org.capnproto.StructFactory;
import org.capnproto.StructReader;
import org.capnproto.StructSize;

/** The class that the schema compiler of Cap'n Proto generates of a struct for the nodes of a tree, by hand: numbers,
 * and two nodes or none.
 */
public final class CapnpNode {
  private static final int LEFT = 0;
  private static final int RIGHT = 1;

  /** The struct of a tree whose leaves have an int. */
  public static final NodeFactory INTS = new NodeFactory(1);

  /** The struct of a tree whose leaves have four longs. */
  public static final NodeFactory LONGS = new NodeFactory(4);

  private CapnpNode() {}

  public static final class NodeFactory extends StructFactory<Builder, Reader> {
    private final StructSize size;

    private NodeFactory(int words) {
      size = new StructSize((short) words, (short) 2);
    }

    @Override
    public Builder constructBuilder(SegmentBuilder segment, int data, int pointers, int dataSize, short pointerCount) {
      return new Builder(this, segment, data, pointers, dataSize, pointerCount);
    }

    @Override
    public Reader constructReader(
        SegmentReader segment, int data, int pointers, int dataSize, short pointerCount, int nestingLimit) {
      return new Reader(this, segment, data, pointers, dataSize, pointerCount, nestingLimit);
    }

    @Override
    public StructSize structSize() {
      return size;
    }

    @Override
    public Reader asReader(Builder builder) {
      return builder.asReader();
    }
  }

  public static final class Builder extends StructBuilder {
    private final NodeFactory factory;

    private Builder(
        NodeFactory factory, SegmentBuilder segment, int data, int pointers, int dataSize, short pointerCount) {
      super(segment, data, pointers, dataSize, pointerCount);
      this.factory = factory;
    }

    public Builder initLeft() {
      return _initPointerField(factory, LEFT, 0);
    }

    public Builder initRight() {
      return _initPointerField(factory, RIGHT, 0);
    }

    public void setValue(int value) {
      _setIntField(0, value);
    }

    /** One of the four, by its number. */
    public void setNumber(int index, long value) {
      _setLongField(index, value);
    }

    private Reader asReader() {
      return new Reader(factory, segment, data, pointers, dataSize, pointerCount, Integer.MAX_VALUE);
    }
  }

  public static final class Reader extends StructReader {
    private final NodeFactory factory;

    private Reader(
        NodeFactory factory, SegmentReader segment, int data, int pointers, int dataSize, short pointerCount,
        int nestingLimit) {
      super(segment, data, pointers, dataSize, pointerCount, nestingLimit);
      this.factory = factory;
    }

    public boolean isLeaf() {
      return _pointerFieldIsNull(LEFT);
    }

    public Reader left() {
      return _getPointerField(factory, LEFT);
    }

    public Reader right() {
      return _getPointerField(factory, RIGHT);
    }

    public int value() {
      return _getIntField(0);
    }

    public long number(int index) {
      return _getLongField(index);
    }
  }
}
