package brine.wire;

import java.util.Arrays;
import java.util.Objects;

/**
 * Numbers objects 0, 1, 2, … in the order in which they are first added, by identity, never by {@code equals}.
 *
 * <p>The first {@link #SCANNED} objects are compared one by one, since the JVM takes some 25 ns to give an object its
 * identity hash. Only with more of them there is a table.
 *
 * <pre>
 *   table (open addressing, at most half full)        chunks (4,096 objects each)
 *   +-----------------+----------------+
 *   | part of hash    |     id + 1     |               object = chunks[id &gt;&gt;&gt; 12][id &amp; 4095]
 *   +-----------------+----------------+               0 in the table = free
 *     32 - k bits         k bits           where the table has 2^k slots
 * </pre>
 *
 * <p>The part of the hash beside the id avoids most accesses to the objects. An entry is an {@code int}, so that the
 * table stays in the cache twice as long as with the whole hash. The objects stay in small fresh chunks, because
 * storing a reference into a large old array costs G1 about 23 ns; the table holds no references at all.
 *
 * <p>Reference: {@code java.util.IdentityHashMap}, in {@code IdentityIndexTest}. Not thread-safe. Identity hashes
 * are the JVM's random numbers, so nobody's input can make them collide.
 */
public final class IdentityIndex {
  private static final int INITIAL_TABLE = 64;
  private static final int MAX_TABLE = 1 << 30;
  private static final int MOST_EXPECTED = 1 << 18;
  private static final int STEEP_GROWTH = 1 << 12; // slots
  private static final int FAST_GROWTH = 1 << 20; // slots
  private static final int SCANNED = 8;
  // The first chunk doubles up to a whole one: a small message pays little.
  private static final int FIRST_CHUNK = SCANNED;
  private static final Object[] NO_CHUNK = {};
  private static final int CHUNK_BITS = 12;
  private static final int CHUNK = 1 << CHUNK_BITS;

  private int[] table; // null while the objects are so few that they are scanned
  private Object[][] chunks = {NO_CHUNK};
  private Object[] last = NO_CHUNK; // the chunk that the next object goes to, or one that is full
  private int size = 0;

  /** An empty index of less than a kilobyte. */
  public IdentityIndex() {
    this(0);
  }

  /**
   * An empty index with room for {@code expected} objects, as far as that takes no more than four megabytes: none of
   * them is put twice then. If there are fewer, the room was made for nothing; if there are more, it grows.
   */
  public IdentityIndex(int expected) {
    if (expected > SCANNED) table = new int[slotsFor(expected)];
  }

  private static int slotsFor(int expected) {
    return Math.max(INITIAL_TABLE, Integer.highestOneBit(Math.min(expected, MOST_EXPECTED)) * 4);
  }

  /**
   * Looks {@code o} up and registers it if it is new.
   *
   * @return its id when it was there already; {@code ~id}, which is negative, when it has just got that id
   * @throws NullPointerException when {@code o} is null
   * @throws WireException LIMIT above 2^29 objects
   */
  public int add(Object o) {
    if (table != null) return addHashed(o);
    Objects.requireNonNull(o);
    Object[] few = last;
    int count = size;
    for (int id = 0; id < count; id++) if (few[id] == o) return id;
    store(count, o);
    return ~count;
  }

  private int addHashed(Object o) {
    Objects.requireNonNull(o);
    int hash = mixed(o);
    int slot = slotOf(o, hash);
    int entry = table[slot];
    if (entry != 0) return (entry & table.length - 1) - 1;
    int id = size;
    table[slot] = hash & -table.length | (id + 1);
    store(id, o);
    return ~id;
  }

  /**
   * The next id, for an object that nobody else has: it will not be looked for.
   *
   * @throws WireException LIMIT above 2^29 objects
   */
  public int skip() {
    int id = size;
    store(id, null);
    return id;
  }

