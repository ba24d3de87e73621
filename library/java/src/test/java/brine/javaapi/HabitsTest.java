package brine.javaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import brine.javaapi.Habits.*;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each habit of Java's, in each format. */
class HabitsTest {
  private static final Brine BRINE = Brine.builder().packages("brine.javaapi").build();
  private static final Brine EXACT = Brine.builder().packages("brine.javaapi").exactCollections().build();

  /** A value and its type. */
  record Habit(String name, Object value, TypeToken<?> type) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static <T> Habit habit(String name, T value, TypeToken<T> type) {
    return new Habit(name, value, type);
  }

  static Stream<Habit> habits() {
    Bean bean = new Bean();
    bean.setName("Jim");
    bean.getTags().add("x");
    bean.setActive(true);
    return Stream.of(
        habit("a record", new Point(1, -2), new TypeToken<Point>() {}),
        habit("a record with all primitives", Primitives.SAMPLE, new TypeToken<Primitives>() {}),
        habit("a record with a compact constructor", new Checked(List.of("a")), new TypeToken<Checked>() {}),
        habit("a generic record", new Pair<>("a", new Point(1, 2)), new TypeToken<Pair<String, Point>>() {}),
        habit("a record with nulls", new Pair<>(null, null), new TypeToken<Pair<String, Point>>() {}),
        habit("a bean", bean, new TypeToken<Bean>() {}),
        habit("an inherited bean", Special.sample(), new TypeToken<Special>() {}),
        habit("final fields by a constructor", new Fixed("a", 3), new TypeToken<Fixed>() {}),
        habit("List.copyOf in a constructor",
            new Copied(List.of("a"), Set.of(1), Map.of("k", 1L)),
            new TypeToken<Copied>() {}),
        habit("Objects.requireNonNull", new Required("a"), new TypeToken<Required>() {}),
        habit("a builder with a private constructor",
            Built.builder().name("a").size(2).build(),
            new TypeToken<Built>() {}),
        habit("a builder whose parts are the builder's",
            Immutable.builder().name("a").addTag("t").build(),
            new TypeToken<Immutable>() {}),
        habit("a value of Lombok's shape", new Valued("a", 1), new TypeToken<Valued>() {}),
        habit("an enum", Plain.B, new TypeToken<Plain>() {}),
        habit("an enum with bodies", WithBodies.TWICE, new TypeToken<WithBodies>() {}),
        habit("leaves of a sealed interface",
            List.of(new Circle(1), new Square(2), Nothing.NOTHING),
            new TypeToken<List<Shape>>() {}),
        habit("a sealed interface below another",
            List.of(new Add(new Num(1), new Neg(new Num(2)))),
            new TypeToken<List<Expr>>() {}),
        habit("a generic sealed interface", new Some<>(new Point(1, 2)), new TypeToken<Maybe<Point>>() {}),
        habit("a sealed abstract class", new Dog("Rex"), new TypeToken<Animal>() {}),
        habit("an empty Optional",
            new Options4(Optional.empty(), OptionalInt.empty(), OptionalLong.empty(), OptionalDouble.empty()),
            new TypeToken<Options4>() {}),
        habit("an Optional",
            new Options4(Optional.of("x"), OptionalInt.of(1), OptionalLong.of(2), OptionalDouble.of(3)),
            new TypeToken<Options4>() {}),
        habit("an array of records",
            new Arrays3(new int[] {1}, new String[] {"a", null}, new Point[] {new Point(1, 2)}),
            new TypeToken<Arrays3>() {}),
        habit("values of the JDK", Values.SAMPLE, new TypeToken<Values>() {}),
        habit("a map with enums as keys",
            new EnumMap<>(Map.of(Plain.A, 1)),
            new TypeToken<EnumMap<Plain, Integer>>() {}),
        habit("a set of enums", EnumSet.of(Plain.A), new TypeToken<EnumSet<Plain>>() {}),
        habit("a list in a map in a list",
            List.of(Map.of("a", List.of(1, 2))),
            new TypeToken<List<Map<String, List<Integer>>>>() {}),
        habit("ArrayList", new ArrayList<>(List.of(1)), new TypeToken<ArrayList<Integer>>() {}),
        habit("LinkedList", new LinkedList<>(List.of(1)), new TypeToken<LinkedList<Integer>>() {}),
        habit("HashMap", new HashMap<>(Map.of("a", 1)), new TypeToken<HashMap<String, Integer>>() {}),
        habit("LinkedHashMap", new LinkedHashMap<>(Map.of("a", 1)), new TypeToken<LinkedHashMap<String, Integer>>() {}),
        habit("TreeMap", new TreeMap<>(Map.of("a", 1)), new TypeToken<TreeMap<String, Integer>>() {}),
        habit("LinkedHashSet", new LinkedHashSet<>(List.of("b", "a")), new TypeToken<LinkedHashSet<String>>() {}),
        habit("TreeSet", new TreeSet<>(List.of("b", "a")), new TypeToken<TreeSet<String>>() {}),
        habit("ConcurrentHashMap",
            new ConcurrentHashMap<>(Map.of("a", 1)),
            new TypeToken<ConcurrentHashMap<String, Integer>>() {}),
        habit("ConcurrentSkipListMap",
            new ConcurrentSkipListMap<>(Map.of("a", 1)),
            new TypeToken<ConcurrentSkipListMap<String, Integer>>() {}),
        habit("ConcurrentSkipListSet",
            new ConcurrentSkipListSet<>(List.of("a")),
            new TypeToken<ConcurrentSkipListSet<String>>() {}),
        habit("CopyOnWriteArrayList",
            new CopyOnWriteArrayList<>(List.of("a")),
            new TypeToken<CopyOnWriteArrayList<String>>() {}));
  }

