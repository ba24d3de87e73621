package brine.bench.regions;

import brine.wire.Blocks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A full tree of ints, laid out as a region lays it out, in memory of some kind; each load is checked. */
public abstract class RegionMemory {
  private static final int FIRST = 8;
  private static final int TAG_BITS = 2;
  private static final int LEAF = 1;
  private static final int BRANCH = 2;

  private long root;

  protected abstract int getInt(long at);

  public static RegionMemory of(String kind, int leaves) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(FIRST + 12 * leaves).order(java.nio.ByteOrder.LITTLE_ENDIAN).position(FIRST);
    long root = put(bytes, leaves, 0);
    bytes.flip();
    RegionMemory memory =
        switch (kind) {
          case "blocks" -> new InBlocks(arrays(bytes));
          case "blocks-mapped" -> new InBlocks(mapped(file(bytes)));
          case "segment" -> SegmentMemory.ofArray(bytes);
          case "segment-mapped" -> SegmentMemory.ofFile(file(bytes));
          default -> throw new IllegalArgumentException("no memory is called '" + kind + "'");
        };
    memory.root = root;
    return memory;
  }

  /** The sum of so many leaves, each of which has its number. */
  public static long expected(int leaves) {
    return leaves * (leaves - 1L) / 2;
  }

  public long sum() {
    return sum(root >>> TAG_BITS, (int) root & (1 << TAG_BITS) - 1);
  }

  private long sum(long at, int tag) {
    return tag == LEAF ? getInt(at) : follow(at) + follow(at + Integer.BYTES);
  }

  private long follow(long at) {
    int word = getInt(at);
    long target = at - (word >>> TAG_BITS << TAG_BITS);
    if (target < FIRST) throw new IllegalStateException("a reference to " + target);
    return sum(target, word & (1 << TAG_BITS) - 1);
  }

  /** What an object holds goes first; its position and tag. */
  private static long put(ByteBuffer out, int leaves, int first) {
    if (leaves == 1) {
      out.putInt(first);
      return out.position() - Integer.BYTES << TAG_BITS | LEAF;
    }
    long left = put(out, leaves / 2, first);
    long right = put(out, leaves / 2, first + leaves / 2);
    int at = out.position();
    out.putInt(word(at, left)).putInt(word(at + Integer.BYTES, right));
    return (long) at << TAG_BITS | BRANCH;
  }

  private static int word(int at, long ref) {
    return (int) (at - (ref >>> TAG_BITS)) | (int) ref & (1 << TAG_BITS) - 1;
  }

  private static Path file(ByteBuffer bytes) throws IOException {
    Path file = Files.createTempFile("tree", ".region");
    file.toFile().deleteOnExit();
    return Files.write(file, java.util.Arrays.copyOf(bytes.array(), bytes.limit()));
  }

  private static Blocks arrays(ByteBuffer bytes) {
    Blocks blocks = Blocks.growing(Blocks.MOST_BITS, bytes.limit(), new Failing());
    long at = blocks.allocate(bytes.limit());
    blocks.room(at, bytes.limit()).put(bytes.duplicate());
    return blocks;
  }

  private static Blocks mapped(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer buffer = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
      return Blocks.of(new ByteBuffer[] {buffer}, Blocks.MOST_BITS, channel.size(), new Failing());
    }
  }

  /** As regions have it. */
  private static final class InBlocks extends RegionMemory {
    private final Blocks blocks;

    InBlocks(Blocks blocks) {
      this.blocks = blocks;
    }

    @Override
    protected int getInt(long at) {
      return blocks.getInt(at);
    }
  }

  private static final class Failing implements Blocks.Failures {
    @Override
    public RuntimeException outside(long at) {
      return new IndexOutOfBoundsException(Long.toString(at));
    }

    @Override
    public RuntimeException closed() {
      return new IllegalStateException("closed");
    }

    @Override
    public RuntimeException lost(Throwable cause) {
      return new IllegalStateException(cause);
    }

    @Override
    public RuntimeException readOnly() {
      return new IllegalStateException("read-only");
    }

    @Override
    public RuntimeException tooLarge(long bytes, long most) {
      return new IllegalStateException(bytes + " bytes in a block of " + most);
    }
  }
}
