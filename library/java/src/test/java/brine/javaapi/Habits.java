package brine.javaapi;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/** Classes as Java's programmers write them. */
final class Habits {
  private Habits() {}

  record Point(int x, int y) {}

  record Primitives(boolean z, byte b, short s, char c, int i, long l, float f, double d, Integer boxed, Long none) {
    static final Primitives SAMPLE = new Primitives(true, (byte) -1, (short) 2, 'c', 3, 4L, 1.5f, 2.5, 7, null);
  }

  record Checked(List<String> names) {
    Checked {
      if (names.isEmpty()) throw new IllegalArgumentException("no names");
      names = List.copyOf(names);
    }
  }

  record Pair<A, B>(A first, B second) {}

  static class Bean {
    private String name;
    private boolean active;
    private List<String> tags = new ArrayList<>();
    private Bean friend;

    public String getName() {
      return name;
    }

    public void setName(String value) {
      name = value;
    }

    public boolean isActive() {
      return active;
    }

    public void setActive(boolean value) {
      active = value;
    }

    public List<String> getTags() {
      return tags;
    }

    public Bean getFriend() {
      return friend;
    }

    public void setFriend(Bean value) {
      friend = value;
    }

    @Override
    public boolean equals(Object other) {
      return other != null
          && other.getClass() == getClass()
          && Objects.equals(((Bean) other).name, name)
          && ((Bean) other).tags.equals(tags)
          && ((Bean) other).active == active;
    }

    @Override
    public int hashCode() {
      return Objects.hash(name, tags, active);
    }
  }

  static final class Special extends Bean {
    private int level;

    static Special sample() {
      Special made = new Special();
      made.setName("special");
      made.level = 3;
      return made;
    }

    @Override
    public boolean equals(Object other) {
      return super.equals(other) && ((Special) other).level == level;
    }

    @Override
    public int hashCode() {
      return 31 * super.hashCode() + level;
    }
  }

  /** A class of equal objects if all fields are equal. */
  abstract static class Fields {
    abstract List<?> fields();

    @Override
    public final boolean equals(Object other) {
      return other != null && other.getClass() == getClass() && ((Fields) other).fields().equals(fields());
    }

    @Override
    public final int hashCode() {
      return fields().hashCode();
    }

    @Override
    public String toString() {
      return getClass().getSimpleName() + fields();
    }
  }

  static final class Fixed extends Fields {
    private final String name;
    private final int size;

    Fixed(String name, int size) {
      this.name = name;
      this.size = size;
    }

    @Override
    List<?> fields() {
      return Arrays.asList(name, size);
    }
  }

  static final class Copied extends Fields {
    private final List<String> names;
    private final Set<Integer> numbers;
    private final Map<String, Long> counts;

    Copied(List<String> names, Set<Integer> numbers, Map<String, Long> counts) {
      this.names = List.copyOf(names);
      this.numbers = Set.copyOf(numbers);
      this.counts = Map.copyOf(counts);
    }

    @Override
    List<?> fields() {
      return List.of(names, numbers, counts);
    }
  }

  static final class Required extends Fields {
    private final String name;

    Required(String name) {
      this.name = Objects.requireNonNull(name, "name");
    }

    @Override
    List<?> fields() {
      return List.of(name);
    }
  }

  /** The shape of Lombok's {@code @Builder}. */
  static final class Built extends Fields {
    private final String name;
    private final int size;

    private Built(String name, int size) {
      this.name = name;
      this.size = size;
    }

    static Builder builder() {
      return new Builder();
    }

    @Override
    List<?> fields() {
      return Arrays.asList(name, size);
    }

    static final class Builder {
      private String name;
      private int size;

      Builder name(String value) {
        name = value;
        return this;
      }

      Builder size(int value) {
        size = value;
        return this;
      }

      Built build() {
        return new Built(name, size);
      }
    }
  }

  /** The shape of Immutables: an abstract type, and a generated class with a private constructor. */
  static final class Immutable extends Fields {
    private final String name;
    private final List<String> tags;

    private Immutable(String name, List<String> tags) {
      this.name = name;
      this.tags = tags;
    }

    static Builder builder() {
      return new Builder();
    }

    @Override
    List<?> fields() {
      return List.of(name, tags);
    }

    static final class Builder {
      private String name;
      private final List<String> tags = new ArrayList<>();

      Builder name(String value) {
        name = value;
        return this;
      }

      Builder addTag(String value) {
        tags.add(value);
        return this;
      }

      Immutable build() {
        return new Immutable(name, Collections.unmodifiableList(new ArrayList<>(tags)));
      }
    }
  }

  /** The shape of Lombok's {@code @Value}. */
  static final class Valued extends Fields {
    private final String name;
    private final Integer size;

    public Valued(final String name, final Integer size) {
      this.name = name;
      this.size = size;
    }

    @Override
    List<?> fields() {
      return Arrays.asList(name, size);
    }
  }

  enum Plain {
    A,
    B
  }

  enum WithBodies {
    ONCE,
    TWICE {
      @Override
      int times() {
        return 2;
      }
    };

    int times() {
      return 1;
    }
  }

  sealed interface Shape permits Circle, Square, Nothing {}

  record Circle(double radius) implements Shape {}

  record Square(double side) implements Shape {}

  enum Nothing implements Shape {
    NOTHING
  }

  sealed interface Expr permits Num, Op {}

  record Num(int value) implements Expr {}

  sealed interface Op extends Expr permits Add, Neg {}

  record Add(Expr left, Expr right) implements Op {}

  record Neg(Expr of) implements Op {}

  sealed interface Maybe<T> permits Some, None {}

  record Some<T>(T value) implements Maybe<T> {}

  record None<T>() implements Maybe<T> {}

  abstract static sealed class Animal extends Fields permits Dog, Cat {
    private final String name;

    Animal(String name) {
      this.name = name;
    }

    @Override
    List<?> fields() {
      return List.of(name);
    }
  }

  static final class Dog extends Animal {
    Dog(String name) {
      super(name);
    }
  }

  static final class Cat extends Animal {
    Cat(String name) {
      super(name);
    }
  }

  record Options4(Optional<String> text, OptionalInt i, OptionalLong l, OptionalDouble d) {}

  record Arrays3(int[] ints, String[] texts, Point[] points) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Arrays3 that
          && Arrays.equals(that.ints, ints)
          && Arrays.equals(that.texts, texts)
          && Arrays.equals(that.points, points);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(ints);
    }
  }

  record Values(UUID id, Instant at, LocalDate day, Duration took, BigDecimal sum, BigInteger big, Date date) {
    static final Values SAMPLE =
        new Values(
            new UUID(1, 2),
            Instant.ofEpochSecond(5, 6),
            LocalDate.of(2026, 1, 2),
            Duration.ofMillis(1500),
            new BigDecimal("1.20"),
            BigInteger.TEN,
            new Date(7));
  }

  record InInterfaces(Collection<?> collection, List<?> list, Set<?> set, Map<?, ?> map, Object any) {}
}