  @ParameterizedTest
  @MethodSource("habits")
  @DisplayName("it comes back from each format, and as a copy")
  @SuppressWarnings("unchecked") // a habit's value is of its type
  void comesBack(Habit habit) {
    TypeToken<Object> type = (TypeToken<Object>) habit.type;
    for (int i = 0; i < 25; i++) { // by method handles, then by compiled code
      same(habit, BRINE.binary().read(BRINE.binary().write(habit.value, type), type));
      same(habit, BRINE.binary().bare().read(BRINE.binary().bare().write(habit.value, type), type));
      same(habit, BRINE.json().read(BRINE.json().write(habit.value, type), type));
      same(habit, BRINE.graph().read(BRINE.graph().write(habit.value, type), type));
      if (habit.value instanceof Immutable) continue; // holds a view, which has no class to keep
      same(habit, EXACT.binary().read(EXACT.binary().write(habit.value, type), type));
      same(habit, EXACT.graph().read(EXACT.graph().write(habit.value, type), type));
    }
  }

  private static void same(Habit habit, Object found) {
    if (!Objects.deepEquals(habit.value, found)) assertEquals(habit.value, found);
    Class<?> c = habit.value.getClass();
    if (!c.getName().startsWith("java.util.ImmutableCollections")) assertEquals(c, found.getClass());
  }

  /** Collections in fields of interfaces. */
  static Stream<Object> collections() {
    return Stream.of(
        new ArrayList<>(List.of(1)), new LinkedList<>(List.of(1)), new ArrayDeque<>(List.of(1)),
        new CopyOnWriteArrayList<>(List.of(1)), List.of(1, 2, 3), Arrays.asList(1, 2), new LinkedHashSet<>(List.of(1)),
        new TreeSet<>(List.of(2, 1)), new ConcurrentSkipListSet<>(List.of(2, 1)),
        Set.of(1), EnumSet.of(Plain.A), new HashMap<>(Map.of(1, 2)), new LinkedHashMap<>(Map.of(1, 2)),
        new TreeMap<>(Map.of(1, 2)), new ConcurrentHashMap<>(Map.of(1, 2)), new ConcurrentSkipListMap<>(Map.of(1, 2)),
        Map.of(1, 2), new EnumMap<>(Map.of(Plain.A, 2)), new ConcurrentLinkedQueue<>(List.of(1)),
        new ConcurrentLinkedDeque<>(List.of(1)), new LinkedBlockingQueue<>(List.of(1)),
        new LinkedBlockingDeque<>(List.of(1)));
  }

