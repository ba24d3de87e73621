package brine.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class IdentityIndexTest {
  @Test
  @DisplayName("it agrees with java.util.IdentityHashMap on 100,000 random additions, again after clear")
  void reference() {
    IdentityIndex index = new IdentityIndex();
    for (int count : new int[] {100_000, 10, 5_000, 0, 33, 4_097, 100_000}) {
      agrees(index, count);
    }
    for (int count = 0; count <= 40; count++) agrees(index, count);
    for (int count = 40; count >= 0; count--) agrees(index, count);
  }

  @Test
  @DisplayName("so it does with room for fewer, for as many and for more objects than come")
  void expected() {
    for (int expected : new int[] {0, 1, 7, 8, 9, 15, 16, 17, 4_096, 1 << 15, 100_000, Integer.MAX_VALUE}) {
      for (int count : new int[] {0, 7, 8, 9, 16, 5_000, 70_000}) agrees(new IdentityIndex(expected), count);
    }
  }

  private static void agrees(IdentityIndex index, int count) {
    Random r = new Random(count);
    Map<Object, Integer> reference = new IdentityHashMap<>();
    List<Object> order = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Object o = order.isEmpty() || r.nextInt(3) > 0 ? new String("same") : order.get(r.nextInt(order.size()));
      Integer known = reference.get(o);
      assertEquals(known == null ? -1 : known, index.find(o));
      if (known == null) {
        assertEquals(~order.size(), index.add(o));
        reference.put(o, order.size());
        order.add(o);
      } else assertEquals(known, index.add(o));
      assertEquals(order.size(), index.size());
    }
    for (int id = 0; id < order.size(); id++) {
      assertSame(order.get(id), index.get(id));
      assertEquals(id, index.find(order.get(id)));
    }
    assertThrows(IndexOutOfBoundsException.class, () -> index.get(order.size()));
    index.clear();
    assertEquals(0, index.size());
    for (Object o : order) assertEquals(-1, index.find(o));
  }

  @Test
  @DisplayName("a skipped id belongs to no object, and the others keep their ids while the table grows")
  void skipped() {
    IdentityIndex index = new IdentityIndex();
    List<Object> order = new ArrayList<>();
    for (int id = 0; id < 10_000; id++) {
      Object o = id % 3 == 0 ? null : new Object();
      assertEquals(id, o == null ? index.skip() : ~index.add(o));
      order.add(o);
    }
    assertEquals(10_000, index.size());
    for (int id = 0; id < 10_000; id++) {
      assertSame(order.get(id), index.get(id));
      if (order.get(id) != null) assertEquals(id, index.find(order.get(id)));
    }
    assertEquals(-1, index.find(new Object()));
  }

  @Test
  @DisplayName("identity hashes that collide do not confuse it")
  void collisions() {
    Map<Integer, Object> byHash = new java.util.HashMap<>();
    Object first = null;
    Object second = null;
    while (second == null) { // 31 bits or fewer: a birthday among some 50,000
      Object o = new Object();
      first = byHash.put(System.identityHashCode(o), o);
      if (first != null) second = o;
    }
    IdentityIndex index = new IdentityIndex();
    int others = 20; // so that there is a table
    for (int id = 0; id < others; id++) index.add(new Object());
    assertEquals(~others, index.add(first));
    assertEquals(-1, index.find(second));
    assertEquals(~(others + 1), index.add(second));
    assertEquals(others, index.find(first));
    assertEquals(others + 1, index.find(second));
    assertNotEquals(first, second);
  }

  @Test
  @DisplayName("null is never in it")
  void nulls() {
    IdentityIndex index = new IdentityIndex();
    assertThrows(NullPointerException.class, () -> index.add(null));
    assertEquals(-1, index.find(null));
    assertThrows(IndexOutOfBoundsException.class, () -> index.get(-1));
  }
}
