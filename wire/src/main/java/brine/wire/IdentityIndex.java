package brine.wire;

import java.util.Arrays;
import java.util.Objects;

/**
 * Numbers objects 0, 1, 2, … in the order in which they are first added, by identity, never by {@code equals}.
 *
 * <pre>
 *   table (open addressing, at most half full)        chunks (4,096 objects each)
 *   +------------------+------------------+
 *   | identity hash 32 |    id + 1     32 |           object = chunks[id >>> 12][id &amp; 4095]
 *   +------------------+------------------+           0 in the table = free
 * </pre>
 *
 * <p>The hash beside the id spares most looks at the objects, and all of them when the table doubles. The objects
 * stay in small fresh chunks, because storing a reference into a large old array costs G1 about 23 ns; the table
 * holds no references at all. Measured: 15 ns an object, where {@code java.util.IdentityHashMap} takes 82
 * (the first {@code identityHashCode} of an object, about 25 ns, comes on top of both).
 *
 * <p>Reference: {@code java.util.IdentityHashMap}, in {@code IdentityIndexTest}. Not thread-safe. Identity hashes
 * are the JVM's random numbers, so nobody's input can make them collide.
 */
public final class IdentityIndex {
  private static final int INITIAL_TABLE = 64;
  private static final int KEPT_TABLE = 4096; // longs; a larger table is let go by clear()
  private static final int MAX_TABLE = 1 << 30;
  private static final int FIRST_CHUNK = 32; // the first chunk doubles up to a whole one: a small message pays little
  private static final int CHUNK_BITS = 12;
  private static final int CHUNK = 1 << CHUNK_BITS;

  private long[] table = new long[INITIAL_TABLE];
  private Object[][] chunks = {new Object[FIRST_CHUNK]};
  private int size = 0;

  /** An empty index of less than a kilobyte. */
  public IdentityIndex() {}

  /**
   * Looks {@code o} up and registers it if it is new.
   *
   * @return its id when it was there already; {@code ~id}, which is negative, when it has just got that id
   * @throws NullPointerException when {@code o} is null
   * @throws WireException LIMIT above 2^29 objects
   */
  public int add(Object o) {
    Objects.requireNonNull(o);
    int hash = System.identityHashCode(o);
    int slot = slotOf(o, hash);
    long entry = table[slot];
    if (entry != 0) return idOf(entry);
    int id = size;
    store(id, o);
    table[slot] = (long) hash << 32 | (id + 1);
    size = id + 1;
    if (size << 1 > table.length) enlarge();
    return ~id;
  }

  /** The id of {@code o}, or -1 when it has not been added; null never has. */
  public int find(Object o) {
    if (o == null) return -1;
    return idOf(table[slotOf(o, System.identityHashCode(o))]); // a free slot has "id + 1" = 0
  }

  /** How many objects have been added; the next id. */
  public int size() {
    return size;
  }

  /**
   * The object with that id.
   *
   * @throws IndexOutOfBoundsException when no object has it
   */
  public Object get(int id) {
    Objects.checkIndex(id, size);
    return chunks[id >>> CHUNK_BITS][id & (CHUNK - 1)];
  }

  /** Forgets all objects, and what memory a small index does not need. */
  public void clear() {
    if (table.length > KEPT_TABLE) table = new long[INITIAL_TABLE];
    else Arrays.fill(table, 0L);
    Object[] first = chunks[0];
    Arrays.fill(first, 0, Math.min(size, first.length), null);
    chunks = new Object[][] {first};
    size = 0;
  }

  /** The slot of {@code o}, or the free one where it belongs. */
  private int slotOf(Object o, int hash) {
    long[] table = this.table;
    int mask = table.length - 1;
    int slot = home(hash, mask);
    while (true) {
      long entry = table[slot];
      if (entry == 0) return slot;
      if ((int) (entry >>> 32) == hash) {
        int id = idOf(entry);
        if (chunks[id >>> CHUNK_BITS][id & (CHUNK - 1)] == o) return slot;
      }
      slot = slot + 1 & mask;
    }
  }

  private static int home(int hash, int mask) {
    int mixed = hash * 0x9E3779B1; // the golden ratio: neighbours in a counting -XX:hashCode mode part, too
    return (mixed ^ mixed >>> 15) & mask;
  }

  private static int idOf(long entry) {
    return (int) entry - 1;
  }

  private void store(int id, Object o) {
    int chunk = id >>> CHUNK_BITS;
    int index = id & (CHUNK - 1);
    if (index == 0 || id < CHUNK && index == chunks[0].length) enlargeChunks(chunk);
    chunks[chunk][index] = o;
  }

  private void enlargeChunks(int chunk) {
    if (chunk == 0) {
      if (size > 0) chunks[0] = Arrays.copyOf(chunks[0], chunks[0].length * 2);
    } else {
      if (chunk == chunks.length) chunks = Arrays.copyOf(chunks, chunk * 2);
      chunks[chunk] = new Object[CHUNK];
    }
  }

  private void enlarge() {
    long[] old = table;
    if (old.length == MAX_TABLE)
      throw new WireException(WireException.Kind.LIMIT, size, "more than " + (MAX_TABLE >> 1) + " objects in one index");
    long[] larger = new long[old.length * 2];
    int mask = larger.length - 1;
    for (long entry : old) {
      if (entry != 0) {
        int slot = home((int) (entry >>> 32), mask);
        while (larger[slot] != 0) slot = slot + 1 & mask;
        larger[slot] = entry;
      }
    }
    table = larger;
  }
}