  @ParameterizedTest
  @MethodSource("collections")
  @DisplayName("with exact collections, it keeps its class in fields of its interfaces")
  void keepsItsClass(Object collection) {
    InInterfaces in =
        collection instanceof Map<?, ?> map
            ? new InInterfaces(null, null, null, map, collection)
            : new InInterfaces(
                (java.util.Collection<?>) collection,
                collection instanceof List<?> list ? list : null,
                collection instanceof Set<?> set ? set : null,
                null,
                collection);
    for (InInterfaces back :
        List.of(
            EXACT.binary().read(EXACT.binary().write(in), InInterfaces.class),
            EXACT.graph().read(EXACT.graph().write(in), InInterfaces.class),
            EXACT.copy(in))) {
      Object found = back.any();
      assertEquals(collection.getClass(), found.getClass());
      assertEquals(new ArrayList<>(elements(collection)), new ArrayList<>(elements(found)));
      if (collection instanceof Map) assertEquals(collection.getClass(), back.map().getClass());
      else assertEquals(collection.getClass(), back.collection().getClass());
    }
  }

  record Stock(Map<String, Integer> counts, Set<Integer> sizes) {}

  @Test
  @DisplayName("a TreeMap in a field of type Map keeps its natural order, and a comparator is refused with its place")
  void naturalOrder() {
    Brine brine = Brine.builder().classes(Stock.class).build();
    Stock stock = new Stock(new TreeMap<>(Map.of("b", 1, "a", 2, "c", 3)), new TreeSet<>(Set.of(3, 1, 2)));
    for (Stock back :
        List.of(
            brine.binary().read(brine.binary().write(stock), Stock.class),
            brine.json().read(brine.json().write(stock), Stock.class),
            brine.graph().read(brine.graph().write(stock), Stock.class),
            brine.copy(stock))) {
      assertEquals(List.of("a", "b", "c"), List.copyOf(back.counts().keySet()));
      assertEquals(List.of(1, 2, 3), List.copyOf(back.sizes()));
      assertEquals(stock, back);
    }
    Stock other = new Stock(new TreeMap<>(Comparator.comparing(String::length)), Set.of());
    other.counts().put("a", 1);
    for (Brine each : List.of(brine, Brine.builder().classes(Stock.class).exactCollections().build())) {
      var e = assertThrows(brine.PickleException.class, () -> each.binary().write(other));
      assertTrue(e.getMessage().contains("counts"), e.getMessage());
    }
  }

  private static java.util.Collection<?> elements(Object collection) {
    return collection instanceof Map<?, ?> map ? map.entrySet() : (java.util.Collection<?>) collection;
  }

  @Test
  @DisplayName("a cycle of beans comes back as one, and a copy is another object")
  void cycles() {
    Bean a = new Bean();
    Bean b = new Bean();
    a.setFriend(b);
    b.setFriend(a);
    for (Bean back :
        List.of(
            BRINE.copy(a),
            BRINE.binary().read(BRINE.binary().write(a), Bean.class),
            BRINE.json().read(BRINE.json().write(a), Bean.class),
            BRINE.graph().read(BRINE.graph().write(a), Bean.class))) {
      assertSame(back, back.getFriend().getFriend());
      assertNotSame(a, back);
    }
  }

  @Test
  @DisplayName("names in JSON are those of the code, without those of outer classes")
  void names() {
    TypeToken<List<Shape>> shapes = new TypeToken<>() {};
    assertEquals(
        "[{\"$type\":\"Circle\",\"radius\":1.0},{\"$type\":\"Nothing\",\"$value\":\"NOTHING\"}]",
        BRINE.json().write(List.of(new Circle(1), Nothing.NOTHING), shapes));
    assertEquals("\"TWICE\"", BRINE.json().write(WithBodies.TWICE));
    assertEquals("{\"x\":1,\"y\":2}", BRINE.json().write(new Point(1, 2)));
  }
}