  /** The id of {@code o}, or -1 when it has not been added; null never has. */
  public int find(Object o) {
    if (o == null) return -1;
    if (table == null) return findScanned(o);
    return (table[slotOf(o, mixed(o))] & table.length - 1) - 1; // a free slot has "id + 1" = 0
  }

  private int findScanned(Object o) {
    for (int id = 0; id < size; id++) if (last[id] == o) return id;
    return -1;
  }

  /** How many objects have been added; the next id. */
  public int size() {
    return size;
  }

  /**
   * The object with that id; null where one was skipped.
   *
   * @throws IndexOutOfBoundsException when no object has it
   */
  public Object get(int id) {
    Objects.checkIndex(id, size);
    return chunks[id >>> CHUNK_BITS][id & (CHUNK - 1)];
  }

  /**
   * Forgets all objects. If they were too many to be scanned, the index then has room for the same number of
   * objects. It takes time in proportion to the objects that were there.
   */
  public void clear() {
    if (size == 0) return;
    if (size <= SCANNED) table = null;
    else {
      int slots = slotsFor(size);
      if (table.length > slots) table = new int[slots];
      else Arrays.fill(table, 0);
    }
    last = NO_CHUNK; // not the old one: see above
    chunks = new Object[][] {last};
    size = 0;
  }

  /** The slot of {@code o}, or the free one where it belongs. */
  private int slotOf(Object o, int hash) {
    int[] table = this.table;
    int mask = table.length - 1;
    int slot = home(hash, mask);
    while (true) {
      int entry = table[slot];
      if (entry == 0) return slot;
      if (((entry ^ hash) & ~mask) == 0) {
        int id = (entry & mask) - 1;
        if (chunks[id >>> CHUNK_BITS][id & (CHUNK - 1)] == o) return slot;
      }
      slot = slot + 1 & mask;
    }
  }

  /** The golden ratio: neighbours in a counting -XX:hashCode mode part, too. */
  private static int mixed(Object o) {
    return System.identityHashCode(o) * 0x9E3779B1;
  }

  /** From the low bits, folded; the entry keeps the high ones, so the two together distinguish objects. */
  private static int home(int hash, int mask) {
    return (hash ^ hash >>> 15) & mask;
  }

  /** As the last one. */
  private void store(int id, Object o) {
    int index = id & (CHUNK - 1);
    if (index == 0 || index == last.length) enlargeChunks(id >>> CHUNK_BITS);
    last[index] = o;
    size = id + 1;
    if (table == null) {
      if (size > SCANNED) hashAll(new int[INITIAL_TABLE]);
    } else if (size << 1 > table.length) enlarge();
  }

  private void enlargeChunks(int chunk) {
    if (chunk == 0) {
      chunks[0] = size == 0 ? new Object[FIRST_CHUNK] : Arrays.copyOf(chunks[0], chunks[0].length * 2);
    } else {
      if (chunk == chunks.length) chunks = Arrays.copyOf(chunks, chunk * 2);
      chunks[chunk] = new Object[CHUNK];
    }
    last = chunks[chunk];
  }

  /** In big steps while it is small, since every object is put again in each; then in such that little of it is empty.
    */
  private static int growth(int slots) {
    if (slots < STEEP_GROWTH) return 8;
    return slots < FAST_GROWTH ? 4 : 2;
  }

  private void enlarge() {
    int[] old = table;
    if (old.length == MAX_TABLE)
      throw new WireException(
          WireException.Kind.LIMIT, size, "more than " + (MAX_TABLE >> 1) + " objects in one index");
    hashAll(new int[old.length * growth(old.length)]);
  }

  /** Puts all objects into a table of zeros, which is the table then. */
  private void hashAll(int[] larger) {
    int mask = larger.length - 1;
    for (int id = 0; id < size; id++) {
      Object o = chunks[id >>> CHUNK_BITS][id & (CHUNK - 1)];
      if (o != null) {
        int hash = mixed(o);
        int slot = home(hash, mask);
        while (larger[slot] != 0) slot = slot + 1 & mask;
        larger[slot] = hash & ~mask | (id + 1);
      }
    }
    table = larger;
  }
}
